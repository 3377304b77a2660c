"""Code to take away: each step on this very example, in lines that run as they stand."""

from collections.abc import Sequence

from pages.ui.state import Lesson

_WIDTH = 88
_NUMPY_WEIGHTS = {
    "quadratic": "w = (i - j) ** 2 / max(N - 1, 1) ** 2",
    "linear": "w = abs(i - j) / max(N - 1, 1)",
    "unweighted": "w = (i != j).astype(float)",
}
_R_WEIGHTS = {
    "quadratic": "(i - j)^2",
    "linear": "abs(i - j)",
    "unweighted": "1 * (i != j)",
}


def observed(lesson: Lesson) -> str:
    """Numpy that counts O."""
    return "import numpy as np\n\n" + _observed(lesson) + "print(O)\n"


def weights(lesson: Lesson) -> str:
    """Numpy that builds w."""
    return "import numpy as np\n\n" + _weights(lesson) + "print(w)\n"


def expected(lesson: Lesson) -> str:
    """Numpy that builds E from O."""
    return "import numpy as np\n\n" + _observed(lesson) + _EXPECTED + "print(E)\n"


def kappa(lesson: Lesson) -> str:
    """Numpy that computes κ from end to end."""
    return (
        "import numpy as np\n\n"
        + _observed(lesson)
        + _weights(lesson)
        + _EXPECTED
        + "kappa = 1 - (w * O).sum() / (w * E).sum()\nprint(kappa)\n"
    )


def scikit_learn(lesson: Lesson) -> str:
    """The same κ from scikit-learn, told every category with ``labels=``."""
    weights = None if lesson.walk.scheme == "unweighted" else lesson.walk.scheme
    head = "from sklearn.metrics import cohen_kappa_score\n\n"
    if lesson.ratings is None:
        size = len(lesson.walk.categories)
        return (
            "import numpy as np\n"
            + head
            + _assign("O", lesson.walk.observed.tolist(), "np.array(", ")")
            + "actual, predicted = np.indices(O.shape).reshape(2, -1)\n"
            + "kappa = cohen_kappa_score(\n    actual, predicted, "
            + f"weights={weights!r}, labels=range({size}), sample_weight=O.ravel()\n)\n"
            + "print(kappa)\n"
        )
    return (
        head
        + _vectors(lesson)
        + _assign("categories", list(lesson.walk.categories))
        + f"kappa = cohen_kappa_score(actual, predicted, weights={weights!r}, labels=categories)\n"
        + "print(kappa)\n"
    )


def r(lesson: Lesson) -> str:
    """The same κ in R, without a package."""
    size = len(lesson.walk.categories)
    if lesson.ratings is None:
        cells = _r_vector(lesson.walk.observed.ravel().tolist())
        count = f"O <- matrix({cells}, nrow = {size}, byrow = TRUE)\n"
    else:
        actual, predicted = _named(lesson)
        count = (
            f"actual <- {_r_vector(actual)}\npredicted <- {_r_vector(predicted)}\n"
            f"categories <- {_r_vector(lesson.walk.categories)}\n"
            "O <- table(factor(actual, categories), factor(predicted, categories))\n"
        )
    return (
        count
        + f"w <- outer(1:{size}, 1:{size}, function(i, j) {_R_WEIGHTS[lesson.walk.scheme]})\n"
        + "E <- outer(rowSums(O), colSums(O)) / sum(O)\n"
        + "1 - sum(w * O) / sum(w * E)\n"
    )


_EXPECTED = "E = np.outer(O.sum(axis=1), O.sum(axis=0)) / O.sum()\n"


def _observed(lesson: Lesson) -> str:
    if lesson.ratings is None:
        return _assign("O", lesson.walk.observed.tolist(), "np.array(", ")")
    size = len(lesson.walk.categories)
    return (
        _vectors(lesson)
        + _assign("categories", list(lesson.walk.categories))
        + f"O = np.zeros(({size}, {size}), dtype=int)\n"
        + "for a, p in zip(actual, predicted):\n"
        + "    O[categories.index(a), categories.index(p)] += 1\n"
    )


def _weights(lesson: Lesson) -> str:
    size = len(lesson.walk.categories)
    return f"N = {size}\ni, j = np.indices((N, N))\n{_NUMPY_WEIGHTS[lesson.walk.scheme]}\n"


def _vectors(lesson: Lesson) -> str:
    actual, predicted = _named(lesson)
    return _assign("actual", actual) + _assign("predicted", predicted)


def _named(lesson: Lesson) -> tuple[list[int | str], list[int | str]]:
    assert lesson.ratings is not None
    categories = lesson.walk.categories
    actual, predicted = (
        [categories[at] for at in vector.tolist()]
        for vector in (lesson.ratings.actual, lesson.ratings.predicted)
    )
    return actual, predicted


def _assign(name: str, value: Sequence[object], before: str = "", after: str = "") -> str:
    """Write an assignment, its list broken over lines where one would be too long."""
    line = f"{name} = {before}{value!r}{after}\n"
    if len(line) <= _WIDTH:
        return line
    lines, current = [], "   "
    for item in value:
        if len(current) + len(repr(item)) + 2 > _WIDTH:
            lines.append(current)
            current = "   "
        current += f" {item!r},"
    return f"{name} = {before}[\n" + "\n".join([*lines, current]) + f"\n]{after}\n"


def _r_vector(values: Sequence[object]) -> str:
    quoted = (
        '"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(v, str) else str(v)
        for v in values
    )
    return f"c({', '.join(quoted)})"
