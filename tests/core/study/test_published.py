"""Six data sets with published figures: the report's paragraph beside what was printed."""

from __future__ import annotations

import pytest

from qwk_core.statistics.raters.agreement import RaterAgreement
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import methods
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study, make_rater_study, make_study
from tests.core.statistics.raters.cases import RAW4, WIKIPEDIA, ZAPF

# Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, 323–327: shares of 200 items.
FLEISS_1969 = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]


def paragraph(study: Study) -> str:
    return " ".join(plain_text(one) for one in methods(study, "apa"))


def of_many(study: Study) -> RaterAgreement:
    return study.all_raters


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


def test_rsmtool() -> None:
    """The test of ETS's RSMTool: 8, 4, 6, 3 beside 9, 4, 5, 12 on 3–12 is −.0921052632."""
    study = make_rater_study([[8, 9], [4, 4], [6, 5], [3, 12]], categories=range(3, 13))
    assert study.kappa == pytest.approx(-0.0921052632)
    assert "Agreement was κ = −.09" in paragraph(study)


def test_gwet_raw4raters() -> None:
    """Handbook of Inter-Rater Reliability, table 2.10, quadratic weights.

    Printed: Conger .858, Fleiss .865, AC2 .914, α .849. The report's headline is the pooled kappa,
    .792: some ratings are missing, and Conger's kappa then takes each rater's chance from all that
    they rated, the pooled one pair by pair.
    """
    study = make_rater_study(RAW4)
    found = of_many(study)
    printed = {"conger": 0.858, "fleiss": 0.865, "ac2": 0.914, "alpha": 0.849}
    for name, figure in printed.items():
        assert found.coefficients[name] == pytest.approx(figure, abs=5e-4)
    said = paragraph(study)
    assert "Krippendorff’s α (interval metric: squared distances) was .85." in said
    assert "Agreement was κ = .79" in said
    assert "every pair counts alike" in said


def test_zapf_2016() -> None:
    """BMC Medical Research Methodology 16:93: Conger .8984700, Fleiss .8983886.

    Nothing is missing, so the pooled kappa is Conger's.
    """
    study = make_rater_study(ZAPF)
    found = of_many(study)
    assert found.conger == pytest.approx(0.8984700, abs=5e-8)
    assert found.fleiss == pytest.approx(0.8983886, abs=5e-8)
    assert study.kappa == pytest.approx(found.conger)
    assert "Agreement was κ = .90" in paragraph(study)


def test_krippendorff_s_example() -> None:
    """“Krippendorff's alpha”, the worked example of Wikipedia: interval α .811."""
    study = make_rater_study(WIKIPEDIA)
    assert of_many(study).alpha == pytest.approx(0.811, abs=5e-4)
    assert "was .81." in paragraph(study)
