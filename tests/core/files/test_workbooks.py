"""Workbooks as people have them: several tables on a sheet, subtotals, filters, a sheet a rater."""

from __future__ import annotations

import io

import pytest
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableColumn, TableRow
from odf.text import P

from qwk_core.files.answers import Answers
from qwk_core.files.formats import sheet_process
from qwk_core.files.layouts import ALL_SHEETS
from tests.core.files.made import KAPPA, A, B, excel, kappa, of, workbook
from tests.core.refused import error_of

HEAD = ("essay", "rater1", "rater2")
ITEMS = [(f"E{n}", *pair) for n, pair in enumerate(zip(A, B, strict=True))]


def written(rows):
    return excel(rows).getvalue()


def test_subtotals_are_no_items():
    middle = len(ITEMS) // 2
    rows = [("School", *HEAD)]
    for school, items in (("North", ITEMS[:middle]), ("South", ITEMS[middle:])):
        rows += [(school, *item) for item in items]
        sums = [sum(ratings) for ratings in list(zip(*items, strict=True))[1:]]
        rows.append((f"{school} Total", None, *sums))
    rows.append(("Grand Total", None, sum(A), sum(B)))
    assert kappa(of(written(rows))) == pytest.approx(KAPPA)


def test_items_whose_names_hold_the_word_for_a_total_are_items():
    names = ["Total Recall", "The Sum", *(item[0] for item in ITEMS[2:])]
    rows = [HEAD, *zip(names, A, B, strict=True)]
    assert kappa(of(written(rows))) == pytest.approx(KAPPA)


@pytest.mark.parametrize(
    "below",
    [
        [("Category", "rater1", "rater2"), *[(n, A.count(n), B.count(n)) for n in range(1, 6)]],
        [("essay", "style 1", "style 2"), *ITEMS[:40]],
        [("", *range(1, 6)), *[(n, 3, 2, 1, 0, 1) for n in range(1, 6)]],
    ],
    ids=["frequencies", "another criterion", "a table of counts"],
)
def test_another_table_below_is_asked_about(below):
    content = written([HEAD, *ITEMS, (), *below])
    (question,) = of(content).questions
    assert "Another table" in str(question.message)
    assert question.proposal is None
    assert kappa(of(content, question.options[0].answers)) == pytest.approx(KAPPA)


def test_what_stands_above_a_gap_is_no_part_of_the_table():
    above = [("Teacher", "Ms Lee"), ("Essays", 60), ("Scale", 5), ()]
    reading = of(written([*above, HEAD, *ITEMS]))
    assert kappa(reading) == pytest.approx(KAPPA)
    assert "Names in row 5" in str(reading.remarks[0])


def test_the_first_rows_of_a_table_with_a_gap_are_items():
    rows = [*ITEMS[:5], (), *ITEMS[5:]]
    assert kappa(of(written([HEAD, *rows]))) == pytest.approx(KAPPA)


def test_a_filter_above_a_pivot_is_no_part_of_it():
    pivot = [
        ("Grade", "(All)"),
        (),
        ("Count of essay", "Column Labels"),
        ("Row Labels", "low", "high", "Grand Total"),
        ("low", 9, 3, 12),
        ("high", 1, 7, 8),
        ("Grand Total", 10, 10, 20),
    ]
    assert of(written(pivot)).table.observed.tolist() == [[9, 3], [1, 7]]


def test_two_tables_of_other_items_side_by_side_are_refused():
    rows = [(*HEAD, None, *HEAD)]
    half = len(ITEMS) // 2
    rows += [(*one, None, *other) for one, other in zip(ITEMS[:half], ITEMS[half:], strict=True)]
    assert "do not name the same items" in error_of(of, written(rows))


def test_true_and_false_are_the_same_as_text():
    rows = [(name, a > 2, str(b > 2).upper()) for name, a, b in ITEMS]
    assert of(written([HEAD, *rows])).categories == ("FALSE", "TRUE")


@pytest.mark.parametrize(
    ("above", "name"), [((), "score of {}"), ((), "{}"), (("Rater: {}",), "score")]
)
def test_sheets_of_raters_may_have_titles_and_names_of_their_own(above, name):
    file = workbook(
        {
            rater: [
                [one.format(rater) for one in above],
                ("essay", name.format(rater)),
                *((item[0], rating) for item, rating in zip(ITEMS, ratings, strict=True)),
            ]
            for rater, ratings in (("Ana", A), ("Ben", B))
        }
    )
    assert kappa(of(file.getvalue(), Answers(sheet=ALL_SHEETS))) == pytest.approx(KAPPA)


def test_what_a_sheet_of_ods_hides_is_known(tmp_path):
    document, table = OpenDocumentSpreadsheet(), Table(name="ratings")
    table.addElement(TableColumn(numbercolumnsrepeated=2))
    table.addElement(TableColumn(visibility="collapse"))
    table.addElement(TableColumn())
    for at, cells in enumerate(
        [("essay", "rater1", "old", "rater2"), *zip(A, A, A, B, strict=True)]
    ):
        row = TableRow(visibility="filter") if at > 40 else TableRow()
        for cell in cells:
            kind = "string" if isinstance(cell, str) else "float"
            made = TableCell(valuetype=kind, **({} if kind == "string" else {"value": cell}))
            made.addElement(P(text=str(cell)))
            row.addElement(made)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    file = io.BytesIO()
    document.write(file)
    path = tmp_path / "filtered.ods"
    path.write_bytes(file.getvalue())
    hidden = {"hidden_rows": [*range(42, 62)], "hidden_columns": [2]}
    assert sheet_process._said(str(path)) == {"ratings": hidden}
    (question,) = of(file.getvalue()).questions
    assert "The sheet hides 20 rows" in str(question.message)
    remarks = " ".join(map(str, of(file.getvalue(), question.options[0].answers).remarks))
    assert "Columns that the sheet hides were left aside: “old”" in remarks
