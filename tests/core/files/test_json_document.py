"""JSON with a table in it, and exports of labelling tools, become rows."""

import io
import json

import pandas as pd
import pytest

from qwk_core.files.json_document import as_lines
from qwk_core.files.packed import unpacked
from tests.core.beside import beside
from tests.core.files.made import TEXTS, of, zipped
from tests.core.refused import error_of

DOCUMENTS = beside(__file__, "documents.toml")
TABLE = pd.DataFrame({"id": range(12), "teacher": [1, 2, 3] * 4, "model": [1, 2, 2] * 4})


def counts_of(data: bytes) -> list[list[int]]:
    reading = of(data)
    assert reading.questions == ()
    return reading.table.observed.tolist()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("orient", ["records", "columns", "split", "table"])
def test_what_pandas_writes(orient, indent):
    text = TABLE.to_json(orient=orient, indent=indent)
    counts = [[4, 0, 0], [0, 4, 0], [0, 4, 0]]
    assert counts_of(text.encode()) == counts
    assert counts_of(b"\xef\xbb\xbf\n " + text.encode()) == counts
    assert counts_of(zipped({"ratings.json": text})) == counts


ROWS = [[at % 3, at % 3 if at % 4 else 1] for at in range(12)]
ITEMS = [f"E{at}" for at in range(12)]


@pytest.mark.parametrize(
    "document",
    [
        {"ratings": ROWS},
        {"study": {"year": 2024}, "export": {"n": 12, "ratings": ROWS}},
        {"raters": ["Ana", "Luis"], "ratings": ROWS},
        {"items": ITEMS, "raters": ["Ana", "Luis"], "ratings": ROWS},
        {"items": ITEMS, "ratings": ROWS},
        [["id", "Ana", "Luis"], *([at, *row] for at, row in zip(ITEMS, ROWS, strict=True))],
        {at: {"Ana": a, "Luis": b} for at, (a, b) in zip(ITEMS, ROWS, strict=True)},
        {"Ana": dict(zip(ITEMS, [row[0] for row in ROWS], strict=False)),
         "Luis": dict(zip(ITEMS, [row[1] for row in ROWS], strict=False), E99=2)},
        [{"id": at, "by": [["Ana", a], ["Luis", b]]} for at, (a, b) in enumerate(ROWS)],
    ],
)  # fmt: skip
def test_a_table_is_found_wherever_it_is(document):
    assert counts_of(json.dumps(document).encode()) == [[3, 1, 0], [0, 4, 0], [0, 1, 3]]


def test_a_square_with_names_is_a_table_of_counts():
    document = {"labels": ["no", "yes"], "confusion_matrix": [[4, 0], [4, 4]], "accuracy": 0.7}
    assert as_lines(json.dumps(document).encode()) == b",no,yes\r\nno,4,0\r\nyes,4,4\r\n"


@pytest.mark.parametrize("text", [*TEXTS["documents"]["none"], "[" * 100_000, "x" * 70_000])
def test_what_is_no_document_and_no_print_stays_as_it_is(text):
    source = io.BytesIO(text.encode("latin-1"))
    assert unpacked(source) is source
    assert source.tell() == 0


def objects(lines):
    return [json.loads(line) for line in lines.splitlines()]


@pytest.mark.parametrize("case", DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_document_becomes_rows_or_is_refused(case):
    content = case["text"].encode()
    if "refused" in case:
        assert case["refused"] in error_of(as_lines, content)
    else:
        assert objects(as_lines(content)) == objects(case["rows"])


def test_records_that_become_too_many_rows_stay(monkeypatch):
    monkeypatch.setattr("qwk_core.files.json_document._MOST_ROWS", 1)
    assert as_lines(b'{"a": [{"b": 1}, {"b": 2}]}\n{"a": [{"b": 3}]}\n') is None


def test_a_long_document_is_left_to_who_reads_json_lines():
    rows = ",".join('{"a": 1, "b": "' + "x" * 900 + '"}' for _ in range(10_000))
    assert "Write JSON lines" in error_of(of, f"[{rows}]")
