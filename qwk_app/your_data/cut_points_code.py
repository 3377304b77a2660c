"""Code to copy: each method to cut scores (`cut_points.jinja`), and the file that it reads."""

from collections.abc import Sequence
from pathlib import Path

from qwk_app.words.snippets import listed
from qwk_app.words.texts import template
from qwk_core.ratings import Category

MOST_ITEMS = 300  # more items come from a file
FILE = "scores.csv"

_TEMPLATE = Path(__file__).with_name("cut_points.jinja")


def code(
    method: str,
    positions: Sequence[int],
    scores: Sequence[float],
    thresholds: Sequence[float],
    categories: Sequence[Category],
) -> str:
    """Write numpy that finds the cut-points, cuts, and computes κ.

    `positions` are the positions of the actual ratings on the scale, from 0.
    """
    many = len(positions) > MOST_ITEMS
    return template(_TEMPLATE, keep_trailing_newline=True).render(
        method=method,
        N=len(categories),
        file=FILE,
        categories=listed("categories = [", map(repr, categories), "]"),
        actual="" if many else listed("actual = np.array([", map(str, positions), "])"),
        scores="" if many else listed("scores = np.array([", map(repr, scores), "])"),
        cuts=listed("cuts = np.array([", map(repr, thresholds), "])"),
    )


def file(positions: Sequence[int], scores: Sequence[float]) -> str:
    """Write the file that the code reads if there are too many items for a list."""
    lines = (f"{x},{score!r}" for x, score in zip(positions, scores, strict=True))
    return "\n".join(["actual_position,score", *lines]) + "\n"
