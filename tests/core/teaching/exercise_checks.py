"""Conditions of every exercise that a link can name.

Each right answer is computed again from what the exercise shows, with the core's own matrices. Each
mistake must be recognised by its own answer only.
"""

import math
import re
from fractions import Fraction
from functools import partial
from itertools import combinations

import pytest

from qwk_core import walk_through, walk_through_counts, weight_matrix
from qwk_core.messages import Message
from qwk_core.statistics.raters import rater_agreement
from qwk_core.teaching.exercises.answers import Answer
from qwk_core.teaching.exercises.model import Grid, Strip, judge
from qwk_core.teaching.pitfalls.catalogue import PITFALLS

approx = partial(pytest.approx, abs=1e-9)

# A gap may be exactly as large. 1e-12 is the allowance for rounding.
CLEAR_GAP, CLEAR_CHANGE = 0.15 - 1e-12, 0.05 - 1e-12


def check_exercise(asked):
    """Check the answer and the words of an exercise, and that each mistake is recognised."""
    wanted = right_option(asked) if asked.options else right_numbers(asked)
    assert list(map(float, asked.right)) == [approx(value) for value in wanted], asked.key
    for key, values in [(None, asked.right), *((one.key, one.values) for one in asked.mistakes)]:
        for typed in (values, rounded(asked, values)):
            verdict = judge(asked, [Answer(value, 2) for value in typed])
            assert (verdict.right, verdict.mistake) == (key is None, key), (asked.key, key)
    for at in range(len(asked.options)):  # every wrong choice is met with this exercise's numbers
        verdict = judge(asked, [Answer(Fraction(at))])
        assert verdict.right or verdict.mistake or re.search("[0-9] ÷", str(verdict.feedback))
    texts = [str(option) for option in asked.options]
    assert len(set(texts)) == len(texts), asked.key
    assert bool(texts) or all(kappa_of(grid) is not None for grid in grids(asked)), asked.key
    check_words(asked)


def rounded(asked, values):
    """Return an answer as someone with two decimals gives it."""
    return [round(value, 2) if asked.tolerance else value for value in values]


def grids(asked):
    """Return the matrices of counts that an exercise and its solution show."""
    parts = (*asked.given, *asked.solution)
    return [part for part in parts if isinstance(part, Grid) and part.name == "observed"]


def walk_of(part):
    """Walk through the ratings or the counts that an exercise shows."""
    if isinstance(part, Strip):
        return walk_through(*part.vectors[:2], categories=range(len(part.categories)))
    return walk_through_counts([[int(cell) for cell in row] for row in part.values])


def kappa_of(part):
    """Return the kappa of what an exercise shows, None where it is undefined."""
    kappa = walk_of(part).kappa
    return None if math.isnan(kappa) else kappa


def cells(asked, matrix, categories):
    """Return the cells of a matrix that are asked for, by the names of their fields."""
    labels = [str(category) for category in categories]
    places = [re.fullmatch(r"[OwE]\[(.+), (.+)\]", field).groups() for field in asked.fields]
    return [matrix[labels.index(row), labels.index(column)] for row, column in places]


def right_numbers(asked):
    """Compute the numbers that are asked for from what is shown."""
    expected_text = asked.ask.values
    match asked.name.kind, asked.name.level:
        case "compute-kappa", 1:
            return [1 - expected_text["above"] / expected_text["below"]]
        case "compute-kappa", 2:
            above, below = (float(sum(map(sum, grid.values))) for grid in asked.given)
            return [1 - above / below]
        case "compute-kappa", 3:
            return [walk_of(asked.given[0]).kappa]
        case "fill-weights", _:
            categories = expected_text["scale"].split(", ")
            scheme = "linear" if "linear" in asked.ask.template else "quadratic"
            return cells(asked, weight_matrix(len(categories), scheme), categories)
        case "three-raters", 2:
            found = rater_agreement(list(zip(*asked.given[0].vectors, strict=True)))
            return [found.raters_summary[2].bias]
        case "three-raters", 3:
            shown = [walk_of(grid) for grid in grids(asked)]
            names = {"above": "numerator", "below": "denominator"}
            sums = {
                end: [expected_text[f"{pair}_{end}"] for pair in ("ab", "ac", "bc")]
                for end in names
            }
            for end, name in names.items():
                assert sums[end] == [approx(getattr(walk, name)) for walk in shown]
            return [1 - sum(sums["above"]) / sum(sums["below"])]
    (part,) = asked.given
    walk = walk_of(part)
    matrix = walk.observed if asked.name.kind == "count-observed" else walk.expected
    return cells(asked, matrix, part.categories)


def right_option(asked):
    """Find the right option from what is shown."""
    match asked.name.kind:
        case "spot-pitfall":
            return [believed(asked)]
        case "three-raters":
            return [highest(asked.given[0], list(combinations(range(3), 2)))]
        case "which-higher":
            return [highest(asked.given[0], [(0, 1), (0, 2)])]
        case "rise-or-fall":
            before, after = (part for part in asked.solution if isinstance(part, Grid))
            linear = asked.ask.values["change"].template.startswith("Linear")
            was = kappa_of(before)
            now = walk_through_counts(
                after.values, scheme="linear" if linear else "quadratic"
            ).kappa
            assert was == now or abs(was - now) >= CLEAR_CHANGE, asked.key
            return [2 if was == now else int(now < was)]
    kappa = kappa_of(asked.given[0])
    return [0 if kappa is None else {0.0: 1, 1.0: 2}.get(kappa, 3)]


def highest(strip, pairs):
    """Return the index of the pair with by far the highest kappa; `len(pairs)` if two share it."""
    scale = range(len(strip.categories))
    kappas = [
        walk_through(strip.vectors[one], strip.vectors[other], categories=scale).kappa
        for one, other in pairs
    ]
    *_, second, best = sorted(kappas)
    assert best == second or best - second >= CLEAR_GAP
    return len(pairs) if best == second else kappas.index(best)


# The kappas in the story of each pitfall: the name of the value, and its index in `given`.
TOLD = {
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


def believed(asked):
    """Find the belief behind a story. Check that its kappas are those of its ratings."""
    story = asked.ask.values["story"]
    (one,) = (one for one in PITFALLS if one.story == story.template)
    for name, at in TOLD.get(one.key, {}).items():
        assert story.values[name] == approx(kappa_of(asked.given[at])), (asked.key, name)
    if one.key in ("as-far-as-possible", "undefined"):
        assert kappa_of(asked.given[0]) == (0 if one.key != "undefined" else None), asked.key
    assert len(asked.options) == asked.name.level + 2, asked.key
    return [option.template for option in asked.options].index(one.belief)


def check_words(asked):
    """Check that every template has its values, and that no text is empty."""
    text = [asked.ask, asked.hint, *asked.options, *(one.feedback for one in asked.mistakes)]
    text += [part for part in (*asked.given, *asked.solution) if isinstance(part, Message)]
    text += [asked.otherwise] if asked.otherwise is not None else []
    for message in text:
        assert str(message).strip(), asked.key
        assert "{" not in str(message), (asked.key, message.template)
    assert asked.solution, asked.key
    assert bool(asked.fields) != bool(asked.options), asked.key
