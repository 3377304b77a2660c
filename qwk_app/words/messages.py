"""What the core says, in the reader's language."""

from collections.abc import Callable

from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, plain
from qwk_core.messages import Kappa, Message


def say(message: Message, decimals: int = 3) -> str:
    """Return a message of the core as Markdown, its numbers written as the reader's language does.

    >>> say(Message("{n} items, κ {kappa}, {name}", {"n": 12000, "kappa": 0.31818, "name": "*"}))
    '12,000 items, κ 0.318, \\\\*'
    """
    return _said(message, decimals, plain)


def spell(message: Message, decimals: int = 3) -> str:
    """Return the same as bare text, for where nothing is Markdown: code to copy, a file.

    >>> spell(Message("{n} items, κ {kappa}, {name}", {"n": 12000, "kappa": 0.31818, "name": "*"}))
    '12,000 items, κ 0.318, *'
    """
    return _said(message, decimals, str)


def _said(message: Message, decimals: int, write: Callable[[object], str]) -> str:
    return _(
        message.template,
        **{name: _shown(value, decimals, write) for name, value in message.values.items()},
    )


def _shown(value: object, decimals: int, write: Callable[[object], str]) -> str:
    if isinstance(value, Message):
        return _said(value, decimals, write)
    if isinstance(value, Kappa):
        return kappa_text(value, decimals)
    if isinstance(value, int | float):
        return number(value, decimals)
    return write(value)
