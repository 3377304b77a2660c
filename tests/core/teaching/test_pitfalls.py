"""The fourteen pitfalls: each computed number against the figure it was known by."""

import string

import pytest

from qwk_core import RatingsError, format_categories, parse_categories
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, pitfall

# Computed beforehand with separate scripts, to these digits; more categories as in Brenner, H. &
# Kliebsch, U. (1996). Dependence of weighted kappa coefficients on the number of categories.
# Epidemiology 7(2), 199–202.
KNOWN = {
    "as-far-as-possible": {"constant": 0, "reversed": -1, "swapped": -1, "lopsided": -0.471},
    "undefined": {"n": 5, "numerator": 0, "denominator": 0},
    "unused-category": {
        "gap": 0.481, "gap_collapsed": 0.75, "gap_longer": 0.481, "wide": 0.629,
        "wide_collapsed": 0.571, "wide_longer": 0.629,
    },
    "alphabetical": {"true_order": 0.571, "alphabetical": 0},
    "w-or-1-minus-w": {
        "right": 0.513, "agreement_weights": -0.165, "unscaled": 0.951, "times_16": 0.513,
        "n": 10,
    },
    "no-exact-hit": {
        "accuracy": 0, "quadratic": 0.93, "linear": 0.675, "unweighted": -0.11, "pearson": 1,
    },
    "prevalence": {
        "balanced": 0.7, "rare": 0.318, "balanced_accuracy": 0.85, "rare_accuracy": 0.85,
        "alike": 0.13, "opposed": 0.259, "alike_accuracy": 0.6, "opposed_accuracy": 0.6,
        "spread": 0.948, "concentrated": 0.286, "spread_accuracy": 0.8,
        "concentrated_accuracy": 0.8,
    },
    "more-categories": {
        "quadratic_2": 0.494, "quadratic_3": 0.59, "quadratic_5": 0.646, "quadratic_10": 0.673,
        "quadratic_20": 0.68, "unweighted_2": 0.494, "unweighted_20": 0.078,
    },
    "centre-cell": {
        "empty": 0.70833, "full": 0.70833, "empty_accuracy": 0.5, "full_accuracy": 0.98,
    },
    "correlation": {"shifted": 0.8, "shifted_pearson": 1, "shrunk": 0.857, "shrunk_pearson": 0.949},
    "small-samples": {
        "n": 10, "kappa": 0.513, "low": -0.064, "high": 0.833, "formula_low": 0.015,
        "formula_high": 1.011, "drawn_low": -0.35, "drawn_high": 0.89, "above_with_10": 0.26,
        "above_with_50": 0.07,
    },
    "rankings-flip": {
        "near_mean_absolute_error": 0.4, "far_mean_absolute_error": 0.4, "near_accuracy": 0.6,
        "far_accuracy": 0.9, "near_linear": 0.742, "far_linear": 0.75, "near_quadratic": 0.894,
        "far_quadratic": 0.6,
    },
    "pooling": {
        "low_group": 0.333, "high_group": 0.333, "pooled": 0.99, "wide_range": 0.971,
        "narrow_range": 0.727,
    },
    "two-of-many": {"best_pair": 0.91, "worst_pair": 0.265, "pooled": 0.575},
}  # fmt: skip
# Given to two digits, or drawn at random.
LOOSELY = {"full_accuracy", "drawn_low", "drawn_high", "above_with_10", "above_with_50"}


def test_there_are_fourteen():
    assert [one.key for one in PITFALLS] == list(KNOWN)


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_numbers_are_the_known_ones_and_fill_the_texts(one):
    numbers = one.numbers()
    for key, figure in KNOWN[one.key].items():
        assert numbers[key] == pytest.approx(figure, abs=0.01 if key in LOOSELY else 6e-4), key
    assert numbers == one.numbers(), "the same every time"
    for template in (one.belief, one.happens, one.why, one.instead):
        fields = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        assert fields - set(KNOWN[one.key]) <= {"unweighted_3", "unweighted_5", "unweighted_10"}
        assert template.format(**numbers).endswith(".")
    assert "{" in one.happens
    assert not any(digits in one.happens for digits in ("0.3", "0.5", "0.6", "0.8", "0.9"))


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_examples_open_in_the_walkthrough(one):
    assert one.examples
    assert len({item.key for item in one.examples}) == len(one.examples)
    for item in one.examples:
        walk = item.walk()
        assert walk.categories == item.categories
        assert walk.scheme == item.scheme
        assert parse_categories(format_categories(item.categories)) == item.categories


def test_exactly_what_the_texts_call_exact():
    far = pitfall("as-far-as-possible").numbers()
    assert (far["constant"], far["reversed"], far["swapped"]) == (0, -1, -1)
    unused = pitfall("unused-category").numbers()
    assert (unused["gap"], unused["wide"]) == (unused["gap_longer"], unused["wide_longer"])
    recipes = pitfall("w-or-1-minus-w").numbers()
    assert recipes["times_16"] == pytest.approx(recipes["right"], rel=1e-14)
    centre = pitfall("centre-cell").numbers()
    assert centre["empty"] == centre["full"]
    assert pitfall("undefined").examples[0].walk().undefined_reason


def test_an_unknown_pitfall():
    with pytest.raises(RatingsError, match="Pitfall: “luck” is not known; the pitfalls are as-far"):
        pitfall("luck")
