"""What surrounds every page: navigation, sidebar, heading, links to the next page and back."""

from contextlib import nullcontext
from contextvars import ContextVar
from copy import copy
from functools import cache
from html import escape
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import brand, language_menu, late, plan, presenting, sharing, sidebar, state
from qwk_app.frame.presenting import title as title
from qwk_app.frame.sidebar import Settings
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.frame.steps import BY_STEM, STEPS, Step, neighbours, walk_steps
from qwk_app.shared import access, matrices
from qwk_app.shared.components import note
from qwk_app.words import language, names, sentences
from qwk_app.words.introduction import introduction
from qwk_app.words.texts import _

# Only on a phone: fixed to the bottom of the screen. The page, and what sticks to its bottom, end
# above it. Six names fit a screen of 320 pixels in each language.
_STEPPER_STYLE = """<style>
.st-key-phone-steps { display: none; }
[data-testid="stPageLink"] a * { white-space: normal; }
@media (max-width: 640px) {
  :root { --qwk-foot: 56px; }
  .st-key-phone-steps {
    display: flex; position: fixed; left: 0; right: 0; bottom: 0; z-index: 100; height: 56px;
    align-items: center; justify-content: space-around; background: PAGE;
    border-top: 1px solid #8884;
  }
  .st-key-phone-steps a { min-height: 44px; padding: 0.25rem 0.15rem; }
  .st-key-phone-steps * { font-size: min(1rem, 3.5vw); }
  .st-key-foot { padding-bottom: 64px; }
  .st-key-next { display: none; }
}
</style>"""

# The style of Streamlit's links to the current page; the grey is visible in both themes.
_HERE = "padding: 0.25rem 0.3rem; border-radius: 0.5rem; font-weight: 600; background: #8883"

_ALONE = 0.42  # of a projector's height, for matrices with only a question above them

_DAY = 86_400  # seconds

# The lesson of the current run, and the place that says which step and example it is. A run is one
# thread, so it is one visitor's.
_lesson: ContextVar[Lesson | None] = ContextVar("lesson", default=None)
_about: ContextVar[DeltaGenerator | None] = ContextVar("about", default=None)


def run() -> None:
    """Draw the frame, then the page that was asked for."""
    with language.using(language.current()):
        _draw()


def _draw() -> None:
    brand.show()  # before the navigation, or the browser loads the page's icon from another host
    sections: dict[str, list[st.Page]] = {}
    for step in STEPS:
        sections.setdefault(_(step.section), []).append(
            # `st.navigation` has marked the page to run.
            copy(_page(step, menu_title(step)))
        )
    # On a phone the menu is in the sidebar, above the fields; `expanded` shows all of it there.
    page = st.navigation(sections, position="top", expanded=True)
    step = BY_STEM[page.url_path or STEPS[0].stem]
    brand.open_sidebar(step)
    sidebar.begin(step.stem)
    if sharing.screen():
        return
    _come_back()
    top, body, foot = st.container(key="top"), st.container(), st.container(key="foot")
    state.keep_in_address(step.stem)
    settings = sidebar.draw(step, foot)
    brand.name_tab(step)
    presenting.start(step)
    with top:
        about = _top(step.stem)
    with foot:  # before the page, because a page may stop early
        if plan.current() is None:  # a lesson has its own way on
            _neighbours(step.stem)
        if not state.is_presenting() and not state.in_room():
            _stepper(step.stem)
        language_menu.keep_in_link()
        with st.container(horizontal=True, vertical_alignment="center"):
            language_menu.choose()
            access.choose()
    access.follow_theme()
    with body:
        # In a room, all that changes by itself has its own fragment. A fragment around those costs
        # time for every phone that looks at the room.
        if state.is_in_one_piece() or state.is_guest():
            _show(page, _lesson_of(step.stem, settings), about)
        else:
            _content(page, step.stem, settings, about)


@st.fragment(run_every=_DAY)
def _come_back() -> None:
    """Run a fragment that draws nothing, once a day and when a browser connects again.

    What a reader types while the connection is broken does not arrive. When the browser connects
    again, Streamlit 1.67 sends the values of its fields only if a fragment runs by itself. Without
    this fragment, the fields could show other ratings than the page.
    """


def menu_title(step: Step) -> str:
    """Return the name of a page in the menu: its number and title in the walk, or its question."""
    if step.number:
        return _("{number} · {title}", number=step.number, title=_(step.title))
    return _(step.question if step.section else step.title)


@st.fragment
def _content(
    page: st.Page, stem: str, settings: Settings | None, about: DeltaGenerator | None
) -> None:
    """Draw the parts that an edit changes: the editor of the example, if it has one, and the page.

    After an edit only this fragment reruns, which is half the work for the server. All outside the
    fragment changes only in a full run.
    """
    with language.using(language.current()):
        _show(copy(page), _lesson_of(stem, settings), about)  # a page runs once


def _lesson_of(stem: str, settings: Settings | None) -> Lesson:
    sidebar.begin(stem)
    return sidebar.last_lesson(stem) if settings is None else sidebar.edit(settings, stem)


def _show(page: st.Page, lesson: Lesson, about: DeltaGenerator | None) -> None:
    state.change_page_if_asked()
    token = _lesson.set(lesson)
    _about.set(about)
    try:
        # The page is pale while the ratings have a mistake.
        with st.container(key=sidebar.PAGE):
            page.run()
    finally:
        _lesson.reset(token)
    late.end()


@cache
def _page(step: Step, title: str) -> st.Page:
    """Make a page, once for all visitors: Streamlit looks for its file on the disk."""
    default = step is STEPS[0]
    return st.Page(
        step.file, title=title, default=default, visibility="visible" if step.listed else "hidden"
    )


def enter(stem: str) -> Lesson:
    """Draw the heading of page `stem`, and return the lesson that the page shows.

    On a server that nobody has visited yet, Streamlit 1.67 runs a linked page as a single script,
    without app.py around it. Then this draws the whole frame with the page inside it, and stops.
    """
    lesson = _lesson.get()
    if lesson is None:
        run()
        st.stop()
    step = BY_STEM[stem]
    # These pages have their own ratings: the example's title would be wrong there.
    about = "" if step.own else sentences.about(lesson)
    if step.number:
        steps = len(walk_steps())
        about = _("Step {at} of {steps} · {about}", at=step.number, steps=steps, about=about)
    # A presented page has no room for what the example teaches.
    elif about and sentences.point(lesson) and not state.is_presenting():
        about = _("{about}. {point}", about=about, point=sentences.point(lesson))
    named = "" if step.own else names.described(lesson.walk.n)
    if state.is_presenting() or plan.current() is not None:
        # On a projector the menu marks the step, and the bar has the heading.
        left = plan.is_left(stem)  # the title and the question are of another page
        title = "" if left else plan.title()
        shown = title or ("" if state.is_presenting() else about), named
        presenting.bar(lesson, stem, " · ".join(filter(None, shown)))
        if not left:
            presenting.question()
        return lesson
    presenting.question()
    if stem == STEPS[0].stem:
        return lesson  # its first screen is for the picture, which says what the items are
    if about:
        with _about.get() or nullcontext():
            note(named or about)
    return lesson


def _here(title: str) -> None:
    """Name the current page among links, marked for the eye and for a screen reader.

    Streamlit 1.67 marks a link to the current page for the eye only.
    """
    st.html(f'<span aria-current="page" style="{_HERE}">{escape(title)}</span>', width="content")


def stop_while_hidden(lesson: Lesson, *, shows: bool = False) -> None:
    """End the page here while kappa is hidden: the rest would give the number away.

    The class guesses from the matrices. They are drawn here unless the page `shows` them already.
    """
    if presenting.ask_first(lesson, HIDE_KAPPA):
        if not shows:
            matrices.of_lesson(lesson, "observed", "weights", "expected", share=_ALONE)
        st.stop()


def stop_while_cell_hidden(lesson: Lesson, *, asked: bool = False) -> None:
    """While the chosen cell is hidden, ask for it and end: films and files would give it away.

    `asked` says that the page has asked already.
    """
    if lesson.hides(HIDE_CELL) and (asked or presenting.ask_first(lesson, HIDE_CELL)):
        note(_("More of this page opens when the cell is revealed."))
        st.stop()


def _top(stem: str) -> DeltaGenerator | None:
    """Draw the meaning of the symbols and the link to the next page, but not on the first page.

    Both are outside of the fragment, so an edit does not send them again. Return the place between
    them: on a step of the walk it names the step and the example.
    """
    if stem == STEPS[0].stem or state.is_presenting() or state.in_room():
        return None  # in a room, a phone's first screen is for the item
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        with st.popover(_("What is this?"), icon=":material/help:", type="tertiary"):
            st.markdown(introduction())
        about = st.container(width="content") if BY_STEM[stem].number else None
        _before, after = neighbours(stem)
        if after and plan.current() is None:  # a lesson has its own link to the next scene
            with st.container(key="next", width="content"):
                link_to(after.stem, _("Next: {title}", title=_(after.title)))
    return about


def _stepper(stem: str) -> None:
    """Show the pages of the walk at the bottom of a phone's screen, where the menu is hidden."""
    st.html(_STEPPER_STYLE.replace("PAGE", state.palette().page))
    with st.container(horizontal=True, key="phone-steps", gap=None, wrap=False):
        for step in (step for step in STEPS if not step.section):
            label = _(step.title)
            if step.stem == stem:
                _here(label)
            else:
                st.page_link(_page(step, menu_title(step)), label=label)


def _neighbours(stem: str) -> None:
    """Draw the links to the page before and the page after."""
    before, after = neighbours(stem)
    with st.container(horizontal=True, horizontal_alignment="distribute" if before else "right"):
        if before:
            link_to(before.stem, _("Back: {title}", title=_(before.title)), "left")
        if after:
            link_to(after.stem, _("Next: {title}", title=_(after.title)))


def link_to(stem: str, label: str, side: Literal["left", "right"] = "right") -> None:
    """Draw a link to another page, with an arrow at this side."""
    step, way = BY_STEM[stem], "back" if side == "left" else "forward"
    st.page_link(
        _page(step, menu_title(step)),
        label=label,
        icon=f":material/arrow_{way}:",
        icon_position=side,
    )
