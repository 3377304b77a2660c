"""What a study says at its edges: an empty group, clusters that leave kappa undefined, no place."""

from __future__ import annotations

import json

import numpy as np
import pytest

from qwk_core import rater_agreement
from qwk_core.statistics import alignment
from qwk_core.statistics.rating_table import PairCounts
from qwk_core.study import cautions
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.notebook import notebook
from qwk_core.study.study import Study, make_rater_study, make_study

COUNTS = np.array([[20, 6, 1], [4, 15, 5], [1, 3, 15]])


def code_of(study: Study) -> str:
    return "\n".join(
        cell["source"] for cell in json.loads(notebook(study))["cells"] if "outputs" in cell
    )


def test_a_group_without_a_rating_is_left_out() -> None:
    table = PairCounts(COUNTS, (1, 2, 3), groups={"a": COUNTS, "b": 0 * COUNTS})
    assert list(Study(table).groups) == ["a"]


def test_a_large_table_of_many_raters_is_not_tried_rater_by_rater(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [[1, 1, 3], [2, 2, 2], [3, 3, 1]] * 4
    assert alignment.align_raters(rater_agreement(rows)) is not None
    monkeypatch.setattr(alignment, "_MOST_RATINGS", 10)
    assert alignment.align_raters(rater_agreement(rows)) is None


@pytest.mark.parametrize("method", ["formula", "bca"])
def test_a_notebook_has_the_default_interval_alone(method: str) -> None:
    study = make_study(COUNTS, choice=IntervalChoice(method, 200))
    code = code_of(study)
    assert "math.atanh" not in code
    exec(code, {})
    many = make_rater_study(
        [[1, 2, 1], [2, 2, 2], [3, 3, 2]], choice=IntervalChoice("bootstrap", 50)
    )
    exec(code_of(many), {})


def test_where_no_number_of_items_is_enough_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cautions, "items_for_width", lambda *_args, **_more: None)
    (said,) = (
        one for one in cautions.find_cautions(make_study([[3, 1], [1, 4]])) if "few" in one.key
    )
    assert "would be" not in str(said.message)
