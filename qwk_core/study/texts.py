"""What is said of a study, as texts: all stand in texts.toml, each by its kind and its key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from qwk_core.messages import Message

_CATALOGUE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

ITEMS: list[dict[str, Any]] = _CATALOGUE.pop("item")
"""The items of GRRAS: the text of each, and what answers it."""

TEXTS: dict[str, dict[str, Any]] = {kind: own["text"] for kind, own in _CATALOGUE.items()}
"""All other texts, by kind and key. A text that a number changes is two: `one` and `many`."""


def message_of(kind: str, key: str, /, **values: object) -> Message:
    """Return a text with what fills its fields.

    Parameters
    ----------
    kind, key : str
        Where it stands in `TEXTS`.
    **values : object
        The values of its fields.

    Returns
    -------
    Message

    Examples
    --------
    >>> str(message_of("sentence", "items", n=12)), str(message_of("sentence", "items", n=1))
    ('12 items', '1 item')
    """
    text = TEXTS[kind][key]
    if isinstance(text, str):
        return Message(text, values)
    return Message(text["many"], values, text["one"], text["by"])
