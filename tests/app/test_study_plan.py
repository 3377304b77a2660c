"""The page Plan a study: items for a width, what simulated studies answer, and older links."""

from __future__ import annotations

import pytest

from qwk_app.parts.study_plan import more_items, simulated
from qwk_app.words.numbers import number, percent
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import (
    Simulation,
    interval_ends,
    items_for_width,
    plan_study,
)
from qwk_core.teaching.examples import example
from tests.app.reading import figure, query, trace, words
from tests.apptest import Visit

OBSERVED = example("petfinder").walk().observed


def open_plan(visit: Visit, **link: str) -> str:
    app = visit("study_plan", unfold={simulated.OPEN: True}, **link)
    assert not app.exception
    return "\n".join(block.value for block in [*app.main.markdown, *app.error])


# -- Items for a width ----------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["0.4", "0.05"])
def test_the_items_that_a_width_takes(wanted: str, visit: Visit) -> None:
    app = visit("study_plan", width=wanted, level="90%")
    needed = items_for_width(OBSERVED, float(wanted), level=0.9)
    assert needed is not None
    assert f"needs about **{number(needed)} items**" in words(app)
    funnel = figure(app, "more-items")
    assert [mark["x0"] for mark in funnel["layout"]["shapes"]] == [10, needed]
    xs = trace(funnel, "high")["x"]
    ends = interval_ends(OBSERVED, xs, level=0.9)
    assert trace(funnel, "high")["y"] == pytest.approx(ends.high, abs=1e-3)
    assert trace(funnel, "low")["y"] == pytest.approx(ends.low, abs=1e-3)


def test_enough_items_are_told_so(visit: Visit) -> None:
    app = visit("study_plan", **query(example("ten-thousand")))
    assert "would be enough for a width of 0.2" in words(app)


def test_where_no_interval_narrows_it_says_so(visit: Visit) -> None:
    assert "Here there is none yet" in words(visit("study_plan", actual="2", predicted="4"))
    millions = visit("study_plan", counts="499999999,1;1,499999999")
    assert "already very narrow" in words(millions)


@pytest.mark.parametrize(("needed", "turned"), [(1000, False), (11, True)])
def test_names_of_near_lines_turn_away(needed: float, turned: bool) -> None:
    notes = more_items.above({10: "now", needed: "then"}, (0.3, 3.6))
    assert ([note["xanchor"] for note in notes] == ["right", "left"]) == turned


# -- Older links ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ({}, ()),
        ({"width": "0.1", "level": "99%"}, (more_items.WIDTH,)),
        ({"power": "90%"}, (simulated.POWER,)),
        ({"totals": "3,1", "width": "0.4"}, (more_items.WIDTH, simulated.POWER)),
    ],
    ids=str,
)
def test_a_link_to_how_sure_still_shows_what_was_planned_there(
    link: dict[str, str], shown: tuple[str, ...], visit: Visit
) -> None:
    app = visit("how_sure", **link)
    assert not app.exception
    fields = {choice.key: choice for choice in app.segmented_control}
    assert {key for key in (more_items.WIDTH, simulated.POWER) if key in fields} == set(shown)
    for key in shown:
        assert fields[key].value == link.get(key, fields[key].value)
    if "level" in link:
        needed = items_for_width(OBSERVED, 0.1, level=0.99)
        assert f"needs about **{number(float(needed or 0))} items**" in words(app)
        # Back at its default the field is no longer in the link, and stays on the page.
        app.segmented_control(key=more_items.WIDTH).set_value("0.2").run()
        assert app.segmented_control(key=more_items.WIDTH).value == "0.2"


# -- Before any data ------------------------------------------------------------------------------


def test_nothing_is_simulated_until_it_is_unfolded(visit: Visit) -> None:
    app = visit("study_plan")
    assert not any(field.key == simulated.TOTALS for field in app.text_input)


def test_it_answers_what_the_core_computes(visit: Visit) -> None:
    link = {"totals": "50, 30, 20", "expected": "0.8", "narrow": "0.3", "least": "0.7"}
    said = open_plan(visit, power="90%", scheme="linear", **link)
    plan = plan_study(
        Simulation(expected_shares([50, 30, 20], 0.8, scheme="linear"), "linear"),
        width=0.3,
        least=0.7,
        share=0.9,
    )
    assert f"is to be expected with **{number(plan.for_width)} items**" in said
    assert f"90% of studies have it with **{number(plan.for_width_in_most)} items**" in said
    assert f"shown by 90% of studies with **{number(plan.to_show)} items**" in said
    for one in plan.studies:
        row = f"| {number(one.n)} | {number(one.expected_width)} |"
        assert row in said
        assert percent(one.share_above(0.7)) in said


def test_without_totals_those_of_the_example_are_taken(visit: Visit) -> None:
    own = open_plan(visit, counts="30,10;5,15")
    same = open_plan(visit, counts="30,10;5,15", totals="75,45")
    assert own == same
    assert "With κ = 0.70" in own


def test_a_table_of_proportions_brings_its_own_kappa(visit: Visit) -> None:
    said = open_plan(visit, totals="0.4,0.1;0.1,0.4", expected="0.1")
    assert "With κ = 0.60" in said
    assert "No study can be planned to show a κ of 0.6" in said


def test_what_no_study_reaches_is_said(visit: Visit) -> None:
    said = open_plan(visit, totals="1e9,1", expected="0.5", least="0.4")
    assert "with **more than 1,000,000 items**" in said


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ({"totals": "50, many"}, "Totals, row 1, column 2: “many” is not a share"),
        ({"totals": ",".join("1" * 31)}, "31 categories are too many to simulate here"),
        ({"expected": "high"}, "Expected κ: give a number from −1 to below 1"),
        ({"least": "<b>"}, "κ to show: give a number"),
        ({"actual": "3,3", "predicted": "3,3"}, "at least two categories need more than 0"),
    ],
)
def test_what_cannot_be_planned_says_why(link: dict[str, str], problem: str, visit: Visit) -> None:
    said = open_plan(visit, **link).replace("\\", "")
    assert problem in said
