"""Workbooks in which several sheets hold a table: one is chosen, or each is a rater's."""

import pytest

from qwk_core.files.answers import Answers
from qwk_core.files.detection import detect
from qwk_core.files.join import join
from qwk_core.files.layouts import ALL_SHEETS
from qwk_core.files.reading import read
from qwk_core.statistics.rating_table import PairCounts, RatingTable
from tests.core.files.made import plain, workbook
from tests.core.refused import error_of

ANN, BOB, CY = (1, 2, 3, 2, 1, 3), (1, 2, 3, 2, 2, 3), (3, 2, 1, 2, 1, 3)
OBSERVED = [[1, 1, 0], [0, 2, 0], [0, 0, 2]]  # of Ann and Bob


def book(hide=False, head=("id", "grade"), **raters):
    """Return a workbook with a sheet for each rater, in which one may hide a row."""
    sheets = {name: [head, *enumerate(ratings, start=1)] for name, ratings in raters.items()}
    return plain(workbook(sheets, hide_a_row if hide else lambda book: None))


def hide_a_row(book):
    book.worksheets[-1].row_dimensions[3].hidden = True


def table_of(file, **said):
    return read(file, answers=Answers(sheet=ALL_SHEETS, **said)).table


def test_each_sheet_may_be_a_rater():
    file = book(Ann=ANN, Bob=BOB)
    (question,) = read(file).questions
    assert [option.answers.sheet for option in question.options] == ["Ann", "Bob", ALL_SHEETS]
    table = table_of(file)
    assert isinstance(table, PairCounts)
    assert table.raters == ("Ann", "Bob")
    assert table.observed.tolist() == OBSERVED


def test_three_sheets_are_three_raters():
    table = table_of(book(Ann=ANN, Bob=BOB, Cy=CY), raters=())
    assert isinstance(table, RatingTable)
    assert table.raters == ("Ann", "Bob", "Cy")
    assert table.positions.T.tolist() == [[one - 1 for one in each] for each in (ANN, BOB, CY)]


@pytest.mark.parametrize(
    "file",
    [
        book(Ann=ANN, Bob=BOB, hide=True),
        book(Ann=ANN, Bob=BOB, head=("rater", "grade")),
        book(Ann=ANN, Bob=BOB, head=(1, 2)),
    ],
    ids=["a row is hidden", "the raters have names", "no names"],
)
def test_sheets_that_may_mean_something_else_are_chosen_one_by_one(file):
    assert ALL_SHEETS not in detect(file).sheets
    (question,) = read(file).questions
    assert [option.answers.sheet for option in question.options] == ["Ann", "Bob"]
    error_of(table_of, file)


def test_which_sheet_of_two_files_is_joined_is_not_guessed():
    files, names = (book(May=ANN, June=BOB), book(May=BOB, June=CY)), ("a.xlsx", "b.xlsx")
    assert "a.xlsx: 2 sheets hold a table" in error_of(join, files, names, Answers())
    _, counts = join(files, names, Answers(sheet="June"))
    assert counts is not None
    assert dict(counts.totals()) == {"1": 3, "2": 5, "3": 4}


def test_the_rows_of_all_sheets_are_counted_on():
    assert "row 11: “2024-05-21” is a date" in error_of(
        table_of, book(Ann=ANN, Bob=(*BOB[:3], "2024-05-21", *BOB[4:]))
    )


def test_no_sheet_of_many_is_left_out():
    raters = {f"Rater {n}": ANN if n % 2 else BOB for n in range(15)}
    assert table_of(book(**raters), raters=()).raters == tuple(raters)


@pytest.mark.parametrize(
    ("above", "name"), [((), "score of {}"), ((), "{}"), (("Rater: {}",), "score")]
)
def test_sheets_of_raters_may_have_titles_and_names_of_their_own(above, name):
    sheets = {
        rater: [
            [one.format(rater) for one in above],
            ("essay", name.format(rater)),
            *enumerate(ratings, start=1),
        ]
        for rater, ratings in (("Ann", ANN), ("Bob", BOB))
    }
    assert table_of(plain(workbook(sheets))).observed.tolist() == OBSERVED
