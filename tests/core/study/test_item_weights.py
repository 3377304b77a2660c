"""Studies whose items bear survey weights: with groups, with clusters, and with a truth."""

import json
import math

import jsonschema
import numpy as np
import pytest

from qwk_core.study.cautions import find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study, make_rater_study
from qwk_core.study.tables import study_tables
from tests.core.study.studies import SCHEMA
from tests.core.study.test_notebook import run

RANDOM = np.random.default_rng(11)
N = 72
TRUTH = RANDOM.integers(0, 4, N)
MODELS = np.clip(TRUTH[:, np.newaxis] + RANDOM.integers(-1, 2, (N, 2)), 0, 3)
ROWS = np.column_stack([TRUTH, MODELS]).tolist()
for at in range(0, N, 9):
    ROWS[at][at % 3] = None
WEIGHTS = RANDOM.choice([0.5, 1.25, 3], N)
SITES = ["north" if at < 40 else "south" for at in range(N)]
PUPILS = [str(at // 4) for at in range(N)]
NAMES = ("label", "gpt", "claude")


def study_of(rows=ROWS, weights=WEIGHTS, raters=NAMES, **settings):
    rows = [row[: len(raters)] for row in rows]
    return make_rater_study(
        rows, categories=range(4), raters=raters, sample_weight=weights, **settings
    )


def of_site(site, **settings):
    kept = [at for at, one in enumerate(SITES) if one == site]
    if "clusters" in settings:
        settings["clusters"] = [PUPILS[at] for at in kept]
    return study_of([ROWS[at] for at in kept], WEIGHTS[kept], **settings)


def ends(study):
    found = study.interval
    return found.kappa, found.low, found.high, found.method, found.df


@pytest.mark.parametrize("raters", [NAMES, NAMES[:2]], ids=["three", "two"])
@pytest.mark.parametrize("clusters", [(), PUPILS], ids=["items", "clusters"])
def test_a_group_is_the_study_of_its_items(raters, clusters):
    study = study_of(raters=raters, groups=SITES, clusters=clusters)
    for site, group in study.groups.items():
        alone = of_site(site, raters=raters, **({"clusters": ()} if clusters else {}))
        assert ends(group) == ends(alone)
        assert group.n == alone.n == round(group.n)
        assert group.n_clusters == alone.n_clusters
    assert study.groups["south"].has_interval
    if len(raters) == 2:  # from counts as well
        counts = Study(study.table.pair(), roles=study.roles)
        assert ends(counts) == ends(study)
        assert list(map(ends, counts.groups.values())) == list(map(ends, study.groups.values()))
        assert counts.effective == study.effective


def test_clusters_make_weighted_items_less_sure():
    rows = [row for row in ROWS[:24] for _ in range(3)]
    weights = np.repeat(WEIGHTS[:24], 3)
    clusters = [str(at // 3) for at in range(N)]
    alone, study = study_of(rows, weights), study_of(rows, weights, clusters=clusters)
    assert study.kappa == alone.kappa
    assert study.interval.width > alone.interval.width
    for name, one in study.against.items():
        assert one.interval.width > alone.against[name].interval.width
        assert one.is_weighted


def test_the_kappa_within_groups_takes_the_weights():
    study = study_of(raters=NAMES[:2], groups=SITES)
    seen = chance = 0.0
    for site in ("north", "south"):
        kept = [at for at, one in enumerate(SITES) if one == site and None not in ROWS[at][:2]]
        x, y, weights = TRUTH[kept], MODELS[kept, 0], WEIGHTS[kept]
        seen += weights @ (x - y) ** 2
        chance += weights @ np.subtract.outer(x, y) ** 2 @ weights / weights.sum()
    assert study.pooling.within == pytest.approx(1 - seen / chance)


def test_with_weights_nobody_is_asked_whether_a_scale_is_turned_round():
    turned = [[one, other, None if third is None else 3 - third] for one, other, third in ROWS]
    for weights, said in ((None, True), (WEIGHTS, False)):
        found = [one.key for one in find_cautions(study_of(turned, weights))]
        assert ("misfit" in found) == said


EVERY = {
    "items": study_of(raters=("Ann", "Ben", "Cy")),
    "a truth": study_of(groups=SITES),
    "clusters": study_of(clusters=PUPILS),
    "groups of clusters": study_of(groups=SITES, clusters=PUPILS),
    "drawn": study_of(choice=IntervalChoice("bootstrap", 50)),
    "two": study_of(raters=("Ann", "Ben")),
    "two, clusters": study_of(raters=("Ann", "Ben"), groups=SITES, clusters=PUPILS),
    "counts": Study(study_of(raters=("Ann", "Ben"), groups=SITES, clusters=PUPILS).table.pair()),
    "perfect": study_of([[one] * 3 for one in TRUTH.tolist()]),
    "no item of two": study_of([[1, None, None], [None, 2, None]], [1, 2], raters=("a", "b", "c")),
}


@pytest.mark.parametrize("study", EVERY.values(), ids=EVERY)
def test_every_file_of_a_weighted_study(study):
    content = json.loads(study_json(study))
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    assert "All figures are the same." in run(study)[1]
    tables = {name: write() for name, write in study_tables(study).items()}
    if study.agreement is not None:
        assert content["all_raters"]["alpha"] is None
        head, first = tables["items.csv"].splitlines()[:2]
        assert head.startswith("item,weight,ratings")
        assert first.startswith(f"1,{study.table.item_weights[0]},")


def test_a_large_table_is_not_left_out_item_by_item_in_a_notebook(monkeypatch):
    monkeypatch.setattr("qwk_core.study.notebook._MOST_WORK", 1)
    assert "ends" not in run(study_of(raters=("Ann", "Ben", "Cy")))[0]


def test_a_group_without_clusters_of_several_items_takes_the_usual_interval():
    clusters = ["p" if at < 9 else "q" if at < 30 else str(at) for at in range(N)]
    study = study_of(
        weights=None, groups=SITES, clusters=clusters, choice=IntervalChoice("cluster", 60)
    )
    told = []
    study.draw(told.append)
    assert told[-1] == pytest.approx(1)
    assert study.groups["north"].interval.method == "cluster"
    assert study.groups["south"].interval.method == "fisher"
    assert not math.isnan(study.interval.low)


@pytest.mark.parametrize("n_raters", [2, 3])
def test_a_category_that_prevails_does_so_by_the_weights(n_raters):
    """Of 40 items of weight 1, half are rated 1; the one that weighs 1,000 is rated 2."""
    rows = [[1 + at % 2] * n_raters for at in range(40)] + [[2] * n_raters]
    heavy = make_rater_study([*rows, [1, *[2] * (n_raters - 1)]], sample_weight=[1] * 40 + [999, 1])
    said = {one.key: plain_text(one.message) for one in find_cautions(heavy)}
    assert said["prevalence"].startswith("By their weights, 98%")
    assert "ratings of one item alike; 99.9% are." in said["prevalence"]
    assert "the effective number of these 42 items is 1" in said["few-items"].lower()
    even = make_rater_study([[2] * n_raters] * 38 + rows, sample_weight=[0.01] * 38 + [1] * 41)
    assert "prevalence" not in [one.key for one in find_cautions(even)]


def test_of_clusters_only_those_with_an_item_of_two_raters_count():
    rows = [[1, 1, None], [2, 2, 3], [3, 3, 3], [1, 2, 1]] * 3 + [[2, None, None]] * 12
    clusters = [f"c{at % 4}" for at in range(12)] + [f"d{at}" for at in range(12)]
    study = make_rater_study(rows, clusters=clusters)
    assert study.n_clusters == 4
    assert not study.has_interval
    assert "fewer than five clusters" in str(study.interval.caution)
