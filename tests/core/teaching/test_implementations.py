"""The seven implementations: equal where they should be, and their traps where they are."""

import inspect
import math
import string

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score

from qwk_core import RatingsError, observed_matrix, quadratic_weighted_kappa
from qwk_core.teaching.implementations.cases import (
    TRAP_CASES,
    Outcome,
    digits_shared,
    items_of_counts,
    judge,
    run_function,
)
from qwk_core.teaching.implementations.catalogue import (
    IMPLEMENTATIONS,
    Implementation,
    available,
    source,
)
from qwk_core.teaching.implementations.race import race, race_programme, time_once
from qwk_core.teaching.implementations.traps import _histogram_of_int
from qwk_core.teaching.implementations.ways import (
    one_pass,
    refuse_out_of_bounds,
    scikit_learn,
)
from tests.core import strategies

BY_KEY = {one.key: one for one in IMPLEMENTATIONS}
CASES = {case.key: case for case in TRAP_CASES}
EACH = pytest.mark.parametrize("one", IMPLEMENTATIONS, ids=lambda one: one.key)


def outcome(key, case):
    case = CASES[case]
    return run_function(BY_KEY[key].function, case.actual, case.predicted, case.categories)


@EACH
@settings(max_examples=25, deadline=None)
@given(pairs=strategies.rating_pairs())
def test_all_agree_on_lists_and_arrays(one, pairs):
    actual, predicted = pairs
    exact = quadratic_weighted_kappa(actual, predicted)
    for kind in (list, np.array):
        found = run_function(one.function, kind(actual), kind(predicted), range(5))
        if math.isnan(exact):
            # 0 ÷ 0: nan, or Python's error.
            assert math.isnan(found.kappa)
            assert found.error is None or found.error.startswith("ZeroDivisionError: ")
        else:
            assert found == Outcome(pytest.approx(exact, rel=1e-9, abs=1e-12))


@EACH
def test_all_agree_on_a_scale_that_begins_at_1(one):
    actual, predicted = [1, 2, 2, 5, 5, 1], [1, 2, 5, 5, 2, 1]
    # On 1–5, where 3 and 4 are unused. Without these categories it would be .750.
    assert one.function(actual, predicted, range(1, 6)) == pytest.approx(0.481, abs=5e-4)


@EACH
def test_the_source_is_short_and_runs(one):
    text = source(one)
    assert inspect.getsource(one.function) in text
    assert (one.helper is None) or inspect.getsource(one.helper) in text
    assert len(inspect.getsource(one.function).splitlines()) <= 20


@EACH
def test_traps_tell_what_they_show(one):
    for trap in one.traps:
        assert available(trap)
        numbers = trap.demonstrate()
        fields = {field for _, field, _, _ in string.Formatter().parse(trap.text) if field}
        assert fields == set(numbers) or fields == set(numbers) - {"wrapped"}
        assert trap.text.format(**numbers)
        assert all(str(value) for value in numbers.values()), "an error that did not come"


def trap(implementation, key):
    return next(one for one in BY_KEY[implementation].traps if one.key == key).demonstrate()


@pytest.mark.parametrize("key", ["double-loop", "vectorised"])
def test_a_negative_index_counts_from_the_end(key):
    numbers = trap(key, "below")
    assert numbers["kappa"] == pytest.approx(numbers["wrapped"], rel=1e-12)
    assert outcome(key, "below").kappa == numbers["kappa"]
    assert outcome(key, "above").error.startswith("IndexError: ")


def test_histograms_drop_what_lies_outside():
    numbers = trap("histograms", "drops-outsiders")
    case = CASES["above"]
    assert (numbers["n"], numbers["pairs"]) == (6, 5)
    assert outcome("histograms", "above") == Outcome(numbers["kappa"])
    whole = quadratic_weighted_kappa(case.actual[:-1], case.predicted[:-1])
    assert numbers["kappa"] != pytest.approx(whole, abs=1e-3), "not even that of the other pairs"


def test_one_pass_never_leaves_its_histograms():
    assert outcome("one-pass", "above") == Outcome(
        pytest.approx(math.nan, nan_ok=True),
        "IndexError: index 7 is out of bounds for a histogram of 5",
    )
    with pytest.raises(IndexError, match="index -6 is out of bounds for a histogram of 5"):
        one_pass([0, 1], [-6, 1], range(5))
    edges = np.array([-5, 4])
    refuse_out_of_bounds(edges, edges, 5)


def test_one_pass_wraps_negative_ratings():
    numbers = trap("one-pass", "wraps")
    case = CASES["below"]
    assert outcome("one-pass", "below") == Outcome(pytest.approx(numbers["kappa"], rel=1e-13))
    assert numbers["exact"] == quadratic_weighted_kappa(case.actual, case.predicted)
    assert numbers["kappa"] != pytest.approx(numbers["exact"], abs=1e-3)


def test_one_pass_with_dtype_int_no_longer_compiles():
    assert trap("one-pass", "dtype")["error"] == "TypingError"
    assert _histogram_of_int(2).tolist() == [0, 0], "while Python itself is content"


def test_scikit_learn_drops_what_it_is_not_told():
    numbers = trap("scikit-learn", "drops-categories")
    case = CASES["missing-middle"]
    assert numbers["kappa"] == pytest.approx(0.481, abs=5e-4)
    assert numbers["collapsed"] == pytest.approx(0.750)
    assert scikit_learn(case.actual, case.predicted, None) == pytest.approx(numbers["collapsed"])
    assert outcome("scikit-learn", "missing-middle").kappa == pytest.approx(numbers["kappa"])
    outsiders = trap("scikit-learn", "drops-unlisted")
    assert outcome("scikit-learn", "above") == Outcome(pytest.approx(outsiders["kappa"]))


def test_scikit_learn_has_its_expected_transposed():
    # The line in question: the totals of the columns come first in the outer product.
    text = inspect.getsource(cohen_kappa_score)
    assert "outer(sum0, sum1)" in text
    assert "sum0 = xp.sum(confusion, axis=0)" in text
    assert trap("scikit-learn", "transposed") == {
        "shown": pytest.approx(2 / 3),
        "right": pytest.approx(1 / 3),
    }


@EACH
def test_a_constant_rater_is_0(one):
    assert outcome(one.key, "constant") == Outcome(pytest.approx(0, abs=1e-15))
    assert outcome(one.key, "missing-end").kappa == pytest.approx(CASES["missing-end"].exact())


@pytest.mark.parametrize(
    ("kappa", "exact", "digits"),
    [
        (0.5, 0.5, 17),
        (math.nan, math.nan, 17),
        (math.nan, 0.5, 0),
        (0.5, math.nan, 0),
        (0.123456, 0.123455, 5),
        (1e-9, 0, 9),
        (-1, 1, 0),
    ],
)
def test_digits_shared(kappa, exact, digits):
    assert digits_shared(kappa, exact) == digits


@pytest.mark.parametrize(
    ("key", "case", "verdict"),
    [
        ("double-loop", "missing-middle", "right"),
        ("double-loop", "above", "refuses"),
        ("double-loop", "below", "wrong"),
        ("double-loop", "one-category", "stops"),
        ("histograms", "one-category", "right"),
        ("histograms", "above", "wrong"),
        ("rater-lists", "missing-end", "right"),
        ("moments", "constant", "right"),
        ("one-pass", "above", "refuses"),
        ("scikit-learn", "above", "wrong"),
    ],
)
def test_verdicts(key, case, verdict):
    assert judge(outcome(key, case), CASES[case].exact()) == verdict


@pytest.mark.parametrize("counts", [[[2, 0, 1], [0, 0, 3], [1, 0, 0]], [[5]], [[0, 0], [0, 7]]])
def test_items_of_counts_are_counted_back(counts):
    actual, predicted = items_of_counts(counts)
    assert observed_matrix(actual, predicted, categories=range(len(counts))).tolist() == counts


def test_counts_that_cannot_be_written_out():
    with pytest.raises(RatingsError, match=r"^Counts: up to 200,000 items .* these are 200,001\.$"):
        items_of_counts([[200_000, 0], [0, 1]])
    with pytest.raises(RatingsError, match=r"^Counts: only whole counts can be written out "):
        items_of_counts([[0.5, 0], [0, 0.5]])


@EACH
def test_a_lap(one):
    lap = time_once(one, 1000, seed=3, repeats=2)
    again = time_once(one, 1000, seed=3, repeats=1)
    assert (lap.key, lap.n, lap.kappa) == (one.key, 1000, again.kappa)
    assert lap.seconds > 0
    assert lap.kappa == pytest.approx(time_once(IMPLEMENTATIONS[0], 1000, seed=3).kappa)
    assert time_once(one, 1000, seed=4, n_categories=20).kappa != lap.kappa


def test_a_race_is_run_as_it_is_asked_for():
    def ready(actual, predicted, categories):
        started.append((type(actual), len(actual)))
        return 0.5

    started = []
    short = Implementation("short", "", "", ready, (), takes="lists", max_n=10)
    long = Implementation("long", "", "", ready, (), max_n=100)
    absent = Implementation("absent", "", "", ready, (), needs="no_such_package")
    assert not available(absent)
    field = [short, long, absent]
    assert race_programme(field, (10, 100)) == [(short, 10), (long, 10), (long, 100)]
    laps = race(field, (10, 100), repeats=2)
    assert started == []
    assert next(laps).key == "short"
    assert started == [(list, 2), (list, 10), (list, 10)], "the first is to warm up"
    assert [(lap.key, lap.n) for lap in laps] == [("long", 10), ("long", 100)]
    assert started[-1] == (np.ndarray, 100)


def test_a_race_ends_when_patience_does():
    one = Implementation("one", "", "", lambda *_: 0.5, ())
    assert not list(race([one], (10, 100), patience=-1))
    assert len(list(race([one], (10, 100), patience=600))) == 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 1}, "Items: 1 is out of range; from 2 to 1000000 can be raced."),
        ({"n": 10**7}, "Items: 10000000 is out of range; from 2 to 1000000 can be raced."),
        ({"n": 9, "repeats": 0}, "Runs: 0 is out of range; from 1 to 1000 can be raced."),
        (
            {"n": 9, "n_categories": 1},
            "Categories: 1 is out of range; from 2 to 2000 can be raced.",
        ),
    ],
)
def test_refusals(settings, message):
    with pytest.raises(RatingsError) as caught:
        time_once(IMPLEMENTATIONS[0], **settings)
    assert str(caught.value) == message
