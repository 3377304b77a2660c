"""Why is there no figure, and what should one know of it? The notes, all in notes.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

_CATALOGUE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NOTES: dict[str, str] = _CATALOGUE["text"]
"""The notes by their keys."""
