"""Two raters, or two models, against the same actual ratings: what a study says of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from qwk_core.errors import RatingsError
from qwk_core.files.dependent import table_of_items
from qwk_core.files.labelled import LabelCounts, parts_of
from qwk_core.matrices import Scheme
from qwk_core.messages import Kappa, Message
from qwk_core.ratings import Category, read_categories
from qwk_core.statistics.difference import KappaDifference, kappa_difference
from qwk_core.statistics.rating_table import PairCounts, RatingTable
from qwk_core.study.decimals import decimals_of_difference, decimals_that_part
from qwk_core.study.interval_choice import FEW_CLUSTERS, FEWEST_CLUSTERS
from qwk_core.study.study import Study
from qwk_core.study.texts import ends_words, message_of


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two columns against a third.

    Attributes
    ----------
    difference : KappaDifference
        Both kappas and their difference.
    names : tuple of str
        The columns: actual, first, second.
    n_left_out : int
        Items that have the first two ratings, and not the third on this scale.
    """

    difference: KappaDifference
    names: tuple[str, str, str]
    n_left_out: int

    def decimals_from(self, least: int) -> int:
        """Return how many decimals are written.

        With these no end looks like 0, and the kappas as written have the difference as written.

        Parameters
        ----------
        least : int
            How many at the least.

        Returns
        -------
        int
        """
        found = self.difference
        wanted = decimals_that_part([(found.low, 0), (found.high, 0)], least)
        return decimals_of_difference(found.first.kappa, found.second.kappa, wanted)

    def sentence(self, style: str = "plain", number: Callable[[float], Kappa] = Kappa) -> Message:
        """Return both kappas, their difference, its interval and what it shows.

        Parameters
        ----------
        style : {"apa", "plain"}
            How an interval is written.
        number : callable
            Writes a kappa.

        Returns
        -------
        Message
        """
        found = self.difference
        names = dict(zip(("actual", "first", "second"), self.names, strict=True))
        both = message_of(
            "difference",
            "kappas",
            **names,
            one=number(found.first.kappa),
            other=number(found.second.kappa),
            n=found.n,
        )
        if found.caution is not None:
            return message_of("difference", "bare", said=both, why=Message(found.caution))
        return message_of(
            "difference",
            "whole",
            said=both,
            difference=number(found.difference),
            ends=ends_words(style, found.level, number(found.low), number(found.high)),
            shown=message_of("difference", ("neither", "first", "second")[found.better], **names),
        )


def compare_columns(
    counts: LabelCounts,
    categories: Iterable[Category],
    names: tuple[str, str, str],
    apart: Sequence[str] = (),
    *,
    scheme: Scheme = "quadratic",
    level: float = 0.95,
) -> Comparison:
    """Compare two columns of ratings with a third, from one count of all three.

    Parameters
    ----------
    counts : LabelCounts
        What `count_pairs` counted, with the second column of predictions in the
        place of the groups.
    categories : iterable of int or str
        The scale from lowest to highest. Items with another label are left out.
    names : tuple of str
        The columns: actual, first, second.
    apart : sequence of {"cluster", "weight"}
        What else tells the items apart, in this order.
    scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
        How disagreement is weighted.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    Comparison

    Raises
    ------
    RatingsError
        If no item has all three ratings, the counts are fractions, an item has no cluster or no
        weight, or a setting cannot be used.

    Examples
    --------
    >>> counts = LabelCounts({("1", "1", "1"): 20, ("2", "2", "2"): 15, ("2", "1", "1"): 9})
    >>> found = compare_columns(counts, [1, 2], ("truth", "old", "new"))
    >>> round(found.difference.difference, 2), found.difference.better
    (0.4, 1)
    """
    scale = read_categories(categories)
    places = {str(category): place for place, category in enumerate(scale)}
    kept = [
        ((places[actual], places[first], places[second]), mark, n)
        for (mark, actual, first), n in counts.pairs.items()
        if n and actual in places and first in places and (second := parts_of(mark)[0]) in places
    ]
    if not kept:
        raise RatingsError(
            "No item has all three ratings on this scale: choose another column.",
        )
    if any(n % 1 for *_, n in kept):
        raise RatingsError("Counts: a difference needs whole counts of items, not weights.")
    times = [int(n) for *_, n in kept]
    table = table_of_items(
        np.repeat(np.array([places for places, *_ in kept], dtype=np.int16), times, axis=0),
        tuple(scale),
        names,
        [mark for _, mark, n in kept for _item in range(int(n))],
        ("group", *apart),
    )
    return Comparison(_difference(table, scheme, level), names, round(counts.n - sum(times)))


def compare_with_reference(study: Study) -> Comparison | None:
    """Compare two raters with the truth, or the reference, on the items that all three rated.

    Parameters
    ----------
    study : Study
        Of more than two raters.

    Returns
    -------
    Comparison or None
        None unless exactly two have a kappa with it.

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> rows = [[1, 1, 2], [2, 2, 1], [3, 3, 3], [1, 1, 1]] * 9
    >>> found = compare_with_reference(make_rater_study(rows, raters=["truth", "old", "new"]))
    >>> round(found.difference.difference, 2), found.difference.better
    (0.36, 1)
    """
    reference, table = study.reference, study.table
    if reference is None or isinstance(table, PairCounts) or len(study.against) != 2:
        return None
    places = [reference, *map(table.raters.index, study.against)]
    names = (table.raters[places[0]], table.raters[places[1]], table.raters[places[2]])
    three = table.positions[:, places]
    has_all = (three >= 0).all(axis=1)
    if not has_all.any():
        return None
    n_left_out = int((three[:, :2] >= 0).all(axis=1).sum()) - int(has_all.sum())
    rated = table.of_items(has_all)
    rated = replace(rated, positions=rated.positions[:, places], raters=names)
    found = _difference(rated, study.scheme, study.level)
    return None if math.isnan(found.difference) else Comparison(found, names, n_left_out)


def _difference(table: RatingTable, scheme: Scheme, level: float) -> KappaDifference:
    """Return the difference of the second and the third rater, both against the first one.

    All three have rated every item of the table.
    """
    n_clusters = len(set(table.clusters))
    found = kappa_difference(
        *table.positions.T,
        categories=range(len(table.categories)),
        scheme=scheme,
        level=level,
        clusters=table.clusters if n_clusters > 1 else None,
        sample_weight=table.item_weights,
    )
    if 0 < n_clusters < FEWEST_CLUSTERS:
        return replace(found, low=math.nan, high=math.nan, df=0, caution=FEW_CLUSTERS)
    return found
