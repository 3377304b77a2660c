"""Code to copy: each method to cut scores, in lines that run unchanged."""

from collections.abc import Sequence

from qwk_app.words.snippets import listed
from qwk_core.ratings import Category

MOST_ITEMS = 300  # more items come from a file
FILE = "scores.csv"


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
    return (
        "import numpy as np\n\n"
        + listed("categories = [", [repr(name) for name in categories], "]")
        + _items(positions, scores)
        + f"N = {len(categories)}\n"
        + {"rounded": _rounded(thresholds), "tuned": _TUNED, "stretched": _STRETCHED}[method]
        + _APPLIED
    )


def file(positions: Sequence[int], scores: Sequence[float]) -> str:
    """Write the file that the code reads if there are too many items for a list."""
    lines = (f"{x},{score!r}" for x, score in zip(positions, scores, strict=True))
    return "\n".join(["actual_position,score", *lines]) + "\n"


def _items(positions: Sequence[int], scores: Sequence[float]) -> str:
    if len(positions) > MOST_ITEMS:
        return (
            f'items = np.loadtxt("{FILE}", delimiter=",", skiprows=1)\n'
            "# Actual ratings are places on the scale, from 0.\n"
            "actual, scores = items[:, 0].astype(int), items[:, 1]\n"
        )
    return (
        "# Actual ratings are places on the scale, from 0.\n"
        + listed("actual = np.array([", [str(x) for x in positions], "])")
        + listed("scores = np.array([", [repr(score) for score in scores], "])")
    )


def _rounded(thresholds: Sequence[float]) -> str:
    return listed("cuts = np.array([", [repr(cut) for cut in thresholds], "])")


_STRETCHED = """
halves = np.arange(1, N) - 0.5
stretch = scores.std() / actual.std()
cuts = scores.mean() + (halves - actual.mean()) * stretch
"""

_TUNED = """
order = np.argsort(scores)
x, s = actual[order], scores[order]
# A cut-point may stand below all scores, above all, or between two.
places = np.concatenate(([0], np.flatnonzero(np.diff(s)) + 1, [len(s)]))
items_above = len(s) - places
sum_above = np.append(np.cumsum(x[::-1])[::-1], 0)[places]

kappa = 1.0
for _ in range(20):  # more than it takes until no cut-point moves
    # Each goes to where the items above it have the greatest surplus.
    bars = (1 - kappa) * x.mean() + kappa * (np.arange(1, N) - 0.5)
    surplus = [sum_above - bar * items_above for bar in bars]
    best = np.sort([places[np.argmax(each)] for each in surplus])
    y = np.searchsorted(best, np.arange(len(x)), side="right")
    by_chance = x.var() + y.var() + (x.mean() - y.mean()) ** 2
    kappa = 2 * np.mean((x - x.mean()) * (y - y.mean())) / by_chance
# Any number between the same two scores does as well as this one.
cuts = np.concatenate(([-np.inf], (s[1:] + s[:-1]) / 2, [np.inf]))[best]
"""

_APPLIED = """
# A prediction is the number of cut-points that its score reaches.
predicted = np.searchsorted(cuts, scores, side="right")
x, y = actual - actual.mean(), predicted - predicted.mean()
shift = actual.mean() - predicted.mean()
kappa = 2 * (x @ y) / (x @ x + y @ y + len(x) * shift**2)
print(cuts, kappa)
print([categories[place] for place in predicted[:10]])
"""
