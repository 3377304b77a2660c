"""A study as a Jupyter notebook that computes everything anew, from the counts, with numpy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

from qwk_core.messages import N_, Message
from qwk_core.study.study import DRAWS, SEED, Study
from qwk_core.study.words import plain_text, sentence

_WIDTH = 96  # characters of a line of code
_MOST_WRITTEN_OUT = 30  # categories; larger matrices are written as the cells that are not 0
_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")

_TITLE = N_("How far two ratings agree")
_ABOUT = N_(
    "This notebook computes everything in the report anew, from the counts alone, with numpy. Its "
    "last cells compare what comes out with what the report says, and with scikit-learn where that "
    "is installed. Rows are the actual ratings, columns the predicted ones."
)
_SOURCE = N_("The ratings came from {source}.")
_CHOSEN = N_("What was chosen on the way to the counts:")
_COUNTS = N_("**The counts, O.** How often each actual category met each predicted one.")
_WEIGHTS = N_("**The weights, w.** What a disagreement costs, by its distance in categories.")
_EXPECTED = N_("**Expected, E.** What chance alone would give: row total × column total ÷ n.")
_KAPPA = N_(
    "**Kappa.** What the raters’ disagreement costs, beside what it would cost by chance: "
    "κ = 1 − ΣwO ÷ ΣwE."
)
_SHARES = N_("**The contributions.** Each cell’s part of all disagreement, the dearest first.")
_FORMULA = N_(
    "**How sure, by the formula.** The standard error of Fleiss, Cohen & Everitt (1969), "
    "Psychological Bulletin 72, 323–327, written with weights of disagreement."
)
_DRAWN = N_(
    "**How sure, by the bootstrap.** With few items, or near 1, the formula’s interval cannot be "
    "trusted. Here n items are drawn anew many times over; the interval is the middle of the "
    "draws, corrected for bias and skewness (BCa; Efron, 1987)."
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

    It needs numpy alone. The interval is computed as in the report: by the formula, or with the
    same bootstrap draws.

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
    >>> from qwk_core.study.study import make_study
    >>> content = json.loads(notebook(make_study([[40, 9], [6, 45]], source="ratings.csv")))
    >>> content["nbformat"], content["cells"][0]["source"].splitlines()[0]
    (4, '# How far two ratings agree')
    """
    tell = say or (lambda message: plain_text(message, study.decimals))
    return (
        json.dumps(
            {
                "cells": [
                    {
                        "cell_type": kind,
                        "id": f"cell-{at}",
                        "metadata": {},
                        "source": source.rstrip("\n"),
                        **({"execution_count": None, "outputs": []} if kind == "code" else {}),
                    }
                    for at, (kind, source) in enumerate(_cells(study, tell))
                ],
                "metadata": {
                    "kernelspec": {
                        "display_name": "Python 3",
                        "language": "python",
                        "name": "python3",
                    },
                    "language_info": {"name": "python"},
                },
                "nbformat": 4,
                "nbformat_minor": 5,
            },
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


def _cells(study: Study, say: Callable[[Message], str]) -> list[tuple[str, str]]:
    def words(template: str) -> tuple[str, str]:
        return "markdown", say(Message(template))

    cells = [("markdown", _heading(study, say)), words(_COUNTS), ("code", _observed(study))]
    cells += [words(_WEIGHTS), ("code", _WEIGHTS_CODE.format(scheme=study.scheme))]
    cells += [words(_EXPECTED), ("code", _EXPECTED_CODE)]
    cells += [words(_KAPPA), ("code", _KAPPA_CODE)]
    cells += [words(_SHARES), ("code", _SHARES_CODE)]
    if study.interval.caution is None:
        z = NormalDist().inv_cdf((1 + study.level) / 2)
        cells += [words(_FORMULA), ("code", _FORMULA_CODE.format(z=z))]
        if study.interval.method != "analytic":
            cells += [
                words(_DRAWN),
                ("code", _DRAWN_CODE.format(level=study.level, draws=DRAWS, seed=SEED)),
            ]
    if study.groups:
        cells += [words(_GROUPS), ("code", _groups(study))]
    cells += [words(_REPORTED), ("code", _reported(study))]
    cells += [words(_SKLEARN), ("code", _SKLEARN_CODE)]
    return cells


def _heading(study: Study, say: Callable[[Message], str]) -> str:
    said = [f"# {_escaped(say(Message(_TITLE)))}", _escaped(say(sentence(study)))]
    if study.source:
        said.append(_escaped(say(Message(_SOURCE, {"source": study.source}))))
    if study.choices:
        said.append(_escaped(say(Message(_CHOSEN))))
        said.append("\n".join(f"- {_escaped(say(choice))}" for choice in study.choices))
    return "\n\n".join([*said, _escaped(say(Message(_ABOUT)))])


def _escaped(text: str) -> str:
    """Return text so that Markdown shows it letter by letter: no markup, no HTML, no formula."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def _observed(study: Study) -> str:
    return (
        "import math\n\nimport numpy as np\n\n"
        + _listed("categories = [", [repr(one) for one in study.categories], "]")
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
        _listed("cells = [  # row, column, count; all others are 0\n    ", cells, "]")
        + f"{name} = np.zeros((N, N), dtype={kind})\n"
        + f"for row, column, count in cells:\n    {name}[row, column] = count\n"
    )


_WEIGHTS_CODE = """\
i, j = np.indices((N, N))
far = max(N - 1, 1)
schemes = {{
    "quadratic": (i - j) ** 2 / far**2,
    "linear": abs(i - j) / far,
    "unweighted": (i != j).astype(float),
}}
w = schemes["{scheme}"]
w"""

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

_FORMULA_CODE = """\
z = {z!r}  # of the normal distribution
p = O / n
rows, columns = p.sum(axis=1), p.sum(axis=0)
c = w / (rows @ w @ columns)
means = np.add.outer(c @ columns, rows @ c)
standard_error = math.sqrt((p * (c + (1 - kappa) * (1 - means)) ** 2).sum() / n)
low, high = kappa - z * standard_error, kappa + z * standard_error
low, high"""

_DRAWN_CODE = """\
from statistics import NormalDist

level, normal = {level!r}, NormalDist()
used = np.nonzero(O)
drawn = np.random.default_rng({seed}).multinomial(int(n), (O / n)[used], size={draws})
rows, columns = drawn @ np.eye(N)[used[0]], drawn @ np.eye(N)[used[1]]
seen, by_chance = drawn @ w[used], ((rows @ w) * columns).sum(axis=1) / n
defined = by_chance > 0  # a draw of one category alone has no kappa
kappa_draws = 1 - seen[defined] / by_chance[defined]
constant = (np.count_nonzero(rows, axis=1) == 1) | (np.count_nonzero(columns, axis=1) == 1)
kappa_draws[constant[defined]] = 0

# BCa: where kappa stands among the draws, and how skewed it is when one item is left out
same, size = 1e-9, len(kappa_draws)
below, at_most = (kappa_draws < kappa - same).sum(), (kappa_draws <= kappa + same).sum()
bias = normal.inv_cdf(min(max((below + at_most) / 2, 0.5), size - 0.5) / size)
left_out = []
for cell in zip(*used):
    one_less = O.copy()
    one_less[cell] -= 1
    left_out.append(kappa_of(one_less, w))
left_out, items = np.array(left_out), O[used]
known = ~np.isnan(left_out)
left_out, items = left_out[known], items[known]
acceleration = 0.0
if len(items):
    deviations = (items * left_out).sum() / items.sum() - left_out
    spread = (items * deviations**2).sum()
    if math.sqrt(spread / items.sum()) >= np.finfo(float).eps:
        acceleration = (items * deviations**3).sum() / (6 * spread**1.5)
tails = []
for tail in ((1 - level) / 2, (1 + level) / 2):
    score = bias + normal.inv_cdf(tail)
    tails.append(normal.cdf(bias + score / (1 - acceleration * score)))
low, high = np.quantile(kappa_draws, tails).tolist()
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
    lines = [f"assert same(kappas[{scheme!r}], {_number(one)})" for scheme, one in kappas.items()]
    if study.interval.caution is None:
        ends = study.interval.low, study.interval.high
        lines += [
            f"assert same({name}, {_number(end)})"
            for name, end in zip(("low", "high"), ends, strict=True)
        ]
    lines += [
        f"assert same(group_kappas[{name!r}], {_number(walk.kappa)})"
        for name, walk in study.group_walks.items()
    ]
    if study.pooling is not None:
        lines.append(f"assert same(within, {_number(study.pooling.within)})")
    return _SAME_CODE + "\n".join(lines) + '\nprint("All figures are the same.")'


_SAME_CODE = """\
def same(mine, reported):
    if math.isnan(reported):
        return math.isnan(mine)
    return math.isclose(mine, reported, rel_tol=1e-9, abs_tol=1e-9)


"""


def _number(value: float) -> str:
    return "math.nan" if value != value else repr(value)


def _listed(before: str, items: list[str], after: str) -> str:
    """Write a list in lines that are not too long."""
    lines, current = [], before
    for at, item in enumerate(items):
        piece = item if at == len(items) - 1 else f"{item}, "
        if len(current) + len(piece) > _WIDTH:
            lines.append(current.rstrip())
            current = "    "
        current += piece
    return "\n".join([*lines, current + after]) + "\n"
