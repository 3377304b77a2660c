"""The number of items that a study needs, by simulation without data."""

import math

import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.frame import queue
from qwk_app.frame.state import Lesson
from qwk_app.parts.study_plan.more_items import width_text
from qwk_app.shared import access, components, fields
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, error_text
from qwk_core import ExplainedError, RatingsError, parse_shares, walk_through_counts
from qwk_core.statistics.latent import expected_shares
from qwk_core.statistics.planning import MOST_ITEMS, Simulation, StudyPlan, plan_study

# Keys of the widgets, and their names in the link.
TOTALS = "totals"
EXPECTED = "expected"
NARROW = "narrow"
LEAST = "least"
POWER = "power"

FIELDS = (TOTALS, EXPECTED, NARROW, LEAST, POWER)

_STUDIES = 2000
_SEARCHES = 40  # the approximate number of simulated sizes
_MOST_CATEGORIES = 30
_POWERS = {"80%": 0.8, "90%": 0.9, "95%": 0.95}


@st.cache_data(max_entries=64, show_spinner=False)
def _plan(shares: Matrix, scheme: str, width: float, least: float, share: float) -> StudyPlan:
    simulation = Simulation(shares, scheme, n_studies=_STUDIES)
    return plan_study(simulation, width=width, least=least, share=share)


def plan(lesson: Lesson) -> None:
    """Ask for expected values and aims, and show the results of studies of several sizes."""
    st.markdown(
        _(
            "Say which totals and which κ you expect. The computer then draws {studies} studies of "
            "each size, and computes the interval of each.",
            studies=number(_STUDIES),
        )
    )
    fields, answers = st.columns([2, 3])
    with fields:
        totals, expected = _expected(lesson)
        width, least, power = _wanted()
    with answers:
        try:
            shares = _shares(lesson, totals, expected)
            _answers(lesson, shares, width, _number(least, N_("κ to show")), power)
        except ExplainedError as error:
            st.error(error_text(error), icon=":material/edit:")


def _expected(lesson: Lesson) -> tuple[str, str]:
    totals = fields.text(
        TOTALS,
        _("Expected totals, from the lowest category to the highest"),
        placeholder=", ".join(map(str, _own_totals(lesson))),
        help=_(
            "Percent, shares or counts; without any, those of your example. More rows, separated "
            "by ;, are a table of proportions, and its own κ counts."
        ),
    )
    return totals, fields.text(EXPECTED, _("Expected κ"))


def _own_totals(lesson: Lesson) -> list[float]:
    both: list[float] = (lesson.walk.actual_totals + lesson.walk.predicted_totals).tolist()
    return both


def _wanted() -> tuple[float, str, float]:
    width = fields.buttons(NARROW, _("How wide should the interval be?"), width_text)
    least = fields.text(LEAST, _("Which κ should the study show, at least?"))
    power = fields.buttons(
        POWER,
        _("In which share of studies?"),
        lambda power: percent(_POWERS[power]),
        help=_("The power: how often a study like yours shall reach what you want."),
    )
    return float(width), least, _POWERS[power]


def _number(text: str, name: str) -> float:
    try:
        value = float(text.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        value = math.nan
    if not -1 <= value < 1:
        raise RatingsError("{name}: give a number from −1 to below 1, such as 0.6.", name=_(name))
    return value


def _shares(lesson: Lesson, totals: str, expected: str) -> Matrix:
    rows = parse_shares(totals) or [_own_totals(lesson)]
    if len(rows[0]) > _MOST_CATEGORIES:
        raise RatingsError(
            "Totals: {n} categories are too many to simulate here; {most} is the most.",
            n=len(rows[0]),
            most=_MOST_CATEGORIES,
        )
    if len(rows) > 1:
        return walk_through_counts(rows, scheme=lesson.walk.scheme).proportions.observed
    kappa = _number(expected, N_("Expected κ"))
    return expected_shares(rows[0], kappa, scheme=lesson.walk.scheme)


def _answers(lesson: Lesson, shares: Matrix, width: float, least: float, power: float) -> None:
    scheme = lesson.walk.scheme
    with queue.place(cost=_SEARCHES * _STUDIES * shares.size, busy=_("Simulating …")):
        found = _plan(shares, scheme, width, least, power)
    share = percent(power)
    kappa = kappa_text(found.studies[0].kappa, 2)
    st.markdown(
        _(
            "With κ = {kappa}, an interval **{width}** wide is to be expected with **{items}**; "
            "{share} of studies have it with **{surely}**.",
            kappa=kappa,
            width=number(width),
            items=_items(found.for_width),
            share=share,
            surely=_items(found.for_width_in_most),
        )
    )
    if least < found.studies[0].kappa:
        st.markdown(
            _(
                "That κ is at least **{least}** is shown by {share} of studies with **{items}**: "
                "their whole 95% interval lies there.",
                least=number(least),
                share=share,
                items=_items(found.to_show),
            )
        )
    else:
        st.markdown(
            _(
                "No study can be planned to show a κ of {least}: the one expected, {kappa}, must "
                "be greater.",
                least=number(least),
                kappa=kappa,
            )
        )
    _table(found)
    components.note(
        _(
            "Both raters judge one hidden quality, each with an error of their own. The items are "
            "independent, and the interval is the smoothed one. Other ratings, other figures: "
            "allow for more."
        )
    )


def _items(n: int | None) -> str:
    if n is None:
        return _("more than {most} items", most=number(MOST_ITEMS))
    return _("{n} items", n=number(n))


def _table(found: StudyPlan) -> None:
    head = _(
        "| Items | Expected width | Width of 80% of studies | At most {width} wide | "
        "κ ≥ {least} shown |",
        width=number(found.width),
        least=number(found.least),
    )
    rows = [
        (
            number(one.n),
            number(one.expected_width),
            _("{low} to {high}", low=number(one.usual_widths[0]), high=number(one.usual_widths[1])),
            percent(one.share_within(found.width)),
            percent(one.share_above(found.least)),
        )
        for one in found.studies
    ]
    access.table(head, "|--:|--:|:-:|--:|--:|", rows, "study-plan")
