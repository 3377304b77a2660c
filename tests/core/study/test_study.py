"""What a report says: kappas against scikit-learn, checks by the pitfalls, files read again."""

import csv
import io
import json
import math
import pickle

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as hypothesis
from sklearn.metrics import cohen_kappa_score

from qwk_core import (
    SCHEMES,
    RatingsError,
    kappa_interval,
    observed_matrix,
    quadratic_weighted_kappa,
)
from qwk_core.messages import Kappa, Message
from qwk_core.study.cautions import SEVERITIES, find_cautions
from qwk_core.study.document import FORMAT, study_json
from qwk_core.study.sentences import citation, interval_notes, plain_text, sentence
from qwk_core.study.study import make_study
from qwk_core.study.tables import counts_csv, study_csv
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.teaching.pitfalls.catalogue import pitfall
from tests.browser.server import ROOT
from tests.core import strategies

SCHEMA = json.loads((ROOT / "docs" / "schema.json").read_text(encoding="utf-8"))
MANY = [[80, 12, 3], [10, 60, 15], [2, 9, 70]]
WORDS = ("mild", "moderate", "severe")


def study_of(actual, predicted, categories=None, **more):
    observed = observed_matrix(actual, predicted, categories=categories)
    if categories is None:
        categories = range(min(actual + predicted), max(actual + predicted) + 1)
    return make_study(observed, categories, **more)


def keys(study):
    return [check.key for check in find_cautions(study)]


def caution(study, key):
    (found,) = (check for check in find_cautions(study) if check.key == key)
    return found.severity, plain_text(found.message)


def grouped():
    """Two groups far apart: facts of the pitfall on pooling."""
    one = ([0, 0, 1, 1, 0, 1], [0, 1, 1, 0, 0, 1])
    groups = {
        "low": observed_matrix(*one, categories=range(10)),
        "high": observed_matrix(*np.add(one, 8).tolist(), categories=range(10)),
    }
    return make_study(sum(groups.values()), range(10), groups=groups)


STUDIES = {
    **{known.key: make_study(known.walk().observed, known.categories) for known in EXAMPLES},
    "many": make_study(
        MANY,
        WORDS,
        source="eyes.csv",
        n_missing=4,
        choices=[Message("Rows: {n}.", {"n": 1234.0})],
    ),
    "linear": make_study(MANY, WORDS, scheme="linear", level=0.9),
    "unweighted": make_study(MANY, WORDS, scheme="unweighted"),
    "pooled": grouped(),
    "undefined": make_study([[0, 0], [0, 7]]),
    "constant": make_study([[0, 0], [3, 4]]),
    "one item": make_study([[0, 1], [0, 0]]),
    "one category": make_study([[9]]),
    "shares": make_study([[0.25, 0.25], [0.25, 0.25]]),
    "weighted": make_study(np.array(MANY) * 1.5, WORDS),
    "vast": make_study(np.array(MANY) * 10**12, WORDS),
    "hostile": make_study(
        [[20, 1], [3, 30]],
        ("=cmd()", "<script>"),
        source="</script><b>.csv",
        groups={"＝x": [[20, 0], [3, 30]], "\u2028 $": [[0, 1], [0, 0]]},
    ),
}
every_study = pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)


def test_every_interval_is_the_one_that_the_core_chooses():
    study = STUDIES["pooled"]
    for scheme in SCHEMES:
        assert study.intervals[scheme] == kappa_interval(
            study.observed, scheme=scheme, level=study.level, method="auto"
        )
    for one in study.groups.values():
        assert one.interval == kappa_interval(one.observed, method="auto")


def test_counts_that_are_fractions_need_an_effective_number():
    sums = [[15.5, 2], [1, 13.5]]
    unknown = make_study(sums)
    assert math.isnan(unknown.interval.low)
    assert "sums of weights" in caution(unknown, "no-interval")[1]
    known = make_study(sums, effective_n=20.4, groups={"a": sums, "b": [[0, 0], [0, 0]]})
    assert known.interval == kappa_interval(sums, method="auto", effective_n=20.4)
    assert known.groups["a"].interval == known.interval
    assert "for 20 independent items" in plain_text(sentence(known))
    assert not {"no-interval", "alike-groups"} & set(keys(known))
    with pytest.raises(RatingsError, match="Effective n: -1 is not a positive number"):
        make_study(sums, effective_n=-1)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("actual", "predicted", "categories"),
    [
        ([1, 2, 2, 5, 5, 1], [1, 2, 5, 5, 2, 1], None),
        ([0, 0, 1, 1, 4, 4], [0, 1, 1, 0, 4, 1], None),
        ([1, 2, 3, 3], [1, 2, 2, 3], range(6)),
        (
            ["low", "low", "medium", "medium", "high", "high"],
            ["low", "medium", "medium", "high", "high", "medium"],
            ["low", "medium", "high"],
        ),
        (["2", "10", "10", "3+"], ["2", "2", "10", "10"], ["1", "2", "3+", "10"]),
        ([3, 2, 1, 1], [3, 3, 1, 2], [3, 2, 1, 0]),
    ],
)
def test_the_default_of_scikit_learn(actual, predicted, categories, scheme):
    study = study_of(actual, predicted, categories, scheme=scheme)
    weights = None if scheme == "unweighted" else scheme
    theirs = cohen_kappa_score(actual, predicted, weights=weights)
    assert study.default_kappa == pytest.approx(theirs, abs=1e-12)
    assert ("default-labels" in keys(study)) == (abs(theirs - study.kappa) > 1e-9)


def test_numbers_and_text_together_are_text_to_scikit_learn():
    study = make_study([[2, 1, 0], [1, 2, 1], [0, 0, 3]], (10, 9, "n/a"))
    names = np.array(["10", "9", "n/a"])
    rows, columns = np.repeat(np.indices((3, 3)).reshape(2, -1), study.observed.ravel(), axis=1)
    theirs = cohen_kappa_score(names[rows], names[columns], weights="quadratic")
    assert study.default_kappa == pytest.approx(theirs)


def test_pooling_lifts_kappa_as_the_pitfall_says():
    study = STUDIES["pooled"]
    known = {example.key: example.walk().kappa for example in pitfall("pooling").examples}
    pooling = study.pooling
    assert pooling.pooled == known["pooled"] == study.kappa
    assert pooling.lowest == pooling.highest == pytest.approx(known["low_group"])
    assert pooling.within == pytest.approx(1 / 3)
    assert study.groups["low"].kappa == known["low_group"]


def test_groups_alone_is_kappa_when_each_group_is_shuffled():
    """By simulation: predictions shuffled within groups, kappa of all as one."""
    study = STUDIES["pooled"]
    random = np.random.default_rng(5)
    low = [0, 0, 1, 1, 0, 1], [0, 1, 1, 0, 0, 1]
    kappas = []
    for _ in range(300):
        actual = [*low[0], *np.add(low[0], 8)]
        predicted = [*random.permutation(low[1]), *np.add(random.permutation(low[1]), 8)]
        kappas.append(quadratic_weighted_kappa(actual, predicted))
    assert study.pooling.groups_alone == pytest.approx(np.mean(kappas), abs=5e-4)


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
# Each group agrees up to a shift of its own, one up and one down: pooled, that is noise.
UP, DOWN = np.zeros((2, 4, 4), dtype=int)
UP[[0, 1], [2, 3]] = DOWN[[2, 3], [0, 1]] = 30
GOOD, BAD = np.array([[9, 1], [0, 10]]), np.array([[5, 5], [4, 6]])
SETS = {f"{name}{at}": one for at in range(6) for name, one in (("g", GOOD), ("b", BAD))}
GAP = ([1, 2, 2, 5, 5, 1], [1, 2, 5, 5, 2, 1])
CONSTANTS = {str(at): np.array([[0, at + 1], [0, 0]]) for at in range(12)}


@pytest.mark.parametrize(
    ("study", "key", "severity", "says"),
    [
        (STUDIES["undefined"], "undefined", "error", "0 ÷ 0"),
        (STUDIES["pooled"], "pooling", "warning", "Pooling lifts kappa: κ = 0.990 "),
        (make_study(sum(ALIKE.values()), groups=ALIKE), "pooling", "note", "changes little"),
        (
            make_study(UP + DOWN, groups={"up": UP, "down": DOWN}),
            "pooling",
            "warning",
            "Pooling lowers kappa",
        ),
        (make_study(MANY, n_missing=2), "missing", "note", "2 of 263 rows"),
        (make_study(MANY, n_missing=40), "missing", "warning", "40 of 301 rows"),
    ],
)
def test_a_caution_is_as_grave_as_its_figures(study, key, severity, says):
    found, said = caution(study, key)
    assert found == severity
    assert says in said


@pytest.mark.parametrize(
    ("study", "absent"),
    [
        (STUDIES["constant"], {"no-interval"}),
        (STUDIES["undefined"], {"constant-rater"}),
        (make_study(np.pad(MANY, 1)), {"default-labels", "unused-between"}),
        (study_of(*GAP, scheme="unweighted"), {"default-labels", "unused-between"}),
        (make_study(SPREAD), {"prevalence"}),
        (STUDIES["many"], {"few-items", "few-decide"}),
        (make_study([[19, 2], [1, 1]]), {"few-decide"}),  # they are few anyway
        (make_study([[190, 0], [0, 10]]), {"few-decide"}),
        (make_study(sum(ALIKE.values()), groups=ALIKE), {"small-groups"}),
        (
            make_study(2 * (GOOD + BAD), groups={name: SETS[name] for name in [*SETS][:4]}),
            {"alike-groups"},
        ),
        (make_study(12 * GOOD, groups={str(at): GOOD for at in range(12)}), {"alike-groups"}),
        (make_study(sum(CONSTANTS.values()), groups=CONSTANTS), {"alike-groups"}),
        (make_study(MANY, groups={"all": MANY}), {"pooling"}),
    ],
)
def test_a_caution_without_its_reason_is_not_given(study, absent):
    assert not absent & set(keys(study))


@every_study
def test_checks_come_gravest_first_and_can_be_said(study):
    ranks = [SEVERITIES.index(check.severity) for check in find_cautions(study)]
    assert ranks == sorted(ranks)
    assert len(set(keys(study))) == len(find_cautions(study))
    for check in find_cautions(study):
        said = plain_text(check.message)
        assert "{" not in said
        assert "nan" not in said.split()
        assert "None" not in said


def test_the_sentence_has_everything():
    assert plain_text(sentence(STUDIES["many"])) == (
        "Agreement between the actual and the predicted ratings was κ = 0.814 (quadratically "
        "weighted kappa; 95% confidence interval 0.743 to 0.864, by Fisher’s transformation after "
        "two items were added; n = 261 items, 3 ordered categories: “mild”, “moderate”, “severe”). "
        "4 of 265 rows were left out, since a rating was missing."
    )
    steps = plain_text(sentence(STUDIES["steps"]))
    assert "κ = 0.513 (" in steps
    assert "after two items were added; n = 10 items, 5 ordered" in steps
    assert "linearly weighted kappa; 90% confidence" in plain_text(sentence(STUDIES["linear"]))
    assert "97.5% confidence" in plain_text(sentence(make_study(MANY, level=0.975)))
    assert "is undefined (0 ÷ 0)" in plain_text(sentence(STUDIES["undefined"]))
    assert "no confidence interval" in plain_text(sentence(STUDIES["constant"]))
    why, supposed = (plain_text(note) for note in interval_notes(STUDIES["many"]))
    assert "% of such 95% intervals held the true κ" in why
    assert "independent" in supposed
    assert len(interval_notes(make_study(MANY, effective_n=100))) == 1
    assert interval_notes(STUDIES["shares"]) == ()


def test_narrow_intervals_get_more_decimals():
    assert STUDIES["many"].decimals == STUDIES["undefined"].decimals == 3
    vast = STUDIES["vast"]
    assert vast.decimals == 8
    low, high = (
        plain_text(Message("{x}", {"x": Kappa(end)}), 8) for end in (vast.interval.low, 1.0)
    )
    assert low in plain_text(sentence(vast), vast.decimals)
    assert high == "1.00000000"


def test_what_to_cite():
    many = citation(STUDIES["many"])
    assert [entry.split(" (")[0] for entry in many[:2]] == [
        "Cohen, J.",
        "Fleiss, J. L., Cohen, J. & Everitt, B. S.",
    ]
    assert "QWK Explorer" in many[-1]
    assert {"Lin, L", "Agrest"} <= {entry[:6] for entry in many}
    assert "(1960)" in citation(STUDIES["unweighted"])[0]
    assert len(citation(STUDIES["undefined"])) == 2


@every_study
def test_json_follows_its_schema_and_holds_what_was_computed(study):
    content = json.loads(study_json(study), parse_constant=pytest.fail)
    jsonschema.validate(content, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert content["format"] == FORMAT
    assert content["categories"] == list(study.categories)
    assert content["observed"] == study.observed.tolist()
    for scheme, walk in study.walks.items():
        own = content["schemes"][scheme]
        assert own["weights"] == walk.weights.tolist()
        assert own["weighted_observed"] == walk.weighted_observed.tolist()
        assert own["kappa"] == (None if math.isnan(walk.kappa) else walk.kappa)
        assert own["scheme"] == scheme
    mine = content["schemes"][study.scheme]
    assert {name: content[name] for name in mine} == mine
    assert [group["name"] for group in content["groups"]] == list(study.groups)
    assert content["sentence"] == plain_text(sentence(study), study.decimals)


def test_the_schema_describes_every_key():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def look(node, where):
        if isinstance(node, dict):
            for name, property in node.get("properties", {}).items():
                assert "description" in property or "$ref" in property, f"{where}/{name}"
            for name, child in node.items():
                look(child, f"{where}/{name}")

    look(SCHEMA, "")
    content = json.loads(study_json(STUDIES["many"]))
    for spoilt in ({**content, "more": 1}, {**content, "kappa": "0.5"}, {"n": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(spoilt, SCHEMA)


def read_csv(text):
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@every_study
def test_every_csv_read_again_is_what_was_computed(study):
    files = study_csv(study)
    walk = study.walk
    for name in ("observed", "expected", "weights", "weighted_observed", "weighted_expected"):
        _header, *rows = read_csv(files[f"{name}.csv"])
        assert [[float(cell) for cell in row[1:]] for row in rows] == getattr(walk, name).tolist()
    header, *rows = read_csv(files["kappas.csv"])
    assert [row[0] for row in rows] == list(SCHEMES)
    for row, interval in zip(rows, study.intervals.values(), strict=True):
        for column in ("kappa", "low", "high"):
            cell = row[header.index(column)]
            np.testing.assert_equal(float(cell) if cell else math.nan, getattr(interval, column))
    assert ("groups.csv" in files) == bool(study.groups)


@every_study
def test_no_csv_cell_runs_as_a_formula(study):
    for content in study_csv(study).values():
        for row in read_csv(content):
            for cell in row:
                start = cell.lstrip()[:1]
                assert start not in ("=", "@", "＝")
                if start in ("-", "+"):
                    float(cell)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"scheme": "cubic"}, "^Scheme: “cubic” is not known"),
        ({"level": 95}, "^Level: 95 is not between"),
        ({"groups": {"a": MANY, "b": MANY}}, "^Groups: their counts"),
        ({"groups": {"a": [[1, 2]]}}, "^Counts: the matrix is 1 × 2"),
        ({"categories": WORDS[:2]}, "^Categories: 2 are declared for 3"),
    ],
)
def test_what_cannot_be_used_is_said(settings, match):
    with pytest.raises(RatingsError, match=match):
        make_study(MANY, **settings)


def test_what_goes_in_is_copied_and_frozen():
    counts = np.array(MANY)
    study = make_study(counts, groups={"all": counts})
    counts[0, 0] = 0
    assert study.observed[0, 0] == study.groups["all"].observed[0, 0] == 80
    with pytest.raises(ValueError, match="read-only"):
        study.observed[0, 0] = 1


def test_a_study_can_be_kept():
    again = pickle.loads(pickle.dumps(STUDIES["pooled"]))
    assert study_json(again) == study_json(STUDIES["pooled"])


def test_plain_text_writes_numbers_short():
    nested = Message("{a} and {b}", {"a": Message("x"), "b": -0.5})
    assert plain_text(nested) == "x and −0.5"
    assert plain_text(Message("{n}", {"n": 2.0})) == "2"
    assert plain_text(Message("{k}", {"k": Kappa(-1e-9)}), 2) == "0.00"


@settings(max_examples=30, deadline=None)
@given(one=strategies.lopsided(), factor=hypothesis.integers(1, 9))
def test_within_groups_is_a_weighted_mean_of_the_groups(one, factor):
    one = np.array(one)
    groups = {"a": one, "b": factor * one.T[::-1, ::-1]}
    study = make_study(sum(groups.values()), groups=groups)
    walks = [group.walk for group in study.groups.values()]
    weights = [walk.denominator for walk in walks if walk.denominator]
    kappas = [walk.kappa for walk in walks if walk.denominator]
    if not weights:
        assert math.isnan(study.pooling.within)
        return
    assert study.pooling.within == pytest.approx(np.average(kappas, weights=weights), abs=1e-9)
    assert study.pooling.lowest - 1e-9 <= study.pooling.within <= study.pooling.highest + 1e-9


def test_the_counts_as_csv_make_the_table_again():
    observed = np.array([[40, 0, 1], [6, 45, 0], [0, 0, 0]])
    lines = counts_csv(make_study(observed)).splitlines()
    assert lines[0] == "actual,predicted,count"
    again = np.zeros_like(observed)
    for line in lines[1:]:
        row, column, count = map(int, line.split(","))
        again[row, column] = count
    assert again.tolist() == observed.tolist()
    assert len(lines) == 5  # what is 0 is left out
