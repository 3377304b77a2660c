"""Items that come in clusters, and items that have survey weights."""

from collections import Counter

import numpy as np
import pytest

from qwk_core.files import dependent
from qwk_core.files.columns import Columns
from qwk_core.files.dependent import pair_of, tables_of_clusters
from qwk_core.files.encoding import Marks
from qwk_core.files.labelled import LabelCounts, parts_of
from qwk_core.files.queries import sql
from qwk_core.statistics.dependence import effective_items
from qwk_core.study.sentences import interval_notes
from qwk_core.study.study import make_study
from tests.core.files.made import count, text
from tests.core.refused import error_of


def test_tables_add_up_to_the_whole(monkeypatch):
    counts = LabelCounts({("a", "0", "1"): 2, ("b", "1", "1"): 3, ("c", "0", "0"): 4})
    tables = tables_of_clusters(counts.by_part(), (0, 1))
    assert tables.sum(axis=0).tolist() == [[4, 2], [0, 3]]
    monkeypatch.setattr(dependent, "_MOST_CELLS", 11)
    assert "3 clusters" in error_of(tables_of_clusters, counts.by_part(), (0, 1))


def test_weights_are_those_of_the_items(monkeypatch):
    random = np.random.default_rng(2)
    actual, predicted = random.integers(0, 3, (2, 50))
    weights = random.choice([0.5, 1, 4], 50)
    pairs = {}
    for weight, one, other in zip(weights.tolist(), actual, predicted, strict=True):
        key = (f"{weight:g}", str(one), str(other))
        pairs[key] = pairs.get(key, 0) + 1
    found = pair_of(LabelCounts(pairs), (0, 1, 2), ["weight"])
    assert found.observed.sum() == pytest.approx(50)
    for scheme, items in found.effective.items():
        wanted = effective_items(actual, predicted, sample_weight=weights, scheme=scheme)
        assert items == pytest.approx(wanted)
    monkeypatch.setattr(dependent, "_MOST_WEIGHTED", 49)
    assert "up to 49 items" in error_of(pair_of, LabelCounts(pairs), (0, 1, 2), ["weight"])


@pytest.mark.parametrize("rows_per_block", [1, 3, 100])
def test_a_group_a_cluster_and_a_weight_are_one_mark(rows_per_block):
    file = text("a,b,g,c,w\n1,1,x,p,2\n1,2,x,p,2\n2,2,y,p,0.5\n2,2,x,p,2\n2,1,,,\n")
    columns = Columns("a", "b", group="g", cluster="c", weight="w")
    found = count(file, columns, rows_per_block=rows_per_block)
    given = Counter()
    for (mark, *_), n in found.pairs.items():
        given[tuple(parts_of(mark))] += n
    assert given == {("x", "p", "2"): 3, ("y", "p", "0.5"): 1, ("", "", ""): 1}
    assert {name: one.n for name, one in found.by_part(1).items()} == {"p": 4, "": 1}
    assert sql(columns).count(" AS ") == 6
    assert '"w" AS weight' in sql(columns)


def test_a_mark_that_comes_again_keeps_its_number():
    marks = Marks(["g", "c"], ".")
    assert marks.encode({"g": ["x", "y"], "c": ["p", "p"]}, [1, 2]).tolist() == [0, 1]
    assert marks.encode({"g": ["y", "z"], "c": ["p", "p"]}, [3, 4]).tolist() == [1, 2]
    assert [*map(parts_of, marks.labels)] == [["x", "p"], ["y", "p"], ["z", "p"]]


def test_draws_that_leave_kappa_undefined_are_not_shown():
    tables = np.array([[[9, 0], [0, 0]]] * 4 + [[[5, 1], [1, 5]]])
    study = make_study(tables.sum(axis=0), clusters=tables)
    assert study.cluster_draws is None
    assert len(interval_notes(study)) == 1
