"""What can be wrong: messages that say what to do, and how they show the value at fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import numpy as np

_LONGEST_SHOWN = 40
_MOST_CATEGORIES_SHOWN = 8
_DECIMAL = re.compile(r"[+-]?\d+\.\d+", re.ASCII)


class ExplainedError(Exception):
    """A refusal with a message for the reader: what is wrong, and what to do.

    Parameters
    ----------
    template : str
        The English message, in the style of `str.format`.
    **values : object
        The values of the template's fields.

    Attributes
    ----------
    template : str
        The message before its values were filled in, so that it can be translated.
    values : dict of str to object
        The values, by field.

    Examples
    --------
    >>> error = ExplainedError("{name} is empty; give at least one rating.", name="Actual")
    >>> str(error), error.values
    ('Actual is empty; give at least one rating.', {'name': 'Actual'})
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle would call the class with the finished message, without template and values.
        return partial(type(self), self.template, **self.values), ()


class RatingsError(ExplainedError, ValueError):
    """Ratings, counts, weights or settings that cannot be used: where, and what would be right."""


class NoRoomError(ExplainedError):
    """A computer that is too busy, or short of memory: nothing is wrong with the ratings."""


def shown(value: object) -> str:
    """Return a value as a message shows it: text in quotation marks, nothing endless.

    Parameters
    ----------
    value : object

    Examples
    --------
    >>> shown(3), shown("mild"), shown(1.5), shown("9" * 5000)
    ('3', '“mild”', '1.5', '“999999999999999999999999999999999999999…”')
    """
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        value = value.item()
    if isinstance(value, int) and abs(value) >= 10**_LONGEST_SHOWN:
        # Python refuses to print integers of more than 4,300 digits.
        return f"≈{'−' if value < 0 else ''}10^{int(abs(value).bit_length() * 0.30103)}"
    text = str(value) if isinstance(value, str) else repr(value)
    if len(text) > _LONGEST_SHOWN:
        text = text[: _LONGEST_SHOWN - 1] + "…"
    return f"“{text}”" if isinstance(value, str) else text


def shown_categories(categories: Sequence[int | str]) -> str:
    """Return categories as a message shows them: a run of whole numbers as its two ends.

    Of many, the first ones and the last one. Decimal numbers stand without quotation marks.

    Parameters
    ----------
    categories : sequence of int or str, length N

    Examples
    --------
    >>> shown_categories(range(5)), shown_categories(("none", "mild")), shown_categories((1, "1.5"))
    ('0–4', '“none”, “mild”', '1, 1.5')
    """
    listed = [shown(category) for category in categories]
    if all(isinstance(one, int) or _DECIMAL.fullmatch(one) for one in categories):
        listed = [one.strip("“”") for one in listed]
    if is_run(categories) and len(categories) > 1:
        between = " … " if listed[0].startswith("-") else "–"
        return between.join([listed[0], listed[-1]]).replace("-", "−")
    if len(categories) > _MOST_CATEGORIES_SHOWN + 1:  # … stands for two or more
        listed[_MOST_CATEGORIES_SHOWN - 1 : -1] = ["…"]
    return ", ".join(listed)


def is_run(categories: Sequence[int | str]) -> bool:
    """Return whether the categories are consecutive whole numbers, smallest first.

    Parameters
    ----------
    categories : sequence of int or str, length N
    """
    if isinstance(categories, range):
        return categories.step == 1
    first = categories[0]
    return isinstance(first, int) and all(
        isinstance(category, int) and category == first + position
        for position, category in enumerate(categories)
    )
