"""Workbooks with a sheet for each rater, and with hidden rows; others: cases/workbooks.toml."""

import io

import pytest
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableColumn, TableRow
from odf.text import P

from qwk_core.files.answers import Answers
from qwk_core.files.formats import sheet_process
from qwk_core.files.layouts import ALL_SHEETS
from tests.core.files.made import KAPPA, A, B, kappa, of, workbook


@pytest.mark.parametrize(
    ("above", "name"), [((), "score of {}"), ((), "{}"), (("Rater: {}",), "score")]
)
def test_sheets_of_raters_may_have_titles_and_names_of_their_own(above, name):
    file = workbook(
        {
            rater: [
                [one.format(rater) for one in above],
                ("essay", name.format(rater)),
                *enumerate(ratings),
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
