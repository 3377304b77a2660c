"""Texts that code chooses by a key: all stand in keyed.toml, by their kind; and the questions."""

import tomllib
from pathlib import Path
from typing import Any

from qwk_app.words.texts import catalogue, plural

_HERE = Path(__file__).parent

KEYED: dict[str, dict[str, Any]] = {**catalogue(_HERE / "keyed.toml")}
"""The texts by kind and key, in English: `_` translates them and fills in their fields.

A text that depends on a number has two forms, for `of_number`.
"""

QUESTIONS: dict[str, Any] = tomllib.loads((_HERE / "questions.toml").read_text("utf-8"))
"""The questions of the pages by their name: each has a `question`, mostly `options`, a `reason`."""


def of_number(n: float, kind: str, key: str, /, **values: object) -> str:
    """Return the form of a text that the number `n` requires, as `plural` does."""
    forms = KEYED[kind][key]
    return plural(n, forms["one"], forms["many"], **values)
