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

    Examples
    --------
    >>> message = Message("Only {n} items.", {"n": 7})
    >>> str(message), message.template
    ('Only 7 items.', 'Only {n} items.')
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)
