"""Which number stands in a cell of O, of w or of E? Exercises that ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from qwk_core.messages import N_, Message
from qwk_core.teaching.exercises import exact
from qwk_core.teaching.exercises.dice import Dice, Vector, require
from qwk_core.teaching.exercises.exact import Table, plain_number
from qwk_core.teaching.exercises.model import (
    BOTH,
    ROUNDED,
    Cell,
    Exercise,
    Grid,
    Part,
    Strip,
    Values,
    find_mistakes,
)

# What each wrong answer gets as feedback, by the key of the mistake.
_OBSERVED_FEEDBACK = {
    "transposed": N_(
        "That is O[{column}, {row}]: actual {column}, predicted {row}. The row is the actual "
        "category and comes first; here it is {row}."
    ),
    "row": N_(
        "That is the number of items with actual {row}, whatever was predicted. Count "
        "only those with predicted {column}."
    ),
    "column": N_(
        "That is the number of items with predicted {column}, whatever they really are. "
        "Count only those with actual {row}."
    ),
    "either": N_(
        "You counted {row} with {column} and {column} with {row} together. They are two cells: in "
        "O[{row}, {column}] the actual category is {row}."
    ),
    "from-zero": N_(
        "You counted rows and columns from 0, and landed in O[{below}, {right}]. This scale begins "
        "at {first}: O[{row}, {column}] is named by its categories."
    ),
}
_OBSERVED_QUESTIONS = {
    1: N_(
        "How many items have actual {row} and predicted {column}? That number is the cell "
        "O[{row}, {column}]."
    ),
    2: N_("Rows are actual, columns predicted. What is O[{row}, {column}]?"),
    3: N_("What is O[{row}, {column}]?"),
}


def count_observed(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks for one cell of O, to be counted in two ratings.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        How hard: 8, 12 or 18 items on a scale of 3, 4 or 5; the last begins at 1.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size, n, first = {1: (3, 8, 0), 2: (4, 12, 0), 3: (5, 18, 1)}[level]
    categories = tuple(range(first, first + size))
    actual, predicted = dice.ratings(size, n)
    table = exact.count(actual, predicted, size)
    i, j = dice.pick(_off_diagonal(size))
    count = table[i][j]
    require(count > 0)
    wrong = {
        "transposed": table[j][i],
        "row": sum(table[i]),
        "column": sum(row[j] for row in table),
        "either": count + table[j][i],
    }
    if first and max(i, j) + 1 < size:
        wrong["from-zero"] = table[i + 1][j + 1]
    chosen = tuple(
        item for item, pair in enumerate(zip(actual, predicted, strict=True)) if pair == (i, j)
    )
    values: dict[str, object] = {
        "row": categories[i],
        "column": categories[j],
        "first": first,
        "below": categories[i] + 1,
        "right": categories[j] + 1,
        "items": ", ".join(str(item + 1) for item in chosen),
        "count": count,
    }
    right = _one(count)
    return Exercise(
        ask=Message(_OBSERVED_QUESTIONS[level], values),
        given=(Strip(BOTH, categories, (actual, predicted)),),
        right=right,
        mistakes=find_mistakes(
            right,
            {key: _one(value) for key, value in wrong.items()},
            feedback=_OBSERVED_FEEDBACK,
            values=values,
            required={"transposed", "row", "column"},
        ),
        hint=Message(
            N_(
                "Go along the upper line and stop at each {row}. Count a stop only where the "
                "lower line says {column}."
            ),
            values,
        ),
        solution=(
            Message(
                N_(
                    "Actual {row} with predicted {column}: items {items}. So O[{row}, "
                    "{column}] = {count}."
                ),
                values,
            ),
            Strip(BOTH, categories, (actual, predicted), chosen),
            Grid("observed", categories, table, totals=True, cell=(i, j)),
        ),
        fields=(f"O[{categories[i]}, {categories[j]}]",),
    )


_AGREEMENT = N_(
    "These are 1 − w: they reward agreement, with 1 on the diagonal. Here w is what a "
    "miss costs, and agreement costs 0."
)
_LINEAR_FEEDBACK = {
    "squared": N_("These are quadratic weights. Linear ones are not squared: distance ÷ {far}."),
    "agreement": _AGREEMENT,
    "not-divided": N_("The distances are right; divide them by {far}, so that w goes from 0 to 1."),
    "divided-by-n": N_(
        "You divided by N = {size}. From the first of {size} categories to the last it is only "
        "{far} steps: divide by {far}."
    ),
}
_QUADRATIC_FEEDBACK = {
    "not-squared": N_(
        "These are distance ÷ {far}: the linear weights. Square the distance, and square the "
        "{far} below it."
    ),
    "agreement": _AGREEMENT,
    "not-divided": N_(
        "The squares are right; divide them by {far}² = {squared}. For κ the factor would cancel, "
        "but w goes from 0 to 1."
    ),
    "divisor-not-squared": N_(
        "You divided by {far}. Square it as well: divide by {far}² = {squared}."
    ),
    "divided-by-n": N_(
        "You divided by N² = {size}². From the first of {size} categories to the last it is only "
        "{far} steps: divide by {far}² = {squared}."
    ),
    "labels": N_(
        "You used the categories' names as distances. Only their order counts: from "
        "{low} to {next} is one step."
    ),
}
_LINEAR_QUESTION = N_("Fill in the linear weights w for the categories {scale}.")
_QUADRATIC_QUESTIONS = {
    1: N_("Fill in the quadratic weights w for the categories {scale}."),
    2: N_("Fill in the row of w for actual {row}: quadratic weights, categories {scale}."),
    3: N_(
        "The categories are {scale}, in this order; distance is counted in steps from one to the "
        "next. Fill in the quadratic weights w."
    ),
}
_LINEAR_HINT = N_(
    "Count the steps from the row's category to the column's, and divide by {far}: from "
    "end to end there are {far} steps. Zero steps cost nothing."
)
_QUADRATIC_HINT = N_(
    "Count the steps from the row's category to the column's, square the number, and "
    "divide by {far}² = {squared}: from end to end there are {far} steps. Zero steps "
    "cost nothing."
)
_LINEAR_SOLUTION = N_(
    "w[{row}, {column}] = {steps} ÷ {far} = {value}: the number of steps, over the most steps "
    "there are."
)
_QUADRATIC_SOLUTION = N_(
    "w[{row}, {column}] = {steps}² ÷ {far}² = {value}: the number of steps squared, over the most "
    "steps there are, squared."
)

_GAPS = (1, 1, 2, 3, 5, 10)  # from one category's name to the next


def fill_weights(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks for w.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        All of w, now and then a linear one; one of its rows; or all of it on a scale with gaps.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    linear = level == 1 and dice.below(3) == 0
    size = {1: 3, 2: 4 + dice.below(4), 3: 4}[level]
    start = dice.below(8 if level == 1 else 2)
    gaps = [dice.pick(_GAPS) if level == 3 else 1 for _ in range(size - 1)]
    categories = tuple(accumulate(gaps, initial=start))
    rows = [dice.below(size)] if level == 2 else list(range(size))
    cells = [(i, j) for i in rows for j in range(size)]
    w = exact.weights(size, exact.LINEAR if linear else exact.QUADRATIC)
    if linear:
        wrong = _wrong_linear_weights(cells, size)
    else:
        wrong = _wrong_quadratic_weights(cells, size)
        if level == 3:
            wrong["labels"] = _weights_by_name(cells, categories)
    far = size - 1
    i, j = {1: (0, 1), 2: (rows[0], 0 if rows[0] == far else far), 3: (far - 1, far)}[level]
    values: dict[str, object] = {
        "size": size,
        "far": far,
        "squared": far**2,
        "scale": ", ".join(map(str, categories)),
        "low": categories[-2],
        "next": categories[-1],
        "row": categories[i],
        "column": categories[j],
        "steps": abs(i - j),
        "value": plain_number(w[i][j]),
    }
    right = tuple(w[i][j] for i, j in cells)
    return Exercise(
        ask=Message(_LINEAR_QUESTION if linear else _QUADRATIC_QUESTIONS[level], values),
        given=(),
        right=right,
        mistakes=find_mistakes(
            right,
            wrong,
            feedback=_LINEAR_FEEDBACK if linear else _QUADRATIC_FEEDBACK,
            values=values,
            required=set(wrong),
            tolerance=ROUNDED,
        ),
        hint=Message(_LINEAR_HINT if linear else _QUADRATIC_HINT, values),
        solution=(
            Message(_LINEAR_SOLUTION if linear else _QUADRATIC_SOLUTION, values),
            Grid("weights", categories, w, cell=(i, j)),
        ),
        fields=tuple(f"w[{categories[i]}, {categories[j]}]" for i, j in cells),
        tolerance=ROUNDED,
        columns=size,
    )


def _wrong_linear_weights(cells: Sequence[Cell], size: int) -> dict[str, Values]:
    far = size - 1
    return {
        "squared": _by_steps(cells, lambda steps: Fraction(steps**2, far**2)),
        "agreement": _by_steps(cells, lambda steps: 1 - Fraction(steps, far)),
        "not-divided": _by_steps(cells, Fraction),
        "divided-by-n": _by_steps(cells, lambda steps: Fraction(steps, size)),
    }


def _wrong_quadratic_weights(cells: Sequence[Cell], size: int) -> dict[str, Values]:
    far = size - 1
    return {
        "not-squared": _by_steps(cells, lambda steps: Fraction(steps, far)),
        "agreement": _by_steps(cells, lambda steps: 1 - Fraction(steps**2, far**2)),
        "not-divided": _by_steps(cells, lambda steps: Fraction(steps**2)),
        "divisor-not-squared": _by_steps(cells, lambda steps: Fraction(steps**2, far)),
        "divided-by-n": _by_steps(cells, lambda steps: Fraction(steps**2, size**2)),
    }


def _by_steps(cells: Sequence[Cell], weight: Callable[[int], Fraction]) -> Values:
    """Return a weight for each cell, computed from the steps between its two categories."""
    return tuple(weight(abs(i - j)) for i, j in cells)


def _weights_by_name(cells: Sequence[Cell], categories: Sequence[int]) -> Values:
    """Return quadratic weights that take the names of the categories for their positions."""
    spread = categories[-1] - categories[0]
    return tuple(Fraction((categories[i] - categories[j]) ** 2, spread**2) for i, j in cells)


_EXPECTED_FEEDBACK = {
    "transposed": N_(
        "Your E is transposed. For E[{row}, {column}] take the total of actual {row} – a row of O "
        "– and of predicted {column}, a column."
    ),
    "not-divided": N_(
        "Row total × column total is right; now divide by n = {n}. E sums to n, as O does."
    ),
    "shares": N_(
        "You divided by n twice: that is a share of all items. E counts items, so divide by n = "
        "{n} once."
    ),
    "observed": N_(
        "That is O, what was observed. E is what chance would give: only the totals count."
    ),
    "categories": N_("You divided by the {size} categories. Divide by the {n} items."),
}
_EXPECTED_HINTS = {
    1: N_("E[{row}, {column}] = total of row {row} × total of column {column} ÷ n."),
    2: N_(
        "Add up first: how many items have actual {row}, how many have predicted {column}? "
        "Multiply the two totals, and divide by the number of items."
    ),
}
_EXPECTED_HINTS[3] = _EXPECTED_HINTS[2]
_ONE_CELL_QUESTION = N_(
    "With these totals, how many items does random pairing put into E[{row}, {column}]?"
)
_ALL_CELLS_QUESTION = N_("Fill in E: how many items does random pairing put into each cell?")


def expected_cell(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks for one cell of E.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        O and its totals are given; O alone; or only the ratings.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    size, n = {1: (3, 10), 2: (4, dice.pick((12, 15, 16, 20))), 3: (4, 12)}[level]
    actual, predicted = dice.ratings(size, n)
    cell = dice.pick(_off_diagonal(size))
    return _expected(dice, level, size, actual, predicted, [cell])


def fill_expected(dice: Dice, level: int) -> Exercise:
    """Make an exercise that asks for all of E.

    Parameters
    ----------
    dice : Dice
        The source of all chance.
    level : {1, 2, 3}
        O and its totals are given; O alone; or only the ratings.

    Returns
    -------
    Exercise

    Raises
    ------
    Redraw
        If nothing that can be asked was drawn.
    """
    n = {1: 10, 2: dice.pick((12, 15, 16, 20)), 3: 9}[level]
    actual, predicted = dice.ratings(3, n)
    cells = [(i, j) for i in range(3) for j in range(3)]
    return _expected(dice, level, 3, actual, predicted, cells)


def _expected(
    dice: Dice, level: int, size: int, actual: Vector, predicted: Vector, cells: Sequence[Cell]
) -> Exercise:
    """Ask for these cells of E; `actual` and `predicted` hold the n positions of the ratings."""
    start = dice.below(2)
    categories = tuple(range(start, start + size))
    table = exact.count(actual, predicted, size)
    rows, columns = exact.row_totals(table), exact.column_totals(table)
    require(0 not in (*rows, *columns))
    e = exact.expected(table)
    one = len(cells) == 1
    i, j = cells[0] if one else (0, 1)  # a cell on the diagonal would show no transposing
    values: dict[str, object] = {
        "row": categories[i],
        "column": categories[j],
        "row_total": rows[i],
        "column_total": columns[j],
        "n": len(actual),
        "size": size,
        "value": plain_number(e[i][j]),
    }
    given: Part = (
        Grid("observed", categories, table, totals=level == 1)
        if level < 3
        else Strip(BOTH, categories, (actual, predicted))
    )
    right = tuple(e[i][j] for i, j in cells)
    wrong = _wrong_expected(table, cells)
    return Exercise(
        ask=Message(_ONE_CELL_QUESTION if one else _ALL_CELLS_QUESTION, values),
        given=(given,),
        right=right,
        mistakes=find_mistakes(
            right,
            wrong,
            feedback=_EXPECTED_FEEDBACK,
            values=values,
            required=set(wrong),
            tolerance=ROUNDED,
        ),
        hint=Message(_EXPECTED_HINTS[level], values),
        solution=(
            Message(
                N_(
                    "E[{row}, {column}] = {row_total} × {column_total} ÷ {n} = {value}: the total "
                    "of its row, times the total of its column, over n. Both matrices have the "
                    "same totals."
                ),
                values,
            ),
            Grid("observed", categories, table, totals=True, cell=(i, j)),
            Grid("expected", categories, e, totals=True, cell=(i, j)),
        ),
        fields=tuple(f"E[{categories[i]}, {categories[j]}]" for i, j in cells),
        tolerance=ROUNDED,
        columns=1 if one else size,
    )


def _wrong_expected(table: Table, cells: Sequence[Cell]) -> dict[str, Values]:
    rows, columns = exact.row_totals(table), exact.column_totals(table)
    n, size = sum(rows), len(table)
    return {
        "transposed": tuple(Fraction(rows[j] * columns[i], n) for i, j in cells),
        "not-divided": tuple(Fraction(rows[i] * columns[j]) for i, j in cells),
        "shares": tuple(Fraction(rows[i] * columns[j], n * n) for i, j in cells),
        "observed": tuple(Fraction(table[i][j]) for i, j in cells),
        "categories": tuple(Fraction(rows[i] * columns[j], size) for i, j in cells),
    }


def _off_diagonal(size: int) -> list[Cell]:
    return [(i, j) for i in range(size) for j in range(size) if i != j]


def _one(count: int) -> Values:
    return (Fraction(count),)
