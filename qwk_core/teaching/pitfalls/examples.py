"""Which ratings show a pitfall? An example, to be opened in the walkthrough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qwk_core.ratings import Category
from qwk_core.walkthrough import Walkthrough, walk_through, walk_through_counts

Counts: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PitfallExample:
    """Ratings that show a pitfall, to be opened in the walkthrough.

    Attributes
    ----------
    key, title : str
        A short name that never changes, and the name people see.
    categories : tuple of int or str, length N
        The scale from lowest to highest.
    actual, predicted : tuple of int or str, length n, or None
        The two vectors.
    observed : tuple of tuples of int, N × N, or None
        The counts, rows actual and columns predicted, where there are no vectors.
    scheme : str
        The weighting scheme that the pitfall is about.
    """

    key: str
    title: str
    categories: tuple[Category, ...]
    actual: tuple[Category, ...] | None = None
    predicted: tuple[Category, ...] | None = None
    observed: Counts | None = None
    scheme: str = "quadratic"

    def walk(self, scheme: str | None = None) -> Walkthrough:
        """Compute this example's kappa and every step.

        Parameters
        ----------
        scheme : {"quadratic", "linear", "unweighted"}, optional
            How disagreement is weighted; by default the example's own scheme.

        Returns
        -------
        Walkthrough
        """
        scheme = scheme or self.scheme
        if self.observed is not None:
            return walk_through_counts(self.observed, categories=self.categories, scheme=scheme)
        assert self.actual is not None and self.predicted is not None
        return walk_through(self.actual, self.predicted, categories=self.categories, scheme=scheme)
