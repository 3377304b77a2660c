"""Code to copy: each step on this example, in lines that run unchanged."""

import json
from collections.abc import Sequence

from qwk_app.frame.state import Lesson
from qwk_app.words.texts import _

_WIDTH = 88
_NUMPY_WEIGHTS = {
    "quadratic": "w = (i - j) ** 2 / (N - 1) ** 2",
    "linear": "w = abs(i - j) / (N - 1)",
    "unweighted": "w = (i != j).astype(float)",
}
_NUMPY_DIFFERENCE = {
    "quadratic": "(columns - rows) ** 2",
    "linear": "abs(columns - rows)",
    "unweighted": "(columns != rows).astype(int)",
}
_NUMPY_LARGEST = {"quadratic": "(N - 1) ** 2", "linear": "N - 1", "unweighted": "1"}
_R_WEIGHTS = {
    "quadratic": "(i - j)^2",
    "linear": "abs(i - j)",
    "unweighted": "1 * (i != j)",
}
_EXPECTED = "E = np.outer(O.sum(axis=1), O.sum(axis=0)) / O.sum()\n"
# R stores whole numbers as doubles, and distinguishes categories by 15 digits.
_MOST_R_DIGITS = 15


def observed(lesson: Lesson) -> str:
    """Numpy that counts O."""
    return "import numpy as np\n\n" + _observed(lesson) + "print(O)\n"


def weights(lesson: Lesson) -> str:
    """Numpy that builds w."""
    return "import numpy as np\n\n" + _weights(lesson) + "print(w)\n"


def construction(lesson: Lesson, *, divide: bool) -> str:
    """Numpy that builds w without a loop, as scikit-learn does; `divide` scales it to 0 … 1."""
    lines = (
        f"import numpy as np\n\nN = {len(lesson.walk.categories)}\n"
        "columns = np.zeros((N, N), dtype=int) + np.arange(N)"
        + _comment(_("every row is 0 … N - 1"), beside=True)
        + "rows = columns.T\n"
        f"w = {_NUMPY_DIFFERENCE[lesson.walk.scheme]}\n"
    )
    if divide:
        lines += f"w = w / w.max()  # {_NUMPY_LARGEST[lesson.walk.scheme]}\n"
    return lines + "print(w)\n"


def expected(lesson: Lesson) -> str:
    """Numpy that builds E from O."""
    return "import numpy as np\n\n" + _observed(lesson) + _EXPECTED + "print(E)\n"


def kappa(lesson: Lesson) -> str:
    """Numpy that computes κ from the ratings."""
    return (
        "import numpy as np\n\n"
        + _observed(lesson)
        + _weights(lesson)
        + _EXPECTED
        + "kappa = 1 - (w * O).sum() / (w * E).sum()"
        + _undefined(lesson)
        + "\nprint(kappa)\n"
    )


def interval(lesson: Lesson, *, level: float, n_draws: int, seed: int) -> str:
    """Numpy that computes κ with its standard error, and its intervals in three ways."""
    tails = (1 - level) / 2
    return (
        "from statistics import NormalDist\n\nimport numpy as np\n\n"
        + _observed(lesson)
        + _weights(lesson)
        + _comment(_("Fleiss, Cohen & Everitt (1969), with w as disagreement"))
        + "def kappa_and_error(table):\n"
        + "    p = table / table.sum()\n    rows, columns = p.sum(axis=1), p.sum(axis=0)\n"
        + "    c = w / (rows @ w @ columns)\n"
        + "    ratio = (p * c).sum()\n"
        + "    means = np.add.outer(c @ columns, rows @ c)\n"
        + "    variance = (p * (c + ratio * (1 - means)) ** 2).sum() / table.sum()\n"
        + "    return 1 - ratio, np.sqrt(variance)\n\n\n"
        + f"z = NormalDist().inv_cdf({(1 + level) / 2:g})\n"
        + "kappa, error = kappa_and_error(O)\n"
        + "print(kappa - z * error, kappa + z * error)\n\n"
        + _comment(_("Smoothed: one item of agreement and one of chance are added; Fisher’s scale"))
        + "n, at = int(O.sum()), np.arange(len(O))\n"
        + "used = np.flatnonzero(O.sum(axis=1) + O.sum(axis=0))\n"
        + "near = (at >= used[0] - 1) & (at <= used[-1] + 1)\n"
        + "chance = np.outer(O.sum(axis=1) / n, O.sum(axis=0) / n)\n"
        + "centre, spread = kappa_and_error(O + chance + np.diag(near / near.sum()))\n"
        + "margin = z * spread / (1 - centre**2)\n"
        + "low, high = np.tanh(np.arctanh(centre) + np.array([-margin, margin]))\n"
        + "low, high = min(low, kappa), max(high, kappa)\n"
        + "print(low, high)\n\n"
        + _comment(_("Bootstrap: resample n items, many times"))
        + f"random = np.random.default_rng({seed})\n"
        + f"drawn = np.zeros(({n_draws}, *O.shape))\n"
        + f"drawn[:, O > 0] = random.multinomial(n, O[O > 0] / n, size={n_draws})\n"
        + "rows, columns = drawn.sum(axis=2), drawn.sum(axis=1)\n"
        + "seen, by_chance = (drawn * w).sum(axis=(1, 2)), ((rows @ w) * columns).sum(axis=1) / n\n"
        + "defined = by_chance > 0"
        + _comment(_("a resample with only one category has no kappa"), beside=True)
        + "kappas = 1 - seen[defined] / by_chance[defined]\n"
        + f"print(np.quantile(kappas, [{tails:g}, {1 - tails:g}]))\n"
    )


def changes(lesson: Lesson) -> str:
    """Numpy that adds one item to each cell in turn, and compares κ."""
    return (
        "import numpy as np\n\n"
        + _observed(lesson)
        + _weights(lesson)
        + "\n\ndef kappa(O):\n    "
        + _EXPECTED
        + "    return 1 - (w * O).sum() / (w * E).sum()\n\n\n"
        + "changes = np.zeros(O.shape)\n"
        + "for cell in np.ndindex(O.shape):\n"
        + "    one_more = O.copy()\n    one_more[cell] += 1\n"
        + "    changes[cell] = kappa(one_more) - kappa(O)"
        + _undefined(lesson)
        + "\nprint(changes)\n"
    )


def moments(lesson: Lesson) -> str:
    """Numpy that computes quadratic κ from five moments, without w and without E."""
    return (
        "import numpy as np\n\n"
        + _observed(lesson)
        + "i, j = np.indices(O.shape)\np = O / O.sum()\n"
        + "a, b = (p * i).sum(), (p * j).sum()"
        + _comment(_("the means, in positions"), beside=True)
        + "spread_a, spread_b = (p * (i - a) ** 2).sum(), (p * (j - b) ** 2).sum()\n"
        + "covariance = (p * (i - a) * (j - b)).sum()\n"
        + "by_chance = spread_a + spread_b + (a - b) ** 2"
        + _comment(_("the mean squared error of chance"), beside=True)
        + "kappa = 2 * covariance / by_chance"
        + _undefined(lesson)
        + "\nprint(kappa)\n"
    )


def scikit_learn(lesson: Lesson) -> str:
    """The same κ from scikit-learn, with every category in ``labels=``."""
    weights = None if lesson.walk.scheme == "unweighted" else lesson.walk.scheme
    if lesson.ratings is None:
        size = len(lesson.walk.categories)
        return (
            "import numpy as np\nfrom sklearn.metrics import cohen_kappa_score\n\n"
            + _counts(lesson)
            + "actual, predicted = np.indices(O.shape).reshape(2, -1)\n"
            + "kappa = cohen_kappa_score(\n"
            + f"    actual, predicted, labels=range({size}), weights={weights!r}, "
            + "sample_weight=O.ravel()\n)"
            + _undefined(lesson)
            + "\nprint(kappa)\n"
        )
    return (
        "from sklearn.metrics import cohen_kappa_score\n\n"
        + _ratings(lesson)
        + f"kappa = cohen_kappa_score(actual, predicted, labels=categories, weights={weights!r})"
        + _undefined(lesson)
        + "\nprint(kappa)\n"
    )


def r(lesson: Lesson) -> str:
    """The same κ in R, without a package."""
    size = len(lesson.walk.categories)
    if lesson.ratings is None:
        cells = [str(cell) for cell in lesson.walk.observed.ravel().tolist()]
        start = listed("O <- matrix(c(", cells, f"), nrow = {size}, byrow = TRUE)")
    else:
        start = (
            "".join(
                listed(f"{name} <- c(", _r_literals(values), ")")
                for name, values in zip(
                    ("actual", "predicted", "categories"), _named(lesson), strict=True
                )
            )
            + "O <- table(factor(actual, categories), factor(predicted, categories))\n"
        )
    return (
        start
        + f"w <- outer(1:{size}, 1:{size}, function(i, j) {_R_WEIGHTS[lesson.walk.scheme]})\n"
        + "E <- outer(rowSums(O), colSums(O)) / sum(O)\n"
        + "1 - sum(w * O) / sum(w * E)"
        + _undefined(lesson)
        + "\n"
    )


def _observed(lesson: Lesson) -> str:
    if lesson.ratings is None:
        return _counts(lesson)
    size = len(lesson.walk.categories)
    return (
        _ratings(lesson)
        + f"O = np.zeros(({size}, {size}), dtype=int)\n"
        + "for a, p in zip(actual, predicted):\n"
        + "    O[categories.index(a), categories.index(p)] += 1\n"
    )


def _weights(lesson: Lesson) -> str:
    size = len(lesson.walk.categories)
    if size == 1:
        return "w = np.zeros((1, 1))\n"  # there is no N − 1 to divide by
    return f"N = {size}\ni, j = np.indices((N, N))\n{_NUMPY_WEIGHTS[lesson.walk.scheme]}\n"


def _ratings(lesson: Lesson) -> str:
    return "".join(
        listed(f"{name} = [", [repr(value) for value in values], "]")
        for name, values in zip(("actual", "predicted", "categories"), _named(lesson), strict=True)
    )


def _counts(lesson: Lesson) -> str:
    # As floats if the product of two totals does not fit 64 bits.
    kind = ", dtype=float" if lesson.walk.n**2 >= 2**63 else ""
    rows = [repr(row) for row in lesson.walk.observed.tolist()]
    return listed("O = np.array([", rows, f"]{kind})")


def _named(lesson: Lesson) -> tuple[Sequence[int | str], ...]:
    """Return both vectors and the categories by name; all as text if any is text."""
    assert lesson.ratings is not None
    names: Sequence[int | str] = lesson.walk.categories
    if any(isinstance(name, str) for name in names):
        names = lesson.labels
    actual, predicted = (
        [names[at] for at in vector.tolist()]
        for vector in (lesson.ratings.actual, lesson.ratings.predicted)
    )
    return actual, predicted, list(names)


def _r_literals(values: Sequence[int | str]) -> list[str]:
    as_text = any(len(str(value).lstrip("-")) >= _MOST_R_DIGITS for value in values)
    return [
        # R reads JSON's strings: both have the same escapes.
        json.dumps(str(value), ensure_ascii=False)
        if as_text or isinstance(value, str)
        else str(value)
        for value in values
    ]


def _undefined(lesson: Lesson) -> str:
    """Return a comment on the last line's result if κ is undefined."""
    return "  # 0 / 0: nan" if lesson.walk.undefined_reason is not None else ""


def listed(before: str, items: Sequence[str], after: str) -> str:
    """Write a list on one line, or on several lines if it would be too long."""
    line = before + ", ".join(items) + after + "\n"
    if len(line) <= _WIDTH:
        return line
    lines, current = [], "   "
    for at, item in enumerate(items, start=1):
        piece = f" {item}" if at == len(items) else f" {item},"
        if len(current) + len(piece) > _WIDTH and current.strip():
            lines.append(current)
            current = "   "
        current += piece
    return f"{before}\n" + "\n".join([*lines, current]) + f"\n{after}\n"


def _comment(text: str, *, beside: bool = False) -> str:
    return f"  # {text}\n" if beside else f"# {text}\n"
