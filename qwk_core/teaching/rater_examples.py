"""Which tables of many raters are worth looking at? Each teaches one point."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qwk_core.matrices import Scheme
from qwk_core.ratings import Category
from qwk_core.statistics.raters import RaterAgreement, rater_agreement
from qwk_core.teaching.catalogues import read_catalogue


@dataclass(frozen=True)
class RaterExample:
    """Ratings of many raters that are worth looking at.

    Attributes
    ----------
    key : str
        A short name that never changes.
    title : str
        The name people see.
    story : str
        Who rated what, and what the numbers mean.
    source : str
        Where it comes from.
    categories : tuple of int, length q
        The scale from lowest to highest.
    raters : tuple of str, length r
        The raters' names.
    columns : tuple of str, length r
        What each rater gave, a digit an item; "." is a missing rating.
    """

    key: str
    title: str
    story: str
    source: str
    categories: tuple[int, ...]
    raters: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def rows(self) -> tuple[tuple[Category | None, ...], ...]:
        """The ratings, one row an item, shape (n, r); None for a missing rating."""
        return tuple(
            tuple(None if cell == "." else int(cell) for cell in item)
            for item in zip(*self.columns, strict=True)
        )

    def agreement(self, scheme: Scheme = "quadratic") -> RaterAgreement:
        """Compute how far these raters agree.

        Parameters
        ----------
        scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (q, q)
            How disagreement is weighted.

        Returns
        -------
        RaterAgreement

        Examples
        --------
        >>> round(RATER_EXAMPLES[0].agreement().pooled, 3)
        0.575
        """
        return rater_agreement(
            self.rows, categories=self.categories, raters=self.raters, scheme=scheme
        )


_ENTRIES = read_catalogue(Path(__file__).with_name("rater_examples.toml"))
RATER_EXAMPLES = tuple(RaterExample(**entry) for entry in _ENTRIES)
"""The examples, in the order of the picker: rater_examples.toml."""
