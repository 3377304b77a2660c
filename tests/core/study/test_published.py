"""Six data sets with published figures: the report's paragraph beside what was printed."""

from __future__ import annotations

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
    """Write the paragraph without the author's blanks, and without the program's version."""
    written = map(plain_text, methods(study))
    return " ".join(
        one for one in written if "[" not in one.replace("CI [", "") and "made with" not in one
    )


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_page_has_the_paragraph_as_it_is(study: Study) -> None:
    assert f"> {paragraph(study)}\n" in PAGE


def test_two_raters() -> None:
    # Printed: κ .429 and its variance .002885 without weights; κ ± 1.96 × √.002885.
    assert FLEISS.interval.standard_error**2 == pytest.approx(0.002885, abs=5e-7)
    assert "Agreement was κ = .43, 95% CI [.32, .53]." in paragraph(FLEISS)
    # Printed: A_o = .7, A_e = .54, κ = .348.
    assert ARTSTEIN_2008.kappa == pytest.approx(0.348, abs=5e-4)
    assert "identical in 70% of cases (p_o = .70); chance alone would give p_e = .54." in paragraph(
        ARTSTEIN_2008
    )
    # Printed: 0.7964094 (0.05891072) without weights, and 0.8921569 with quadratic ones.
    assert ABSTRACTORS.kappa == pytest.approx(0.8921569, abs=5e-8)
    alone = ABSTRACTORS.intervals["unweighted"]
    assert (alone.kappa, alone.standard_error) == pytest.approx((0.7964094, 0.05891072), abs=5e-8)


def test_many_raters() -> None:
    found = {
        name: study.all_raters.coefficients for name, study in STUDIES.items() if not study.is_pair
    }
    # Printed: Conger .8984700, Fleiss .8983886; and α .811.
    assert (found["Zapf"]["conger"], found["Zapf"]["fleiss"]) == pytest.approx(
        (0.8984700, 0.8983886), abs=5e-8
    )
    assert found["Wikipedia"]["alpha"] == pytest.approx(0.811, abs=5e-4)
    printed = {"conger": 0.858, "fleiss": 0.865, "ac2": 0.914, "alpha": 0.849}
    assert {name: round(found["Gwet"][name], 3) for name in printed} == printed
