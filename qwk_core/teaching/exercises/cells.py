"""Exercises that ask for numbers: a cell of O, w, one cell of E and all of it, and κ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.exact import Dice, Table, Vector, fit, plain_number
from qwk_core.teaching.exercises.model import (
    ROUNDED,
    Cell,
    Exercise,
    Grid,
    Mistake,
    Strip,
    Values,
    distinct,
)

BOTH = (Message(N_("actual")), Message(N_("predicted")))
_EXACT = Fraction(0)

Told = tuple[str, Values, Message]


def count_observed(dice: Dice, level: int) -> Exercise:
    """Count one cell of O from two ratings."""
    size, n, first = {1: (3, 8, 0), 2: (4, 12, 0), 3: (5, 18, 1)}[level]
    categories = tuple(range(first, first + size))
    actual, predicted = dice.ratings(size, n)
    table = exact.count(actual, predicted, size)
    i, j = dice.pick(_off_diagonal(size))
    row, column = categories[i], categories[j]
    names: dict[str, object] = {"row": row, "column": column}
    told: list[Told] = [
        (
            "transposed",
            _one(table[j][i]),
            Message(
                N_(
                    "That is O[{column}, {row}]: actual {column}, predicted {row}. The row is the "
                    "actual category and comes first; here it is {row}."
                ),
                names,
            ),
        ),
        (
            "row",
            _one(sum(table[i])),
            Message(
                N_(
                    "So many items have actual {row}, whatever was predicted. Count only those "
                    "with predicted {column}."
                ),
                names,
            ),
        ),
        (
            "column",
            _one(sum(line[j] for line in table)),
            Message(
                N_(
                    "So many items have predicted {column}, whatever they really are. Count only "
                    "those with actual {row}."
                ),
                names,
            ),
        ),
        (
            "either",
            _one(table[i][j] + table[j][i]),
            Message(
                N_(
                    "You counted {row} with {column} and {column} with {row} together. They are "
                    "two cells: in O[{row}, {column}] the actual category is {row}."
                ),
                names,
            ),
        ),
    ]
    if first and max(i, j) + 1 < size:
        told.append(
            (
                "from-zero",
                _one(table[i + 1][j + 1]),
                Message(
                    N_(
                        "You counted rows and columns from 0, and landed in O[{below}, {right}]. "
                        "This scale begins at {first}: O[{row}, {column}] is named by its "
                        "categories."
                    ),
                    {**names, "below": row + 1, "right": column + 1, "first": first},
                ),
            )
        )
    right = _one(table[i][j])
    mistakes = _told_apart(right, told, _EXACT, {"transposed", "row", "column"})
    fit(table[i][j] > 0)
    ask = (
        N_(
            "How many items have actual {row} and predicted {column}? That number is the cell "
            "O[{row}, {column}]."
        ),
        N_("Rows are actual, columns predicted. What is O[{row}, {column}]?"),
        N_("What is O[{row}, {column}]?"),
    )[level - 1]
    chosen = tuple(
        at for at, pair in enumerate(zip(actual, predicted, strict=True)) if pair == (i, j)
    )
    return _exercise(
        ask=Message(ask, names),
        given=(Strip(BOTH, categories, (actual, predicted)),),
        right=right,
        mistakes=mistakes,
        hint=Message(
            N_(
                "Go along the upper line and stop at each {row}. Count a stop only where the "
                "lower line says {column}."
            ),
            names,
        ),
        solution=(
            Message(
                N_(
                    "Actual {row} above predicted {column} stands at these places: {items}. So "
                    "O[{row}, {column}] = {count}."
                ),
                {
                    **names,
                    "items": ", ".join(str(at + 1) for at in chosen),
                    "count": table[i][j],
                },
            ),
            Strip(BOTH, categories, (actual, predicted), chosen),
            Grid("observed", categories, table, totals=True, cell=(i, j)),
        ),
        fields=(f"O[{row}, {column}]",),
    )


_GAPS = (1, 1, 2, 3, 5, 10)  # from one category's name to the next


def fill_weights(dice: Dice, level: int) -> Exercise:
    """Fill in w: all of it, one of its rows, or all of it on a scale with gaps."""
    linear = level == 1 and dice.below(3) == 0
    size = {1: 3, 2: 4 + dice.below(4), 3: 4}[level]
    start = dice.below(8 if level == 1 else 2)
    gaps = [dice.pick(_GAPS) if level == 3 else 1 for _ in range(size - 1)]
    categories = tuple(accumulate(gaps, initial=start))
    rows = [dice.below(size)] if level == 2 else list(range(size))
    cells = [(i, j) for i in rows for j in range(size)]
    if linear:
        told = _linear_weights(cells, size)
    else:
        told = _quadratic_weights(cells, size, categories, named=level == 3)
    w = exact.weights(size, exact.LINEAR if linear else exact.QUADRATIC)
    right = _every(cells, lambda i, j: w[i][j])
    mistakes = _told_apart(right, told, ROUNDED, {key for key, *_ in told})
    far = size - 1
    i, j = {1: (0, 1), 2: (rows[0], 0 if rows[0] == far else far), 3: (far - 1, far)}[level]
    values: dict[str, object] = {
        "far": far,
        "squared": far**2,
        "scale": ", ".join(map(str, categories)),
        "row": categories[i],
        "column": categories[j],
        "steps": abs(i - j),
        "value": plain_number(w[i][j]),
    }
    if linear:
        ask = N_("Fill in the linear weights w for the categories {scale}.")
        hint = N_(
            "Count the steps from the row's category to the column's, and divide by {far}: from "
            "end to end it is {far} steps. No step costs nothing."
        )
        worked = N_(
            "w[{row}, {column}] = {steps} ÷ {far} = {value}: the number of steps, over the most "
            "steps there are."
        )
    else:
        ask = (
            N_("Fill in the quadratic weights w for the categories {scale}."),
            N_("Fill in the row of w for actual {row}: quadratic weights, categories {scale}."),
            N_(
                "The categories are {scale}, in this order; distance is counted in steps from one "
                "to the next. Fill in the quadratic weights w."
            ),
        )[level - 1]
        hint = N_(
            "Count the steps from the row's category to the column's, square them, and divide by "
            "{far}² = {squared}: from end to end it is {far} steps. No step costs nothing."
        )
        worked = N_(
            "w[{row}, {column}] = {steps}² ÷ {far}² = {value}: the number of steps squared, over "
            "the most steps there are, squared."
        )
    return _exercise(
        ask=Message(ask, values),
        given=(),
        right=right,
        mistakes=mistakes,
        hint=Message(hint, values),
        solution=(Message(worked, values), Grid("weights", categories, w, cell=(i, j))),
        fields=tuple(f"w[{categories[i]}, {categories[j]}]" for i, j in cells),
        tolerance=ROUNDED,
        columns=size,
    )


def _linear_weights(cells: Sequence[Cell], size: int) -> list[Told]:
    far = size - 1
    values = {"far": far, "size": size}
    return [
        (
            "squared",
            _every(cells, lambda i, j: Fraction((i - j) ** 2, far**2)),
            Message(
                N_("These are quadratic weights. Linear ones are not squared: distance ÷ {far}."),
                values,
            ),
        ),
        ("agreement", _every(cells, lambda i, j: 1 - Fraction(abs(i - j), far)), _AGREEMENT),
        (
            "not-divided",
            _every(cells, lambda i, j: Fraction(abs(i - j))),
            Message(
                N_("The distances are right; divide them by {far}, so that w goes from 0 to 1."),
                values,
            ),
        ),
        (
            "divided-by-n",
            _every(cells, lambda i, j: Fraction(abs(i - j), size)),
            Message(
                N_(
                    "You divided by N = {size}. From the first of {size} categories to the last "
                    "it is only {far} steps: divide by {far}."
                ),
                values,
            ),
        ),
    ]


_AGREEMENT = Message(
    N_(
        "These are 1 − w: they reward agreement, with 1 on the diagonal. Here w is what a "
        "disagreement costs, and agreement costs 0."
    )
)


def _quadratic_weights(
    cells: Sequence[Cell], size: int, categories: Sequence[int], *, named: bool
) -> list[Told]:
    far, spread = size - 1, categories[-1] - categories[0]
    values = {
        "far": far,
        "squared": far**2,
        "size": size,
        "low": categories[-2],
        "next": categories[-1],
    }
    told: list[Told] = [
        (
            "not-squared",
            _every(cells, lambda i, j: Fraction(abs(i - j), far)),
            Message(
                N_(
                    "These are distance ÷ {far}: the linear weights. Square the distance, and "
                    "square the {far} below it."
                ),
                values,
            ),
        ),
        ("agreement", _every(cells, lambda i, j: 1 - Fraction((i - j) ** 2, far**2)), _AGREEMENT),
        (
            "not-divided",
            _every(cells, lambda i, j: Fraction((i - j) ** 2)),
            Message(
                N_(
                    "The squares are right; divide them by {far}² = {squared}. For κ the factor "
                    "would cancel, but w goes from 0 to 1."
                ),
                values,
            ),
        ),
        (
            "divisor-not-squared",
            _every(cells, lambda i, j: Fraction((i - j) ** 2, far)),
            Message(
                N_("You divided by {far}. Square it as well: divide by {far}² = {squared}."), values
            ),
        ),
        (
            "divided-by-n",
            _every(cells, lambda i, j: Fraction((i - j) ** 2, size**2)),
            Message(
                N_(
                    "You divided by N² = {size}². From the first of {size} categories to the last "
                    "it is only {far} steps: divide by {far}² = {squared}."
                ),
                values,
            ),
        ),
    ]
    if named:
        told.append(
            (
                "labels",
                _every(
                    cells,
                    lambda i, j: Fraction((categories[i] - categories[j]) ** 2, spread**2),
                ),
                Message(
                    N_(
                        "You took the categories' names for distances. Only their order counts: "
                        "from {low} to {next} it is one step, like any other."
                    ),
                    values,
                ),
            )
        )
    return told


def expected_cell(dice: Dice, level: int) -> Exercise:
    """Compute one cell of E: from O and its totals, from O alone, or from the ratings."""
    size, n = {1: (3, 10), 2: (4, dice.pick((12, 15, 16, 20))), 3: (4, 12)}[level]
    actual, predicted = dice.ratings(size, n)
    cell = dice.pick(_off_diagonal(size))
    return _expected(dice, level, size, actual, predicted, [cell])


def fill_expected(dice: Dice, level: int) -> Exercise:
    """Compute all of E: from O and its totals, from O alone, or from the ratings."""
    n = {1: 10, 2: dice.pick((12, 15, 16, 20)), 3: 9}[level]
    actual, predicted = dice.ratings(3, n)
    cells = [(i, j) for i in range(3) for j in range(3)]
    return _expected(dice, level, 3, actual, predicted, cells)


def _expected(
    dice: Dice, level: int, size: int, actual: Vector, predicted: Vector, cells: Sequence[Cell]
) -> Exercise:
    start = dice.below(2)
    categories = tuple(range(start, start + size))
    table = exact.count(actual, predicted, size)
    rows, columns = exact.row_totals(table), exact.column_totals(table)
    n = len(actual)
    one = len(cells) == 1
    i, j = cells[0] if one else (0, 1)  # a cell on the diagonal would show no transposing
    names = {
        "row": categories[i],
        "column": categories[j],
        "row_total": rows[i],
        "column_total": columns[j],
        "n": n,
    }
    told: list[Told] = [
        (
            "transposed",
            _every(cells, lambda i, j: Fraction(rows[j] * columns[i], n)),
            Message(
                N_(
                    "Your E is transposed. For E[{row}, {column}] take the total of actual {row} – "
                    "a row of O – and of predicted {column}, a column."
                ),
                names,
            ),
        ),
        (
            "not-divided",
            _every(cells, lambda i, j: Fraction(rows[i] * columns[j])),
            Message(
                N_(
                    "Row total × column total is right; now divide by n = {n}. E sums to n, as O "
                    "does."
                ),
                names,
            ),
        ),
        (
            "shares",
            _every(cells, lambda i, j: Fraction(rows[i] * columns[j], n * n)),
            Message(
                N_(
                    "You divided by n twice: that is a share of all items. E counts items, so "
                    "divide by n = {n} once."
                ),
                names,
            ),
        ),
        (
            "observed",
            _every(cells, lambda i, j: Fraction(table[i][j])),
            Message(
                N_(
                    "That is O, what was observed. E is what chance would give: only the totals "
                    "count."
                )
            ),
        ),
        (
            "categories",
            _every(cells, lambda i, j: Fraction(rows[i] * columns[j], size)),
            Message(
                N_("You divided by the {size} categories. Divide by the {n} items."),
                {**names, "size": size},
            ),
        ),
    ]
    e = exact.expected(table)
    right = tuple(e[i][j] for i, j in cells)
    mistakes = _told_apart(right, told, ROUNDED, {key for key, *_ in told})
    fit(0 not in (*rows, *columns))
    given = (
        Grid("observed", categories, table, totals=level == 1)
        if level < 3
        else Strip(BOTH, categories, (actual, predicted))
    )
    return _exercise(
        ask=Message(
            N_("With these totals, how many items would chance alone put into E[{row}, {column}]?"),
            names,
        )
        if one
        else Message(N_("Fill in E: how many items would chance alone put into each cell?")),
        given=(given,),
        right=right,
        mistakes=mistakes,
        hint=Message(
            N_("E[{row}, {column}] = total of row {row} × total of column {column} ÷ n."), names
        )
        if level == 1
        else Message(
            N_(
                "Add up first: how many items have actual {row}, how many have predicted "
                "{column}? Multiply the two totals, and divide by the number of items."
            ),
            names,
        ),
        solution=(
            Message(
                N_(
                    "E[{row}, {column}] = {row_total} × {column_total} ÷ {n} = {value}: the total "
                    "of its row, times the total of its column, over n. Both matrices have the "
                    "same totals."
                ),
                {**names, "value": plain_number(e[i][j])},
            ),
            Grid("observed", categories, table, totals=True, cell=(i, j)),
            Grid("expected", categories, e, totals=True, cell=(i, j)),
        ),
        fields=tuple(f"E[{categories[i]}, {categories[j]}]" for i, j in cells),
        tolerance=ROUNDED,
        columns=1 if one else size,
    )


def compute_kappa(dice: Dice, level: int) -> Exercise:
    """Compute κ from its two sums, from the two products, or from O, w and E."""
    size, n = 3, 10
    actual, predicted = dice.ratings(size, n, hits=0.3 + 0.4 * dice.share())
    table = exact.count(actual, predicted, size)
    above, below = exact.numerator(table), exact.denominator(table)
    fit(above > 0 and below > 0)
    ratio, right = above / below, 1 - above / below
    sums = {"above": plain_number(above), "below": plain_number(below)}
    told: list[Told] = [
        (
            "ratio",
            (ratio,),
            Message(N_("That is the ratio ΣwO ÷ ΣwE, a share of disagreement. κ is 1 minus it.")),
        ),
        (
            "inverted",
            (1 - 1 / ratio,),
            Message(
                N_(
                    "The ratio is upside down. What was observed goes above, what chance expects "
                    "below: {above} ÷ {below}."
                ),
                sums,
            ),
        ),
        (
            "inverted-ratio",
            (1 / ratio,),
            Message(
                N_("That is ΣwE ÷ ΣwO: upside down, and still without “1 −”. κ = 1 − ΣwO ÷ ΣwE.")
            ),
        ),
        (
            "sign",
            (-right,),
            Message(N_("The sign is wrong: it is 1 − the ratio, not the ratio − 1.")),
        ),
        (
            "difference",
            (below - above,),
            Message(N_("That is ΣwE − ΣwO. κ is 1 minus their ratio, not their difference.")),
        ),
    ]
    if level == 3:
        told += _wrong_matrices(table)
    mistakes = _told_apart((right,), told, ROUNDED, {"ratio", "inverted"})
    fit(abs(right) >= Fraction(1, 20))
    w, e = exact.weights(size), exact.expected(table)
    start = dice.below(2)
    categories = tuple(range(start, start + size))
    products = (
        Grid("weighted_observed", categories, exact.product(w, table)),
        Grid("weighted_expected", categories, exact.product(w, e)),
    )
    matrices = (
        Grid("observed", categories, table),
        Grid("weights", categories, w),
        Grid("expected", categories, e),
    )
    asks = (
        Message(N_("ΣwO is {above}, and ΣwE is {below}. What is κ?"), sums),
        Message(N_("Here are w × O and w × E, cell by cell. What is κ?")),
        Message(N_("Here are O, w and E. What is κ?")),
    )
    hints = (
        N_("κ is 1 minus a ratio: what was observed, over what chance would give."),
        N_("Add up all cells of the first matrix, then of the second. κ is 1 minus their ratio."),
        N_(
            "Multiply each cell of O by the same cell of w and add up: that is ΣwO. Do the same "
            "with E. The diagonal adds nothing, for there w is 0."
        ),
    )
    worked = Message(
        N_("κ = 1 − ΣwO ÷ ΣwE = 1 − {above} ÷ {below} = 1 − {ratio} = {kappa}."),
        {**sums, "ratio": plain_number(ratio), "kappa": plain_number(right)},
    )
    sums_worked = Message(
        N_("All cells of w × O sum to ΣwO = {above}, those of w × E to ΣwE = {below}."), sums
    )
    return _exercise(
        ask=asks[level - 1],
        given=((), products, matrices)[level - 1],
        right=(right,),
        mistakes=mistakes,
        hint=Message(hints[level - 1]),
        solution=(*products, sums_worked, worked),
        fields=("κ",),
        tolerance=ROUNDED,
    )


def _wrong_matrices(table: Table) -> list[Told]:
    """Tell what κ would be with other weights, or with an E that was not divided by n."""
    n, above = exact.total(table), exact.numerator(table)
    below = exact.denominator(table)
    linear, unweighted = (
        exact.numerator(table, power) / exact.denominator(table, power)
        for power in (exact.LINEAR, exact.UNWEIGHTED)
    )
    # ΣO and ΣE are both n: what weights of agreement sum to is n less what ours do.
    agreement = (n - above) / (n - below)
    return [
        (
            "agreement",
            (1 - agreement,),
            Message(
                N_(
                    "You weighed with 1 − w, which rewards agreement. In 1 − ΣwO ÷ ΣwE the "
                    "weights are what a disagreement costs: 0 on the diagonal."
                )
            ),
        ),
        (
            "not-divided",
            (1 - above / (below * n),),
            Message(
                N_(
                    "Your E was not divided by n. E sums to {n}, as O does; take it as it is shown."
                ),
                {"n": plain_number(n)},
            ),
        ),
        (
            "not-squared",
            (1 - linear,),
            Message(
                N_("That is linear κ: you did not square the distance. Take w as it is shown.")
            ),
        ),
        (
            "not-weighted",
            (1 - unweighted,),
            Message(
                N_("That is unweighted κ: every miss counts alike. Multiply by w before adding up.")
            ),
        ),
    ]


def _exercise(**parts: Any) -> Exercise:
    """Make an exercise; its kind, level and seed are put in by whoever asked for it."""
    return Exercise(kind="", level=0, seed=0, **parts)


def _off_diagonal(size: int) -> list[Cell]:
    return [(i, j) for i in range(size) for j in range(size) if i != j]


def _one(count: int) -> Values:
    return (Fraction(count),)


def _every(cells: Sequence[Cell], value: Callable[[int, int], Fraction]) -> Values:
    return tuple(value(i, j) for i, j in cells)


def _told_apart(
    right: Values, told: Sequence[Told], tolerance: Fraction, needed: set[str]
) -> tuple[Mistake, ...]:
    """Return the mistakes that can be told, which must be all that are `needed`."""
    found = distinct(right, [Mistake(*one) for one in told], tolerance)
    fit(needed <= {mistake.key for mistake in found})
    return found
