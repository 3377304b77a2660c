"""What a study knows of its kappa: intervals, groups, the default of others, what is refused."""

import math
import pickle

import numpy as np
import pytest

from qwk_core import SCHEMES, RatingsError, kappa_interval, quadratic_weighted_kappa
from qwk_core.messages import Kappa, Message
from qwk_core.study.cautions import SEVERITIES, find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.sentences import citation, interval_notes, plain_text, sentence
from qwk_core.study.study import make_study
from qwk_core.teaching.pitfalls.catalogue import pitfall
from tests.core.study.studies import MANY, OF_COUNTS, WORDS, every_study


def keys(study):
    return [check.key for check in find_cautions(study)]


def test_every_interval_is_the_one_that_the_core_chooses():
    study = OF_COUNTS["pooled"]
    for scheme in SCHEMES:
        chosen = kappa_interval(study.observed, scheme=scheme, level=study.level, method="auto")
        assert study.intervals[scheme] == chosen
    for one in study.groups.values():
        assert one.interval == kappa_interval(one.observed, method="auto")


def test_counts_that_are_fractions_need_an_effective_number():
    sums = [[15.5, 2], [1, 13.5]]
    assert math.isnan(make_study(sums).interval.low)
    known = make_study(sums, effective_n=20.4, groups={"a": sums, "b": [[0, 0], [0, 0]]})
    assert known.interval == kappa_interval(sums, method="auto", effective_n=20.4)
    assert known.groups["a"].interval == known.interval
    assert "for 20 independent items" in plain_text(sentence(known))
    assert not {"no-interval", "alike-groups"} & set(keys(known))


def test_pooling_lifts_kappa_as_the_pitfall_says():
    study = OF_COUNTS["pooled"]
    known = {example.key: example.walk().kappa for example in pitfall("pooling").examples}
    pooling = study.pooling
    assert pooling.pooled == known["pooled"] == study.kappa
    assert pooling.lowest == pooling.highest == pytest.approx(known["low_group"])
    assert pooling.within == pytest.approx(1 / 3)
    # By simulation: predictions shuffled within groups, kappa of all as one.
    random = np.random.default_rng(5)
    low = [0, 0, 1, 1, 0, 1], [0, 1, 1, 0, 0, 1]
    kappas = []
    for _ in range(300):
        shuffled = [*random.permutation(low[1]), *np.add(random.permutation(low[1]), 8)]
        kappas.append(quadratic_weighted_kappa([*low[0], *np.add(low[0], 8)], shuffled))
    assert pooling.groups_alone == pytest.approx(np.mean(kappas), abs=5e-4)


def test_groups_whose_kappa_is_undefined():
    one = np.array([[0, 0], [0, 7]])
    study = make_study(2 * one, groups={"a": one, "b": one, "empty": 0 * one})
    assert list(study.groups) == ["a", "b"]
    assert math.isnan(study.pooling.within)
    assert math.isnan(study.pooling.lowest)
    assert "pooling" not in keys(study)
    mixed = make_study(np.add(one, [[5, 1], [1, 4]]), groups={"a": one, "b": [[5, 1], [1, 4]]})
    assert mixed.pooling.lowest == mixed.pooling.highest == mixed.groups["b"].kappa


SPREAD = np.diag([16] * 5) + np.diag([2] * 4, 1) + np.diag([2] * 4, -1)
ALIKE = {"a": np.array(MANY), "b": np.array(MANY).T}
GOOD, BAD = np.array([[9, 1], [0, 10]]), np.array([[5, 5], [4, 6]])
SETS = {f"{name}{at}": one for at in range(2) for name, one in (("g", GOOD), ("b", BAD))}
CONSTANTS = {str(at): np.array([[0, at + 1], [0, 0]]) for at in range(12)}
GAP = [[2, 0, 0, 0, 0], [0, 1, 0, 0, 1], [0] * 5, [0] * 5, [0, 1, 0, 0, 1]]


@pytest.mark.parametrize(
    ("study", "absent"),
    [
        (OF_COUNTS["constant"], {"no-interval"}),
        (OF_COUNTS["undefined"], {"constant-rater"}),
        (make_study(np.pad(MANY, 1)), {"default-labels", "unused-between"}),
        (make_study(GAP, scheme="unweighted"), {"default-labels", "unused-between"}),
        (make_study(SPREAD), {"prevalence"}),
        (OF_COUNTS["many"], {"few-items", "few-decide"}),
        (make_study([[19, 2], [1, 1]]), {"few-decide"}),  # they are few anyway
        (make_study([[190, 0], [0, 10]]), {"few-decide"}),
        (make_study(sum(ALIKE.values()), groups=ALIKE), {"small-groups"}),
        (make_study(2 * (GOOD + BAD), groups=SETS), {"alike-groups"}),
        (make_study(12 * GOOD, groups={str(at): GOOD for at in range(12)}), {"alike-groups"}),
        (make_study(sum(CONSTANTS.values()), groups=CONSTANTS), {"alike-groups"}),
        (make_study(MANY, groups={"all": MANY}), {"pooling"}),
    ],
)
def test_a_caution_without_its_reason_is_not_given(study, absent):
    assert not absent & set(keys(study))


@every_study
def test_cautions_come_gravest_first_and_can_be_said(study):
    found = find_cautions(study)
    ranks = [SEVERITIES.index(check.severity) for check in found]
    assert ranks == sorted(ranks)
    assert len(set(keys(study))) == len(found)
    for check in found:
        said = plain_text(check.message)
        assert "{" not in said
        assert not {"nan", "None"} & set(said.split())


def test_the_sentence_has_everything():
    assert plain_text(sentence(OF_COUNTS["many"])) == (
        "Agreement between the actual and the predicted ratings was κ = 0.814 (quadratically "
        "weighted kappa; 95% confidence interval 0.743 to 0.864, by Fisher’s transformation with "
        "a small-sample correction that smooths the table by two items; n = 261 items, "
        "3 ordered categories: “mild”, “moderate”, “severe”). "
        "Left out, since a rating was missing: 4 of 265 items."
    )
    assert "97.5% confidence" in plain_text(sentence(make_study(MANY, level=0.975)))
    assert "is undefined (0 ÷ 0)" in plain_text(sentence(OF_COUNTS["undefined"]))
    assert "no confidence interval" in plain_text(sentence(OF_COUNTS["constant"]))
    why, supposed = (plain_text(note) for note in interval_notes(OF_COUNTS["many"]))
    assert "% of such 95% intervals held the true κ" in why
    assert "independent" in supposed
    assert len(interval_notes(make_study(MANY, effective_n=100))) == 1
    assert interval_notes(OF_COUNTS["shares"]) == ()
    assert len(citation(OF_COUNTS["undefined"])) == 2


def test_narrow_intervals_get_more_decimals():
    assert OF_COUNTS["many"].decimals == OF_COUNTS["undefined"].decimals == 3
    vast = OF_COUNTS["vast"]
    assert vast.decimals == 8
    low, high = (
        plain_text(Message("{x}", {"x": Kappa(end)}), 8) for end in (vast.interval.low, 1.0)
    )
    assert low in plain_text(sentence(vast), vast.decimals)
    assert high == "1.00000000"


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"scheme": "cubic"}, "^Scheme: “cubic” is not known"),
        ({"level": 95}, "^Level: 95 is not between"),
        ({"groups": {"a": MANY, "b": MANY}}, "^Groups: their counts"),
        ({"groups": {"a": [[1, 2]]}}, "^Counts: the matrix is 1 × 2"),
        ({"clusters": [MANY, MANY]}, "^Clusters: their counts"),
        ({"categories": WORDS[:2]}, "^Categories: 2 are declared for 3"),
        ({"effective_n": -1}, "^Effective n: -1 is not a positive number"),
    ],
)
def test_what_cannot_be_used_is_said(settings, match):
    with pytest.raises(RatingsError, match=match):
        make_study(MANY, **settings)


def test_what_goes_in_is_copied_and_frozen_and_can_be_kept():
    counts = np.array(MANY)
    study = make_study(counts, groups={"all": counts})
    counts[0, 0] = 0
    assert study.observed[0, 0] == study.groups["all"].observed[0, 0] == 80
    with pytest.raises(ValueError, match="read-only"):
        study.observed[0, 0] = 1
    assert study_json(pickle.loads(pickle.dumps(study))) == study_json(study)


def test_plain_text_writes_numbers_short():
    nested = Message("{a} and {b}", {"a": Message("x"), "b": -0.5})
    assert plain_text(nested) == "x and −0.5"
    assert plain_text(Message("{n}", {"n": 2.0})) == "2"
    assert plain_text(Message("{k}", {"k": Kappa(-1e-9)}), 2) == "0.00"
