"""The symbols of the lesson, a line each, for readers who open a link."""

from pathlib import Path

from qwk_app.words import names
from qwk_app.words.texts import _
from qwk_core.teaching.catalogues import read_catalogue

_LINES = read_catalogue(Path(__file__).with_suffix(".toml"))


def introduction() -> str:
    """Return as Markdown what is compared, and the meaning of O, w, E and κ."""
    return "\n".join(f"- {_(line['text'], **names.both())}" for line in _LINES)
