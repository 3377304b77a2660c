"""Before any data, on the page How sure: what is asked, and what simulated studies answer."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.parts import study_plan
from qwk_app.words.numbers import number, percent
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import plan_study
from tests.apptest import Visit


def open_plan(app: AppTest) -> str:
    app.session_state[study_plan.OPEN] = True
    app.run()
    assert not app.exception
    return "\n".join(block.value for block in [*app.main.markdown, *app.error])


def test_nothing_is_simulated_until_it_is_unfolded(visit: Visit) -> None:
    app = visit("how_sure")
    assert not any(field.key == study_plan.TOTALS for field in app.text_input)


def test_it_answers_what_the_core_computes(visit: Visit) -> None:
    link = {"totals": "50, 30, 20", "expected": "0.8", "narrow": "0.3", "least": "0.7"}
    said = open_plan(visit("how_sure", power="90%", scheme="linear", **link))
    plan = plan_study(
        expected_shares([50, 30, 20], 0.8, scheme="linear"),
        width=0.3,
        least=0.7,
        share=0.9,
        scheme="linear",
    )
    assert f"is to be expected with **{number(plan.for_width)} items**" in said
    assert f"90% of studies have it with **{number(plan.for_width_in_most)} items**" in said
    assert f"shown by 90% of studies with **{number(plan.to_show)} items**" in said
    for one in plan.studies:
        row = f"| {number(one.n)} | {number(one.expected_width)} |"
        assert row in said
        assert percent(one.share_above(0.7)) in said


def test_without_totals_those_of_the_example_are_taken(visit: Visit) -> None:
    own = open_plan(visit("how_sure", counts="30,10;5,15"))
    same = open_plan(visit("how_sure", counts="30,10;5,15", totals="75,45"))
    assert own == same
    assert "With κ = 0.70" in own


def test_a_table_of_proportions_brings_its_own_kappa(visit: Visit) -> None:
    said = open_plan(visit("how_sure", totals="0.4,0.1;0.1,0.4", expected="0.1"))
    assert "With κ = 0.60" in said
    assert "No study can be planned to show a κ of 0.6" in said


def test_what_no_study_reaches_is_said(visit: Visit) -> None:
    said = open_plan(visit("how_sure", totals="1e9,1", expected="0.5", least="0.4"))
    assert "with **more than 1,000,000 items**" in said


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ({"totals": "50, many"}, "Totals, row 1, column 2: “many” is not a share"),
        ({"totals": "50"}, "at least two categories need more than 0"),
        ({"totals": "1,2;3"}, "Totals, row 2: the number of cells is 1, but 2 in row 1"),
        ({"totals": ",".join("1" * 31)}, "31 categories are too many to simulate here"),
        ({"expected": "high"}, "Expected κ: give a number from −1 to below 1"),
        ({"expected": "1"}, "Expected κ: give a number from −1 to below 1"),
        ({"expected": "-0.5"}, "-0.5 cannot be expected"),
        ({"least": "<b>"}, "κ to show: give a number"),
        ({"actual": "3,3", "predicted": "3,3"}, "at least two categories need more than 0"),
    ],
)
def test_what_cannot_be_planned_says_why(link: dict[str, str], problem: str, visit: Visit) -> None:
    said = open_plan(visit("how_sure", **link)).replace("\\", "")
    assert problem in said


@pytest.mark.parametrize("link", [{"power": "100%"}, {"narrow": "0"}, {"narrow": "nan"}])
def test_a_hostile_link_means_the_default(link: dict[str, str], visit: Visit) -> None:
    assert open_plan(visit("how_sure", **link)) == open_plan(visit("how_sure"))
