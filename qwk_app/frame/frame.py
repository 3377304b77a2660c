"""What surrounds every page: navigation, sidebar, heading, links to the next page and back."""

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
from qwk_app.words.introduction import introduction
from qwk_app.words.texts import _

_SIDEBAR = 350  # pixels: the three weighting schemes in one line

# The lesson of the current run. A run is one thread, so it is one visitor's.
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
    with queue.drawing(), language.using(language.current()):
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
    _introduction(stem)
    body = st.container()
    # Before the page, because a page may stop early.
    _neighbours(stem)
    access.follow_theme()
    with body:
        if BY_STEM[stem].apart:
            _show(page, _content(None, stem, settings))
        else:
            _content(page, stem, settings)


@st.fragment
def _content(page: st.Page | None, stem: str, settings: Settings) -> Lesson:
    """Draw the parts that depend on the example: its editor, and the page unless it stands apart.

    After an edit only this fragment reruns, which is half the work for the server. What is drawn
    outside it changes with a full run.
    """
    with queue.drawing(), language.using(language.current()):
        lesson = sidebar.edit(settings, stem)
        if page is not None:
            _show(copy(page), lesson)  # a page runs once
    return lesson


def _show(page: st.Page, lesson: Lesson) -> None:
    state.change_page_if_asked()
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

    On a server that nobody has visited yet, Streamlit runs a linked page as a bare script, without
    app.py around it. Then this draws the whole frame with the page inside it, and stops.
    """
    lesson = _lesson.get()
    if lesson is None:
        run()
        st.stop()
    steps = walk_steps()
    # These pages have ratings of their own: the example's title would be wrong there.
    about = sentences.about(lesson) if BY_STEM[stem].section != USE else ""
    if BY_STEM[stem] in steps:
        at = steps.index(BY_STEM[stem]) + 1
        about = _("Step {at} of {steps} · {about}", at=at, steps=len(steps), about=about)
    # The point of the example would give away what is hidden. A presented page has no room for it.
    elif about and lesson.example is not None and not lesson.hidden and not state.is_presenting():
        about = _("{about}. {point}", about=about, point=_(lesson.example.point))
    if state.is_presenting():
        presenting.page_bar(lesson, stem, about)
        return lesson
    _before, after = neighbours(stem)
    with st.container(horizontal=True, horizontal_alignment="distribute" if about else "right"):
        if about:
            note(about, width="content")
        if after:
            _page_link(after, _("Next: {title}", title=_(after.title)), "right")
    return lesson


def stop_while_hidden(lesson: Lesson) -> None:
    """End the page here while kappa is hidden: what follows would give the number away."""
    if presenting.ask_first(lesson, HIDE_KAPPA):
        st.stop()


def _introduction(stem: str) -> None:
    """Offer what the symbols mean, on every page but the first, which says it by itself.

    It stands outside of the fragment: an edit does not send it again.
    """
    if stem != STEPS[0].stem and not state.is_presenting():
        with st.popover(_("What is this?"), icon=":material/help:", type="tertiary"):
            st.markdown(introduction())


def _neighbours(stem: str) -> None:
    """Draw the links to the page before and the page after."""
    before, after = neighbours(stem)
    with st.container(horizontal=True, horizontal_alignment="distribute" if before else "right"):
        if before:
            _page_link(before, _("Back: {title}", title=_(before.title)), "left")
        if after:
            _page_link(after, _("Next: {title}", title=_(after.title)), "right")


def _page_link(step: Step, label: str, side: Literal["left", "right"]) -> None:
    icon = ":material/arrow_back:" if side == "left" else ":material/arrow_forward:"
    st.page_link(_page(step, _(step.title)), label=label, icon=icon, icon_position=side)
