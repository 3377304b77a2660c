"""How far many raters agree: every pair, all pairs together, and other coefficients."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme, weight_matrix
from qwk_core.ratings import Category, Vector
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.statistics.notes import NOTES
from qwk_core.statistics.raters.coefficients import (
    COEFFICIENTS,
    coefficients,
    reason,
)
from qwk_core.statistics.raters.intervals import intervals
from qwk_core.statistics.raters.pairs import (
    PairSums,
    pair_kappas,
    pair_sums,
    pooled_kappa,
    pooled_matrices,
    square_of_pairs,
)
from qwk_core.statistics.raters.summaries import (
    ItemsSummary,
    RaterSummary,
    summarise_items,
    summarise_raters,
)
from qwk_core.statistics.raters.sums import (
    Basis,
    basis_of,
    check_memory,
    mean_position,
    sums_of_all,
)
from qwk_core.statistics.raters.table import read_table
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.walkthrough import Walkthrough, walk_through_counts


@dataclass(frozen=True, eq=False)
class RaterAgreement:
    """How far many raters agree, each number computed when first asked for.

    What is undefined is nan; every array is read-only.

    Attributes
    ----------
    table : RatingTable
        The ratings.
    scheme : str
        The weighting scheme's name; "custom" for weights of your own.
    weights : ndarray of float64, shape (q, q)
        The disagreement weights w.
    """

    table: RatingTable
    scheme: str
    weights: NDArray[np.float64] = field(repr=False)

    def __post_init__(self) -> None:
        if (self.weights != self.weights.T).any() or self.weights.diagonal().any():
            raise RatingsError(
                "Weights: they must be symmetric, and 0 on the diagonal, as no rater comes first."
            )
        check_memory(len(self._basis.functions), len(self.raters))
        self.weights.setflags(write=False)

    @property
    def raters(self) -> tuple[str, ...]:
        """The raters' names, length r."""
        return self.table.raters

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories from lowest to highest, length q."""
        return self.table.categories

    @property
    def n_items(self) -> int:
        """The number of rows, n."""
        return self.table.n_items

    @property
    def positions(self) -> NDArray[np.int16]:
        """Each rating's position in `categories`, shape (n, r); −1 where it is missing."""
        return self.table.positions

    @cached_property
    def _basis(self) -> Basis:
        centre = mean_position(self.positions)
        # Sums of survey weights are no whole numbers: of one for each category, 0 is still 0.
        scheme = self._own_scheme if self.table.item_weights is None else self.weights
        return basis_of(scheme, len(self.categories), centre=centre)

    @cached_property
    def _found(self) -> tuple[PairSums, dict[str, float], NDArray[np.int64]]:
        """The sums of the pairs, the coefficients, and how many items each rater rated.

        The sums that they are made of are large, and not kept.
        """
        sums = sums_of_all(self.positions, self._basis, self.table.item_weights)
        found = dict(zip(COEFFICIENTS, coefficients(sums, self._basis)[0].tolist(), strict=True))
        if self.table.item_weights is None:
            n_rated = np.rint(self._basis.unit @ sums.each[0]).astype(np.int64)
        else:
            n_rated = np.count_nonzero(self.positions >= 0, axis=0)
            found["alpha"] = math.nan  # its correction needs the number of ratings
        return pair_sums(sums, self._basis), found, n_rated

    @property
    def _pair_sums(self) -> PairSums:
        return self._found[0]

    @cached_property
    def pairs(self) -> NDArray[np.float64]:
        """Weighted kappa of each pair, on the items that both rated, shape (r, r).

        1 on the diagonal.
        """
        pairs, _, n_rated = self._found
        return square_of_pairs(pair_kappas(pairs), np.where(n_rated > 0, 1.0, math.nan))

    @cached_property
    def pair_counts(self) -> NDArray[np.int64]:
        """How many items both rated, shape (r, r); on the diagonal, how many the rater rated."""
        pairs, _, n_rated = self._found
        if self.table.item_weights is not None:
            rated = (self.positions >= 0).astype(np.float64)
            both = (rated.T @ rated)[np.triu_indices(len(self.raters), 1)]
            return square_of_pairs(both.astype(np.int64), n_rated)
        return square_of_pairs(pairs.n_shared, n_rated)

    @cached_property
    def coefficients(self) -> Mapping[str, float]:
        """The six coefficients by name, in the order of `COEFFICIENTS`."""
        pairs, values, _ = self._found
        kappas = pair_kappas(pairs)
        defined = kappas[~np.isnan(kappas)]
        light = float(defined.mean()) if len(defined) else math.nan
        # These are rounded once, so that two raters' are their kappa to the last digit.
        values = values | {"pooled": pooled_kappa(pairs), "light": light}
        if not self.table.n_missing:
            values["conger"] = values["pooled"]  # with nothing missing, they are one and the same
        return MappingProxyType(values)

    @property
    def pooled(self) -> float:
        """1 − ΣD / ΣE over all pairs: D a pair's mean disagreement, E that expected by chance.

        It is the mean of the pairs' kappas, each weighing as much as its E.
        """
        return self.coefficients["pooled"]

    @cached_property
    def reasons(self) -> Mapping[str, str]:
        """Why a coefficient is undefined, in a sentence, by its name; only for those undefined."""
        can_share = bool(self._pair_sums.n_shared.any())
        can_differ = len(self.categories) == 1 or bool(self.weights.any())
        return MappingProxyType(
            {
                name: NOTES["no-alpha-of-weights"]
                if name == "alpha" and self.table.item_weights is not None
                else reason(name, can_share, can_differ)
                for name, value in self.coefficients.items()
                if math.isnan(value)
            }
        )

    @property
    def n_ratings(self) -> int:
        """How many ratings there are, gaps left out."""
        return int(np.count_nonzero(self.positions >= 0))

    @property
    def n_shared_items(self) -> int:
        """How many items have two ratings or more."""
        return len(self.table.shared)

    @property
    def n_undefined_pairs(self) -> int:
        """How many pairs of raters have no kappa."""
        return int(np.count_nonzero(np.isnan(self.pairs[np.triu_indices(len(self.raters), 1)])))

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
        shared = self._pair_sums.n_shared.astype(np.float64)
        scale = np.where(shared > 0, shared, 1) ** 2 * self._basis.largest
        expected = self._pair_sums.expected.astype(np.float64) / scale
        return square_of_pairs(expected, np.full(len(self.raters), math.nan))

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
        observed = self.table.pair(first, second).observed
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
            return NOTES["no-item-of-both"]
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
        if self.reasons.get("pooled") == NOTES["no-shared-item"]:
            raise RatingsError(NOTES["no-shared-item"])
        if len(self.raters) == 2:
            return self.walk(0, 1)
        check_memory(len(self.categories), len(self.raters))
        observed, expected = pooled_matrices(
            self.positions,
            self.pair_counts[np.triu_indices(len(self.raters), 1)],
            len(self.categories),
            self.table.item_weights,
        )
        weighted_observed, weighted_expected = self.weights * observed, self.weights * expected
        return Walkthrough(
            categories=self.categories,
            observed=observed,
            actual_totals=observed.sum(axis=1),
            predicted_totals=observed.sum(axis=0),
            weights=self.weights,
            expected=expected,
            weighted_observed=weighted_observed,
            weighted_expected=weighted_expected,
            numerator=float(weighted_observed.sum()),
            denominator=float(weighted_expected.sum()),
            kappa=self.pooled,
            undefined_reason=self.reasons.get("pooled"),
            scheme=self.scheme,
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
        return agreement_of(self.table.of_items(items), self._own_scheme)

    @cached_property
    def raters_summary(self) -> tuple[RaterSummary, ...]:
        """What there is to say about each rater, in the order of `raters`."""
        return summarise_raters(self.table, self._own_scheme, self._pair_sums)

    @cached_property
    def items_summary(self) -> ItemsSummary:
        """What there is to say about each item."""
        shared = self._pair_sums.n_shared.astype(np.float64)
        nobody = np.zeros(len(self.raters))
        return summarise_items(self.table, self._basis, square_of_pairs(shared, nobody))

    def intervals(
        self,
        *,
        method: str = "fisher",
        level: float = 0.95,
        n_draws: int = 2_000,
        seed: int = 0,
    ) -> dict[str, KappaInterval]:
        """Return how sure each coefficient is.

        Parameters
        ----------
        method : {"fisher", "bootstrap"}
            Leave out each item once (jackknife), and take Student's t on Fisher's scale; or draw
            as many items with replacement, many times over, and take the middle of the draws.
            Where a table is so large that this would take minutes, items are left out or drawn in
            groups. Where the table has clusters, it is these that are left out or drawn.
        level : float
            The level of confidence, between 0 and 1.
        n_draws : int
            How many bootstrap draws, from 1 to 1,000,000.
        seed : int
            The same seed gives the same draws and the same groups.

        Returns
        -------
        dict of str to KappaInterval
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
        >>> round(pooled.kappa, 3), round(pooled.standard_error, 3)
        (0.876, 0.059)
        """
        return intervals(
            self.table,
            self._basis,
            self.coefficients,
            self.reasons,
            method=method,
            level=level,
            n_draws=n_draws,
            seed=seed,
        )

    @property
    def _own_scheme(self) -> Scheme:
        return self.weights if self.scheme == "custom" else self.scheme

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
    sample_weight: Vector | None = None,
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
    sample_weight : sequence of float, shape (n,), optional
        The survey weight of each item, above 0. There is no α with weights: its correction for
        few ratings needs their number.

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
    table = read_table(ratings, categories=categories, raters=raters, sample_weight=sample_weight)
    return agreement_of(table, scheme)


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
    weights = weight_matrix(len(table.categories), scheme)
    return RaterAgreement(table, scheme if isinstance(scheme, str) else "custom", weights)
