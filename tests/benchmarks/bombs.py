"""Small files that bite: `python -m tests.benchmarks.bombs`.

Each file is brought to "Your data" by a visitor, who asks for all rows where the page waits for
that. Beside it another visitor edits all the time. Printed: the file's bytes; the seconds until
the page says what became of it; how much the server's memory, and that of the processes it starts,
grew at most; the 95th percentile of the other's edits; and what the page said. All files take
some minutes on a quiet machine; `--part 1/2` and `--part 2/2` are half of them each.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import io
import os
import resource
import struct
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import quantiles

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat

from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import Server, serve

MOST_MIB, MOST_MS = 300, 300  # to reach: beyond the file, and beyond an edit without a bomb
PATIENCE = 150  # seconds for one file
_PAUSE = 0.1  # seconds between two edits of the reader beside it
_SHEET = "xl/worksheets/sheet1.xml"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def book() -> bytes:
    """Write an ordinary workbook."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    for row in (["actual", "predicted"], *([a, b] for a in "123" for b in "123")):
        sheet.append(row)
    sink = io.BytesIO()
    made.save(sink)
    return sink.getvalue()


def booked(**members: bytes | None) -> bytes:
    """Return a workbook with some parts in the place of others; `__` stands for a slash."""
    changed = {
        name.replace("__", "/").replace("_xml", ".xml"): data for name, data in members.items()
    }
    sink = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book())) as old, zipfile.ZipFile(sink, "w", 8) as new:
        for name in old.namelist():
            if name not in changed:
                new.writestr(name, old.read(name))
        for name, data in changed.items():
            if data is not None:
                new.writestr(name, data)
    return sink.getvalue()


def sheet(rows: bytes) -> bytes:
    """Return a workbook whose sheet holds these rows."""
    text = f"<worksheet {_MAIN}><sheetData>".encode() + rows + b"</sheetData></worksheet>"
    return booked(xl__worksheets__sheet1_xml=text)


def with_strings(text: bytes, target: str = "sharedStrings.xml") -> bytes:
    """Return a workbook whose cells are shared strings, which lie where its links say."""
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        + "".join(
            f'<Relationship Id="rId{at}" Target="{where}" Type="http://schemas.openxmlformats.org'
            f'/officeDocument/2006/relationships/{kind}"/>'
            for at, (kind, where) in enumerate(
                (("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", target)), start=1
            )
        )
        + "</Relationships>"
    )
    cell = b'<c t="s"><v>0</v></c>'
    rows = f"<worksheet {_MAIN}><sheetData>".encode() + (b"<row>" + 2 * cell + b"</row>") * 4
    parts = {
        "xl__worksheets__sheet1_xml": rows + b"</sheetData></worksheet>",
        "xl___rels__workbook_xml.rels": links.encode(),
        f"xl__{target.replace('/', '__').replace('.xml', '_xml')}": text,
    }
    return booked(**parts)


def strings(inside: bytes, before: bytes = b"") -> bytes:
    """Write the part of a workbook that holds its shared strings."""
    head = b"<?xml version='1.0'?>" + before + f"<sst {_MAIN}>".encode()
    return head + inside + b"</sst>"


def entities(before: bytes = b"") -> bytes:
    """Write shared strings that grow as they are read."""
    grown = b'<!DOCTYPE x [<!ENTITY a "' + b"ha" * 5_000 + b'">]>'
    return with_strings(strings(b"<si><t>" + b"&a;" * 1_000 + b"</t></si>", before + grown))


def ods() -> bytes:
    """Write a spreadsheet of one cell that is said to be there a billion times."""
    text = (
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        b'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
        b'<office:spreadsheet><table:table table:name="a">'
        b'<table:table-row table:number-rows-repeated="1000000">'
        b'<table:table-cell office:value-type="float" office:value="1" '
        b'table:number-columns-repeated="16000"><text:p>1</text:p></table:table-cell>'
        b"</table:table-row></table:table></office:spreadsheet></office:body>"
        b"</office:document-content>"
    )
    return zipped(
        mimetype=b"application/vnd.oasis.opendocument.spreadsheet",
        content_xml=text,
        META__manifest=b"<x/>",
    )


def zipped(**members: bytes) -> bytes:
    """Write a zip archive."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", 8) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return sink.getvalue()


def parquet(table: pa.Table, **options: object) -> bytes:
    """Write a Parquet file."""
    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


def constant(rows: int) -> bytes:
    """Write a Parquet file of so many equal rows: a run for each column."""
    sink, block = io.BytesIO(), 10_000_000
    part = pa.table({name: pa.array(np.ones(block, "int8")) for name in ("actual", "predicted")})
    with pq.ParquetWriter(sink, part.schema, compression="zstd") as writer:
        for _block in range(rows // block):
            writer.write_table(part, row_group_size=block)
    return sink.getvalue()


def one_text(used: bool) -> bytes:
    """Write a text of 2 MB once for 1,000 rows, in a column that is asked for or not."""
    ratings = pa.array(["1", "2"] * 500)
    long = pa.array(["x" * 2_000_000]).take(pa.array([0] * 1_000))
    columns = {"actual": ratings, "predicted": long if used else ratings}
    return parquet(pa.table(columns if used else {**columns, "note": long}), compression="zstd")


def saved(kind: str, columns: int, rows: int) -> bytes:
    """Write a file of SPSS or Stata."""
    import pandas as pd

    table = pd.DataFrame(np.ones((rows, columns)), columns=[f"c{at}" for at in range(columns)])
    path = Path(f"/tmp/bomb-{os.getpid()}.{kind}")
    (pyreadstat.write_sav if kind == "sav" else pyreadstat.write_dta)(table, str(path))
    data = path.read_bytes()
    path.unlink()
    return data


def cells(n: int, *, distinct: int) -> bytes:
    """Write a text table of so many rows."""
    return b"actual,predicted\n" + b"".join(
        b"%d,%d\n" % (at % distinct, (at * 7 + 1) % distinct) for at in range(n)
    )


def promised_rows() -> bytes:
    """Change a Stata file so that its head promises two billion rows."""
    data = saved("dta", 2, 3)
    at = data.find(b"<N>")
    if at >= 0:
        size = 8 if b"<release>119" in data or b"<release>118" in data else 4
        return data[: at + 3] + (2**31 - 1).to_bytes(size, "little") + data[at + 3 + size :]
    return data[:6] + struct.pack("<i", 2**31 - 1) + data[10:]


HEAD = b"actual,predicted\n"
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "entities of a workbook": ("a.xlsx", entities),
    "25 million empty cells": (
        "a.xlsx",
        lambda: sheet(b"<row>" + b"<c/>" * 25_000_000 + b"</row>"),
    ),
    "30 million empty rows": ("a.xlsx", lambda: sheet(b"<row/>" * 30_000_000)),
    "a long text, once for all rows": ("a.parquet", lambda: one_text(used=False)),
    "1,000 categories": ("a.csv", lambda: cells(2_000, distinct=1_000)),
    "10,000 columns": (
        "a.csv",
        lambda: b"\n".join(
            [b",".join(b"c%d" % at for at in range(10_000)), b"1," * 9_999 + b"2"] * 3
        ),
    ),
    "an open quotation mark": ("a.csv", lambda: HEAD + b"1,1\n" * 40 + b'"' + b"1,2\n" * 4_500_000),
    "two cells far apart": (
        "a.xlsx",
        lambda: sheet(
            b'<row r="1"><c r="A1"><v>1</v></c></row>'
            b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        ),
    ),
    "deep elements": ("a.xlsx", lambda: sheet(b"<row>" * 10_000_000)),
    "a cell repeated a billion times": ("a.ods", ods),
    "2 GB of zeros, by gzip": ("a.csv.gz", lambda: gzip.compress(bytes(2**31 - 1), 9)),
    "90 MB of rows, by gzip": (
        "a.csv.gz",
        lambda: gzip.compress(HEAD + b"1,1\n2,1\n" * 11_000_000),
    ),
    "a billion equal rows": ("a.parquet", lambda: constant(1_000_000_000)),
    "lists in lists": (
        "a.parquet",
        lambda: parquet(
            pa.table({"actual": pa.array([[[1] * 1_000_000]] * 10), "predicted": [1] * 10})
        ),
    ),
    "a million categories": ("a.csv", lambda: cells(1_500_000, distinct=1_000_000)),
    "19 million empty lines": ("a.csv", lambda: HEAD + b"\n" * 19_000_000),
    "cells of 1 MB": ("a.csv", lambda: HEAD + (b"y" * 1_000_000 + b",x\n") * 18),
    "100 MB of ordinary rows": ("a.csv", lambda: HEAD + b"1,1\n2,1\n2,2\n3,3\n" * 6_200_000),
    "deep JSON": ("a.jsonl", lambda: b'{"actual": ' + b"[" * 2_000_000 + b"]" * 2_000_000 + b"}\n"),
    "Stata that promises two billion rows": ("a.dta", promised_rows),
    "a million rows of Stata": ("a.dta", lambda: saved("dta", 4, 1_000_000)),
}


def resident(process: int) -> float:
    """Return the MiB of a process."""
    with suppress(OSError, IndexError):
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize() / 2**20
    return 0.0


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            found += map(int, (task / "children").read_text().split())
    return found


class Scales:
    """Weighs a server and the processes it starts, again and again."""

    def __init__(self, server: Server) -> None:
        self.process, self.over = server.process, threading.Event()
        self.own, self.others = 0.0, 0.0  # MiB at most

    def __enter__(self) -> Scales:
        self.before = resident(self.process)
        self.thread = threading.Thread(target=self._weigh)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()

    def _weigh(self) -> None:
        while not self.over.wait(0.02):
            self.own = max(self.own, resident(self.process) - self.before)
            self.others = max(self.others, sum(map(resident, children(self.process))))


async def edit_all_along(reader: Visitor, times: list[float]) -> None:
    """Edit again and again."""
    while True:
        times.append(await reader.edit(predictions(len(times))))
        await asyncio.sleep(_PAUSE)


def p95(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else 0.0


async def bring(server: Server, name: str, data: bytes) -> str:
    """Bring a file, and have all its rows counted; return what the page says."""
    visitor = Sender(server.base)
    try:
        await visitor.arrive()
        await visitor.choose()
        await visitor.bring(name, data)
        if visitor.has("Count all rows"):
            await visitor.press("Count all rows")
        answer = [*visitor.errors, *(each for each in visitor.texts if each.startswith("**κ"))]
        return " ".join((answer or ["asks"])[0].split())
    finally:
        await visitor.leave()


async def measure(server: Server, wanted: list[str]) -> list[str]:
    """Bring the files one after the other; return the lines of the table."""
    reader = Visitor(server.base)
    await reader.arrive()
    alone: list[float] = []
    editing = asyncio.create_task(edit_all_along(reader, alone))
    await asyncio.sleep(6)
    editing.cancel()
    calm = p95(alone)
    print(f"an edit with no file beside it: p95 {calm:.0f} ms", flush=True)
    lines, over = [], []
    for what in wanted:
        name, make = BOMBS[what]
        data = await asyncio.to_thread(make)
        times: list[float] = []
        reader = Visitor(server.base)
        await reader.arrive()
        editing = asyncio.create_task(edit_all_along(reader, times))
        began = time.perf_counter()
        with Scales(server) as scales:
            try:
                said = await asyncio.wait_for(bring(server, name, data), PATIENCE)
            except (Failed, OSError, TimeoutError) as error:
                said = f"FAILED {error!r}"
        seconds = time.perf_counter() - began
        editing.cancel()
        beside = p95(times)
        beyond = max(scales.own - len(data) / 2**20, 0)
        late = beside > calm + MOST_MS or beyond > MOST_MIB or said.startswith("FAILED")
        over += [what] if late else []
        line = (
            f"| {what} | {len(data):,} | {seconds:.1f} | {scales.own:.0f} | {scales.others:.0f} "
            f"| {beside:.0f} | {'**over** ' if late else ''}{said[:90]} |"
        )
        print(line, flush=True)
        lines.append(line)
        await reader.leave()
        await asyncio.sleep(0.5)
    print(f"over what is to be reached: {over or 'none'}, of {len(lines)} files")
    return lines


def main(arguments: list[str]) -> int:
    """Print the table; end with 1 if a file is over what is to be reached."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bombs", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--only", default="", help="files whose names hold this")
    parser.add_argument("--part", default="1/1", help="for example 2/3: the second of three parts")
    options = parser.parse_args(arguments)
    part, parts = map(int, options.part.split("/"))
    wanted = [what for what in BOMBS if options.only in what][part - 1 :: parts]
    print("| file | bytes | s | MiB of the server | of its processes | an edit beside it, p95 ms |")
    print("|---|---|---|---|---|---|")
    with serve() as server:
        lines = asyncio.run(measure(server, wanted))
        server.check_log()
    return any("**over**" in line for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
