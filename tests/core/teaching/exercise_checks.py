"""What must hold for every exercise that a link can name.

Each right answer is computed anew from what the exercise shows, with the core's own matrices; each
mistake must be apart from the right answer and from every other, and be recognised by its answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from qwk_core import Walkthrough, walk_through, walk_through_counts, weight_matrix
from qwk_core.messages import Message
from qwk_core.statistics.raters import rater_agreement
from qwk_core.teaching.exercises import (
    Answer,
    Exercise,
    Grid,
    Strip,
    judge,
)
from qwk_core.teaching.pitfalls.catalogue import PITFALLS

# Less a rounding: a gap may be exactly this.
CLEAR_GAP, CLEAR_CHANGE = 0.15 - 1e-12, 0.05 - 1e-12
_FIELD = re.compile(r"[OwE]\[(.+), (.+)\]")


def check_exercise(asked: Exercise) -> None:
    """Check its answer, its words, and that each of its mistakes can be recognised."""
    check_right(asked)
    check_words(asked)
    for mistake in asked.mistakes:
        assert distance(mistake.values, asked.right) > 2 * asked.tolerance, (asked.key, mistake.key)
        for values in (mistake.values, rounded(asked, mistake.values)):
            verdict = judge(asked, [Answer(value, 2) for value in values])
            assert not verdict.right, (asked.key, mistake.key)
            assert verdict.mistake == mistake.key, (asked.key, mistake.key, verdict)
    for one, other in combinations(asked.mistakes, 2):
        gap = distance(one.values, other.values)
        assert gap > 2 * asked.tolerance, (asked.key, one.key, other.key)
    if asked.options:
        texts = [str(option) for option in asked.options]
        assert len(set(texts)) == len(texts), asked.key
    else:
        assert all(kappa_of(grid) is not None for grid in grids(asked)), asked.key


def distance(one: Iterable[Fraction], other: Iterable[Fraction]) -> Fraction:
    """Return how far two answers are apart where they are farthest apart."""
    return max(abs(x - y) for x, y in zip(one, other, strict=True))


def rounded(asked: Exercise, values: Iterable[Fraction]) -> list[Fraction]:
    """Return an answer as someone with two decimals gives it."""
    return [round(value, 2) if asked.tolerance else value for value in values]


def grids(asked: Exercise) -> list[Grid]:
    """Return the matrices of counts that an exercise and its solution show."""
    parts = (*asked.given, *asked.solution)
    return [part for part in parts if isinstance(part, Grid) and part.name == "observed"]


def walk_of(part: object) -> Walkthrough:
    """Walk through the ratings or the counts that an exercise shows."""
    if isinstance(part, Strip):
        actual, predicted = part.vectors[:2]
        return walk_through(actual, predicted, categories=range(len(part.categories)))
    assert isinstance(part, Grid), part
    return walk_through_counts([[int(cell) for cell in row] for row in part.values])


def kappa_of(part: object) -> float | None:
    """Return the kappa of what an exercise shows, None where it is undefined."""
    kappa = walk_of(part).kappa
    return None if math.isnan(kappa) else kappa


def cells_of(asked: Exercise, categories: Iterable[object]) -> list[tuple[int, int]]:
    """Return the positions of the cells that are asked for."""
    labels = [str(category) for category in categories]
    found = [_FIELD.fullmatch(field) for field in asked.fields]
    return [(labels.index(match[1]), labels.index(match[2])) for match in found if match]


def check_right(asked: Exercise) -> None:
    """Compute the right answer anew, and see that it is accepted."""
    for values in (asked.right, rounded(asked, asked.right)):
        verdict = judge(asked, [Answer(value, 2) for value in values])
        assert verdict.right, asked.key
    if asked.options:
        wanted: list[float] = [right_option(asked)]
    else:
        wanted = right_numbers(asked)
    assert len(wanted) == len(asked.right), asked.key
    for value, right in zip(wanted, asked.right, strict=True):
        assert abs(value - float(right)) < 1e-9, (asked.key, value, right)


def right_numbers(asked: Exercise) -> list[float]:
    """Compute the numbers that are asked for from what is shown."""
    if asked.kind == "compute-kappa":
        if asked.level == 1:
            above, below = (asked.ask.values[name] for name in ("above", "below"))
            assert isinstance(above, int | float)
            assert isinstance(below, int | float)
            return [1 - above / below]
        if asked.level == 2:
            sums = [
                float(sum(map(sum, part.values))) for part in asked.given if isinstance(part, Grid)
            ]
            return [1 - sums[0] / sums[1]]
        return [walk_of(asked.given[0]).kappa]
    if asked.kind == "fill-weights":
        categories = str(asked.ask.values["scale"]).split(", ")
        scheme = "linear" if "linear" in asked.ask.template else "quadratic"
        matrix = weight_matrix(len(categories), scheme)
        return [float(matrix[cell]) for cell in cells_of(asked, categories)]
    if asked.kind == "three-raters" and asked.level == 3:
        told = asked.ask.values
        sums = [
            sum(float(str(told[name])) for name in told if name.endswith(f"_{end}"))
            for end in ("above", "below")
        ]
        shown = [walk_of(grid) for grid in grids(asked)]
        assert abs(sum(walk.numerator for walk in shown) - sums[0]) < 1e-9, asked.key
        assert abs(sum(walk.denominator for walk in shown) - sums[1]) < 1e-9, asked.key
        return [1 - sums[0] / sums[1]]
    (part,) = asked.given
    assert isinstance(part, Strip | Grid)
    if asked.kind == "three-raters":
        assert isinstance(part, Strip)
        found = rater_agreement(list(zip(*part.vectors, strict=True)))
        return [found.raters_summary[2].bias]
    walk = walk_of(part)
    matrix = walk.observed if asked.kind == "count-observed" else walk.expected
    return [float(matrix[cell]) for cell in cells_of(asked, part.categories)]


def right_option(asked: Exercise) -> int:
    """Find the right option from what is shown."""
    if asked.kind == "spot-pitfall":
        return believed(asked)
    if asked.kind == "three-raters":
        (strip,) = asked.given
        assert isinstance(strip, Strip)
        pairs = [
            walk_through(one, other, categories=range(len(strip.categories))).kappa
            for one, other in combinations(strip.vectors, 2)
        ]
        best = max(range(3), key=pairs.__getitem__)
        gaps = [pairs[best] - kappa for at, kappa in enumerate(pairs) if at != best]
        assert min(gaps) >= CLEAR_GAP, asked.key
        return best
    if asked.kind == "which-higher":
        (strip,) = asked.given
        assert isinstance(strip, Strip)
        actual, *pair = strip.vectors
        first, second = (
            walk_through(actual, one, categories=range(len(strip.categories))).kappa for one in pair
        )
        assert first == second or abs(first - second) >= CLEAR_GAP, asked.key
        return 2 if first == second else int(second > first)
    if asked.kind == "rise-or-fall":
        before, after = (part for part in asked.solution if isinstance(part, Grid))
        change = asked.ask.values["change"]
        assert isinstance(change, Message)
        counts = [[int(cell) for cell in row] for row in after.values]
        scheme = "linear" if change.template.startswith("Linear") else "quadratic"
        was, now = kappa_of(before), walk_through_counts(counts, scheme=scheme).kappa
        assert was is not None
        assert was == now or abs(was - now) >= CLEAR_CHANGE, asked.key
        return 2 if was == now else int(now < was)
    kappa = kappa_of(asked.given[0])
    return 0 if kappa is None else {0.0: 1, 1.0: 2}.get(kappa, 3)


# Whose kappas a story tells, by its pitfall: a value's name, a part's place.
TOLD: dict[str, dict[str, int]] = {
    "unused-category": {"before": 0},
    "alphabetical": {"true": 0},
    "no-exact-hit": {"kappa": 0},
    "prevalence": {"first": 0, "second": 1},
    "centre-cell": {"kappa": 0},
    "correlation": {"kappa": 0},
    "small-samples": {"kappa": 0},
    "rankings-flip": {"kappa_a": 0, "kappa_b": 1},
    "pooling": {"pooled": 0},
}


def believed(asked: Exercise) -> int:
    """Find the belief behind a story, and see that the kappas it tells are those of its ratings."""
    story = asked.ask.values["story"]
    assert isinstance(story, Message)
    (one,) = (one for one in PITFALLS if one.story == story.template)
    for name, at in TOLD.get(one.key, {}).items():
        kappa, value = kappa_of(asked.given[at]), story.values[name]
        assert isinstance(value, int | float)
        assert kappa is not None
        assert abs(kappa - value) < 1e-9, (asked.key, name)
    if one.key in ("as-far-as-possible", "undefined"):
        kappa = kappa_of(asked.given[0])
        assert kappa is None if one.key == "undefined" else kappa == 0, asked.key
    assert len(asked.options) == asked.level + 2, asked.key
    return [option.template for option in asked.options].index(one.belief)


def check_words(asked: Exercise) -> None:
    """Every template finds its values, and there is something to say at every turn."""
    said = [asked.ask, asked.hint, *asked.options, *(one.feedback for one in asked.mistakes)]
    said += [part for part in (*asked.given, *asked.solution) if isinstance(part, Message)]
    said += [asked.otherwise] if asked.otherwise is not None else []
    for message in said:
        assert str(message).strip(), asked.key
        assert "{" not in str(message), (asked.key, message.template)
    assert asked.solution, asked.key
    assert bool(asked.fields) != bool(asked.options), asked.key
