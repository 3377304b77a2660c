"""For a class: parts that are hidden until the class has predicted them, and pages for a projector.

The teacher's settings are bound to the link, so a link opens as it was prepared. What a reader has
revealed stays in their session: another reader of the same link predicts first, too.
"""

from collections.abc import Callable, Collection, Hashable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import partial
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import late, link, plan, state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.frame.steps import BY_STEM, STEPS, Step, neighbours
from qwk_app.shared import fields
from qwk_app.words import names
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_core import RatingsError

NAMES = {
    HIDE_KAPPA: N_("kappa"),
    HIDE_CELL: N_("the chosen cell"),
    state.HIDE_EDITOR: N_("the editor of the ratings"),
}
_REVEAL = {HIDE_KAPPA: N_("Reveal kappa"), HIDE_CELL: N_("Reveal the cell")}

WORDS = {
    state.QUESTION: N_("Your question to the class"),
    state.TITLE: N_("Title of the page"),
    state.NAMES: N_("Names: first rater, second rater, items"),
    state.EXERCISES: N_("Homework: names of exercises"),
}
_SUCH_AS = {
    state.QUESTION: N_("7 of 10 are right. What is the agreement, from −1 to 1?"),
    state.NAMES: N_("Teacher A, Teacher B, essays"),
    state.EXERCISES: "count-observed-1-1, compute-kappa-2-17",
}

# The place of the heading of a presented page. A run is one thread, so it belongs to one visitor.
_heading: ContextVar[DeltaGenerator | None] = ContextVar("heading", default=None)

# The root's font size, which a browser's setting for larger type changes, too: the whole page
# follows it. 175% are 28 pixels, which the third row can read if the window has 1920. With fewer,
# each pixel is larger on the wall. Streamlit 1.67 writes buttons, labels, fields, the menu and
# small print smaller; here they have the same size. The indices of a formula have it, too: else
# seven tenths.
_LARGE_TYPE = """<style>:root { font-size: clamp(112.5%, 1.46vw, 175%); }
[data-testid="stMarkdownContainer"]:not([data-testid="stMetricValue"] *), button kbd,
[data-testid="stCode"] :is(code, code *), input, textarea,
[data-testid="stMarkdownContainer"] [style="font-size: 0.875rem;"] { font-size: 1rem !important; }
.st-key-page { gap: 0.25rem; } /* with a question, too, the matrices end on the screen */
.st-key-page p { line-height: 1.45; }
.st-key-page h3 { padding: 0 0 1rem; } /* Streamlit draws what follows 1rem higher */
.st-key-kappa-box { margin: 0.25rem 0 0.75rem; }
[data-testid="stMainBlockContainer"] { padding-top: 4rem; }
.katex-display > .katex { font-size: 1.43em; }</style>"""
# A finger needs 44 pixels (WCAG 2.5.5). With this root size, Streamlit's buttons and fields have
# them. Other links and switches get this height inside our own containers.
_TOUCH_TYPE = """<style>.st-key-page h1 { padding-top: 0; } /* the matrix ends on the screen */
@media (max-width: 640px) {
  .st-key-page h1 { font-size: 1.45rem; padding-bottom: 0.3rem; } /* room for the page */
}
@media (max-width: 360px) {
  .st-key-page .katex { font-size: 1em; } /* the formula of kappa ends on the screen */
}
@media (pointer: coarse) {
  :root { font-size: 17.6px; }
  :is(.st-key-top, .st-key-page, .st-key-foot, .st-key-side)
    :is(a, summary, [role="radio"], label:has(input)) { min-height: 44px; }
  :is(.st-key-page, .st-key-foot, .st-key-side) label:has(input) { align-items: center; }
}</style>"""

_HERE = "<style>MENU { background: #8883; font-weight: 600; }</style>"

# While a ring of the picture of κ is dragged, the rest of the page still shows the old ratings.
_DRAGGING = """<style>
.st-key-kappa-box:active ~ *, body:has(.st-key-kappa-box:active) .st-key-side { opacity: 0.35; }
</style>"""

# A pressed button has the focus. When other buttons replace it, Streamlit 1.67 keeps it beside them
# until the run ends, and they would move under the finger. So the old button takes no room.
_NO_OLD_BUTTON = """<style>[data-retained]:has(> [data-testid="stButton"]) {
  position: absolute; opacity: 0; transition: none; pointer-events: none;
}</style>"""


def controls() -> None:
    """Draw the teacher's settings, such as the parts to hide.

    A scene of a lesson sets these fields and those of the example, so they are drawn first.
    """
    with st.popover(_("For your class"), icon=":material/school:", width="stretch"):
        settings, words, lesson = st.container(), st.container(), st.container()
        with lesson:
            _lesson()
        plan.follow()
        with settings:
            st.markdown(_("**Hide, so that the class guesses first**"))
            for part in state.HIDEABLE:
                fields.switch(part, _(NAMES[part]))
            if st.session_state.get(state.REVEALED):
                st.button(
                    _("Hide again what was revealed"),
                    icon=":material/visibility_off:",
                    on_click=partial(st.session_state.pop, state.REVEALED, None),
                )
            st.markdown(_("**Show on a projector**"))
            fields.switch(
                state.PRESENT,
                _("Present: large type, arrow keys"),
                help=_(
                    "The right arrow key reveals what is hidden, then leads to the next page; the "
                    "left one leads back. The sidebar opens with the arrows in the corner."
                ),
            )
        with words:
            st.markdown(_("**In your own words**"))
            for name in WORDS:
                fields.text(name, _(WORDS[name]), placeholder=_(_SUCH_AS.get(name, "")))


def _lesson() -> None:
    st.markdown(_("**Lesson**"))
    text = fields.text(
        state.PLAN,
        _("Link of a lesson"),
        max_chars=link.LONGEST_LINK,
        help=_("The page Teaching makes such links. Empty this field to leave the lesson."),
    )
    fields.text(state.AT, _("Its scene"), max_chars=2)
    if text.strip():
        try:
            plan.decode(text)
        except RatingsError as error:
            st.error(error_text(error), icon=":material/edit:")


def start(step: Step) -> None:
    """Make everything larger on a projector, and buttons and links large enough for a finger."""
    size = _LARGE_TYPE if state.is_presenting() else _TOUCH_TYPE
    st.html(size + _DRAGGING + _NO_OLD_BUTTON + _HERE.replace("MENU", _menu(step)))


def _menu(step: Step) -> str:
    """Return the CSS selector of the menu that has the page: Streamlit 1.67 does not mark it."""
    sections = list(dict.fromkeys(each.section for each in STEPS if each.section))
    if step.section not in sections:
        return "#none"
    always = sum(not each.section for each in STEPS)
    at = always + 1 + sections.index(step.section)
    return f'[data-testid="stTopNav"] > :nth-child({at}) > button'


def editor() -> DeltaGenerator:
    """Return the place of the sidebar's editor; if the editor is hidden, the place is folded."""
    # It is always drawn: a field that is not drawn loses its parameter of the link.
    if st.session_state.get(state.HIDE_EDITOR):
        return st.expander(_("Reveal the ratings"), icon=":material/visibility:")
    return st.container()


def hidden_parts(lesson: Lesson, stem: str) -> dict[str, Hashable]:
    """Return the hidden parts of a page, each with the mark that reveals it.

    Once revealed, kappa is shown on every page; a cell is predicted again in each matrix. Both are
    hidden again with another example, scene or weights, but not after an edit of the ratings.
    """
    opened = (
        st.session_state.get(state.SCENE),
        st.session_state.get(state.OPENED, 0),
        lesson.walk.scheme,
    )
    marks: dict[str, Hashable] = {
        HIDE_KAPPA: (HIDE_KAPPA, opened),
        HIDE_CELL: (HIDE_CELL, opened, lesson.cell, stem),
    }
    seen = st.session_state.get(state.REVEALED, frozenset())
    return {
        part: mark
        for part, mark in marks.items()
        if st.session_state.get(part) and mark not in seen
    }


def asks_for_cell(lesson: Lesson) -> bool:
    """Tell whether Overview asks for the chosen cell now: it asks for kappa before the cell.

    On a projector it asks only for the part that the bar reveals there.
    """
    if state.is_presenting():
        return HIDE_CELL in builds(STEPS[0].stem, state.hidden_by_teacher())
    return not lesson.hides(HIDE_KAPPA)


def ask_first(lesson: Lesson, part: str) -> bool:
    """Tell whether a part is hidden; if so, draw a question and the button that reveals it."""
    if not lesson.hides(part):
        return False
    if state.is_presenting():  # the bar has the button
        st.markdown(invitation(lesson, part))
        return True
    with st.container(border=True):
        st.markdown(invitation(lesson, part))
        _reveal_button(lesson, part, f"reveal-{part}")
    return True


def _reveal_button(lesson: Lesson, part: str, key: str) -> None:
    st.button(
        _(_REVEAL[part]),
        icon=":material/visibility:",
        shortcut="Right" if state.is_presenting() else None,
        on_click=partial(_reveal, lesson.hidden[part]),
        key=key,
    )


def invitation(lesson: Lesson, part: str) -> str:
    """Return the sentence that asks for a prediction of a hidden part."""
    if part == HIDE_KAPPA:
        return _(
            "**Guess first.** Kappa is between −1 and 1. Is it near 1, near 0, or below "
            "0? Say a number before you look."
        )
    return _(
        "**Guess first.** Which number belongs in the cell with the question mark: {cell}?",
        cell=plain(names.cell(*lesson.label)),
    )


def bar(lesson: Lesson, stem: str, about: str) -> None:
    """Draw the bar of a presented page or scene: back, its name, and reveal or forward.

    The teacher's question is below it, and so is the revealed answer. A projector shows both
    without scrolling.
    """
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        back, on = _exits(stem)
        _draw(back, "Left")
        with _middle():
            st.markdown(_with_kappa(lesson, stem, about), width="content")
        to_reveal = builds(stem, state.hidden_by_teacher())
        part = next(filter(lesson.hides, to_reveal), None)
        if part is not None:
            _reveal_button(lesson, part, "reveal-next")
        else:
            _draw(on, "Right")
            if on is None and plan.current() is not None:
                st.markdown(_("**End of the lesson**"), width="content")


def _middle() -> AbstractContextManager[object]:
    """Return the middle of the bar; on a projector it has a fixed place.

    So the heading does not move when the label of the button beside it changes.
    """
    if not state.is_presenting():
        return nullcontext()
    middle = st.container(horizontal=True, vertical_alignment="center")
    _heading.set(middle.container(width="content"))
    return middle


def _with_kappa(lesson: Lesson, stem: str, about: str) -> str:
    """Add the revealed κ to the text of the bar, if it was hidden before."""
    if HIDE_KAPPA not in builds(stem, state.hidden_by_teacher()):
        return about
    if BY_STEM[stem].own:
        return about  # this page has another kappa
    kappa = "?" if lesson.hides(HIDE_KAPPA) else kappa_text(lesson.walk.kappa)
    return " · ".join(filter(None, (about, f":green[**{_('κ = {kappa}', kappa=kappa)}**]")))


def title(text: str) -> None:
    """Show the heading of a page; on a projector, in the bar, which saves a fifth of the height."""
    place = _heading.get() if state.is_presenting() else None
    if place is None:
        st.title(text, anchor=False)
    else:
        place.html(f'<h1 style="font-size: 1.6rem; margin: 0; padding: 0">{escape(text)}</h1>')


def question() -> None:
    """Show the teacher's question."""
    asked = str(st.session_state.get(state.QUESTION) or "").strip()
    if asked:
        st.subheader(plain(asked), anchor=False)


def builds(stem: str, hidden: Collection[str]) -> list[str]:
    """Return those of the hidden parts that a page reveals, in order."""
    parts = [part for part in BY_STEM[stem].builds if part in hidden]
    # Overview asks for kappa; the later pages ask for the cell.
    return parts[:1] if stem == STEPS[0].stem else parts


Way = tuple[str, str, Callable[[], None]] | None
"""A button that leads on or back: its label, its key, and what it does; None at an end."""


def _draw(way: Way, shortcut: str) -> None:
    if way is not None:
        label, key, go = way
        arrow = shortcut if state.is_presenting() else None
        st.button(label, shortcut=arrow, on_click=go, key=key)


def _exits(stem: str) -> tuple[Way, Way]:
    """Return the links back and forward: to scenes of the lesson, or else to pages."""
    found = plan.current()
    if found is None:
        before, after = neighbours(stem)
        return (
            (_(before.title), "page-back", partial(state.change_page, before.file))
            if before
            else None,
            (_(after.title), "page-on", partial(state.change_page, after.file)) if after else None,
        )
    scenes, at = found
    if plan.is_left(stem):
        return (_("Back to the lesson"), "scene-here", partial(plan.go, at)), None
    return (
        (_("Back"), "scene-back", partial(plan.go, at - 1)) if at > 1 else None,
        (_("Next"), "scene-on", partial(plan.go, at + 1)) if at < len(scenes) else None,
    )


def _reveal(mark: Hashable) -> None:
    late.catch_up(sure=True)
    st.session_state[state.REVEALED] = st.session_state.get(state.REVEALED, frozenset()) | {mark}
    st.rerun()  # a full run: the controls get a button to hide it again
