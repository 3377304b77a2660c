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


def ends_words(style: str, level: float, low: object, high: object) -> Message:
    """Return the ends of an interval with its level.

    Parameters
    ----------
    style : {"apa", "plain"}
        How they are written.
    level : float
        The level of confidence, between 0 and 1.
    low, high : object
        The ends.

    Returns
    -------
    Message

    Examples
    --------
    >>> str(ends_words("apa", 0.95, 1, 2))
    '95% CI [1, 2]'
    """
    return message_of(style, "ends", level=percentage(level), low=low, high=high)


def percentage(share: float) -> int | float:
    """Return a share in hundredths, whole where it is.

    Parameters
    ----------
    share : float

    Returns
    -------
    int or float

    Examples
    --------
    >>> percentage(0.95), percentage(0.975)
    (95, 97.5)
    """
    found = round(100 * share, 6)
    return int(found) if found.is_integer() else found
