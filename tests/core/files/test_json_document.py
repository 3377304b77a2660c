"""A JSON document with a table is read as JSON lines are."""

import io
import json
import zipfile

import pandas as pd
import pytest

from qwk_core import RatingsError
from qwk_core.files.json_document import as_lines
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read

TABLE = pd.DataFrame({"id": range(12), "teacher": [1, 2, 3] * 4, "model": [1, 2, 2] * 4})


def kappa_counts(data: bytes) -> list[list[int]]:
    with unpacked(io.BytesIO(data)) as file:
        reading = read(file, "file")
    assert reading.questions == ()
    return reading.table.observed.tolist()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("orient", ["records", "columns", "split"])
def test_what_pandas_writes(orient, indent):
    text = TABLE.to_json(orient=orient, indent=indent)
    counts = [[4, 0, 0], [0, 4, 0], [0, 4, 0]]
    assert kappa_counts(text.encode()) == counts
    assert kappa_counts(b"\xef\xbb\xbf\n " + text.encode()) == counts
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("ratings.json", text)
    assert kappa_counts(packed.getvalue()) == counts


@pytest.mark.parametrize("text", ["[[4, 0],\n [4, 4]]", "[[4 0]\n [4 4]]\n", "[[4. 0.] [4. 4.]]"])
def test_counts_as_programs_print_them(text):
    with unpacked(io.BytesIO(text.encode())) as file:
        reading = read(file, "file")
        (question,) = reading.questions
        assert read(file, "file", question.proposal.answers).table.observed.tolist() == [
            [4, 0],
            [4, 4],
        ]


def test_records_by_the_names_of_their_items():
    text = TABLE.assign(id=[f"E{n}" for n in range(12)]).set_index("id").to_json(orient="index")
    assert kappa_counts(text.encode()) == [[4, 0, 0], [0, 4, 0], [0, 4, 0]]


def test_columns_as_lists():
    text = json.dumps({"teacher": [1, 2, 2, None], "model": [1, 2, 1, 2]})
    assert kappa_counts(text.encode()) == [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "b": 2}\n{"a": 2, "b": 2}\n',  # JSON lines
        '{"a": 1, "b": 2}',
        '{"a": [1, 2], "b": [1]}',
        '{"a": {"0": 1}, "b": {"1": 1}}',
        '{"a": [1, 2]}',
        '{"a": [1, 2], "b": "x"}',
        '{"columns": ["a", "b"], "data": [[1, 2], [1]]}',
        "[1, 2]",
        "[]",
        '[[4, 0], [4, "x"]]',
        "[[4, 0]]",
        '[{"a": 1}, 2]',
        '"text"',
        "[" * 100_000,
        "[{",
        "a,b\n1,2\n",
        "",
    ],
)
def test_what_is_no_table_stays_as_it_is(text):
    source = io.BytesIO(text.encode())
    assert as_lines(source) is source
    assert source.tell() == 0


def test_a_long_document_is_left_to_who_reads_json_lines():
    rows = ",".join('{"a": 1, "b": "' + "x" * 900 + '"}' for _ in range(10_000))
    with (
        pytest.raises(RatingsError, match="Write JSON lines"),
        unpacked(io.BytesIO(f"[{rows}]".encode())) as file,
    ):
        read(file, "file")
