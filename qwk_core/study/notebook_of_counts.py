"""The cells of a notebook that computes kappa from the counts of two raters."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

import numpy as np

from qwk_core.pictures.heatmap import MOST_NUMBERED, heatmap
from qwk_core.study.notebook_cells import WEIGHTS_CODE, checks, literal
from qwk_core.study.study import Study

_MOST_WRITTEN_OUT = 30  # categories; larger matrices are written as the cells that are not 0


def cells_of_counts(study: Study) -> Iterator[tuple[str, str]]:
    """Yield the cells of a notebook: the key of the text above the code, and the code.

    Parameters
    ----------
    study : Study
        Of two raters.

    Yields
    ------
    text, code : str
        No code where there is nothing to compute, and no text where the code needs none.
    """
    yield "O", _observed(study)
    yield "weights", WEIGHTS_CODE.format(scheme=study.scheme)
    yield "expected", _EXPECTED_CODE
    if len(study.categories) <= MOST_NUMBERED:
        yield "pictures", _PICTURES_CODE
        for name in ("observed", "weights", "expected"):
            yield "", f"picture({literal(heatmap(study.walks[study.scheme], name))})"
    yield "kappa", _KAPPA_CODE
    yield "shares", _SHARES_CODE
    if has_interval_code(study):
        yield "interval", interval_code(study)
    elif study.has_interval:
        yield "other-interval", ""
    if study.groups:
        yield "groups", _groups(study)
    yield "reported", _reported(study)
    yield "sklearn", _SKLEARN_CODE


def has_interval_code(study: Study) -> bool:
    """Return whether the interval of two raters is one that `interval_code` computes.

    Parameters
    ----------
    study : Study
        Of two raters.

    Returns
    -------
    bool
    """
    return study.has_interval and study.interval.method == "smoothed"


def interval_code(study: Study) -> str:
    """Return the code of the interval, for O of n items with weights w and kappa.

    Parameters
    ----------
    study : Study
        Of two raters.

    Returns
    -------
    str
    """
    z = NormalDist().inv_cdf((1 + study.level) / 2)
    items = "n" if study.independent_items is None else repr(study.independent_items)
    return _INTERVAL_CODE.format(z=z, items=items)


def _observed(study: Study) -> str:
    return (
        "import math\n\nimport numpy as np\n\n"
        + f"categories = {literal(list(study.categories))}\nN = len(categories)\n"
        + _matrix("O", study.observed)
        + "n = O.sum()\nO"
    )


def _matrix(name: str, counts: Any) -> str:
    # As floats where the product of two totals would not fit 64 bits.
    kind = "float" if counts.dtype != np.int64 or int(counts.sum()) ** 2 >= 2**63 else "int"
    if len(counts) <= _MOST_WRITTEN_OUT:
        rows = [f"    {row!r},\n" for row in counts.tolist()]
        return f"{name} = np.array([\n{''.join(rows)}], dtype={kind})\n"
    cells = [(i, j, counts[i, j].item()) for i, j in np.argwhere(counts).tolist()]
    return (
        f"# row, column, count; all others are 0\ncells = {literal(cells)}\n"
        + f"{name} = np.zeros((N, N), dtype={kind})\n"
        + f"for row, column, count in cells:\n    {name}[row, column] = count\n"
    )


_EXPECTED_CODE = """\
E = np.outer(O.sum(axis=1), O.sum(axis=0)) / n
E"""

_PICTURES_CODE = """\
def picture(figure):
    try:
        import plotly.graph_objects as go
    except ImportError:
        return "plotly is not installed: no picture"
    return go.Figure(figure)"""

_KAPPA_CODE = """\
def kappa_of(O, w):
    E = np.outer(O.sum(axis=1), O.sum(axis=0)) / O.sum()
    denominator = (w * E).sum()
    if denominator == 0:
        return math.nan  # one and the same category throughout: 0 / 0
    return float(1 - (w * O).sum() / denominator)


kappa = kappa_of(O, w)
kappas = {name: kappa_of(O, weights) for name, weights in schemes.items()}
print((w * O).sum(), (w * E).sum(), kappa)
kappas"""

_SHARES_CODE = """\
cost = w * O
shares = cost / cost.sum() if cost.any() else cost
for cell in np.argsort(-shares, axis=None, kind="stable")[: min(5, np.count_nonzero(shares))]:
    row, column = divmod(int(cell), N)
    names = f"actual {categories[row]!r}, predicted {categories[column]!r}"
    print(f"{names}: {shares[row, column]:.1%}")"""

_INTERVAL_CODE = """\
z = {z!r}  # of the normal distribution
items = {items}  # independent ones
rows, columns = O.sum(axis=1) / n, O.sum(axis=0) / n
used = np.flatnonzero(rows + columns)
near = (np.arange(N) >= used[0] - 1) & (np.arange(N) <= used[-1] + 1)
with_two = O * (items / n) + np.outer(rows, columns) + np.diag(near / near.sum())

p = with_two / with_two.sum()
rows, columns = p.sum(axis=1), p.sum(axis=0)
c = w / (rows @ w @ columns)
ratio = (p * c).sum()  # 1 - kappa
means = np.add.outer(c @ columns, rows @ c)
standard_error = math.sqrt((p * (c + ratio * (1 - means)) ** 2).sum() / with_two.sum())
middle, margin = math.atanh(1 - ratio), z * standard_error / (ratio * (2 - ratio))
low, high = min(math.tanh(middle - margin), kappa), max(math.tanh(middle + margin), kappa)
low, high"""

_SKLEARN_CODE = """\
try:
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    print("scikit-learn is not installed: nothing to compare with")
else:
    actual, predicted = np.indices(O.shape).reshape(2, -1)
    for scheme, mine in kappas.items():
        if math.isnan(mine):
            print(scheme, "is undefined: nothing to compare")
            continue
        weights = None if scheme == "unweighted" else scheme
        theirs = cohen_kappa_score(
            actual, predicted, labels=range(N), weights=weights, sample_weight=O.ravel()
        )
        assert math.isclose(mine, theirs, abs_tol=1e-9), (scheme, mine, theirs)
        print(scheme, theirs, "the same")"""


def _groups(study: Study) -> str:
    matrices = "".join(
        _matrix("one", group.observed) + f"groups[{name!r}] = one\n\n"
        for name, group in study.groups.items()
    )
    return (
        "groups = {}\n\n"
        + matrices
        + "assert np.allclose(sum(groups.values()), O)\n"
        + "group_kappas = {name: kappa_of(one, w) for name, one in groups.items()}\n"
        + "seen, by_chance = 0.0, 0.0\n"
        + "for one in groups.values():\n"
        + "    chance = np.outer(one.sum(axis=1), one.sum(axis=0)) / one.sum()\n"
        + "    seen, by_chance = seen + (w * one).sum(), by_chance + (w * chance).sum()\n"
        + "within = 1 - seen / by_chance if by_chance else math.nan\n"
        + 'print("pooled", kappa, "within groups", within)\ngroup_kappas'
    )


def _reported(study: Study) -> str:
    figures: dict[str, Any] = {
        "kappas": {scheme: walk.kappa for scheme, walk in study.walks.items()}
    }
    if has_interval_code(study):
        figures["(low, high)"] = [study.interval.low, study.interval.high]
    if study.groups:
        figures["group_kappas"] = {name: group.kappa for name, group in study.groups.items()}
    if study.pooling is not None:
        figures["within"] = study.pooling.within
    return checks(figures)
