"""Ratings in columns and in rows lead to the same table and the same refusals."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from qwk_core.files import blocks, rows
from qwk_core.files.answers import Answers
from qwk_core.files.columns import Columns, read_columns
from qwk_core.files.detection import detect
from qwk_core.files.labelled import LabelCounts, LabelTable
from qwk_core.files.meaning import table_of
from qwk_core.files.rows import RowColumns, read_rows
from tests.core.files.made import in_parquet, of
from tests.core.refused import error_of

WIDE = """essay;class;Ann;Ben;Cy
e1;7A;3;3,0;4
e2;7A;4;3;NA
e3;7B;;2;2
e1;7B;1;;1
"""
LONG = """essay,class,who,mark
e1,7A,Ann,3
e1,7A,Ben,3.0
e1,7A,Cy,4
e2,7A,Ann,4
e2,7A,Ben,3
e2,7A,Cy,NA
e3,7B,Ben,2
e3,7B,Cy,2
e1,7B,Cy,1
e1,7B,Ann,1
"""
RATINGS = [["3", "3", "4"], ["4", "3", ""], ["", "2", "2"], ["1", "", "1"]]
COLUMNS = RowColumns(("essay",), "who", "mark", group="class")
OF_THREE = Columns("Ann", "Ben", group="class", more=("Cy",))


def opened(content):
    source = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    return source, detect(source)


def wide(content=WIDE, columns=OF_THREE, **settings):
    return read_columns(*opened(content), columns, **settings)


def long(content=LONG, columns=COLUMNS, **settings):
    return read_rows(*opened(content), columns, **settings)


def labels(table: LabelTable):
    return np.array(table.labels, dtype=object)[table.codes].tolist()


# -- Read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows_per_block", [1, 2, 100])
def test_columns_and_rows_are_one_table(rows_per_block, monkeypatch):
    real = blocks.read_blocks
    monkeypatch.setattr(
        blocks,
        "read_blocks",
        lambda source, layout, names, *_: real(source, layout, names, rows_per_block),
    )
    shares = []
    for table in (wide(progress=shares.append), long(progress=shares.append)):
        assert labels(table) == RATINGS
        assert table.raters == ("Ann", "Ben", "Cy")
        assert table.marks == ("7A", "7A", "7B", "7B")
        assert table.labels == ("", "3", "4", "2", "1")
        assert table.totals() == {"3": 3, "4": 2, "2": 2, "1": 2}
    assert shares[-1] == 1


ORDER = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
OTHER = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)


def test_names_and_orders_of_typed_columns():
    frame = pd.DataFrame(
        {"item": [1.0, 1.0, 2.5, np.nan], "who": ["a", "b", "a", "b"], "mark": ["low", "high"] * 2}
    ).astype({"mark": ORDER})
    table = long(in_parquet(frame).getvalue(), RowColumns(("item",), "who", "mark"))
    assert labels(table) == [["low", "high"], ["low", ""]]
    assert table.orders == (("low", "mid", "high"),)
    assert table.tidied.unnamed == 1
    three = pd.DataFrame({"a": ["low", "mid"], "b": ["low", "high"], "c": ["low", None]})
    columns = three.astype({"a": ORDER, "b": ORDER, "c": OTHER})
    table = wide(in_parquet(columns).getvalue(), Columns("a", "b", more=("c",)))
    assert table.orders == (("low", "mid", "high"), ("high", "mid", "low"))
    two = table_of(table.counts(), ("low", "mid", "high"), Answers())
    assert two.observed.sum() == 2


# -- Renamed, and put on a scale -------------------------------------------------------------------


def test_labels_may_be_renamed_or_taken_for_missing():
    table = wide()
    assert table.renamed({}) is table
    changed = table.renamed({"4": "3", "1": None})
    assert labels(changed)[0] == ["3", "3", "3"]
    assert labels(changed)[3] == ["", "", ""]
    assert changed.totals() == {"3": 5, "2": 2}
    counts = LabelCounts({("", "1", "2"): 3})
    assert counts.renamed({}) is counts


# -- Refused ---------------------------------------------------------------------------------------


MANY = "essay,who,mark\n" + "".join(f"1,r{n},2\n" for n in range(501))
DATED = LONG.replace("7B,Cy,2", "7B,Cy,2026-01-01")


@pytest.mark.parametrize(
    ("content", "columns", "raters", "message"),
    [
        (DATED, COLUMNS, (), "Column “mark”, row 9: “2026-01-01” is a date, not a rating."),
        (LONG, COLUMNS, ("Ann", "Ann"), "Raters: “Ann” appears twice; give each rater a name"),
        (LONG, replace(COLUMNS, rating="who"), (), "Column “who” is named twice; each column can"),
        (MANY, replace(COLUMNS, group=None), (), "Raters: 501 are too many; 500 is the most."),
    ],
)
def test_rows_that_are_refused(content, columns, raters, message):
    assert error_of(long, content, columns, raters=raters).startswith(message)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (Columns("Ann", "Ann"), "Actual and predicted are one and the same column, “Ann”: "),
        (Columns("Ann", "Ben", more=("Ann",)), "Column “Ann” is named twice"),
    ],
)
def test_columns_that_are_refused(columns, message):
    assert error_of(wide, columns=columns).startswith(message)


def test_tables_that_are_too_large(monkeypatch):
    monkeypatch.setattr(rows, "_MOST_ROWS", 9)
    assert error_of(long).startswith("This long table has more than 9 rows: put each item")
    monkeypatch.setattr("qwk_core.statistics.raters.table.MAX_CELLS", 5)
    assert error_of(wide).startswith("4 items by 3 raters are too large a table; 5 cells")


def test_orders_that_the_file_declares():
    said = Answers(columns=("Ana", "Ben", "Cy"))
    frame = pd.DataFrame({"Ana": ["low", "mid"], "Ben": ["low", "high"], "Cy": ["low", None]})
    reading = of(in_parquet(frame.astype(ORDER)).getvalue(), said)
    assert reading.categories == ("low", "mid", "high")
    assert "Categories, from lowest to highest" in str(reading.remarks[-1])
    two = frame.astype({"Ana": ORDER, "Ben": ORDER, "Cy": OTHER})
    (question,) = of(in_parquet(two).getvalue(), said).questions
    assert "declare different orders" in str(question.message)
    assert len(question.options) == 2
