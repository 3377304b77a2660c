"""What surrounds every page: navigation, sidebar, heading, and the way to the next page."""

from contextvars import ContextVar
from copy import copy
from functools import cache
from typing import Literal

import streamlit as st

from qwk_app.frame import presenting, queue, sidebar, state
from qwk_app.frame.sidebar import Settings
from qwk_app.frame.state import HIDE_KAPPA, Lesson
from qwk_app.frame.steps import BY_STEM, STEPS, USE, Step, neighbours, walk_steps
from qwk_app.shared import access
from qwk_app.shared.components import note
from qwk_app.words import language, sentences
from qwk_app.words.texts import _

_SIDEBAR = 350  # pixels: the three weighting schemes in one line

# The lesson of the script run under way. A run is one thread, so this is one visitor's.
_lesson: ContextVar[Lesson | None] = ContextVar("lesson", default=None)


def run() -> None:
    """Draw the frame, then the page that was asked for."""
    st.set_page_config(
        page_title="QWK Explorer",
        # A Material icon here would be fetched from another host by every visitor.
        page_icon="🧮",
        layout="wide",
        initial_sidebar_state=_SIDEBAR,
    )
    with queue.drawing(), language.speaking(language.current()):
        _draw()


def _draw() -> None:
    sections: dict[str, list[st.Page]] = {}
    for step in STEPS:
        sections.setdefault(_(step.section) if step.section else "", []).append(
            copy(_page(step, _(step.title)))  # navigation marks the one to run
        )
    page = st.navigation(sections, position="top")
    stem = page.url_path or STEPS[0].stem
    settings = sidebar.draw()
    presenting.start()
    body = st.container()
    # Here, because a page may end itself before its end.
    _way(stem)
    access.follow_theme()
    with body:
        if BY_STEM[stem].apart:
            _show(page, _follow(None, stem, settings))
        else:
            _follow(page, stem, settings)


@st.fragment
def _follow(page: st.Page | None, stem: str, settings: Settings) -> Lesson:
    """Draw what follows the example: its editor, and the page unless it is about something else.

    An edit draws this part anew and leaves the rest as it is: half the work for the server. What is
    drawn outside of it changes with a run of the whole.
    """
    with queue.drawing(), language.speaking(language.current()):
        lesson = sidebar.edit(settings, stem)
        if page is not None:
            _show(copy(page), lesson)  # a page runs once
    return lesson


def _show(page: st.Page, lesson: Lesson) -> None:
    state.turn()
    token = _lesson.set(lesson)
    try:
        page.run()
    finally:
        _lesson.reset(token)


@cache
def _page(step: Step, title: str) -> st.Page:
    """Make a page, once: Streamlit looks for its file on the disk."""
    return st.Page(step.file, title=title, icon=step.icon, default=step is STEPS[0])


def enter(stem: str) -> Lesson:
    """Return the lesson that page `stem` shows, its heading drawn.

    A server that nobody has visited since it started runs a linked page as a bare script, without
    app.py around it: then this draws the whole frame, the page inside it, and stops.
    """
    lesson = _lesson.get()
    if lesson is None:
        run()
        st.stop()
    steps = walk_steps()
    # The pages to use bring ratings of their own: the example would seem to be theirs.
    about = sentences.about(lesson) if BY_STEM[stem].section != USE else ""
    if BY_STEM[stem] in steps:
        at = steps.index(BY_STEM[stem]) + 1
        about = _("Step {at} of {steps} · {about}", at=at, steps=len(steps), about=about)
    # Its point would give away what is hidden; and a presented page has room for a title.
    elif about and lesson.example is not None and not lesson.veils and not state.is_presenting():
        about = _("{about}. {point}", about=about, point=_(lesson.example.point))
    if state.is_presenting():
        presenting.turn_pages(lesson, stem, about)
        return lesson
    _before, after = neighbours(stem)
    with st.container(horizontal=True, horizontal_alignment="distribute" if about else "right"):
        if about:
            note(about, width="content")
        if after:
            _page_link(after, _("Next: {title}", title=_(after.title)), "right")
    return lesson


def curtain(lesson: Lesson) -> None:
    """End the page here while kappa is hidden: the rest of it would give the number away."""
    if presenting.veiled(lesson, HIDE_KAPPA):
        st.stop()


def _way(stem: str) -> None:
    """Draw the way back and the way on."""
    before, after = neighbours(stem)
    with st.container(horizontal=True, horizontal_alignment="distribute" if before else "right"):
        if before:
            _page_link(before, _("Back: {title}", title=_(before.title)), "left")
        if after:
            _page_link(after, _("Next: {title}", title=_(after.title)), "right")


def _page_link(step: Step, label: str, side: Literal["left", "right"]) -> None:
    icon = ":material/arrow_back:" if side == "left" else ":material/arrow_forward:"
    st.page_link(_page(step, _(step.title)), label=label, icon=icon, icon_position=side)
