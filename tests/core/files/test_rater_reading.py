"""Files of many raters, read as a person would: what is unclear is a question."""

import io

import pandas as pd
import pytest

from qwk_core import RatingsError
from qwk_core.files.detection import detect
from qwk_core.files.rater_reading import any_is_column, read_raters
from qwk_core.files.reading import Answers

RATERS = ("Ana", "Ben", "Cy")
WIDE = "id,Ana,Ben,Cy\n1,3,4,3\n2,4,2,4\n3,3,3,2\n4,2,,1\n5,1,1,1\n"
LONG = "essay,grader,score\n" + "".join(
    f"e{essay},{who},{score}\n"
    for essay, scores in enumerate(["343", "424", "332", "21", "111"], start=1)
    for who, score in zip(RATERS, scores, strict=False)
)


def read(content, answers=None, **settings):
    source = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    return read_raters(source, "ratings", answers, **settings)


def parquet(frame):
    file = io.BytesIO()
    frame.to_parquet(file)
    return file.getvalue()


def test_columns_of_raters():
    reading = read(WIDE, raters=RATERS)
    assert not reading.questions
    assert not reading.remarks
    assert reading.categories == (1, 2, 3, 4)
    assert reading.labels.ratings.tolist()[3] == ["2", None, "1"]


@pytest.mark.parametrize(
    "settings",
    [
        {"long": ("essay", "grader", "score")},
        {"long": ("essay", "grader", "score"), "raters": RATERS},
        {"raters": RATERS},  # recognised
    ],
)
def test_a_row_a_rating(settings):
    reading = read(LONG, **settings)
    assert reading.labels.raters == RATERS
    assert reading.labels.ratings.shape == (5, 3)
    assert reading.categories == (1, 2, 3, 4)


def test_raters_that_are_nowhere():
    with pytest.raises(RatingsError, match=r"^There is no column “Dan”\."):
        read(WIDE, raters=("Dan", "Ben", "Cy"))
    with pytest.raises(RatingsError, match=r"^There is no column “Dan”\."):
        read(LONG, raters=("Dan", "Ben", "Cy"))
    with pytest.raises(RatingsError, match=r"^There is no rater “Dan”\. The raters are: “Ana”"):
        read(LONG, raters=("Ana", "Dan"), long=("essay", "grader", "score"))


def test_titles_totals_and_codes_for_missing_ratings():
    text = f"Study 7\n\n{WIDE}6,-99,3,.\nTotal,13,10,11\n"
    reading = read(text, raters=RATERS)
    assert [str(remark) for remark in reading.remarks] == [
        "Names in row 3, below 1 row that is no part of the table.",
        "Left out: row 10, “Total” (a total or a mean, no item).",
        "Counted as missing: . (1), -99 (1).",
    ]
    assert reading.labels.ratings.tolist()[-1] == [None, "3", None]
    assert reading.categories == (1, 2, 3, 4)


def test_a_code_that_may_be_a_rating_is_a_question():
    text = WIDE + "6,9,3,3\n7,2,9,2\n"
    reading = read(text, raters=RATERS)
    assert (reading.labels, reading.categories) == (None, ())
    (question,) = reading.questions
    assert question.key == "missing"
    assert [option.flag for option in question.options] == ["--missing=9", "--not-missing=9"]
    first, second = (read(text, option.answers, raters=RATERS) for option in question.options)
    assert first.categories == (1, 2, 3, 4)
    assert first.labels.ratings.tolist()[5] == [None, "3", "3"]
    assert second.categories == tuple(range(1, 10))
    declared = read(text, Answers(categories=tuple(range(10))), raters=RATERS)
    assert declared.categories == tuple(range(10))
    assert declared.labels.ratings.tolist()[5] == ["9", "3", "3"]


def test_spellings_and_the_order_of_words():
    text = "Ana,Ben,Cy\nmild,Mild,none\nsevere,mild,severe\nnone,none,none\n"
    reading = read(text, raters=RATERS)
    (question,) = reading.questions
    assert question.key == "order"
    assert [option.flag for option in question.options] == [
        "--categories none,mild,moderate,severe",
        "--categories none,mild,severe",
    ]
    assert str(reading.remarks[0]) == "Spelled in one way: “mild”."
    answered = read(text, question.options[1].answers, raters=RATERS)
    assert answered.categories == ("none", "mild", "severe")
    assert answered.labels.ratings.tolist()[0] == ["mild", "mild", "none"]


def test_orders_that_the_file_declares():
    order = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    other = pd.CategoricalDtype(["high", "mid", "low"], ordered=True)
    frame = pd.DataFrame({"Ana": ["low", "mid"], "Ben": ["low", "high"], "Cy": ["low", None]})
    reading = read(parquet(frame.astype(order)), raters=RATERS)
    assert reading.categories == ("low", "mid", "high")
    assert "Categories, from lowest to highest" in str(reading.remarks[-1])
    two = frame.astype({"Ana": order, "Ben": order, "Cy": other})
    (question,) = read(parquet(two), raters=RATERS).questions
    assert "declare different orders" in str(question.message)
    assert len(question.options) == 2


def test_dates_that_were_ratings_are_asked_about_in_any_column_of_a_rater():
    table = b"id,a,b,c\n1,1-2,1-2,1-2\n2,2-3,2-3,02-Mar\n3,3-4,1-2,3-4\n4,1-2,1-2,1-2\n"
    asked = read(table, raters=("a", "b", "c"))
    assert [one.key for one in asked.questions] == ["dates"]
    assert "“02-Mar” in “c” is a date" in str(asked.questions[0].message)
    found = read(table, asked.questions[0].options[0].answers, raters=("a", "b", "c"))
    assert found.labels.ratings[1].tolist() == ["2-3", "2-3", "2-3"]
    assert found.categories == ("1-2", "2-3", "3-4")


@pytest.mark.parametrize("settings", [{"long": ("essay", "grader", "score")}, {"raters": "AB"}])
def test_dates_that_were_ratings_in_a_row_a_rating(settings):
    rows = (f"{n},{who},{('1-2', '02-Mar', '3-4')[n % 3]}\n" for n in range(9) for who in "AB")
    table = ("essay,grader,score\n" + "".join(rows)).encode()
    asked = read(table, **settings)
    assert [one.key for one in asked.questions] == ["dates"]
    found = read(table, Answers(dates=True, categories=("1-2", "2-3", "3-4")), **settings)
    assert found.labels.ratings[1].tolist() == ["2-3", "2-3"]


def test_a_row_that_may_be_a_total_is_a_question():
    names = ["Ana", "Ben", "Cy", "Eva", "Fay"]
    text = "essay,Ana,Ben,Cy\n" + "".join(
        f"{name},{line.split(',', 1)[1]}\n"
        for name, line in zip(names, WIDE.splitlines()[1:], strict=True)
    )
    text += "Total,2,3,1\n"
    (question,) = read(text, raters=RATERS).questions
    assert question.key == "rows"
    out, kept = (read(text, option.answers, raters=RATERS) for option in question.options)
    assert len(out.labels.ratings) == 5
    assert len(kept.labels.ratings) == 6


def test_one_rater_alone():
    for content in (WIDE, LONG):
        with pytest.raises(RatingsError, match=r"^Raters: 1 are not enough; at least two are"):
            read(content, raters=["Ana"])


def test_no_rating_at_all():
    with pytest.raises(RatingsError, match=r"^Ratings: every cell is empty; give at least one"):
        read("a,b,c\n.,.,NA\nNA,.,.\n", raters=("a", "b", "c"))


def test_whether_a_name_is_that_of_a_column():
    source = io.BytesIO(WIDE.encode())
    layout = detect(source)
    assert any_is_column(source, ["Ana", "Dan"], layout)
    assert not any_is_column(source, ["Dan", "Eve"], layout)
