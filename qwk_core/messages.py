"""The core's sentences, kept so that a screen can show them in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def N_(template: str) -> str:
    """Mark a template for translation and return it as it is.

    Parameters
    ----------
    template : str
        An English sentence or word, in the style of `str.format`.
    """
    return template


class Kappa(float):
    """A kappa, or an end of its interval: a message shows it with a fixed number of decimals."""


@dataclass(frozen=True)
class Message:
    """A sentence of the core: its English template and the values that fill it.

    Parameters
    ----------
    template : str
        In the style of `str.format`, fields without format specifications: how a number looks
        depends on the reader's language, so the screen decides.
    values : mapping of str to object
        What the fields stand for: numbers, text, or further messages.
    one : str
        The template where a number is 1; the other one is for all other numbers. Empty where the
        sentence is the same for all.
    by : str
        The field of that number.

    Examples
    --------
    >>> message = Message("Only {n} items.", {"n": 7})
    >>> str(message), message.template
    ('Only 7 items.', 'Only {n} items.')
    >>> str(Message("{n} items", {"n": 1}, one="{n} item", by="n"))
    '1 item'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    one: str = ""
    by: str = ""

    def __str__(self) -> str:
        return self.english.format(**self.values)

    @property
    def english(self) -> str:
        """The template that suits the number."""
        return self.one if self.one and self.number == 1 else self.template

    @property
    def number(self) -> float:
        """The number that decides between the two templates, as far as messages show it."""
        number = self.values[self.by]
        assert isinstance(number, (int, float)), "a number"
        return round(number, 3)
