"""The paragraph on the method, its references and its numbers. Its text: see tests/recorded.py."""

import json
import math
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from qwk_core import observed_matrix
from qwk_core.errors import RatingsError
from qwk_core.statistics.smoothing import add_two_items
from qwk_core.study import raw
from qwk_core.study.cautions import find_cautions
from qwk_core.study.checklist import checklist
from qwk_core.study.document import study_json
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import BLANKS, METHOD_STYLES, bibtex, blank_sentence, methods, ris
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import INTERVAL_SOURCES, MEASURE_SOURCES
from qwk_core.study.sentences import citation, interval_notes, plain_text, sentence
from qwk_core.study.study import Cutting, make_rater_study, make_study
from qwk_core.study.texts import TEXTS
from tests.core.study.studies import COUNTS, DETAILS, GAPPED, LABELLED, OF_WORDS


def paragraph(study, style="apa"):
    return " ".join(plain_text(one) for one in methods(study, style))


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


def test_what_is_cited_of_many_raters_has_its_entry():
    study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, 1]])
    entries, cited = bibtex(study), citation(study)
    assert any("Efron" in one for one in cited)
    for one in cited[:-1]:
        title = one.split("). ", 1)[1].split(". ")[0].split(" (")[0]
        assert f"= {{{title.replace('“', '``').replace('”', chr(39) * 2)}}}" in entries
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
    for style in ("apa", "plain"):
        text = paragraph(written, style)
        assert not re.search(r"\[[^.0−]", text)
        assert all(own in text for key, own in DETAILS.items() if key != "address")
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
    text = paragraph(make_study(clusters.sum(axis=0), clusters=clusters))
    assert "t over clusters with 11 degrees of freedom" in text
    few = make_study(clusters[:4].sum(axis=0), clusters=clusters[:4])
    assert math.isnan(raw_agreement(few).low)


@pytest.mark.parametrize("scheme", ["quadratic", "linear", "unweighted"])
def test_of_two_categories_the_words_name_cohen_s_kappa(scheme):
    study = make_study([[40, 9], [6, 45]], scheme=scheme)
    assert "(Cohen’s kappa; 95%" in plain_text(sentence(study))
    text = paragraph(study)
    assert "by Cohen’s kappa (Cohen, 1960), in which every disagreement costs the same." in text
    assert "weight" not in text
    many = make_rater_study([[1, 1, 2], [2, 2, 2], [1, 2, 1]] * 9, scheme=scheme)
    assert "(pooled Cohen’s kappa of all pairs of raters;" in plain_text(sentence(many))
    assert "α (nominal metric;" in paragraph(many)


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


def test_what_is_nearly_all_is_not_called_all():
    nearly = make_study([[999, 1, 0], [0, 1000, 0], [0, 0, 1000]])
    for style in ("apa", "plain"):
        written = (plain_text(one, nearly.decimals) for one in methods(nearly, style))
        text = " ".join(written)
        assert "99.97% of cases" in text
        assert not re.search(r"(κ =|Kappa is) 1\.0+\b", text)
    assert "100% of cases" in paragraph(make_study(np.diag([9, 9, 9])))


def test_a_paragraph_says_why_there_is_no_interval_and_what_the_items_came_in():
    perfect = make_study([[9, 0], [0, 9]], choice=IntervalChoice("formula"))
    assert "no confidence interval is given. This method sees no spread" in paragraph(perfect)
    turned = make_study([[0, 9], [9, 0]], choice=IntervalChoice("jackknife"))
    assert math.isnan(turned.interval.width) or not turned.has_interval
    tables = np.array([[[3, 0], [0, 0]], [[2, 0], [0, 0]], [[0, 0], [0, 4]]])
    apart = make_study(tables.sum(axis=0), clusters=tables, choice=IntervalChoice("formula"))
    assert "The items came in 3 clusters." in paragraph(apart)
    undefined = {"low": [[4, 1], [1, 4]], "mid": [[5, 2], [1, 3]], "same": [[3, 0], [0, 0]]}
    grouped = make_study(np.sum([*undefined.values()], axis=0), groups=undefined)
    text = paragraph(grouped)
    assert "3 groups. Within these, kappa ranged from .44 (95% CI [" in text
    assert "]) to .60 (95% CI [" in text
    assert "Groups in which kappa was undefined: 1 of 3." in text
    assert re.search(r"from 0\.44\d \(95% confidence interval", paragraph(grouped, "plain"))
    same = make_study([[9, 1], [1, 9]], groups={"a": [[4, 0], [1, 5]], "b": [[5, 1], [0, 4]]})
    for style, shown in (("apa", ".80"), ("plain", "0.800")):
        assert f"Within each that has a kappa, it was {shown}." in paragraph(same, style)
    alone = make_study([[7, 1], [1, 4]], groups={"a": [[4, 1], [1, 4]], "b": [[3, 0], [0, 0]]})
    assert "groups" not in paragraph(alone)


def test_clusters_that_make_an_interval_no_wider_are_said():
    tables = np.array([COUNTS // 4] * 12)
    study = make_study(tables.sum(axis=0), clusters=tables)
    assert "no wider than without the 12 clusters of items" in paragraph(study)


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
    assert "Of all pairs of ratings of one item, 70% were identical." in paragraph(study)


def test_gaps_are_said_and_only_what_was_computed_is_cited():
    full, gaps = make_rater_study(GAPPED[:1] + GAPPED[2:]), make_rater_study(GAPPED)
    for study, conger in ((full, True), (gaps, False)):
        assert ("Conger" in paragraph(study)) == ("Conger" in " ".join(citation(study))) == conger
    lonely = make_rater_study(
        [[1, 1, None], [2, 2, None], [3, 2, None], [None, None, 3], [None] * 3]
    )
    for text in (paragraph(lonely), paragraph(lonely, "plain"), plain_text(sentence(lonely))):
        assert "7 ratings, 3 items with two or more" in text
    for style in ("apa", "plain"):
        assert "Pairs of raters that share no item: 2 of 3." in paragraph(lonely, style)
    assert "with two or more" not in paragraph(gaps)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (
            [[5, 2], [2, 5]],
            "differed by 0.000 categories (95% CI [−0.320, 0.320], paired t with 13 degrees of",
        ),
        ([[5, 0], [4, 5]], "categories below that of"),
        ([[5, 4], [0, 5]], "categories above that of"),
        ([[5, 0], [0, 5]], None),  # no spread, no interval
        ([[10**9, 2], [1, 10**9]], None),  # an interval that would show no width
    ],
)
def test_what_is_said_of_the_means(counts, said):
    text = paragraph(make_study(counts))
    assert ("The mean of" in text) == (said is not None)
    assert said is None or said in text


def test_the_item_of_agreement_is_spread_from_below_the_lowest_to_above_the_highest():
    far = np.zeros((9, 9), dtype=int)
    far[[2, 2, 6, 6], [2, 6, 2, 6]] = 30, 3, 2, 20
    assert "from one category below the lowest in use to one above the highest, as far as" in (
        paragraph(make_study(far))
    )
    added = add_two_items(far) - far
    added -= np.outer(far.sum(axis=1), far.sum(axis=0)) / far.sum() ** 2
    assert added == pytest.approx(np.diag([0, *[1 / 7] * 7, 0]))


@pytest.mark.parametrize("method", ["auto", "formula", "jackknife"])
@pytest.mark.parametrize(
    ("sums", "total"),
    [
        ([[15.5, 2], [1, 13.5]], "32"),
        ([[15.2, 2], [1, 13.5]], "31.7"),
        ([[0.2, 0], [0.3, 0.5]], "1"),
    ],
)
def test_sums_of_weights_are_no_number_of_items(sums, total, method):
    study = make_study(sums, choice=IntervalChoice(method))
    assert study.is_uncounted
    assert not study.has_interval
    assert math.isnan(study.interval.formula_standard_error)
    assert f"was examined on items with a total weight of {total}." in paragraph(study)
    assert f"n = {total}, 2 ordered" in plain_text(sentence(study))
    for style in ("abstract", "apa", "plain"):
        text = paragraph(study, style)
        assert f"{total} item" not in text
        assert "paired t" not in text
        assert "Student" not in text
    assert not make_study(sums, effective_n=20.4).is_uncounted


def test_a_paragraph_counts_the_draws_that_are_left_out():
    table = np.array([[30, 1], [0, 1]])
    study = make_study(table, choice=IntervalChoice("bootstrap", 300, 1))
    # Kappa is undefined where all items that are drawn lie in one and the same cell.
    draws = np.random.default_rng(9).multinomial(32, table.ravel() / 32, size=20_000)
    share = (draws[:, [0, 3]] == 32).any(axis=1).mean()
    left_out = int(re.search(r"undefined in them: (\d+) of 300", paragraph(study))[1])
    assert left_out == study.interval.n_undefined
    assert left_out == pytest.approx(300 * share, abs=20)
    assert "left out" not in paragraph(make_study(COUNTS, choice=IntervalChoice("bootstrap", 300)))


def test_an_end_that_is_not_kappa_is_not_written_like_it():
    for counts in ([[64, 2, 0], [1, 78, 2], [0, 2, 49]], [[55, 0, 0], [0, 42, 0], [0, 1, 80]]):
        study = make_study(counts)
        for style, least in (("apa", 2), ("plain", 3)):
            text = paragraph(study, style)
            shown = re.search(
                r"(?:κ =|Kappa is) (\d?\.\d+), .*?(\d?\.\d+)(?:,| to) (\d?\.\d+)", text
            )
            assert shown[1] not in shown.groups()[1:]
            assert len(shown[1].partition(".")[2]) >= least


def test_pairs_that_share_no_item_are_not_among_those_compared():
    one = [[1, 2, None], [2, 2, None], [3, 3, None], [1, 1, None], [None, None, 3]]
    text = paragraph(make_rater_study(one))
    assert "Pairs of raters that share no item: 2 of 3." in text
    assert "Each pair" not in text  # one pair alone has no range
    two = paragraph(
        make_rater_study([*one, [None, 1, 1], [None, 2, 3], [None, 3, 3], [None, 1, 1]])
    )
    assert "on the items that both rated (4)." in two


def test_many_raters_without_a_kappa_have_the_reason_and_clusters_their_assumption():
    same = make_rater_study([[2, 2, 2]] * 9)
    for style in ("apa", "plain"):
        text = paragraph(same, style)
        assert "undefined. Each pair of raters gives the items that both rated the same" in text
    for choice in ("smoothed", "cluster"):
        tables = np.array([COUNTS // 4] * 12)
        chosen = IntervalChoice(choice, 100)
        text = paragraph(make_study(tables.sum(axis=0), clusters=tables, choice=chosen))
        assert "assumes that the clusters are independent of one another" in text
        assert "that the items are independent" not in text


def test_what_a_paragraph_says_of_survey_weights_the_report_says_as_well():
    weighted = OF_WORDS["weights of known worth"]
    assert "that the items are independent" in paragraph(weighted)
    assert any("that the items are independent" in str(one) for one in interval_notes(weighted))
    assert "few-decide" not in {one.key for one in find_cautions(weighted)}


def test_names_are_quoted_alike_and_scores_that_were_cut_are_a_models():
    text = paragraph(make_study(COUNTS, raters=("Ann", "Ben")))
    assert text.startswith("Inter-rater agreement between “Ann” and “Ben” was")
    assert text.count("Ann") == text.count("“Ann”")
    cut = make_study(COUNTS, raters=("y", "score"), cutting=Cutting("rounded"))
    assert paragraph(cut).startswith("Agreement of predicted with actual ratings (“y” / “score”)")
    assert make_study(COUNTS, raters=("y", "score")).roles == "equal"


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


@pytest.mark.parametrize("style", METHOD_STYLES)
def test_each_rater_is_set_against_the_truth_before_all_pairs_are_pooled(style):
    study = labelled()
    assert study.roles == "model"
    decimals = 2 if style == "apa" else 3
    text = paragraph(study, style).replace("0.", ".")
    ends = []
    for place, name in enumerate(("gpt", "claude")):
        pair = make_rater_study([[row[2], row[place]] for row in LABELLED], categories=(1, 2, 3))
        kappa = f"{pair.kappa:.{decimals}f}".removeprefix("0")
        low = f"{pair.interval.low:.{decimals}f}".replace("0.", ".").replace("-", "−")
        found = re.search(rf"κ = {kappa} for “{name}”, 95% (CI \[|confidence interval ){low}", text)
        ends.append(found.end())
    pooled = f"{study.kappa:.{decimals}f}".removeprefix("0")
    assert max(ends) < text.index(f"κ = {pooled}")
    assert "“label” (the truth)" in text
    mixes = "“label” (the truth) among them," if style == "abstract" else "mixes agreement with"
    assert mixes in text
    assert "Lin" in " ".join(citation(study))


def test_groups_are_told_for_each_rater_with_the_truth():
    sites = ["north", "south"] * (len(LABELLED) // 2) + ["south"] * (len(LABELLED) % 2)
    study = labelled(groups=sites)
    rows = np.array(LABELLED)
    each = []
    for site in ("north", "south"):
        own = rows[[at == site for at in sites]]
        alone = make_study(observed_matrix(own[:, 2], own[:, 0], categories=(1, 2, 3)))
        ends = (f"{one:.2f}" for one in (alone.kappa, alone.interval.low, alone.interval.high))
        kappa, low, high = (one.replace("-", "−").replace("0.", ".", 1) for one in ends)
        each.append((alone.kappa, f"{kappa} (95% CI [{low}, {high}], n = {len(own)})"))
    (_low, lowest), (_high, highest) = sorted(each)
    text = paragraph(study)
    assert f"agreement with “label” was: κ from {lowest} to {highest} for “gpt”; κ " in text
    four = make_rater_study(
        [[*row, row[0]] for row in LABELLED], raters=["gpt", "claude", "label", "x"], groups=sites
    )
    bare = "κ from .50 to 1.00 for “gpt”; κ "  # with three others it is long enough
    assert f"agreement with “label” was: {bare}" in paragraph(four)
    assert "Within these, kappa ranged" not in text
    apart = make_rater_study(
        [[1, 1, None], [2, 2, None], [1, None, 1], [2, None, 2]],
        raters=["truth", "a", "b"],
        groups=["x", "x", "y", "y"],
    )
    some = (
        "κ = 1.00 for “a” (defined in 1 of 2 groups); κ = 1.00 for “b” (defined in 1 of 2 groups)"
    )
    assert f"was: {some}." in paragraph(apart)
    same = make_rater_study(
        [[1, 1, 2], [1, 1, 1]] * 2, raters=["truth", "a", "b"], groups=["x", "y"] * 2
    )
    assert "was: undefined for “a”; κ = .00 for “b” (defined in 1 of 2 groups)." in paragraph(same)


def test_roles_can_be_refused_or_chosen_for_more_than_two_raters():
    refused = labelled(roles="equal")
    assert not refused.against
    assert "label" not in paragraph(refused)
    chosen = make_rater_study(LABELLED, raters=["a", "b", "c"], roles="reference")
    assert "Agreement of 3 raters, one of them “a” (the reference)," in paragraph(chosen)
    assert [*chosen.against] == ["b", "c"]
    with pytest.raises(RatingsError, match="Roles: “times” is for two raters"):
        labelled(roles="times")


def test_what_the_truth_cannot_say_of_a_rater_is_said():
    rows = [[1, None, 1, 1], [2, None, 2, 2], [3, None, 3, 2], [None, 1, 1, 2], [None, 2, 2, 1]]
    study = make_rater_study([*rows, [None, 2, 1, 1]], raters=["truth", "a", "b", "c"])
    text = paragraph(study)
    assert "“truth”: no common item for “a”; κ = 1.00 for “b”, 95% CI [" in text
    alone = make_rater_study([[1, 1, 1], [1, 1, 1], [None, 2, 1]], raters=["truth", "a", "b"])
    assert plain_text(sentence(study)).endswith("18 of 24 possible ratings were given.")
    assert "undefined for “a”, n = 2; undefined for “b”, n = 2." in paragraph(alone)
    assert "intervals" not in plain_text(sentence(alone))
    constant = make_rater_study([[1, 1, 1], [2, 1, 2], [2, 1, 1]], raters=["truth", "a", "b"])
    assert "κ = .00 for “a”, no confidence interval, n = 3;" in paragraph(constant)
    nobody = make_rater_study([[1, None, None], [None, 1, 2]], raters=["truth", "a", "b"])
    assert "truth" not in paragraph(nobody)


def test_the_interval_of_all_is_that_of_each_rater_with_the_truth_where_it_can_be():
    for choice in ("jackknife", "bootstrap"):
        study = labelled(choice=IntervalChoice(choice, 50, 2))
        assert {one.interval.method for one in study.against.values()} == {choice}
    shares = []
    labelled(choice=IntervalChoice("bootstrap", 50, 2)).draw(shares.append)
    assert shares[-1] == pytest.approx(1)
    clusters = [*"aabbccdd"]
    study = labelled(choice=IntervalChoice("jackknife"), clusters=clusters)
    assert {one.interval.method for one in study.against.values()} == {"smoothed"}


def test_degrees_of_freedom_are_those_of_items_or_clusters():
    rated = [[1, 2, 1], [2, 2, 2], [3, 3, 2], [1, 1, 1], [None] * 3] * 3
    text = paragraph(make_rater_study(rated))
    assert "Student’s t with 11 degrees of freedom (" in text
    clusters = [*"aabbccddeeffggg"]
    text = paragraph(make_rater_study(rated, clusters=clusters))
    assert "the 7 clusters, on Fisher’s scale, and Student’s t with 6 degrees of freedom" in text
    pair = make_study(COUNTS, choice=IntervalChoice("jackknife"))
    assert f"Student’s t with {COUNTS.sum() - 1} degrees of freedom (" in paragraph(pair)
    assert json.loads(study_json(pair))["interval"]["degrees_of_freedom"] == COUNTS.sum() - 1
    assert json.loads(study_json(make_study(COUNTS)))["interval"]["degrees_of_freedom"] is None


def test_kappas_that_are_shown_alike_have_no_range():
    same = [[1, 1, 1], [2, 2, 2], [3, 3, 3], [2, 2, 2]]
    assert "The kappa of every pair that has one was 1.00." in paragraph(make_rater_study(same))
    text = paragraph(make_rater_study([*same, [1, 2, 1]]))
    assert re.search(r"ranged from \.\d+ to 1\.00\.", text)


def test_a_difference_of_means_without_an_interval_is_said_without_one():
    above = "lay 1.000 categories above that of the actual ratings."
    assert above in paragraph(make_study([[0, 9, 0], [0, 0, 8], [0, 0, 0]]))
    clusters = np.array([[[3, 1], [0, 2]]] * 12)
    study = make_study(clusters.sum(axis=0), clusters=clusters)
    assert "lay 0.167 categories above that of the actual ratings." in paragraph(study)


def test_codes_without_an_order_have_no_mean():
    coded = paragraph(make_study(COUNTS, scheme="unweighted"))
    assert "There were 3 categories (0–2); their order plays no part." in coded
    assert "The mean of" not in coded
    assert "n = 128 items, 3 categories: 0–2)" in plain_text(
        sentence(make_study(COUNTS, scheme="unweighted"))
    )
    two = paragraph(make_study([[40, 9], [6, 45]], scheme="unweighted"))
    assert "The mean of the predicted ratings lay 0.030 categories above" in two


def test_a_truth_shares_one_cluster_or_lone_ones_with_a_rater():
    rows = [[1, 1, 1], [2, 2, 1], [1, 2, None], [2, 2, None], [1, 1, None], [2, 1, None]]
    names = ["truth", "a", "b"]
    study = make_rater_study(rows, raters=names, clusters=[*"xxyzuw"])
    text = paragraph(study)
    assert re.search(r"κ = \.\d+ for “a”, 95% CI", text)
    assert "κ = .00 for “b”, no confidence interval, n = 2" in text
    apart = [[1, 1, None], [2, None, 2], [1, 2, None], [2, None, 1], [2, 2, None]]
    drawn = IntervalChoice("cluster", 50)
    study = make_rater_study(apart, raters=names, clusters=[*"xxyyz"], choice=drawn)
    assert {one.n_clusters for one in study.against.values()} == {0}
    assert {one.interval.method for one in study.against.values()} == {"smoothed"}
