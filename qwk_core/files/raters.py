"""Which columns of a table may be raters, where there are three or more of them?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence

from qwk_core.files.names import RATES, are_twins, names_raters, says
from qwk_core.files.profiles import ENOUGH, Pair, Profile, are_near, is_clear
from qwk_core.files.usual_scales import usual_order
from qwk_core.statistics.raters.table import MAX_RATERS

_FEWEST_SUMS = 4  # different rows with one sum: by chance they seldom are so many
_MOST_SUMMED = 24  # columns
_MOST_RATERS = 12  # beside two whose names say that they are the ones
_WIDE = 12  # steps that nobody uses a third of
_MORE = 0.2  # of what is left beyond chance: two columns that agree on more are related
_LUCK = 2.5  # standard errors by which two that have nothing to do with each other may agree
_BESIDE = ("id", "other", "group", "measured", "settled")  # roles of columns that rate nothing


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
        if one.is_rating and not (one.looks_like_counts or says(one.name, "id", "other"))
    ]
    if len(able) > MAX_RATERS:
        return ()
    groups = [[other for other in able if _one_scale(one, other)] for one in able]
    # Of worker1, rating1, worker2 and rating2 the first two name who rated.
    largest = max(groups, key=lambda each: (len(each), not names_raters(each[0].name)), default=[])
    largest += [one for one in columns if _rates_alike(one, largest)]
    names = tuple(one.name for one in columns if one in largest)
    return names if len(names) >= 3 and len(set(names)) == len(names) else ()


def find_votes(columns: Sequence[Profile]) -> tuple[str, ...]:
    """Return columns that seem to count how many raters gave each category.

    Their names are words of one scale, or each row adds up to the same number.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    tuple of str
        Their names; () where there are none.

    Examples
    --------
    >>> from qwk_core.files.profiles import profiles
    >>> cells = ["a 3 1 1", "b 0 5 0", "c 1 1 3", "d 2 2 1"]
    >>> find_votes(profiles(["essay", "low", "mid", "high"], [row.split() for row in cells]))
    ('low', 'mid', 'high')
    """
    whole = [all(map(str.isdecimal, one.labels)) for one in columns]
    most = max(sum(whole), 3)
    parts = itertools.combinations(range(len(whole[:_MOST_SUMMED]) + 1), 2)
    for begin, end in sorted(parts, key=lambda part: part[0] - part[1]):  # the widest first
        # A few of many columns may have one sum by chance.
        if 2 * (end - begin) >= most and all(whole[begin:end]):
            found = columns[begin:end]
            if _add_up(found) or _are_called_categories(found):
                return tuple(one.name for one in found)
    return ()


def are_plain(pairs: Sequence[Pair], many: Collection[str], columns: Sequence[Profile]) -> bool:
    """Tell whether the first of some pairs can be taken without asking.

    Parameters
    ----------
    pairs : sequence of Pair
        The likeliest first.
    many : collection of str
        The names of three columns or more that may be raters; none where there are none.
    columns : sequence of Profile
        All columns, but for those that count raters.

    Returns
    -------
    bool
    """
    if not pairs:
        return False
    names = pairs[0].names
    pair = [one for one in columns if one.name in names]
    called = all(map(names_raters, names))
    both = zip(*(one.labels for one in pair), strict=True)
    agree = any(label and label == again for label, again in both)
    others = any(one.score > 0 and {*one.names}.isdisjoint(names) for one in pairs)
    if called and others and not agree:
        return False  # of rater_1, rater_2, score_1 and score_2 the first two name who rated
    # A column with one category may be a rater, too, if its name says so; and two of three columns
    # of one name, which were numbered here, are not more alike than others.
    stems = {name.rpartition(" (")[0] for name in names}
    alike = len(stems) == 1 and stems != {""} and {*names} < {*many}
    alike = alike or any(one.is_constant and one.name in many for one in columns)
    likely = called and pairs[0].score >= ENOUGH
    return (likely or is_clear(pairs)) and not (alike or _rivals(pair, columns))


def perhaps_meant(names: Sequence[str], columns: Sequence[Profile]) -> list[Profile]:
    """Return the columns beside two raters that a reader may miss: of a decision, or of nothing.

    Parameters
    ----------
    names : sequence of str, length 2
        What the two are called.
    columns : sequence of Profile

    Returns
    -------
    list of Profile
        They have the values of the two, or one of them, and agree with them, unless their names
        say no role.
    """
    pair = [one for one in columns if one.name in names]
    values = {*pair[0].counts, *pair[1].counts}
    one_value = [one for one in columns if one.is_constant and values.issuperset(one.counts)]
    return [
        one
        for one in (*_of_their_values(pair, columns), *one_value)
        if one.name not in names
        and not one.looks_like_counts
        and (not says(one.name, *_BESIDE) or any(_agree(one, rater) for rater in pair))
    ]


def _rivals(pair: Sequence[Profile], columns: Sequence[Profile]) -> list[Profile]:
    """Return the columns that may be raters as well as two, as names say it, or they agree.

    A column such as "smoker", with yes and no as the ratings have, agrees with the two about as
    often as by chance. Beside two whose names differ by a number alone, which says of no other
    name that it is none, values are enough. Very many columns of the same values are questions, or
    features of a model.
    """
    others = [one for one in _of_their_values(pair, columns) if not says(one.name, *_BESIDE)]
    names = [one.name for one in pair]
    if are_twins(*names) and not all(map(names_raters, names)):
        return others
    if len(others) > _MOST_RATERS:
        return []
    return [
        one for one in others if names_raters(one.name) or any(_agree(one, rater) for rater in pair)
    ]


def _of_their_values(pair: Sequence[Profile], columns: Sequence[Profile]) -> list[Profile]:
    """Return the columns that have the values of two others: of one more rater, or by chance."""
    values = {*pair[0].counts, *pair[1].counts}
    return [
        one
        for one in columns
        if one not in pair
        and one.is_rating
        and not one.has_each_once  # else it numbers the items
        and 2 * len(values & {*one.counts}) > max(len(values), len(one.counts))
    ]


def _agree(one: Profile, other: Profile) -> bool:
    """Tell whether two columns say the same of more items than by chance."""
    both = [pair for pair in zip(one.labels, other.labels, strict=True) if all(pair)]
    chance = sum(n * other.counts[label] for label, n in one.counts.items()) / (one.n * other.n)
    n, alike = len(both), sum(label == again for label, again in both)
    by_luck = _LUCK * math.sqrt(n * chance * (1 - chance))
    return alike - n * chance > max(by_luck, _MORE * n * (1 - chance))


def _add_up(columns: Sequence[Profile]) -> bool:
    """Tell whether rows of whole numbers that differ all have one sum."""
    rows = {*zip(*(map(int, one.labels) for one in columns), strict=True)}
    return len(rows) >= _FEWEST_SUMS and len({sum(row) for row in rows}) == 1


def _are_called_categories(columns: Sequence[Profile]) -> bool:
    """Tell whether columns that hold a 0 have words of a scale as names: "mild", no "expert"."""
    names = [one.name for one in columns]
    if any(says(name, *RATES) for name in names):
        return False
    zero = any(one.numbers[0] == 0 for one in columns)
    return zero and usual_order(names) is not None and not are_twins(*names[:2])


def _rates_alike(constant: Profile, others: Sequence[Profile]) -> bool:
    """Tell whether a column with one value is one more rater: its name and its value fit."""
    twins = any(are_twins(constant.name, one.name) for one in others)
    return twins and constant.is_constant and all(_one_scale(constant, one) for one in others)


def _lies_in(one: Profile, other: Profile) -> bool:
    """Tell whether one of two raters used some steps of the other's: who is strict uses few."""
    narrow, wide = sorted((one.numbers, other.numbers), key=lambda each: each[-1] - each[0])
    return wide[0] <= narrow[0] and narrow[-1] <= wide[-1] < wide[0] + _WIDE


def _one_scale(one: Profile, other: Profile) -> bool:
    """Tell whether two columns may hold ratings on the same scale."""
    if one.kind == other.kind == "whole":
        return (are_near(one, other) and are_near(other, one)) or _lies_in(one, other)
    shared, fewer = len(one.caseless & other.caseless), min(len(one.caseless), len(other.caseless))
    return one.kind == other.kind and shared >= 0.5 * fewer
