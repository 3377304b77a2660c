"""Tables of every kind, whole and broken, and the counts that are kept of them."""

import datetime
import io
import json
import re
import zipfile
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from pyarrow import parquet

from qwk_core import RatingsError, observed_matrix
from qwk_core.files import blocks as blocks_module
from qwk_core.files import columns as columns_module
from qwk_core.files import detection
from qwk_core.files import layouts as layouts_module
from qwk_core.files.blocks import unique_names
from qwk_core.files.columns import Cancelled, Columns, Sample, count_pairs, read_scores, sample
from qwk_core.files.detection import detect
from qwk_core.files.formats import excel as excel_module
from qwk_core.files.formats import parquet as parquet_module
from qwk_core.files.formats import text as text_module
from qwk_core.files.formats.common import CountedFile
from qwk_core.files.labelled import LabelCounts, observed_of
from qwk_core.files.layouts import Layout
from qwk_core.files.order import propose_order

AB = Columns("a", "b")
PAIRS = {("", "1", "2"): 2, ("", "2", "2"): 1, ("", "4", "1"): 1}
ROWS = [(1, 2), (2, 2), (1, 2), (4, 1)]


def text(content, encoding="utf-8"):
    return io.BytesIO(content.encode(encoding))


def excel(rows, *, title="Sheet", before=()):
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = title
    for name, state in before:
        other = workbook.create_sheet(name, 0)
        other.sheet_state = state
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    workbook.save(file)
    return file


def in_parquet(table, **options):
    file = io.BytesIO()
    parquet.write_table(table, file, **options)
    return file


def frame_in_parquet(frame):
    file = io.BytesIO()
    frame.to_parquet(file)
    return file


def json_lines(rows):
    return text("".join(json.dumps(row) + "\n" for row in rows))


def count(file, columns=AB, **options):
    return count_pairs(file, detect(file), columns, **options)


def examine(file, columns=None, **options):
    """Do all that is done with a file: of its first two columns if none is named."""
    layout = detect(file)
    names = sample(file, layout).columns
    return count_pairs(file, layout, columns or Columns(*names[:2]), **options)


def refused(file, columns=AB, **options):
    """Return what is said of a file that cannot be counted."""
    with pytest.raises(RatingsError) as caught:
        examine(file, columns, **options)
    message = str(caught.value)
    assert message.endswith((".", "”", "?")), message
    assert "{" not in caught.value.template.format(**caught.value.values) or "JSON" in message
    return message


# -- The same ratings in every kind of file -------------------------------------------------------

KINDS = {
    "csv": lambda: text("a,b\n1,2\n2,2\n1,2\n4,1\n"),
    "without a last line end": lambda: text("a,b\n1,2\n2,2\n1,2\n4,1"),
    "windows": lambda: text("a,b\r\n1,2\r\n2,2\r\n1,2\r\n4,1\r\n"),
    "old mac": lambda: text("a,b\r1,2\r2,2\r1,2\r4,1\r"),
    "tsv": lambda: text("a\tb\n1\t2\n2\t2\n1\t2\n4\t1\n"),
    "semicolons": lambda: text("a;b\n1,0;2\n2,0;2\n1;2\n4;1\n"),
    "excel's own": lambda: text("sep=;\r\na;b\r\n1;2\r\n2;2\r\n1;2\r\n4;1\r\n"),
    "bars": lambda: text("a|b\n1|2\n2|2\n1|2\n4|1\n"),
    "spaces": lambda: text("a b\n1 2\n2 2\n1 2\n4 1\n"),
    "quoted": lambda: text('"a","b","said"\n"1","2","no, not\nthat"\n2,2,""""\n1,2,\n4,1,x\n'),
    "a mark": lambda: text("\ufeffa,b\n1,2\n2,2\n1,2\n4,1\n"),
    "utf-16": lambda: text("a,b\n1,2\n2,2\n1,2\n4,1\n", "utf-16"),
    "utf-16 without mark": lambda: text("a,b\n1,2\n2,2\n1,2\n4,1\n", "utf-16-le"),
    "cp1252": lambda: text("a,b,who\n1,2,Zoë\n2,2,x\n1,2,x\n4,1,x\n", "cp1252"),
    "latin-1": lambda: io.BytesIO(b"a,b,who\n1,2,Zo\xeb\x81\n2,2,x\n1,2,x\n4,1,x\n"),
    "empty lines": lambda: text("a,b\n\n1,2\n2,2\n\n1,2\n4,1\n\n\n"),
    "spelled apart": lambda: text("a,b\n 1,2.0\n2.0,02\n1.00,2\n4,+1\n"),
    "row names from R": lambda: text('"a" "b"\n"1" 1 2\n"2" 2 2\n"3" 1 2\n"4" 4 1\n'),
    "excel": lambda: excel([("a", "b"), *ROWS]),
    "excel text": lambda: excel([("a", "b"), *[(str(a), float(b)) for a, b in ROWS]]),
    "excel with gaps": lambda: excel(
        [(), ("a", None, "b"), *[(a, None, b, "x") for a, b in ROWS], (), (None,)]
    ),
    "parquet": lambda: in_parquet(pa.table({"x": [0] * 4, **_columns(ROWS)})),
    "parquet in floats": lambda: in_parquet(
        pa.table({name: pa.array(column, pa.float64()) for name, column in _columns(ROWS).items()})
    ),
    "parquet in text": lambda: in_parquet(
        pa.table(
            {
                "a": pa.array([str(a) for a, _ in ROWS], pa.large_string()),
                "b": pa.array([str(b) for _, b in ROWS], pa.string_view()),
            }
        )
    ),
    "parquet of categories": lambda: frame_in_parquet(
        pd.DataFrame(_columns(ROWS)).astype("category")
    ),
    "json lines": lambda: json_lines([{"a": a, "c": {"d": []}, "b": str(b)} for a, b in ROWS]),
    "json lines apart": lambda: text("\n".join(f'\n {{"b":{b},"a":{a}.0}}' for a, b in ROWS)),
}


def _columns(rows):
    return {name: list(column) for name, column in zip("ab", zip(*rows, strict=True), strict=True)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows_per_block", [None, 2])
def test_the_same_ratings_in_every_kind_of_file(kind, rows_per_block):
    file = KINDS[kind]()
    if rows_per_block and kind == "quoted":
        rows_per_block = 8  # a row of text has to fit into a block
    told = []
    options = {} if rows_per_block is None else {"rows_per_block": rows_per_block}
    counts = count(file, progress=told.append, **options)
    assert counts == LabelCounts(PAIRS, n_rows=4, orders=counts.orders)
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] == 1
    assert not file.closed
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
    file = excel([("a", "b", "c"), (1, "x", None), (2.5, None, datetime.date(2024, 1, 2))])
    beginning = sample(file, detect(file))
    assert beginning.rows == (("1", "x", ""), ("2.5", "", "2024-01-02"))
    assert beginning.kinds == ("fraction", "text", "date")
    file = json_lines([{"a": 1}, {"b": True, "a": None}])
    assert sample(file, detect(file)).rows == (("1", ""), ("", "True"))
    file = in_parquet(pa.table({"a": [1, None], "b": ["x", "y"]}))
    assert sample(file, detect(file)).rows == (("1", "x"), ("", "y"))


# -- What a file looks like ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "delimiter", "decimal", "header"),
    [
        ("a,b\n1,2\n", ",", ".", True),
        ("1,2\n3,4\n", ",", ".", False),
        ("0,5;1\n1,5;2\n", ";", ",", False),
        ("a\tb\n1,5\t2\n", "\t", ",", True),
        ("a;b\n1.5;2\n", ";", ".", True),
        ("a,b\n1,x;y\n2,z\n", ",", ".", True),
        ("mild,none\nmild,mild\nnone,none\n", ",", ".", False),
        ("first,second\nmild,mild\nnone,none\n", ",", ".", True),
        ("a,b\n", ",", ".", True),
        (",b\n1,2\n", ",", ".", True),
        ("a\n1\n", ",", ".", True),
        ('"x, y";"z"\n"1, 2";3\n', ";", ".", True),
        ("a,b\n" + "1,2\n" * 30 + "3,4,5\n", ",", ".", True),
        ("2024-01-02,1\n2024-01-03,2\n", ",", ".", False),
    ],
)
def test_what_is_found_in_a_text(content, delimiter, decimal, header):
    layout = detect(text(content))
    assert (layout.delimiter, layout.decimal, layout.header) == (delimiter, decimal, header)


def test_a_text_of_one_line_without_its_end():
    assert detect(text("a,b")).header
    assert sample(text("1 2"), detect(text("1 2"))).rows == (("1", "2"),)


def test_a_layout_can_be_corrected():
    file = text("a;b\n1;2\n")
    wrong = replace(detect(file), header=False)
    assert sample(file, wrong).columns == ("column 1", "column 2")
    counts = count_pairs(file, wrong, Columns("column 1", "column 2"))
    assert counts.pairs == {("", "a", "b"): 1, ("", "1", "2"): 1}
    with pytest.raises(RatingsError, match="has one column, “a;b”"):
        sample(file, replace(wrong, delimiter=",", header=True))


def test_the_last_line_of_a_long_beginning_may_be_cut_off():
    line = "3,4" + ",x" * 40 + "\n"
    file = text("a,b" + ",x" * 40 + "\n" + line * 5_000)
    assert file.seek(0, io.SEEK_END) > layouts_module.HEAD
    layout = detect(file)
    assert layout.delimiter == ","
    assert set(map(len, sample(file, layout, 1_000).rows)) == {42}
    assert count(file, Columns("a", "b")).pairs == {("", "3", "4"): 5_000}


def test_sheets_of_an_excel_file():
    file = excel(
        [("a", "b"), (1, 2)], title="Ratings", before=[("Old", "hidden"), ("Notes", "visible")]
    )
    layout = detect(file)
    assert layout.sheets == ("Notes", "Old", "Ratings")
    assert layout.sheet == "Notes"
    with pytest.raises(RatingsError, match="sheet “Notes” is empty"):
        sample(file, layout)
    assert count_pairs(file, replace(layout, sheet="Ratings"), AB).n == 1
    with pytest.raises(RatingsError, match="no sheet “Nowhere”"):
        sample(file, replace(layout, sheet="Nowhere"))


def test_an_excel_file_without_a_header():
    file = excel(ROWS)
    layout = replace(detect(file), header=False)
    assert sample(file, layout).columns == ("column 1", "column 2")
    assert count_pairs(file, layout, Columns("column 1", "column 2")).pairs == PAIRS


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
    with pytest.raises(RatingsError, match="no column “nope”"):
        count(file, Columns("nope", name))


# -- Missing values, counts, groups -----------------------------------------------------------


def test_missing_values_are_counted():
    counts = count(text("a,b\n1,2\n,2\nNA,3\n1,\nnan,null\n2,2\n"))
    assert counts.pairs == {("", "1", "2"): 1, ("", "2", "2"): 1}
    assert counts.missing == (2, 1, 1)
    assert (counts.n_rows, counts.n, counts.n_missing) == (6, 2, 4)


def test_missing_values_of_other_kinds():
    expected = LabelCounts({("", one, other): 1 for one in ("1", "") for other in ("2", "")}, 4)
    rows = [(1, 2), (None, 2), (1, None), (None, None)]
    assert count(json_lines([dict(zip("ab", row, strict=True)) for row in rows])) == expected
    assert count(text('{"a":1,"b":2}\n{"b":2}\n{"a":1}\n{"c":NaN}\n')) == expected
    assert count(in_parquet(pa.table(_columns(rows)))) == expected
    assert count(excel([("a", "b", "c"), *[(*row, "x") for row in rows]])) == expected
    frame = pd.DataFrame({name: map(str, column) for name, column in _columns(rows).items()})
    frame = frame.replace("None", None).astype("category")
    assert replace(count(frame_in_parquet(frame)), orders=()) == expected


def test_a_count_column_stands_for_items():
    file = text("actual,predicted,count\n0,0,5\n0,1,2\n1,1,3\n,1,4\n1,0,0\n")
    counts = count(file, Columns("actual", "predicted", "count"))
    assert counts.pairs == {
        ("", "0", "0"): 5,
        ("", "0", "1"): 2,
        ("", "1", "1"): 3,
        ("", "1", "0"): 0,
    }
    assert counts.missing == (4, 0, 0)
    assert counts.n_rows == 5
    observed = observed_of(counts, (0, 1))
    assert observed.dtype == np.int64
    np.testing.assert_array_equal(observed, [[5, 2], [0, 3]])


def test_fractions_of_items_make_fractions_of_counts():
    file = text("a;b;w\n0;0;0,5\n0;1;2\n")
    observed = observed_of(count(file, Columns("a", "b", "w")), (0, 1))
    np.testing.assert_array_equal(observed, [[0.5, 2.0], [0.0, 0.0]])


def test_whole_counts_are_exact_beyond_floats():
    large = 2**45
    rows = f"0,0,{large}\n" * 3 + "0,0,1\n"
    counts = count(text("a,b,n\n" + rows), Columns("a", "b", "n"), rows_per_block=1)
    assert counts.pairs == {("", "0", "0"): 3 * large + 1}
    assert observed_of(counts, [0])[0, 0] == 3 * large + 1


def test_groups_are_kept_apart():
    file = text("a,b,g\n1,2,x\n1,2,y\n1,2,x\n2,2,\n")
    counts = count(file, Columns("a", "b", group="g"))
    assert counts.pairs == {("x", "1", "2"): 2, ("y", "1", "2"): 1, ("", "2", "2"): 1}
    assert counts.groups == ("", "x", "y")
    np.testing.assert_array_equal(observed_of(counts, [1, 2], "x"), [[0, 2], [0, 0]])
    np.testing.assert_array_equal(observed_of(counts, [1, 2]), [[0, 3], [0, 1]])
    # A group may be one of the ratings, or anything else.
    assert count(file, Columns("a", "b", group="a")).groups == ("1", "2")


def test_groups_may_be_dates():
    file = text("a,b,g\n1,2,2024-01-01\n1,2,2024-01-02\n")
    assert count(file, Columns("a", "b", group="g")).groups == ("2024-01-01", "2024-01-02")


def test_the_order_of_a_categorical_is_kept():
    frame = pd.DataFrame(
        {
            "a": pd.Categorical(["so-so", "bad"], ["bad", "so-so", "good"], ordered=True),
            "b": pd.Categorical(["so-so", "good"]),
        }
    )
    counts = count(frame_in_parquet(frame))
    assert counts.orders == (("bad", "so-so", "good"),)
    order = propose_order(counts.labels, declared=counts.orders[0])
    assert order.categories == ("bad", "so-so", "good")
    assert order.certain


# -- Fractions --------------------------------------------------------------------------------


def test_predictions_are_rounded():
    counts = count(text("a,b\n1,0.5\n1,1.5\n2,2.4\n2,-0.2\n3,\n"), predicted_as="round")
    assert counts.pairs == {
        ("", "1", "1"): 1,
        ("", "1", "2"): 1,
        ("", "2", "2"): 1,
        ("", "2", "0"): 1,
    }
    assert counts.missing == (0, 1, 0)


@pytest.mark.parametrize(
    "make",
    [
        lambda rows: text("a;b\n" + "".join(f"{a};{str(b).replace('.', ',')}\n" for a, b in rows)),
        lambda rows: excel([("a", "b"), *rows]),
        lambda rows: in_parquet(pa.table(_columns(rows))),
        lambda rows: in_parquet(
            pa.table(
                {
                    "a": [a for a, _ in rows],
                    "b": pa.array([str(b) for _, b in rows]).dictionary_encode(),
                }
            )
        ),
        lambda rows: json_lines([{"a": a, "b": b} for a, b in rows]),
    ],
)
def test_predictions_are_cut(make):
    rows = [(0, 0.2), (1, 0.5), (1, 1.49), (2, 9.5)]
    counts = count(make(rows), predicted_as=[0.5, 1.5])
    assert counts.pairs == {("", "0", "0"): 1, ("", "1", "1"): 2, ("", "2", "2"): 1}
    shifted = count(make(rows), predicted_as=[0.5, 1.5], first_category=3)
    assert set(shifted.labels) == {"0", "1", "2", "3", "4", "5"}


@pytest.mark.parametrize("points", [[], [2, 1], [float("nan")], [1, float("nan"), 2]])
def test_cut_points_that_are_none(points):
    with pytest.raises(RatingsError, match="Cut-points: give at least one"):
        count(text("a,b\n1,2\n"), predicted_as=points)


def test_a_way_that_is_none():
    with pytest.raises(RatingsError, match="“floor” is no way"):
        count(text("a,b\n1,2\n"), predicted_as="floor")


def test_scores_leave_out_what_is_missing():
    file = text("a,b,c\n1,0.5,x\n,1\n2,,x\n3,−1.5,x\n".replace(",1\n", ",1,x\n"))
    actual, predicted = read_scores(file, detect(file), AB)
    assert actual.tolist() == [1, 3]
    assert actual.dtype == np.int64
    assert predicted.tolist() == [0.5, -1.5]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,b\n1,0.5\n1.5,2\n", "Column “a”, row 3: 1.5 is not a whole number"),
        ("a,b\n1,0.5\nmild,2\n", "Column “a”, row 3: “mild” is not a number"),
        ("a,b\n1,0.5\n1,high\n", "Column “b”, row 3: “high” is not a number"),
        ("a,b\n1,0.5\n1,inf\n", "Column “b”, row 3: inf is infinite"),
        ("a,b\n1,0.5\n1,2024-01-02\n", "Column “b”, row 3: “2024-01-02” is a date"),
        ("a,b\n1,\n,1\n", "no rating in these columns"),
        ("a,b\n", "a header and nothing below it"),
    ],
)
def test_scores_that_are_none(content, message):
    file = text(content)
    with pytest.raises(RatingsError, match=message):
        read_scores(file, detect(file), AB)


def test_scores_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(columns_module, "MOST_SCORES", 2)
    file = text("a,b\n1,2\n1,2\n1,2\n")
    with pytest.raises(RatingsError, match="more than 2 rows"):
        read_scores(file, detect(file), AB)


# -- O ----------------------------------------------------------------------------------------


def test_a_scale_that_misses_a_label():
    counts = LabelCounts({("", "1", "9"): 1})
    with pytest.raises(RatingsError, match="label 9 is not one of the categories 1–3"):
        observed_of(counts, [1, 2, 3])
    with pytest.raises(RatingsError, match="label “x” is not one of"):
        observed_of(LabelCounts({("", "x", "1"): 1}), [1], clip=True)


def test_numbers_beyond_a_scale_go_to_its_ends():
    counts = LabelCounts({("", "1", "-3"): 1, ("", "2", "9"): 2})
    np.testing.assert_array_equal(observed_of(counts, [1, 2], clip=True), [[1, 0], [0, 2]])
    np.testing.assert_array_equal(observed_of(counts, [2, 1], clip=True), [[2, 0], [0, 1]])
    with pytest.raises(RatingsError, match="label 9 is not"):
        observed_of(LabelCounts({("", "1", "9"): 1}), ["low", 1], clip=True)
    with pytest.raises(RatingsError, match="label 2 is not"):
        observed_of(LabelCounts({("", "1", "2"): 1}), [1, 3], clip=True)


@settings(max_examples=40)
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
    assert count(text("a,b\nz,y\nx,z\n")).labels == ("z", "y", "x")


def test_many_labels_need_no_place_for_each_pair():
    values = np.random.default_rng(5).integers(0, 900, (3_000, 2))
    file = text("a,b\n" + "".join(f"{a},{b}\n" for a, b in values.tolist()))
    counts = count(file, rows_per_block=500)
    np.testing.assert_array_equal(
        observed_of(counts, range(900)), observed_matrix(*values.T, categories=range(900))
    )


# -- Long files -------------------------------------------------------------------------------


def test_reading_can_be_cancelled():
    file = text("a,b\n" + "1,2\n" * 1_000)
    told = []
    with pytest.raises(Cancelled):
        count(file, cancelled=lambda: len(told) == 3, progress=told.append, rows_per_block=10)
    assert len(told) == 3
    assert count(file).n == 1_000, "the file can be read again"


@pytest.mark.parametrize("kind", ["csv", "excel", "parquet", "json lines"])
def test_reading_can_be_cancelled_before_it_begins(kind):
    with pytest.raises(Cancelled):
        count(KINDS[kind](), cancelled=lambda: True)


def test_a_reader_in_another_thread_gets_nothing_once_we_are_done():
    reading = CountedFile(io.BytesIO(b"abc"))
    assert reading.readable()
    assert reading.read(2) == b"ab"
    reading.leave()
    assert reading.read() == b""
    assert reading.taken == 2


# -- Bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", ["", " ", "\n\n", "\ufeff", "\0\0\0", "sep=;\n", "sep=;\n\n \n"]
)
def test_an_empty_file(content):
    assert "This file is empty" in refused(text(content))


@pytest.mark.parametrize(
    "file",
    [
        text("a,b\n"),
        text("a,b"),
        excel([("a", "b")]),
        in_parquet(pa.table({"a": pa.array([], pa.int64()), "b": pa.array([], pa.int64())})),
    ],
)
def test_a_header_only(file):
    assert "a header and nothing below it" in refused(file)
    with pytest.raises(RatingsError, match="a header and nothing below it"):
        count(file)


@pytest.mark.parametrize(
    "file",
    [
        text("a\n1\n2\n"),
        text("1\n2\n"),
        excel([("a",), (1,)]),
        in_parquet(pa.table({"a": [1]})),
        json_lines([{"a": 1}]),
    ],
)
def test_one_column(file):
    assert "has one column" in refused(file)


@pytest.mark.parametrize("file", [text("{}\n{}\n"), in_parquet(pa.table({})), excel([(), ()])])
def test_no_column(file):
    assert re.search("has no column|is empty", refused(file))


def test_a_text_of_which_all_is_skipped():
    with pytest.raises(RatingsError, match="has no column"):
        sample(text("a,b\n"), Layout("text", skipped=1))


def test_the_same_column_twice():
    assert "one and the same column, “a”" in refused(text("a,b\n1,2\n"), Columns("a", "a"))


def test_ragged_rows():
    content = "a,b\n1,2\n" * 1 + "1,2\n" * 5 + "3,4,5\n"
    assert "Row 8 has 3 cells where the first row has 2: “3,4,5”" in refused(text(content))
    assert "Row 3 has 1 cells" in refused(text("a,b\n1,2\n3\n1,2\n"))
    assert "Row 3 has 3 cells" in refused(io.BytesIO(b"a,b\n1,2\n\xff,2,\xc3\n"))
    without = text("1,2\n" * 5 + "3\n")
    assert "Row 6 has 1 cells" in refused(without, Columns("column 1", "column 2"))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a picture"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x1f\x8b\x08" + bytes(50), "gzip"),
        (b"\xd0\xcf\x11\xe0" + bytes(50), "damaged"),
        (bytes(range(256)) * 20, "not text, whatever its name says"),
        (b"a,b\n1,2\x00\n" * 20, "not text, whatever its name says"),
        (b"PK\x03\x04" + bytes(100), "damaged"),
        (b"PAR1" + bytes(100), "damaged"),
        (b"PAR1", "damaged"),
    ],
)
def test_rubbish_that_is_called_csv(content, kind):
    file = io.BytesIO(content)
    with pytest.raises(RatingsError, match=kind):
        sample(file, detect(file, "ratings.csv"))


def test_rubbish_is_called_by_its_name():
    with pytest.raises(RatingsError, match=r"“<b>\.csv” is not text"):
        detect(io.BytesIO(b"\x01\x02\x03"), "<b>.csv")


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content):
    try:
        counts = examine(io.BytesIO(content))
    except RatingsError:
        return
    assert counts.n_rows > 0


@settings(max_examples=60)
@given(st.text(alphabet='ab12,.;\t"\n\r\\|{}[]: é', max_size=60))
def test_any_text_is_read_or_refused(content):
    test_any_bytes_are_read_or_refused.hypothesis.inner_test(content.encode())


def test_a_zip_archive_that_is_no_workbook():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("ratings.csv", "a,b\n1,2\n")
    assert "a zip archive without a workbook" in refused(file)


def _bomb(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        for name, megabytes in parts.items():
            with archive.open(name, "w") as part:
                for _ in range(megabytes):
                    part.write(bytes(2**20))
    return file


@pytest.mark.parametrize(
    ("parts", "size"),
    [
        ({"xl/worksheets/sheet1.xml": 5}, 5),
        ({"xl/worksheets/sheet1.xml": 2, "xl/sharedStrings.xml": 2}, 4),
    ],
)
def test_a_zip_bomb(monkeypatch, parts, size):
    monkeypatch.setattr(excel_module, "_MOST_UNPACKED", 4 * 2**20)
    monkeypatch.setattr(excel_module, "_MOST_SHARED", 2**20)
    file = _bomb(parts)
    assert file.tell() < 20_000
    assert f"unpacks to {size} MB, more than is read here" in refused(file)


def test_a_zip_archive_that_claims_two_gigabytes():
    file = _bomb({"xl/worksheets/sheet1.xml": 1})
    content = bytearray(file.getvalue())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 24 : entry + 28] = (2**31).to_bytes(4, "little")
    assert "unpacks to 2048 MB" in refused(io.BytesIO(bytes(content)))


def test_a_zip_archive_that_claims_less_than_it_has():
    file = excel([("a", "b"), *[(1, 2)] * 500])
    content = bytearray(file.getvalue())
    for name in (b"xl/worksheets/sheet1.xml",):
        entry = content.rindex(name) - 46
        assert content[entry : entry + 4] == b"PK\x01\x02"
        content[entry + 24 : entry + 28] = (1_000).to_bytes(4, "little")
    assert "This file is damaged, or locked" in refused(io.BytesIO(bytes(content)))


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<workbook>",
        b"rubbish",
        b"<a/>",
        b'<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;</a>',
    ],
)
def test_a_workbook_that_is_damaged(part, content):
    file, broken = excel([("a", "b"), (1, 2)]), io.BytesIO()
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(broken, "w") as archive:
        for item in whole.infolist():
            archive.writestr(item, content if item.filename == part else whole.read(item))
    assert refused(broken)


def test_a_workbook_whose_parts_are_damaged():
    content = bytearray(excel([("a", "b"), *[(1, 2)] * 500]).getvalue())
    for name in (b"xl/worksheets/sheet1.xml", b"xl/workbook.xml"):
        start = content.index(name) + 40
        broken = content.copy()
        broken[start : start + 20] = b"\xff" * 20
        assert "This file is damaged, or locked" in refused(io.BytesIO(bytes(broken)))


def test_dimensions_that_a_sheet_states_wrongly():
    file, lying = excel([("a", "b"), *ROWS]), io.BytesIO()
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(lying, "w") as archive:
        for item in whole.infolist():
            content = whole.read(item)
            if item.filename == "xl/worksheets/sheet1.xml":
                content = content.replace(b'ref="A1:B5"', b'ref="A1:XFD1048576"')
                assert b"XFD" in content
            archive.writestr(item, content)
    assert count(lying).pairs == PAIRS


def test_rows_far_beyond_a_sheet_are_not_waited_for():
    file, far = excel([("a", "b"), (1, 2)]), io.BytesIO()
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(far, "w") as archive:
        for item in whole.infolist():
            content = whole.read(item)
            if item.filename == "xl/worksheets/sheet1.xml":
                content = content.replace(b'<row r="2"', b'<row r="999999999999"')
                content = content.replace(b'r="A2"', b'r="A999999999999"')
                assert b"999999" in content
            archive.writestr(item, content)
    with pytest.raises(RatingsError):
        count(far)


def test_two_cells_far_apart_end_no_more_than_the_process_that_reads_them():
    workbook = Workbook()
    workbook.active["A1"], workbook.active["XFD1048576"] = 1, 2
    file = io.BytesIO()
    workbook.save(file)
    assert "needs more memory or time" in refused(file)


def test_entities_that_unfold_into_more_and_more():
    file, bomb = excel([("a", "b"), (1, 2)]), io.BytesIO()
    entities = '<!ENTITY e0 "bomb">' + "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)
    )
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(bomb, "w") as archive:
        for item in whole.infolist():
            content = whole.read(item).decode()
            if item.filename == "xl/worksheets/sheet1.xml":
                content = f"<!DOCTYPE worksheet [{entities}]>" + content.replace(
                    "<v>1</v>", "<v>&e9;</v>"
                )
                assert "&e9;" in content
            archive.writestr(item, content)
    assert "This file is damaged, or locked" in refused(bomb)


def test_a_parquet_file_that_unpacks_to_very_much(monkeypatch):
    monkeypatch.setattr(parquet_module, "_LARGEST_CHUNK", 2**20)
    table = pa.table({"a": np.arange(300_000) // 500, "b": [1] * 300_000, "c": [0] * 300_000})
    file = in_parquet(table, use_dictionary=["b", "c"], compression="zstd")
    assert file.tell() < 2**20
    assert "Column “a” unpacks to 2 MB at a time" in refused(file)
    assert count(file, Columns("b", "c")).n == 300_000


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
    assert counts.pairs == {("", "1", "2.5"): 7}
    assert counts.missing == (1, 0, 0)


def test_what_else_unicode_calls_the_end_of_a_line_ends_none():
    file = text("a,b,c\n1,2,x\u2028y\n1,2,x\x85y\n1,2,x\x0cy\n" + "1,2,x\n" * 9)
    assert len(sample(file, detect(file), rows=99).rows) == 12


def test_a_million_distinct_labels():
    many = "a,b\n" + "".join(f"{a},1\n" for a in range(10**6))
    assert "Column “a” has more than 1000 different values" in refused(text(many))


def test_a_thousand_distinct_labels(monkeypatch):
    many = "a,b\n" + "".join(f"{a},1\n" for a in range(1_001))
    message = refused(text(many))
    assert "Column “a” has more than 1000 different values" in message
    file = text(many.replace("1000,1", "999,1"))
    assert len(count(file).labels) == 1_000
    monkeypatch.setattr(columns_module, "MOST_CELLS", 3)
    assert "more than 3 different combinations" in refused(text("a,b\n1,1\n1,2\n2,1\n2,2\n"))


@pytest.mark.parametrize(
    "file",
    [
        json_lines([{"a": value, "b": 1} for value in range(1_001)]),
        in_parquet(pa.table({"a": np.linspace(0, 1, 1_001), "b": [1] * 1_001})),
        excel([("a", "b"), *[(f"id {row}", 1) for row in range(1_001)]]),
    ],
)
def test_scores_and_identifiers_are_no_ratings(file):
    assert "looks like an identifier or a score" in refused(file)


def test_bytes_that_are_no_utf_8():
    # Beyond what is looked through, the file is found out while it is read.
    content = b"a,b\n" + b"1,2\n" * 10 + b"\xff,2\n"
    file = io.BytesIO(content)
    assert detect(file).encoding == "cp1252"
    with pytest.raises(RatingsError, match="is not encoded in utf-8"):
        count_pairs(file, replace(detect(file), encoding="utf-8"), AB)
    with pytest.raises(RatingsError, match="is not encoded in cp1252"):
        count_pairs(io.BytesIO(content.replace(b"\xff", b"\x81")), Layout("text", "cp1252"), AB)


def test_only_the_beginning_of_a_large_file_is_looked_through(monkeypatch):
    monkeypatch.setattr(detection, "_LOOKED_THROUGH", layouts_module.HEAD)
    file = io.BytesIO(b"a,b\n" + b"1,2\n" * 70_000 + b"\xff,2\n")
    assert detect(file).encoding == "utf-8"
    assert "is not encoded in utf-8" in refused(file)


def test_half_a_character_in_json_lines_is_replaced():
    file = json_lines([{"a": "\ud83d", "b": "\U0001f600"}, {"a": "x", "b": 1}])
    layout = detect(file)
    assert sample(file, layout).rows[0] == ("\ufffd", "\U0001f600")
    assert set(count_pairs(file, layout, AB).labels) == {"\ufffd", "\U0001f600", "x", "1"}


def test_json_lines_that_are_not_encoded_as_they_say():
    file = io.BytesIO(b'{"a": 1, "b": 2}\n' * 2 + b'{"a": "\xff", "b": 2}\n')
    with pytest.raises(RatingsError, match="is not encoded in utf-8"):
        count_pairs(file, Layout("jsonl"), AB)


@pytest.mark.parametrize(
    "content",
    [
        '{"a": 1, "b": 2}{"a": 1}\n',
        '{\n "a": 1,\n "b": 2\n}\n',
        '[{"a": 1, "b": 2}]',
        '{"a":' * 100_000,
        '{"a": ' + "[" * 100_000,
    ],
)
def test_json_that_is_no_json_lines(content):
    assert "Write JSON lines" in refused(text(content))


@pytest.mark.parametrize(
    "line", ["[1, 2]", "3", '{"a": 1, "b": 2}, {"a": 3, "b": 4}', "{", "null", '{"a":' * 20_000]
)
def test_a_line_that_is_no_object(line):
    assert "Row 2 is not a JSON object" in refused(text('{"a": 1, "b": 2}\n' + line + "\n"))


def test_a_row_that_is_longer_than_a_block():
    rows = "1,2,x\n" * 60_000
    long = '1,2,"' + "x" * 600_000 + '"\n'
    assert "Row 60002: a cell is longer than" in refused(text("a,b,c\n" + rows + long + rows))


def test_what_arrow_says_otherwise_is_passed_on():
    reason = "CSV parser got out of sync"
    error = text_module._text_error(reason, text("1,2\n"), Layout("text"), ["a", "b"])
    assert str(error) == "This text cannot be read as a table: “CSV parser got out of sync”"


def test_mixed_types_are_left_to_the_person():
    counts = count(text("a,b\n1,2\n2,three\n1,1\n"))
    order = propose_order(counts.labels)
    assert not order.certain
    assert "some are words (“three” is one)" in str(order.reason)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (text("a,b\n1,2\ninf,2\n"), "Column “a”, row 3: “inf” is infinite"),
        (text("a,b\n1,2\n1,2024-01-02\n"), "Column “b”, row 3: “2024-01-02” is a date"),
        (text("1,2\n1,2\n1,-inf\n"), "Column “column 2”, row 3: “-inf” is infinite"),
        (text('a,b\n1,2\n1,"2\n1,2\n'), "Look for a quotation mark"),
        (text('a,b\n1,2\n1,"2' + "x" * 300_000), "Look for a quotation mark"),
        (text('"a,b\n1,2\n1,2' + "x" * 200_000 + "\n"), "Look for a quotation mark"),
        (json_lines([{"a": 1, "b": [2]}]), "Column “b”, row 1: “\\[2\\]” is neither"),
        (json_lines([{"a": 1, "b": float("inf")}]), "Column “b”, row 1: .* is infinite"),
        (in_parquet(pa.table({"a": [1], "b": [[2]]})), "Column “b”, row 1: .* is neither"),
        (in_parquet(pa.table({"a": [1.0, np.inf], "b": [1, 2]})), "row 2: “inf” is infinite"),
        (
            in_parquet(pa.table({"a": [1], "b": [datetime.date(2024, 1, 2)]})),
            "Column “b”, row 1: “2024-01-02” is a date",
        ),
        (excel([("a", "b"), (1, datetime.date(2024, 1, 2))]), "is a date"),
    ],
)
def test_values_that_are_no_ratings(file, message):
    with pytest.raises(RatingsError, match=message):
        examine(file)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [("-1", "-1.0"), ("", "nan"), ("1e300", "1e[+]300"), ("x", "“x”"), ("inf", "inf")],
)
def test_counts_that_are_none(cell, shown):
    file = text(f"a,b,n\n1,2,3\n1,2,{cell}\n")
    with pytest.raises(RatingsError, match=f"Column “n”, row 3: {shown} is (infinite|not a)"):
        count(file, Columns("a", "b", "n"))


def test_a_table_of_very_many_columns(monkeypatch):
    monkeypatch.setattr(blocks_module, "MOST_COLUMNS", 3)
    assert "has 4 columns; 3 is the most" in refused(text("a,b,c,d\n1,2,3,4\n"))


def test_columns_that_are_not_there_are_listed():
    names = [f"c{place}" for place in range(30)]
    message = refused(text(",".join(names) + "\n" + ",".join("1" * 30) + "\n"), Columns("x", "c1"))
    assert "no column “x”" in message
    assert "“c19”, …" in message


def test_a_delimiter_that_is_none_is_refused():
    file = text("a,b\n1,2\n")
    with pytest.raises(RatingsError, match="“::” cannot stand between cells"):
        replace(detect(file), delimiter="::")


@pytest.mark.parametrize("encoding", ["utf-99", "base64", "\0"])
def test_an_encoding_that_is_none_is_refused(encoding):
    with pytest.raises(RatingsError, match="is no encoding that is known here"):
        Layout("text", encoding)


def test_an_encoding_that_knows_no_replacement():
    file = text("a,b\nZoë,2\n")
    with pytest.raises(RatingsError, match="is not encoded in idna"):
        sample(file, Layout("text", "idna"))


def test_a_character_that_slipped_into_a_comment():
    file = text("a,b,c\n" + "1,2,fine\n" * 20 + "1,2,\x1b[31m\x0b\n")
    assert count(file).n == 21


# -- Rows that are left out of a text --------------------------------------------------------------

LEFT_OUT = Layout("text", header=True, left_out=(4,))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n2,2\nTotal\n1,1,1\n", "Row 5 has 3 cells where the first row has 2"),
        (b'a,b,c\n1,2,x\n2,2,y\nT\n1,1,"x\n2,1,y\n1,2,z"\n', "Row 5: a cell in quotation marks"),
        (b"a,b\n1,2\n2,2\nTotal\n1,\xff\n", "not encoded in utf-8"),
    ],
)
def test_what_is_wrong_with_a_text_of_which_rows_are_left_out(content, message):
    layout = replace(LEFT_OUT, delimiter=",", encoding="utf-8")
    with pytest.raises(RatingsError, match=message):
        count_pairs(io.BytesIO(content), layout, AB)


def test_cells_of_several_lines_in_a_text_of_which_rows_are_left_out():
    content = b'a,b,c\n1,2,x\n2,2,y\nT\n1,1,"two\nlines"\n'
    layout = replace(LEFT_OUT, delimiter=",", encoding="utf-8")
    assert count_pairs(io.BytesIO(content), layout, AB).n == 3


def test_a_row_that_straddles_two_blocks():
    error = text_module._text_error(
        "straddling object straddles two block boundaries",
        text("1,2\n"),
        Layout("text"),
        ["a", "b"],
    )
    assert "A row is longer than a block" in str(error)


def test_a_block_knows_how_many_rows_it_has():
    file = text("a,b\n1,2\n2,2\n")
    block = next(text_module.read_blocks(file, detect(file), ["a", "b"], ["a"], 100))
    assert len(block.rows) == 2


@pytest.mark.parametrize("name", ["note", "no.te"])
def test_one_long_text_for_a_thousand_rows_stays_one(name):
    once = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["x" * 2_000_000])
    table = pa.table({"a": [1, 2, 3, 1] * 250, "b": [1, 2, 2, 1] * 250, name: once})
    file = io.BytesIO()
    parquet.write_table(table, file, compression="zstd")
    assert len(file.getvalue()) < 2_000
    usual = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(usual)
    pa.set_memory_pool(pool)
    try:
        layout = detect(file, "ratings.parquet")
        shown = sample(file, layout)
        with pytest.raises(RatingsError):
            count_pairs(file, layout, Columns("a", name))  # no label is so long
    finally:
        pa.set_memory_pool(usual)
    assert {len(row[2]) for row in shown.rows} == {500}
    assert pool.max_memory() < 50e6
