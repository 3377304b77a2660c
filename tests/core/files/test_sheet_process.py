"""The process that reads spreadsheets and statistics files: its output and its end."""

from __future__ import annotations

import datetime
import io
import json
import runpy
import sys
import threading
import zipfile

import pandas as pd
import pyreadstat
import pytest
from openpyxl import Workbook

from qwk_core import NoRoomError, RatingsError
from qwk_core.files import limited
from qwk_core.files.blocks import amount
from qwk_core.files.formats import excel, sheet_process
from qwk_core.files.layouts import Layout
from tests.core.files import made


def process(*arguments):
    """Return the status of the process, and the lines that it writes."""
    out = io.StringIO()
    status = sheet_process.main(list(map(str, arguments)), out)
    return status, out.getvalue().splitlines()


@pytest.fixture
def workbook(tmp_path):
    book = Workbook()
    book.active.title = "ratings"
    for row in (
        ["a", "b"],
        [3, 2.5],
        [None, True],
        [datetime.datetime(2024, 5, 1), datetime.datetime(2024, 5, 1, 9, 30)],
        [datetime.time(9, 30), "x"],
    ):
        book.active.append(row)
    book.create_sheet("hidden").sheet_state = "hidden"
    path = tmp_path / "ratings.xlsx"
    book.save(path)
    return path


def test_it_is_a_script_that_ends_with_its_status(workbook, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["sheet_process.py", "excel", str(workbook), "ratings"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(sheet_process.__file__, run_name="__main__")
    assert end.value.code == 0
    assert json.loads(capsys.readouterr().out.splitlines()[2]) == [2, [3, 2.5]]


def test_a_sheet_row_by_row(workbook):
    status, lines = process("excel", workbook, "ratings")
    assert status == 0
    about, *rows = map(json.loads, lines)
    assert about == {
        "sheets": ["ratings", "hidden"],
        "visible": ["ratings"],
        "uncalculated": 0,
        "hidden_rows": [],
        "hidden_columns": [],
    }
    assert rows == [
        [1, ["a", "b"]],
        [2, [3, 2.5]],
        [3, [None, True]],
        [4, ["2024-05-01", "2024-05-01 09:30"]],
        [5, ["09:30:00", "x"]],
    ]


def test_what_a_sheet_hides_is_told(tmp_path):
    book = Workbook()
    book.active.title = "Ana & Ben"
    for at in range(5):
        book.active.append([at, at, at])
    book.active.row_dimensions[3].hidden = True
    book.active.column_dimensions["C"].hidden = True
    path = tmp_path / "filtered.xlsx"
    book.save(path)
    about = json.loads(process("excel", path, "Ana & Ben")[1][0])
    assert (about["hidden_rows"], about["hidden_columns"]) == ([3], [2])
    with zipfile.ZipFile(path) as archive:
        assert sheet_process._part_of(archive, "Ana") == ""
    assert sheet_process._hidden(str(path), "Ana") == ([], [])


def test_the_sheets_that_hold_a_table(tmp_path):
    book = Workbook()
    book.active.append(["Read me"])
    for name, n in (("first", 9), ("second", 8), ("codes", 2)):
        sheet = book.create_sheet(name)
        for at in range(n):
            sheet.append([at, at + 1])
    path = tmp_path / "study.xlsx"
    book.save(path)
    assert json.loads(process("excel", path)[1][0])["tables"] == ["first", "second"]
    layout = excel.find_layout(io.BytesIO(path.read_bytes()))
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
    with zipfile.ZipFile(workbook) as old, zipfile.ZipFile(moved, "w") as new:
        links = old.read("xl/_rels/workbook.xml.rels").decode()
        parts["xl/_rels/workbook.xml.rels"] = links.replace("</Relationships>", link)
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, text in parts.items():
            new.writestr(name, text)
    status, lines = process("excel", moved, "ratings")
    assert (status, *map(json.loads, lines[1:])) == (0, [1, ["x", "y"]])


def test_without_a_sheet_that_is_there_it_only_lists_the_sheets(workbook):
    for sheet in ([], ["nothing"]):
        status, lines = process("excel", workbook, *sheet)
        assert status == 0
        assert [json.loads(line)["sheets"] for line in lines] == [["ratings", "hidden"]]


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_a_statistics_file_keeps_its_codes_and_their_labels(kind, tmp_path):
    path = tmp_path / f"ratings.{kind}"
    write = pyreadstat.write_sav if kind == "sav" else pyreadstat.write_dta
    table = pd.DataFrame({"r1": [1.0, 2.0, float("nan")], "r2": [1.0, 1.5, 2.0]})
    write(table, path, variable_value_labels={"r1": {1: "low", 2: "high"}})
    status, lines = process(kind, path)
    assert status == 0
    about, *rows = map(json.loads, lines)
    assert about == {"names": ["r1", "r2"], "labels": {"r1": {"1": "low", "2": "high"}}}
    assert rows == [[1, ["r1", "r2"]], [2, [1, 1]], [3, [2, 1.5]], [4, [None, 2]]]


def test_it_names_the_library_that_is_not_installed(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    status, lines = process("sav", tmp_path / "ratings.sav")
    assert (status, lines) == (3, ["pyreadstat"])
    assert "pip install pyreadstat" in str(excel._refused(status, lines[0]))


def test_a_file_that_the_library_refuses(tmp_path):
    path = tmp_path / "ratings.xlsx"
    path.write_bytes(b"PK\x03\x04 no workbook")
    status, lines = process("excel", path)
    assert status == 4
    assert "damaged" in str(excel._refused(status, lines[0]))


def test_a_workbook_with_entities_of_its_own_is_refused(workbook):
    with zipfile.ZipFile(workbook, "a") as archive:
        archive.writestr("xl/more.xml", "<!DOCTYPE lolz [<!ENTITY a 'b'>]><x>&a;</x>")
    assert process("excel", workbook, "ratings") == (4, ["ValueError"])


def test_formulas_are_counted_in_workbooks_that_are_zip_archives(workbook, tmp_path):
    with zipfile.ZipFile(workbook, "a") as archive:
        archive.writestr("xl/worksheets/more.xml", '<c r="A1"><f>1+1</f><v></v></c>' * 2)
    assert json.loads(process("excel", workbook, "ratings")[1][0])["uncalculated"] == 2
    old = tmp_path / "ratings.xls"
    old.write_bytes(b"\xd0\xcf\x11\xe0")
    assert sheet_process._uncalculated(str(old)) == 0


def test_numbers_that_json_has_no_name_for_are_empty():
    assert sheet_process._plain(float("inf")) is None
    assert sheet_process._plain(datetime.timedelta(hours=1)) == "1:00:00"
    assert sheet_process._plain(2.0**60) == 2.0**60
    assert sheet_process._plain(datetime.datetime(2024, 5, 1)) == "2024-05-01"


def test_a_workbook_of_charts_alone():
    book = Workbook()
    book.create_chartsheet("chart")
    del book[book.sheetnames[0]]
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(RatingsError, match="no sheet"):
        excel.find_layout(file)


def test_a_process_that_ends_among_its_rows(monkeypatch, tmp_path):
    script = tmp_path / "ends.py"
    script.write_text(
        "import sys\nprint('{\"sheets\": [\"x\"]}')\nprint('[1, [1]]')\nsys.exit(9)\n"
    )
    monkeypatch.setattr(excel, "_SCRIPT", script)
    with excel.opened(io.BytesIO(b"x"), Layout("excel", sheet="x")) as (_about, rows):
        assert next(rows) == (1, [1])
        with pytest.raises(RatingsError, match="more memory or time"):
            next(rows)


def test_two_rows_of_headings_in_a_sheet():
    rows = ([None, "Ana", "Luis"], ["id", "style", "style"], ["E1", 1, 2], ["E2", 2, 2])
    layout = Layout("excel", sheet="Sheet", sheets=("Sheet",), second_header=True)
    names, read = excel.first_rows(made.excel(rows), layout)
    assert names == ["id", "Ana style", "Luis style"]
    assert read == [["E1", "1", "2"], ["E2", "2", "2"]]


def test_a_sheet_wider_than_anybody_looks_through_is_refused_at_its_first_row():
    book = Workbook()
    book.active.cell(2, 4_001, 1)
    source = io.BytesIO()
    book.save(source)
    with pytest.raises(RatingsError, match="4001 columns"):
        excel.first_rows(source, Layout("excel", sheet="Sheet"))


def test_empty_rows_and_columns_before_the_table_are_counted(tmp_path):
    book = Workbook()
    book.active["C3"] = 1
    book.active["B4"] = 2
    path = tmp_path / "apart.xlsx"
    book.save(path)
    _status, lines = process("excel", path, "Sheet")
    assert list(map(json.loads, lines[1:])) == [[3, [None, None, 1]], [4, [None, 2, None]]]


def test_no_more_processes_at_once_than_the_memory_is_for(monkeypatch, workbook):
    source = io.BytesIO(workbook.read_bytes())
    monkeypatch.setattr(limited, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(limited, "PATIENCE", 0.01)
    layout = Layout("excel", sheet="ratings")
    once_more = pytest.raises(NoRoomError, match="Try again a little later")
    with excel.opened(source, layout), once_more:
        excel.first_rows(source, layout)
    assert len(excel.first_rows(source, layout)[1]) == 4


def test_a_full_disk_is_said(monkeypatch, workbook):
    def full(*_anything, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(excel.tempfile, "NamedTemporaryFile", full)
    with pytest.raises(NoRoomError, match="No space left on device"):
        excel.find_layout(io.BytesIO(workbook.read_bytes()))


def test_what_there_is_to_read_is_known_beforehand(workbook):
    assert amount(io.BytesIO(b"a,b\n1,2\n"), Layout("text")) == 8
    data = workbook.read_bytes()
    assert amount(io.BytesIO(data), Layout("excel")) > len(data)
    assert amount(io.BytesIO(b"no archive"), Layout("excel")) == 10
    runs = made.in_parquet(pd.DataFrame({"a": [1] * 100_000}))
    assert amount(runs, Layout("parquet")) == 200_000
