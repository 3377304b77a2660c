"""Small files of every kind, and functions that read them."""

import io
import json
import zipfile

import pytest
from openpyxl import Workbook
from pyarrow import parquet

from qwk_core import RatingsError
from qwk_core.files.columns import Columns, count_pairs, sample
from qwk_core.files.detection import detect
from qwk_core.files.reading import read

AB = Columns("a", "b")


def text(content, encoding="utf-8"):
    return io.BytesIO(content.encode(encoding))


def json_lines(rows):
    return text("".join(json.dumps(row) + "\n" for row in rows))


def excel(rows, *, title="Sheet", before=()):
    """Return a workbook; `before` gives name and state of each earlier sheet."""
    workbook = Workbook()
    workbook.active.title = title
    for name, state in before:
        workbook.create_sheet(name, 0).sheet_state = state
    for row in rows:
        workbook[title].append(row)
    file = io.BytesIO()
    workbook.save(file)
    return file


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


def by_name(rows):
    """Return the columns a and b of some rows."""
    return {name: list(column) for name, column in zip("ab", zip(*rows, strict=True), strict=True)}


def count(file, columns=AB, **options):
    return count_pairs(file, detect(file), columns, **options)


def examine(file, columns=None, **options):
    """Read a file completely; by default its first two columns."""
    layout = detect(file, "ratings.csv")
    names = sample(file, layout).columns
    return count_pairs(file, layout, columns or Columns(*names[:2]), **options)


def refused(file, columns=AB, **options):
    """Return the error of a file that cannot be counted."""
    with pytest.raises(RatingsError) as caught:
        examine(file, columns, **options)
    message = str(caught.value)
    assert message.endswith((".", "”", "?")), message
    assert "{" not in caught.value.template.format(**caught.value.values) or "JSON" in message
    return message


def of(content, answers=None):
    """Return what is read from a file with this text."""
    return read(text(content), "file", answers)


def pairs(*rows, times=6):
    """Return these lines of a file, again and again."""
    return "".join(f"{row}\n" for row in rows * times)


def keys(reading):
    """Return the kinds of the questions that are open."""
    assert reading.table is None
    return [one.key for one in reading.questions]
