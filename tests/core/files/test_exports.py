"""Exports of programs, each with a difficulty: the right columns are found, or a refusal."""

import io

import numpy as np
import pyarrow as pa
import pytest

from qwk_core import RatingsError
from qwk_core.files.answers import Answers
from qwk_core.files.columns import Columns
from qwk_core.files.meaning import likely_typos
from qwk_core.files.missing import find_codes
from qwk_core.files.order import propose_order
from qwk_core.files.reading import read
from tests.core.files.made import count, in_parquet
from tests.core.files.test_reading import IDS, KAPPA, A, B, csv, kappa

TURKISH = ["Katılmıyorum", "Kararsızım", "Katılıyorum"]


def of_rows(*names, **columns):
    """Return one row per rating: the ids and the marks of Kim, then those of Lee."""
    given = {"essay": IDS * 2, "who": ["Kim"] * 60 + ["Lee"] * 60, **columns}
    return csv(",".join(names), *(given[name] for name in names))


RIGHT = {
    "how far a rater is trusted": of_rows(
        *("essay", "who", "trust", "mark"), trust=[0.81] * 60 + [0.86] * 60, mark=A + B
    ),
    "how sure each rater is": csv(
        "essay,rater1,conf1,rater2,conf2", IDS, A, [n % 3 for n in IDS], B, [n % 4 for n in IDS]
    ),
}


def test_raters_who_gave_one_category_each_are_recognised():
    file = of_rows("essay", "who", "mark", mark=[2] * 60 + [3] * 60)
    assert read(file, "file").table.observed.tolist() == [[0, 60], [0, 0]]


@pytest.mark.parametrize("file", RIGHT.values(), ids=list(RIGHT))
def test_what_stands_beside_ratings_is_none(file):
    assert kappa(read(file, "file")) == pytest.approx(KAPPA)


def test_a_day_rates_nothing():
    days = [f"2024-03-{1 + n % 28:02}" for n in IDS]
    weights = [45 + n % 30 for n in IDS]
    file = csv("dr_smith,weight,date,dr_jones", A, weights, days, B)
    assert kappa(read(file, "file")) == pytest.approx(KAPPA)


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (csv("essay,marks", IDS, [f"{a}|{b}" for a, b in zip(A, B, strict=True)]), Answers()),
        (csv("essay,a,b", IDS, A, [f'"{b}; {b}"' for b in B]), Answers(columns=("a", "b"))),
        (
            of_rows("essay", "who", "mark", mark=[f"{n}|{n}" for n in A + B]),
            Answers(rows=(("essay",), "who", "mark")),
        ),
    ],
)
def test_two_ratings_in_a_cell_are_refused(file, sentence):
    with pytest.raises(RatingsError, match="holds two ratings in a cell"):
        read(file, "file", sentence)


def test_what_parts_two_ratings_in_a_cell_parts_no_columns():
    file = csv("essay,a,b,both", IDS, A, B, [f"{a}|{b}" for a, b in zip(A, B, strict=True)])
    assert kappa(read(file, "file")) == pytest.approx(KAPPA)


def test_a_word_for_missing_is_a_step_where_the_others_make_a_scale():
    assert find_codes(["absent", "mild", "severe"]).likely == ()
    assert find_codes(["absent", "1", "2"]).certain == ("absent",)


def test_a_letter_far_behind_the_others_has_nothing_between():
    labels = ["RADS 1", "RADS 2", "RADS 3", "RADS 4A", "RADS 4B", "RADS 4X"]
    assert propose_order(labels).categories == tuple(labels)


def test_turkish_words_are_read_and_none_is_a_slip_of_another():
    words = [TURKISH[n % 3] for n in A]
    text = csv("id,a,b", IDS, words, words[1:] + words[:1]).getvalue().decode()
    (question,) = read(io.BytesIO(text.encode("cp1254")), "file").questions
    assert set(question.labels) == set(TURKISH)
    assert (question.proposal, question.alike) == (None, ())


@pytest.mark.parametrize(
    ("totals", "found"),
    [
        ({"moderate": 9, "modrate": 1}, (("modrate", "moderate"),)),
        ({"moderate": 9, "modrate": 4}, ()),
        ({"very likely": 20, "very unlikely": 1}, ()),
        ({"somewhat agree": 20, "somewhat disagree": 1}, ()),
        ({"katılıyorum": 40, "katılmıyorum": 1, "hiç katılıyorum": 30, "hiç katılmıyorum": 1}, ()),
        ({"grade 1 lesion": 20, "grade 2 lesion": 1}, ()),
        ({"strongly agree": 20, "strongly agre": 1}, (("strongly agre", "strongly agree"),)),
    ],
)
def test_a_slip_is_rare_and_tells_no_other_words_apart(totals, found):
    assert likely_typos(totals) == found


def test_an_item_that_is_left_out_is_counted_nowhere():
    rows = "".join(f"{n},{who},{n % 3}\n" for n in range(9) for who in ("Kim", "Lee"))
    file = io.BytesIO(f"essay,rater,mark\n{rows}4,Lee,2\n".encode())
    (question,) = read(file, "file").questions
    assert question.key == "duplicates"
    table = read(file, "file", question.proposal.answers).table
    assert (table.n, table.n_missing) == (8, 0)


@pytest.mark.parametrize("group", [None, "g"])
def test_rows_that_are_all_alike_are_counted_at_once(group):
    ones = pa.array(np.ones(1_000, "int8"))
    table = pa.table({"a": ones, "b": ones, "n": ones, "g": ["x", "y"] * 500})
    for column in (None, "n"):
        counts = count(in_parquet(table), Columns("a", "b", column, group))
        assert sum(counts.pairs.values()) == 1_000
        assert len(counts.pairs) == (2 if group else 1)
