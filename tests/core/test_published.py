"""The core computes every published figure."""

import math
import string

import pytest

from qwk_core import kappa_interval, quadratic_weighted_kappa, walk_through, walk_through_counts
from qwk_core.statistics.raters import COEFFICIENTS, rater_agreement
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.teaching.examples import EXAMPLES, example
from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from tests.core import oracle
from tests.core.published import PUBLISHED, RATED, printed


def each(kind):
    return pytest.mark.parametrize("one", PUBLISHED[kind], ids=lambda one: one["source"][:30])


@each("vectors")
def test_kappa_of_two_lists(one):
    lists, scale = (one["actual"], one["predicted"]), one.get("categories")
    assert quadratic_weighted_kappa(*lists, categories=scale) == printed(one["kappa"])
    assert walk_through(*lists, categories=scale).kappa == printed(one["kappa"])


@each("tables")
def test_kappa_of_counts_and_its_standard_errors(one):
    found = kappa_interval(one["observed"], scheme=one["scheme"])
    assert walk_through_counts(one["observed"], scheme=one["scheme"]).kappa == printed(one["kappa"])
    assert found.standard_error**2 == printed(one.get("variance", found.standard_error**2))
    null = found.null_standard_error**2
    assert null == printed(one.get("null_variance", null))
    assert found.standard_error == printed(one.get("standard_error", found.standard_error))


@each("raters")
def test_coefficients_of_many_raters(one):
    agreement = rater_agreement(RATED[one["name"]])
    assert agreement.coefficients == {name: printed(one[name]) for name in COEFFICIENTS}
    assert not agreement.reasons
    if "conger_error" in one:  # from Gwet, and from a jackknife in another program
        error = agreement.intervals()["conger"].standard_error
        assert error == pytest.approx(one["conger_error"]["jackknife"], abs=1.1e-4)
        assert error == pytest.approx(one["conger_error"]["gwet"], rel=0.1)


def test_the_ends_of_the_bands_of_each_reading_scale():
    assert [scale.key for scale in READING_SCALES] == [*PUBLISHED["scales"]]
    for scale in READING_SCALES:
        for end in PUBLISHED["scales"][scale.key].split(", "):
            kappa, _, label = end.partition(" ")
            assert scale.band(float(kappa)).label == label, (scale.key, end)
        assert (scale.bands[0].low, scale.bands[-1].high) == (-1, 1)
        for below, above in zip(scale.bands, scale.bands[1:], strict=False):
            assert below.low < below.high == above.low
        assert scale.band(math.nan) is None
        assert scale.source.endswith(".")


def test_kappa_of_each_example():
    assert [known.key for known in EXAMPLES] == [*PUBLISHED["examples"]]
    for key, kappa in PUBLISHED["examples"].items():
        walk = example(key).walk()
        assert walk.kappa == kappa == float(oracle.kappa(walk.observed.tolist())), key


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_the_numbers_of_a_pitfall_are_the_known_ones_and_fill_its_texts(one):
    known, numbers = PUBLISHED["pitfalls"][one.key], one.numbers()
    assert {key: numbers[key] for key in known} == {
        key: printed(figure) for key, figure in known.items()
    }
    assert numbers == one.numbers(), "the same every time"
    for template in (one.belief, one.happens, one.why, one.instead):
        fields = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        assert fields - set(known) <= {"unweighted_3", "unweighted_5", "unweighted_10"}
        assert template.format(**numbers).endswith(".")
    assert "{" in one.happens
    assert not any(digits in one.happens for digits in ("0.3", "0.5", "0.6", "0.8", "0.9"))
