"""Does κ rise, fall or stay when one thing changes? Exercises that ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import ExactWalk
from qwk_core.teaching.exercises.model import BOTH, CLEAR_CHANGE, Exercise, Grid, Part, Strip
from qwk_core.teaching.exercises.words import WORDS, fill

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

    after: ExactWalk
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
    before = exact.count(*pair, size)
    if level < 3:
        change = _change_one_item(dice, level, *pair, size)
    else:
        change = _change_example(dice, before)
    after = change.after
    gain = after.kappa - before.kappa
    require(gain == 0 or abs(gain) >= CLEAR_CHANGE)
    right = _direction(gain)
    accuracies = Fraction(before.hits, before.n), Fraction(after.hits, after.n)
    more = after.numerator - before.numerator
    wrong = {"hits": _direction(accuracies[1] - accuracies[0])}
    wrong |= {"disagreement": _direction(more)} if level < 3 else {"numerator": _direction(-more)}
    misleading = {mistake for mistake, leads_to in wrong.items() if leads_to != right}
    require(right == dice.aim(2 if level < 3 else 3) and _REQUIRED[level] <= misleading)
    values = {
        "change": change.happens,
        "before": accuracies[0],
        "after": accuracies[1],
        **before.sums,
        **{f"{name}_after": value for name, value in after.sums.items()},
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
            _grid(before, N_("before")),
            _grid(after, N_("after")),
            *words.solve(values),
        ],
    )


def _direction(gain: Fraction | int) -> int:
    return _RISES if gain > 0 else _FALLS if gain < 0 else _STAYS


def _grid(walk: ExactWalk, title: str = "") -> Grid:
    categories = tuple(range(walk.size))
    return Grid(
        "observed", categories, walk.observed, True, title=Message(title) if title else None
    )


def _change_one_item(
    dice: Dice, level: int, actual: Vector, predicted: Vector, size: int
) -> _Change:
    """Change one of n predictions; the vectors hold positions, each of length n."""
    item = dice.below(len(actual))
    rating, was = actual[item], predicted[item]
    others = [
        p for p in range(size) if p != was and ((p == rating or was == rating) == (level == 1))
    ]
    require(bool(others))
    becomes = dice.pick(others)
    changed = tuple(becomes if k == item else p for k, p in enumerate(predicted))
    misses = abs(rating - was), abs(rating - becomes)
    words = WORDS["change-one-item"]
    return _Change(
        exact.count(actual, changed, size),
        fill(
            words.question[0],
            {"item": item + 1, "actual": rating, "was": was, "becomes": becomes},
        ),
        fill(
            words.solution[0],
            {
                "item": item + 1,
                "was": misses[0],
                "was_squared": misses[0] ** 2,
                "becomes": misses[1],
                "becomes_squared": misses[1] ** 2,
            },
        ),
        Strip(BOTH, tuple(range(size)), (actual, predicted), (item,)),
    )


def _change_example(dice: Dice, before: ExactWalk) -> _Change:
    """Change the whole example."""
    table, far = before.observed, before.size - 1
    after, values = before, {}
    key = dice.pick(_CHANGES)
    match key:
        case "swap-raters":
            after = ExactWalk(tuple(zip(*table, strict=True)))
        case "multiply-items":
            values = {"times": dice.pick((2, 3, 10))}
            after = ExactWalk(tuple(tuple(values["times"] * cell for cell in row) for row in table))
        case "lengthen-scale":
            values = {"top": far + 1, "now": far + 1, "was": far}
            after = ExactWalk((*((*row, 0) for row in table), (0,) * (far + 2)))
        case "leave-undivided":
            values = {"far": far, "factor": far**2}
            after = ExactWalk(table, factor=far**2)
        case "add-agreement":
            category, more = dice.below(before.size), dice.pick((5, 10, 20))
            values = {"more": more, "category": category}
            row = table[category]
            row = (*row[:category], row[category] + more, *row[category + 1 :])
            after = ExactWalk((*table[:category], row, *table[category + 1 :]))
        case _:  # "weight-linearly"
            after = ExactWalk(table, exact.LINEAR)
    words = WORDS[key]
    return _Change(
        after, fill(words.question[0], values), fill(words.solution[0], values), _grid(before)
    )
