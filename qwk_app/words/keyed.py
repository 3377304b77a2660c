"""Texts that code chooses by a key: all stand in keyed.toml, by their kind; and the questions."""

import tomllib
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent

KEYED: dict[str, dict[str, str]] = {
    kind: own["text"]
    for kind, own in tomllib.loads((_HERE / "keyed.toml").read_text("utf-8")).items()
}
"""The texts by kind and key, in English: `_` translates them and fills in their fields."""

QUESTIONS: dict[str, Any] = tomllib.loads((_HERE / "questions.toml").read_text("utf-8"))
"""The questions of the pages by their name: each has a `question`, mostly `options`, a `reason`."""
