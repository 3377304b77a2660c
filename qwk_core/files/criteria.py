"""Where raters and criteria stand side by side: which columns are of one criterion?"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence

from qwk_core.files.names import are_ends, says, words_of


def find_criteria(
    names: Sequence[str], alike: Callable[[str, str], float] = lambda _one, _other: 0.0
) -> dict[str, str]:
    """Find raters × criteria in the names of columns: r1_style, r2_style, r1_content, r2_content.

    Parameters
    ----------
    names : sequence of str
        Of columns that may hold ratings.
    alike : callable
        How far two columns agree, by their names: it decides where the names do not, since two
        raters agree more on a criterion than one rater's marks on two.

    Returns
    -------
    dict of str to str
        By the name of a column, what it says of the criterion; empty where the names are no such
        table.

    Examples
    --------
    >>> found = find_criteria(["Ana style", "Ana content", "Luis style", "Luis content"])
    >>> found["Luis style"], compared(found, "Ana style", "Luis style")
    ('style', 1.0)
    >>> compared(found, "Ana style", "Ana content")
    -1.0
    """
    best: tuple[int, dict[str, tuple[str, str]]] = (0, {})
    for cut in (1, 2, 3, -1, -2, -3):
        parts = {
            name: (" ".join(words[:cut]), " ".join(words[cut:]))
            for name in names
            if len(words := words_of(name)) > abs(cut)
        }
        table = _complete(parts)
        if len(table) > best[0]:
            best = len(table), table
    table = best[1]
    if not table:
        return {}
    sides = [sorted({part[side] for part in table.values()}) for side in (0, 1)]
    first = _are_raters(sides[0], sides[1], " ".join(table))
    if first is None:
        first = _agree(table, 1, alike) >= _agree(table, 0, alike)
    return {name: part[first] for name, part in table.items()}


def compared(criteria: Mapping[str, str], one: str, other: str) -> float:
    """Return what speaks for two columns: 1 for two raters on one criterion, −1 for others.

    Parameters
    ----------
    criteria : mapping of str to str
        What `find_criteria` found.
    one, other : str
        Names of columns.

    Returns
    -------
    float
        0 where a column belongs to no criterion.
    """
    if one not in criteria or other not in criteria:
        return 0.0
    return 1.0 if criteria[one] == criteria[other] else -1.0


def _complete(parts: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return the names whose two parts come in all combinations, two of each or more."""
    table = {name: part for name, part in parts.items() if all(part)}
    for side in (0, 1):  # a part that stands in one name alone belongs to no table
        ends = [part[side] for part in table.values()]
        table = {name: part for name, part in table.items() if ends.count(part[side]) > 1}
    firsts, seconds = ({part[side] for part in table.values()} for side in (0, 1))
    whole = len(table) == len(firsts) * len(seconds) == len(set(table.values()))
    return table if whole and min(len(firsts), len(seconds)) > 1 else {}


def _agree(
    table: Mapping[str, tuple[str, str]], side: int, alike: Callable[[str, str], float]
) -> float:
    """Return how far columns agree that share one part of their names."""
    pairs = [
        (one, other)
        for one, other in itertools.combinations(table, 2)
        if table[one][side] == table[other][side]
    ]
    return sum(alike(*pair) for pair in pairs) / len(pairs)


def _are_raters(firsts: Sequence[str], seconds: Sequence[str], names: str) -> bool | None:
    """Tell whether the first parts name the raters, or the second do; None if nothing says it."""
    sides = ((firsts, seconds), (seconds, firsts))
    scores = [_says_rater(*side) + _are_capital(side[0], names) for side in sides]
    if scores[0] != scores[1]:
        return scores[0] > scores[1]
    if (len(firsts) == 2) != (len(seconds) == 2):
        return len(firsts) == 2  # two raters are usual, two criteria are not
    return None


def _are_capital(parts: Sequence[str], names: str) -> bool:
    """Tell whether parts are written as people's names are."""
    return all(part[:1].upper() + part[1:] in names and part[:1].isalpha() for part in parts)


def _says_rater(parts: Sequence[str], others: Sequence[str]) -> int:
    named = [says(part, "rater") for part in parts]
    # Of rater1, rater2, conf1 and conf2 the numbers are the raters.
    complete = all(named) or (any(named) and not _are_numbered(others))
    criterion = any(says(part, "criterion") for part in parts)
    return 3 * complete + 2 * _are_numbered(parts) - 6 * criterion


def _are_numbered(parts: Sequence[str]) -> bool:
    numbered = all(re.fullmatch(r"[a-z]{0,8} ?\d{1,2}|[a-z]", part) for part in parts)
    return numbered or all(are_ends(parts[0], part) for part in parts[1:])
