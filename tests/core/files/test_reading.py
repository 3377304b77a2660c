"""Files as people have them lead to the right counts or a question, never to a wrong kappa."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from qwk_core import RatingsError, walk_through_counts
from qwk_core.files.answers import Answers
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from tests.survey.outcomes import outcome
from tests.survey.plain import plain

RANDOM = np.random.default_rng(1)
A = RANDOM.integers(1, 6, 60).tolist()
B = [min(max(a + d, 1), 5) for a, d in zip(A, RANDOM.integers(-1, 2, 60).tolist(), strict=True)]
KAPPA = walk_through_counts(
    [
        [sum((a, b) == (i, j) for a, b in zip(A, B, strict=True)) for j in range(1, 6)]
        for i in range(1, 6)
    ]
).kappa


def csv(header, *columns, before="", after=""):
    rows = "".join(",".join(map(str, row)) + "\n" for row in zip(*columns, strict=True))
    return io.BytesIO((before + header + "\n" + rows + after).encode())


def kappa(reading):
    assert not reading.questions, [str(one.message) for one in reading.questions]
    return walk_through_counts(reading.table.observed).kappa


IDS = list(range(1, 61))
PAIRS = Counter(zip(A, B, strict=True))
GRADES = " FDCBA"
TAB = "\t"


def half(number):
    """Return half a number, with a decimal comma as in the spreadsheets of some countries."""
    return number // 2 if number % 2 == 0 else f"{number / 2}".replace(".", ",")


RIGHT = {
    "a blank first line": csv("id,a,b", IDS, A, B, before="\n"),
    "headings again": csv("id,a,b", IDS, A, B, after="id,a,b\n"),
    "a sum of all rows": csv("a,b", A, B, after=f"{sum(A)},{sum(B)}\n"),
    "the number of all rows": csv("a,b", A, B, after="60,60\n"),
    "months that are none": csv("a,b", *([f"Mark {n}" for n in each] for each in (A, B))),
    "decimal commas as text beside whole numbers": io.BytesIO(
        "".join(
            json.dumps({"id": at, "a": half(a), "b": half(b)}) + "\n"
            for at, (a, b) in enumerate(zip(A, B, strict=True))
        ).encode()
    ),
    "counts below the name of the other rater": io.BytesIO(
        (
            f"\t\tB\n\t\t{TAB.join('12345')}\n"
            + "".join(
                f"{'A' if i == 1 else ''}\t{i}\t{TAB.join(str(PAIRS[i, j]) for j in range(1, 6))}\n"
                for i in range(1, 6)
            )
        ).encode()
    ),
}


@pytest.mark.parametrize("file", RIGHT.values(), ids=list(RIGHT))
def test_files_that_are_clear(file):
    assert kappa(read(file, "file")) == pytest.approx(KAPPA)


def long(*cells):
    """Return rows of an item, a rater and a rating; `cells` say how to write the first two."""
    rows = (
        f"{item(at)},{rater(at)},{rating}\n"
        for item, rater, each in cells
        for at, rating in enumerate(each)
    )
    return io.BytesIO(("essay,reader,grade\n" + "".join(rows)).encode())


ASKED = {
    "one number far away": (csv("a,b", [*A, 55], [*B, 3]), ["missing"]),
    "a rating per row, and no name says so": (
        csv("e,k,s", IDS * 2, ["x"] * 60 + ["y"] * 60, A + B),
        ["shape"],
    ),
    "a rating per row, and numbers alone": (
        csv("0,1,3", IDS * 2, [1] * 60 + [2] * 60, A + B),
        ["shape"],
    ),
    "answers to a form, by e-mail address": (
        csv(
            "Timestamp,Email Address,Essay,How good is it? (1-5)",
            ["2026/03/01 10:00:00"] * 120,
            ["ana@x.org"] * 60 + ["bo@x.org"] * 60,
            [f"E{n}" for n in IDS * 2],
            A + B,
        ),
        ["shape"],
    ),
    "one rater, two times": (
        csv("essay,rater,time,score", IDS * 2, ["Kim"] * 120, ["t1"] * 60 + ["t2"] * 60, A + B),
        ["shape"],
    ),
    "two ratings in a row, by rater": (
        csv(
            "essay,rater,style,spelling,sex",
            IDS * 2,
            ["x"] * 60 + ["y"] * 60,
            A + B,
            B + A,
            IDS * 2,
        ),
        ["rating"],
    ),
    "letters that may be names": (
        csv("A,B", *([GRADES[n] for n in each] for each in (A, B))),
        ["header"],
    ),
    "raters of merged cells": (
        long(
            (lambda at: f"E{at}", lambda at: "" if at else "Kim", A),
            (lambda at: f"E{at}", lambda at: "" if at else "Lee", B),
        ),
        ["shape"],
    ),
    "items of merged cells": (
        io.BytesIO(
            (
                "essay,reader,grade\n"
                + "".join(f"E{n},Kim,{a}\n,Lee,{b}\n" for n, a, b in zip(IDS, A, B, strict=True))
            ).encode()
        ),
        ["shape"],
    ),
    "another name of the items": (
        csv(
            "code,title,reader,grade",
            [f"ck{n}" for n in IDS * 2],
            [f"img {n}" for n in IDS * 2],
            ["Kim"] * 60 + ["Lee"] * 60,
            A + B,
        ),
        [],
    ),
}


@pytest.mark.parametrize(("file", "keys"), ASKED.values(), ids=list(ASKED))
def test_files_that_are_asked_about_and_lead_on(file, keys):
    reading = read(file, "file")
    assert [one.key for one in reading.questions] == keys
    if keys in (["header"], ["shape"], ["rating"]):
        reading = read(file, "file", reading.questions[0].options[0].answers)
    if keys not in (["missing"], ["columns"]):
        assert kappa(reading) == pytest.approx(KAPPA)


def test_of_a_few_items_a_time_is_no_rater():
    few = csv("essay,time,score", IDS[:5] * 2, ["t1"] * 5 + ["t2"] * 5, A[:5] + B[:5])
    assert [one.key for one in read(few, "file").questions] == ["columns"]


def test_empty_cells_that_were_not_merged_are_asked_about():
    rows = "".join(f"E{n},{'' if n % 3 else 'Kim'},{n % 4}\nE{n},Lee,{n % 5}\n" for n in range(40))
    reading = read(io.BytesIO(("essay,reader,grade\n" + rows).encode()), "file")
    assert [one.key for one in reading.questions] == ["shape"]


@pytest.mark.parametrize(
    "text",
    [
        "id,a,b\n" + "".join(f"{at},{A[at]},{B[at]}\n" for at in range(60)),  # numbered from 0
        "a,b\n1,1\n2,2\n2,1\n3,3\n",  # the number of items, by chance
        "a,b\n1,1\n0,1\n1,0\n2,2\n",  # the sums, by chance
    ],
)
def test_a_last_item_is_no_total_because_its_numbers_go_on(text):
    reading = read(io.BytesIO(text.encode()), "file")
    assert reading.table.n == text.count("\n") - 1


def test_the_header_can_be_said():
    file = csv("id,a,b", IDS, A, B, before="x y\n")
    assert kappa(read(file, "file", Answers(header_row=2))) == pytest.approx(KAPPA)
    assert read(file, "file", Answers(header_row=0)).structure.layout.header is False
    with pytest.raises(RatingsError, match="no column"):
        read(file, "file", Answers(columns=("a", "x")))


def test_a_table_of_counts_with_totals():
    text = (
        ",none,mild,severe,Total\nnone,20,5,0,25\nmild,3,9,2,14\nsevere,0,1,7,8\nTotal,23,15,9,47\n"
    )
    reading = read(io.BytesIO(text.encode()), "file")
    assert reading.categories == ("none", "mild", "severe")
    assert reading.table.n == 47
    assert "Its totals were left out." in map(str, reading.remarks)
    with pytest.raises(RatingsError, match="sums of the others"):
        read(io.BytesIO(text.replace("47", "48").replace("23,", "99,").encode()), "file")
    with pytest.raises(RatingsError, match="the same order"):
        read(io.BytesIO(b",a1,b1\nb1,1,2\na1,3,4\n"), "file")


def test_spellings_and_numbers_among_words():
    file = csv(
        "a,b",
        ["mild", "Mild", "none", "severe", "moderate"] * 4,
        ["mild", "none", "none", "severe", "-9"] * 4,
    )
    reading = read(file, "file")
    assert reading.categories == ("none", "mild", "moderate", "severe")
    assert reading.missing == {"-9": 4}
    assert reading.table.n_missing == 4


def test_what_spss_declares_as_missing_is_missing():
    table = pd.DataFrame({"r1": [*map(float, A), 7.0], "r2": [*map(float, B), 1.0]})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.sav"
        pyreadstat.write_sav(table, path, missing_ranges={"r1": [7.0]})
        reading = read(io.BytesIO(path.read_bytes()), "file")
    assert kappa(reading) == pytest.approx(KAPPA)
    assert reading.table.n_missing == 1


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_what_the_codes_of_a_statistics_file_mean(kind):
    meaning = {1: "mild", 2: "moderate", 3: "severe", 9: "Don't know"}
    table = pd.DataFrame({"r1": [*A, 9, 1], "r2": [*B, 1, 9]})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"ratings.{kind}"
        write = pyreadstat.write_sav if kind == "sav" else pyreadstat.write_dta
        write(table, path, variable_value_labels={"r1": meaning, "r2": meaning})
        reading = read(io.BytesIO(path.read_bytes()), "file")
        write(table, path, variable_value_labels={"r2": dict.fromkeys(range(20), "<b>x</b>")})
        other = read(io.BytesIO(path.read_bytes()), "file", Answers(missing=("9",)))
    # A code that the file declares as missing is missing, inside the scale and outside it.
    assert kappa(reading) == pytest.approx(KAPPA)
    assert reading.table.n_missing == 2
    (sentence,) = [text for text in map(str, reading.remarks) if "codes" in text]
    assert sentence == (
        "What the codes of “r1” mean: 1 = “mild”, 2 = “moderate”, 3 = “severe”, 9 = “Don't know”."
    )
    assert kappa(other) == pytest.approx(KAPPA)
    (sentence,) = [text for text in map(str, other.remarks) if "codes" in text]
    assert sentence.startswith("What the codes of “r2” mean: 0 = “<b>x</b>”")
    assert sentence.endswith(", ….")


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_codes_in_the_order_of_the_alphabet_are_refused(kind):
    table = pd.DataFrame({"r1": A, "r2": B})
    meaning = {1: "high", 2: "low", 3: "medium"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"ratings.{kind}"
        write = pyreadstat.write_sav if kind == "sav" else pyreadstat.write_dta
        write(table, path, variable_value_labels={"r1": meaning, "r2": meaning})
        content = path.read_bytes()
    with pytest.raises(RatingsError, match="in the order of the alphabet: “high”, “low”, “medium”"):
        read(io.BytesIO(content), "file")
    said = read(io.BytesIO(content), "file", Answers(categories=(2, 3, 1, 4, 5)))
    assert said.table.categories == (2, 3, 1, 4, 5)


def test_an_ordered_categorical_in_the_order_of_the_alphabet_is_asked_about():
    scale = pd.CategoricalDtype(["high", "low", "medium"], ordered=True)
    words = ["low", "medium", "high", "low", "high", "medium"] * 3
    frame = pd.DataFrame({"a": words, "b": [*words[1:], "low"]}).astype(scale)
    file = io.BytesIO()
    frame.to_parquet(file)
    (question,) = read(file, "file").questions
    orders = [option.answers.categories for option in question.options]
    assert orders == [("low", "medium", "high"), ("high", "low", "medium")]


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_codes_that_mean_something_else_in_each_column_are_refused(kind):
    table = pd.DataFrame({"r1": A, "r2": B})
    meanings = {"r1": {1: "high", 2: "low"}, "r2": {1: "high", 2: "medium"}}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"ratings.{kind}"
        write = pyreadstat.write_sav if kind == "sav" else pyreadstat.write_dta
        write(table, path, variable_value_labels=meanings)
        with pytest.raises(RatingsError, match="code 2 is “low” in “r1”, and “medium” in “r2”"):
            read(io.BytesIO(path.read_bytes()), "file")


def test_compressed_files():
    plain = csv("a,b", A, B).getvalue()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("ratings.csv", plain)
        zipped.writestr("__MACOSX/._ratings.csv", b"x")
    for packed in (io.BytesIO(gzip.compress(plain)), archive):
        with unpacked(packed) as file:
            assert kappa(read(file, "file")) == pytest.approx(KAPPA)
    with pytest.raises(RatingsError, match="unpacks to more than"):
        unpacked(io.BytesIO(gzip.compress(plain)), most=10)
    with pytest.raises(RatingsError, match="compressed file is damaged"):
        unpacked(io.BytesIO(gzip.compress(plain)[:40]))
    with zipfile.ZipFile(archive, "a") as zipped:
        zipped.writestr("more.csv", plain)
    with pytest.raises(RatingsError, match="holds 2 files"):
        unpacked(archive)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a,b\n1,2\n2,"2\n1,1\n2,1\n', "is opened and"),
        ('a,b,c\n1,2,x\n2,2,"y\n1,1,y\n2,1,z"\n1,1,x\n', "holds 2 more rows of the table"),
    ],
)
def test_quotation_marks_that_are_not_closed(text, message):
    with pytest.raises(RatingsError, match=message):
        read(io.BytesIO(text.encode()), "file", Answers(columns=("a", "b")))


def test_a_file_that_is_cut_while_it_is_read():
    class Cut(io.BytesIO):
        def read(self, size=-1):
            block = super().read(size)
            return block if self.tell() < 900_000 or size < 0 else b""

    file = Cut(b"a,b\n" + b"1,2\n2,2\n" * 400_000)
    with pytest.raises(RatingsError, match="became shorter"):
        read(file, "file", Answers(columns=("a", "b")))


def test_two_lists_are_joined():
    truth = csv("id,grade", IDS, A)
    other = csv("id,grade", IDS[::-1], B[::-1])
    assert kappa(read((truth, other))) == pytest.approx(KAPPA)
    unlike = csv("case,mark", IDS, B)
    assert [one.key for one in read((truth, unlike)).questions] == ["id"]
    sentence = Answers(id=("id", "case"))
    assert kappa(read((truth, unlike), answers=sentence)) == pytest.approx(KAPPA)
    wide = csv("id,x1,x2", IDS, A, B)
    assert [one.key for one in read((truth, wide)).questions] == ["columns"]
    with pytest.raises(RatingsError, match="no column"):
        read((truth, wide), answers=Answers(id=("id", "nothing")))
    texts = csv("id,grade", [f"E{n}" for n in IDS], B)
    reading = read((truth, texts), answers=Answers(id=("id", "id")))
    assert "The ids of one are numbers" in str(reading.questions[0].message)
    with pytest.raises(RatingsError, match="No id is in both"):
        read((truth, texts), answers=reading.questions[0].options[0].answers)


def test_made_up_files_end_in_the_right_kappa_or_in_a_question():
    random = np.random.default_rng(3)
    ends = [outcome(plain(random)) for _ in range(150)]
    assert not [why for end, why in ends if end == "wrong"]
    assert sum(end == "right" for end, _ in ends) >= 0.85 * len(ends)


def test_of_many_columns_alike_none_is_taken_without_asking():
    names = [f"topic{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(300)]
    rows = [[str((at * 7 + item * 3) % 4) for at in range(300)] for item in range(8)]
    (question,) = read(csv(",".join(names), *zip(*rows, strict=True)), "file").questions
    assert question.key == "columns"
    names[250:252] = "truth", "predicted"
    found = read(csv(",".join(names), *zip(*rows, strict=True)), "file").structure.columns
    assert found is not None
    assert (found.actual, found.predicted) == ("truth", "predicted")


def test_a_table_too_wide_to_look_through_says_so():
    row = ",".join("1" * 4_001)
    with pytest.raises(RatingsError, match="This table has 4001 columns; 4000 is the most"):
        read(io.BytesIO("\n".join([row] * 4).encode()), "file")


@pytest.mark.parametrize(
    ("text", "sentence", "own"),
    [
        ("id,a,b\n" + "1,2,2\n2,1,2\n3,1,1\n" * 3, Answers(), True),
        ("2,2\n1,2\n1,1\n" * 3, Answers(), False),
        ("c,d,e\n1,x,2\n1,y,2\n", Answers(rows=(("c",), "d", "e")), True),
        ("c,f,d,e\n1,1,x,2\n1,1,y,2\n", Answers(rows=(("c", "f"), "d", "e")), False),
    ],
)
def test_a_query_is_for_names_that_the_file_has(text, sentence, own):
    assert read(io.BytesIO(text.encode()), "file", sentence).structure.queryable == own
