"""Columns that may be raters, three or more."""

from __future__ import annotations

import io

import pytest

from qwk_core.files.detection import detect
from qwk_core.files.structure import recognise

ROWS = ["5 4 4 3 0.5", "3 3 2 2 1.7", "1 2 1 1 2.2", "4 4 4 5 3.9", "2 2 1 3 0.1", "4 5 3 3 4.4"]


def many(header: str, rows: list[str]) -> tuple[str, ...]:
    text = "\n".join([header, *rows]).replace(" ", ",").encode()
    return recognise(io.BytesIO(text), detect(io.BytesIO(text), "marks.csv")).many


@pytest.mark.parametrize(
    ("header", "rows", "found"),
    [
        ("Ana Ben Cy Dan score", ROWS, ("Ana", "Ben", "Cy", "Dan")),
        ("id Ben Cy Dan score", ROWS, ("Ben", "Cy", "Dan")),
        ("Ana Ben", [row[:3] for row in ROWS], ()),
        (
            "item Ana Ben Cy age",
            [f"i{at} {row[:5]} {40 + 9 * at}" for at, row in enumerate(ROWS)],
            ("Ana", "Ben", "Cy"),
        ),
        (
            "Ana Ben Cy town",
            ["low mid high Rome", "low low mid Lima", "high mid high Rome", "mid mid low Lima"] * 2,
            ("Ana", "Ben", "Cy"),
        ),
        ("a b c", ["1 x 0.5", "2 y 0.5", "1 x 0.25", "2 y 0.5", "1 x 0.25"], ()),
    ],
)
def test_columns_on_one_scale_may_be_raters(
    header: str, rows: list[str], found: tuple[str, ...]
) -> None:
    assert many(header, rows) == found


def test_more_columns_than_anybody_compares_are_not_offered() -> None:
    row = " ".join(str(at % 4) for at in range(501))
    assert many(" ".join(f"q{at}" for at in range(501)), [row, row[::-1], row]) == ()
