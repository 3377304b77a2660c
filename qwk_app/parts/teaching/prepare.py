"""Links on the page Teaching: to any page, with any example, and with hidden parts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from qwk_app.frame import link, plan, presenting, sharing, state
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.shared import fields, matrices
from qwk_app.words.numbers import number
from qwk_app.words.texts import N_, _
from qwk_core.teaching.examples import EXAMPLES, example

MATRICES = {"weights": "weights", "expected": "expected"}
"""What a page is about, if not O."""

_HERE = "here"  # the example in the sidebar
_CELL = "prepare-row", "prepare-column"


def prepare(lesson: state.Lesson, add: Callable[[plan.Scene], None]) -> None:
    """Let a teacher prepare a link, and offer it; `add` adds it to the lesson as a scene."""
    left, right = st.columns(2)
    with left:
        texts, source = _example()
        stem = fields.choose(_("Page"), {step.stem: step.title for step in STEPS}, "prepare-page")
        labels = [str(category) for category in source.categories]
        row, column = fields.cell(st.columns(2), _CELL, (_("Row"), _("Column")), labels)
        hidden = _hidden()
        present = st.toggle(
            _("for the projector: large type, arrow keys"),
            key="prepare-present",
            persist_state="session",
        )
        words = _words()
    chosen = {state.SCHEME: lesson.walk.scheme, state.ROW: row, state.COLUMN: column, **words}
    switches = dict.fromkeys([*hidden, *([state.PRESENT] if present else [])], "true")
    query = {**vars(texts), **chosen, **switches}
    address = state.address(stem, query)
    prepared = state.lesson(source, lesson.walk.scheme, row, column)
    with right:
        # A click chooses the cell of the link, not the cell of the sidebar's example.
        matrices.of_lesson(
            replace(prepared, hidden=dict.fromkeys(hidden)),
            MATRICES.get(stem, "observed"),
            key="-prepared",
            link="prepared",
            on_cell=partial(fields.put_cell, _CELL, prepared.labels),
        )
        _offer(address, plan.scene(stem, query), add)


def _offer(address: str, one: plan.Scene, add: Callable[[plan.Scene], None]) -> None:
    """Offer the link itself, and as a scene of the lesson."""
    if len(address) > link.LONGEST_LINK:
        st.info(
            _(
                "These ratings are too many for a link of {most} characters. Enter them in the "
                "sidebar as a table of counts.",
                most=number(link.LONGEST_LINK),
            ),
            icon=":material/link_off:",
        )
        return
    sharing.offer(address, _(BY_STEM[one.stem].title), key="prepare")
    with st.container(horizontal=True):
        st.link_button(_("Try it in a new tab"), address, icon=":material/open_in_new:")
        st.button(
            _("Add it to the lesson"),
            icon=":material/playlist_add:",
            on_click=partial(add, one),
            key="scene-add",
        )


def _words() -> dict[str, str | None]:
    """Let a teacher write a question, a title and names."""
    return {
        name: st.text_input(
            _(presenting.WORDS[name]),
            max_chars=link.PARAMETERS[name].longest,
            key=f"prepare-{name}",
            persist_state="session",
        )
        for name in (state.QUESTION, state.TITLE, state.NAMES)
    }


def _example() -> tuple[state.Texts, state.Source]:
    titles = {_HERE: N_("your current example")} | {each.key: each.title for each in EXAMPLES}
    key = fields.choose(_("Example"), titles, "prepare-example")
    texts = state.last_good() if key == _HERE else state.Texts.of(example(key))
    return texts, state.source_of(texts)


def _hidden() -> list[str]:
    st.markdown(_("Hidden, until it is revealed:"))
    return [
        part
        for part in state.HIDEABLE
        if st.checkbox(_(presenting.NAMES[part]), key=f"prepare-{part}", persist_state="session")
    ]
