"""For a class: parts that stay hidden until they have been predicted, and a page for a projector.

What a teacher sets is bound to the link, so that a link opens as it was prepared. What a reader has
revealed is their session's alone: whoever opens the link anew predicts first, too.
"""

from collections.abc import Collection, Hashable
from contextlib import AbstractContextManager

import streamlit as st

from qwk_app.frame import link, state
from qwk_app.frame.state import (
    HIDE_CELL,
    HIDE_EDITOR,
    HIDE_KAPPA,
    HIDEABLE,
    PRESENT,
    REVEALED,
    Lesson,
)
from qwk_app.frame.steps import Step, neighbours
from qwk_app.words.texts import N_, _, plain

NAMES = {
    HIDE_KAPPA: N_("kappa"),
    HIDE_CELL: N_("the chosen cell"),
    HIDE_EDITOR: N_("the editor of the ratings"),
}
_REVEAL = {HIDE_KAPPA: N_("Reveal kappa"), HIDE_CELL: N_("Reveal the cell")}

# What the right arrow key reveals on a page, in order, before it leads on to the next.
_BUILDS: dict[str, tuple[str, ...]] = {
    "overview": (HIDE_CELL, HIDE_KAPPA),
    "observed": (HIDE_CELL,),
    "weights": (HIDE_CELL,),
    "expected": (HIDE_CELL,),
    "kappa": (HIDE_CELL, HIDE_KAPPA),
    "what_if": (HIDE_KAPPA,),
    "measures": (HIDE_KAPPA,),
    "how_sure": (HIDE_KAPPA,),
    "implementations": (HIDE_KAPPA,),
}

# The root's own size, which is what a browser's setting for larger type changes: all of the page
# follows it, and no part of it is named here. From 24 pixels on, the contrast that colours have
# here is enough for WCAG's level AAA as well.
_LARGE_TYPE = "<style>:root { font-size: 150%; }</style>"


def controls() -> frozenset[str]:
    """Draw what a teacher sets for a class; return the parts that are to be hidden."""
    with st.popover(_("For your class"), icon=":material/school:", width="stretch"):
        st.markdown(_("**Hide, so that the class predicts first**"))
        chosen = frozenset(
            part for part in HIDEABLE if st.toggle(_(NAMES[part]), key=part, bind=link.bind(part))
        )
        if st.session_state.get(REVEALED):
            st.button(
                _("Hide again what was revealed"),
                icon=":material/visibility_off:",
                on_click=_hide_again,
            )
        st.markdown(_("**Show on a projector**"))
        st.toggle(
            _("Present: large type, arrow keys"),
            key=PRESENT,
            bind=link.bind(PRESENT),
            help=_(
                "The right arrow key reveals what is hidden, then leads to the next page; the left "
                "one leads back. The sidebar opens with the arrows in the corner."
            ),
        )
    return chosen


def start() -> None:
    """Let everything be larger where the page is shown on a projector."""
    if state.is_presenting():
        st.html(_LARGE_TYPE)


def editor(chosen: Collection[str]) -> AbstractContextManager[object]:
    """Return the place of the sidebar's editor: folded until it is opened, if hidden."""
    # It is drawn in any case: a field that is not drawn would lose its part of the link.
    if HIDE_EDITOR in chosen:
        return st.expander(_("Reveal the ratings"), icon=":material/visibility:")
    return st.expander(_("Edit ratings"), icon=":material/edit:", expanded=True)


def hidden_parts(lesson: Lesson, stem: str, chosen: Collection[str]) -> dict[str, Hashable]:
    """Return the parts that are hidden on a page, each with the mark that reveals it.

    Kappa, once revealed, is known on every page; a cell is predicted anew in each matrix. Another
    example, or other weights, hide both again.
    """
    example = state.last_good(), lesson.walk.scheme
    marks: dict[str, Hashable] = {
        HIDE_KAPPA: (HIDE_KAPPA, example),
        HIDE_CELL: (HIDE_CELL, example, lesson.cell, stem),
    }
    seen = st.session_state.get(REVEALED, frozenset())
    return {part: mark for part, mark in marks.items() if part in chosen and mark not in seen}


def ask_first(lesson: Lesson, part: str) -> bool:
    """Tell whether a part is hidden; in its place, ask for a prediction and offer to reveal it."""
    if not lesson.hides(part):
        return False
    with st.container(border=True):
        st.markdown(invitation(lesson, part))
        st.button(
            _(_REVEAL[part]),
            icon=":material/visibility:",
            on_click=_reveal,
            args=(lesson.hidden[part],),
            key=f"reveal-{part}",
        )
    return True


def invitation(lesson: Lesson, part: str) -> str:
    """Ask for a prediction of what is hidden."""
    if part == HIDE_KAPPA:
        return _(
            "**Predict first.** Where between −1 and 1 does kappa lie: near 1, around 0, below it? "
            "Say a number before you look."
        )
    row, column = map(plain, lesson.label)
    return _(
        "**Predict first.** What belongs in the cell with the question mark: actual {row}, "
        "predicted {column}?",
        row=row,
        column=column,
    )


def page_bar(lesson: Lesson, stem: str, about: str) -> None:
    """Draw the bar of a presented page: back, what this is, and what the right arrow key does."""
    before, after = neighbours(stem)
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        if before:
            _page_button(before, "Left", "page-back")
        st.markdown(about, width="content")
        part = next((part for part in _BUILDS.get(stem, ()) if lesson.hides(part)), None)
        if part is not None:
            st.button(
                _(_REVEAL[part]),
                icon=":material/visibility:",
                shortcut="Right",
                on_click=_reveal,
                args=(lesson.hidden[part],),
                key="reveal-next",
            )
        # What the sidebar's fields hold goes along: they are bound to the link.
        elif after:
            _page_button(after, "Right", "page-on")


def _page_button(step: Step, shortcut: str, key: str) -> None:
    st.button(
        _(step.title), shortcut=shortcut, on_click=state.change_page, args=(step.file,), key=key
    )


def _reveal(mark: Hashable) -> None:
    st.session_state[REVEALED] = st.session_state.get(REVEALED, frozenset()) | {mark}
    st.rerun()  # the whole: the controls offer to hide it again


def _hide_again() -> None:
    st.session_state[REVEALED] = frozenset()
