"""Which columns of a table may be raters, where there are three or more of them?"""

from __future__ import annotations

from collections.abc import Sequence

from qwk_core.errors import RatingsError
from qwk_core.files.formats.common import listed
from qwk_core.files.names import are_twins, names_raters, says
from qwk_core.files.no_ratings import tallies
from qwk_core.files.profiles import Pair, Profile, are_near, is_clear
from qwk_core.statistics.raters.table import MAX_RATERS

_NO_RATERS = ("id", "other")
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
        if one.is_rating
        and not (one.looks_like_counts or any(says(one.name, role) for role in _NO_RATERS))
    ]
    if len(able) > MAX_RATERS:
        return ()
    groups = [[other for other in able if _one_scale(one, other)] for one in able]
    # Of worker1, rating1, worker2 and rating2 the first two name who rated.
    largest = max(groups, key=lambda each: (len(each), not names_raters(each[0].name)), default=[])
    largest += [one for one in columns if _rates_alike(one, largest)]
    names = tuple(one.name for one in columns if one in largest)
    return names if len(names) >= 3 and len(set(names)) == len(names) else ()


def without_tallies(columns: Sequence[Profile], pairs: Sequence[Pair]) -> Sequence[Pair]:
    """Return pairs of columns that do not count the raters of each category.

    Parameters
    ----------
    columns : sequence of Profile
    pairs : sequence of Pair
        Of these, the likeliest first.

    Returns
    -------
    sequence of Pair

    Raises
    ------
    RatingsError
        If such columns are there, and no other ratings.
    """
    able = [one for one in columns if one.kind == "whole" and one.numbers[0] >= 0]
    counting = [able[place].name for place in tallies([one.values for one in able])]
    kept = [pair for pair in pairs if not {*pair.names} & {*counting}]
    if counting and not is_clear(kept):
        raise RatingsError(
            "{columns} have the same sum in each row: they count the raters who chose each "
            "category. Kappa needs each rater's own rating: bring a column for each rater.",
            columns=listed(counting),
        )
    return kept


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
