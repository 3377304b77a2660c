"""Many raters to take along: the sentence to quote, and tables."""

from __future__ import annotations

import csv
import io

import pytest

from qwk_core.study.rater_files import rater_sentence, rater_study_csv
from qwk_core.study.raters import make_rater_study
from qwk_core.study.words import plain_text
from qwk_core.teaching.rater_examples import RATER_EXAMPLES

FILMS = RATER_EXAMPLES[0]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_sentence_names_what_a_reader_must_know() -> None:
    study = make_rater_study(FILMS.rows, categories=FILMS.categories, raters=FILMS.raters)
    said = plain_text(rater_sentence(study))
    assert said.startswith(
        "Agreement of 4 raters, as one kappa of all pairs (quadratic weights), was κ = 0.575 (95% "
        "confidence interval "
    )
    assert said.endswith("n = 12 items, 44 ratings, 5 ordered categories: 1–5).")


@pytest.mark.parametrize(
    ("ratings", "says"),
    [
        ([[1, 2], [2, 1]], "no confidence interval can be given"),
        ([[1, 1], [1, 1]], "is undefined (n = 2 items"),
    ],
)
def test_what_cannot_be_said_is_not(ratings: list[list[int]], says: str) -> None:
    study = make_rater_study(ratings[:1] if "interval" in says else ratings, categories=(1, 2))
    assert says in plain_text(rater_sentence(study))


def test_the_tables_hold_every_figure() -> None:
    study = make_rater_study(FILMS.rows, categories=FILMS.categories, raters=FILMS.raters)
    agreement, tables = study.agreement, rater_study_csv(study)
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
    assert float(coefficients["pooled"]["low"]) == study.intervals["pooled"].low
    raters = rows(tables["raters.csv"])
    assert [float(one["above_the_others"]) for one in raters] == [
        one.bias for one in agreement.raters_summary
    ]
    items = rows(tables["items.csv"])
    assert [one["Dan"] for one in items[:4]] == ["2", "5", "", "1"]
    assert float(items[0]["share"]) == agreement.items_summary.share[0]


def test_what_is_undefined_is_an_empty_cell() -> None:
    study = make_rater_study([[1, None], [None, 2]], raters=["=A", "B"])
    (pair,) = rows(rater_study_csv(study)["pairs.csv"])
    assert pair == {"rater": "'=A", "other": "B", "kappa": "", "items": "0", "expected": "0.0"}
