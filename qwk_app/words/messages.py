"""Messages of the core as text in the reader's language."""

from collections.abc import Callable

from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, plain, plural, quoted
from qwk_core.messages import Kappa, Message
from qwk_core.study.sentences import FixedKappa, ShortKappa, without_0


def message_text(message: Message, decimals: int = 3) -> str:
    """Return a message of the core as Markdown, with its numbers in the reader's form.

    >>> values = {"n": 12000, "kappa": 0.31818, "name": "*"}
    >>> message_text(Message("{n} items, κ {kappa}, {name}", values))
    '12,000 items, κ 0.318, \\\\*'
    """
    return _filled(message, decimals, plain)


def message_bare_text(message: Message, decimals: int = 3) -> str:
    """Return a message as text without Markdown, for code to copy and for files.

    >>> values = {"n": 12000, "kappa": 0.31818, "name": "*"}
    >>> message_bare_text(Message("{n} items, κ {kappa}, {name}", values))
    '12,000 items, κ 0.318, *'
    """
    return _filled(message, decimals, str)


def _filled(message: Message, decimals: int, escape: Callable[[object], str]) -> str:
    values = {name: _value_text(value, decimals, escape) for name, value in message.values.items()}
    if message.one:
        return plural(message.number, message.one, message.template, **values)
    return _(message.template, **values)


def _value_text(value: object, decimals: int, escape: Callable[[object], str]) -> str:
    if isinstance(value, Message):
        return _filled(value, decimals, escape)
    if isinstance(value, FixedKappa):
        text = kappa_text(value, value.decimals)
        return without_0(text) if isinstance(value, ShortKappa) else text
    if isinstance(value, Kappa):
        return kappa_text(value, decimals)
    if isinstance(value, int | float):
        return number(value, decimals)
    return escape(quoted(value) if type(value) is str else value)
