"""Ratings in columns and in rows lead to the same table, refusals, left-out rows and questions."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from qwk_core import RatingsError
from qwk_core.files import blocks, rows
from qwk_core.files.answers import Answers
from qwk_core.files.columns import Columns, read_columns
from qwk_core.files.detection import detect
from qwk_core.files.labelled import LabelCounts, LabelTable
from qwk_core.files.meaning import table_of
from qwk_core.files.reading import read
from qwk_core.files.rows import RowColumns, read_rows

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


def of(content, answers=None):
    source = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    return read(source, "ratings", answers)


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
        assert table.groups == ("7A", "7A", "7B", "7B")
        assert table.labels == ("", "3", "4", "2", "1")
        assert table.totals() == {"3": 3, "4": 2, "2": 2, "1": 2}
    assert shares[-1] == 1


def test_two_of_its_raters_are_counts_whichever_way_they_lie():
    of_columns = of(WIDE.replace("3,0", "3"), Answers(columns=("Cy", "Ann"), group="class"))
    of_rows = of(
        LONG, Answers(rows=(("essay",), "who", "mark"), raters=("Cy", "Ann"), group="class")
    )
    for table in (of_columns.table, of_rows.table):
        assert table.raters == ("Cy", "Ann")
        assert table.observed.tolist() == [[1, 0, 0, 0], [0] * 4, [0] * 4, [0, 0, 1, 0]]
        assert table.missing == (1, 1, 0)
        assert {name: one.sum() for name, one in table.groups.items()} == {"7A": 1, "7B": 1}


def test_several_columns_may_name_the_item():
    text = LONG.replace("essay,class", "essay,visit")
    found = of(text, Answers(rows=(("essay", "visit"), "who", "mark")))
    assert found.table.n_items == 4
    assert len(long(columns=replace(COLUMNS, group=None), twice="drop").codes) == 3


def test_raters_may_be_chosen_and_ordered():
    table = long(raters=["Cy", "Ann"])
    assert table.raters == ("Cy", "Ann")
    assert labels(table) == [["4", "3"], ["", "4"], ["2", ""], ["1", "1"]]
    assert len(long(raters=["Ben"]).codes) == 3


def parquet(frame):
    file = io.BytesIO()
    frame.to_parquet(file)
    return file.getvalue()


def test_names_and_orders_of_typed_columns():
    order = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame(
        {"item": [1.0, 1.0, 2.5, np.nan], "who": ["a", "b", "a", "b"], "mark": ["low", "high"] * 2}
    ).astype({"mark": order})
    table = long(parquet(frame), RowColumns(("item",), "who", "mark"))
    assert labels(table) == [["low", "high"], ["low", ""]]
    assert table.orders == (("low", "mid", "high"),)
    assert table.tidied.unnamed == 1
    other = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)
    three = pd.DataFrame({"a": ["low", "mid"], "b": ["low", "high"], "c": ["low", None]})
    columns = three.astype({"a": order, "b": order, "c": other})
    table = wide(parquet(columns), Columns("a", "b", more=("c",)))
    assert table.orders == (("low", "mid", "high"), ("high", "mid", "low"))
    two = table_of(table.counts(), ("low", "mid", "high"), Answers())
    assert two.observed.sum() == 2


def test_rows_of_a_sheet_of_objects():
    lines = (
        '{"i": 1, "w": "a", "m": 2}\n{"i": 1, "w": "b", "m": 3}\n{"i": 2, "w": "a", "m": null}\n'
    )
    columns = RowColumns(("i",), "w", "m")
    assert labels(long(lines, columns)) == [["2", "3"], ["", ""]]
    assert labels(long(lines.replace('"i": 2', '"i": NaN'), columns)) == [["2", "3"]]


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
        (
            LONG,
            COLUMNS,
            ("Ann", "Dan"),
            "There is no rater “Dan”. The raters are: “Ann”, “Ben”, “Cy”.",
        ),
        (LONG, COLUMNS, ("Ann", "Ann"), "Raters: “Ann” appears twice; give each rater a name"),
        (LONG, replace(COLUMNS, rating="who"), (), "Column “who” is named twice; each column can"),
        (MANY, replace(COLUMNS, group=None), (), "Raters: 501 are too many; 500 is the most."),
    ],
)
def test_rows_that_are_refused(content, columns, raters, message):
    with pytest.raises(RatingsError) as error:
        long(content, columns, raters=raters)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (Columns("Ann", "Ann"), "Actual and predicted are one and the same column, “Ann”: "),
        (Columns("Ann", "Ben", more=("Ann",)), "Column “Ann” is named twice"),
        (Columns("Ann", "Ben", group="Ben", more=("Cy",)), "Column “Ben” is named twice"),
        (Columns("Ann", "Ben", more=("Dan",)), "There is no column “Dan”. The columns are:"),
    ],
)
def test_columns_that_are_refused(columns, message):
    with pytest.raises(RatingsError) as error:
        wide(columns=columns)
    assert str(error.value).startswith(message)


def test_tables_that_are_too_large(monkeypatch):
    monkeypatch.setattr(rows, "_MOST_ROWS", 9)
    with pytest.raises(RatingsError, match=r"^This long table has more than 9 rows: put each item"):
        long()
    monkeypatch.setattr("qwk_core.statistics.raters.table.MAX_CELLS", 5)
    with pytest.raises(RatingsError, match=r"^4 items by 3 raters are too large a table; 5 cells"):
        wide()


def test_raters_and_columns_that_are_nowhere():
    with pytest.raises(RatingsError, match=r"^There is no column “Dan”\."):
        of(WIDE, Answers(raters=("Dan", "Ben", "Cy")))
    with pytest.raises(RatingsError, match=r"^There is no column “judge”\."):
        of(LONG, Answers(rows=(("essay",), "judge", "mark")))
    with pytest.raises(RatingsError, match="two raters, one item per row"):
        of(WIDE, Answers(columns=("Ann", "Ben", "Cy"), cluster="class"))


# -- Recognised, and asked -------------------------------------------------------------------------

RATERS = ("Ana", "Ben", "Cy")
THREE = "essay,Ana,Ben,Cy\n1,3,4,3\n2,4,3,4\n3,1,2,\n4,2,,1\n5,3,3,4\n"
SAID = Answers(columns=RATERS)
ROWS = "essay,grader,score\n" + "".join(
    f"{line.split(',')[0]},{rater},{cell}\n"
    for line in THREE.splitlines()[1:]
    for rater, cell in zip(RATERS, line.split(",")[1:], strict=True)
)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (THREE, SAID),
        (THREE, Answers(raters=RATERS)),
        (ROWS, Answers(raters=())),
        (ROWS, Answers(raters=RATERS)),
        (ROWS, Answers(rows=(("essay",), "grader", "score"))),
    ],
)
def test_three_raters(content, sentence):
    reading = of(content, sentence)
    assert not reading.questions
    assert reading.categories == (1, 2, 3, 4)
    assert reading.table.raters == RATERS
    assert reading.table.positions.tolist()[3] == [1, -1, 0]


def test_of_three_raters_two_or_all_are_asked_for():
    rows = "".join(f"{n},{n % 4},{(n + n % 3) % 4},{(n + n % 5) % 4}\n" for n in range(1, 40))
    (question,) = of("essay,Ana,Ben,Cy\n" + rows).questions
    assert (question.key, question.proposal) == ("columns", None)  # or are they three questions?
    assert of("x,Ana,Ben,Cy\n" + rows, question.options[-1].answers).table.raters == RATERS
    (question,) = of("essay,rater1,rater2,rater3\n" + rows).questions
    assert question.proposal.answers.columns == ("rater1", "rater2", "rater3")
    rated = "essay,grader,score\n" + "".join(
        f"{n},{who},{(n + at * (n % 3)) % 4}\n"
        for n in range(1, 20)
        for at, who in enumerate(RATERS)
    )
    (question,) = of(rated).questions
    assert (question.key, question.proposal.answers.raters) == ("raters", ())
    assert of(rated, question.proposal.answers).table.raters == RATERS
    assert of(rated, question.options[1].answers).table.raters == ("Ana", "Ben")


def test_titles_totals_and_codes_for_missing_ratings():
    reading = of(f"Study 7\n\n{THREE}6,-99,3,.\nTotal,13,10,11\n", SAID)
    assert [str(remark) for remark in reading.remarks] == [
        "Names in row 3, below 1 row that is no part of the table.",
        "Left out: row 10, “Total” (a total or a mean, no item).",
        "Counted as missing: . (1), -99 (1).",
    ]
    assert reading.table.positions.tolist()[-1] == [-1, 2, -1]


def test_a_code_that_may_be_a_rating_is_a_question():
    text = THREE + "6,9,3,3\n7,2,9,2\n"
    reading = of(text, SAID)
    assert (reading.table, reading.categories) == (None, ())
    (question,) = reading.questions
    assert [option.answers.missing for option in question.options] == [("9",), None]
    first, second = (of(text, option.answers) for option in question.options)
    assert first.categories == (1, 2, 3, 4)
    assert first.table.positions.tolist()[5] == [-1, 2, 2]
    assert second.categories == tuple(range(1, 10))
    declared = of(text, replace(SAID, categories=tuple(range(10))))
    assert declared.table.positions.tolist()[5] == [9, 3, 3]


def test_spellings_and_the_order_of_words():
    text = "Ana,Ben,Cy\nmild,Mild,none\nsevere,mild,severe\nnone,none,none\n"
    reading = of(text, SAID)
    (question,) = reading.questions
    assert question.key == "order"
    assert str(reading.remarks[0]) == "Spelled in one way: “mild”."
    answered = of(text, replace(SAID, categories=("none", "mild", "severe")))
    assert answered.table.positions.tolist()[0] == [1, 1, 0]


def test_orders_that_the_file_declares():
    order = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    other = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)
    frame = pd.DataFrame({"Ana": ["low", "mid"], "Ben": ["low", "high"], "Cy": ["low", None]})
    reading = of(parquet(frame.astype(order)), SAID)
    assert reading.categories == ("low", "mid", "high")
    assert "Categories, from lowest to highest" in str(reading.remarks[-1])
    two = frame.astype({"Ana": order, "Ben": order, "Cy": other})
    (question,) = of(parquet(two), SAID).questions
    assert "declare different orders" in str(question.message)
    assert len(question.options) == 2


@pytest.mark.parametrize("way", ["columns", "rows"])
def test_dates_that_were_ratings_are_asked_about_in_any_column_of_ratings(way):
    if way == "columns":
        text = "id,a,b,c\n1,1-2,1-2,1-2\n2,2-3,2-3,02-Mar\n3,3-4,1-2,3-4\n4,1-2,1-2,1-2\n"
        sentence = Answers(columns=("a", "b", "c"))
    else:
        lines = (
            f"{n},{who},{('1-2', '02-Mar', '3-4')[n % 3]}\n" for n in range(9) for who in "abc"
        )
        text, sentence = "essay,grader,score\n" + "".join(lines), Answers(raters=())
    asked = of(text, sentence)
    assert [one.key for one in asked.questions] == ["dates"]
    assert "“02-Mar” in" in str(asked.questions[0].message)
    found = of(text, asked.questions[0].proposal.answers)
    assert found.categories == ("1-2", "2-3", "3-4")
    assert found.table.positions[1].tolist() == [1, 1, 1]


def test_a_row_that_may_be_a_total_is_a_question():
    names = ["Ana", "Ben", "Cy", "Eva", "Fay"]
    text = "essay,Ana,Ben,Cy\n" + "".join(
        f"{name},{line.split(',', 1)[1]}\n"
        for name, line in zip(names, THREE.splitlines()[1:], strict=True)
    )
    text += "Total,2,3,1\n"
    (question,) = of(text, SAID).questions
    assert question.key == "rows"
    out, kept = (of(text, option.answers) for option in question.options)
    assert (out.table.n_items, kept.table.n_items) == (5, 6)


def test_no_rating_at_all():
    with pytest.raises(RatingsError, match=r"^Ratings: every cell is empty; give at least one"):
        of("a,b,c\n.,.,NA\nNA,.,.\n", Answers(columns=("a", "b", "c")))


# -- Labels that are corrected --------------------------------------------------------------------


def test_labels_that_may_be_one_are_asked_about_and_never_made_one_silently():
    grades = ["KL 1", "KL 2", "KL 3"] * 8
    text = "a,b\n" + "".join(f"{one},{one}\n" for one in grades) + "KL2,KL 2\n"
    reading = of(text, Answers(columns=("a", "b")))
    (question,) = reading.questions
    assert (question.key, question.proposal) == ("order", None)
    assert question.alike == (("KL2", "KL 2"),)
    assert "These may be one label, spelled in two ways: “KL2” = “KL 2”." in str(question.message)
    (same,) = [option for option in question.options if option.answers.same]
    assert same.answers.same == (("KL2", "KL 2"),)
    mended = of(text, same.answers)
    assert "Made one by hand: “KL2” = “KL 2”." in " ".join(map(str, mended.remarks))
    if mended.questions:  # the order of the labels may still be a question
        mended = of(text, replace(same.answers, categories=("KL 1", "KL 2", "KL 3")))
    assert mended.table.observed.tolist() == [[8, 0, 0], [0, 9, 0], [0, 0, 8]]


def test_signs_that_mean_something_are_no_other_spelling():
    text = "a,b\n" + "B,B\nB+,B\nA,A\nB+,B+\n" * 6
    reading = of(text, Answers(columns=("a", "b")))
    assert not any(one.alike for one in reading.questions)
