"""The paragraph on the method: its references, its numbers, and what its texts have in common.

The texts themselves are recorded: see `words` in studies.toml, and tests/recorded.py.
"""

import json
import math
import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from qwk_core.command.report import report_text
from qwk_core.study import raw
from qwk_core.study.checklist import checklist
from qwk_core.study.decimals import decimals_that_part
from qwk_core.study.document import study_json
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import BLANKS, bibtex, blank_sentence, ris
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import INTERVAL_SOURCES, MEASURE_SOURCES
from qwk_core.study.sentences import citation, plain_text, sentence
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.texts import TEXTS
from tests.core.study.studies import COUNTS, DETAILS, GAPPED, LABELLED, OF_WORDS, paragraph


@pytest.mark.parametrize("scheme", MEASURE_SOURCES)
def test_references_are_the_same_in_both_forms(scheme):
    study = make_study(COUNTS, scheme=scheme)
    entries = bibtex(study)
    sources = (MEASURE_SOURCES[scheme], *INTERVAL_SOURCES["smoothed"])
    assert list(citation(study)[:-1]) == [one.entry for one in sources]
    for one in sources:
        fields = one.fields
        assert entries.count(f"@article{{{one.key},") == 1
        assert fields["author"].partition(",")[0] in one.text
        assert f"({fields['year']})" in one.text
        assert f"{fields['volume']}({fields['number']})" in one.text
        assert fields["pages"].replace("--", "–") in one.text
        assert f"doi = {{{fields['doi']}}}" in entries
        assert f"DO  - {fields['doi']}" in ris(study)
    assert entries.count("{") == entries.count("}")
    assert "qwkexplorer" in entries
    assert ris(study).count("TY  - ") == ris(study).count("ER  - ") == len(sources) + 1
    assert "AU  - QWK Explorer contributors" in ris(study)


@pytest.mark.parametrize("study", [make_rater_study(GAPPED), OF_WORDS["clusters"]])
def test_what_is_cited_has_its_entry(study):
    entries, cited = bibtex(study), citation(study)
    assert len(cited) > 3
    for one in cited[:-1]:
        title = one.split("). ", 1)[1].split(". ")[0].split(" (")[0]
        assert f"= {{{title.replace('“', '``').replace('”', chr(39) * 2)}}}" in entries
        assert title in ris(study)
    assert entries.count("@") == len({line for line in entries.splitlines() if "@" in line})


def test_blanks_are_marked_until_the_author_fills_them_in():
    study = make_study(COUNTS)
    text = paragraph(study)
    for key, blank in BLANKS.items():  # each field shows its sentence
        before, _, after = plain_text(blank_sentence(key)).partition("…")
        assert f"{before}[{blank}]{after}" in text
    missing = {item.number for item in checklist(study) if not item.answered}
    assert {3, 4, 6, 7, 8, 9, 10, 12} <= missing
    assert "[address of the program]" in citation(study)[-1]
    written = OF_WORDS["details"]
    assert {item.number for item in checklist(written) if not item.answered} == {1, 2, 5, 14}
    for cited in (citation(written)[-1], bibtex(written), ris(written)):
        assert DETAILS["address"] in cited
    assert json.loads(study_json(written))["details"] == DETAILS


def test_raw_agreement_and_the_means_against_a_count_item_by_item():
    rows, columns = np.repeat(np.indices((3, 3)).reshape(2, -1), np.ravel(COUNTS), axis=1)
    found = raw_agreement(make_study(COUNTS))
    assert found.same == pytest.approx((rows == columns).mean())
    gaps = (rows - columns) ** 2 / 4
    chance = ((rows[:, np.newaxis] - columns) ** 2 / 4).mean()
    assert (found.observed, found.expected) == pytest.approx((1 - gaps.mean(), 1 - chance))
    paired = stats.ttest_rel(columns, rows).confidence_interval(0.95)
    assert found.difference == pytest.approx((columns - rows).mean())
    assert (found.low, found.high) == pytest.approx((paired.low, paired.high), rel=1e-5)
    assert math.isnan(raw_agreement(make_study(COUNTS, effective_n=60)).low)
    assert math.isnan(raw_agreement(make_study([[0, 9, 0], [0, 0, 8], [0, 0, 0]])).low)
    nobody = make_rater_study([[1, None], [None, 2]])
    assert math.isnan(raw_agreement(nobody).same)


def test_the_means_of_two_raters_are_on_their_scale():
    rows = [[20, 40], [40, 40], [60, 40], [60, None]]
    numbers = make_rater_study(rows, categories=(20, 40, 60))
    assert raw_agreement(numbers).means == (40, 40)
    words = make_rater_study([["a", "b"], ["c", "b"]], categories=("a", "b", "c"))
    assert raw_agreement(words).means == (2, 2)
    assert raw_agreement(make_rater_study([[1, 2, 1], [2, 2, 2]])).means is None
    assert raw_agreement(OF_WORDS["two words"]).means == (0.51, 0.39)


def test_where_items_come_in_clusters_the_means_differ_as_the_clusters_do():
    clusters = np.random.default_rng(4).integers(0, 4, (12, 3, 3))
    rows, columns = np.indices((3, 3))
    sizes = clusters.sum(axis=(1, 2))
    sums = ((columns - rows) * clusters).sum(axis=(1, 2))
    mean = sums.sum() / sizes.sum()
    error = math.sqrt(12 / 11 * ((sums - mean * sizes) ** 2).sum()) / sizes.sum()
    margin = stats.t(11).ppf(0.975) * error
    found = raw_agreement(make_study(clusters.sum(axis=0), clusters=clusters))
    assert found.difference == pytest.approx(mean)
    assert (found.low, found.high) == pytest.approx((mean - margin, mean + margin), rel=1e-5)
    assert found.degrees_of_freedom == 11
    few = make_study(clusters[:4].sum(axis=0), clusters=clusters[:4])
    assert math.isnan(raw_agreement(few).low)


@given(
    st.lists(st.integers(0, 200), min_size=9, max_size=9).filter(any),
    st.sampled_from(["quadratic", "unweighted"]),
)
@example([990, 1, 0, 0, 1, 2, 1, 0, 3], "quadratic")
@example([10**9, 1, 0, 2, 5, 0, 0, 0, 1], "quadratic")
def test_kappa_follows_from_both_shares_that_are_shown(counts, scheme):
    study = make_study(np.reshape(counts, (3, 3)), scheme=scheme)
    assume(not math.isnan(study.kappa))
    text = paragraph(study).replace("−", "-")
    kappa, observed, expected = (
        re.search(rf"{name} = (-?[\d.]+\d)", text)[1] for name in ("κ", "p_o", "p_e")
    )
    observed, expected = float(observed), float(expected)
    error = abs((observed - expected) / (1 - expected) - float(kappa))
    assert error < 0.0051


def test_a_kappa_without_an_estimate_or_an_interval_is_no_answer_to_the_checklist():
    for study, where in (
        (make_study(COUNTS), "in the paragraph"),
        (make_study([[0, 0], [0, 7]]), "no estimate: kappa is undefined"),
        (make_study([[0, 1], [0, 0]]), "kappa is in the paragraph, without an interval"),
    ):
        item = checklist(study)[12]
        assert (str(item.where), item.answered) == (where, where == "in the paragraph")


def test_the_share_of_identical_ratings_is_of_all_pairs_of_ratings(monkeypatch):
    rows = [[1, 1, 1, 1], [2, 2, None, 3], [3, 1, None, None], [None, 2, None, None]]
    pairs = [
        one == other
        for row in rows
        for one, other in combinations(row, 2)
        if None not in (one, other)
    ]
    study = make_rater_study(rows)
    assert raw_agreement(study).same == sum(pairs) / len(pairs) == 0.7
    monkeypatch.setattr(raw, "CELLS_AT_ONCE", 4)  # one item at a time
    assert raw_agreement(study).same == 0.7


@pytest.mark.parametrize("method", ["auto", "formula", "jackknife"])
def test_sums_of_weights_are_no_number_of_items(method):
    sums = [[15.5, 2], [1, 13.5]]
    study = make_study(sums, choice=IntervalChoice(method))
    assert study.is_uncounted
    assert not study.has_interval
    assert math.isnan(study.interval.formula_standard_error)
    assert not make_study(sums, effective_n=20.4).is_uncounted


@pytest.mark.parametrize("roles", ["model", "reference", "equal", "times"])
def test_how_many_raters_there_were_is_answered_where_a_paragraph_says_it(roles):
    study = make_study(COUNTS, raters=("a", "b"), roles=roles)
    said = bool(re.search(r"between “a” and “b”|a rater with a reference", paragraph(study)))
    assert checklist(study)[10].answered == said
    assert checklist(study.with_details(DETAILS))[10].answered
    assert checklist(make_rater_study(GAPPED))[10].answered


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_has_two_keys(kind):
    texts = [str(text) for text in TEXTS[kind].values()]
    assert len(texts) == len({*texts})


def labelled(**more):
    return make_rater_study(LABELLED, raters=["gpt", "claude", "label"], **more)


@pytest.mark.parametrize("weights", [None, [1, 0.5, 2, 1, 3, 0.5, 1, 2]])
def test_the_kappa_of_a_rater_with_the_truth_is_that_of_both_alone(weights):
    study = labelled(sample_weight=weights)
    for place, name in enumerate(("gpt", "claude")):
        rows = [[row[2], row[place]] for row in LABELLED]
        pair, found = make_rater_study(rows, sample_weight=weights), study.against[name]
        assert (found.kappa, found.interval) == (pair.kappa, pair.interval)
        assert found.independent_items == pair.independent_items


def test_the_interval_of_all_is_that_of_each_rater_with_the_truth_where_it_can_be():
    for choice in ("jackknife", "bootstrap"):
        study = labelled(choice=IntervalChoice(choice, 50, 2))
        assert {one.interval.method for one in study.against.values()} == {choice}
    clusters = [*"aabbccdd"]
    study = labelled(choice=IntervalChoice("jackknife"), clusters=clusters)
    assert {one.interval.method for one in study.against.values()} == {"smoothed"}


def test_clusters_of_one_item_that_a_rater_shares_with_the_truth_are_none():
    apart = [[1, 1, None], [2, None, 2], [1, 2, None], [2, None, 1], [2, 2, None]]
    drawn = IntervalChoice("cluster", 50)
    study = make_rater_study(apart, raters=["truth", "a", "b"], clusters=[*"xxyyz"], choice=drawn)
    assert {one.n_clusters for one in study.against.values()} == {0}
    assert {one.interval.method for one in study.against.values()} == {"smoothed"}


def test_shares_as_written_have_the_difference_as_written():
    text = paragraph(make_study([[40, 2], [7, 31]], ("no", "yes")))
    shares = (
        "41.25% of the predicted ratings and 47.50% of the actual ratings"  # 41.2 − 47.5 is −6.3
    )
    assert f"“yes” made up {shares}, a difference of −6.25 percentage points" in text


def test_weights_alone_give_the_difference_of_means_an_interval():
    weights = np.linspace(0.5, 3, 24)
    rows = np.array([[at % 3, (at + at // 7) % 3] for at in range(24)])
    found = raw_agreement(make_rater_study(rows, categories=range(3), sample_weight=weights))
    beyond = weights * (rows[:, 1] - rows[:, 0] - found.difference)
    error = math.sqrt(24 / 23 * (beyond @ beyond)) / weights.sum()
    df = round(weights.sum() ** 2 / (weights @ weights)) - 1
    ends = found.difference + error * np.array(stats.t.ppf([0.025, 0.975], df))
    assert (found.low, found.high) == pytest.approx(tuple(ends))
    assert found.degrees_of_freedom == df == 19
    even = make_rater_study(rows, categories=range(3), sample_weight=[0.1] * 24)
    plain = raw_agreement(make_rater_study(rows, categories=range(3)))
    assert raw_agreement(even).low == pytest.approx(plain.low)
    assert raw_agreement(even).degrees_of_freedom == plain.degrees_of_freedom == 23


def test_effective_numbers_of_items_are_said_beside_one_method():
    weights = [1, 5, 2, 8] * 9
    rows = [[1 + at % 2, 1 + at % 2 if at % 5 else 1, 1 + at // 3 % 2] for at in range(36)]
    rows[:12] = [[*row[:2], None] for row in rows[:12]]
    text = paragraph(make_rater_study(rows, raters=["truth", "a", "b"], sample_weight=weights))
    assert "two items, each with its effective number of items (25 for “a”; 16 for “b”)" in text


def test_a_group_in_which_a_rater_never_varies_is_out_of_the_range():
    good, bad, constant = [[9, 1], [1, 9]], [[6, 4], [4, 6]], [[0, 0], [9, 1]]
    text = paragraph(make_study(np.add(good, np.add(bad, constant)), groups={
        "a": good, "b": bad, "c": constant,
    }))  # fmt: skip
    assert "kappa ranged from .20 (95% CI [−.20, .58], n = 20) to .80" in text
    assert "a rater gave a single category: 1 of 3." in text


def test_no_end_that_is_not_0_is_written_as_0():
    study = make_study([[40, 9], [6, 45]])
    near = replace(study.interval, low=0.0004)
    object.__setattr__(study, "interval", near)
    assert study.decimals == 4
    assert decimals_that_part([(2e-12, 0)], 3) == 12
    rows = ["123", "331", "131", "121", "312", "212", "132", "133", "121", "221", "121"]
    of_three = make_rater_study([list(map(int, row)) for row in rows], raters=["a", "b", "c"])
    assert 0 < of_three.coefficient_intervals["alpha"].high < 0.0005
    assert of_three.decimals == 4


def test_no_end_near_1_is_written_as_1_unless_the_interval_is_wide():
    study = make_study([[40, 9], [6, 45]])
    for low, decimals in ((0.5, 4), (-0.9, 3)):
        object.__setattr__(study, "interval", replace(study.interval, low=low, high=0.9996))
        assert study.decimals == decimals


def test_no_interval_of_the_means_reaches_beyond_the_scale():
    few = paragraph(make_study([[0, 1], [1, 0]], ("no", "yes")))
    assert "percentage points" not in few
    more = paragraph(make_study([[3, 1], [1, 3]], ("no", "yes")))
    assert "a difference of 0.0 percentage points (95% CI [−44.7, 44.7]," in more
    lone = paragraph(make_study([[0, 1, 0], [0, 0, 1], [0, 0, 1]]))
    assert "lay 0.667 categories above that of the actual ratings." in lone


def test_an_end_that_was_set_to_kappa_is_said():
    said = "Where an end of an interval fell short of kappa, it was set to kappa itself."
    assert said in paragraph(make_study([[9, 0], [0, 9]]))
    assert said not in paragraph(make_study([[9, 1], [0, 9]]))
    assert said not in paragraph(make_study([[9, 1], [0, 9]], choice=IntervalChoice("formula")))
    rows = [[one, one, one % 3 + 1] for one in [1, 2, 3] * 5]
    assert said in paragraph(make_rater_study(rows, raters=["truth", "a", "b"]))


def test_a_sum_of_weights_is_no_number_of_items():
    shares = make_study([[0.4, 0.1], [0.1, 0.4]], raters=("Ann", "Ben"))
    assert "n = 1, a sum of weights, 2 ordered" in plain_text(sentence(shares))
    assert "of the same items (n = 1, a sum of weights)" in paragraph(shares, "plain")


def test_a_group_is_written_with_the_decimals_that_it_needs():
    near_0, near_1, bad = [[12, 7], [7, 14]], [[4000, 1], [0, 4000]], [[400, 300], [300, 400]]
    groups = {"a": near_0, "b": bad, "c": near_1}
    study = make_study(np.add(near_0, np.add(near_1, bad)), groups=groups, source="sites.csv")
    assert 0 < study.groups["a"].interval.low < 0.0005
    assert 0.9995 < study.groups["c"].kappa < 1
    report = report_text(study)
    assert re.search(r" a +0\.298 +0\.0001 to 0\.5625 ", report)
    assert re.search(r" c +0\.9998 +0\.9981 to 0\.9999 ", report)
    assert "to .9998 (95% CI [.9981, .9999], n = 8,001)" in paragraph(study)


def test_a_pair_of_which_one_never_varies_is_out_of_the_range():
    rows = [[1, 1, 1], [2, 1, 2], [3, 1, 3], [1, 1, 2], [2, 1, 2], [3, 1, 1], [1, 2, 1]]
    text = paragraph(make_rater_study([[a, b if b < 2 else None, c] for a, b, c in rows]))
    assert "ranged" not in text
    assert "or of which one gave a single category: 2 of 3." in text


def test_where_only_one_shares_clusters_with_the_truth_each_has_its_own_method():
    rows = [[1 + at % 2, 1 + at % 3 % 2, 1 + at // 2 % 2 if at % 2 else None] for at in range(24)]
    rows = [[1 + at // 3 % 2, b, c] for at, (_, b, c) in enumerate(rows)]
    clusters = [str(at // 2) for at in range(24)]
    study = make_rater_study(rows, raters=["truth", "a", "b"], clusters=clusters)
    text = paragraph(study)
    assert "computed for “a” by Fisher’s" in text
    assert "; for “b” by Fisher’s" in text
