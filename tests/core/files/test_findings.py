"""Files of real readers, as bytes: each leads to the right kappa, a question, or a reason.

Each file tests one rule. Its name says what was once read wrongly without a message. What the
command prints of `RIGHT` and `ASKED` is recorded: tests/core/test_recorded.py compares it.
"""

import io

import numpy as np
import pyarrow as pa
import pytest

from qwk_core import RatingsError
from qwk_core.files.packed import unpacked
from tests.core.beside import beside
from tests.core.files.made import IDS, KAPPA, A, B, N, in_parquet, kappa, of, zipped
from tests.core.files.test_cases import bytes_of
from tests.core.refused import error_of

FINDINGS = beside(__file__, "findings.toml")


def items():
    """Yield the fields of each item."""
    numbers = np.random.default_rng(13).permutation(9000).tolist()
    for n, a, b in zip(IDS, A, B, strict=True):
        yield {
            "n": n,
            "at": n - 1,
            "a": a,
            "b": b,
            "c": A[-n],
            "sum": a + b,
            "twenty": 20 * b,
            "number": numbers[n - 1],
            "day": f"2024-05-{1 + n % 28:02}",
            "kg": 45 + n % 30,
            "pages": 1 + n % 6,
            "kim": "Kim" if n == 1 else "",
            "lee": "Lee" if n == 1 else "",
            "score": b + (n - 1) / 97,
            "p": n / 61,
            "weight": 0.5 + n / N,
            "r": {by: n % by for by in (2, 3, 4)},
        }


def file_of(each=(), scale=None, **case):
    """Return a file of findings.toml as bytes."""
    lines = ""
    for template in each:
        for item in items():
            words = {"A": scale[item["a"] - 1], "B": scale[item["b"] - 1]} if scale else {}
            lines += template.format(**item, **words) + "\n"
    return bytes_of(case | {"file": case.get("file", "") + lines})


RIGHT, LED, ASKED = (
    {name: file_of(**case) for name, case in FINDINGS[kind].items()}
    for kind in ("right", "led", "asked")
)
ASKED |= LED


@pytest.mark.parametrize("content", LED.values(), ids=LED)
def test_the_first_answer_leads_to_the_right_kappa(content):
    (question,) = of(content).questions
    assert kappa(of(content, question.options[0].answers)) == pytest.approx(KAPPA)


def test_a_parquet_file_whose_names_are_no_text_is_said_to_be_damaged() -> None:
    data = in_parquet(
        pa.table({"actual": [1, 2], "predicted": [1, 2]}), store_schema=False
    ).getvalue()
    at = data.index(b"predicted")  # in the schema
    assert "damaged" in error_of(of, data[:at] + b"\xbd" + data[at + 1 :])


@pytest.mark.parametrize("name", ["ratings.csv", "xl/workbook.xml"])
def test_a_zip_archive_with_any_byte_changed_is_read_or_refused(name, monkeypatch):
    monkeypatch.setattr("qwk_core.files.formats.excel.as_rows", lambda *_: (_ for _ in [b""]))
    whole = zipped({name: "actual,predicted\n1,2\n2,2\n"})
    refused = 0
    for at in range(len(whole)):
        for value in (0, 1, 9, 127, 128, 255):
            data = bytearray(whole)
            data[at] = value
            try:
                unpacked(io.BytesIO(data)).close()
            except RatingsError:
                refused += 1
    assert refused > 100
