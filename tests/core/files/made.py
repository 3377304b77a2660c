"""Small files of every kind, functions that read them, and the ratings of sixty items."""

import io
import json
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
from openpyxl import Workbook
from pyarrow import parquet

from qwk_core import quadratic_weighted_kappa, walk_through_counts
from qwk_core.files.answers import NOTHING_SAID
from qwk_core.files.columns import Columns, count_pairs, sample
from qwk_core.files.detection import detect
from qwk_core.files.formats.excel import kind_of
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from tests.core.beside import beside
from tests.core.refused import error_of

AB = Columns("a", "b")
TEXTS = beside(__file__, "texts.toml")

# Two raters of sixty items, and their kappa.
RANDOM = np.random.default_rng(13)
N = 60
IDS = list(range(1, N + 1))
A = RANDOM.integers(1, 6, N).tolist()
B = np.clip(A + RANDOM.integers(-1, 2, N), 1, 5).tolist()
KAPPA = quadratic_weighted_kappa(A, B, categories=range(1, 6))


def table(header, *columns):
    """Return a table as the bytes of a text."""
    rows = [header, *zip(*columns, strict=True)]
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()


def of(content, answers=NOTHING_SAID):
    """Return what is read from a file with this text or these bytes, unpacked."""
    data = content.encode() if isinstance(content, str) else content
    with unpacked(io.BytesIO(data)) as file:
        return read(file, "file", answers)


def plain(file):
    """Return the rows of a workbook, in memory; any other file as it is."""
    file.seek(0)
    if not kind_of(file.read(16)):
        return file
    with unpacked(file) as rows:
        return io.BytesIO(rows.read())


def kappa(reading):
    """Return the kappa of two raters, about whom no question is open."""
    assert not reading.questions, [str(one.message) for one in reading.questions]
    return walk_through_counts(reading.table.observed).kappa


def text(content, encoding="utf-8"):
    return io.BytesIO(content.encode(encoding))


def json_lines(rows):
    return text("".join(json.dumps(row) + "\n" for row in rows))


def workbook(sheets, edit=lambda book: None):
    """Return a workbook of sheets with these rows, which `edit` may change before it is saved."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    edit(book)
    file = io.BytesIO()
    book.save(file)
    return file


def excel(rows):
    return workbook({"Sheet": rows})


def zipped(files):
    """Return a zip archive of files with these names and contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def changed(file, part, edit):
    """Return a zip archive with one changed part."""
    out = io.BytesIO()
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(out, "w") as archive:
        for item in whole.infolist():
            content = whole.read(item)
            if item.filename == part:
                assert edit(content) != content
                content = edit(content)
            archive.writestr(item, content)
    return out


def in_parquet(table, **options):
    """Return a table of Arrow or pandas as Parquet."""
    file = io.BytesIO()
    if hasattr(table, "to_parquet"):
        table.to_parquet(file)
    else:
        parquet.write_table(table, file, **options)
    return file


def statistics(kind, meanings=None, a=A, b=B, **settings):
    """Return a file of SPSS or of Stata with what its codes mean."""
    write = {"sav": pyreadstat.write_sav, "dta": pyreadstat.write_dta}[kind]
    ratings = pd.DataFrame({"r1": a, "r2": b})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"ratings.{kind}"
        write(ratings, path, variable_value_labels=meanings or {}, **settings)
        return path.read_bytes()


def by_name(rows):
    """Return the columns a and b of some rows."""
    return {name: list(column) for name, column in zip("ab", zip(*rows, strict=True), strict=True)}


def count(file, columns=AB, **options):
    """Read a file completely, and count its pairs; of no columns, its first two."""
    file = plain(file)
    layout = detect(file)
    names = sample(file, layout).columns
    return count_pairs(file, layout, columns or Columns(*names[:2]), **options)


def refused(file, columns=AB, **options):
    """Return the error of a file that cannot be counted."""
    message = error_of(count, file, columns, **options)
    assert message.endswith((".", "”", "?")), message
    return message
