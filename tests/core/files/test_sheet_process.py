"""The process that reads spreadsheets and statistics files: its output and its end."""

import datetime
import io
import json
import runpy
import sys
import threading
import zipfile

import pandas as pd
import pytest
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableColumn, TableRow
from odf.text import P

from qwk_core import NoRoomError, RatingsError
from qwk_core.files import limited
from qwk_core.files.answers import Answers
from qwk_core.files.blocks import amount
from qwk_core.files.formats import excel, sheet_process
from qwk_core.files.layouts import Layout
from qwk_core.files.packed import unpacked
from tests.core.files import made
from tests.core.files.made import A, B, of
from tests.core.refused import error_of


def process(kind, path):
    """Return the status of the process."""
    return sheet_process.main([kind, str(path)], io.BytesIO())


def tables(kind, path):
    """Return what the process says of each table, and its rows."""
    out = io.BytesIO()
    assert sheet_process.main([kind, str(path)], out) == 0
    with zipfile.ZipFile(out) as archive:
        about = json.loads(archive.read("about.json"))
        assert about["kind"] == kind
        return [
            (said, list(map(json.loads, archive.read(str(place)).splitlines())))
            for place, said in enumerate(about["tables"])
        ]


@pytest.fixture
def workbook(tmp_path):
    rows = [
        ["a", "b"],
        [3, 2.5],
        [None, True],
        [datetime.datetime(2024, 5, 1), datetime.datetime(2024, 5, 1, 9, 30)],
        [datetime.time(9, 30), "x"],
    ]
    path = tmp_path / "ratings.xlsx"
    return saved(path, {"ratings": rows, "hidden": []}, hide_the_last)


def hide_the_last(book):
    book.worksheets[-1].sheet_state = "hidden"


def saved(path, sheets, edit=lambda book: None):
    path.write_bytes(made.workbook(sheets, edit).getvalue())
    return path


def test_it_is_a_script_that_ends_with_its_status(workbook, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "argv", ["sheet_process.py", "excel", str(workbook)])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(sheet_process.__file__, run_name="__main__")
    assert end.value.code == 0
    assert zipfile.ZipFile(out.buffer).namelist() == ["0", "1", "about.json"]


def test_a_sheet_row_by_row(workbook):
    (about, rows), (hidden, none) = tables("excel", workbook)
    assert about == {
        "name": "ratings",
        "visible": True,
        "hidden_rows": [],
        "hidden_columns": [],
        "uncalculated": 0,
        "part": "0",
        "first": ["a", "b"],
        "rows": 4,
    }
    assert rows == [
        [1, ["a", "b"]],
        [2, [3, 2.5]],
        [3, [None, "TRUE"]],
        [4, ["2024-05-01", "2024-05-01 09:30"]],
        [5, ["09:30:00", "x"]],
    ]
    assert (hidden["name"], hidden["visible"], hidden["rows"], none) == ("hidden", False, 0, [])


def test_what_a_sheet_hides_is_told(tmp_path):
    def hide(book):
        book.active.row_dimensions[3].hidden = True
        book.active.column_dimensions["C"].hidden = True

    sheets = {"Ana & Ben": [[at] * 3 for at in range(5)], "Ana": []}
    path = saved(tmp_path / "filtered.xlsx", sheets, hide)
    hidden = [(about["hidden_rows"], about["hidden_columns"]) for about, _ in tables("excel", path)]
    assert hidden == [([3], [2]), ([], [])]


def test_what_a_sheet_of_ods_hides_is_known(tmp_path):
    document, table = OpenDocumentSpreadsheet(), Table(name="ratings")
    table.addElement(TableColumn(numbercolumnsrepeated=2))
    table.addElement(TableColumn(visibility="collapse"))
    table.addElement(TableColumn())
    rows = [("essay", "rater1", "old", "rater2"), *zip(A, A, A, B, strict=True)]
    for at, cells in enumerate(rows):
        row = TableRow(visibility="filter") if at > 40 else TableRow()
        for cell in cells:
            row.addElement(TableCell(valuetype="string"))
            row.lastChild.addElement(P(text=str(cell)))
        table.addElement(row)
    document.spreadsheet.addElement(table)
    path = tmp_path / "filtered.ods"
    document.save(path)
    hidden = {"hidden_rows": [*range(42, 62)], "hidden_columns": [2]}
    assert sheet_process._said(str(path)) == {"ratings": hidden}
    (question,) = of(path.read_bytes()).questions
    assert "The sheet hides 20 rows" in str(question.message)
    remarks = " ".join(map(str, of(path.read_bytes(), question.options[0].answers).remarks))
    assert "Columns that the sheet hides were left aside: “old”" in remarks


@pytest.mark.parametrize(
    ("names", "hidden", "said"),
    [
        ("id rater score age", "A", {"rows": (("id",), "rater", "score")}),
        ("id rater score age", "B", {"rows": (("id",), "rater", "score")}),
        ("id rater score age", "C", {"rows": (("id",), "rater", "score")}),
        ("school ann score ben", "B", {"columns": ("ann", "ben")}),
        ("school ann score ben", "D", {"raters": ("ann", "ben")}),
        ("school ann score ben", "A", {"columns": ("ann", "ben"), "group": "school"}),
    ],
)
def test_a_hidden_column_that_is_named_is_used(names, hidden, said):
    rows = [(1 + at // 2, 1 + at % 2, score, 1 + at % 3) for at, score in enumerate(A)]

    def hide(book):
        for column in (hidden, "C"):
            book.active.column_dimensions[column].hidden = True

    reading = of(
        made.workbook({"ratings": [names.split(), *rows]}, hide).getvalue(), Answers(**said)
    )
    assert not reading.questions
    assert reading.table.n
    remarks = " ".join(map(str, reading.remarks))
    assert ("left aside: “score”" in remarks) == ("ann" in names)
    assert remarks.count("left aside") == ("ann" in names)


def test_a_sheet_whose_part_is_not_found_hides_nothing(workbook, tmp_path):
    part = "xl/_rels/workbook.xml.rels"
    moved = made.changed(workbook, part, lambda content: content.replace(b"sheet2", b"sheet9"))
    with zipfile.ZipFile(moved) as archive:
        assert [name for name, _ in sheet_process._parts(archive)] == ["ratings"]


def test_the_sheets_that_hold_a_table():
    rows = [[at, at + 1] for at in range(9)]
    sheets = {"Notes": [["Read me"]], "first": rows, "second": rows[:8], "codes": rows[:2]}
    layout = excel.find_layout(made.plain(made.workbook(sheets)))
    assert (layout.sheet, layout.tables) == ("first", ("first", "second"))


@pytest.mark.parametrize(
    "target", ["sharedStrings.xml", "worksheets/texts.xml", "/texts/of/cells.xml"]
)
def test_shared_texts_may_lie_in_any_part(workbook, target, tmp_path):
    space = "http://schemas.openxmlformats.org"
    link = (
        f'<Relationship Id="rId99" Target="{target}" '
        f'Type="{space}/officeDocument/2006/relationships/sharedStrings"/></Relationships>'
    )
    texts = f'<sst xmlns="{space}/spreadsheetml/2006/main"><si><t>x</t></si><si><t>y</t></si></sst>'
    cells = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
    parts = {
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{space}/spreadsheetml/2006/main">'
        f"<sheetData>{cells}</sheetData></worksheet>",
        target[1:] if target.startswith("/") else f"xl/{target}": texts,
    }
    if target != "sharedStrings.xml":
        parts["xl/sharedStrings.xml"] = "<no texts"
    moved = tmp_path / "moved.xlsx"
    with zipfile.ZipFile(workbook) as old:
        whole = {name: old.read(name) for name in old.namelist()}
    links = whole["xl/_rels/workbook.xml.rels"].decode()
    parts["xl/_rels/workbook.xml.rels"] = links.replace("</Relationships>", link)
    moved.write_bytes(made.zipped(whole | parts))
    assert tables("excel", moved)[0][1] == [[1, ["x", "y"]]]


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_a_statistics_file_keeps_its_codes_and_their_labels(kind, tmp_path):
    path = tmp_path / f"ratings.{kind}"
    ratings = {"a": [1.0, 2.0, float("nan")], "b": [1.0, 1.5, 2.0]}
    path.write_bytes(made.statistics(kind, {"r1": {1: "low", 2: "high"}}, **ratings))
    ((about, rows),) = tables(kind, path)
    assert (about["name"], about["labels"]) == ("", {"r1": {"1": "low", "2": "high"}})
    assert rows == [[1, ["r1", "r2"]], [2, [1, 1]], [3, [2, 1.5]], [4, [None, 2]]]


@pytest.mark.parametrize(("kind", "module"), [("sav", "pyreadstat"), ("excel", "python_calamine")])
def test_it_names_the_library_that_is_not_installed(kind, module, monkeypatch, workbook):
    monkeypatch.setitem(sys.modules, module, None)
    status = process(kind, workbook)
    assert f"pip install {module.replace('_', '-')}" in str(excel._refused(status, kind))


def test_a_file_that_the_library_refuses(tmp_path):
    path = tmp_path / "ratings.xlsx"
    path.write_bytes(b"PK\x03\x04 no workbook")
    assert "damaged" in str(excel._refused(process("excel", path), "excel"))


def test_a_file_that_needs_more_memory_than_there_is(workbook, monkeypatch):
    def full(_path):
        raise MemoryError

    monkeypatch.setattr(sheet_process, "_opened", full)
    assert "more memory" in str(excel._refused(process("excel", workbook), "excel"))


def test_a_workbook_with_entities_of_its_own_is_refused(workbook):
    with zipfile.ZipFile(workbook, "a") as archive:
        archive.writestr("xl/more.xml", "<!DOCTYPE lolz [<!ENTITY a 'b'>]><x>&a;</x>")
    assert process("excel", workbook) == 4


def test_formulas_without_a_value_are_counted_sheet_by_sheet(tmp_path):
    path = saved(tmp_path / "ratings.xlsx", {"sums": [["=1+1", "=2+2"]], "ratings": [[1, 2]]})
    assert [about["uncalculated"] for about, _ in tables("excel", path)] == [2, 0]


def test_numbers_that_json_has_no_name_for_are_empty():
    assert sheet_process._plain(float("inf")) is None
    assert sheet_process._plain(datetime.timedelta(hours=1)) == "1:00:00"
    assert sheet_process._plain(2.0**60) == 2.0**60
    assert sheet_process._plain(datetime.datetime(2024, 5, 1)) == "2024-05-01"


def test_a_workbook_of_charts_alone(tmp_path):
    path = saved(tmp_path / "charts.xlsx", {}, lambda book: book.create_chartsheet("chart"))
    with path.open("rb") as file, pytest.raises(RatingsError, match="no sheet"):
        excel.find_layout(made.plain(file))
    assert tables("excel", path) == []


def test_a_process_that_ends_among_its_rows(monkeypatch, tmp_path):
    script = tmp_path / "ends.py"
    script.write_text("import sys\nprint('PK')\nsys.exit(9)\n")
    monkeypatch.setattr(excel, "_SCRIPT", script)
    blocks = excel.as_rows(io.BytesIO(b"x"), "excel")
    assert next(blocks) == b"PK\n"
    assert "more memory or time" in error_of(next, blocks)


def test_a_sheet_wider_than_anybody_looks_through_is_refused_at_its_first_row():
    source = made.excel([[], [*[None] * 4_000, 1]])
    assert "4001 columns" in error_of(
        excel.first_rows, made.plain(source), Layout("excel", sheet="Sheet")
    )


def test_empty_rows_and_columns_before_the_table_are_counted(tmp_path):
    rows = [[], [], [None, None, 1], [None, 2]]
    path = saved(tmp_path / "apart.xlsx", {"apart": rows})
    assert tables("excel", path)[0][1] == [[3, [None, None, 1]], [4, [None, 2, None]]]


def test_no_more_processes_at_once_than_the_memory_is_for(monkeypatch, workbook):
    source = io.BytesIO(workbook.read_bytes())
    monkeypatch.setattr(limited, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(limited, "PATIENCE", 0.01)
    with limited.turn(), pytest.raises(NoRoomError, match="Try again a little later"):
        unpacked(source)
    unpacked(source).close()


def test_a_full_disk_is_said(monkeypatch, workbook):
    def full(*_anything, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(excel.tempfile, "TemporaryDirectory", full)
    with pytest.raises(NoRoomError, match="No space left on device"):
        unpacked(io.BytesIO(workbook.read_bytes()))


def test_what_there_is_to_read_is_known_beforehand():
    assert amount(io.BytesIO(b"a,b\n1,2\n"), Layout("text")) == 8
    runs = made.in_parquet(pd.DataFrame({"a": [1] * 100_000}))
    assert amount(runs, Layout("parquet")) == 200_000
    with unpacked(made.excel([("a", "b"), *[(1, 2)] * 10_000])) as rows:
        assert amount(rows, Layout("excel")) > 10_000 * len("[1, 2]\n")
