"""Which beliefs about weighted kappa are wrong? Fourteen, each with ratings that show it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from qwk_core.errors import RatingsError, shown
from qwk_core.statistics.latent import correlated_shares
from qwk_core.teaching.catalogues import read_catalogue
from qwk_core.teaching.examples import Example
from qwk_core.teaching.examples import example as worked_example
from qwk_core.teaching.pitfalls.numerics import compute_numbers
from qwk_core.teaching.rater_examples import RATER_EXAMPLES


@dataclass(frozen=True)
class Pitfall:
    """A belief about kappa, and what really happens.

    The texts are templates in the style of `str.format`; `numbers` has a value for each of their
    fields.

    Attributes
    ----------
    key : str
        A short name that never changes.
    belief : str
        What many believe, in their own words.
    happens : str
        What really happens: the template that the numbers go into.
    why, instead : str
        The reason, and what to do.
    examples : tuple of Example
        The ratings that show it.
    story, sign : str
        For an exercise: somebody who steps into it, and by what it is recognised.
    akin : tuple of str
        The pitfalls that one could see in the story as well.
    beside : tuple of str
        The measures that stand beside each example's kappa.
    """

    key: str
    belief: str
    happens: str
    why: str
    instead: str
    examples: tuple[Example, ...]
    story: str = ""
    sign: str = ""
    akin: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def numbers(self) -> dict[str, float]:
        """Compute the values of the fields in the texts.

        Returns
        -------
        dict of str to float

        Examples
        --------
        >>> numbers = pitfall("undefined").numbers()
        >>> pitfall("undefined").happens.format(**numbers)
        'Both give all 5 items the same grade. ΣwO is 0.0, and so is ΣwE: kappa is 0 ÷ 0.'
        """
        return compute_numbers(self.key, {one.key: one for one in self.examples}, self.beside)


def pitfall(key: str) -> Pitfall:
    """Return the pitfall with this key.

    Parameters
    ----------
    key : str
        The key of one of `PITFALLS`.

    Returns
    -------
    Pitfall

    Raises
    ------
    RatingsError
        If the key is unknown.

    Examples
    --------
    >>> pitfall("undefined").belief
    'Two identical lists of ratings always give 1.'
    """
    for candidate in PITFALLS:
        if candidate.key == key:
            return candidate
    raise RatingsError(
        "Pitfall: {value} is not known; the pitfalls are {keys}.",
        value=shown(key),
        keys=", ".join(known.key for known in PITFALLS),
    )


def _example(entry: dict[str, Any]) -> Example:
    """Return the ratings that an entry of the catalogue gives, names or asks to compute."""
    key, title = entry["key"], entry.get("title", "")
    if "of" in entry:
        return worked_example(entry["of"])
    if "friends" in entry:
        return _two_friends(key, title, *entry["friends"])
    if "cut" in entry:
        counts = np.rint(correlated_shares([1] * entry["cut"], 0.7) * 100_000).astype(int).tolist()
        return Example(key, title, tuple(range(entry["cut"])), observed=tuple(map(tuple, counts)))
    return Example(**entry)


def _two_friends(key: str, title: str, first: str, second: str) -> Example:
    """Return the films that both of two friends rated."""
    films = RATER_EXAMPLES[0]
    at = films.raters.index(first), films.raters.index(second)
    both = [(row[at[0]], row[at[1]]) for row in films.rows]
    pairs = [(one, other) for one, other in both if one is not None and other is not None]
    actual, predicted = zip(*pairs, strict=True)
    return Example(key, title, films.categories, actual, predicted)


def _pitfall(entry: dict[str, Any]) -> Pitfall:
    texts = {key: value for key, value in entry.items() if key != "example"}
    return Pitfall(**texts, examples=tuple(map(_example, entry["example"])))


PITFALLS = tuple(map(_pitfall, read_catalogue(Path(__file__).parents[1] / "pitfalls.toml")))
"""The pitfalls, in the order of their cards: pitfalls.toml."""
