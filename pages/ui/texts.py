"""The one door through which words reach the screen."""

import re

from qwk_core import RatingsError


def _(message: str, /, **values: object) -> str:
    """Return `message` in the reader's language, its ``{placeholders}`` filled in."""
    return message.format(**values) if values else message


def N_(message: str) -> str:
    """Mark `message` for translation where it is written before a reader is known."""
    return message


def plural(n: float, one: str, many: str, /, **values: object) -> str:
    """Return `one` or `many` in the reader's language, as the number `n` asks for."""
    return _(one if n == 1 else many, n=n, **values)


def plain(text: object) -> str:
    """Return what a person typed so that Markdown shows it letter by letter.

    An address stays text as well: a word joiner, which is not seen, keeps it from becoming a link.
    """
    escaped = "".join(f"\\{c}" if c in _MARKDOWN else c for c in str(text))
    return _ADDRESS.sub("\\g<0>\u2060", escaped)


_MARKDOWN = frozenset("\\`*_{}[]()<>#+-!|~$:&^=@./")
_ADDRESS = re.compile(r"\\[:@]|www", re.IGNORECASE)


def error_text(error: RatingsError) -> str:
    """Return what an error of the core says, in the reader's language, as Markdown."""
    values = {name: plain(value) for name, value in error.values.items()}
    return _(error.template, **values)
