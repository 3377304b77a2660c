"""A study as a Jupyter notebook that computes everything anew, from the counts, with numpy."""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from qwk_core.messages import N_, Message
from qwk_core.study.notebook_cells import (
    SAME_CODE,
    WEIGHTS,
    WEIGHTS_CODE,
    escaped,
    listed,
    notebook_json,
    number_code,
)
from qwk_core.study.study import Study
from qwk_core.study.words import plain_text, sentence

_MOST_WRITTEN_OUT = 30  # categories; larger matrices are written as the cells that are not 0

_TITLE = N_("How far two ratings agree")
_ABOUT = N_(
    "This notebook computes everything in the report anew, from the counts alone, with numpy. Its "
    "last cells compare what comes out with what the report says, and with scikit-learn where that "
    "is installed. Rows are the actual ratings, columns the predicted ones."
)
_SOURCE = N_("The ratings came from {source}.")
_CHOSEN = N_("What was chosen on the way to the counts:")
_COUNTS = N_("**The counts, O.** How often each actual category met each predicted one.")
_EXPECTED = N_("**Expected, E.** What chance alone would give: row total × column total ÷ n.")
_KAPPA = N_(
    "**Kappa.** What the raters’ disagreement costs, beside what it would cost by chance: "
    "κ = 1 − ΣwO ÷ ΣwE."
)
_SHARES = N_("**The contributions.** Each cell’s part of all disagreement, the dearest first.")
_INTERVAL = N_(
    "**How sure.** Two items are added: one on which the raters agree, spread over the categories "
    "that were used and their neighbours, and one rated by chance. The standard error is that of "
    "Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, 323–327; the interval is symmetric "
    "on Fisher’s scale (Lin, 1989, Biometrics 45, 255–268)."
)
_GROUPS = N_(
    "**The groups.** Each one’s kappa. Within groups means: each group’s errors beside what chance "
    "gives in that group. Groups that lie far apart lift the pooled kappa without any skill."
)
_REPORTED = N_("**The same as in the report?** These are its figures.")
_SKLEARN = N_(
    "**And scikit-learn?** It is told every category with `labels=`; left to itself, it would drop "
    "those that nobody used, and sort text by the alphabet."
)


def notebook(study: Study, *, say: Callable[[Message], str] | None = None) -> str:
    """Return a notebook (nbformat 4.5) that recomputes a study from its counts.

    It needs numpy alone. The interval is computed as in the report.

    Parameters
    ----------
    study : Study
        What to recompute.
    say : callable, optional
        Writes a `Message` as bare text, in another language for one; English without.

    Returns
    -------
    str
        The text of an .ipynb file.

    Examples
    --------
    >>> import json
    >>> from qwk_core.study.study import make_study
    >>> content = json.loads(notebook(make_study([[40, 9], [6, 45]], source="ratings.csv")))
    >>> content["nbformat"], content["cells"][0]["source"].splitlines()[0]
    (4, '# How far two ratings agree')
    """
    tell = say or (lambda message: plain_text(message, study.decimals))
    return notebook_json(_cells(study, tell))


def _cells(study: Study, say: Callable[[Message], str]) -> list[tuple[str, str]]:
    def words(template: str) -> tuple[str, str]:
        return "markdown", say(Message(template))

    cells = [("markdown", _heading(study, say)), words(_COUNTS), ("code", _observed(study))]
    cells += [words(WEIGHTS), ("code", WEIGHTS_CODE.format(scheme=study.scheme))]
    cells += [words(_EXPECTED), ("code", _EXPECTED_CODE)]
    cells += [words(_KAPPA), ("code", _KAPPA_CODE)]
    cells += [words(_SHARES), ("code", _SHARES_CODE)]
    if study.interval.caution is None:
        z = NormalDist().inv_cdf((1 + study.level) / 2)
        items = "n" if study.independent_items is None else repr(study.independent_items)
        cells += [words(_INTERVAL), ("code", _INTERVAL_CODE.format(z=z, items=items))]
    if study.groups:
        cells += [words(_GROUPS), ("code", _groups(study))]
    cells += [words(_REPORTED), ("code", _reported(study))]
    cells += [words(_SKLEARN), ("code", _SKLEARN_CODE)]
    return cells


def _heading(study: Study, say: Callable[[Message], str]) -> str:
    said = [f"# {escaped(say(Message(_TITLE)))}", escaped(say(sentence(study)))]
    if study.source:
        said.append(escaped(say(Message(_SOURCE, {"source": study.source}))))
    if study.choices:
        said.append(escaped(say(Message(_CHOSEN))))
        said.append("\n".join(f"- {escaped(say(choice))}" for choice in study.choices))
    return "\n\n".join([*said, escaped(say(Message(_ABOUT)))])


def _observed(study: Study) -> str:
    return (
        "import math\n\nimport numpy as np\n\n"
        + listed("categories = [", [repr(one) for one in study.categories], "]")
        + "N = len(categories)\n"
        + _matrix("O", study.observed)
        + "n = O.sum()\nO"
    )


def _matrix(name: str, counts: Any) -> str:
    # As floats where the product of two totals would not fit 64 bits.
    kind = "float" if counts.dtype != np.int64 or int(counts.sum()) ** 2 >= 2**63 else "int"
    if len(counts) <= _MOST_WRITTEN_OUT:
        rows = [f"    {row!r},\n" for row in counts.tolist()]
        return f"{name} = np.array([\n{''.join(rows)}], dtype={kind})\n"
    cells = [f"({i}, {j}, {counts[i, j].item()!r})" for i, j in np.argwhere(counts).tolist()]
    return (
        listed("cells = [  # row, column, count; all others are 0\n    ", cells, "]")
        + f"{name} = np.zeros((N, N), dtype={kind})\n"
        + f"for row, column, count in cells:\n    {name}[row, column] = count\n"
    )


_EXPECTED_CODE = """\
E = np.outer(O.sum(axis=1), O.sum(axis=0)) / n
E"""

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
        _matrix("one", counts) + f"groups[{name!r}] = one\n\n"
        for name, counts in study.groups.items()
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
    kappas = {scheme: walk.kappa for scheme, walk in study.walks.items()}
    lines = [
        f"assert same(kappas[{scheme!r}], {number_code(one)})" for scheme, one in kappas.items()
    ]
    if study.interval.caution is None:
        ends = study.interval.low, study.interval.high
        lines += [
            f"assert same({name}, {number_code(end)})"
            for name, end in zip(("low", "high"), ends, strict=True)
        ]
    lines += [
        f"assert same(group_kappas[{name!r}], {number_code(walk.kappa)})"
        for name, walk in study.group_walks.items()
    ]
    if study.pooling is not None:
        lines.append(f"assert same(within, {number_code(study.pooling.within)})")
    return SAME_CODE + "\n".join(lines) + '\nprint("All figures are the same.")'
