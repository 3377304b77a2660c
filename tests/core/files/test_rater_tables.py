"""Files of many raters: one column a rater, or one row a rating."""

import io

import numpy as np
import pandas as pd
import pytest

from qwk_core import RatingsError, rater_agreement
from qwk_core.files import blocks
from qwk_core.files.detection import detect
from qwk_core.files.rater_tables import read_long, read_wide

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
RATINGS = [["3", "3", "4"], ["4", "3", None], [None, "2", "2"], ["1", None, "1"]]
COLUMNS = {"item": "essay", "rater": "who", "rating": "mark"}


def opened(content):
    source = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    return source, detect(source)


def long(content, **changes):
    return read_long(*opened(content), **{**COLUMNS, "group": "class", **changes})


@pytest.mark.parametrize("rows_per_block", [1, 2, 100])
def test_wide_and_long_are_one_table(rows_per_block, monkeypatch):
    real = blocks.read_blocks
    monkeypatch.setattr(
        "qwk_core.files.rater_tables.read_blocks",
        lambda *arguments: real(*arguments, rows_per_block),
    )
    shares = []
    wide = read_wide(*opened(WIDE), ["Ann", "Ben", "Cy"], group="class", progress=shares.append)
    for table in (wide, long(LONG, progress=shares.append)):
        assert table.ratings.tolist() == RATINGS
        assert table.raters == ("Ann", "Ben", "Cy")
        assert table.groups == ("7A", "7A", "7B", "7B")
        assert set(table.labels) == {"1", "2", "3", "4"}
        assert table.totals()["3"] == 3
    assert shares[-1] == 1
    agreement = rater_agreement(wide.on_scale(range(1, 5)), categories=range(1, 5))
    assert agreement.pair_counts.tolist() == [[3, 2, 2], [2, 3, 2], [2, 2, 3]]


def test_without_a_group_an_item_is_its_name():
    with pytest.raises(RatingsError, match=r"^Rows 4 and 10: “Cy” rates the item “e1” twice\."):
        long(LONG, group=None)
    table = long("essay,who,mark\n1,Ann,3\n1,Ben,2\n", group=None)
    assert table.groups == ()
    assert table.ratings.tolist() == [["3", "2"]]


def test_raters_may_be_chosen_and_ordered():
    table = long(LONG, raters=["Cy", "Ann"])
    assert table.raters == ("Cy", "Ann")
    assert table.ratings.tolist() == [[row[2], row[0]] for row in RATINGS]
    assert "3" in table.labels
    only = long(LONG, raters=["Ann", "Cy"]).labels
    assert set(only) == {"1", "2", "3", "4"}


@pytest.mark.parametrize(
    ("content", "changes", "message"),
    [
        (
            LONG.replace("e3,7B,Cy", "e3,7B,Ben"),
            {},
            "Rows 8 and 9: “Ben” rates the item “e3” (7B) twice. Keep one of the two.",
        ),
        (LONG.replace("e3,7B,Cy", ",7B,Cy"), {}, "Items, row 9: the name is missing."),
        (
            LONG.replace("e3,7B,Cy", " ,7B,Cy"),
            {"group": None},
            "Items, row 9: the name is missing.",
        ),
        (LONG.replace("e3,7B,Cy", "e3,7B,"), {}, "Raters, row 9: the name is missing."),
        (
            LONG.replace("7B,Cy,2", "7B,Cy,2026-01-01"),
            {},
            "Column “mark”, row 9: “2026-01-01” is a date, not a rating. Choose the column with "
            "the ratings; spreadsheets also turn ratings such as 1-2 into dates.",
        ),
        (
            LONG,
            {"raters": ["Ann", "Dan"]},
            "There is no rater “Dan”. The raters are: “Ann”, “Ben”, “Cy”.",
        ),
        (
            LONG,
            {"raters": ["Ann", "Ann"]},
            "Raters: “Ann” appears twice; give each rater a name of their own.",
        ),
        (
            LONG,
            {"rating": "who"},
            "Column “who” is named twice; each column can be used once.",
        ),
        (
            "essay,who,mark\n" + "".join(f"1,r{n},2\n" for n in range(501)),
            {"group": None},
            "Raters: 501 are too many; 500 is the most.",
        ),
    ],
)
def test_long_files_that_are_refused(content, changes, message):
    with pytest.raises(RatingsError) as error:
        long(content, **changes)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("raters", "group", "message"),
    [
        ([], None, "Raters: 0 are not enough; at least two are needed."),
        (["Ann"], None, "Raters: 1 are not enough; at least two are needed."),
        (
            ["Ann", "Ann"],
            None,
            "Column “Ann” is named twice; each column can be used once.",
        ),
        (["Ann", "Ben"], "Ben", "Column “Ben” is named twice; each column can be used once."),
        (
            ["Ann", "Dan"],
            None,
            "There is no column “Dan”. The columns are: “essay”, “class”, “Ann”, “Ben”, “Cy”.",
        ),
    ],
)
def test_wide_files_that_are_refused(raters, group, message):
    with pytest.raises(RatingsError) as error:
        read_wide(*opened(WIDE), raters, group=group)
    assert str(error.value) == message


def test_a_table_that_is_too_large(monkeypatch):
    monkeypatch.setattr("qwk_core.statistics.raters.long.MAX_CELLS", 5)
    with pytest.raises(RatingsError, match=r"^4 items by 3 raters are too large a table; 5 cells"):
        read_wide(*opened(WIDE), ["Ann", "Ben", "Cy"])


def test_a_long_table_of_too_many_rows(monkeypatch):
    monkeypatch.setattr("qwk_core.files.rater_tables._MOST_ROWS", 9)
    with pytest.raises(RatingsError, match=r"^This long table has more than 9 rows: put each item"):
        long(LONG)


def test_labels_beside_the_scale_and_none_at_all():
    table = read_wide(*opened(WIDE), ["Ann", "Ben"])
    with pytest.raises(RatingsError, match=r"^The label 4 is not one of the categories 1–3\.$"):
        table.on_scale(range(1, 4))


def test_labels_may_be_renamed_or_taken_for_missing():
    table = read_wide(*opened(WIDE), ["Ann", "Ben", "Cy"])
    assert table.renamed({}) is table
    changed = table.renamed({"4": "3", "1": None})
    assert changed.ratings.tolist()[0] == ["3", "3", "3"]
    assert changed.ratings.tolist()[3] == [None, None, None]
    assert changed.totals() == {"3": 5, "2": 2}
    assert set(changed.labels) == {"3", "2"}


def parquet(frame):
    file = io.BytesIO()
    frame.to_parquet(file)
    return file.getvalue()


def test_names_and_orders_of_typed_columns():
    order = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame(
        {"item": [1.0, 1.0, 2.5, np.nan], "who": ["a", "b", "a", "b"], "mark": ["low", "high"] * 2}
    ).astype({"mark": order})
    table = read_long(*opened(parquet(frame[:3])), item="item", rater="who", rating="mark")
    assert table.ratings.tolist() == [["low", "high"], ["low", None]]
    assert table.orders == {"mark": ("low", "mid", "high")}
    with pytest.raises(RatingsError, match=r"^Items, row \d: the name is missing\.$"):
        read_long(*opened(parquet(frame)), item="item", rater="who", rating="mark")
    other = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)
    wide = pd.DataFrame({"a": ["low", "mid"], "b": ["low", "high"], "c": ["low", None]})
    columns = wide.astype({"a": order, "b": order, "c": other})
    table = read_wide(*opened(parquet(columns)), ["a", "b", "c"])
    assert table.orders == {
        "a": ("low", "mid", "high"),
        "b": ("low", "mid", "high"),
        "c": ("high", "mid", "low"),
    }


def test_rows_of_a_sheet_of_objects():
    lines = (
        '{"i": 1, "w": "a", "m": 2}\n{"i": 1, "w": "b", "m": 3}\n{"i": 2, "w": "a", "m": null}\n'
    )
    table = read_long(*opened(lines), item="i", rater="w", rating="m")
    assert table.ratings.tolist() == [["2", "3"], [None, None]]
    lines = lines.replace('"i": 2', '"i": NaN')
    with pytest.raises(RatingsError, match=r"^Items, row 3: the name is missing\.$"):
        read_long(*opened(lines), item="i", rater="w", rating="m")
