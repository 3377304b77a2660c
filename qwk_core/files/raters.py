"""Which columns of a table may be raters, where there are three or more of them?"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from qwk_core.files.names import are_twins, says
from qwk_core.files.profiles import Profile, are_near
from qwk_core.statistics.raters.table import MAX_RATERS

_NO_RATERS = ("id", "other")
_FEWEST_SUMS = 4  # different rows with one sum: by chance they seldom are so many
_MOST_SUMMED = 24  # columns
_WIDE = 12  # steps that nobody uses a third of


def find_raters(columns: Sequence[Profile]) -> tuple[str, ...]:
    """Return the columns that hold ratings on one scale, if they are three or more.

    Whether they are raters, or questions that one person answered, only a reader can say: so this
    is an offer.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    tuple of str
        Their names, in the order of the table; () where there are fewer than three, or more than
        anybody compares.

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> cells = ["e1 3 4 3", "e2 1 2 3", "e3 3 3 1", "e4 4 4 4"]
    >>> find_raters(profiles(["essay", "Ann", "Ben", "Cy"], [row.split() for row in cells]))
    ('Ann', 'Ben', 'Cy')
    """
    able = [
        one
        for one in columns
        if one.is_rating and not any(says(one.name, role) for role in _NO_RATERS)
    ]
    if len(able) > MAX_RATERS:
        return ()
    groups = [[other for other in able if _one_scale(one, other)] for one in able]
    largest = max(groups, key=len, default=[])
    largest += [one for one in columns if _rates_alike(one, largest)]
    names = tuple(one.name for one in columns if one in largest)
    return names if len(names) >= 3 and len(set(names)) == len(names) else ()


def find_votes(columns: Sequence[Profile]) -> tuple[tuple[str, ...], int] | None:
    """Return columns that seem to count how many raters gave each category, and what a row sums to.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    names : tuple of str
    total : int

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> cells = ["a 3 1 1", "b 0 5 0", "c 1 1 3", "d 2 2 1"]
    >>> find_votes(profiles(["essay", "low", "mid", "high"], [row.split() for row in cells]))
    (('low', 'mid', 'high'), 5)
    """
    counts = [all(map(str.isdecimal, one.labels)) for one in columns]
    most = max(sum(counts), 3)
    for begin, end in itertools.combinations(range(len(counts[:_MOST_SUMMED]) + 1), 2):
        # A few of many columns may have one sum by chance.
        if 2 * (end - begin) < most or not all(counts[begin:end]):
            continue
        rows = {*zip(*(map(int, one.labels) for one in columns[begin:end]), strict=True)}
        sums = {sum(row) for row in rows}
        if len(sums) == 1 and len(rows) >= _FEWEST_SUMS:
            return tuple(one.name for one in columns[begin:end]), sums.pop()
    return None


def _rates_alike(constant: Profile, others: Sequence[Profile]) -> bool:
    """Tell whether a column with one value is one more rater: its name and its value fit."""
    fits = others and constant.is_constant and all(_one_scale(constant, one) for one in others)
    return bool(fits) and any(are_twins(constant.name, one.name) for one in others)


def _lies_in(one: Profile, other: Profile) -> bool:
    """Tell whether one of two raters used some steps of the other's: who is strict uses few."""
    narrow, wide = sorted((one.numbers, other.numbers), key=lambda each: each[-1] - each[0])
    return wide[0] <= narrow[0] and narrow[-1] <= wide[-1] < wide[0] + _WIDE


def _one_scale(one: Profile, other: Profile) -> bool:
    """Tell whether two columns may hold ratings on the same scale."""
    if one.kind == other.kind == "whole":
        return (are_near(one, other) and are_near(other, one)) or _lies_in(one, other)
    first, second = ({label.casefold() for label in each.counts} for each in (one, other))
    return one.kind == other.kind and len(first & second) >= 0.5 * min(len(first), len(second))
