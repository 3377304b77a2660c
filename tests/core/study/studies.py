"""Studies that several tests share: of two raters' counts, and of many raters' ratings."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qwk_core.messages import Message
from qwk_core.statistics.rating_table import Dependence, Exclusion
from qwk_core.study.interval_choice import INTERVALS, IntervalChoice
from qwk_core.study.methods import methods
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Cutting, Study, make_rater_study, make_study
from qwk_core.teaching.examples import EXAMPLES
from tests.core.beside import beside
from tests.core.published import ANXIETY, RAW4, RAW5, ZAPF
from tests.core.statistics.raters.cases import SEEDED

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs" / "schema.json").read_text(encoding="utf-8")
)
MANY = [[80, 12, 3], [10, 60, 15], [2, 9, 70]]
WORDS = ("mild", "moderate", "severe")


def grouped(*tables: Any) -> Study:
    """Return a study of groups with these tables."""
    return make_study(sum(tables), groups={str(at): one for at, one in enumerate(tables)})


# Two groups far apart, as in the pitfall on pooling.
FAR = [np.pad([[2, 1], [1, 2]], at) for at in ((0, 8), (8, 0))]
LABELLED = [[1, 1, 2], [2, 2, 2], [3, 2, 3], [1, 1, 1], [3, 3, 3], [2, 1, 2], [3, 3, 2], [1, 2, 1]]
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
NAMED = {
    "MANY": np.array(MANY),
    "WORDS": WORDS,
    "COUNTS": COUNTS,
    "LABELLED": LABELLED,
    "GAPPED": GAPPED,
    "REFERRED": [*GAPPED, [None, 1, 1]],
    "SEEDED": SEEDED,
    "ANXIETY": ANXIETY,
    "RAW4": RAW4,
    "RAW5": RAW5,
    "ZAPF": ZAPF,
}
LISTED = beside(__file__, "studies.toml")


def listed(kind: str) -> dict[str, Study]:
    """Return the studies of a part of studies.toml."""
    return {name: made(**settings) for name, settings in LISTED[kind].items()}


def made(times: float = 1, **settings: Any) -> Study:
    """Return a study with these settings of `make_study` or `make_rater_study`."""
    settings.pop("has", None)
    for name, kind in (("choice", IntervalChoice), ("cutting", Cutting)):
        if name in settings:
            settings[name] = kind(*settings[name])
    known = {
        name: NAMED.get(value, [*value] if name in ("groups", "clusters") else value)
        if isinstance(value, str)
        else value
        for name, value in settings.items()
    }
    if "counts" in known:
        return make_study(np.array(known.pop("counts")) * times, **known)
    return make_rater_study(known.pop("ratings") * int(times), **known)


OF_COUNTS = {
    **{known.key: make_study(known.walk().observed, known.categories) for known in EXAMPLES},
    "many": make_study(
        MANY,
        WORDS,
        source="eyes.csv",
        n_missing=4,
        choices=[Message("Rows: {n}.", {"n": 1234.0})],
    ),
    "pooled": make_study(sum(FAR), groups={"low": FAR[0], "high": FAR[1]}),
    **listed("counts"),
}
OF_RATERS = listed("raters") | {"many": make_rater_study(np.arange(81).reshape(3, 27) % 5)}


def paragraph(study: Study, style: str = "apa") -> str:
    """Return the paragraph on the method as a text."""
    return " ".join(plain_text(one, study.decimals) for one in methods(study, style))


def in_clusters(method: str) -> Study:
    """Return the study of three raters whose items come in six clusters."""
    choice = IntervalChoice(method, 200, 5)
    return make_rater_study(GAPPED * 3, clusters=[*"aabbccddeefffff"], choice=choice)


# What a file calls its clusters.
SAID = Dependence("Items with the same {column} belong together.", {"column": "“patient”"})
NAMES = (
    ("Ann", "Ben"), ("truth", "model"), ("expert", "student"), ("score_t1", "score_t2"),
)  # fmt: skip
# The text for a paper differs between these studies.
OF_WORDS = listed("words") | {
    "details": make_study(COUNTS).with_details(DETAILS),
    "excluded": Study(
        make_study(COUNTS).table,
        choices=[Message("Found."), Exclusion("The first of each counts ({n}).", {"n": 2})],
    ),
    "a lower mean": make_study(COUNTS.T),
    "clusters, as fewer items": make_study(COUNTS, clusters=CLUSTERS),
    "clusters": make_study(COUNTS, clusters=CLUSTERS, choice=IntervalChoice("cluster", 500, 3)),
    "clusters of a column": make_study(COUNTS, clusters=CLUSTERS, choices=[SAID]),
    "a column without clusters": make_study(COUNTS, choices=[SAID]),
    "clusters, no wider": make_study(12 * (COUNTS // 4), clusters=[COUNTS // 4] * 12),
    "raters: clusters": in_clusters("auto"),
    "raters: clusters drawn": in_clusters("cluster"),
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
