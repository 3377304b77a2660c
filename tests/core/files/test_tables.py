"""Tables of every kind, their counts, and layouts."""

import datetime
import io
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import observed_matrix
from qwk_core.files import columns as columns_module
from qwk_core.files.answers import Answers
from qwk_core.files.blocks import unique_names
from qwk_core.files.columns import Columns, Sample, count_pairs, read_scores, sample
from qwk_core.files.detection import detect
from qwk_core.files.formats import text as text_module
from qwk_core.files.formats.common import CountedFile
from qwk_core.files.labelled import LabelCounts, observed_of
from qwk_core.files.layouts import HEAD, Layout
from tests.core.files.made import (
    AB,
    TEXTS,
    by_name,
    changed,
    count,
    excel,
    in_parquet,
    json_lines,
    plain,
    text,
)
from tests.core.refused import error_of

PAIRS = {("", "1", "2"): 2, ("", "2", "2"): 1, ("", "4", "1"): 1}
ROWS = [(1, 2), (2, 2), (1, 2), (4, 1)]

# -- The same ratings in every kind of file -------------------------------------------------------

KINDS = {
    **{
        name: lambda file=file: text(file["text"], file.get("encoding", "utf-8"))
        for name, file in TEXTS["same"].items()
    },
    "excel": lambda: excel([("a", "b"), *ROWS]),
    "excel text": lambda: excel([("a", "b"), *[(str(a), float(b)) for a, b in ROWS]]),
    "excel with gaps": lambda: excel(
        [(), ("a", None, "b"), *[(a, None, b, "x") for a, b in ROWS], (), (None,)]
    ),
    "parquet": lambda: in_parquet(pa.table({"x": [0] * 4, **by_name(ROWS)})),
    "parquet of categories": lambda: in_parquet(pd.DataFrame(by_name(ROWS)).astype("category")),
    "wrong dimensions": lambda: changed(
        excel([("a", "b"), *ROWS]),
        "xl/worksheets/sheet1.xml",
        lambda content: content.replace(b'ref="A1:B5"', b'ref="A1:XFD1048576"'),
    ),
    "json lines": lambda: json_lines([{"a": a, "c": {"d": []}, "b": str(b)} for a, b in ROWS]),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows_per_block", [None, 2])
def test_the_same_ratings_in_every_kind_of_file(kind, rows_per_block):
    file = KINDS[kind]()
    if rows_per_block and kind == "quoted":
        rows_per_block = 8  # a row of text has to fit into a block
    shown = []
    options = {} if rows_per_block is None else {"rows_per_block": rows_per_block}
    counts = count(file, progress=shown.append, **options)
    assert counts == LabelCounts(PAIRS, counts.orders)
    assert shown == sorted(shown)
    assert 0 < shown[0] <= shown[-1] == 1
    assert not file.closed
    file = plain(file)
    beginning = sample(file, detect(file), rows=2)
    assert {"a", "b"} <= set(beginning.columns)
    assert len(beginning.rows) == 2
    assert all(len(row) == len(beginning.columns) for row in beginning.rows)
    actual, predicted = read_scores(file, detect(file), AB)
    assert list(zip(actual.tolist(), predicted.tolist(), strict=True)) == ROWS


def test_a_sample_is_as_written():
    file = text("grade;score;who;when;note\n 1;0,50;Zoë;2024-01-02;\n02;1;<b>;2024-01-03;\n")
    layout = detect(file)
    assert layout == Layout("text", "utf-8", ";", ",", header=True)
    assert sample(file, layout) == Sample(
        ("grade", "score", "who", "when", "note"),
        ((" 1", "0,50", "Zoë", "2024-01-02", ""), ("02", "1", "<b>", "2024-01-03", "")),
        ("whole", "fraction", "text", "date", "empty"),
    )


def test_samples_of_other_kinds():
    rows = [("a", "b", "c"), (1, "x", None), (2.5, None, datetime.date(2024, 1, 2))]
    file = plain(excel(rows))
    beginning = sample(file, detect(file))
    assert beginning.rows == (("1", "x", ""), ("2.5", "", "2024-01-02"))
    assert beginning.kinds == ("fraction", "text", "date")
    file = json_lines([{"a": 1}, {"b": True, "a": None}])
    assert sample(file, detect(file)).rows == (("1", ""), ("", "True"))
    file = in_parquet(pa.table({"a": [1, None], "b": ["x", "y"]}))
    assert sample(file, detect(file)).rows == (("1", "x"), ("", "y"))


# -- What a file looks like ---------------------------------------------------------------------


@pytest.mark.parametrize(("content", "delimiter", "decimal"), TEXTS["layouts"]["found"])
def test_what_is_found_in_a_text(content, delimiter, decimal):
    layout = detect(text(content))
    assert (layout.delimiter, layout.decimal) == (delimiter, decimal)


def test_a_text_of_one_line_without_its_end():
    layout = replace(detect(text("1 2")), header=False)
    assert sample(text("1 2"), layout).rows == (("1", "2"),)


def test_a_layout_can_be_corrected():
    file = text("a;b\n1;2\n")
    wrong = replace(detect(file), header=False)
    assert sample(file, wrong).columns == ("column 1", "column 2")
    counts = count_pairs(file, wrong, Columns("column 1", "column 2"))
    assert counts.pairs == {("", "a", "b"): 1, ("", "1", "2"): 1}
    assert "has one column, “a;b”" in error_of(
        sample, file, replace(wrong, delimiter=",", header=True)
    )


def test_the_last_line_of_a_long_beginning_may_be_cut_off():
    line = "3,4" + ",x" * 40 + "\n"
    file = text("a,b" + ",x" * 40 + "\n" + line * 5_000)
    assert file.seek(0, io.SEEK_END) > HEAD
    layout = detect(file)
    assert layout.delimiter == ","
    assert set(map(len, sample(file, layout, 1_000).rows)) == {42}
    assert count(file, Columns("a", "b")).pairs == {("", "3", "4"): 5_000}


def test_names_are_made_unique():
    assert unique_names(["a", "b", "a", ""]) == ("a (1)", "b", "a (2)", "column 4")
    assert unique_names(["a", "a", "a (1)"]) == ("a (2)", "a (3)", "a (1)")
    assert unique_names(["x\n y", "column 1", ""]) == ("x y", "column 1", "column 3")


@given(st.lists(st.sampled_from(["a", "a (1)", "a (2)", "", " ", "column 1", "b"]), max_size=8))
def test_unique_names_are_unique(names):
    unique = unique_names(names)
    assert len(set(unique)) == len(unique) == len(names)


@pytest.mark.parametrize("name", ["<b>a</b>", "**a**", "=cmd()", "a`b", 'a"b', "{a}", "a'b", "$a$"])
def test_columns_may_be_called_anything(name):
    file = io.BytesIO(pd.DataFrame({name: [1, 2], "b": [2, 2]}).to_csv(index=False).encode())
    assert sample(file, detect(file)).columns == (name, "b")
    assert count(file, Columns(name, "b")).n == 2
    assert "no column “nope”" in error_of(count, file, Columns("nope", name))


# -- Missing values, counts, groups -----------------------------------------------------------


def test_whole_counts_are_exact_beyond_floats():
    large = 2**45
    rows = f"0,0,{large}\n" * 3 + "0,0,1\n"
    counts = count(text("a,b,n\n" + rows), Columns("a", "b", "n"), rows_per_block=1)
    assert counts.pairs == {("", "0", "0"): 3 * large + 1}
    assert observed_of(counts, [0])[0, 0] == 3 * large + 1


# -- Fractions --------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [7, 2**20])
@pytest.mark.parametrize("blank", [",,\n", " ,\t,\r\n", '"","",""\n', ",,"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_rows_of_delimiters_alone_are_no_items(blank, encoding, at_once, monkeypatch):
    monkeypatch.setattr(text_module, "_AT_ONCE", at_once)
    rows = "id,a,b\n" + "1,1,2\n2,2,2\n3,1,1\n,,2\n" * 5
    assert count(text(rows, encoding)).missing == (5, 0, 0)
    found = count(text(rows + blank, encoding))
    assert (found.n, found.missing) == (15, (5, 0, 0))


def test_predictions_that_are_texts_of_a_dictionary_are_cut():
    scores = pa.array(["0.2", "0.5", "1.49", "9.5", None]).dictionary_encode()
    file = in_parquet(pa.table({"a": [0, 1, 1, 2, 2], "b": scores}))
    counts = count(file, answers=Answers(predicted_as=(0.5, 1.5), categories=(3, 4, 5)))
    assert counts.pairs == {("", "0", "3"): 1, ("", "1", "4"): 2, ("", "2", "5"): 1}
    assert counts.missing == (0, 1, 0)


@pytest.mark.parametrize("points", [[], [2, 1], [float("nan")], [1, float("nan"), 2]])
def test_cut_points_that_are_none(points):
    assert "Cut-points: give at least one" in error_of(
        count, text("a,b\n1,2\n"), answers=Answers(predicted_as=tuple(points))
    )


def test_a_way_that_is_none():
    assert "“floor” is no way" in error_of(
        count, text("a,b\n1,2\n"), answers=Answers(predicted_as="floor")
    )


def test_scores_leave_out_what_is_missing():
    file = text("a,b,c\n1,0.5,x\n,1\n2,,x\n3,−1.5,x\n".replace(",1\n", ",1,x\n"))
    actual, predicted = read_scores(file, detect(file), AB)
    assert actual.tolist() == [1, 3]
    assert actual.dtype == np.int64
    assert predicted.tolist() == [0.5, -1.5]


@pytest.mark.parametrize(("content", "message"), TEXTS["scores"]["refused"])
def test_scores_that_are_none(content, message):
    file = text(content)
    assert message in error_of(read_scores, file, detect(file), AB)


def test_scores_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(columns_module, "MOST_SCORES", 2)
    file = text("a,b\n1,2\n1,2\n1,2\n")
    assert "more than 2 rows" in error_of(read_scores, file, detect(file), AB)


# -- O ----------------------------------------------------------------------------------------


def test_a_scale_that_misses_a_label():
    counts = LabelCounts({("", "1", "9"): 1})
    assert "label 9 is not one of the categories 1–3" in error_of(observed_of, counts, [1, 2, 3])
    assert "label “x” is not one of" in error_of(
        observed_of, LabelCounts({("", "x", "1"): 1}), [1], clip=True
    )


def test_numbers_beyond_a_scale_go_to_its_ends():
    counts = LabelCounts({("", "1", "-3"): 1, ("", "2", "9"): 2})
    np.testing.assert_array_equal(observed_of(counts, [1, 2], clip=True), [[1, 0], [0, 2]])
    np.testing.assert_array_equal(observed_of(counts, [2, 1], clip=True), [[2, 0], [0, 1]])
    assert "label 9 is not" in error_of(
        observed_of, LabelCounts({("", "1", "9"): 1}), ["low", 1], clip=True
    )
    assert "label 2 is not" in error_of(
        observed_of, LabelCounts({("", "1", "2"): 1}), [1, 3], clip=True
    )


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=60),
    st.integers(0, 60),
    st.integers(1, 20),
)
def test_tallies_of_parts_add_up(rows, cut, rows_per_block):
    def counted(part):
        return count(
            text("a,b\n" + "".join(f"{a},{b}\n" for a, b in part)), rows_per_block=rows_per_block
        )

    parts = [counted(part) for part in (rows[:cut], rows[cut:]) if part]
    whole = sum(parts, LabelCounts({}))
    assert whole == counted(rows)
    actual, predicted = zip(*rows, strict=True)
    np.testing.assert_array_equal(
        observed_of(whole, range(5)), observed_matrix(actual, predicted, categories=range(5))
    )


def test_labels_come_in_the_order_in_which_they_are_met():
    assert tuple(count(text("a,b\nz,y\nx,z\n")).totals()) == ("z", "y", "x")


def test_many_labels_need_no_place_for_each_pair():
    values = np.random.default_rng(5).integers(0, 900, (3_000, 2))
    file = text("a,b\n" + "".join(f"{a},{b}\n" for a, b in values.tolist()))
    counts = count(file, rows_per_block=500)
    np.testing.assert_array_equal(
        observed_of(counts, range(900)), observed_matrix(*values.T, categories=range(900))
    )


# -- Long files -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["csv", "excel", "parquet", "json lines"])
def test_reading_may_be_stopped_by_who_is_told_how_far_it_is(kind):
    file = KINDS[kind]()
    with pytest.raises(InterruptedError):
        count(file, progress=stop)
    assert count(file).n == 4, "the file can be read again"


def stop(_share):
    raise InterruptedError


def test_a_reader_in_another_thread_gets_nothing_once_we_are_done():
    reading = CountedFile(io.BytesIO(b"abc"))
    assert reading.readable()
    assert reading.read(2) == b"ab"
    reading.leave()
    assert reading.read() == b""
    assert reading.taken == 2


def test_half_a_character_in_json_lines_is_replaced():
    file = json_lines([{"a": "\ud83d", "b": "\U0001f600"}, {"a": "x", "b": 1}])
    assert sample(file, detect(file)).rows[0] == ("\ufffd", "\U0001f600")
    assert set(count(file).totals()) == {"\ufffd", "\U0001f600", "x", "1"}


def test_columns_of_one_name_in_parquet():
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2]), pa.array([3])], ["a", "b", "a"])
    file = in_parquet(table)
    assert sample(file, detect(file)).columns == ("a (1)", "b", "a (2)")
    assert count(file, Columns("a (2)", "a (1)")).pairs == {("", "3", "1"): 1}
    assert count(file, Columns("b", "a (1)")).pairs == {("", "2", "1"): 1}


def test_decimals_in_parquet():
    table = pa.table({"a": [Decimal("1.00"), None], "b": [Decimal("2.50"), Decimal("1")]})
    table = table.append_column("n", pa.array([Decimal(7), Decimal(1)], pa.decimal128(38, 0)))
    counts = count(in_parquet(table), Columns("a", "b", "n"))
    assert (counts.pairs, counts.missing) == ({("", "1", "2.5"): 7}, (1, 0, 0))


@pytest.mark.parametrize("group", [None, "g"])
def test_rows_that_are_all_alike_are_counted_at_once(group):
    ones = pa.array(np.ones(1_000, "int8"))
    ratings = pa.table({"a": ones, "b": ones, "n": ones, "g": ["x", "y"] * 500})
    for column in (None, "n"):
        counts = count(in_parquet(ratings), Columns("a", "b", column, group))
        assert sum(counts.pairs.values()) == 1_000
        assert len(counts.pairs) == (2 if group else 1)


def test_a_thousand_labels_and_no_more():
    assert len(count(text("a,b\n" + "".join(f"{a},1\n" for a in range(1_000)))).totals()) == 1_000


def test_a_block_knows_how_many_rows_it_has():
    file = text("a,b\n1,2\n2,2\n")
    block = next(text_module.read_blocks(file, detect(file), [0], 100))
    assert len(block.rows) == 2
