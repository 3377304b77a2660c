"""How far many raters agree: every pair, all pairs together, and other coefficients."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme
from qwk_core.messages import N_
from qwk_core.ratings import Category
from qwk_core.statistics.raters.coefficients import COEFFICIENTS, NO_SHARED_ITEM
from qwk_core.statistics.raters.computing import computed
from qwk_core.statistics.raters.intervals import CoefficientInterval, Resampling, intervals
from qwk_core.statistics.raters.pairs import (
    PairSums,
    pair_matrix,
    pooled_matrices,
    square_of_pairs,
)
from qwk_core.statistics.raters.summaries import (
    ItemsSummary,
    RaterSummary,
    summarise_items,
    summarise_raters,
)
from qwk_core.statistics.raters.sums import Basis, check_memory
from qwk_core.statistics.raters.table import read_table
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.walkthrough import Walkthrough, walk_through_counts

NO_ITEM_OF_BOTH = N_("These two raters have no item in common.")


@dataclass(frozen=True, eq=False)
class RaterAgreement:
    """How far many raters agree. What is undefined is nan; every array is read-only.

    Attributes
    ----------
    raters : tuple of str, length r
        The raters' names.
    categories : tuple of int or str, length q
        From lowest to highest.
    n_items : int
        The number of rows, n.
    positions : ndarray of int16, shape (n, r)
        Each rating's position in `categories`; −1 where it is missing.
    pairs : ndarray of float64, shape (r, r)
        Weighted kappa of each pair, on the items that both rated; 1 on the diagonal.
    pair_counts : ndarray of int64, shape (r, r)
        How many items both rated; on the diagonal, how many the rater rated.
    pooled : float
        1 − ΣD / ΣE over all pairs, where D is a pair's mean disagreement and E that expected by
        chance: the mean of the pairs' kappas, each weighing as much as its E.
    conger : float
        Conger's kappa, which has the chance of each rater's own totals, as Gwet weights it.
    light : float
        Light's kappa: the plain mean of the pairs' kappas, those undefined left out.
    fleiss : float
        Fleiss' kappa, weighted: as if all ratings came from one and the same rater.
    alpha : float
        Krippendorff's α; interval α for quadratic weights, with distances on the scale.
    ac2 : float
        Gwet's AC2.
    reasons : mapping of str to str
        Why a coefficient is undefined, in a sentence, by its name; only for those undefined.
    scheme : str
        The weighting scheme's name; "custom" for weights of your own.
    """

    raters: tuple[str, ...]
    categories: tuple[Category, ...]
    n_items: int
    positions: NDArray[np.int16] = field(repr=False)
    pairs: NDArray[np.float64]
    pair_counts: NDArray[np.int64]
    pooled: float
    conger: float
    light: float
    fleiss: float
    alpha: float
    ac2: float
    reasons: Mapping[str, str]
    scheme: str
    _weights: NDArray[np.float64] = field(repr=False)
    _basis: Basis = field(repr=False)
    _pair_sums: PairSums = field(repr=False)

    def __post_init__(self) -> None:
        for array in (self.positions, self.pairs, self.pair_counts, self._weights):
            array.setflags(write=False)

    @property
    def n_ratings(self) -> int:
        """How many ratings there are, gaps left out."""
        return int(np.count_nonzero(self.positions >= 0))

    @property
    def n_undefined_pairs(self) -> int:
        """How many pairs of raters have no kappa."""
        return int(np.count_nonzero(np.isnan(self.pairs[np.triu_indices(len(self.raters), 1)])))

    @property
    def coefficients(self) -> dict[str, float]:
        """The six coefficients by name, in the order of `COEFFICIENTS`."""
        return {name: getattr(self, name) for name in COEFFICIENTS}

    @cached_property
    def pair_expected(self) -> NDArray[np.float64]:
        """E of each pair: its mean disagreement by chance, shape (r, r); nan on the diagonal.

        The pooled kappa is the mean of `pairs`, each weighing as much as its E. A pair without a
        common item has 0.

        Examples
        --------
        >>> agreement = rater_agreement([[1, 1, 3], [2, 2, 1], [3, 3, 2]])
        >>> e = agreement.pair_expected
        >>> bool(np.isclose(np.nansum(e * agreement.pairs) / np.nansum(e), agreement.pooled))
        True
        """
        shared = np.maximum(self._pair_sums.n_shared.astype(np.float64), 1)
        scale = shared**2 * self._basis.largest
        square: NDArray[np.float64] = square_of_pairs(
            self._pair_sums.expected.astype(np.float64) / scale,
            np.full(len(self.raters), math.nan),
        )
        square.setflags(write=False)
        return square

    def walk(self, g: int | str, h: int | str) -> Walkthrough:
        """Return every step of a pair's kappa, on the items that both rated.

        Parameters
        ----------
        g, h : int or str
            Two raters, by name or by column counted from 0: g in the rows, h in the columns.

        Raises
        ------
        RatingsError
            If a rater is unknown, both are one, or no item has ratings by both.

        Examples
        --------
        >>> agreement = rater_agreement([[1, 1], [2, 2], [2, 3]], raters=["Ann", "Ben"])
        >>> agreement.walk("Ann", "Ben").observed
        array([[1, 0, 0],
               [0, 1, 1],
               [0, 0, 0]])
        """
        first, second = self._pair(g, h)
        if not self.pair_counts[first, second]:
            raise RatingsError(
                "{first} and {second} have no item in common.",
                first=shown(self.raters[first]),
                second=shown(self.raters[second]),
            )
        observed = pair_matrix(self.positions[:, [first, second]], len(self.categories))
        return walk_through_counts(observed, categories=self.categories, scheme=self._own_scheme)

    def pair_reason(self, g: int | str, h: int | str) -> str | None:
        """Return why a pair has no kappa, in a sentence; None where it has one.

        Parameters
        ----------
        g, h : int or str
            Two raters, by position or by name.

        Returns
        -------
        str or None

        Examples
        --------
        >>> agreement = rater_agreement([[1, 1, None], [2, None, 2]])
        >>> agreement.pair_reason("B", "C")
        'These two raters have no item in common.'
        """
        first, second = self._pair(g, h)
        if not self.pair_counts[first, second]:
            return NO_ITEM_OF_BOTH
        return self.walk(first, second).undefined_reason

    @cached_property
    def pooled_walk(self) -> Walkthrough:
        """Every step of the pooled kappa: O, E and all else of all pairs together.

        Rows are the rater of a pair who stands first in the table, columns the other. Where the
        pairs do not share equally many items, each pair's counts are scaled to their mean number,
        as every pair counts alike. E has O's totals, but is no product of them: it is the sum of
        the pairs' own.

        Raises
        ------
        RatingsError
            If no item has ratings by two raters, or the matrices are too large.
        """
        if self.reasons.get("pooled") == NO_SHARED_ITEM:
            raise RatingsError(NO_SHARED_ITEM)
        if len(self.raters) == 2:
            return self.walk(0, 1)
        check_memory(len(self.categories), len(self.raters))
        observed, expected = pooled_matrices(
            self.positions, self._pair_sums.n_shared, len(self.categories)
        )
        weighted_observed, weighted_expected = self._weights * observed, self._weights * expected
        return Walkthrough(
            categories=self.categories,
            observed=observed,
            actual_totals=observed.sum(axis=1),
            predicted_totals=observed.sum(axis=0),
            weights=self._weights,
            expected=expected,
            weighted_observed=weighted_observed,
            weighted_expected=weighted_expected,
            numerator=float(weighted_observed.sum()),
            denominator=float(weighted_expected.sum()),
            kappa=self.pooled,
            undefined_reason=self.reasons.get("pooled"),
            scheme=self.scheme,
        )

    def without(self, rater: int | str) -> RaterAgreement:
        """Return the agreement of the others, on the same scale.

        Parameters
        ----------
        rater : int or str
            The rater to leave out, by position or by name.

        Returns
        -------
        RaterAgreement

        Raises
        ------
        RatingsError
            If there are only two raters, or the rater is unknown.

        Examples
        --------
        >>> agreement = rater_agreement([[1, 1, 3], [2, 2, 1], [3, 3, 2]])
        >>> agreement.without("C").pooled
        1.0
        """
        left_out = self._index(rater)
        if len(self.raters) == 2:
            raise RatingsError(
                "Without {rater} there is one rater; at least two are needed.",
                rater=shown(self.raters[left_out]),
            )
        return self._of_table(
            RatingTable(
                np.delete(self.positions, left_out, axis=1),
                self.categories,
                self.raters[:left_out] + self.raters[left_out + 1 :],
            )
        )

    def of_items(self, items: ArrayLike) -> RaterAgreement:
        """Return the agreement on some of the items, on the same scale.

        Parameters
        ----------
        items : array_like
            Which ones: a mask of shape (n,), or their places counted from 0.

        Examples
        --------
        >>> agreement = rater_agreement([[1, 1, 3], [2, 2, 1], [3, 3, 2]])
        >>> agreement.of_items([0, 2]).n_items
        2
        """
        chosen = self.positions[np.asarray(items)]
        return self._of_table(RatingTable(chosen, self.categories, self.raters))

    @cached_property
    def raters_summary(self) -> tuple[RaterSummary, ...]:
        """What there is to say about each rater, in the order of `raters`."""
        return summarise_raters(
            self.positions, self.raters, self.categories, self._own_scheme, self._pair_sums
        )

    @cached_property
    def items_summary(self) -> ItemsSummary:
        """What there is to say about each item."""
        return summarise_items(self.positions, self.categories, self._basis, self.pair_counts)

    def intervals(
        self,
        *,
        method: str = "jackknife",
        level: float = 0.95,
        n_draws: int = 2_000,
        seed: int = 0,
        without: int | str | None = None,
    ) -> dict[str, CoefficientInterval]:
        """Return how sure each coefficient is, or what leaving out one rater does to it.

        Parameters
        ----------
        method : {"jackknife", "fisher", "bootstrap"}
            Leave out each item once, and take ± z standard errors; the same on Fisher's scale with
            Student's t, which holds what it says more often with few items, and never reaches
            beyond 1; or draw as many items with replacement, many times over, and take the middle
            of the draws. Where a table is so
            large that this would take minutes, items are left out or drawn in groups.
        level : float
            The level of confidence, between 0 and 1.
        n_draws : int
            How many bootstrap draws, from 1 to 1,000,000.
        seed : int
            The same seed gives the same draws and the same groups.
        without : int or str, optional
            A rater. Then the intervals are about the difference: the coefficient of all raters
            minus that of the others.

        Returns
        -------
        dict of str to CoefficientInterval
            By the names in `COEFFICIENTS`.

        Raises
        ------
        RatingsError
            If a setting cannot be used, or the table is too large for a bootstrap.

        References
        ----------
        Efron, B. & Tibshirani, R. J. (1993). An introduction to the bootstrap. Chapman & Hall,
        chapters 11 and 13.
        Gwet, K. L. (2014). Handbook of inter-rater reliability, 4th edition, chapter 5: items
        are what is sampled, never single ratings.

        Examples
        --------
        >>> ratings = [[1, 1, 2], [2, 2, 2], [3, 2, 3], [4, 4, 4], [5, 4, 5], [1, 2, 1]]
        >>> pooled = rater_agreement(ratings).intervals()["pooled"]
        >>> round(pooled.estimate, 3), round(pooled.standard_error, 3)
        (0.876, 0.059)
        """
        estimates = self.coefficients
        left_out = None
        if without is not None:
            left_out = self._index(without)
            others = self.without(left_out).coefficients
            estimates = {name: estimates[name] - others[name] for name in COEFFICIENTS}
        return intervals(
            self.positions,
            self._basis,
            estimates,
            Resampling(method=method, level=level, n_draws=n_draws, seed=seed),
            left_out=left_out,
            reasons=self.reasons,
        )

    def _of_table(self, table: RatingTable) -> RaterAgreement:
        return RaterAgreement(**computed(table, self._own_scheme))

    @property
    def _own_scheme(self) -> Scheme:
        return self._weights if self.scheme == "custom" else self.scheme

    def _pair(self, g: int | str, h: int | str) -> tuple[int, int]:
        first, second = self._index(g), self._index(h)
        if first == second:
            raise RatingsError(
                "{rater} is chosen twice; choose two different raters.",
                rater=shown(self.raters[first]),
            )
        return first, second

    def _index(self, rater: int | str) -> int:
        if isinstance(rater, str) and rater in self.raters:
            return self.raters.index(rater)
        if isinstance(rater, (int, np.integer)) and 0 <= rater < len(self.raters):
            return int(rater)
        raise RatingsError("Raters: {value} is not one of them.", value=shown(rater))


def rater_agreement(
    ratings: Any,
    *,
    categories: Iterable[Category] | None = None,
    raters: Iterable[object] | None = None,
    scheme: Scheme = "quadratic",
) -> RaterAgreement:
    """Compute how far two or more raters agree, pair by pair and all together.

    Parameters
    ----------
    ratings : array_like, DataFrame or sequence of rows, shape (n, r)
        One row an item, one column a rater, from 2 to 500: whole numbers or text. What is missing
        is None, nan, masked or blank; no row is dropped for it.
    categories : iterable of int or str, optional
        The scale from lowest to highest; distance is counted in positions. Without it, whole
        numbers run from the smallest to the largest in the table; text has no order.
    raters : iterable, length r, optional
        The raters' names. Without them, a DataFrame's columns, or else A, B, C, …
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (q, q)
        How disagreement is weighted; weights of your own must be symmetric, 0 on the diagonal.

    Returns
    -------
    RaterAgreement

    Raises
    ------
    RatingsError
        Naming the rater, the item (counted from 1) and the value at fault. An undefined kappa is
        no error, but nan with its reason.

    References
    ----------
    The coefficients' own are with `qwk_core.statistics.raters.coefficients.coefficients`.

    Examples
    --------
    Three raters; two of them missed an item:

    >>> agreement = rater_agreement([[1, 1, 2], [3, 3, None], [2, 2, 3], [None, 4, 4], [4, 4, 4]])
    >>> agreement.pairs.round(3)
    array([[1.  , 1.  , 0.75],
           [1.  , 1.  , 0.81],
           [0.75, 0.81, 1.  ]])
    >>> agreement.pair_counts
    array([[4, 4, 3],
           [4, 5, 4],
           [3, 4, 4]])
    >>> round(agreement.pooled, 3)
    0.85
    """
    return agreement_of(read_table(ratings, categories=categories, raters=raters), scheme)


def agreement_of(table: RatingTable, scheme: Scheme = "quadratic") -> RaterAgreement:
    """Compute how far the raters of a table agree, pair by pair and all together.

    Parameters
    ----------
    table : RatingTable
        Checked ratings.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (q, q)
        As `rater_agreement` takes it.

    Returns
    -------
    RaterAgreement

    Raises
    ------
    RatingsError
        If the weights cannot be used, or need too large a table.

    Examples
    --------
    >>> table = read_table([[1, 1, 2], [3, 3, None], [2, 2, 3], [None, 4, 4], [4, 4, 4]])
    >>> round(agreement_of(table).pooled, 3)
    0.85
    """
    return RaterAgreement(**computed(table, scheme))
