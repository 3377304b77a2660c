"""Which number stands in a cell of O, of w or of E? Exercises that ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product

import numpy as np
from numpy.typing import NDArray

from qwk_core.matrices import weight_matrix
from qwk_core.teaching.exercises.dice import Dice, require
from qwk_core.teaching.exercises.exact import Pair, count
from qwk_core.teaching.exercises.model import ROUNDED, Cell, Exercise, Grid, Strip, grid
from qwk_core.teaching.exercises.words import WORDS, Numbers
from qwk_core.walkthrough import Walkthrough

_GAPS = (1, 1, 2, 3, 5, 10)  # from one category's name to the next


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
    pair = dice.ratings(size, n)
    walk = count(pair, categories)
    i, j = dice.pick(_off_diagonal(size))
    found = walk.observed[i, j].item()
    require(found > 0)
    chosen = tuple(item for item, one in enumerate(zip(*pair, strict=True)) if one == (i, j))
    values = {
        "row": categories[i],
        "column": categories[j],
        "first": first,
        "below": categories[i] + 1,
        "right": categories[j] + 1,
        "items": ", ".join(str(item + 1) for item in chosen),
        "count": found,
    }
    words = WORDS["count-observed"]
    return words.pose(
        level,
        values,
        [found],
        _wrong_counts(walk, i, j, first),
        required={"transposed", "row", "column"},
        given=[Strip(categories, pair)],
        solution=[
            *words.solve(values),
            Strip(categories, pair, chosen=chosen),
            grid(walk, totals=True, cell=(i, j)),
        ],
        fields=[f"O[{categories[i]}, {categories[j]}]"],
    )


def _wrong_counts(walk: Walkthrough, i: int, j: int, first: int) -> dict[str, Numbers]:
    """Return what each mistake makes of O[i, j], on a scale that begins at `first`."""
    mirrored = walk.observed[j, i]
    wrong: dict[str, Numbers] = {
        "transposed": [mirrored],
        "row": [walk.actual_totals[i]],
        "column": [walk.predicted_totals[j]],
        "either": [walk.observed[i, j] + mirrored],
    }
    if first and max(i, j) + 1 < len(walk.observed):
        wrong["from-zero"] = [walk.observed[i + 1, j + 1]]
    return wrong


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
    power = 1 if level == 1 and dice.below(3) == 0 else 2  # linear or quadratic weights
    size = {1: 3, 2: 4 + dice.below(4), 3: 4}[level]
    start = dice.below(8 if level == 1 else 2)
    gaps = [dice.pick(_GAPS) if level == 3 else 1 for _ in range(size - 1)]
    categories = tuple(accumulate(gaps, initial=start))
    rows = [dice.below(size)] if level == 2 else list(range(size))
    cells = list(product(rows, range(size)))
    w = weight_matrix(size, "linear" if power == 1 else "quadratic").tolist()
    far = size - 1
    wrong = _wrong_weights(categories, rows, power, gaps=level == 3)
    i, j = {1: (0, 1), 2: (rows[0], 0 if rows[0] == far else far), 3: (far - 1, far)}[level]
    values = {
        "size": size,
        "far": far,
        "squared": far**2,
        "scale": ", ".join(map(str, categories)),
        "low": categories[-2],
        "next": categories[-1],
        "row": categories[i],
        "column": categories[j],
        "steps": abs(i - j),
        "value": w[i][j],
    }
    words = WORDS["fill-linear-weights" if power == 1 else "fill-weights"]
    return words.pose(
        level,
        values,
        [w[i][j] for i, j in cells],
        wrong,
        required=wrong,
        solution=[
            *words.solve(values),
            Grid("weights", categories, tuple(map(tuple, w)), cell=(i, j)),
        ],
        fields=[f"w[{categories[i]}, {categories[j]}]" for i, j in cells],
        tolerance=ROUNDED,
        columns=size,
    )


def _wrong_weights(
    categories: Sequence[int], rows: Sequence[int], power: int, *, gaps: bool
) -> dict[str, Numbers]:
    """Return what each mistake makes of these rows of w, shape (m,)."""
    size = len(categories)
    far = size - 1
    steps = np.abs(np.subtract.outer(rows, range(size))).ravel()
    share = steps / far
    wrong: dict[str, Numbers] = {
        "agreement": 1 - share**power,
        "not-divided": steps**power,
        "divided-by-n": (steps / size) ** power,
    }
    if power == 1:
        return {"squared": share**2, **wrong}
    wrong = {"not-squared": share, "divisor-not-squared": steps * share, **wrong}
    if gaps:  # where none was drawn, this mistake gives the right answer, and all is drawn again
        apart = np.subtract.outer(categories, categories).ravel()
        wrong["labels"] = (apart / (categories[-1] - categories[0])) ** 2
    return wrong


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
    pair = dice.ratings(size, n)
    return _expected(dice, level, size, pair, [dice.pick(_off_diagonal(size))])


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
    return _expected(dice, level, 3, dice.ratings(3, n), list(product(range(3), range(3))))


def _expected(dice: Dice, level: int, size: int, pair: Pair, cells: Sequence[Cell]) -> Exercise:
    """Ask for these cells of E; `pair` holds the n positions of both ratings."""
    start = dice.below(2)
    categories = tuple(range(start, start + size))
    walk = count(pair, categories)
    rows, columns = walk.actual_totals, walk.predicted_totals
    require(0 not in (*rows, *columns))
    at = tuple(np.array(cells).T)
    wrong = _wrong_expected(walk, at)
    one = len(cells) == 1
    i, j = cells[0] if one else (0, 1)  # a cell on the diagonal would show no transposing
    values = {
        "row": categories[i],
        "column": categories[j],
        "row_total": rows[i].item(),
        "column_total": columns[j].item(),
        "n": walk.n,
        "size": size,
        "value": walk.expected[i, j].item(),
    }
    words = WORDS["expected-cell" if one else "fill-expected"]
    return words.pose(
        level,
        values,
        walk.expected[at],
        wrong,
        required=wrong,
        given=[Strip(categories, pair) if level == 3 else grid(walk, totals=level == 1)],
        solution=[
            *words.solve(values),
            grid(walk, totals=True, cell=(i, j)),
            grid(walk, "expected", totals=True, cell=(i, j)),
        ],
        fields=[f"E[{categories[i]}, {categories[j]}]" for i, j in cells],
        tolerance=ROUNDED,
        columns=1 if one else size,
    )


def _wrong_expected(walk: Walkthrough, at: tuple[NDArray[np.intp], ...]) -> dict[str, Numbers]:
    """Return what each mistake makes of cells of E; their rows and columns have shape (m,)."""
    products = np.outer(walk.actual_totals, walk.predicted_totals)[at]
    return {
        "transposed": walk.expected.T[at],
        "not-divided": products,
        "shares": products / walk.n**2,
        "observed": walk.observed[at],
        "categories": products / len(walk.expected),
    }


def _off_diagonal(size: int) -> list[Cell]:
    return [(i, j) for i, j in product(range(size), range(size)) if i != j]
