"""Which ratings are worth looking at? The worked examples; each teaches one point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qwk_core.errors import RatingsError, shown
from qwk_core.matrices import Scheme
from qwk_core.messages import N_
from qwk_core.ratings import Category
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
    story : str
        What the items are, what the lowest and the highest category mean, and who ● (the actual
        ratings) and ○ (the predicted ones) are.
    point : str
        The one sentence it teaches.
    source : str
        Where it comes from.
    categories : tuple of int, length N
        The scale from lowest to highest.
    actual, predicted : tuple of int, length n, or None
        The two vectors.
    observed : tuple of tuples of int, N × N, or None
        The counts, rows actual and columns predicted, where there are no vectors.
    """

    key: str
    title: str
    story: str
    point: str
    source: str
    categories: tuple[int, ...]
    actual: tuple[int, ...] | None = None
    predicted: tuple[int, ...] | None = None
    observed: tuple[tuple[int, ...], ...] | None = None

    def walk(self, scheme: Scheme = "quadratic") -> Walkthrough:
        """Compute this example's kappa and every step.

        Parameters
        ----------
        scheme : {"quadratic", "linear", "unweighted"} or array_like of shape (N, N)
            How disagreement is weighted.

        Returns
        -------
        Walkthrough

        Examples
        --------
        >>> example("imbalanced-one").walk().kappa
        0.1818...
        """
        if self.observed is not None:
            return walk_through_counts(self.observed, categories=self.categories, scheme=scheme)
        assert self.actual is not None and self.predicted is not None
        return walk_through(self.actual, self.predicted, categories=self.categories, scheme=scheme)


EXAMPLES = (
    Example(
        key="petfinder",
        title=N_("Pet adoption speed"),
        story=N_(
            "Ten pets: how soon was each adopted, from 0 (on the same day) to 4 (not within 100 "
            "days)? ● is what happened, ○ what a model predicted."
        ),
        point=N_("Two far misses among ten items cause 89% of the disagreement."),
        source=N_(
            "How fast pets are adopted (0 on the same day, 4 not within 100 days), "
            "from a handbook of metrics."
        ),
        categories=(0, 1, 2, 3, 4),
        actual=(4, 4, 3, 4, 4, 0, 1, 1, 2, 1),
        predicted=(0, 4, 1, 0, 4, 0, 1, 1, 2, 1),
    ),
    Example(
        key="petfinder-es",
        title=N_("Pet adoption speed, worse than chance"),
        story=N_(
            "Ten pets: how soon was each adopted, from 0 (on the same day) to 4 (not within 100 "
            "days)? ● is what happened, ○ what a model predicted."
        ),
        point=N_(
            "Four of ten pets are rated exactly right, and still kappa is below 0: the "
            "misses are larger than random ones."
        ),
        source=N_("The same competition, from a step-by-step notebook in Spanish."),
        categories=(0, 1, 2, 3, 4),
        actual=(4, 4, 3, 4, 4, 4, 1, 1, 2, 1),
        predicted=(0, 2, 1, 0, 0, 0, 1, 1, 2, 1),
    ),
    Example(
        key="steps",
        title=N_("Step by step"),
        story=N_(
            "Ten items, each rated from 0 (the lowest grade) to 4 (the highest). ● is the actual "
            "grade, ○ the predicted one."
        ),
        point=N_("Ten items are few: a kappa of 0.51 among them can be luck."),
        source=N_("A notebook that follows scikit-learn's own derivation, matrix by matrix."),
        categories=(0, 1, 2, 3, 4),
        actual=(0, 0, 4, 3, 2, 4, 1, 1, 2, 1),
        predicted=(0, 2, 3, 0, 0, 4, 1, 1, 3, 1),
    ),
    Example(
        key="one-to-five",
        title=N_("Ratings from one to five"),
        story=N_(
            "Thirteen items, each rated from 1 (the lowest grade) to 5 (the highest). ● is the "
            "actual grade, ○ the predicted one."
        ),
        point=N_("Scales need not start at 0: only the distances between ratings count."),
        source=N_("Thirteen items rated from 1 to 5."),
        categories=(1, 2, 3, 4, 5),
        actual=(1, 1, 1, 1, 1, 2, 1, 2, 3, 5, 1, 2, 4),
        predicted=(2, 1, 4, 3, 1, 1, 1, 2, 5, 1, 2, 2, 1),
    ),
    Example(
        key="retinopathy",
        title=N_("Two eye doctors"),
        story=N_(
            "Sixteen eyes: how far has diabetes damaged each, from 0 (not at all) to 4 (most "
            "of all)? ● is one eye doctor's grade, ○ another's."
        ),
        point=N_("Near misses cost little: the one far miss costs more than all of them together."),
        source=N_(
            "Made up, but plausible: two ophthalmologists grade diabetic retinopathy in "
            "sixteen eyes, from 0 (none) to 4 (proliferative)."
        ),
        categories=(0, 1, 2, 3, 4),
        actual=(0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4),
        predicted=(0, 0, 0, 0, 1, 1, 0, 1, 2, 2, 2, 3, 3, 0, 4, 3),
    ),
    Example(
        key="perfect",
        title=N_("Perfect agreement"),
        story=N_(
            "Ten items, each rated from 0 (the lowest grade) to 4 (the highest). ● and ○ are the "
            "same ratings, given twice."
        ),
        point=N_("Every pair is equal and the ratings vary, so kappa is exactly 1."),
        source=N_("The same ratings, given twice."),
        categories=(0, 1, 2, 3, 4),
        actual=(4, 4, 3, 4, 4, 4, 1, 1, 2, 0),
        predicted=(4, 4, 3, 4, 4, 4, 1, 1, 2, 0),
    ),
    Example(
        key="imbalanced-none",
        title=N_("All the same answers"),
        story=N_(
            "100,010 answers, 0 (no) or 1 (yes): only ten are 1. ● is the right answer, ○ the "
            "answer of a model that always says 0."
        ),
        point=N_(
            "99.99% of the answers are right, and kappa is 0: chance does just as well "
            "with one answer for everything."
        ),
        source=N_("Ten ones among 100,010 items, none of them found."),
        categories=(0, 1),
        observed=((100_000, 0), (10, 0)),
    ),
    Example(
        key="imbalanced-one",
        title=N_("One of the ten found"),
        story=N_(
            "100,010 answers, 0 (no) or 1 (yes): only ten are 1. ● is the right answer, ○ the "
            "answer of a model that finds one of the ten."
        ),
        point=N_("A single rare case found lifts kappa from 0 to 0.18; accuracy hardly moves."),
        source=N_("Ten ones among 100,010 items, one of them found."),
        categories=(0, 1),
        observed=((100_000, 0), (9, 1)),
    ),
    Example(
        key="ten-thousand",
        title=N_("Ten thousand random ratings"),
        story=N_(
            "Ten thousand items, each rated from 0 (the lowest grade) to 3 (the highest) by a "
            "computer that drew lots. ● is its first draw, ○ its second."
        ),
        point=N_("Pure chance gives a kappa near 0, the closer the more items there are."),
        source=N_("numpy's RandomState(2020): randint(0, 4, 10000), twice."),
        categories=(0, 1, 2, 3),
        observed=(
            (637, 628, 631, 612),
            (617, 613, 643, 620),
            (614, 621, 616, 617),
            (608, 639, 640, 644),
        ),
    ),
)
"""All worked examples, in the order of the picker."""


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

    Who moves a prediction of an example still looks at the same items.

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
