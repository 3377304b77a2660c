"""Which tables of many raters are worth looking at? Each teaches one point."""

from __future__ import annotations

from dataclasses import dataclass

from qwk_core.matrices import Scheme
from qwk_core.messages import N_
from qwk_core.ratings import Category
from qwk_core.statistics.raters import RaterAgreement, rater_agreement


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


RATER_EXAMPLES = (
    RaterExample(
        key="films",
        title=N_("Four friends and twelve films"),
        story=N_(
            "Four friends give twelve films 1 to 5 stars. Cleo gives fewer stars than the others. "
            "Dan has not seen four of the films."
        ),
        source=N_("Made up: one friend is severe, one is erratic."),
        categories=(1, 2, 3, 4, 5),
        raters=("Ana", "Ben", "Cleo", "Dan"),
        columns=("544352134251", "543342135252", "433241123141", "25.1.4.35.52"),
    ),
    RaterExample(
        key="anxiety",
        title=N_("Three raters of anxiety"),
        story=N_(
            "Three raters say how anxious twenty people are, from 1 (not at all) to 6 (very much). "
            "They hardly agree."
        ),
        source=N_("The data set “anxiety” of the R package irr."),
        categories=(1, 2, 3, 4, 5, 6),
        raters=("A", "B", "C"),
        columns=("33345523522615221243", "36462424332333221334", "21443216111233113322"),
    ),
)
"""The examples, in the order of the picker."""
