"""Which ratings are worth looking at? The worked examples; each teaches one point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme
from qwk_core.ratings import Category
from qwk_core.teaching.catalogues import read_catalogue
from qwk_core.walkthrough import Walkthrough, walk_through, walk_through_counts


@dataclass(frozen=True)
class Example:
    """Ratings worth looking at: two vectors, or a matrix of counts where there are too many.

    Attributes
    ----------
    key : str
        A short name that never changes.
    title : str
        The name people see.
    categories : tuple of int or str, length N
        The scale from lowest to highest.
    actual, predicted : tuple of int or str, length n, or None
        The two vectors.
    observed : tuple of tuples of int, N × N, or None
        The counts, rows actual and columns predicted, where there are no vectors.
    scheme : str
        The weighting scheme that it is about.
    story : str
        What the items are, what the lowest and the highest category mean, and who ● (the actual
        ratings) and ○ (the predicted ones) are.
    point : str
        The one sentence it teaches.
    source : str
        Where it comes from.
    """

    key: str
    title: str
    categories: tuple[Category, ...]
    actual: tuple[Category, ...] | None = None
    predicted: tuple[Category, ...] | None = None
    observed: tuple[tuple[int, ...], ...] | None = None
    scheme: str = "quadratic"
    story: str = ""
    point: str = ""
    source: str = ""

    def walk(
        self, scheme: Scheme | None = None, categories: Sequence[Category] | None = None
    ) -> Walkthrough:
        """Compute this example's kappa and every step.

        Parameters
        ----------
        scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N), optional
            How disagreement is weighted; by default the example's own scheme.
        categories : sequence of int or str, optional
            Another scale for its two vectors than its own.

        Returns
        -------
        Walkthrough

        Examples
        --------
        >>> example("imbalanced-one").walk().kappa
        0.1818...
        """
        scheme = self.scheme if scheme is None else scheme
        if self.observed is not None:
            return walk_through_counts(self.observed, categories=self.categories, scheme=scheme)
        assert self.actual is not None and self.predicted is not None
        scale = self.categories if categories is None else categories
        return walk_through(self.actual, self.predicted, categories=scale, scheme=scheme)


EXAMPLES = tuple(
    Example(**entry) for entry in read_catalogue(Path(__file__).with_name("examples.toml"))
)
"""All worked examples, in the order of the picker: examples.toml."""


def example(key: str) -> Example:
    """Return the worked example with this key.

    Parameters
    ----------
    key : str
        The key of one of `EXAMPLES`.

    Returns
    -------
    Example

    Raises
    ------
    RatingsError
        If the key is unknown.

    Examples
    --------
    >>> example("perfect").title
    'Perfect agreement'
    """
    for candidate in EXAMPLES:
        if candidate.key == key:
            return candidate
    raise RatingsError(
        "Example: {value} is not known; the examples are {keys}.",
        value=shown(key),
        keys=", ".join(known.key for known in EXAMPLES),
    )


def example_rated(actual: Sequence[Category], categories: Sequence[Category]) -> Example | None:
    """Return the worked example with these actual ratings, whatever was predicted of its items.

    An example stays the same when somebody moves one of its predictions.

    Parameters
    ----------
    actual : sequence of int or str, length n
        The actual ratings.
    categories : sequence of int or str, length N
        The scale from lowest to highest.

    Returns
    -------
    Example or None

    Examples
    --------
    >>> example_rated([4, 4, 3, 4, 4, 0, 1, 1, 2, 1], [0, 1, 2, 3, 4]).key
    'petfinder'
    """
    wanted = tuple(actual), tuple(categories)
    return next((each for each in EXAMPLES if (each.actual, each.categories) == wanted), None)
