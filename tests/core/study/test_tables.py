"""The tables of a study in which each rater's ratings are known."""

from __future__ import annotations

import csv
import io

import pytest

from qwk_core.study.study import make_rater_study
from qwk_core.study.tables import study_csv
from qwk_core.teaching.rater_examples import RATER_EXAMPLES

FILMS = RATER_EXAMPLES[0]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_tables_hold_every_figure() -> None:
    study = make_rater_study(FILMS.rows, categories=FILMS.categories, raters=FILMS.raters)
    agreement, tables = study.agreement, study_csv(study)
    pairs = rows(tables["pairs.csv"])
    assert [(one["rater"], one["other"]) for one in pairs][:3] == [
        ("Ana", "Ben"),
        ("Ana", "Cleo"),
        ("Ana", "Dan"),
    ]
    weights = [float(one["expected"]) for one in pairs]
    mean = sum(w * float(one["kappa"]) for w, one in zip(weights, pairs, strict=True))
    assert mean / sum(weights) == pytest.approx(agreement.pooled)
    coefficients = {one["coefficient"]: one for one in rows(tables["coefficients.csv"])}
    assert float(coefficients["alpha"]["estimate"]) == agreement.alpha
    assert float(coefficients["pooled"]["low"]) == study.interval.low
    raters = rows(tables["raters.csv"])
    assert [float(one["above_the_others"]) for one in raters] == [
        one.bias for one in agreement.raters_summary
    ]
    items = rows(tables["items.csv"])
    assert [one["Dan"] for one in items[:4]] == ["2", "5", "", "1"]
    assert float(items[0]["share"]) == agreement.items_summary.share[0]


def test_what_is_undefined_is_an_empty_cell() -> None:
    study = make_rater_study([[1, None], [None, 2]], raters=["=A", "B"])
    (pair,) = rows(study_csv(study)["pairs.csv"])
    assert pair == {"rater": "'=A", "other": "B", "kappa": "", "items": "0", "expected": "0.0"}
