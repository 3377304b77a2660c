"""A page of a lesson’s link, on the board and on the phones: its words and its matrices.

Hidden parts are sent only after the teacher reveals them. A link opens the page itself, with its
films, in another tab: for the teacher at once, for the phones after the reveal.
"""

import streamlit as st

from classroom.activities import Activity, Page
from classroom.rooms import REVEALED
from qwk_app.frame import plan, presenting, state
from qwk_app.frame.plan import Scene
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.parts.live import shown
from qwk_app.words import names, sentences
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plain

# What is shown of a page, and what is said of the chosen cell there. Of other pages, O alone.
_MATRICES = {
    "weights": ("weights",),
    "expected": ("observed", "expected"),
    "kappa": ("weighted_observed", "weighted_expected"),
}
_CELL = {
    "observed": sentences.observed_cell,
    "weights": sentences.weights_cell,
    "expected": sentences.expected_cell,
}
_KAPPA = (STEPS[0].stem, "kappa")  # pages that are about kappa, whether or not it is hidden


def of(task: Page) -> Scene:
    """Return the page that is shown, and with what."""
    return plan.scene_of(task.address)


def hides(task: Page) -> bool:
    """Tell whether there is something to reveal."""
    return bool(_asked(of(task)))


def _asked(one: Scene) -> list[str]:
    """Return what the class predicts on this page; what else is hidden is for pages to come."""
    return presenting.builds(one.stem, one.hidden)


def show(asked: Activity, task: Page, *, large: bool) -> None:
    """Show what a page is about; `large` is the board."""
    one = of(task)
    question = plain(one.query.get(state.QUESTION, "").strip())
    if question and large:
        st.header(question, anchor=False)
    elif question:
        st.markdown(f"**{question}**")
    lesson = one.lesson(_asked(one) if asked.phase == REVEALED else ())
    if lesson is None:
        return
    called = [part.strip() for part in one.query.get(state.NAMES, "").split(",")]
    pair = (*called, "", "")[:2]
    with names.of_pair(pair[0] or _("actual"), pair[1] or _("predicted")):
        which = _MATRICES.get(one.stem, ("observed",))
        beside = large and len(which) == 1
        words, picture = st.columns(2) if beside else (st.container(), st.container())
        with words:
            _words(one, lesson)
        with picture:
            shown.quietly(lesson, *which, key="scene")


def _words(one: Scene, lesson: Lesson) -> None:
    """Show the ratings, ask for what is hidden, and say what is not."""
    shown.ratings(lesson)
    for part in _asked(one):
        if lesson.hides(part):
            st.markdown(presenting.invitation(lesson, part))
    paragraphs = []
    if one.stem == "kappa" and not lesson.hides(HIDE_CELL):
        walk = lesson.walk
        paragraphs.append(
            _(
                "ΣwO = {numerator}, ΣwE = {denominator}",
                numerator=number(walk.numerator, 3),
                denominator=number(walk.denominator, 3),
            )
        )
    if one.stem in _CELL and not lesson.hides(HIDE_CELL):
        paragraphs.append(_CELL[one.stem](lesson))
    if (one.stem in _KAPPA or HIDE_KAPPA in _asked(one)) and not lesson.hides(HIDE_KAPPA):
        paragraphs.append(sentences.kappa_meaning(lesson))
    if paragraphs:
        st.markdown("  \n".join(paragraphs))


def way_to(task: Page, *, present: bool) -> None:
    """Offer the page itself in a tab of its own; for a projector with all that is hidden there."""
    one = of(task)
    query: dict[str, str | None] = dict(one.query)
    if present:
        query[state.PRESENT] = "true"
    else:
        query = {key: value for key, value in query.items() if key not in state.HIDEABLE}
    st.link_button(
        _("Open the page: {title}", title=_(BY_STEM[one.stem].title)),
        state.address(one.stem, query),
        icon=":material/open_in_new:",
    )
