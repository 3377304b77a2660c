"""Does κ rise, fall or stay when one thing changes? Exercises that ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from qwk_core.messages import N_, Message
from qwk_core.teaching.construction import add_unused_category
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Pair, count, fraction, kappa_of, sums
from qwk_core.teaching.exercises.model import CLEAR_CHANGE, Exercise, Part, Strip, grid
from qwk_core.teaching.exercises.words import WORDS, fill
from qwk_core.walkthrough import Walkthrough, walk_through_counts

_RISES, _FALLS, _STAYS = range(3)

# The mistakes that must lead to a wrong direction, by level.
_REQUIRED: dict[int, set[str]] = {1: {"disagreement"}, 2: {"disagreement", "hits"}, 3: set()}

# The changes of a whole example; agreement is drawn more often than the others.
_CHANGES = (
    "swap-raters",
    "multiply-items",
    "lengthen-scale",
    "leave-undivided",
    *("add-agreement",) * 3,
    "weight-linearly",
)


@dataclass(frozen=True)
class _Change:
    """A change: what it makes of the example, what happens, why, and what the reader sees first."""

    after: Walkthrough
    happens: Message
    why: Message
    given: Part


def rise_or_fall(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks whether κ rises, falls or stays when one thing changes.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        A hit becomes a miss, or a miss a hit; a miss becomes another; or the whole example changes.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size = 5 if level < 3 else 3 + dice.below(3)
    pair = dice.ratings(size, 10)
    before = count(pair, range(size))
    change = _change_one_item(dice, level, pair, size) if level < 3 else _change_all(dice, before)
    after = change.after
    gain = kappa_of(after) - kappa_of(before)
    require(gain == 0 or abs(gain) >= CLEAR_CHANGE)
    right = _direction(gain)
    accuracies = [walk.observed.trace().item() / walk.n for walk in (before, after)]
    more = fraction(after.numerator) - fraction(before.numerator)
    wrong = {"hits": _direction(accuracies[1] - accuracies[0])}
    wrong |= {"disagreement": _direction(more)} if level < 3 else {"numerator": _direction(-more)}
    misleading = {mistake for mistake, leads_to in wrong.items() if leads_to != right}
    require(right == dice.aim(2 if level < 3 else 3) and _REQUIRED[level] <= misleading)
    values = {
        "change": change.happens,
        "before": accuracies[0],
        "after": accuracies[1],
        **sums(before),
        **{f"{name}_after": value for name, value in sums(after).items()},
    }
    words = WORDS["rise-or-fall"]
    return words.pose(
        level,
        values,
        [right],
        {mistake: [leads_to] for mistake, leads_to in wrong.items()},
        given=[change.given],
        solution=[
            change.why,
            grid(before, totals=True, title=Message(N_("before"))),
            grid(after, totals=True, title=Message(N_("after"))),
            *words.solve(values),
        ],
    )


def _direction(gain: Fraction | float) -> int:
    return _RISES if gain > 0 else _FALLS if gain < 0 else _STAYS


def _change_one_item(dice: Dice, level: int, pair: Pair, size: int) -> _Change:
    """Change one of n predictions."""
    actual, predicted = pair
    item = dice.below(len(actual))
    rating, was = actual[item], predicted[item]
    others = [
        p for p in range(size) if p != was and ((p == rating or was == rating) == (level == 1))
    ]
    require(bool(others))
    becomes = dice.pick(others)
    changed = tuple(becomes if k == item else p for k, p in enumerate(predicted))
    misses = abs(rating - was), abs(rating - becomes)
    values = {"item": item + 1, "actual": rating, "was": was, "becomes": becomes}
    costs = {
        "item": item + 1,
        "was": misses[0],
        "was_squared": misses[0] ** 2,
        "becomes": misses[1],
        "becomes_squared": misses[1] ** 2,
    }
    words = WORDS["change-one-item"]
    return _Change(
        count((actual, changed), range(size)),
        fill(words.question[0], values),
        fill(words.solution[0], costs),
        Strip(tuple(range(size)), pair, chosen=(item,)),
    )


def _change_all(dice: Dice, before: Walkthrough) -> _Change:
    """Change the whole example."""
    table, size = before.observed, len(before.observed)
    far = size - 1
    after, values = before, {}
    key = dice.pick(_CHANGES)
    match key:
        case "swap-raters":
            after = walk_through_counts(table.T)
        case "multiply-items":
            values = {"times": dice.pick((2, 3, 10))}
            after = walk_through_counts(values["times"] * table)
        case "lengthen-scale":
            values = {"top": size, "now": size, "was": far}
            after = walk_through_counts(add_unused_category(table, size))
        case "leave-undivided":
            values = {"far": far, "factor": far**2}
            after = walk_through_counts(table, scheme=before.weights * far**2)
        case "add-agreement":
            category, more = dice.below(size), dice.pick((5, 10, 20))
            values = {"more": more, "category": category}
            after = walk_through_counts(table + more * np.diag(np.arange(size) == category))
        case _:  # "weight-linearly"
            after = walk_through_counts(table, scheme="linear")
    words = WORDS[key]
    return _Change(
        after,
        fill(words.question[0], values),
        fill(words.solution[0], values),
        grid(before, totals=True),
    )
