"""Two raters, or two models, against the same actual ratings: what a study says of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from qwk_core.errors import RatingsError
from qwk_core.files.labelled import LabelCounts
from qwk_core.matrices import Scheme
from qwk_core.messages import N_, Kappa, Message
from qwk_core.ratings import Category, read_categories
from qwk_core.statistics.difference import KappaDifference, kappa_difference


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

    @property
    def sentence(self) -> Message:
        """Both kappas, their difference, its interval and what it shows."""
        found = self.difference
        values = {
            "actual": self.names[0],
            "first": self.names[1],
            "second": self.names[2],
            "one": Kappa(found.first.kappa),
            "other": Kappa(found.second.kappa),
            "n": found.n,
        }
        said = Message(_KAPPAS, values)
        if found.caution is not None:
            return Message(_WITHOUT, {"said": said, "why": Message(found.caution)})
        shown = Message((_NEITHER, _FIRST, _SECOND)[found.better], values)
        return Message(
            _DIFFERENCE,
            {
                "said": said,
                "difference": Kappa(found.difference),
                "level": round(100 * found.level, 6),
                "low": Kappa(found.low),
                "high": Kappa(found.high),
                "shown": shown,
            },
        )


_KAPPAS = N_(
    "On the same {n} items, agreement with “{actual}” was κ = {one} for “{first}” and κ = {other} "
    "for “{second}”."
)
_DIFFERENCE = N_(
    "{said} The difference is {difference} ({level}% confidence interval {low} to {high}). {shown}"
)
_WITHOUT = N_("{said} There is no interval for their difference. {why}")
_NEITHER = N_("It includes 0: these items do not show which of the two agrees better.")
_FIRST = N_("It lies above 0: “{first}” agrees better than “{second}”.")
_SECOND = N_("It lies below 0: “{second}” agrees better than “{first}”.")


def compare_columns(
    counts: LabelCounts,
    categories: Iterable[Category],
    names: tuple[str, str, str],
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
        If no item has all three ratings, the counts are fractions, or a setting cannot be used.

    Examples
    --------
    >>> counts = LabelCounts({("1", "1", "1"): 20, ("2", "2", "2"): 15, ("2", "1", "1"): 9})
    >>> found = compare_columns(counts, [1, 2], ("truth", "old", "new"))
    >>> round(found.difference.difference, 2), found.difference.better
    (0.4, 1)
    """
    scale = read_categories(categories)
    places = {str(category): place for place, category in enumerate(scale)}
    kept = {
        (places[actual], places[first], places[second]): n
        for (second, actual, first), n in counts.pairs.items()
        if actual in places and first in places and second in places
    }
    if not any(kept.values()):
        raise RatingsError(
            "No item has all three ratings on this scale: choose another column.",
        )
    met = np.array(list(kept))
    return Comparison(
        kappa_difference(
            *met.T,
            categories=range(len(scale)),
            counts=list(kept.values()),
            scheme=scheme,
            level=level,
        ),
        names,
        round(counts.n - sum(kept.values())),
    )
