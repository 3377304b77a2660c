"""Files that cannot be read: each is refused with its reason, and does no harm."""

import datetime
import io
import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError
from qwk_core.files import columns, detection
from qwk_core.files.columns import Columns, count_pairs, sample
from qwk_core.files.detection import detect
from qwk_core.files.formats import common, sheet_process
from qwk_core.files.formats import excel as excel_module
from qwk_core.files.formats import parquet as parquet_module
from qwk_core.files.formats import text as text_module
from qwk_core.files.layouts import HEAD, Layout
from tests.core.files.made import (
    AB,
    TEXTS,
    changed,
    count,
    excel,
    in_parquet,
    json_lines,
    plain,
    refused,
    text,
    workbook,
    zipped,
)
from tests.core.refused import error_of

SHEET = "xl/worksheets/sheet1.xml"
LONG = "x" * 200_000
DAY = datetime.date(2024, 1, 2)
ENTITIES = '<!ENTITY e0 "bomb">' + "".join(
    f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)
)


def entities(content):
    cells = content.decode().replace("<v>1</v>", "<v>&e9;</v>")
    return f"<!DOCTYPE worksheet [{ENTITIES}]>{cells}".encode()


def overwritten(begin, cells, name=SHEET):
    """Return a workbook with some bytes of a part changed."""
    content = bytearray(excel([("a", "b"), *[(1, 2)] * 500]).getvalue())
    content[begin(content, name) : begin(content, name) + len(cells)] = cells
    return io.BytesIO(bytes(content))


def in_part(content, name):
    return content.index(name.encode()) + 40


def size_in_index(content, name):
    return content.rindex(name.encode()) - 46 + 24


NAMES_ALONE = pa.table({"a": pa.array([], pa.int64()), "b": pa.array([], pa.int64())})
SMALL = [("a", "b"), (1, 2)]
DAMAGE = [b"", b"<workbook>", b"rubbish", b"<a/>", b'<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>']
LONG_CELL = "a,b,c\n" + "1,2,x\n" * 60_000 + '1,2,"' + LONG * 3 + '"\n' + "1,2,x\n" * 60_000
# For each reason, files that it is given for. Others are in texts.toml.
REFUSED = {
    "a header and nothing below it": [excel([("a", "b")]), in_parquet(NAMES_ALONE)],
    "has one column": [excel([("a",), (1,)]), in_parquet(pa.table({"a": [1]}))],
    "has no column|is empty": [excel([(), ()]), in_parquet(pa.table({}))],
    "Row 3 has 3 cells": [io.BytesIO(b"a,b\n1,2\n\xff,2,\xc3\n")],
    "a picture": [io.BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(100))],
    "a PDF": [io.BytesIO(b"%PDF-1.7\n")],
    "a compressed file": [io.BytesIO(b"\x1f\x8b\x08" + bytes(50))],
    "a binary file": [io.BytesIO(bytes(range(256)) * 20), io.BytesIO(b"a,b\n1,2\x00\n" * 20)],
    "damaged": [
        io.BytesIO(b"\xd0\xcf\x11\xe0" + bytes(50)),
        io.BytesIO(b"PK\x03\x04" + bytes(100)),
        io.BytesIO(b"PAR1" + bytes(100)),
        io.BytesIO(b"PAR1"),
        overwritten(size_in_index, (1_000).to_bytes(4, "little")),
    ],
    "damaged|empty": [
        changed(excel(SMALL), part, lambda _old, new=new: new)
        for part in ("xl/workbook.xml", SHEET)
        for new in DAMAGE
    ],
    "damaged, or locked": [
        io.BytesIO(zipped({"a.zip": zipped({"a.csv": "a,b\n1,2\n"})})),
        overwritten(in_part, b"\xff" * 20),
        overwritten(in_part, b"\xff" * 20, "xl/workbook.xml"),
        changed(excel(SMALL), SHEET, entities),
    ],
    "needs more memory or time": [
        overwritten(size_in_index, (2**31).to_bytes(4, "little")),
        workbook({"far apart": [(1,)]}, lambda book: book.active.cell(2**20, 2**14, 2)),
    ],
    "more than 1000 different values: it looks like an identifier": [
        text("a,b\n" + "".join(f"{a},1\n" for a in range(1_001))),
        json_lines([{"a": value, "b": 1} for value in range(1_001)]),
        in_parquet(pa.table({"a": np.linspace(0, 1, 1_001), "b": [1] * 1_001})),
        excel([("a", "b"), *[(f"id {row}", 1) for row in range(1_001)]]),
    ],
    "Write JSON lines": [text('{"a":' * 100_000), text('{"a": ' + "[" * 100_000)],
    "Row 2 is not a JSON": [text('{"a": 1, "b": 2}\n' + '{"a":' * 20_000)],
    "Look for a quotation mark": [
        text('a,b\n1,2\n1,"2' + LONG * 2),
        text('"a,b\n1,2\n1,2' + LONG + "\n"),
    ],
    "Row 60002: a cell is longer than": [text(LONG_CELL)],
    "Column “b”, row 1: .* is neither": [in_parquet(pa.table({"a": [1], "b": [[2]]}))],
    "row 2: “inf” is infinite": [in_parquet(pa.table({"a": [1.0, np.inf], "b": [1, 2]}))],
    "Column “b”, row 1: “2024-01-02” is a date": [in_parquet(pa.table({"a": [1], "b": [DAY]}))],
    "is a date": [excel([("a", "b"), (1, DAY)])],
}


@pytest.mark.parametrize(
    ("reason", "file"),
    [(re.escape(reason), text(one)) for reason, texts in TEXTS["refused"].items() for one in texts]
    + [(reason, file) for reason, files in REFUSED.items() for file in files],
)
def test_a_file_is_refused_with_its_reason(reason, file):
    assert re.search(reason, refused(file, None))


@pytest.mark.parametrize(
    ("cell", "named"),
    [("-1", "-1.0"), ("", "nan"), ("1e300", "1e[+]300"), ("x", "“x”"), ("inf", "inf")],
)
def test_a_count_that_is_none(cell, named):
    file = text(f"a,b,n\n1,2,3\n1,2,{cell}\n")
    assert re.search(f"row 3: {named} is (inf|not a)", refused(file, Columns("a", "b", "n")))


def test_of_many_columns_the_first_are_named():
    file = text(",".join(f"c{at}" for at in range(30)) + "\n" + ",".join("1" * 30) + "\n")
    assert re.search("no column “x”.*“c19”, …", refused(file, Columns("x", "c1")))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content):
    try:
        counts = count(io.BytesIO(content), None)
    except RatingsError:
        return
    assert counts.cells


@given(st.text(alphabet='ab12,.;\t"\n\r\\|{}[]: é', max_size=60))
def test_any_text_is_read_or_refused(content):
    test_any_bytes_are_read_or_refused.hypothesis.inner_test(content.encode())


# -- Bounds ---------------------------------------------------------------------------------------


def test_a_zip_bomb(monkeypatch, tmp_path):
    monkeypatch.setattr(sheet_process, "_MOST_UNPACKED", 4 * 2**20)
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(zipped({SHEET: bytes(5 * 2**20)}))
    status = sheet_process.main(["excel", str(path)], io.BytesIO())
    assert "more memory or time" in str(excel_module._refused(status, "excel"))


def test_rows_far_beyond_a_sheet_are_not_waited_for():
    def far(content):
        content = content.replace(b'<row r="2"', b'<row r="999999999999"')
        return content.replace(b'r="A2"', b'r="A999999999999"')

    error_of(count, changed(excel([("a", "b"), (1, 2)]), SHEET, far))


def test_a_parquet_file_that_unpacks_to_very_much(monkeypatch):
    monkeypatch.setattr(parquet_module, "_LARGEST_CHUNK", 2**20)
    table = pa.table({"a": np.arange(300_000) // 500, "b": [1] * 300_000, "c": [0] * 300_000})
    file = in_parquet(table, use_dictionary=["b", "c"], compression="zstd")
    assert file.tell() < 2**20
    assert "Column “a” unpacks to 2 MB at a time" in refused(file)
    assert count(file, Columns("b", "c")).n == 300_000


def test_bounds_of_columns_and_of_combinations(monkeypatch):
    monkeypatch.setattr(common, "MOST_COLUMNS", 3)
    assert "has 4 columns; 3 is the most" in refused(text("a,b,c,d\n1,2,3,4\n"))
    monkeypatch.setattr(columns, "MOST_CELLS", 3)
    assert "more than 3 different combinations" in refused(text("a,b\n1,1\n1,2\n2,1\n2,2\n"))


@pytest.mark.parametrize("name", ["note", "no.te"])
def test_one_long_text_for_a_thousand_rows_stays_one(name):
    once = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["x" * 2_000_000])
    table = pa.table({"a": [1, 2, 3, 1] * 250, "b": [1, 2, 2, 1] * 250, name: once})
    file = in_parquet(table, compression="zstd")
    assert len(file.getvalue()) < 2_000
    usual = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(usual)
    pa.set_memory_pool(pool)
    try:
        shown = sample(file, detect(file))
        with pytest.raises(RatingsError):
            count(file, Columns("a", name))  # too long for a label
    finally:
        pa.set_memory_pool(usual)
    assert {len(row[2]) for row in shown.rows} == {500}
    assert pool.max_memory() < 50e6


# -- Layouts and encodings that do not fit --------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-99", "base64", "\0"])
def test_an_encoding_that_is_none(encoding):
    assert "is no encoding that is known here" in error_of(Layout, "text", encoding)


def test_a_delimiter_that_is_none():
    assert "“::” cannot stand between cells" in error_of(Layout, "text", delimiter="::")


BYTES = b"a,b\n" + b"1,2\n" * 10 + b"\xff,2\n"


@pytest.mark.parametrize(
    ("content", "layout"),
    [
        (BYTES, Layout("text")),
        (BYTES.replace(b"\xff", b"\x81"), Layout("text", "cp1252")),
        (b"a b\n1 2\n\xff 2\n", Layout("text", delimiter=" ")),
        ("a,b\nZoë,2\n".encode(), Layout("text", "idna")),
        (b'{"a": 1, "b": 2}\n' * 2 + b'{"a": "\xff", "b": 2}\n', Layout("jsonl")),
    ],
)
def test_a_text_that_is_not_encoded_as_its_layout_says(content, layout):
    assert f"is not encoded in {layout.encoding}" in error_of(
        count_pairs, io.BytesIO(content), layout, AB
    )


def test_only_the_beginning_of_a_large_file_is_looked_through(monkeypatch):
    assert detect(io.BytesIO(BYTES)).encoding == "cp1252"
    monkeypatch.setattr(detection, "_LOOKED_THROUGH", HEAD)
    file = io.BytesIO(b"a,b\n" + b"1,2\n" * 70_000 + b"\xff,2\n")
    assert detect(file).encoding == "utf-8"
    assert "is not encoded in utf-8" in refused(file)


def test_a_text_of_which_all_is_skipped():
    assert "has no column" in error_of(sample, text("a,b\n"), Layout("text", skipped=1))


LEFT_OUT = Layout("text", left_out=(4,))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n2,2\nTotal\n1,1,1\n", "Row 5 has 3 cells where the first row has 2"),
        (b'a,b,c\n1,2,x\n2,2,y\nT\n1,1,"x\n2,1,y\n1,2,z"\n', "Row 5: a cell in quotation marks"),
        (b"a,b\n1,2\n2,2\nTotal\n1,\xff\n", "not encoded in utf-8"),
    ],
)
def test_what_is_wrong_with_a_text_of_which_rows_are_left_out(content, message):
    assert message in error_of(count_pairs, io.BytesIO(content), LEFT_OUT, AB)


def test_cells_of_several_lines_in_a_text_of_which_rows_are_left_out():
    content = b'a,b,c\n1,2,x\n2,2,y\nT\n1,1,"two\nlines"\n'
    assert count_pairs(io.BytesIO(content), LEFT_OUT, AB).n == 3


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("CSV parser got out of sync", "cannot be read as a table: “CSV parser got out of sync”"),
        ("straddling object straddles two block boundaries", "A row is longer than a block"),
    ],
)
def test_what_arrow_says_otherwise(reason, sentence):
    assert sentence in str(
        text_module._text_error(reason, text("1,2\n"), Layout("text"), ["a", "b"])
    )


def test_a_sheet_that_is_empty_or_not_there():
    sheets = {"Notes": [], "Old": [], "Ratings": [("a", "b"), (1, 2)]}
    file = plain(workbook(sheets, lambda book: setattr(book["Old"], "sheet_state", "hidden")))
    layout = detect(file)
    assert (layout.sheets, layout.sheet) == (("Notes", "Old", "Ratings"), "Notes")
    assert "sheet “Notes” is empty" in error_of(sample, file, layout)
    assert count_pairs(file, replace(layout, sheet="Ratings"), AB).n == 1
    assert "no sheet “Nowhere”" in error_of(sample, file, replace(layout, sheet="Nowhere"))
