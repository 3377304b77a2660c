"""The cells of a notebook that computes all kappas from the ratings of many raters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import is_run
from qwk_core.kappa import SAME_KAPPA
from qwk_core.statistics.resampling import student_quantile
from qwk_core.study.notebook_cells import WEIGHTS_CODE, checks, literal
from qwk_core.study.notebook_of_counts import has_interval_code, interval_code
from qwk_core.study.study import Study

_IN_LINE = 20  # ratings of one item in a line of code
_MOST_WORK = 2_000_000_000  # of the interval's cell: beyond, it would take minutes
_DISPUTED = 5  # items, the most disputed ones


def cells_of_ratings(study: Study) -> Iterator[tuple[str, str]]:
    """Yield the cells of a notebook: the key of the text above the code, and the code.

    Parameters
    ----------
    study : Study
        One where each rater's ratings are known.

    Yields
    ------
    text, code : str
        No code where there is nothing to compute.
    """
    scheme = study.scheme
    yield "R", _ratings(study)
    yield "weights", WEIGHTS_CODE.format(scheme=scheme)
    yield "pairs", _PAIRS_CODE
    yield "pooled", _POOLED_CODE
    yield "coefficients", _COEFFICIENTS_CODE
    yield _interval(study)
    if study.is_pair and has_interval_code(study):
        yield "interval", _OF_THE_PAIR_CODE + interval_code(study)
    yield "raters", _RATERS_CODE.format(lowest=_lowest(study), scheme=scheme)
    yield "items", _ITEMS_CODE
    yield "reported", _reported(study)
    yield "sklearn-pairs", _SKLEARN_CODE.format(weights=None if scheme == "unweighted" else scheme)


_OF_THE_PAIR_CODE = """\
O, kappa = observed(R, 0, 1), pooled
n = O.sum()
"""


def _ratings(study: Study) -> str:
    agreement = study.all_raters
    lines = []
    for item in agreement.positions.tolist():
        cells = ["." if place < 0 else str(place) for place in item]
        lines += [" ".join(cells[at : at + _IN_LINE]) for at in range(0, len(cells), _IN_LINE)]
    return (
        "import math\n\nimport numpy as np\n\n"
        + f"raters = {literal(list(agreement.raters))}\n"
        + f"categories = {literal(list(agreement.categories))}\nN = len(categories)\n"
        + 'table = """\n'
        + "\n".join(lines)
        + '\n"""\n'
        + 'cells = table.replace(".", "-1").split()\n'
        + "R = np.array(cells, dtype=int).reshape(-1, len(raters))\nR"
    )


_PAIRS_CODE = """\
def kappa_of(seen, chance):
    return float(1 - seen / chance) if chance > 0 else math.nan  # 0 / 0


def pairs_of(R):
    return [(g, h) for g in range(R.shape[1]) for h in range(g + 1, R.shape[1])]


def observed(R, g, h):
    both = (R[:, g] >= 0) & (R[:, h] >= 0)
    return np.bincount(R[both, g] * N + R[both, h], minlength=N * N).reshape(N, N)


def disagreement(R):
    D, E = np.zeros((2, R.shape[1], R.shape[1]))
    for g, h in pairs_of(R):
        O = observed(R, g, h)
        n = int(O.sum())
        if n:
            D[g, h] = D[h, g] = (w * O).sum() / n
            E[g, h] = E[h, g] = O.sum(axis=1) @ w @ O.sum(axis=0) / n**2
    return D, E


D, E = disagreement(R)
kappas = {(g, h): kappa_of(D[g, h], E[g, h]) for g, h in pairs_of(R)}
counts = {(g, h): int(observed(R, g, h).sum()) for g, h in pairs_of(R)}
{(raters[g], raters[h]): kappa for (g, h), kappa in kappas.items()}"""

_POOLED_CODE = """\
pooled = kappa_of(D.sum(), E.sum())
pooled"""

_COEFFICIENTS_CODE = """\
def coefficients(R):
    D, E = disagreement(R)
    of_pairs = [kappa_of(D[pair], E[pair]) for pair in pairs_of(R)]
    defined = [kappa for kappa in of_pairs if not math.isnan(kappa)]

    # How often each item was given each category; those with two ratings or more can be compared.
    K = sum((R[:, [g]] == np.arange(N)).astype(int) for g in range(R.shape[1]))
    m = K.sum(axis=1)
    twice = m >= 2
    unlike = ((K @ w) * K).sum(axis=1)[twice]
    seen = (unlike / (m[twice] * (m[twice] - 1))).mean() if twice.any() else math.nan

    shares = (K[m > 0] / m[m > 0, np.newaxis]).mean(axis=0)
    totals = [np.bincount(one[one >= 0], minlength=N) for one in R.T if (one >= 0).any()]
    own = np.array([one / one.sum() for one in totals])
    chances = (own @ w @ own.T)[np.triu_indices(len(own), 1)]
    pairable = K[twice].sum(axis=0)
    by_chance = (1 - w).sum() / max(N * (N - 1), 1) * (shares * (1 - shares)).sum()
    return {
        "pooled": kappa_of(D.sum(), E.sum()),
        "conger": kappa_of(seen, chances.mean() if len(chances) else 0),
        "light": float(np.mean(defined)) if defined else math.nan,
        "fleiss": kappa_of(seen, shares @ w @ shares),
        "alpha": kappa_of(
            (pairable.sum() - 1) * (unlike / (m[twice] - 1)).sum(), pairable @ w @ pairable
        ),
        "ac2": kappa_of(seen, 1 - by_chance) if w.any() else math.nan,
    }


all_together = coefficients(R)
all_together"""

_INTERVAL_CODE = """\
t = {t!r}  # of Student's distribution
rated_items = R[(R >= 0).any(axis=1)]
n = len(rated_items)
alike, times = np.unique(rated_items, axis=0, return_counts=True)
without = []
for item in alike:
    place = (rated_items == item).all(axis=1).argmax()
    without.append(coefficients(np.delete(rated_items, place, axis=0)))


def interval(name):
    estimate, values = all_together[name], np.array([one[name] for one in without])
    if math.isnan(estimate) or np.isnan(values).any():
        return math.nan, math.nan
    deviations = values - times @ values / n
    margin = t * math.sqrt((n - 1) / n * (times @ deviations**2))
    if abs(estimate) > 1 - {same}:  # this has no place on Fisher's scale
        return estimate - margin, estimate + margin
    middle, margin = math.atanh(estimate), margin / (1 - estimate**2)
    return math.tanh(middle - margin), math.tanh(middle + margin)


intervals = {{name: interval(name) for name in all_together}}
intervals"""

_RATERS_CODE = """\
def mean(values):
    return float(values.mean()) if len(values) else math.nan


def spread(values):
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan


costs = {{
    "quadratic": lambda x, y: (x - y) ** 2,
    "linear": lambda x, y: abs(x - y),
    "unweighted": lambda x, y: (x != y).astype(float),
}}
cost = costs["{scheme}"]


def kappa_with(x, y):
    if not len(x):
        return math.nan
    (a, n_a), (b, n_b) = (np.unique(one, return_counts=True) for one in (x, y))
    return kappa_of(cost(x, y).mean(), n_a @ cost(a[:, np.newaxis], b) @ n_b / len(x) ** 2)


lowest = {lowest}  # what the lowest category counts
ratings = np.where(R >= 0, R, math.nan)
rated = R >= 0
each_rater = []
for g in range(len(raters)):
    own = R[rated[:, g], g]
    shared = rated[:, g] & (rated.sum(axis=1) >= 2)
    x, others = R[shared, g], np.delete(ratings[shared], g, axis=1)
    above = x - np.nanmean(others, axis=1)
    keep = np.ix_(*2 * [np.arange(len(raters)) != g])
    each_rater.append(
        (
            len(own),
            mean(own) + lowest,
            spread(own),
            mean(above),
            spread(above),
            kappa_with(x, np.nanmedian(others, axis=1)),
            kappa_of(D[keep].sum(), E[keep].sum()),
        )
    )
print("severe or lenient beyond", spread(R[rated]) / 2, "erratic beyond", spread(R[rated]))
dict(zip(raters, each_rater))"""

_ITEMS_CODE = """\
shares = np.zeros(len(R))
for g, h in pairs_of(R):
    both = rated[:, g] & rated[:, h]
    if both.any():
        shares[both] += w[R[both, g], R[both, h]] / both.sum()
if shares.any():
    shares /= shares.sum()
for at in np.argsort(-shares, kind="stable")[:5]:
    given = {raters[g]: categories[R[at, g]] for g in range(len(raters)) if rated[at, g]}
    print(f"item {at + 1}: {shares[at]:.1%}, {given}")"""

_SKLEARN_CODE = """\
try:
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    print("scikit-learn is not installed: nothing to compare with")
else:
    weighted = 0.0
    for (g, h), mine in kappas.items():
        if math.isnan(mine):
            continue  # undefined: nothing to compare
        both = rated[:, g] & rated[:, h]
        theirs = cohen_kappa_score(
            R[both, g], R[both, h], labels=range(N), weights={weights!r}
        )
        assert math.isclose(mine, theirs, abs_tol=1e-9), (raters[g], raters[h], mine, theirs)
        weighted += E[g, h] * theirs
    if not math.isnan(pooled):
        theirs = weighted / np.triu(E).sum()
        assert math.isclose(pooled, theirs, abs_tol=1e-9), (pooled, theirs)
        print("pooled", theirs, "the same")"""


def _lowest(study: Study) -> int:
    """Return what the lowest category counts, as in the raters' means."""
    categories = study.all_raters.categories
    first = categories[0]
    return first if isinstance(first, int) and is_run(categories) else 1


def _interval(study: Study) -> tuple[str, str]:
    """Return the key of the text and the code of the intervals; no code where none are computed."""
    if _takes_minutes(study):
        return "too-large", ""
    if study.choice.method == "bootstrap":
        return "other-interval", ""
    n = len(_rated(study))
    if n == 1:
        return "one-item", ""
    t = student_quantile((1 + study.level) / 2, n - 1)
    return "jackknife", _INTERVAL_CODE.format(t=t, same=SAME_KAPPA)


def _rated(study: Study) -> NDArray[np.int16]:
    """Return the positions of the items that anybody rated, shape (m, r)."""
    positions = study.all_raters.positions
    found: NDArray[np.int16] = positions[(positions >= 0).any(axis=1)]
    return found


def _takes_minutes(study: Study) -> bool:
    """Return whether leaving out each item once is too much for a notebook."""
    rated = _rated(study)
    n, n_raters = rated.shape
    n_pairs = n_raters * (n_raters - 1) // 2
    work = n_pairs * (2000 + n + len(study.all_raters.categories) ** 2)
    # Items that are alike are left out once; these are counted only where it matters.
    return work * n > _MOST_WORK and bool(work * len(np.unique(rated, axis=0)) > _MOST_WORK)


def _reported(study: Study) -> str:
    agreement = study.all_raters
    pairs = np.triu_indices(len(agreement.raters), 1)
    items = agreement.items_summary
    figures: dict[str, Any] = {
        "kappas.values()": agreement.pairs[pairs].tolist(),
        "counts.values()": agreement.pair_counts[pairs].tolist(),
        "all_together": dict(agreement.coefficients),
        "pooled": agreement.pooled,
        "each_rater": [
            (
                one.n_rated,
                one.mean,
                one.spread,
                one.bias,
                one.bias_spread,
                one.consensus_kappa,
                one.pooled_without,
            )
            for one in agreement.raters_summary
        ],
        "shares": {at: float(items.share[at]) for at in items.most_disputed[:_DISPUTED].tolist()},
    }
    if _interval(study)[1]:
        figures["intervals"] = {
            name: (sure.low, sure.high)
            for name, sure in study.coefficient_intervals.items()
            if sure.method == "fisher"  # that of two raters has a cell of its own
        }
    if study.is_pair and has_interval_code(study):
        figures["(low, high)"] = [study.interval.low, study.interval.high]
    return checks(figures)
