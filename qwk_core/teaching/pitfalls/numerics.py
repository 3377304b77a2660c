"""Which numbers does each pitfall show? They are computed from its examples, on the spot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from qwk_core.statistics.intervals import kappa_interval
from qwk_core.statistics.latent import correlated_shares
from qwk_core.statistics.measures import Measures
from qwk_core.statistics.measures import measures as measures_of
from qwk_core.teaching.examples import Example
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from qwk_core.walkthrough import walk_through_counts

Examples: TypeAlias = Mapping[str, Example]


def compute_numbers(key: str, examples: Examples, beside: Sequence[str] = ()) -> dict[str, float]:
    """Compute what a pitfall's examples give: their kappas, unless it shows other numbers.

    Parameters
    ----------
    key : str
        The key of a pitfall.
    examples : mapping of str to Example
        Its examples, by their keys.
    beside : sequence of str
        The measures that stand beside each kappa.

    Returns
    -------
    dict of str to float
        By the fields of the pitfall's texts.

    Examples
    --------
    >>> ones = Example("same", "Two ones", (0, 1), actual=(1, 1), predicted=(1, 1))
    >>> compute_numbers("undefined", {"same": ones})
    {'n': 2, 'numerator': 0.0, 'denominator': 0.0}
    """
    if key in _COMPUTE:
        return _COMPUTE[key](examples)
    return {
        **_kappas(examples),
        **{f"{at}_{name}": _measures(one)[name] for at, one in examples.items() for name in beside},
    }


def _kappas(examples: Examples) -> dict[str, float]:
    return {key: one.walk().kappa for key, one in examples.items()}


def _undefined(examples: Examples) -> dict[str, float]:
    walk = examples["same"].walk()
    return {"n": walk.n, "numerator": walk.numerator, "denominator": walk.denominator}


def _unused_categories(examples: Examples) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for key, one in examples.items():
        walk = one.walk()
        totals = walk.actual_totals + walk.predicted_totals
        used = [at for at, n in zip(one.categories, totals, strict=True) if n]
        longer = (*one.categories, int(one.categories[-1]) + 1)
        numbers[key] = walk.kappa
        numbers[f"{key}_collapsed"] = one.walk(categories=used).kappa
        numbers[f"{key}_longer"] = one.walk(categories=longer).kappa
    return numbers


def _alphabetical(examples: Examples) -> dict[str, float]:
    sizes = examples["sizes"]
    by_letter = sorted(map(str, sizes.categories))
    return {
        "true_order": sizes.walk().kappa,
        "alphabetical": sizes.walk(categories=by_letter).kappa,
    }


def _recipes(examples: Examples) -> dict[str, float]:
    walk = examples["steps"].walk()
    observed, expected, w = walk.observed, walk.expected, walk.weights
    agreement = 1 - w
    unscaled = np.outer(walk.actual_totals, walk.predicted_totals)
    farthest_squared = (len(w) - 1) ** 2
    return {
        "right": walk.kappa,
        "agreement_weights": 1 - float((agreement * observed).sum() / (agreement * expected).sum()),
        "unscaled": 1 - float((w * observed).sum() / (w * unscaled).sum()),
        "times_16": walk_through_counts(observed, scheme=w * farthest_squared).kappa,
        "n": walk.n,
    }


def _no_exact_hit(examples: Examples) -> dict[str, float]:
    found = _measures(examples["one_too_high"])
    keys = ("accuracy", "quadratic", "linear", "unweighted", "pearson")
    return {key: found[key] for key in keys}


def _more_categories(_: Examples) -> dict[str, float]:
    return {
        f"{scheme}_{n_categories}": walk_through_counts(
            correlated_shares([1] * n_categories, 0.7), scheme=scheme
        ).kappa
        for n_categories in (2, 3, 5, 10, 20)
        for scheme in ("quadratic", "unweighted")
    }


def _small_samples(examples: Examples) -> dict[str, float]:
    walk = examples["steps"].walk()
    intervals = {
        "": kappa_interval(walk.observed, method="auto"),
        "formula_": kappa_interval(walk.observed),
        "drawn_": kappa_interval(walk.observed, method="bootstrap", seed=1),
    }
    ends = {
        f"{name}{end}": getattr(interval, end)
        for name, interval in intervals.items()
        for end in ("low", "high")
    }
    above = {f"above_with_{n}": _share_above(0.2, n) for n in (10, 50)}
    return {"n": walk.n, "kappa": walk.kappa, **ends, **above}


def _share_above(threshold: float, n: int, n_samples: int = 10_000) -> float:
    """Return the share of samples of n random ratings whose quadratic kappa is higher."""
    x, y = np.random.default_rng(n).integers(0, 5, (2, n_samples, n)).astype(np.float64)
    shift = x.mean(axis=1) - y.mean(axis=1)
    covariance = (x * y).mean(axis=1) - x.mean(axis=1) * y.mean(axis=1)
    # κ = 2 covariance / spread, compared without a division, since the spread can be 0.
    spread = x.var(axis=1) + y.var(axis=1) + shift * shift
    return float(np.mean(2 * covariance > threshold * spread))


def _two_of_many(examples: Examples) -> dict[str, float]:
    """Return the pairs' kappas, and that of all pairs of the same raters."""
    return {**_kappas(examples), "pooled": RATER_EXAMPLES[0].agreement().pooled}


def _measures(one: Example) -> Measures:
    return measures_of(one.walk().observed)


_COMPUTE: dict[str, Callable[[Examples], dict[str, float]]] = {
    "undefined": _undefined,
    "unused-category": _unused_categories,
    "alphabetical": _alphabetical,
    "w-or-1-minus-w": _recipes,
    "no-exact-hit": _no_exact_hit,
    "more-categories": _more_categories,
    "small-samples": _small_samples,
    "two-of-many": _two_of_many,
}
