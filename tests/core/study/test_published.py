"""Six data sets with published figures: docs/published.md has the report's paragraph of each.

Their figures: see tests/core/published.toml.
"""

from pathlib import Path

import pytest

from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import methods
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study, make_rater_study, make_study
from tests.core.published import FLEISS_1969, RATED, RAW4, ZAPF

PAGE = (Path(__file__).parents[3] / "docs" / "published.md").read_text("utf-8")

FORMULA = IntervalChoice("formula")
# Psychological Bulletin 72, 323–327: shares of 200 items.
FLEISS = make_study(FLEISS_1969, scheme="unweighted", choice=FORMULA, roles="equal")
# Computational Linguistics 34(4), table 1.
ARTSTEIN_2008 = make_study([[20, 20], [10, 50]], scheme="unweighted", roles="equal")
# The example of kappa2.table in the package irrCAC: cont3x3abstractors.
ABSTRACTORS = make_study(
    [[13, 0, 0], [0, 20, 7], [0, 4, 56]], range(1, 4), choice=FORMULA, roles="equal"
)
STUDIES = {
    "Fleiss, Cohen & Everitt": FLEISS,
    "Artstein & Poesio": ARTSTEIN_2008,
    "abstractors": ABSTRACTORS,
    "Zapf": make_rater_study(ZAPF),
    "Wikipedia": make_rater_study(RATED["wikipedia"]),
    "Gwet": make_rater_study(RAW4),
}


def paragraph(study: Study) -> str:
    """Return the paragraph without the author's blanks and without the program's version."""
    written = map(plain_text, methods(study))
    return " ".join(
        one for one in written if "[" not in one.replace("CI [", "") and "made with" not in one
    )


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_page_has_the_paragraph_as_it_is(study: Study) -> None:
    assert f"> {paragraph(study)}\n" in PAGE
