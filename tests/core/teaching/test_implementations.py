"""The seven implementations give equal results where they should, and have known traps."""

import inspect
import math
import string

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import cohen_kappa_score

from qwk_core import observed_matrix, quadratic_weighted_kappa
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
from qwk_core.teaching.implementations.ways import one_pass, refuse_out_of_bounds, scikit_learn
from tests.core import strategies
from tests.core.refused import error_of

BY_NAME = {one.name: one for one in IMPLEMENTATIONS}
EACH = pytest.mark.parametrize("one", IMPLEMENTATIONS, ids=lambda one: one.name)


def outcome(name, key):
    return BY_NAME[name].run(*TRAP_CASES[key].ratings)


def trap(name, key):
    return next(one for one in BY_NAME[name].traps if one.key == key).demonstrate()


@EACH
@given(pairs=strategies.rating_pairs())
def test_all_agree_on_lists_and_arrays(one, pairs):
    actual, predicted = pairs
    exact = quadratic_weighted_kappa(actual, predicted)
    for kind in (list, np.array):
        found = run_function(one.function, kind(actual), kind(predicted), range(5))
        if math.isnan(exact):
            # 0 ÷ 0 gives nan, or Python's error.
            assert math.isnan(found.kappa)
            assert found.error is None or found.error.startswith("ZeroDivisionError: ")
        else:
            assert found == Outcome(pytest.approx(exact, rel=1e-9, abs=1e-12))


@EACH
def test_the_source_is_short_and_runs(one):
    assert inspect.getsource(one.function) in source(one)
    assert one.helper is None or inspect.getsource(one.helper) in source(one)
    assert len(inspect.getsource(one.function).splitlines()) <= 20
    # Each takes either lists or arrays. All are timed on the same items.
    assert {*map(type, one.taken([0, 1], (1, 1)))} == {list if one.takes == "lists" else np.ndarray}
    lap = time_once(one, 1000)
    assert (lap.name, lap.n) == (one.name, 1000)
    assert lap.seconds > 0


@EACH
def test_the_text_of_a_trap_has_its_numbers(one):
    for each in one.traps:
        assert available(each)
        numbers = each.demonstrate()
        fields = {field for _, field, _, _ in string.Formatter().parse(each.text) if field}
        assert fields == set(numbers)
        assert each.text.format(**numbers)
        assert all(str(value) for value in numbers.values()), "the expected error did not come"


@pytest.mark.parametrize(
    ("name", "key", "case"),
    [
        ("double-loop", "wraps-below", "below"),
        ("vectorised", "wraps-below", "below"),
        ("one-pass", "one-pass-wraps", "below"),
        ("histograms", "drops-outsiders", "above"),
        ("scikit-learn", "drops-categories", "missing-middle"),
        ("scikit-learn", "drops-unlisted", "above"),
    ],
)
def test_a_trap_shows_what_the_program_does(name, key, case):
    assert trap(name, key)["kappa"] == pytest.approx(outcome(name, case).kappa, rel=1e-13)


def test_a_few_figures_of_traps():
    outsiders, collapsed = trap("histograms", "drops-outsiders"), TRAP_CASES["missing-middle"]
    assert (outsiders["n"], outsiders["pairs"]) == (6, 5)
    assert scikit_learn(collapsed.actual, collapsed.predicted, None) == pytest.approx(0.750)
    assert trap("scikit-learn", "drops-categories")["collapsed"] == pytest.approx(0.750)
    below = TRAP_CASES["below"]
    exact = quadratic_weighted_kappa(below.actual, below.predicted)
    assert trap("one-pass", "one-pass-wraps")["exact"] == exact
    wrapped = [p % len(below.categories) for p in below.predicted]  # -1 counts from the end
    exact = quadratic_weighted_kappa(below.actual, wrapped)
    assert trap("double-loop", "wraps-below")["kappa"] == pytest.approx(exact, rel=1e-12)
    assert trap("one-pass", "no-longer-compiles")["error"] == "TypingError"
    assert _histogram_of_int(2).tolist() == [0, 0], "Python itself accepts it"


def test_one_pass_never_leaves_its_histograms():
    assert outcome("one-pass", "above").error == (
        "IndexError: index 7 is out of bounds for a histogram of 5"
    )
    with pytest.raises(IndexError, match="index -6 is out of bounds for a histogram of 5"):
        one_pass([0, 1], [-6, 1], range(5))
    edges = np.array([-5, 4])
    refuse_out_of_bounds(edges, edges, 5)


def test_scikit_learn_has_its_expected_transposed():
    # In this line, the totals of the columns come first in the outer product.
    text = inspect.getsource(cohen_kappa_score)
    assert "outer(sum0, sum1)" in text
    assert "sum0 = xp.sum(confusion, axis=0)" in text
    assert trap("scikit-learn", "transposes-expected") == {
        "shown": pytest.approx(2 / 3),
        "right": pytest.approx(1 / 3),
    }


def test_digits_shared():
    kappas = (math.nan, math.nan), (math.nan, 0.5), (0.5, math.nan), (0.123456, 0.123455), (1e-9, 0)
    assert [digits_shared(*pair) for pair in kappas] == [17, 0, 0, 5, 9]


@pytest.mark.parametrize(
    ("key", "verdicts"),
    [  # the scale begins at 1; 3 and 4 are unused, and without them kappa would be .750
        ("missing-middle", {"right": BY_NAME}),
        ("missing-end", {"right": BY_NAME}),
        ("constant", {"right": BY_NAME}),
        ("above", {"refuses": ["double-loop", "vectorised", "one-pass"],
                   "wrong": ["histograms", "rater-lists", "scikit-learn", "moments"]}),
        ("below", {"wrong": ["double-loop", "vectorised", "one-pass"]}),
        ("one-category", {"stops": ["double-loop", "rater-lists", "moments"],
                          "right": ["histograms", "vectorised", "scikit-learn"]}),
    ],
)  # fmt: skip
def test_verdicts(key, verdicts):
    for verdict, names in verdicts.items():
        for name in names:
            assert judge(outcome(name, key), TRAP_CASES[key].exact()) == verdict, name


@pytest.mark.parametrize("counts", [[[2, 0, 1], [0, 0, 3], [1, 0, 0]], [[5]], [[0, 0], [0, 7]]])
def test_items_of_counts_are_counted_back(counts):
    actual, predicted = items_of_counts(counts)
    assert observed_matrix(actual, predicted, categories=range(len(counts))).tolist() == counts


def test_counts_that_cannot_be_written_out():
    too_many = error_of(items_of_counts, [[200_000, 0], [0, 1]])
    assert too_many.startswith("Counts: up to 200,000 items ")
    assert error_of(items_of_counts, [[0.5, 0], [0, 0.5]]).startswith("Counts: only whole counts")


def test_a_lap_is_run_when_it_is_asked_for():
    def ready(actual, predicted, categories):
        started.append((type(actual), len(actual)))
        return 0.5

    started = []
    lists = Implementation("lists", "", "", ready, takes="lists")
    arrays = Implementation("arrays", "", "", ready)
    absent = Implementation("absent", "", "", ready, needs="no_such_package")
    programme = race_programme([lists, arrays, absent], (10, 100))
    assert programme == [(lists, 10), (arrays, 10), (lists, 100), (arrays, 100)]
    laps = race(programme)
    assert started == []
    assert next(laps).name == "lists"
    assert started == [(list, 2), *[(list, 10)] * 3], "the first is to warm up"
    assert [(lap.name, lap.n) for lap in laps] == [(one.name, n) for one, n in programme[1:]]
    assert started[-1] == (np.ndarray, 100)
    assert not list(race(programme, patience=-1)), "it ends when patience does"
