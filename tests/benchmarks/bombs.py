"""Small files that grow when unpacked, and large files: `python -m tests.benchmarks.bombs`.

The fuzzer tries the files that are harmful at any size: `tests/fuzz/corpus.py`.

A visitor uploads each file to "Your data", and asks for all rows if the page waits for that.
Another visitor edits during that time. The output: the file's bytes; the seconds until the page
shows the result; the largest growth of the server's memory (the processes that the server starts
have their own limit); the 95th percentile of the other visitor's edits; and the page's message.
All files take some minutes on an idle machine.
"""

import asyncio
import gzip
import io
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks.common import percentile
from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import Server, serve
from tests.fuzz.corpus import with_sheet, with_strings, zipped

MOST_MIB, MOST_MS = 300, 300  # goals: above the file's size, and above an edit without a bomb
PATIENCE = 150  # seconds for one file
_PAUSE = 0.1  # seconds between two edits of the reader beside it


def entities() -> bytes:
    """Return a workbook with a text that grows while it is read."""
    grown = b'<!DOCTYPE x [<!ENTITY a "' + b"ha" * 5_000 + b'">]>'
    text = b"<sst><si><t>" + b"&a;" * 1_000 + b"</t></si></sst>"
    return with_strings(b"<?xml version='1.0'?>" + grown + text)


def ods() -> bytes:
    """Write a spreadsheet of one cell with a repeat count of a billion."""
    names = b" ".join(
        b'xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % (one, one)
        for one in (b"office", b"table", b"text")
    )
    text = (
        b"<office:document-content " + names + b"><office:body>"
        b'<office:spreadsheet><table:table table:name="a">'
        b'<table:table-row table:number-rows-repeated="1000000">'
        b'<table:table-cell office:value-type="float" office:value="1" '
        b'table:number-columns-repeated="16000"><text:p>1</text:p></table:table-cell>'
        b"</table:table-row></table:table></office:spreadsheet></office:body>"
        b"</office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": kind, "content.xml": text, "META-INF/manifest.xml": b"<x/>"})


def constant(rows: int) -> bytes:
    """Write a Parquet file of equal rows: one run for each column."""
    sink, block = io.BytesIO(), 10_000_000
    part = pa.table({name: pa.array(np.ones(block, "int8")) for name in ("actual", "predicted")})
    with pq.ParquetWriter(sink, part.schema, compression="zstd") as writer:
        for _block in range(rows // block):
            writer.write_table(part, row_group_size=block)
    return sink.getvalue()


def cells(n: int, *, distinct: int) -> bytes:
    """Write a text table with this number of rows."""
    return b"actual,predicted\n" + b"".join(
        b"%d,%d\n" % (at % distinct, (at * 7 + 1) % distinct) for at in range(n)
    )


HEAD = b"actual,predicted\n"
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "entities of a workbook": ("a.xlsx", entities),
    "25 million empty cells": (
        "a.xlsx",
        lambda: with_sheet(b"<row>" + b"<c/>" * 25_000_000 + b"</row>"),
    ),
    "an open quotation mark": ("a.csv", lambda: HEAD + b"1,1\n" * 40 + b'"' + b"1,2\n" * 4_500_000),
    "a cell repeated a billion times": ("a.ods", ods),
    "2 GB of zeros, by gzip": ("a.csv.gz", lambda: gzip.compress(bytes(2**31 - 1), 9)),
    "90 MB of rows, by gzip": (
        "a.csv.gz",
        lambda: gzip.compress(HEAD + b"1,1\n2,1\n" * 11_000_000),
    ),
    "a billion equal rows": ("a.parquet", lambda: constant(1_000_000_000)),
    "a million categories": ("a.csv", lambda: cells(1_500_000, distinct=1_000_000)),
    "19 million empty lines": ("a.csv", lambda: HEAD + b"\n" * 19_000_000),
    "cells of 1 MB": ("a.csv", lambda: HEAD + (b"y" * 1_000_000 + b",x\n") * 18),
    "100 MB of ordinary rows": ("a.csv", lambda: HEAD + b"1,1\n2,1\n2,2\n3,3\n" * 6_200_000),
}


@asynccontextmanager
async def edited(server: Server) -> AsyncIterator[list[float]]:
    """Edit repeatedly as a reader; return the time of each edit."""
    times: list[float] = []

    async def edit() -> None:
        while True:
            times.append(await reader.edit(predictions(len(times))))
            await asyncio.sleep(_PAUSE)

    async with Visitor(server.base) as reader:
        editing = asyncio.create_task(edit())
        yield times
        editing.cancel()


async def bring(server: Server, name: str, data: bytes) -> str:
    """Upload a file, and let the app count all its rows; return the page's message."""
    async with Sender(server.base) as visitor:
        await visitor.bring(name, data)
        answer = [*visitor.errors, *(each for each in visitor.texts if each.startswith("**κ"))]
        return " ".join((answer or ["asks"])[0].split())


async def measure(server: Server) -> int:
    """Upload the files in turn, print a row for each; return how many are over the limits."""
    async with edited(server) as alone:
        await asyncio.sleep(6)
    calm = percentile(alone, 95)
    print(f"an edit with no file beside it: p95 {calm:.0f} ms", flush=True)
    over = []
    for what, (name, make) in BOMBS.items():
        data = await asyncio.to_thread(make)
        began = time.perf_counter()
        Path(f"/proc/{server.process}/clear_refs").write_text("5")  # `peak` starts again here
        before = server.memory()
        async with edited(server) as times:
            try:
                message = await asyncio.wait_for(bring(server, name, data), PATIENCE)
            except (Failed, OSError, TimeoutError) as error:
                message = f"FAILED {error!r}"
            seconds = time.perf_counter() - began
        most = server.peak() - before
        beside, beyond = percentile(times, 95), most - len(data) / 2**20
        late = beside > calm + MOST_MS or beyond > MOST_MIB or message.startswith("FAILED")
        over += [what] if late else []
        print(
            f"| {what} | {len(data):,} | {seconds:.1f} | {most:.0f} | {beside:.0f} "
            f"| {'**over** ' if late else ''}{message[:90]} |",
            flush=True,
        )
        await asyncio.sleep(0.5)
    print(f"over what is to be reached: {over or 'none'}, of {len(BOMBS)} files")
    return len(over)


def main() -> int:
    """Print the table; end with 1 if a file misses a goal."""
    print("| file | bytes | s | MiB of the server | an edit beside it, p95 ms | |")
    print("|---|---|---|---|---|---|")
    with serve() as server:
        over = asyncio.run(measure(server))
        server.check_log()
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
