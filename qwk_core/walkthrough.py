"""Weighted kappa with every step kept: what the screens show."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from importlib import import_module
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.matrices import (
    SCHEMES,
    Scheme,
    count_pairs,
    disagreement,
    largest_disagreement,
    multiply_totals,
    weight_matrix,
)
from qwk_core.messages import N_
from qwk_core.ratings import Array, Category, Vector, read_counts, read_ratings

if TYPE_CHECKING:
    import pandas as pd

ONE_CATEGORY = N_(
    "Both raters give every item the same category. Random pairing cannot disagree "
    "either, and kappa is 0 ÷ 0."
)
NO_EXPECTED_DISAGREEMENT = N_(
    "With these weights random pairing costs nothing, and kappa is 0 ÷ 0."
)

_COUNTS = ["observed", "actual_totals", "predicted_totals", "expected"]
_COSTS = ["weighted_observed", "weighted_expected", "numerator", "denominator"]


@dataclass(frozen=True, eq=False)
class Walkthrough:
    """Weighted kappa, step by step. Every array is read-only; rows are actual, columns predicted.

    Attributes
    ----------
    categories : tuple of int or str, length N
        From lowest to highest.
    observed : ndarray of int64 (float64 for fractions), shape (N, N)
        O: how often each actual category met each predicted one.
    actual_totals, predicted_totals : ndarray of int64 (float64 for fractions), shape (N,)
        The sums of O's rows and of its columns: the two histograms.
    weights : ndarray of float64, shape (N, N)
        w: how much each kind of disagreement weighs.
    expected : ndarray of float64, shape (N, N)
        E: what chance alone would give, with O's totals.
    weighted_observed, weighted_expected : ndarray of float64, shape (N, N)
        w ∘ O and w ∘ E, cell by cell.
    numerator, denominator : float
        The sums of these two.
    kappa : float
        1 − numerator / denominator; nan where undefined.
    undefined_reason : str or None
        Why kappa is undefined, in a sentence; None where it is defined.
    scheme : str
        The weighting scheme's name; "custom" for weights of your own.
    """

    categories: tuple[Category, ...]
    observed: Array
    actual_totals: Array
    predicted_totals: Array
    weights: NDArray[np.float64]
    expected: NDArray[np.float64]
    weighted_observed: NDArray[np.float64]
    weighted_expected: NDArray[np.float64]
    numerator: float
    denominator: float
    kappa: float
    undefined_reason: str | None
    scheme: str

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def n(self) -> int | float:
        """The number of items: the sum of O, and of E."""
        total: int | float = self.actual_totals.sum().item()
        return total

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each cell's part of the numerator, shape (N, N); all 0 where nothing disagrees."""
        if self.numerator == 0:
            return np.zeros_like(self.weighted_observed)
        return self.weighted_observed / self.numerator

    @property
    def distance_totals(self) -> Array:
        """How many items' two ratings lie 0, 1, … N − 1 categories apart, shape (N,)."""
        n_categories = len(self.categories)
        totals = np.zeros(n_categories, dtype=self.observed.dtype)
        np.add.at(totals, disagreement(n_categories, "linear"), self.observed)
        return totals

    @property
    def costliest(self) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that cost anything, dearest first, ties in reading order."""
        cost = self.weighted_observed.ravel()
        dearest_first = np.argsort(-cost, kind="stable")[: np.count_nonzero(cost)]
        n_categories = len(self.categories)
        return tuple(divmod(cell, n_categories) for cell in dearest_first.tolist())

    @property
    def proportions(self) -> Walkthrough:
        """The same in shares of n instead of items: all but w and kappa is divided by n."""
        return replace(self, **{name: getattr(self, name) / self.n for name in _COUNTS + _COSTS})

    @property
    def has_constant_rater(self) -> bool:
        """Whether a rater gives every item the same category: then O equals E."""
        totals = (self.actual_totals, self.predicted_totals)
        return any(np.count_nonzero(one) == 1 for one in totals)

    def to_frame(self, name: str = "observed") -> pd.DataFrame:
        """Return a matrix as a labelled DataFrame of pandas: `qwk_core.pictures.frame.to_frame`.

        Parameters
        ----------
        name : str
        """
        frame: pd.DataFrame = import_module("qwk_core.pictures.frame").to_frame(self, name)
        return frame

    def _repr_html_(self) -> str:
        page: str = import_module("qwk_core.pictures.page").to_html(self)
        return page

    @property
    def kappas(self) -> dict[str, float]:
        """The kappa of these counts under each named scheme."""
        return {scheme: _walk(self.observed, self.categories, scheme).kappa for scheme in SCHEMES}


def walk_through(
    actual: Vector,
    predicted: Vector,
    *,
    categories: Iterable[Category] | None = None,
    scheme: Scheme = "quadratic",
) -> Walkthrough:
    """Compute weighted kappa from two vectors of ratings and keep every step.

    Parameters
    ----------
    actual, predicted : sequence of int or str, shape (n,)
        Two ratings of each item; see `qwk_core.ratings.read_ratings`.
    categories : iterable of int or str, optional
        The scale from lowest to highest.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted; see `qwk_core.matrices.weight_matrix`.

    Returns
    -------
    Walkthrough

    Raises
    ------
    RatingsError
        If the ratings or the weights cannot be used. Undefined kappa is no error, but nan.

    Examples
    --------
    >>> walk = walk_through([0, 2, 2, 1], [0, 1, 2, 1])
    >>> walk.observed
    array([[1, 0, 0],
           [0, 1, 0],
           [0, 1, 1]])
    >>> walk.numerator, walk.denominator, walk.kappa
    (0.25, 1.25, 0.8)
    """
    ratings = read_ratings(actual, predicted, categories=categories)
    return _walk(count_pairs(ratings), ratings.categories, scheme)


def walk_through_counts(
    observed: ArrayLike,
    *,
    categories: Iterable[Category] | None = None,
    scheme: Scheme = "quadratic",
) -> Walkthrough:
    """Compute weighted kappa from a matrix of counts and keep every step.

    Parameters
    ----------
    observed : array_like, shape (N, N)
        O: counts, proportions or summed weights; rows actual, columns predicted.
    categories : iterable of int or str, optional
        The names of the N categories; 0 … N − 1 without.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.

    Returns
    -------
    Walkthrough

    Raises
    ------
    RatingsError
        If the counts, the categories or the weights cannot be used.

    Examples
    --------
    >>> walk_through_counts([[40, 9], [6, 45]], scheme="unweighted").kappa
    0.6995192307692307
    """
    counts, names = read_counts(observed, categories)
    return _walk(counts, names, scheme)


def _walk(observed: Array, categories: tuple[Category, ...], scheme: Scheme) -> Walkthrough:
    """Compute every step from checked counts, shape (N, N)."""
    weights = weight_matrix(len(categories), scheme)
    actual_totals, predicted_totals = observed.sum(axis=1), observed.sum(axis=0)
    expected = multiply_totals(actual_totals, predicted_totals, observed.sum())
    weighted_observed, weighted_expected = weights * observed, weights * expected
    if isinstance(scheme, str) and observed.dtype == np.int64:
        numerator, denominator, kappa = _exact_kappa(observed, scheme)
    else:
        numerator, denominator = float(weighted_observed.sum()), float(weighted_expected.sum())
        kappa = _kappa(observed, numerator, denominator)
        if isinstance(scheme, str):
            kappa = max(kappa, -1.0)  # only weights of your own can give less than −1
    return Walkthrough(
        categories=categories,
        observed=observed,
        actual_totals=actual_totals,
        predicted_totals=predicted_totals,
        weights=weights,
        expected=expected,
        weighted_observed=weighted_observed,
        weighted_expected=weighted_expected,
        numerator=numerator,
        denominator=denominator,
        kappa=kappa,
        undefined_reason=_reason(observed) if math.isnan(kappa) else None,
        scheme=scheme if isinstance(scheme, str) else "custom",
    )


def _exact_kappa(observed: NDArray[np.int64], scheme: str) -> tuple[float, float, float]:
    """Return numerator, denominator and kappa of O, shape (N, N), each rounded only once."""
    unscaled: Array = disagreement(len(observed), scheme)
    scale = largest_disagreement(len(observed), scheme)
    n = int(observed.sum())
    if scale * n >= 2**63:
        unscaled = unscaled.astype(object)  # Python's own integers, which do not overflow
    seen = int((unscaled * observed).sum())
    # n times what chance expects: Σ w_ij · (total of row i) · (total of column j)
    costs = (unscaled @ observed.sum(axis=0)).tolist()
    by_chance = sum(map(mul, observed.sum(axis=1).tolist(), costs))
    kappa = (by_chance - n * seen) / by_chance if by_chance else math.nan
    return seen / scale, by_chance / (n * scale), kappa


def _kappa(observed: Array, numerator: float, denominator: float) -> float:
    """Return kappa of O, shape (N, N), from the two sums."""
    if denominator == 0:
        return math.nan
    if 1 in (np.count_nonzero(observed.any(axis=0)), np.count_nonzero(observed.any(axis=1))):
        return 0.0  # a constant rater makes O = E, though their sums may round apart
    return 1 - numerator / denominator


def _reason(observed: Array) -> str:
    """Return why the kappa of O, shape (N, N), is undefined."""
    one_category = np.count_nonzero(observed) == np.count_nonzero(observed.diagonal()) == 1
    return ONE_CATEGORY if one_category else NO_EXPECTED_DISAGREEMENT
