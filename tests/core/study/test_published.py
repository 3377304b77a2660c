"""Two tables with published figures: the report's paragraph beside what was printed."""

from __future__ import annotations

import pytest

from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import methods
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study, make_study

# Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, 323–327: shares of 200 items.
FLEISS_1969 = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]


def paragraph(study: Study) -> str:
    return " ".join(plain_text(one) for one in methods(study, "apa"))


def test_fleiss_cohen_and_everitt_1969() -> None:
    """Printed: κ .429 and its variance .002885 without weights."""
    study = make_study(FLEISS_1969, scheme="unweighted", choice=IntervalChoice("formula"))
    assert study.interval.standard_error**2 == pytest.approx(0.002885, abs=5e-7)
    # κ ± 1.96 × √.002885
    assert "Agreement was κ = .43, 95% CI [.32, .53]." in paragraph(study)
    # The default adds two items: its interval is another, and the paragraph says so.
    default = paragraph(make_study(FLEISS_1969, scheme="unweighted"))
    assert "smooths the table by two items" in default


def test_artstein_and_poesio_2008() -> None:
    """Computational Linguistics 34(4), table 1: observed agreement .7, κ = .348."""
    study = make_study([[20, 20], [10, 50]], scheme="unweighted")
    assert study.kappa == pytest.approx(0.348, abs=5e-4)
    said = paragraph(study)
    assert "Agreement was κ = .35" in said
    assert "The ratings were identical in 70% of cases" in said
    assert "p_o = .70, expected by chance p_e = .54." in said  # printed: A_e = .54
