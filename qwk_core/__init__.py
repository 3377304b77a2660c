"""Quadratic weighted kappa, and every step on the way to it.

Two raters put the same items into ordered categories. Kappa measures how far they agree beyond
chance: κ = 1 − ΣwO / ΣwE, with O observed, E expected, and w weighing disagreements.

>>> actual = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
>>> predicted = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]
>>> quadratic_weighted_kappa(actual, predicted)
0.3181818181818182

>>> walk = walk_through(actual, predicted)
>>> walk.observed
array([[1, 0, 0, 0, 0],
       [0, 3, 0, 0, 0],
       [0, 0, 1, 0, 0],
       [0, 1, 0, 0, 0],
       [2, 0, 0, 0, 2]])
>>> walk.numerator, walk.denominator
(2.25, 3.3)
>>> walk.costliest
((4, 0), (3, 1))

The kernel lies here, to be read at one sitting: `errors` and `messages`, `ratings` (what is checked
before anything is computed), `text` (ratings as text), `matrices` (O, w and E), `kappa`, and
`walkthrough` (every step between). Six rooms build on it, each addressed by its name:

- `qwk_core.statistics`: how sure, how sensitive, how else, how many raters; intervals, shuffles
- `qwk_core.pictures`: how a matrix looks; hues, cells, panels, a Plotly heatmap
- `qwk_core.teaching`: what the lesson shows; examples, steps, pitfalls, implementations, exercises
- `qwk_core.files`: how ratings come out of files; formats, layouts, labels, columns
- `qwk_core.study`: what a reader takes along; study, checks, export, notebook
- `qwk_core.command`: the command line; options, questions, what is printed
"""

from importlib import import_module
from typing import TYPE_CHECKING

from qwk_core.errors import ExplainedError, NoRoomError, RatingsError
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.matrices import SCHEMES, expected_matrix, observed_matrix, weight_matrix
from qwk_core.ratings import MAX_CATEGORIES, Ratings, read_counts, read_ratings
from qwk_core.text import format_categories, format_ratings, parse_categories, parse_ratings
from qwk_core.version import __version__
from qwk_core.walkthrough import Walkthrough, walk_through, walk_through_counts

if TYPE_CHECKING:
    from qwk_core.files.typed import (
        format_counts,
        format_weights,
        parse_counts,
        parse_shares,
        parse_weights,
    )
    from qwk_core.statistics.intervals import KappaInterval, kappa_interval
    from qwk_core.statistics.raters import RaterAgreement, rater_agreement

__all__ = [
    "MAX_CATEGORIES",
    "SCHEMES",
    "ExplainedError",
    "KappaInterval",
    "NoRoomError",
    "RaterAgreement",
    "Ratings",
    "RatingsError",
    "Walkthrough",
    "__version__",
    "expected_matrix",
    "format_categories",
    "format_counts",
    "format_ratings",
    "format_weights",
    "kappa_interval",
    "observed_matrix",
    "parse_categories",
    "parse_counts",
    "parse_ratings",
    "parse_shares",
    "parse_weights",
    "quadratic_weighted_kappa",
    "rater_agreement",
    "read_counts",
    "read_ratings",
    "walk_through",
    "walk_through_counts",
    "weight_matrix",
]

# Public names that a room has: it is loaded when one of them is first used.
_IN_ROOMS = {
    "KappaInterval": "qwk_core.statistics.intervals",
    "RaterAgreement": "qwk_core.statistics.raters",
    "format_counts": "qwk_core.files.typed",
    "format_weights": "qwk_core.files.typed",
    "kappa_interval": "qwk_core.statistics.intervals",
    "parse_counts": "qwk_core.files.typed",
    "parse_shares": "qwk_core.files.typed",
    "parse_weights": "qwk_core.files.typed",
    "rater_agreement": "qwk_core.statistics.raters",
}


def __getattr__(name: str) -> object:
    if name not in _IN_ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_IN_ROOMS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
