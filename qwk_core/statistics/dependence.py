"""How many independent items are these worth? Items that come in groups, items with weights."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import Array, Category, Vector, read_counts, read_ratings, read_sample_weight
from qwk_core.statistics.intervals import kappas_of_draws
from qwk_core.statistics.one_item import influences
from qwk_core.statistics.resampling import blocks, check_draws
from qwk_core.statistics.smoothing import add_two_items


def effective_items(
    actual: Vector,
    predicted: Vector,
    *,
    groups: Iterable[Hashable] | None = None,
    sample_weight: Vector | None = None,
    categories: Iterable[Category] | None = None,
    scheme: Scheme = "quadratic",
) -> float:
    """Return how many independent items, all alike, would make kappa as sure as these do.

    Items of one group (a pupil's essays, a patient's images) tell less than as many items of
    different groups; items with unequal weights tell less than items with equal ones. Give the
    result to `kappa_interval` as `effective_n`.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Two ratings of each item; see `qwk_core.ratings.read_ratings`.
    groups : iterable of hashable, length n, optional
        The group of each item; at least two. The groups are taken for a sample.
    sample_weight : sequence of float, shape (n,), optional
        How much each item counts; 1 each without.
    categories : iterable of int or str, optional
        The scale from lowest to highest.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    float
        n divided by the design effect of kappa, from the influences of the items; at most the
        effective number of the weights by themselves, (Σ w)² ÷ Σ w², which is n where all are
        alike.

    Raises
    ------
    RatingsError
        If the ratings, the groups or the weights cannot be used.

    References
    ----------
    Binder, D. A. (1983). On the variances of asymptotically normal estimators from complex
    surveys. International Statistical Review 51(3), 279–292.
    Kish, L. (1965). Survey sampling. Wiley, sections 8.2 and 11.7.

    Examples
    --------
    Every item entered twice is worth about as many items as there are, and not twice as many:

    >>> actual, predicted = [0, 1, 2, 2, 0, 1, 2, 1, 0, 2], [0, 1, 2, 1, 0, 1, 2, 2, 1, 2]
    >>> round(effective_items(actual, predicted), 6)
    10.0
    >>> twice = effective_items(actual * 2, predicted * 2, groups=[*range(10), *range(10)])
    >>> round(twice)
    9
    >>> round(effective_items(actual, predicted, sample_weight=[1, 9, 1, 1, 1, 1, 1, 9, 1, 1]), 1)
    4.0
    """
    ratings = read_ratings(actual, predicted, categories=categories)
    n, n_categories = ratings.n, len(ratings.categories)
    counting = np.ones(n) if sample_weight is None else read_sample_weight(sample_weight, n)
    counting = counting * (n / counting.sum())  # so that they count as n items
    cells = ratings.actual * n_categories + ratings.predicted
    observed = np.bincount(cells, counting, minlength=n_categories**2)
    worth = _worth(observed.reshape(n_categories, n_categories), scheme)
    scores = counting * worth.ravel()[cells]
    if groups is not None:
        numbers: dict[Hashable, int] = {}
        codes = [numbers.setdefault(group, len(numbers)) for group in groups]
        if len(codes) != n:
            raise RatingsError(
                "Groups: {given} for {n} items; every item needs one.", given=len(codes), n=n
            )
        _check_two(len(numbers))
        scores = np.bincount(codes, scores) * math.sqrt(len(numbers) / (len(numbers) - 1))
    found = _effective(n, float(observed @ worth.ravel() ** 2), scores)
    return min(found, equal_items(counting))


def equal_items(weights: Array) -> float:
    """Return how many items of one weight would tell as much: (Σ w)² ÷ Σ w².

    Parameters
    ----------
    weights : ndarray, shape (n,)
        At least one.

    References
    ----------
    Kish, L. (1965). Survey sampling. Wiley, section 11.7.

    Examples
    --------
    >>> equal_items(np.array([1, 1, 1, 1])), round(equal_items(np.array([1, 1, 1, 9])), 2)
    (4.0, 1.71)
    """
    return float(weights.sum() ** 2 / (weights @ weights))


def degrees_of_freedom(n_units: int, n_equal: float) -> int:
    """Return the degrees of freedom of Student's t where each unit is left out once.

    Parameters
    ----------
    n_units : int
        How many items, or clusters.
    n_equal : float
        What their items are worth, by `equal_items`: very uneven weights leave few to go by.

    Returns
    -------
    int
        One less than either, but 1 at the least where there are two units.

    Examples
    --------
    >>> degrees_of_freedom(30, 30.0), degrees_of_freedom(30, 4.8), degrees_of_freedom(30, 1.2)
    (29, 4, 1)
    """
    return max(min(n_units, max(round(n_equal), 2)) - 1, 0)


def effective_items_of_groups(tables: ArrayLike, *, scheme: Scheme = "quadratic") -> float:
    """Return how many independent items the items of these groups are worth.

    As `effective_items` does, from a table of counts for each group.

    Parameters
    ----------
    tables : array_like of whole numbers, shape (G, N, N)
        O of each group, rows actual and columns predicted; at least two groups.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    float

    Raises
    ------
    RatingsError
        If the counts or the weights cannot be used, or there are fewer than two groups.

    Examples
    --------
    >>> good, bad = [[5, 0], [0, 5]], [[2, 3], [3, 2]]
    >>> round(effective_items_of_groups([good, bad, good, bad]), 1)
    7.0
    """
    each = _read_tables(tables)
    observed = each.sum(axis=0)
    worth = _worth(observed, scheme)
    scores = (each * worth).sum(axis=(1, 2)) * math.sqrt(len(each) / (len(each) - 1))
    return _effective(float(observed.sum()), float((observed * worth**2).sum()), scores)


def bootstrap_group_kappas(
    tables: ArrayLike, *, n_draws: int, seed: int, scheme: Scheme = "quadratic"
) -> NDArray[np.float64]:
    """Draw whole groups with replacement, many times over, and compute kappa each time.

    The cluster bootstrap. With few groups its middle 95% hold kappa more rarely than
    the smoothed interval with `effective_items_of_groups`: see
    `python -m tests.benchmarks.coverage --groups`.

    Parameters
    ----------
    tables : array_like of whole numbers, shape (G, N, N)
        O of each group, rows actual and columns predicted; at least two groups.
    n_draws : int
        How many draws, from 1 to 1,000,000.
    seed : int
        The same seed gives the same draws.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    ndarray of float64, shape (n_draws,)
        nan where a draw leaves kappa undefined.

    Raises
    ------
    RatingsError
        If the counts or a setting cannot be used, or there are fewer than two groups.

    References
    ----------
    Field, C. A. & Welsh, A. H. (2007). Bootstrapping clustered data. Journal of the Royal
    Statistical Society B 69(3), 369–390.

    Examples
    --------
    >>> good, bad = [[5, 0], [0, 5]], [[2, 3], [3, 2]]
    >>> kappas = bootstrap_group_kappas([good, bad] * 4, n_draws=1000, seed=1)
    >>> kappas.shape, round(float(kappas.std()), 1)
    ((1000,), 0.2)
    """
    each = _read_tables(tables)
    check_draws(n_draws)
    rows, columns = np.nonzero(each.any(axis=0))
    cells = each[:, rows, columns].astype(np.float64)
    weights = weight_matrix(each.shape[1], scheme)
    generator = np.random.default_rng(seed)
    even = np.full(len(each), 1 / len(each))
    draws = (
        generator.multinomial(len(each), even, size=size) @ cells
        for size in blocks(n_draws, max(len(each), len(rows)))
    )
    return kappas_of_draws(draws, rows, columns, weights)


def shuffled_groups(tables: ArrayLike, *, n_draws: int, seed: int) -> Iterator[Array]:
    """Deal all items to the groups anew, at random, each group as large as it is.

    Parameters
    ----------
    tables : array_like of whole numbers, shape (G, N, N)
        O of each group, rows actual and columns predicted; at least two groups, and fewer than
        10⁹ items.
    n_draws : int
        How many times, from 1 to 1,000,000.
    seed : int
        The same seed gives the same groups.

    Yields
    ------
    ndarray of int64, shape (G, N, N)
        O of each group, of one deal.

    Raises
    ------
    RatingsError
        If the counts or a setting cannot be used, or there are fewer than two groups.

    Examples
    --------
    >>> good, bad = [[5, 0], [0, 5]], [[2, 3], [3, 2]]
    >>> deals = [*shuffled_groups([good, bad], n_draws=9, seed=1)]
    >>> len(deals), deals[0].sum(axis=(1, 2)).tolist(), deals[0].sum(axis=0).tolist()
    (9, [10, 10], [[7, 3], [3, 7]])
    """
    each = _read_tables(tables)
    check_draws(n_draws)
    cells = each.reshape(len(each), -1)
    generator = np.random.default_rng(seed)
    for _ in range(n_draws):
        left, dealt = cells.sum(axis=0), np.empty_like(cells)
        for group, size in enumerate(cells.sum(axis=1).tolist()):
            dealt[group] = generator.multivariate_hypergeometric(left, size)
            left -= dealt[group]
        yield dealt.reshape(each.shape)


def _read_tables(tables: ArrayLike) -> Array:
    """Check the table of each of k groups, and return all, shape (k, N, N)."""
    each = [read_counts(one)[0] for one in np.asarray(tables)]
    _check_two(len(each))
    return np.array(each)


def _check_two(n_groups: int) -> None:
    if n_groups < 2:
        raise RatingsError("Groups: at least two are needed to see how far they differ.")


def _worth(observed: Array, scheme: Scheme) -> NDArray[np.float64]:
    """Return the influence of each cell, with two items added, centred over the items: (N, N)."""
    tables = add_two_items(observed)
    worth = influences(tables / tables.sum(), weight_matrix(len(observed), scheme)).worth
    centred: NDArray[np.float64] = worth - (observed * worth).sum() / observed.sum()
    return centred


def _effective(n: float, squares: float, scores: NDArray[np.float64]) -> float:
    """Return n ÷ the design effect, at most n; `scores`: influences of the units, shape (k,)."""
    spread = float(scores @ scores)
    return min(n * squares / spread, float(n)) if spread > 0 else float(n)
