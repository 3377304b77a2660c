"""A study of a table of ratings, of two raters or of more: its groups, its text, its sentence."""

import pytest

from qwk_core import RatingsError, rater_agreement
from qwk_core.command.report import report_text
from qwk_core.study.cautions import find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.texts import TEXTS
from tests.core.statistics.raters.cases import ANXIETY, ZAPF, seeded_table
from tests.core.study.studies import OF_RATERS


@pytest.mark.parametrize("study", OF_RATERS.values(), ids=OF_RATERS)
def test_text_says_what_was_computed(study):
    text = report_text(study)
    assert text.endswith("\n")
    for name in TEXTS["coefficient"].values():
        assert text.count(name) >= 1
    for rater in study.agreement.raters:
        assert f"\n  {rater} " in text


def test_text_of_three_raters():
    text = report_text(OF_RATERS["anxiety"])
    lines = text.splitlines()
    assert lines[0] == "anxiety.csv: n = 20, 3 raters, 60 ratings, categories 1–6"
    pairs = lines.index("Kappa of each pair (quadratic weights)")
    assert lines[pairs + 2].split() == ["Ann", "–", "0.297", "0.070"]
    assert "Items that both of a pair rated" not in lines
    everyone = lines.index("All raters, with 95% intervals over items")
    assert lines[everyone + 1].split()[:4] == ["Pooled", "kappa", "0.190", "-0.075"]
    raters = lines.index("Each rater")
    assert lines[raters + 2].split()[:4] == ["Ann", "20", "3.15", "+0.42"]
    assert "(95%, with a jackknife over items, on Fisher’s scale)" in text
    assert "With few items (20), intervals can be too narrow" in text
    assert "few items" not in report_text(make_rater_study(ZAPF))


def test_text_of_gaps_groups_and_what_is_undefined():
    gaps = report_text(OF_RATERS["gaps"])
    assert "7 of 48 ratings are missing: each pair is compared on the items that both" in gaps
    assert "Items that both of a pair rated" in gaps
    assert "90% intervals" in gaps
    groups = report_text(OF_RATERS["groups"])
    lines = groups[groups.index("By group") :].splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["x", "y", "z"]
    assert "n = 20" in lines[1]
    undefined = report_text(OF_RATERS["undefined"])
    assert "kappa     undefined  (quadratic weights, all pairs in one)\ninterval  none" in undefined
    reason = "No item has ratings by two raters, so nobody can see whether they agree."
    assert f"error: {reason}" in undefined
    found = [one.key for one in find_cautions(OF_RATERS["undefined"])]
    assert found[:3] == ["undefined", "few-items", "gaps"]
    assert "The matrix of pairs has 27 rows: --json has it." in report_text(OF_RATERS["many"])


def test_groups_are_those_of_their_items():
    study = OF_RATERS["groups"]
    alone = rater_agreement(seeded_table()[:20], categories=range(5))
    own = study.groups["x"]
    assert own.all_raters.coefficients == alone.coefficients
    assert study.all_raters.of_items(range(20)).coefficients == alone.coefficients
    assert own.coefficient_intervals["pooled"] == alone.intervals(method="fisher")["pooled"]
    assert own.interval == own.coefficient_intervals["pooled"]
    empty = make_rater_study([[1, 2], [None, None], [2, 2]], groups=["a", "b", "a"])
    assert list(empty.groups) == ["a"]
    with pytest.raises(RatingsError, match=r"^Level: 2 is not between 0 and 1"):
        make_rater_study(ANXIETY, level=2)


def test_intervals_stay_below_1_and_decimals_follow_their_width():
    study = make_rater_study([[2, 2, 2], [3, 1, 3], [4, 4, 4], [1, 1, 2]])
    assert {one.method for one in study.coefficient_intervals.values()} == {"fisher"}
    assert study.interval.high < 1
    assert OF_RATERS["anxiety"].decimals == OF_RATERS["undefined"].decimals == 3
    assert make_rater_study(ZAPF * 200).decimals == 4


def test_two_raters_have_one_kappa_and_one_interval_however_they_come():
    ratings = [[1, 1], [2, 3], [3, 3], [2, 2], [1, 2], [3, None]]
    typed = make_rater_study(ratings, categories=(1, 2, 3), raters=("Ann", "Ben"))
    counted = make_study(typed.counts, (1, 2, 3), n_missing=1, raters=("Ann", "Ben"))
    assert typed.kappa == counted.kappa == typed.all_raters.pooled
    assert typed.interval == counted.interval
    assert typed.coefficient_intervals["pooled"].low == counted.interval.low
    assert (typed.n, typed.n_missing, typed.n_rows) == (5, 1, 6)
    assert plain_text(sentence(typed)) == plain_text(sentence(counted))
    assert "all_raters" in study_json(typed)


def test_the_sentence_names_what_a_reader_must_know():
    said = plain_text(sentence(OF_RATERS["gaps"]))
    assert said.startswith("Agreement of 4 raters was κ = 0.749 (")
    assert "(linearly weighted kappa of all pairs; 90% confidence interval" in said
    assert "n = 12 items, 41 ratings, " in said
    undefined = plain_text(sentence(OF_RATERS["undefined"]))
    assert "is undefined (n = 2 items, 2 ratings" in undefined
    alone = plain_text(sentence(make_rater_study([[1, 2, 2]])))
    assert "no confidence interval can be given" in alone
