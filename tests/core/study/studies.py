"""Studies that several tests share: of two raters' counts, and of many raters' ratings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from qwk_core import observed_matrix
from qwk_core.messages import Message
from qwk_core.study.study import Study, make_rater_study, make_study
from qwk_core.teaching.examples import EXAMPLES
from tests.core.statistics.raters.cases import ANXIETY, RAW4, seeded_table

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "schema.json").read_text(encoding="utf-8")
)
MANY = [[80, 12, 3], [10, 60, 15], [2, 9, 70]]
WORDS = ("mild", "moderate", "severe")


def grouped() -> Study:
    """Two groups far apart: facts of the pitfall on pooling."""
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
OF_RATERS = {
    "anxiety": make_rater_study(ANXIETY, raters=["Ann", "Ben", "Cy"], source="anxiety.csv"),
    "gaps": make_rater_study(RAW4, scheme="linear", level=0.9),
    "groups": make_rater_study(
        seeded_table(), categories=range(5), groups=["x"] * 20 + ["y"] * 19 + ["z"]
    ),
    "undefined": make_rater_study([[1, None], [None, 2]]),
    "words": make_rater_study([["lo", "hi"], ["hi", "hi"]], categories=["lo", "mid", "hi"]),
    "many": make_rater_study(np.arange(81).reshape(3, 27) % 5),
}
ALL = OF_COUNTS | {f"raters: {name}": study for name, study in OF_RATERS.items()}
every_study = pytest.mark.parametrize("study", ALL.values(), ids=ALL)
