"""Many raters: published figures, exact fractions, exact relations, and other libraries."""

import math
from itertools import combinations

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError, quadratic_weighted_kappa, walk_through
from qwk_core.statistics.raters import COEFFICIENTS, rater_agreement
from tests.core.statistics.raters import formulas
from tests.core.statistics.raters.cases import (
    ANXIETY,
    RAW4,
    RAW5,
    WIKIPEDIA,
    ZAPF,
    seeded_table,
    table,
    tables_with_gaps,
)

SCHEMES = ("quadratic", "linear", "unweighted")


# -- Published figures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "conger", "fleiss", "ac2", "alpha", "light", "pooled"),
    [
        # two programs written apart
        (ANXIETY, 91 / 479, 269 / 1724, 0.535292, 1173 / 6896, 0.198690, 91 / 479),
        # the first four published with irrCAC: .858 .865 .914 .849
        (RAW4, 0.857711, 0.864935, 0.914001, 0.849107, 0.775124, 0.791952),
        (RAW5, 0.761788, 0.750719, 0.830434, 0.771865, 0.712951, 0.755654),
        # Conger and Fleiss published: .8984700, .8983886
        (ZAPF, 0.898470, 0.898389, 0.896962, 0.898897, 0.896503, 0.898470),
        # α published: .810845
        (WIKIPEDIA, 0.802465, 0.800292, 0.835239, 0.810845, 0.739344, 0.751008),
    ],
    ids=["anxiety", "raw4raters", "raw5observers", "zapf", "wikipedia"],
)
def test_reference_cases(rows, conger, fleiss, ac2, alpha, light, pooled):
    agreement = rater_agreement(rows)
    assert agreement.coefficients == {
        "pooled": pytest.approx(pooled, abs=5e-7),
        "conger": pytest.approx(conger, abs=5e-7),
        "light": pytest.approx(light, abs=5e-7),
        "fleiss": pytest.approx(fleiss, abs=5e-7),
        "alpha": pytest.approx(alpha, abs=5e-7),
        "ac2": pytest.approx(ac2, abs=5e-7),
    }
    assert not agreement.reasons


def test_alpha_is_that_of_the_krippendorff_package():
    ratings = seeded_table()
    for scheme, level in (("quadratic", "interval"), ("unweighted", "nominal")):
        alpha = krippendorff.alpha(
            reliability_data=ratings.T, level_of_measurement=level, value_domain=list(range(5))
        )
        ours = rater_agreement(ratings, categories=range(5), scheme=scheme).alpha
        assert ours == pytest.approx(alpha, abs=1e-12)


# -- Exact fractions ----------------------------------------------------------------------------


def same(found, exact):
    return math.isnan(found) if exact is None else found == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(case=tables_with_gaps())
def test_every_number_is_the_exact_fraction(scheme, case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q), scheme=scheme)
    for (g, h), kappa in formulas.pairs(rows, q, scheme).items():
        expected = math.nan if kappa is None else float(kappa)
        assert np.array_equal(agreement.pairs[g, h], expected, equal_nan=True)
        assert np.array_equal(agreement.pairs[h, g], expected, equal_nan=True)
        assert (agreement.pair_reason(g, h) is None) == (kappa is not None)
        counts = formulas.pair_counts(rows, g, h, q)
        assert agreement.pair_counts[g, h] == sum(map(sum, counts))
        if any(map(any, counts)):
            walk = agreement.walk(g, h)
            assert walk.observed.tolist() == counts
            assert np.array_equal(walk.kappa, agreement.pairs[g, h], equal_nan=True)
    for name, exact in formulas.coefficients(rows, q, scheme).items():
        assert same(getattr(agreement, name), exact), name
        assert (name in agreement.reasons) == (exact is None)


# -- Exact relations ----------------------------------------------------------------------------


@st.composite
def complete_tables(draw, n_raters=None):
    r = n_raters or draw(st.integers(2, 5))
    row = st.lists(st.integers(0, 4), min_size=r, max_size=r)
    rows = draw(st.lists(row, min_size=2, max_size=25))
    return np.array(rows)


@given(rows=complete_tables(n_raters=2))
def test_two_raters_are_their_kappa_to_the_last_digit(rows):
    kappa = quadratic_weighted_kappa(rows[:, 0], rows[:, 1], categories=range(5))
    agreement = rater_agreement(rows, categories=range(5))
    found = [agreement.pairs[0, 1], agreement.pooled, agreement.conger, agreement.light]
    assert np.array_equal(found, [kappa] * 4, equal_nan=True)
    walk = walk_through(rows[:, 0], rows[:, 1], categories=range(5))
    assert (agreement.pooled_walk.observed == walk.observed).all()
    assert (agreement.pooled_walk.expected == walk.expected).all()


# -- Identities that the lesson teaches ---------------------------------------------------------


def test_the_declared_scale_is_taken_at_its_word():
    # An unused fifth category moves AC2; categories 1, 2, 4 are no steps of one and of two.
    rows = [[1, 1], [2, 2], [4, 2], [4, 4], [1, 2]]
    assert rater_agreement(rows, categories=[1, 2, 4]).categories == (1, 2, 4)
    in_places = rater_agreement([[{1: 0, 2: 1, 4: 2}[x] for x in row] for row in rows])
    assert rater_agreement(rows, categories=[1, 2, 4]).pooled == in_places.pooled
    assert rater_agreement(rows).pooled != in_places.pooled
    narrow = rater_agreement(rows, categories=range(1, 5)).ac2
    assert rater_agreement(rows, categories=range(1, 6)).ac2 > narrow


def test_a_constant_rater_agrees_with_nobody_beyond_chance():
    rows = [[1, 3, 1], [2, 3, 2], [3, 3, 2], [4, 3, 4]]
    agreement = rater_agreement(rows)
    assert agreement.pairs[1].tolist() == [0, 1, 0]
    own = rater_agreement(rows, scheme=np.abs(np.subtract.outer(range(4), range(4))) / 3)
    assert own.pairs[1].tolist() == [0, 1, 0]
    assert own.pooled == pytest.approx(rater_agreement(rows, scheme="linear").pooled)


# -- All pairs together, to be seen -------------------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
@given(case=tables_with_gaps())
def test_the_pooled_walk_shows_the_pooled_kappa(scheme, case):
    q, rows = case
    agreement = rater_agreement(rows, categories=range(q), scheme=scheme)
    if not agreement.pair_counts[np.triu_indices(len(rows[0]), 1)].any():
        with pytest.raises(RatingsError, match=r"^No item has ratings by two raters"):
            _ = agreement.pooled_walk
        return
    walk = agreement.pooled_walk
    assert np.array_equal(walk.kappa, agreement.pooled, equal_nan=True)
    if walk.undefined_reason is None:
        assert 1 - walk.numerator / walk.denominator == pytest.approx(walk.kappa, abs=1e-12)
    else:
        assert walk.numerator == walk.denominator == 0
    assert (walk.weights * walk.observed == walk.weighted_observed).all()
    assert (walk.weights * walk.expected == walk.weighted_expected).all()
    assert walk.weighted_expected.sum() == pytest.approx(walk.denominator, abs=1e-12)
    # E has O's totals, and both have as many ratings as the pairs.
    assert walk.expected.sum(axis=1) == pytest.approx(walk.actual_totals, abs=1e-9)
    assert walk.expected.sum(axis=0) == pytest.approx(walk.predicted_totals, abs=1e-9)
    counts = agreement.pair_counts[np.triu_indices(len(rows[0]), 1)]
    assert walk.n == pytest.approx(counts.sum())
    if len(set(counts[counts > 0].tolist())) == 1:
        pairs = list(combinations(range(len(rows[0])), 2))
        observed = sum(np.array(formulas.pair_counts(rows, *pair, q)) for pair in pairs)
        assert walk.observed.dtype == np.int64
        assert (walk.observed == observed).all()


def test_the_pooled_walk_of_two_raters_is_that_of_their_pair():
    walk = rater_agreement([(1, 1), (1, 2), (2, 2)]).pooled_walk
    assert walk.observed.tolist() == [[1, 1], [0, 1]]
    assert walk.observed.dtype == np.int64


def test_each_pair_counts_alike_in_the_pooled_walk():
    rows = table("1122. 12221 ..121")
    agreement = rater_agreement(rows)
    assert agreement.pair_counts[np.triu_indices(3, 1)].tolist() == [4, 2, 3]
    scaled = sum(
        agreement.walk(g, h).observed * 3 / agreement.pair_counts[g, h]
        for g, h in combinations(range(3), 2)
    )
    assert agreement.pooled_walk.observed == pytest.approx(scaled)


# -- Choosing two -----------------------------------------------------------------------------


def test_a_rater_is_known_by_name_and_by_column():
    agreement = rater_agreement([[1, 1, 5], [2, 2, 1]], raters=["Ann", "Ben", "Cy"])
    by_name, by_column = agreement.walk("Cy", "Ann"), agreement.walk(2, np.int64(0))
    assert (by_name.observed == by_column.observed).all()
    assert by_name.observed[4, 0] == 1
    for rater, shown in (("Dan", "“Dan”"), (3, "3"), (-1, "-1"), (1.5, "1.5")):
        with pytest.raises(RatingsError, match=rf"^Raters: {shown} is not one of them.$"):
            agreement.walk("Ann", rater)
    with pytest.raises(
        RatingsError, match=r"^“Ann” is chosen twice; choose two different raters.$"
    ):
        agreement.pair_reason("Ann", 0)


# -- What is undefined has its reason -----------------------------------------------------------


def test_no_pair_shares_an_item():
    agreement = rater_agreement([[1, None], [None, 2], [3, None]])
    assert set(agreement.reasons) == set(COEFFICIENTS)
    assert all(math.isnan(value) for value in agreement.coefficients.values())
    assert set(agreement.reasons.values()) == {
        "No item has ratings by two raters, so nobody can see whether they agree."
    }
    assert math.isnan(agreement.pairs[0, 1])
    assert agreement.n_undefined_pairs == 1
    assert agreement.pair_reason(0, 1) == "These two raters have no item in common."
    with pytest.raises(RatingsError, match=r"^“A” and “B” have no item in common.$"):
        agreement.walk(0, 1)


def test_a_rater_who_rated_nothing_is_a_named_gap():
    agreement = rater_agreement([[1, 1, None], [2, 3, None], [3, 3, None]])
    assert np.isnan(agreement.pairs[2]).all()
    assert agreement.pair_counts[2].tolist() == [0, 0, 0]
    two = rater_agreement([[1, 1], [2, 3], [3, 3]])
    assert agreement.pooled == two.pooled
    assert agreement.conger == pytest.approx(two.conger)
    assert agreement.light == two.light


def test_a_rater_who_rated_one_item_is_one_thin_cell():
    agreement = rater_agreement([[1, 1, None], [2, 3, 2], [3, 3, None]])
    # one shared item: the same category is 0 ÷ 0, two different ones are 0
    assert agreement.pair_reason(0, 2).startswith("Both raters give every item the same")
    assert agreement.pairs[1, 2] == 0
    assert agreement.pair_counts[2].tolist() == [1, 1, 1]
    assert agreement.n_undefined_pairs == 1


def test_every_rating_one_category():
    agreement = rater_agreement([[2, 2, 2], [2, 2, None]])
    assert agreement.categories == (2,)
    assert set(agreement.reasons) == set(COEFFICIENTS)
    assert agreement.reasons["pooled"].startswith("Each pair of raters gives the items that both")
    assert agreement.reasons["alpha"].startswith("The items with two ratings or more all have the")
    assert agreement.reasons["fleiss"].startswith("Every rating is the same category")
    assert agreement.pooled_walk.undefined_reason == agreement.reasons["pooled"]
    # on a scale of several categories, AC2 expects little agreement by chance
    wider = rater_agreement([[2, 2, 2], [2, 2, None]], categories=range(4))
    assert wider.ac2 == 1
    assert set(wider.reasons) == set(COEFFICIENTS) - {"ac2"}


def test_one_category_wherever_two_met():
    agreement = rater_agreement([[1, 1, None], [2, None, None], [None, None, 3]])
    assert set(agreement.reasons) == {"pooled", "light", "alpha"}
    assert agreement.conger == agreement.fleiss == 1


def test_weights_that_forgive_everything():
    agreement = rater_agreement([[1, 2], [2, 1]], scheme=[[0, 0], [0, 0]])
    assert set(agreement.reasons.values()) == {
        "With these weights random pairing costs nothing, and kappa is 0 ÷ 0."
    }


@pytest.mark.parametrize("weights", [[[0, 1], [2, 0]], [[1, 1], [1, 0]]])
def test_weights_of_ones_own_must_treat_raters_alike(weights):
    with pytest.raises(RatingsError, match="they must be symmetric, and 0 on the diagonal"):
        rater_agreement([[1, 2], [2, 1]], scheme=weights)


def test_weights_that_need_too_large_a_table():
    rows = np.zeros((2, 500), dtype=int)
    rows[1] = 41
    assert rater_agreement(rows).pooled == 1
    with pytest.raises(RatingsError, match=r"^42 categories and 500 raters need too large a table"):
        rater_agreement(rows, scheme="linear")
    with pytest.raises(RatingsError, match=r"^42 categories and 500 raters need too large a table"):
        _ = rater_agreement(rows).pooled_walk


# -- Size ---------------------------------------------------------------------------------------


def test_long_tables_go_block_by_block(monkeypatch):
    rows = seeded_table()
    whole = rater_agreement(rows, categories=range(5))
    for module in ("sums", "pairs", "summaries", "intervals"):
        monkeypatch.setattr(f"qwk_core.statistics.raters.{module}.CELLS_AT_ONCE", 50)
    blocks = rater_agreement(rows, categories=range(5))
    assert np.array_equal(blocks.pairs, whole.pairs)
    assert blocks.coefficients == pytest.approx(whole.coefficients, abs=1e-12)
    assert blocks.pooled_walk.observed == pytest.approx(whole.pooled_walk.observed)
    assert blocks.items_summary.share == pytest.approx(whole.items_summary.share)
    assert blocks.raters_summary == whole.raters_summary
    for method in ("fisher", "bootstrap"):
        one, other = (a.intervals(method=method, n_draws=50) for a in (whole, blocks))
        for name in COEFFICIENTS:
            assert one[name].high == pytest.approx(other[name].high, abs=1e-9)


def test_whole_numbers_that_need_python_s_own_integers(monkeypatch):
    generator = np.random.default_rng(0)
    truth = generator.integers(0, 2000, 50_000)
    rows = np.stack([truth, (truth + generator.integers(0, 900, truth.size)) % 2000, truth], axis=1)
    short = rater_agreement(rows, categories=range(2000))
    monkeypatch.setattr("qwk_core.statistics.raters.pairs._SAFE", 1)
    long = rater_agreement(rows, categories=range(2000))
    kappa = quadratic_weighted_kappa(rows[:, 0], rows[:, 1], categories=range(2000))
    assert long.pairs[0, 1] == short.pairs[0, 1] == kappa
    assert long.pooled == short.pooled
    rows = seeded_table()
    assert rater_agreement(rows).pooled == pytest.approx(0.8054524110690079, abs=1e-12)


def test_a_frame_of_ratings_and_its_arrays_cannot_be_changed():
    frame = pd.DataFrame({"Ann": [1, 2, 3], "Ben": [1.0, None, 3.0]})
    agreement = rater_agreement(frame)
    assert agreement.raters == ("Ann", "Ben")
    assert agreement.n_items == 3
    assert agreement.n_ratings == 5
    for array in (
        agreement.positions,
        agreement.pairs,
        agreement.pair_counts,
        agreement.items_summary.share,
    ):
        assert not array.flags.writeable
    frame.loc[0, "Ann"] = 3
    assert agreement.positions[0, 0] == 0
