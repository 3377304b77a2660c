"""Where are the examples and the beliefs kept? In catalogues: files of data, in TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

TEXTS = (
    "title", "story", "point", "source", "belief", "happens", "why", "instead", "question", "words",
    "text", "reason", "name", "idea", "sign", "hint", "options", "mistakes", "otherwise",
    "solution",
)  # fmt: skip
"""The keys whose values are messages: people read them, so they are translated."""


def read_catalogue(path: Path) -> list[dict[str, Any]]:
    """Return the entries of a catalogue, in the order of its file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    list of dict
        The keys of each entry are those of the file; every list in it is a tuple.

    Examples
    --------
    >>> read_catalogue(Path(__file__).with_name("examples.toml"))[0]["title"]
    'Pet adoption speed'
    """
    (entries,) = tomllib.loads(path.read_text("utf-8")).values()
    return list(map(_frozen, entries))


def _frozen(value: Any) -> Any:
    """Return a value with tuples in place of its lists."""
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
