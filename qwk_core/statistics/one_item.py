"""What would kappa be if one item were different?

One item more, one predicted otherwise, or one left out: for one item of an example, for every cell
of a table at once, and, as a derivative, for a small share of all items.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, count_pairs, disagreement, weight_matrix
from qwk_core.messages import N_
from qwk_core.ratings import Array, Category, Ratings, read_counts
from qwk_core.walkthrough import Walkthrough, walk_through_counts

# Whole numbers below this are exact as floats.
_EXACT = 2**53

# Changes of kappa below this are rounding, where sums are not exact.
_NOISE = 1e-12

CHANGES = ("add", "correct", "leave_out")
"""What can be done to an item: add it to a cell, predict it as it was rated, or leave it out."""

Direction = Literal["rise", "stay", "fall", "defined", "undefined"]


def possible_changes(walk: Walkthrough, row: int, column: int) -> tuple[str, ...]:
    """Return which of `CHANGES` can be made to an item of a cell.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    row, column : int
        The cell's positions.

    Returns
    -------
    tuple of str
        An item can always be added; only a disagreement can be corrected; the only item cannot
        be left out.

    Examples
    --------
    >>> walk = walk_through_counts([[2, 1], [0, 3]])
    >>> possible_changes(walk, 0, 1), possible_changes(walk, 1, 0)
    (('add', 'correct', 'leave_out'), ('add',))
    """
    changes = ["add"]
    if walk.observed[row, column] >= 1:
        if row != column:
            changes.append("correct")
        if walk.n > 1:
            changes.append("leave_out")
    return tuple(changes)


def walk_changed(walk: Walkthrough, change: str, row: int, column: int) -> Walkthrough:
    """Walk through the same example with one item of a cell changed.

    Parameters
    ----------
    walk : Walkthrough
        The walk through an example.
    change : {"add", "correct", "leave_out"}
        What happens to the item. Corrected, it goes to (row, row).
    row, column : int
        The cell's positions.

    Returns
    -------
    Walkthrough
        With the same categories and weights.

    Raises
    ------
    RatingsError
        If the cell holds no item, or the only one is left out.

    Examples
    --------
    >>> from qwk_core.teaching.examples import example
    >>> walk = example("petfinder").walk()
    >>> for change in CHANGES:
    ...     print(change, round(walk_changed(walk, change, 4, 0).kappa, 3))
    add 0.197
    correct 0.597
    leave_out 0.521
    """
    observed = walk.observed.copy()
    if change == "add":
        observed[row, column] += 1
    else:
        if observed[row, column] < 1:
            raise _no_item(walk.categories, change, row, column)
        observed[row, column] -= 1
        if change == "correct":
            observed[row, row] += 1
        elif not observed.any():
            raise _last_item()
    own = walk.weights if walk.scheme == "custom" else walk.scheme
    return walk_through_counts(observed, categories=walk.categories, scheme=own)


def change_ratings(
    ratings: Ratings, change: str, row: int, column: int, *, item: int | None = None
) -> Ratings:
    """Return two vectors of ratings with one item of a cell changed.

    Parameters
    ----------
    ratings : Ratings
        n items.
    change : {"add", "correct", "leave_out"}
        What happens to the item. One that is added comes last.
    row, column : int
        The cell's positions.
    item : int, optional
        Which of the cell's items, counted from 0; by default the first.

    Returns
    -------
    Ratings
        On the same categories.

    Raises
    ------
    RatingsError
        If the cell holds no such item, or the only one is left out.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> ratings = read_ratings([0, 2, 2], [0, 1, 1])
    >>> change_ratings(ratings, "correct", 2, 1, item=2).predicted
    array([0, 1, 2])
    >>> change_ratings(ratings, "leave_out", 0, 0).actual
    array([2, 2])
    """
    actual, predicted = ratings.actual, ratings.predicted
    if change == "add":
        actual, predicted = np.append(actual, row), np.append(predicted, column)
    else:
        there = ratings.items_in_cell(row, column)
        if not there.size or (item is not None and item not in there):
            raise _no_item(ratings.categories, change, row, column)
        at = int(there[0]) if item is None else item
        if change == "correct":
            return move_prediction(ratings, at, row)
        if ratings.n == 1:
            raise _last_item()
        actual, predicted = np.delete(actual, at), np.delete(predicted, at)
    return Ratings(actual, predicted, ratings.categories)


def move_prediction(ratings: Ratings, item: int, category: int) -> Ratings:
    """Return two vectors of ratings with one item predicted as another category.

    Parameters
    ----------
    ratings : Ratings
        n items on N categories.
    item : int
        Which item, counted from 0.
    category : int
        Its new prediction's position in the categories.

    Returns
    -------
    Ratings
        On the same categories.

    Raises
    ------
    RatingsError
        If there is no such item or no such category.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> move_prediction(read_ratings([0, 2, 2], [0, 1, 1]), 2, 0).predicted
    array([0, 1, 0])
    """
    if not 0 <= item < ratings.n:
        raise RatingsError("Item {item}: there are {n} items.", item=item + 1, n=ratings.n)
    size = len(ratings.categories)
    if not 0 <= category < size:
        raise RatingsError(
            "Category {position}: there are {n} categories.", position=category + 1, n=size
        )
    predicted = ratings.predicted.copy()
    predicted[item] = category
    return Ratings(ratings.actual, predicted, ratings.categories)


def direction(before: float, after: float) -> Direction:
    """Return in which direction kappa goes from `before` to `after`.

    Parameters
    ----------
    before, after : float
        Two kappas; nan where undefined.

    Returns
    -------
    {"rise", "stay", "fall", "defined", "undefined"}
        The last two where only one of the kappas is nan.

    Examples
    --------
    >>> direction(0.3, 0.6), direction(0.3, 0.3), direction(float("nan"), 1.0)
    ('rise', 'stay', 'defined')
    """
    if math.isnan(before) or math.isnan(after):
        if math.isnan(before) and math.isnan(after):
            return "stay"
        return "defined" if math.isnan(before) else "undefined"
    if after == before:
        return "stay"
    return "rise" if after > before else "fall"


def _no_item(categories: tuple[Category, ...], change: str, row: int, column: int) -> RatingsError:
    template = (
        N_("Row {row}, column {column}: there is no item to correct.")
        if change == "correct"
        else N_("Row {row}, column {column}: there is no item to leave out.")
    )
    return RatingsError(template, row=shown(categories[row]), column=shown(categories[column]))


def _last_item() -> RatingsError:
    return RatingsError("This is the only item: without it there is nothing left to rate.")


def add_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one more item lands in a cell, for every cell at once.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa with one more item there; nan where it is undefined even then.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> add_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.545, 0.167],
           [0.286, 0.615]])
    """
    now = _read(observed, scheme)
    rows = now.predicted_costs + now.weights  # [i, b]: what row i's totals, plus one, cost in b
    by_chance = (rows @ now.predicted_totals)[:, np.newaxis] + rows
    return _kappas((now.n + 1) * (now.seen + now.weights), by_chance)


def leave_out_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one item of a cell is left out, for every cell at once.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa without one item of the cell; nan where it is undefined, or the cell holds no item.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> leave_out_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.4, nan],
           [1. , 0. ]])
    """
    now = _read(observed, scheme)
    rows = now.predicted_costs - now.weights
    by_chance = (rows @ now.predicted_totals)[:, np.newaxis] - rows
    kappas = _kappas((now.n - 1) * (now.seen - now.weights), by_chance)
    kappas[now.observed < 1] = math.nan
    return kappas


def correct_one_item(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return what kappa becomes if one item of a cell is predicted as rated, for every cell.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Kappa with one item moved from (i, j) to (i, i); nan where it is undefined, or the cell
        holds no item. On the diagonal kappa stays as it is.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> correct_one_item([[2, 0], [1, 1]]).round(3)
    array([[0.5, nan],
           [1. , 0.5]])
    """
    now = _read(observed, scheme)
    at = np.arange(len(now.weights))
    row, column = at[:, np.newaxis], at
    kappas = _kappas(*_predicted_as(now, row, column, row))
    kappas[now.observed < 1] = math.nan
    unchanged = (row == column) & (now.observed >= 1)
    kappas[unchanged] = walk_through_counts(observed, scheme=scheme).kappa
    return kappas


def kappa_changes(observed: ArrayLike, *, scheme: Scheme = "quadratic") -> NDArray[np.float64]:
    """Return by how much one more item in a cell changes kappa, for every cell at once: Δκ.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (N, N)
        Exactly 0 where kappa stays the same: to the last digit for whole counts and a named
        scheme, else within 1e-12. nan where kappa is undefined before or after.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> kappa_changes([[2, 0], [1, 1]]).round(3)
    array([[ 0.045, -0.333],
           [-0.214,  0.115]])
    """
    walk = walk_through_counts(observed, scheme=scheme)
    changes = add_one_item(observed, scheme=scheme) - walk.kappa
    if walk.scheme == "custom" or walk.observed.dtype != np.int64:
        changes[np.abs(changes) < _NOISE] = 0.0
    return changes


@dataclass(frozen=True, eq=False)
class Moves:
    """What becomes of kappa if one item's prediction is another one: a table of n × N.

    Row i, column k: item i is predicted as category k, and all else stays as it is. Where item i
    is already predicted as k, the entry holds the present value.

    Attributes
    ----------
    cost : ndarray of int64, shape (n, N)
        What all misses cost together, in tiles.
    chance : ndarray of float64, shape (n, N)
        What chance would cost, in tiles. It moves as well: the predictions have other totals.
    agreeing : ndarray of int64, shape (n, N)
        How many items were given the same category twice.
    kappa : ndarray of float64, shape (n, N)
        nan where it is undefined.
    """

    cost: NDArray[np.int64]
    chance: NDArray[np.float64]
    agreeing: NDArray[np.int64]
    kappa: NDArray[np.float64]


def kappa_moves(ratings: Ratings, scheme: str = "quadratic") -> Moves:
    """Return what becomes of kappa if one item is predicted otherwise, for every item and category.

    Parameters
    ----------
    ratings : Ratings
        n items on N categories.
    scheme : {"quadratic", "linear", "unweighted"}
        How many tiles a miss costs.

    Returns
    -------
    Moves

    Raises
    ------
    RatingsError
        If the scheme is unknown.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> from qwk_core.teaching.examples import example
    >>> pets = example("petfinder")
    >>> moves = kappa_moves(read_ratings(pets.actual, pets.predicted))
    >>> moves.cost[0], moves.kappa[0].round(3)  # item 1: actual 4, predicted 0
    (array([36, 29, 24, 21, 20]), array([0.318, 0.408, 0.492, 0.557, 0.597]))
    """
    now = _read(count_pairs(ratings), scheme)
    actual, predicted = ratings.actual[:, np.newaxis], ratings.predicted[:, np.newaxis]
    to = np.arange(len(ratings.categories))
    seen, by_chance = _predicted_as(now, actual, predicted, to)
    same = ratings.actual == ratings.predicted
    return Moves(
        cost=(seen // now.n).astype(np.int64),
        chance=(by_chance / now.n).astype(np.float64),
        agreeing=same.sum() - same[:, np.newaxis] + (actual == to),
        kappa=_kappas(seen, by_chance),
    )


@dataclass(frozen=True)
class Effect:
    """What one item does to kappa.

    Attributes
    ----------
    row, column : int
        The positions of its actual and its predicted category: its cell.
    item : int or None
        The item, counted from 0; None for any one item of the cell.
    corrected, corrected_change : float
        Kappa if it were predicted as it was rated, and by how much that differs from now.
    """

    row: int
    column: int
    item: int | None
    corrected: float
    corrected_change: float


def rank_corrections(
    source: Ratings | ArrayLike, *, scheme: Scheme = "quadratic"
) -> tuple[Effect, ...]:
    """Return what correcting each item does to kappa, those first whose correction lifts it most.

    Parameters
    ----------
    source : Ratings or array_like, shape (N, N)
        n items; or O, the counts, rows actual and columns predicted: then each cell stands for any
        one of its items.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    tuple of Effect
        Ties in the items' own order, or in reading order; last those with an undefined kappa.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> from qwk_core import read_ratings
    >>> from qwk_core.teaching.examples import example
    >>> pets = example("petfinder")
    >>> first, *others = rank_corrections(read_ratings(pets.actual, pets.predicted))
    >>> first.item, round(first.corrected, 3)
    (0, 0.597)
    >>> first, *others = rank_corrections([[40, 2, 9], [3, 30, 1], [0, 0, 15]])
    >>> (first.row, first.column), round(first.corrected_change, 3)
    ((0, 2), 0.029)
    """
    if isinstance(source, Ratings):
        observed, rows, columns = count_pairs(source), source.actual, source.predicted
    else:
        observed, _ = read_counts(source)
        rows, columns = np.nonzero(observed >= 1)
    now = walk_through_counts(observed, scheme=scheme).kappa
    corrected = correct_one_item(observed, scheme=scheme)[rows, columns]
    order = np.argsort(-corrected, kind="stable").tolist()  # nan is sorted last
    return tuple(
        Effect(
            row=int(rows[at]),
            column=int(columns[at]),
            item=at if isinstance(source, Ratings) else None,
            corrected=float(corrected[at]),
            corrected_change=float(corrected[at] - now),
        )
        for at in order
    )


class Influences(NamedTuple):
    """How far kappa is from 1, and what pulls it.

    Attributes
    ----------
    ratio : ndarray of float64, shape (...)
        1 − kappa: Σ wO ÷ Σ wE. nan where chance expects no disagreement.
    worth : ndarray of float64, shape (..., N, N)
        The influence of each cell: a share h of all items that moves there, from everywhere else
        alike, changes kappa by h times this, for small h. Its mean over the items is 0.
    """

    ratio: NDArray[np.float64]
    worth: NDArray[np.float64]


def influences(shares: Array, weights: NDArray[np.float64]) -> Influences:
    """Return the influence of each cell on kappa, by the derivative of kappa.

    The variance of kappa is the mean of the squared influences, divided by n: for a table of
    counts, exactly that of Fleiss, Cohen & Everitt.

    Parameters
    ----------
    shares : ndarray, shape (..., N, N)
        Tables whose cells sum to 1, rows actual and columns predicted.
    weights : ndarray of float64, shape (N, N)
        The disagreement weights w.

    Returns
    -------
    Influences

    References
    ----------
    Hampel, F. R. (1974). The influence curve and its role in robust estimation. Journal of the
    American Statistical Association 69(346), 383–393.
    Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors of kappa and
    weighted kappa. Psychological Bulletin 72(5), 323–327, equation 8.

    Examples
    --------
    >>> shares = np.array([[0.40, 0.09], [0.06, 0.45]])
    >>> ratio, worth = influences(shares, weight_matrix(2))
    >>> float((1 - ratio).round(4)), float(np.sqrt((shares * worth**2).sum() / 100).round(4))
    (0.6995, 0.0714)
    """
    rows, columns = shares.sum(axis=-1), shares.sum(axis=-2)
    # What a rating costs on average, met with all of the other rater's.
    row_costs, column_costs = columns @ weights.T, rows @ weights
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chance = (rows * row_costs).sum(axis=-1)
        ratio = (weights * shares).sum(axis=(-2, -1)) / by_chance
        means = row_costs[..., :, np.newaxis] + column_costs[..., np.newaxis, :]
        each, all_alike = by_chance[..., np.newaxis, np.newaxis], ratio[..., np.newaxis, np.newaxis]
        worth = all_alike * (means / each - 1) - weights / each
    return Influences(ratio, worth)


def informative_items(observed: Array, *, scheme: Scheme = "quadratic") -> float:
    """Return on how many items the spread of kappa rests, as if all of them mattered alike.

    Where ratings are lopsided a few items in rare categories decide kappa, and how sure it is
    depends on their number more than on n: (Σ v²)² ÷ Σ v⁴ over the items, v their influences.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    float
        Between 1 and n; 0 where no item has any influence, and where kappa is undefined.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    References
    ----------
    Kish, L. (1965). Survey sampling. Wiley, section 11.7: the effective number of unequal weights.

    Examples
    --------
    Of 103 items, 2 decide:

    >>> round(informative_items([[100, 1], [0, 2]]), 1)
    1.9
    >>> round(informative_items([[40, 9], [6, 45]]), 1)
    20.7
    """
    counts, _ = read_counts(observed)
    found = informative(counts[np.newaxis], weight_matrix(len(counts), scheme))
    return float(found[0])


def items_of_half_the_variance(observed: Array, *, scheme: Scheme = "quadratic") -> int:
    """Return how many items, those that matter most, make up half of the variance of kappa.

    The variance is that of the formula (Fleiss, Cohen & Everitt, 1969): the sum of the squared
    influences of the items.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: the counts, rows actual and columns predicted.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    int
        0 where no item has any influence.

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used.

    Examples
    --------
    >>> items_of_half_the_variance([[190, 2, 0], [1, 4, 1], [0, 0, 2]])
    3
    """
    counts, _ = read_counts(observed)
    squares = (influences(counts / counts.sum(), weight_matrix(len(counts), scheme)).worth) ** 2
    used = counts > 0
    squares, items = squares[used], counts[used].astype(np.float64)
    dearest_first = np.argsort(-squares, kind="stable")
    squares, items = squares[dearest_first], items[dearest_first]
    made_up = np.cumsum(squares * items)
    if not made_up[-1] > 0:
        return 0
    at = int(np.searchsorted(made_up, made_up[-1] / 2))
    before = made_up[at - 1] if at else 0.0
    more = (made_up[-1] / 2 - before) / squares[at]
    return math.ceil(float(items[:at].sum() + more) - 1e-9)


def informative(counts: Array, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `informative_items` of many tables at once.

    Parameters
    ----------
    counts : ndarray, shape (..., N, N)
        A matrix of counts for each table.
    weights : ndarray of float64, shape (N, N)
        How much each kind of disagreement weighs.

    Returns
    -------
    ndarray of float64, shape (...)
    """
    n = counts.sum(axis=(-2, -1)).astype(np.float64)
    shares = counts / n[..., np.newaxis, np.newaxis]
    squares = influences(shares, weights).worth ** 2
    spread = (shares * squares).sum(axis=(-2, -1))
    fourth = (shares * squares**2).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = n * spread**2 / fourth
    return np.where(spread > np.finfo(np.float64).eps ** 2, found, 0.0)


@dataclass(frozen=True, eq=False)
class _Now:
    """Counts and weights as they are now, in exact numbers: small differences are no rounding.

    Attributes
    ----------
    observed, weights : ndarray of int64, or of object for fractions, shape (N, N)
        O, and w: that of a named scheme is not divided by its maximum.
    actual_totals, predicted_totals : ndarray, shape (N,)
        The sums of O's rows and columns.
    predicted_costs : ndarray, shape (N,)
        What all actual ratings together cost against each predicted category.
    n, seen : int or Fraction
        The number of items, and ΣwO.
    """

    observed: Array
    weights: Array
    actual_totals: Array
    predicted_totals: Array
    predicted_costs: Array
    n: int | Fraction
    seen: int | Fraction


def _read(observed: ArrayLike, scheme: Scheme) -> _Now:
    """Check counts, shape (N, N), and prepare them."""
    counts, _ = read_counts(observed)
    weights: Array = weight_matrix(len(counts), scheme)
    if isinstance(scheme, str):
        weights = disagreement(len(counts), scheme)
    whole = counts.dtype == weights.dtype == np.int64
    if not whole or int(weights.max()) * (int(counts.sum()) + 1) ** 2 >= _EXACT:
        # Fractions of Python's own integers, which do not overflow.
        counts, weights = (_as_fractions(one.astype(object)) for one in (counts, weights))
    actual_totals, predicted_totals = counts.sum(axis=1), counts.sum(axis=0)
    return _Now(
        observed=counts,
        weights=weights,
        actual_totals=actual_totals,
        predicted_totals=predicted_totals,
        predicted_costs=actual_totals @ weights,
        n=counts.sum(),
        seen=(weights * counts).sum(),
    )


_as_fractions = np.vectorize(Fraction, otypes=[object])


def _kappas(seen: Array, by_chance: Array) -> NDArray[np.float64]:
    """Return 1 − seen / by_chance for every cell, shape (N, N); nan for 0 ÷ 0."""
    kappas = np.full(by_chance.shape, math.nan)
    defined = by_chance > 0
    kappas[defined] = (by_chance[defined] - seen[defined]) / by_chance[defined]
    return kappas


def _predicted_as(
    now: _Now, row: NDArray[np.intp], column: NDArray[np.intp], to: NDArray[np.intp]
) -> tuple[Array, Array]:
    """Return what `_kappas` needs if an item of a cell (row, column) is predicted as `to`.

    The positions are broadcast to one shape, which both results have. The item's row keeps its
    total; one column loses an item, and another gains it.
    """
    costs = now.predicted_costs
    seen = now.seen - now.weights[row, column] + now.weights[row, to]
    return now.n * seen, now.predicted_totals @ costs - costs[column] + costs[to]
