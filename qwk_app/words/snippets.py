"""Code to copy: each step on this example, in lines that run unchanged (`snippets.jinja`)."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from qwk_app.frame.state import Lesson
from qwk_app.words.texts import template

Step = Literal[
    "observed", "construction", "expected", "kappa", "changes", "moments", "interval",
    "scikit_learn", "r",
]  # fmt: skip
Values = Sequence[int | str]

_FILE = Path(__file__).with_name("snippets.jinja")
_WIDTH = 88
# R stores whole numbers as doubles, and distinguishes categories by 15 digits.
_MOST_R_DIGITS = 15


def snippet(step: Step, lesson: Lesson, **options: float | bool) -> str:
    """Return the code of a step on an example; `options` are those of the step's macro."""
    walk, by_item = lesson.walk, lesson.ratings is not None
    size, cells = len(walk.categories), walk.observed.ravel().tolist()
    ratings = _ratings(lesson, " = [", "]", _python_literals) if by_item else ""
    r_ratings = _ratings(lesson, " <- c(", ")", _r_literals) if by_item else ""
    r_counts = listed("O <- matrix(c(", map(str, cells), f"), nrow = {size}, byrow = TRUE)")
    values = {
        "scheme": walk.scheme,
        "N": size,
        "counts": _counts(lesson),
        "ratings": ratings,
        "r_start": r_ratings or r_counts,
        "undefined": "  # 0 / 0: nan" if walk.undefined_reason is not None else "",
    }
    module = template(_FILE, lstrip_blocks=True).make_module(values)
    return str(getattr(module, step)(**options))


def _counts(lesson: Lesson) -> str:
    # As floats if the product of two totals does not fit 64 bits.
    kind = ", dtype=float" if lesson.walk.n**2 >= 2**63 else ""
    rows = map(repr, lesson.walk.observed.tolist())
    return listed("O = np.array([", rows, f"]{kind})")


def _ratings(
    lesson: Lesson, opens: str, closes: str, literals: Callable[[Values], list[str]]
) -> str:
    """Write both vectors and the categories by name; all as text if any is text."""
    assert lesson.ratings is not None
    names: Values = lesson.walk.categories
    if any(isinstance(name, str) for name in names):
        names = lesson.labels
    actual, predicted = (
        [names[at] for at in vector.tolist()]
        for vector in (lesson.ratings.actual, lesson.ratings.predicted)
    )
    vectors = {"actual": actual, "predicted": predicted, "categories": names}
    return "".join(listed(name + opens, literals(each), closes) for name, each in vectors.items())


def _python_literals(values: Values) -> list[str]:
    return [repr(value) for value in values]


def _r_literals(values: Values) -> list[str]:
    as_text = any(len(str(value).lstrip("-")) >= _MOST_R_DIGITS for value in values)
    return [
        # R reads JSON's strings: both have the same escapes.
        json.dumps(str(value), ensure_ascii=False)
        if as_text or isinstance(value, str)
        else str(value)
        for value in values
    ]


def listed(before: str, items: Iterable[str], after: str) -> str:
    """Write a list on one line, or on several lines if it would be too long."""
    pieces = list(items)
    line = before + ", ".join(pieces) + after + "\n"
    if len(line) <= _WIDTH:
        return line
    lines, current = [], "   "
    for at, item in enumerate(pieces, start=1):
        piece = f" {item}" if at == len(pieces) else f" {item},"
        if len(current) + len(piece) > _WIDTH and current.strip():
            lines.append(current)
            current = "   "
        current += piece
    return f"{before}\n" + "\n".join([*lines, current]) + f"\n{after}\n"
