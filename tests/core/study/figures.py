"""What figures does an output hold? The same for every version of the outputs."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import re
from pathlib import Path
from typing import Any

from qwk_core.__main__ import main

_NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?![\w.])")


def printed(path: Path, arguments: list[str], *, json_wanted: bool) -> str:
    """Return what the command prints of a file."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main([str(path), *arguments, *["--json"] * json_wanted])
    assert status == 0, (path.name, arguments, status)
    return out.getvalue()


def of_json(text: str) -> dict[str, float]:
    """Return every number of a JSON text by its place; a matrix is one number."""
    found: dict[str, float] = {}
    _walk(json.loads(text), "", found)
    return found


def of_csv(tables: dict[str, str]) -> dict[str, float]:
    """Return one number for each column of each table."""
    found = {}
    for name, text in tables.items():
        head, *rows = csv.reader(io.StringIO(text))
        for at, column in enumerate(head):
            found[f"{name}/{column}"] = _one([_number(row[at]) for row in rows])
    return found


def of_text(text: str) -> list[str]:
    """Return the numbers that a text shows, each once."""
    return sorted(set(_NUMBER.findall(text)))


def _walk(value: Any, place: str, found: dict[str, float]) -> None:
    if isinstance(value, dict):
        for name, one in value.items():
            _walk(one, f"{place}/{name}", found)
    elif isinstance(value, list):
        if any(isinstance(one, dict) for one in value):
            for at, one in enumerate(value):
                _walk(one, f"{place}/{at}", found)
        else:
            found[place] = _one(_flat(value))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        found[place] = float(value)


def _flat(value: Any) -> list[float]:
    if isinstance(value, list):
        return [number for one in value for number in _flat(one)]
    return [_number(value)]


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def _one(numbers: list[float]) -> float:
    """Return one number in which each counts, and its place too."""
    return math.fsum(one * math.sqrt(at + 2) for at, one in enumerate(numbers))
