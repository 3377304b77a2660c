"""Exercises that ask for a choice: the higher of two, a rise or a fall, defined or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.cells import BOTH
from qwk_core.teaching.exercises.exact import Dice, Table, Vector, fit, plain_number
from qwk_core.teaching.exercises.model import Exercise, Grid, Mistake, Part, Strip, distinct

_CLEAR = Fraction(3, 20)  # the least gap between the kappas of two predictions
_CLEARLY = Fraction(1, 20)  # the least change of κ, where it does not stay the same

# What to choose from; the positions are the right answers.
_EITHER = (N_("A"), N_("B"), N_("Neither: both score the same"))
_WAYS = (N_("It rises"), N_("It falls"), N_("It stays the same"))
_A, _B, _SAME = range(3)
_RISES, _FALLS, _STAYS = range(3)

# What leads to the lower of two predictions, level by level.
_TEMPTS = {1: "hits", 2: "hits", 3: "squares"}

# What leads to a wrong direction, level by level.
_NEEDED: dict[int, set[str]] = {1: {"disagreement"}, 2: {"disagreement", "hits"}, 3: set()}

Lure = tuple[str, int, Message]


def _exercise(right: int, options: Sequence[str], lures: Sequence[Lure], **parts: Any) -> Exercise:
    mistakes = [Mistake(key, (Fraction(option),), says) for key, option, says in lures]
    answer = (Fraction(right),)
    return Exercise(
        kind="",
        level=0,
        seed=0,
        right=answer,
        options=tuple(map(Message, options)),
        # Of two lures that lead to the same option nobody can tell which one it was.
        mistakes=distinct(answer, mistakes, Fraction(0)),
        **parts,
    )


def which_higher(dice: Dice, level: int) -> Exercise:
    """Tell which of two predictions of the same ratings scores higher."""
    size = 5
    actual = tuple(dice.below(size) for _ in range(8 if level == 1 else 10))
    if level == 1 and dice.aim(4) == 0:
        pair = _alike(dice, actual, size)
    else:
        draw = {1: _near_and_far, 2: _often_and_rarely, 3: _bold_and_cautious}[level]
        pair = draw(dice, actual, size)
        if dice.below(2):
            pair = pair[1], pair[0]
    tables = [exact.count(actual, predicted, size) for predicted in pair]
    first, second = (exact.known_kappa(table) for table in tables)
    fit(pair[0] != pair[1] and (first == second or abs(first - second) >= _CLEAR))
    right = _higher(first, second)
    squares = [exact.numerator(table) for table in tables]
    alike = [exact.hits(table) for table in tables]
    named = {"hits_a": alike[0], "hits_b": alike[1]}
    sums = {"above_a": plain_number(squares[0]), "above_b": plain_number(squares[1])}
    by_hits, by_squares = _higher(*alike), _higher(-squares[0], -squares[1])
    categories = tuple(range(size))
    lures: list[Lure] = [
        (
            "hits",
            by_hits,
            Message(
                N_(
                    "Exact hits say so: {hits_a} for A, {hits_b} for B. But κ asks how far the "
                    "misses are off, squared."
                ),
                named,
            ),
        ),
        (
            "squares",
            by_squares,
            Message(
                N_(
                    "ΣwO says so: {above_a} for A, {above_b} for B. But κ divides by ΣwE, and "
                    "that is smaller for predictions that hardly move."
                ),
                sums,
            ),
        ),
    ]
    below = [exact.denominator(table) for table in tables]
    strip = Strip((Message(N_("actual")), Message("A"), Message("B")), categories, (actual, *pair))
    worked = N_("{name}: κ = 1 − ΣwO ÷ ΣwE = 1 − {above} ÷ {below} = {kappa}.")
    made = _exercise(
        right,
        _EITHER,
        lures,
        ask=Message(N_("Two programs rated the same items. Which one has the higher κ?")),
        given=(strip,),
        otherwise=Message(
            N_(
                "Look again at the misses: how far is each one off? Square that, add up for A and "
                "for B, and think of what chance would give with the same totals."
            )
        ),
        hint=Message(
            N_(
                "Write down each miss's distance, squared: A comes to {a}, B to {b}. Then ask "
                "which of them makes real use of the scale: guessing alone would cost it more."
            ),
            {
                "a": plain_number(squares[0] * (size - 1) ** 2),
                "b": plain_number(squares[1] * (size - 1) ** 2),
            },
        ),
        solution=(
            *(
                Grid("observed", categories, table, totals=True, title=Message(name))
                for name, table in zip("AB", tables, strict=True)
            ),
            *(
                Message(
                    worked,
                    {
                        "name": name,
                        "above": plain_number(squares[at]),
                        "below": plain_number(below[at]),
                        "kappa": plain_number(kappa),
                    },
                )
                for at, (name, kappa) in enumerate((("A", first), ("B", second)))
            ),
        ),
    )
    tempts = {mistake.key for mistake in made.mistakes}
    fit(right == _SAME or _TEMPTS[level] in tempts)
    return made


def _higher(first: Fraction | int, second: Fraction | int) -> int:
    return _SAME if first == second else _A if first > second else _B


def _missed(dice: Dice, actual: Vector, size: int, misses: int, least: int, most: int) -> Vector:
    """Return predictions that miss so many items, each by a distance within these bounds."""
    predicted = list(actual)
    away = {
        at: [p for p in range(size) if least <= abs(p - rating) <= most]
        for at, rating in enumerate(actual)
    }
    able = [at for at, options in away.items() if options]
    for at in dice.shuffled(able)[:misses]:
        predicted[at] = dice.pick(away[at])
    return tuple(predicted)


def _near_and_far(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    misses = 2 + dice.below(2)
    return (
        _missed(dice, actual, size, misses, 1, 1),
        _missed(dice, actual, size, misses, 2, size),
    )


def _often_and_rarely(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    return (
        _missed(dice, actual, size, 4 + dice.below(2), 1, 1),
        _missed(dice, actual, size, 2, 3, size),
    )


def _bold_and_cautious(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    middle = size // 2
    cautious = tuple(
        rating if abs(rating - middle) == 1 and dice.below(3) == 0 else middle for rating in actual
    )
    return _missed(dice, actual, size, 2 + dice.below(2), 3, size), cautious


def _alike(dice: Dice, actual: Vector, size: int) -> tuple[Vector, Vector]:
    """Return two predictions with the same pairs, in another order."""
    first = _missed(dice, actual, size, 3, 1, size)
    second = list(first)
    for rating in set(actual):
        places = [at for at, one in enumerate(actual) if one == rating]
        for at, other in zip(places, dice.shuffled(places), strict=True):
            second[at] = first[other]
    return first, tuple(second)


@dataclass(frozen=True)
class _State:
    """What κ is computed from: before a change, and after it."""

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
        fit(self.below > 0)
        return 1 - self.above / self.below

    @property
    def accuracy(self) -> Fraction:
        return exact.hits(self.table) / exact.total(self.table)


def rise_or_fall(dice: Dice, level: int) -> Exercise:
    """Tell whether κ rises, falls or stays when one thing changes."""
    size = 5 if level < 3 else 3 + dice.below(3)
    actual, predicted = dice.ratings(size, 10)
    before = _State(exact.count(actual, predicted, size))
    categories = tuple(range(size))
    given: Part
    if level < 3:
        item = dice.below(len(actual))
        rating, was = actual[item], predicted[item]
        others = [
            p for p in range(size) if p != was and ((p == rating or was == rating) == (level == 1))
        ]
        fit(bool(others))
        becomes = dice.pick(others)
        changed = tuple(becomes if at == item else p for at, p in enumerate(predicted))
        after = _State(exact.count(actual, changed, size))
        given = Strip(BOTH, categories, (actual, predicted), (item,))
        change = Message(
            N_(
                "One prediction changes: item {item}, actual {actual}, was predicted {was} and is "
                "now predicted {becomes}."
            ),
            {"item": item + 1, "actual": rating, "was": was, "becomes": becomes},
        )
        why = Message(
            N_(
                "Item {item} was {was} off, squared {was_squared}; now it is {becomes} off, "
                "squared {becomes_squared}."
            ),
            {
                "item": item + 1,
                "was": abs(rating - was),
                "was_squared": (rating - was) ** 2,
                "becomes": abs(rating - becomes),
                "becomes_squared": (rating - becomes) ** 2,
            },
        )
    else:
        after, change, why = dice.pick(_CHANGES)(dice, before)
        given = Grid("observed", categories, before.table, totals=True)
    gain = after.kappa - before.kappa
    fit(gain == 0 or abs(gain) >= _CLEARLY)
    right, lures = _way(gain), _lures(before, after, level)
    tempts = {key for key, option, _ in lures if option != right}
    fit(right == dice.aim(2 if level < 3 else 3) and _NEEDED[level] <= tempts)
    sums = {
        "above": plain_number(before.above),
        "above_after": plain_number(after.above),
        "below": plain_number(before.below),
        "below_after": plain_number(after.below),
        "kappa": plain_number(before.kappa),
        "kappa_after": plain_number(after.kappa),
    }
    return _exercise(
        right,
        _WAYS,
        lures,
        ask=Message(N_("{change} What happens to κ?"), {"change": change}),
        given=(given,),
        otherwise=Message(
            N_("Take ΣwO and ΣwE one after the other: which of them changes, and which way?")
        ),
        hint=Message(
            N_("ΣwO goes from {above} to {above_after}. What would chance give, before and after?"),
            sums,
        ),
        solution=(
            why,
            Grid("observed", categories, before.table, True, title=Message(N_("before"))),
            Grid(
                "observed",
                tuple(range(len(after.table))),
                after.table,
                True,
                title=Message(N_("after")),
            ),
            Message(
                N_(
                    "ΣwO: {above} before, {above_after} after. ΣwE: {below} before, {below_after} "
                    "after. κ goes from {kappa} to {kappa_after}."
                ),
                sums,
            ),
        ),
    )


def _way(gain: Fraction | int) -> int:
    return _RISES if gain > 0 else _FALLS if gain < 0 else _STAYS


def _lures(before: _State, after: _State, level: int) -> list[Lure]:
    agreed = Message(
        N_(
            "The share of exact hits says so: {before} before, {after} after. κ weighs the misses "
            "by their distance, and measures against chance."
        ),
        {
            "before": plain_number(before.accuracy),
            "after": plain_number(after.accuracy),
        },
    )
    sums = {"above": plain_number(before.above), "above_after": plain_number(after.above)}
    hits = _way(after.accuracy - before.accuracy)
    if level < 3:
        return [
            ("hits", hits, agreed),
            (
                "disagreement",
                _way(after.above - before.above),
                Message(
                    N_(
                        "ΣwO does that: {above} before, {above_after} after. But ΣwO is "
                        "disagreement, and κ is 1 minus a share of it."
                    ),
                    sums,
                ),
            ),
        ]
    return [
        ("hits", hits, agreed),
        (
            "numerator",
            _way(before.above - after.above),
            Message(
                N_(
                    "ΣwO alone says so: {above} before, {above_after} after. But ΣwE below it "
                    "changes as well."
                ),
                sums,
            ),
        ),
    ]


Changed = tuple[_State, Message, Message]


def _swapped(_dice: Dice, before: _State) -> Changed:
    return (
        _State(exact.transposed(before.table)),
        Message(N_("The two raters swap roles: predicted becomes actual, actual predicted.")),
        Message(N_("O is turned over its diagonal, and so is E. w is the same on both sides.")),
    )


def _multiplied(dice: Dice, before: _State) -> Changed:
    times = dice.pick((2, 3, 10))
    return (
        _State(tuple(tuple(times * cell for cell in row) for row in before.table)),
        Message(
            N_("{times} times as many items are rated: every cell of O is {times} times as large."),
            {"times": times},
        ),
        Message(N_("ΣwO and ΣwE both grow by the same factor, and the factor cancels.")),
    )


def _longer(_dice: Dice, before: _State) -> Changed:
    size = len(before.table)
    return (
        _State((*((*row, 0) for row in before.table), (0,) * (size + 1))),
        Message(
            N_("The scale gets one more category at its upper end, {top}, and nobody uses it."),
            {"top": size},
        ),
        Message(
            N_(
                "Every weight is divided by {now}² instead of {was}². That is one common factor, "
                "above and below, and it cancels."
            ),
            {"now": size, "was": size - 1},
        ),
    )


def _rescaled(_dice: Dice, before: _State) -> Changed:
    far = len(before.table) - 1
    return (
        _State(before.table, factor=far**2),
        Message(
            N_("Someone leaves w undivided: (i − j)² instead of (i − j)² ÷ {far}²."), {"far": far}
        ),
        Message(
            N_("Every weight is {factor} times as large. The factor stands above and below."),
            {"factor": far**2},
        ),
    )


def _agreed(dice: Dice, before: _State) -> Changed:
    at, more = dice.below(len(before.table)), dice.pick((5, 10, 20))
    return (
        _State(
            tuple(
                tuple(cell + more * (i == j == at) for j, cell in enumerate(row))
                for i, row in enumerate(before.table)
            )
        ),
        Message(
            N_("{more} more items are rated, and both raters give every one of them a {category}."),
            {"more": more, "category": at},
        ),
        Message(
            N_(
                "Items rated alike add nothing to ΣwO. But they shift the totals, and with them "
                "what chance expects: ΣwE."
            )
        ),
    )


def _linear(_dice: Dice, before: _State) -> Changed:
    return (
        _State(before.table, power=exact.LINEAR),
        Message(N_("Linear weights take the place of the quadratic ones.")),
        Message(
            N_(
                "Near misses cost more of the farthest one than before. That goes for what was "
                "observed and for chance: κ moves by the difference."
            )
        ),
    )


_CHANGES = (_swapped, _multiplied, _longer, _rescaled, _agreed, _agreed, _agreed, _linear)

_VALUES = (
    N_("κ is undefined: 0 ÷ 0"),
    N_("κ is exactly 0"),
    N_("κ is exactly 1"),
    N_("κ is another number"),
)
_UNDEFINED, _ZERO, _ONE, _OTHER = range(4)


def undefined_or_not(dice: Dice, level: int) -> Exercise:
    """Tell whether κ is undefined, 0, 1 or another number, without computing it."""
    size = 4 if level < 3 else 3
    wanted = dice.aim(4)
    if level < 3:
        n = 5 if level == 1 else 1 + dice.below(6)
        actual, predicted = _pair(dice, wanted, size, n, constant=level == 2)
        table = exact.count(actual, predicted, size)
    else:
        table = _table(dice, wanted, size)
    fit(any(map(any, table)))
    kappa = exact.kappa(table)
    right = _value(kappa)
    fit(right == wanted and (not kappa or abs(kappa) >= _CLEARLY))
    categories = tuple(range(size))
    rows, columns = exact.row_totals(table), exact.column_totals(table)
    constant = [sum(map(bool, totals)) == 1 for totals in (rows, columns)]
    n_items, alike = sum(rows), exact.hits(table)
    above, below = exact.numerator(table), exact.denominator(table)
    lures: list[Lure] = []
    if alike == n_items:
        lures.append(
            (
                "perfect",
                _ONE,
                Message(
                    N_(
                        "They agree on every item, true. But so would chance: both know one "
                        "category only, and ΣwE is 0 as well."
                    )
                ),
            )
        )
        lures.append(
            (
                "no-disagreement",
                _ZERO,
                Message(
                    N_("ΣwO is 0, not κ. A κ of 0 would mean that they do just as well as chance.")
                ),
            )
        )
    if any(constant):
        lures.append(
            (
                "constant",
                _UNDEFINED,
                Message(
                    N_(
                        "One rater alone with a single category is not enough, nor are two with "
                        "different ones: ΣwE is {below}, and one can divide by it."
                    ),
                    {"below": plain_number(below)},
                ),
            )
        )
    if any(constant) and alike < n_items:
        lures.append(
            (
                "misses",
                _OTHER,
                Message(
                    N_(
                        "They miss, true. But one of them gives every item the same category, "
                        "and then chance misses just as much: O = E."
                    )
                ),
            )
        )
    given: Part = (
        Strip(BOTH, categories, (actual, predicted))
        if level < 3
        else Grid("observed", categories, table, totals=True)
    )
    sums = {"above": plain_number(above), "below": plain_number(below)}
    worked = (
        Message(
            N_("ΣwO = {above} and ΣwE = {below}: κ would be 1 − 0 ÷ 0, and is undefined."), sums
        )
        if kappa is None
        else Message(
            N_("ΣwO = {above} and ΣwE = {below}: κ = 1 − {above} ÷ {below} = {kappa}."),
            {**sums, "kappa": plain_number(kappa)},
        )
    )
    return _exercise(
        right,
        _VALUES,
        lures,
        ask=Message(N_("Without computing it: what is κ here?")),
        given=(given,),
        otherwise=Message(
            N_("Ask two things. Does anything disagree? And would chance give any disagreement?")
        ),
        hint=Message(
            N_(
                "κ is undefined only where chance cannot disagree: ΣwE = 0. It is 1 where nothing "
                "disagrees but chance would, and 0 where O costs as much as E."
            )
        ),
        solution=(
            Grid("observed", categories, table, totals=True),
            Grid("expected", categories, exact.expected(table), totals=True),
            worked,
        ),
    )


def _value(kappa: Fraction | None) -> int:
    if kappa is None:
        return _UNDEFINED
    return {Fraction(0): _ZERO, Fraction(1): _ONE}.get(kappa, _OTHER)


def _pair(dice: Dice, wanted: int, size: int, n: int, *, constant: bool) -> tuple[Vector, Vector]:
    """Throw ratings of which κ may be what is wanted; whoever asked looks whether it is."""
    one = (dice.below(size),) * n
    some, others = (tuple(dice.below(size) for _ in range(n)) for _ in range(2))
    if wanted == _UNDEFINED:
        return one, one
    if wanted == _ZERO:
        pair = (one, (dice.below(size),) * n) if constant else (one, some)
        return pair if dice.below(2) else (pair[1], pair[0])
    return (some, some) if wanted == _ONE else (some, others)


def _table(dice: Dice, wanted: int, size: int) -> Table:
    """Throw counts of which κ may be what is wanted."""
    at, count = dice.below(size), 4 + dice.below(20)
    if wanted == _UNDEFINED:
        return _filled(size, lambda i, j: count * (i == j == at))
    if wanted == _ZERO:
        rows, columns = ([dice.below(4) for _ in range(size)] for _ in range(2))
        return _filled(size, lambda i, j: rows[i] * columns[j])
    counts = [[dice.below(9) for _ in range(size)] for _ in range(size)]
    return _filled(size, lambda i, j: counts[i][j] * (wanted == _OTHER or i == j))


def _filled(size: int, cell: Callable[[int, int], int]) -> Table:
    return tuple(tuple(cell(i, j) for j in range(size)) for i in range(size))
