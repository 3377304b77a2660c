"""The page Plan a study: items for a width, simulated studies, and old links."""

import pytest

from qwk_app.parts.study_plan import more_items, simulated
from qwk_app.words.numbers import number, percent
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import Simulation, interval_ends, items_for_width, plan_study
from qwk_core.teaching.examples import example
from tests.app.acts import LINKS, check_says, do, link_of, page_text
from tests.app.reading import plots, trace

OBSERVED = example("petfinder").walk().observed


@pytest.mark.parametrize("wanted", ["0.4", "0.05"])
def test_the_items_that_a_width_takes(wanted, visit):
    app = visit("study_plan", folded=True, width=wanted, level="90%")
    assert not any(each.key == simulated.TOTALS for each in app.text_input), "not unfolded"
    needed = items_for_width(OBSERVED, float(wanted), level=0.9)
    check_says(app, f"needs about {number(needed or 0)} items")
    funnel = plots(app)["more-items"]
    assert [mark["x0"] for mark in funnel["layout"]["shapes"]] == [10, needed]
    assert funnel["layout"]["xaxis"]["ticktext"][:2] == ["10", "100"]
    ends = interval_ends(OBSERVED, trace(funnel, "high")["x"], level=0.9)
    assert trace(funnel, "high")["y"] == pytest.approx(ends.high, abs=1e-3)
    assert trace(funnel, "low")["y"] == pytest.approx(ends.low, abs=1e-3)


@pytest.mark.parametrize(("needed", "turned"), [(1000, False), (11, True)])
def test_names_of_near_lines_turn_away(needed, turned):
    notes = more_items.words_above({10: "now", needed: "then"}, (0.3, 3.6))
    assert ([note["xanchor"] for note in notes] == ["right", "left"]) == turned


@pytest.mark.parametrize(("link", "shown"), LINKS["plan"]["shown"])
def test_a_link_to_how_sure_still_shows_what_was_planned_there(link, shown, visit):
    link = link_of(link)
    app = visit("how_sure", **link)
    fields = {choice.key: choice.value for choice in app.segmented_control}
    assert {key for key in (more_items.WIDTH, simulated.POWER) if key in fields} == set(shown)
    assert all(fields[key] == link[key] for key in shown if key in link)
    if "level" in link:
        needed = items_for_width(OBSERVED, 0.1, level=0.99)
        check_says(app, f"needs about {number(needed or 0)} items")
        # With its default value, a field is not in the link, but still on the page.
        do(app, (more_items.WIDTH, "0.2"))
        assert app.segmented_control(key=more_items.WIDTH).value == "0.2"


def test_it_answers_what_the_core_computes(visit):
    link = {"totals": "50, 30, 20", "expected": "0.8", "narrow": "0.3", "least": "0.7"}
    app = visit("study_plan", power="90%", scheme="linear", **link)
    shares = expected_shares([50, 30, 20], 0.8, scheme="linear")
    plan = plan_study(Simulation(shares, "linear"), width=0.3, least=0.7, share=0.9)
    check_says(
        app,
        f"is to be expected with {number(plan.for_width)} items",
        f"90% of studies have it with {number(plan.for_width_in_most)} items",
        f"shown by 90% of studies with {number(plan.to_show)} items",
        *(f"| {number(one.n)} | {number(one.expected_width)} |" for one in plan.studies),
        *(percent(one.share_above(0.7)) for one in plan.studies),
    )


def test_without_totals_those_of_the_example_are_taken(visit):
    app = visit("study_plan", counts="30,10;5,15")
    check_says(app, "With κ = 0.70")
    given = visit("study_plan", counts="30,10;5,15", totals="75,45")
    assert page_text(given) == page_text(app)
