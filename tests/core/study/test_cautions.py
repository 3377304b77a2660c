"""The claim of every caution is checked by a second computation that shares no code."""

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from qwk_core.messages import Message
from qwk_core.statistics.intervals import kappa_interval
from qwk_core.statistics.rating_table import Doubt
from qwk_core.statistics.smoothing import add_two_items
from qwk_core.study.cautions import Caution, find_cautions
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study, make_study
from tests.core import oracle
from tests.core.study.studies import FAR, LISTED, MANY, grouped, made


def kappa(table: np.ndarray, scheme: str) -> float:
    """Compute kappa from its definition."""
    exact = oracle.kappa(table.tolist(), scheme)
    return math.nan if exact is None else float(exact)


def pairs_of(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    cells = np.repeat(np.arange(table.size), table.ravel())
    return np.divmod(cells, len(table))


# -- What each caution says ---------------------------------------------------------------------


def undefined(study: Study, caution: Caution) -> None:
    rows, columns = np.nonzero(study.observed)
    assert len(set(rows)) == len(set(columns)) == 1
    assert rows[0] == columns[0]


def constant_rater(study: Study, caution: Caution) -> None:
    name = caution.message.values["category"]
    totals = study.observed.sum(1), study.observed.sum(0)
    constant = [one for one in totals if (one > 0).sum() == 1]
    assert name.strip("“”") in [str(study.categories[one.argmax()]) for one in constant]
    assert study.kappa == 0


def misfit(study: Study, caution: Caution) -> None:
    rows, columns = pairs_of(study.observed)
    size = len(study.categories)
    text = plain_text(caution.message, 12)
    step = 1 if "higher" in text else -1
    aligned = size - 1 - columns if "turned round" in text else columns + step
    table = np.zeros((size + 2, size + 2), dtype=int)
    np.add.at(table, (rows + 1, aligned + 1), 1)
    theirs = kappa(table, study.scheme)  # the longer scale does not change kappa
    assert caution.message.values["aligned"] == pytest.approx(theirs)
    assert theirs >= study.kappa + 0.1 - 1e-9


def no_interval(study: Study, caution: Caution) -> None:
    if "One item alone" in caution.message.template:
        assert study.n == 1
    elif "Without some" in caution.message.template:
        without = [
            study.observed - one
            for one in np.eye(study.observed.size, dtype=int).reshape(-1, *study.observed.shape)
            if (study.observed >= one).all()
        ]
        assert any(np.isnan(kappa(one, study.scheme)) for one in without)
    elif "five clusters" in caution.message.template:
        assert study.n_clusters < 5
    else:
        assert "sums of weights" in caution.message.template
        assert (study.observed % 1).any()


def names_of(study: Study) -> list[object]:
    numbers = all(isinstance(one, int) for one in study.categories)
    return [*study.categories] if numbers else [*map(str, study.categories)]


def of_scikit_learn(study: Study) -> float:
    """Return the `cohen_kappa_score` of scikit-learn, called without the categories."""
    scheme = None if study.scheme == "unweighted" else study.scheme
    rated = (np.array(names_of(study))[one] for one in pairs_of(study.observed))
    return float(cohen_kappa_score(*rated, weights=scheme))


def default_labels(study: Study, caution: Caution) -> None:
    theirs, names = of_scikit_learn(study), names_of(study)
    assert caution.message.values["theirs"] == pytest.approx(theirs, abs=1e-9)
    found = re.match(
        r"This scale gives (\S+)\. Some programs give (\S+), ", plain_text(caution.message)
    )
    assert found is not None
    assert found[1] != found[2]
    assert abs(theirs - study.kappa) > 1e-10
    used = [c for at, c in enumerate(names) if (study.observed[at] + study.observed[:, at]).any()]
    assert len(used) < len(names) or sorted(used) != used  # some are dropped, or sorted
    assert ("drop" in caution.message.template) == (len(used) < len(names))


def unused_between(study: Study, caution: Caution) -> None:
    given_by = study.observed.sum(0) + study.observed.sum(1)
    unused = [at for at in range(len(given_by)) if not given_by[at]]
    between = [at for at in unused if given_by[:at].any() and given_by[at:].any()]
    assert between
    gap = oracle.weights(len(given_by), study.scheme)
    assert all(gap[at - 1][at + 1] > gap[at - 1][at] for at in between)  # the distance matters


def prevalence(study: Study, caution: Caution) -> None:
    rows, columns = pairs_of(study.observed)
    values = caution.message.values
    both = [*rows, *columns]
    most = max(both.count(at) for at in set(both))
    assert values["share"] == pytest.approx(100 * most / len(both), abs=0.0501)
    assert most >= 0.8 * len(both)
    assert values["same"] == pytest.approx(100 * np.mean(rows == columns), abs=0.0501)
    chance = 100 * np.mean([rows[:, np.newaxis] == columns[np.newaxis, :]])
    assert values["chance"] == pytest.approx(chance, abs=0.0501)
    assert chance > 50


def few_items(study: Study, caution: Caution) -> None:
    assert min(study.n, study.independent_items or math.inf) < 50
    _quotes_the_interval(study, caution)


def wide_interval(study: Study, caution: Caution) -> None:
    assert study.interval.high - study.interval.low > 0.2
    _quotes_the_interval(study, caution)


def _quotes_the_interval(study: Study, caution: Caution) -> None:
    said = caution.message.values.get("said", caution.message)
    assert isinstance(said, Message)
    own = kappa_interval(
        study.observed,
        scheme=study.scheme,
        level=study.level,
        method="analytic" if study.interval.method == "formula" else "smoothed",
    )
    ends = said.values["low"], said.values["high"]
    assert ends == pytest.approx((own.low, own.high), abs=1e-6)
    needed = caution.message.values.get("needed")
    if needed is not None:
        for items, narrow in ((needed, True), (needed - 1, False)):
            table = study.observed * (items / study.n)
            width = kappa_interval(
                table, scheme=study.scheme, level=study.level, method="smoothed", effective_n=items
            ).width
            assert (width <= 0.2 + 1e-9) == narrow


def few_decide(study: Study, caution: Caution) -> None:
    squares = oracle.slopes(study.observed, study.scheme).ravel() ** 2
    made_up = np.sort(np.repeat(squares, study.observed.ravel()))[::-1].cumsum()
    half = caution.message.values["half"]
    assert made_up[half - 1] >= made_up[-1] / 2 * (1 - 1e-3)
    assert half == 1 or made_up[half - 2] <= made_up[-1] / 2 * (1 + 1e-3)
    assert half < min(study.n / 2, 10)  # few


def beyond_one(study: Study, caution: Caution) -> None:
    assert study.interval.high > 1 or study.interval.low < -1


def few_clusters(study: Study, caution: Caution) -> None:
    assert 5 <= study.n_clusters == caution.message.values["clusters"] < 10


def alike_groups(study: Study, caution: Caution) -> None:
    # The scores of the groups come from kappas of the table with two more items.
    worth = oracle.slopes(add_two_items(study.observed), study.scheme)
    worth = worth - (study.observed * worth).sum() / study.n
    scores = [(group.observed * worth).sum() for group in study.groups.values()]
    spread = sum(one**2 for one in scores) * len(scores) / (len(scores) - 1)
    alone = (study.observed * worth**2).sum()
    items = study.n * alone / spread
    assert caution.message.values["items"] == pytest.approx(items, abs=0.51)
    assert items <= 0.8 * study.n * 1.001


def pooling(study: Study, caution: Caution) -> None:
    values, tables = caution.message.values, [group.observed for group in study.groups.values()]
    w = np.array(oracle.weights(len(study.categories), study.scheme), dtype=float)
    chances = [np.outer(one.sum(1), one.sum(0)) / one.sum() for one in tables]
    within = 1 - sum((w * one).sum() for one in tables) / sum((w * one).sum() for one in chances)
    assert values["pooled"] == pytest.approx(kappa(sum(tables), study.scheme))
    assert values["within"] == pytest.approx(within)
    lift = values["pooled"] - within
    text = caution.message.template
    assert ("changes little" in text) == (abs(lift) < 0.05) == (caution.severity == "note")
    assert ("lifts" in text) == (lift >= 0.05)
    if "that alone" in text:
        alone = kappa(sum(chances), study.scheme)
        assert values["alone"] == pytest.approx(alone)
        assert alone > 0  # the different levels of groups are the cause


def groups_differ(study: Study, caution: Caution) -> None:
    tables = [group.observed for group in study.groups.values()]
    kappas = [kappa(one, study.scheme) for one in tables]
    varied = [one for one, table in zip(kappas, tables, strict=True) if is_varied(table)]
    ends = caution.message.values["lowest"], caution.message.values["highest"]
    assert ends == pytest.approx((min(varied), max(varied)))
    of_each = np.repeat(np.arange(len(tables)), [one.sum() for one in tables])
    cells = np.concatenate([np.repeat(np.arange(one.size), one.ravel()) for one in tables])
    random, own = np.random.default_rng(7), spread_of_kappas(cells, of_each, study)
    dealt = [spread_of_kappas(cells, random.permutation(of_each), study) for _ in range(60)]
    assert np.mean(np.array(dealt) >= own) < 0.15


def is_varied(table: np.ndarray) -> bool:
    return min((table.sum(axis) > 0).sum() for axis in (0, 1)) > 1


def spread_of_kappas(cells: np.ndarray, of_each: np.ndarray, study: Study) -> float:
    """Return how far the kappas of groups lie from their mean, each with its E as its weight."""
    size = len(study.categories)
    w = np.array(oracle.weights(size, study.scheme), dtype=float)
    seen, chances = [], []
    for at in range(of_each.max() + 1):
        table = np.bincount(cells[of_each == at], minlength=size**2).reshape(size, size)
        seen.append((w * table).sum())
        chances.append((w * np.outer(table.sum(1), table.sum(0))).sum() / table.sum())
    costs, chance = np.array(seen), np.array(chances)
    apart = costs[chance > 0] / chance[chance > 0] - costs.sum() / chance.sum()
    return float((chance[chance > 0] * apart**2).sum())


def small_groups(study: Study, caution: Caution) -> None:
    small = [one for one in study.groups.values() if one.observed.sum() < 50]
    assert (caution.message.values["small"], caution.message.values["groups"]) == (
        len(small),
        len(study.groups),
    )
    assert small
    assert "without" in caution.message.template  # a group of one item has no interval


def missing(study: Study, caution: Caution) -> None:
    assert caution.message.values["missing"] > 0
    assert caution.message.values["rows"] == study.n + caution.message.values["missing"]
    many = caution.message.values["missing"] > 0.05 * caution.message.values["rows"]
    assert caution.severity == ("warning" if many else "note")


def two_categories(study: Study, caution: Caution) -> None:
    every = [kappa(study.observed, one) for one in ("quadratic", "linear", "unweighted")]
    assert np.ptp(every) == pytest.approx(0, abs=1e-12) or np.isnan(every).all()


CLAIMS: dict[str, Callable[[Study, Caution], None]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        undefined, constant_rater, misfit, no_interval, default_labels, unused_between, prevalence,
        few_items, wide_interval, few_decide, beyond_one, few_clusters, alike_groups, pooling,
        groups_differ, small_groups, missing, two_categories,
    )
}  # fmt: skip


NOTES = {"beyond-one", "unused-between", "wide-interval", "small-groups", "two-categories"}
BY_FIGURES = {"pooling", "missing"}  # these are notes or warnings


def hold_all(study: Study) -> set[str]:
    """Check the claim of every caution of a study; return the keys of the cautions."""
    found = find_cautions(study)
    for one in found:
        usual = "error" if one.key == "undefined" else "note" if one.key in NOTES else "warning"
        assert one.key in BY_FIGURES or one.severity == usual
    with np.errstate(invalid="ignore"):
        for one in found:
            CLAIMS[one.key](study, one)
    keys = {one.key for one in found}
    if study.observed.dtype == int and not math.isnan(study.kappa):
        same = abs(of_scikit_learn(study) - study.kappa) < 1e-9
        assert same == ("default-labels" not in keys)
    return keys


# -- Known tables ---------------------------------------------------------------------------------

GOOD, BAD = np.array([[9, 1], [0, 10]]), np.array([[5, 5], [4, 6]])
FOUR = np.diag([20] * 4)
UP, DOWN = np.zeros((2, 4, 4), dtype=int)  # two categories higher, two categories lower
UP[[0, 1], [2, 3]] = DOWN[[2, 3], [0, 1]] = 30


def clustered(*tables: np.ndarray) -> Study:
    return make_study(sum(tables), clusters=[*tables])


TABLES = {name: (made(**case), {*case["has"]}) for name, case in LISTED["cautions"].items()} | {
    "moved": (make_study(np.pad(FOUR, ((0, 1), (1, 0)))), {"misfit"}),
    "moved the other way": (make_study(np.pad(FOUR, ((1, 0), (0, 1)))), {"misfit"}),
    "alike": (grouped(*[GOOD, BAD] * 6), {"alike-groups", "small-groups"}),
    "two clusters": (clustered(*[GOOD] * 2), {"no-interval"}),
    "nine clusters": (clustered(*[GOOD] * 9), {"few-clusters"}),
    "ten clusters": (clustered(*[GOOD] * 10), set()),
    "a good and a bad group": (grouped(5 * GOOD, 5 * BAD), {"groups-differ"}),
    "far apart": (grouped(*(10 * one for one in FAR)), {"pooling"}),
    "near": (grouped(np.array(MANY), np.transpose(MANY)), {"pooling"}),
    "a shift in each group": (grouped(UP, DOWN), {"pooling"}),
}
ABSENT = {name: (made(**case), {*case["has"]}) for name, case in LISTED["absent"].items()} | {
    "two large groups": (grouped(np.array(MANY), np.transpose(MANY)), {"small-groups"}),
    "four groups": (grouped(*[GOOD, BAD] * 2), {"alike-groups"}),
    "two of one table": (grouped(5 * GOOD, 5 * GOOD), {"groups-differ"}),
    "many groups": (grouped(*[GOOD, BAD] * 6), {"groups-differ"}),
    "a group that varies": (grouped(5 * GOOD, np.array([[99, 0], [0, 0]])), {"groups-differ"}),
    "groups of one table": (grouped(*[GOOD] * 12), {"alike-groups"}),
    "constant groups": (
        grouped(*(np.array([[0, n], [0, 0]]) for n in range(1, 13))),
        {"alike-groups"},
    ),
}


@pytest.mark.parametrize(("study", "expected"), TABLES.values(), ids=TABLES)
def test_a_known_table_has_its_cautions_and_they_hold(study: Study, expected: set[str]) -> None:
    assert expected <= hold_all(study)


@pytest.mark.parametrize(("study", "absent"), ABSENT.values(), ids=ABSENT)
def test_a_caution_without_its_reason_is_not_given(study: Study, absent: set[str]) -> None:
    assert not absent & hold_all(study)


def test_groups_whose_items_belong_together_are_not_said_to_differ() -> None:
    groups = {"a": 5 * GOOD, "b": 5 * BAD}
    for worth, said in ((None, True), (90, False)):
        study = make_study(5 * (GOOD + BAD), groups=groups, effective_n=worth)
        assert ("groups-differ" in {one.key for one in find_cautions(study)}) == said


def test_every_claim_is_tried() -> None:
    assert set().union(*(expected for _study, expected in TABLES.values())) == set(CLAIMS)


def test_items_that_may_belong_together_are_a_caution_and_no_remark() -> None:
    found, doubt = Message("One item per row."), Doubt("Several rows have the same patient.")
    study = Study(make_study([[40, 9], [6, 45]]).table, choices=(found, doubt))
    assert [one.message for one in find_cautions(study) if one.key == "repeated"] == [doubt]
    assert study.remarks == (found,)


def test_the_width_that_is_written_is_the_difference_of_the_ends_that_are_written() -> None:
    turned = [[0, 0, 0, 4, 8], [0, 0, 6, 2, 8], [0, 5, 2, 6, 0], [3, 2, 3, 0, 0], [7, 4, 0, 0, 0]]
    said = {one.key: plain_text(one.message) for one in find_cautions(make_study(turned))}
    assert "The interval is 0.3036 wide, from −0.8784 to −0.5748." in said["wide-interval"]


def test_kappas_that_differ_are_written_so_that_they_differ() -> None:
    marks = np.diag([1] * 101)
    marks[range(100), range(1, 101)] = 1
    marks[50] = marks[:, 50] = 0
    (said,) = (one for one in find_cautions(make_study(marks)) if one.key == "default-labels")
    assert "gives 0.99971. Some programs give 0.99970," in plain_text(said.message)


def test_a_scale_that_fits_is_left_alone() -> None:
    random = np.random.default_rng(4)
    for _ in range(20):
        rated = random.integers(0, 4, (2, 60))  # two raters who rate at random
        table = np.zeros((4, 4), dtype=int)
        np.add.at(table, tuple(rated), 1)
        assert "misfit" not in hold_all(make_study(table))
    severe = np.clip(np.add.outer(np.arange(5), [-1, 0, 0]), 0, 4)  # sometimes a step lower
    table = np.zeros((5, 5), dtype=int)
    np.add.at(table, (np.repeat(np.arange(5), 3), severe.ravel()), 6)
    assert "misfit" not in hold_all(make_study(table))


def test_groups_made_at_random_are_not_said_to_differ() -> None:
    random, found, differ = np.random.default_rng(0), 0, 0
    for _ in range(40):
        quality, cut = random.normal(size=60), [-0.7, 0, 0.7]
        pair = (np.digitize(quality + random.normal(0, 0.5, 60), cut) for _rater in range(2))
        tables = np.zeros((12, 4, 4), dtype=int)
        np.add.at(tables, (np.arange(60) % 12, *pair), 1)
        study = grouped(*tables)
        warned = {one.key for one in find_cautions(study) if one.severity == "warning"}
        found += bool(warned & {"alike-groups", "pooling"})
        of_three = grouped(*tables.reshape(3, 4, 4, 4).sum(axis=1))
        differ += "groups-differ" in hold_all(of_three)
    assert found <= 2
    assert differ <= 2


@pytest.mark.parametrize(("share", "said"), [(1, True), (10**9, True), (0.55, False)])
def test_what_pooling_does_is_said_of_items_that_can_be_dealt(share: float, said: bool) -> None:
    study = grouped(*(10 * share * one for one in FAR))
    assert ("pooling" in {one.key for one in find_cautions(study)}) == said


# -- Any table ------------------------------------------------------------------------------------


@st.composite
def studies(draw: st.DrawFn) -> Study:
    size = draw(st.integers(2, 5))
    cell = st.one_of(st.just(0), st.integers(0, 4), st.integers(0, 90))
    square = st.lists(st.lists(cell, min_size=size, max_size=size), min_size=size, max_size=size)
    table = np.array(draw(square.filter(lambda rows: any(map(any, rows)))))
    categories = draw(st.sampled_from([None, list("cabed"[:size]), [3, 1, 2, 9, 4][:size]]))
    groups = {}
    if draw(st.booleans()):
        n_groups = draw(st.integers(2, 12))
        random = np.random.default_rng(draw(st.integers(0, 99)))
        shares = random.multinomial(table, random.dirichlet(np.full(n_groups, 0.5)))
        groups = {str(at): shares[..., at] for at in range(n_groups)}
    return make_study(
        table,
        categories,
        groups=groups,
        n_missing=draw(st.integers(0, 9)),
        scheme=draw(st.sampled_from(["quadratic", "linear", "unweighted"])),
        level=draw(st.sampled_from([0.9, 0.95])),
    )


@pytest.mark.no_cover
@given(studies())
def test_no_caution_says_what_is_not_so(study: Study) -> None:
    hold_all(study)
