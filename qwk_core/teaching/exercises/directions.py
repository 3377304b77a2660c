"""Does κ rise, fall or stay when one thing changes? Exercises that ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.choices import CLEAR_CHANGE, ask_to_choose, wrong_choice
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import BOTH, Exercise, Grid, Mistake, Part, Strip

_OPTIONS = (N_("It rises"), N_("It falls"), N_("It stays the same"))
_RISES, _FALLS, _STAYS = range(3)

_BY_HITS = N_(
    "The share of exact hits says so: {before} before, {after} after. But κ weighs the "
    "misses by their distance, and compares with chance."
)
_BY_DISAGREEMENT = N_(
    "ΣwO does that: {above} before, {above_after} after. But ΣwO is disagreement: when "
    "it falls, κ tends to rise."
)
_BY_NUMERATOR = N_(
    "ΣwO alone says so: {above} before, {above_after} after. But ΣwE below it changes as well."
)

# The mistakes that must lead to a wrong direction, by level.
_REQUIRED: dict[int, set[str]] = {1: {"disagreement"}, 2: {"disagreement", "hits"}, 3: set()}


@dataclass(frozen=True)
class _State:
    """What κ is computed from, before a change or after it.

    Attributes
    ----------
    table : tuple of tuples of int, N × N
        O.
    power : {2, 1, 0}
        The weighting scheme.
    factor : int
        What every weight is multiplied by.
    """

    table: Table
    power: int = exact.QUADRATIC
    factor: int = 1

    @cached_property
    def above(self) -> Fraction:
        return self.factor * exact.numerator(self.table, self.power)

    @cached_property
    def below(self) -> Fraction:
        return self.factor * exact.denominator(self.table, self.power)

    @cached_property
    def kappa(self) -> Fraction:
        require(self.below > 0)
        return 1 - self.above / self.below

    @property
    def accuracy(self) -> Fraction:
        return exact.hits(self.table) / exact.total(self.table)


@dataclass(frozen=True)
class _Change:
    """A change: what it makes of κ's parts, what happens, why, and what the reader sees first."""

    after: _State
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
    actual, predicted = dice.ratings(size, 10)
    before = _State(exact.count(actual, predicted, size))
    if level < 3:
        change = _change_one_item(dice, level, actual, predicted, size)
    else:
        change = dice.pick(_CHANGES)(dice, before)
    after = change.after
    gain = after.kappa - before.kappa
    require(gain == 0 or abs(gain) >= CLEAR_CHANGE)
    right, mistakes = _direction(gain), _mistakes(before, after, level)
    misleading = {mistake.key for mistake in mistakes if mistake.values[0] != right}
    require(right == dice.aim(2 if level < 3 else 3) and _REQUIRED[level] <= misleading)
    values = {
        "above": plain_number(before.above),
        "above_after": plain_number(after.above),
        "below": plain_number(before.below),
        "below_after": plain_number(after.below),
        "kappa": plain_number(before.kappa),
        "kappa_after": plain_number(after.kappa),
    }
    return ask_to_choose(
        right,
        _OPTIONS,
        mistakes,
        ask=Message(N_("{change} What happens to κ?"), {"change": change.happens}),
        given=(change.given,),
        otherwise=Message(
            N_("Take ΣwO and ΣwE one after the other: which of them changes, and which way?")
        ),
        hint=Message(
            N_("ΣwO goes from {above} to {above_after}. What would chance give, before and after?"),
            values,
        ),
        solution=(
            change.why,
            _grid(before.table, N_("before")),
            _grid(after.table, N_("after")),
            Message(
                N_(
                    "ΣwO: {above} before, {above_after} after. ΣwE: {below} before, {below_after} "
                    "after. κ goes from {kappa} to {kappa_after}."
                ),
                values,
            ),
        ),
    )


def _direction(gain: Fraction | int) -> int:
    return _RISES if gain > 0 else _FALLS if gain < 0 else _STAYS


def _grid(table: Table, title: str = "") -> Grid:
    categories = tuple(range(len(table)))
    return Grid("observed", categories, table, True, title=Message(title) if title else None)


def _mistakes(before: _State, after: _State, level: int) -> list[Mistake]:
    sums = {"above": plain_number(before.above), "above_after": plain_number(after.above)}
    more = after.above - before.above
    return [
        wrong_choice(
            "hits",
            _direction(after.accuracy - before.accuracy),
            _BY_HITS,
            before=plain_number(before.accuracy),
            after=plain_number(after.accuracy),
        ),
        wrong_choice("disagreement", _direction(more), _BY_DISAGREEMENT, **sums)
        if level < 3
        else wrong_choice("numerator", _direction(-more), _BY_NUMERATOR, **sums),
    ]


def _change_one_item(
    dice: Dice, level: int, actual: tuple[int, ...], predicted: tuple[int, ...], size: int
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
    return _Change(
        after=_State(exact.count(actual, changed, size)),
        happens=Message(
            N_(
                "One prediction changes: item {item}, actual {actual}, was predicted {was} and is "
                "now predicted {becomes}."
            ),
            {"item": item + 1, "actual": rating, "was": was, "becomes": becomes},
        ),
        why=Message(
            N_(
                "Item {item} missed by {was}, squared {was_squared}; now it misses by "
                "{becomes}, squared {becomes_squared}."
            ),
            {
                "item": item + 1,
                "was": abs(rating - was),
                "was_squared": (rating - was) ** 2,
                "becomes": abs(rating - becomes),
                "becomes_squared": (rating - becomes) ** 2,
            },
        ),
        given=Strip(BOTH, tuple(range(size)), (actual, predicted), (item,)),
    )


Values: TypeAlias = Mapping[str, object]


def _change_all(
    before: _State, after: _State, happens: str, why: str, values: Values | None = None
) -> _Change:
    values = values or {}
    return _Change(after, Message(happens, values), Message(why, values), _grid(before.table))


def _swap_raters(_dice: Dice, before: _State) -> _Change:
    return _change_all(
        before,
        _State(exact.transposed(before.table)),
        N_("The two raters swap roles: predicted becomes actual, actual predicted."),
        N_("O is flipped over its diagonal, and E too. w is the same on both sides."),
    )


def _multiply_items(dice: Dice, before: _State) -> _Change:
    times = dice.pick((2, 3, 10))
    return _change_all(
        before,
        _State(tuple(tuple(times * cell for cell in row) for row in before.table)),
        N_("{times} times as many items are rated: every cell of O is {times} times as large."),
        N_("ΣwO and ΣwE both grow by the same factor, and the factor cancels."),
        {"times": times},
    )


def _lengthen_scale(_dice: Dice, before: _State) -> _Change:
    size = len(before.table)
    return _change_all(
        before,
        _State((*((*row, 0) for row in before.table), (0,) * (size + 1))),
        N_("The scale gets one more category at its upper end, {top}, and nobody uses it."),
        N_(
            "Every weight is divided by {now}² instead of {was}². The same factor is "
            "above and below, so it cancels."
        ),
        {"top": size, "now": size, "was": size - 1},
    )


def _leave_undivided(_dice: Dice, before: _State) -> _Change:
    far = len(before.table) - 1
    return _change_all(
        before,
        _State(before.table, factor=far**2),
        N_("Someone leaves w undivided: (i − j)² instead of (i − j)² ÷ {far}²."),
        N_(
            "Every weight is {factor} times as large. The factor is above and below, so it cancels."
        ),
        {"far": far, "factor": far**2},
    )


def _add_agreement(dice: Dice, before: _State) -> _Change:
    category, more = dice.below(len(before.table)), dice.pick((5, 10, 20))
    return _change_all(
        before,
        _State(
            tuple(
                tuple(cell + more * (i == j == category) for j, cell in enumerate(row))
                for i, row in enumerate(before.table)
            )
        ),
        N_("{more} more items are rated, and both raters give every one of them a {category}."),
        N_("Items with equal ratings add nothing to ΣwO. But they change the totals, and so ΣwE."),
        {"more": more, "category": category},
    )


def _weight_linearly(_dice: Dice, before: _State) -> _Change:
    return _change_all(
        before,
        _State(before.table, power=exact.LINEAR),
        N_("Linear weights replace the quadratic ones."),
        N_(
            "Compared with the farthest miss, near misses now cost more. This changes "
            "both ΣwO and ΣwE."
        ),
    )


# Agreement three times, so that it is drawn more often than the others.
_CHANGES = (
    _swap_raters,
    _multiply_items,
    _lengthen_scale,
    _leave_undivided,
    _add_agreement,
    _add_agreement,
    _add_agreement,
    _weight_linearly,
)
