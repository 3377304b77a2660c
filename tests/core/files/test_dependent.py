"""Items that come in clusters, and items that have survey weights."""

from __future__ import annotations

import numpy as np
import pytest

from qwk_core.files import dependent
from qwk_core.files.dependent import tables_of_clusters, weighted_items
from qwk_core.files.labelled import LabelCounts
from qwk_core.statistics.dependence import effective_items
from qwk_core.study.sentences import interval_notes
from qwk_core.study.study import make_study
from tests.core.refused import error_of


def test_tables_add_up_to_the_whole(monkeypatch):
    counts = LabelCounts({("a", "0", "1"): 2, ("b", "1", "1"): 3, ("c", "0", "0"): 4})
    tables = tables_of_clusters(counts, (0, 1))
    assert tables.sum(axis=0).tolist() == [[4, 2], [0, 3]]
    monkeypatch.setattr(dependent, "_MOST_CELLS", 11)
    assert "3 clusters" in error_of(tables_of_clusters, counts, (0, 1))


def test_an_item_without_a_cluster_is_refused():
    assert "2 items name no cluster" in error_of(
        tables_of_clusters, LabelCounts({("", "0", "1"): 2, ("b", "1", "1"): 3}), (0, 1)
    )


def test_weights_are_those_of_the_items(monkeypatch):
    random = np.random.default_rng(2)
    actual, predicted = random.integers(0, 3, (2, 50))
    weights = random.choice([0.5, 1, 4], 50)
    pairs = {}
    for weight, one, other in zip(weights.tolist(), actual, predicted, strict=True):
        key = (f"{weight:g}", str(one), str(other))
        pairs[key] = pairs.get(key, 0) + 1
    observed, effective = weighted_items(LabelCounts(pairs), (0, 1, 2))
    assert observed.sum() == pytest.approx(50)
    for scheme, items in effective.items():
        wanted = effective_items(actual, predicted, sample_weight=weights, scheme=scheme)
        assert items == pytest.approx(wanted)
    monkeypatch.setattr(dependent, "_MOST_WEIGHTED", 49)
    assert "up to 49 items" in error_of(weighted_items, LabelCounts(pairs), (0, 1, 2))


@pytest.mark.parametrize("label", ["", "x", "0", "-1"])
def test_what_is_no_weight(label):
    assert "1 items have" in error_of(weighted_items, LabelCounts({(label, "0", "0"): 1}), (0, 1))


def test_draws_that_leave_kappa_undefined_are_not_shown():
    tables = np.array([[[9, 0], [0, 0]]] * 4 + [[[5, 1], [1, 5]]])
    study = make_study(tables.sum(axis=0), clusters=tables)
    assert study.cluster_draws is None
    assert len(interval_notes(study)) == 1
