"""What the core says, in the reader's language."""

from pages.ui.numbers import number
from pages.ui.texts import _, plain
from qwk_core.messages import Message


def say(message: Message, decimals: int = 3) -> str:
    """Return a message of the core as Markdown, its numbers written as the reader's language does.

    >>> say(Message("{n} items, κ {kappa}", {"n": 12000, "kappa": 0.31818}))
    '12,000 items, κ 0.318'
    """
    return _(
        message.template,
        **{name: _shown(value, decimals) for name, value in message.values.items()},
    )


def _shown(value: object, decimals: int) -> str:
    if isinstance(value, Message):
        return say(value, decimals)
    if isinstance(value, int | float):
        return number(value, decimals)
    return plain(value)
