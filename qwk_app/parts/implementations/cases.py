"""Difficult ratings, and which programs handle them correctly."""

import math

import streamlit as st

from qwk_app.frame.state import Lesson
from qwk_app.parts.implementations.answers import why_not
from qwk_app.shared import access, components, fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, error_text, plain
from qwk_core import RatingsError
from qwk_core.teaching.implementations.cases import TRAP_CASES, TrapCase, judge
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS, Implementation

CASE = "case"  # the widget's key, and its name in the link

_FIRST_CASE = 3  # the programs differ on it, and the question is about another one


@st.fragment
def cases() -> None:
    """Let the reader choose hard ratings; show which programs are right."""
    by_title = {case.title: case for case in TRAP_CASES.values()}
    case = fields.named(CASE, _("Ratings"), by_title, index=_FIRST_CASE)
    ratings, answers = st.columns(2)
    with ratings:
        st.markdown(_(case.idea))
        st.code(
            f"actual     = {list(case.actual)}\n"
            f"predicted  = {list(case.predicted)}\n"
            f"categories = {list(case.categories)}",
            language="python",
        )
        st.markdown(_right_answer(case))
    with answers:
        rows = [(_(one.name), *_verdict(one, case)) for one in IMPLEMENTATIONS if not why_not(one)]
        access.table(_("| program | answers | verdict |"), "|:--|:--|:--|", rows, "verdicts")


def _right_answer(case: TrapCase) -> str:
    exact = case.exact()
    if isinstance(exact, RatingsError):
        return _("The right answer is an error: {error}", error=error_text(exact))
    if math.isnan(exact):
        return _("The right answer: undefined.")
    return _("The right answer: **{kappa}**.", kappa=number(exact, 4))


def _verdict(one: Implementation, case: TrapCase) -> tuple[str, str]:
    """Return what an implementation answers, and what that is worth."""
    outcome = one.run(*case.ratings)
    if outcome.error:
        answer = plain(outcome.error.partition(":")[0])
    else:
        answer = "nan" if math.isnan(outcome.kappa) else number(outcome.kappa, 4)
    return answer, _(KEYED["verdict"][judge(outcome, case.exact())])


@st.fragment
def question(lesson: Lesson) -> None:
    """Ask which program notices a rating off the scale; running all three gives the answer."""
    case = TRAP_CASES["above"]
    asked = [one for one in IMPLEMENTATIONS if one.name in ("double-loop", "histograms", "moments")]
    turn = int(lesson.walk.n) % len(asked)  # the place must not give the answer away
    asked = asked[turn:] + asked[:turn]
    outcomes = [one.run(*case.ratings) for one in asked]
    verdicts = [judge(outcome, case.exact()) for outcome in outcomes]
    components.question(
        "implementations",
        verdicts.index("refuses"),
        options=[_(one.name) for one in asked],
        answers="; ".join(
            _("{name} stops with {error}", name=_(one.name), error=plain(outcome.error))
            if outcome.error is not None
            else _("{name} answers {kappa}", name=_(one.name), kappa=number(outcome.kappa, 3))
            for one, outcome in zip(asked, outcomes, strict=True)
        ),
    )
