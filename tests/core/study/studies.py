"""Studies that several tests share: of two raters' counts, and of many raters' ratings."""

import json
from pathlib import Path

import numpy as np
import pytest

from qwk_core import observed_matrix
from qwk_core.messages import Message
from qwk_core.statistics.rating_table import Exclusion
from qwk_core.study.interval_choice import INTERVALS, IntervalChoice
from qwk_core.study.study import Cutting, Study, make_rater_study, make_study
from qwk_core.teaching.examples import EXAMPLES
from tests.core.published import ANXIETY, RAW4, ZAPF
from tests.core.statistics.raters.cases import seeded_table

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "schema.json").read_text(encoding="utf-8")
)
MANY = [[80, 12, 3], [10, 60, 15], [2, 9, 70]]
WORDS = ("mild", "moderate", "severe")


def grouped() -> Study:
    """Return a study of two groups far apart, as in the pitfall on pooling."""
    one = np.array([[0, 0, 1, 1, 0, 1], [0, 1, 1, 0, 0, 1]])
    groups = {
        "low": observed_matrix(*one, categories=range(10)),
        "high": observed_matrix(*(one + 8), categories=range(10)),
    }
    return make_study(groups["low"] + groups["high"], range(10), groups=groups)


OF_COUNTS = {
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
LABELLED = [[1, 1, 2], [2, 2, 2], [3, 2, 3], [1, 1, 1], [3, 3, 3], [2, 1, 2], [3, 3, 2], [1, 2, 1]]
OF_RATERS = {
    "truth": make_rater_study(LABELLED, raters=["gpt", "claude", "label"]),
    "a reference, clusters": make_rater_study(
        LABELLED * 2, raters=["x", "gold", "y"], clusters=[*"aabbccddeeffgghh"]
    ),
    "anxiety": make_rater_study(ANXIETY, raters=["Ann", "Ben", "Cy"], source="anxiety.csv"),
    "gaps": make_rater_study(RAW4, scheme="linear", level=0.9),
    "groups": make_rater_study(
        seeded_table(), categories=range(5), groups=["x"] * 20 + ["y"] * 19 + ["z"]
    ),
    "undefined": make_rater_study([[1, None], [None, 2]]),
    "words": make_rater_study([["lo", "hi"], ["hi", "hi"]], categories=["lo", "mid", "hi"]),
    "many": make_rater_study(np.arange(81).reshape(3, 27) % 5),
}
COUNTS = np.array([[40, 9, 1], [6, 45, 4], [0, 3, 20]])
CLUSTERS = np.array([COUNTS // 5] * 4 + [COUNTS - 4 * (COUNTS // 5)])
DETAILS = {
    "raters": "two teachers with ten years of practice",
    "blinding": "alone",
    "sampling": "all essays of the year",
    "size": "there were no more",
    "scheme": "before the first essay was read",
    "address": "https://example.org",
}
GAPPED = [[1, 2, 1], [2, 2, None], [3, 3, 2], [1, 1, 1], [4, 3, 4]]


def in_clusters(method: str) -> Study:
    """Return the study of three raters whose items come in six clusters."""
    choice = IntervalChoice(method, 200, 5)
    return make_rater_study(GAPPED * 3, clusters=[*"aabbccddeefffff"], choice=choice)


CUTTINGS = (
    Cutting("rounded"),
    Cutting("given", (0.5, 1.5)),
    Cutting("tuned", (0.62, 1.31), 0.6612, 5),
    Cutting("stretched", (0.4, float("inf")), 0.6612, 5),
)
NAMES = (
    ("Ann", "Ben"), ("truth", "model"), ("expert", "student"), ("score_t1", "score_t2"),
)  # fmt: skip
# The text for a paper differs between these studies.
OF_WORDS = {
    "details": make_study(COUNTS).with_details(DETAILS),
    "left out": make_study(COUNTS, (1, 2, 3), n_missing=7, codes=("-99", "x")),
    "excluded": Study(
        make_study(COUNTS).table,
        choices=[Message("Found."), Exclusion("The first of each counts ({n}).", {"n": 2})],
    ),
    "far below chance": make_study([[1, 9], [9, 1]]),
    "a lower mean": make_study(COUNTS.T),
    "worth fewer items": make_study(COUNTS, effective_n=60),
    "weights of known worth": make_study([[15.5, 2], [1, 13.5]], effective_n=20.4),
    "groups": grouped(),
    "names": OF_COUNTS["unweighted"],
    "undefined": OF_COUNTS["undefined"],
    "clusters, as fewer items": make_study(COUNTS, clusters=CLUSTERS),
    "raters: groups": OF_RATERS["groups"],
    "level with a fraction": make_study(MANY, level=0.975),
    "second time": make_study(COUNTS, raters=("a", "b"), roles="times"),
    "clusters": make_study(COUNTS, clusters=CLUSTERS, choice=IntervalChoice("cluster", 500, 3)),
    "raters: linear gaps": make_rater_study(GAPPED, scheme="linear"),
    "raters: unweighted gaps": make_rater_study(GAPPED, scheme="unweighted"),
    "raters: one item": make_rater_study([[1, 2, 2]]),
    "raters: bootstrap": make_rater_study(GAPPED, choice=IntervalChoice("bootstrap", 200, 5)),
    "raters: clusters": in_clusters("auto"),
    "raters: a reference, gaps": make_rater_study(
        [*GAPPED, [None, 1, 1]], raters=["Ann", "expert", "Ben"], scheme="linear"
    ),
    "raters: clusters drawn": in_clusters("cluster"),
    "raters: many items": make_rater_study(ZAPF),
    "raters: very many items": make_rater_study(ZAPF * 200),
    **{f"cut-points {one.way}": make_study(COUNTS, cutting=one) for one in CUTTINGS},
    **{f"constant {one}": make_study([[0, 3], [0, 4]], raters=(one, two)) for one, two in NAMES},
    **{f"between {one}": make_study(COUNTS, raters=(one, two)) for one, two in NAMES},
    **{
        f"interval {name}": make_study(COUNTS, choice=IntervalChoice(name, 400, 7))
        for name in INTERVALS
        if name != "cluster"
    },
}
ALL = OF_COUNTS | {f"raters: {name}": study for name, study in OF_RATERS.items()}
every_study = pytest.mark.parametrize("study", ALL.values(), ids=ALL)
