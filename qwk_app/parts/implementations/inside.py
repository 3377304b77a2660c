"""One implementation: its source, its answer on the example, and its traps."""

from collections.abc import Mapping

import streamlit as st

from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.parts.implementations.answers import EXTRAS, Result, full
from qwk_app.shared import fields
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plain
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS, Trap, available, source

WHICH = "implementation"  # the widget's key, and its name in the link

_BY_NAME = {one.name: one for one in IMPLEMENTATIONS}


@st.fragment
def inside(lesson: Lesson, found: Mapping[str, Result]) -> None:
    """Let the reader choose an implementation; show its answer here, its source and its traps."""
    one = fields.named(WHICH, _("Program"), _BY_NAME)
    st.markdown(_("**{title}.** {text}", title=_(one.title), text=_(one.idea)))
    if one.name in found:
        st.markdown(_answer(lesson, found[one.name]))
    st.code(source(one), language="python")
    st.markdown(_("**Its traps**, tried now:"))
    for trap, place in zip(one.traps, st.columns(len(one.traps)), strict=True):
        place.markdown(_("**{title}.** {text}", title=_(trap.title), text=_outcome(trap)))


def _answer(lesson: Lesson, result: Result) -> str:
    if isinstance(result, str):
        return _("On your example: {why_not}.", why_not=result)
    if result.error is not None:
        return _("On your example it stops: {error}.", error=plain(result.error))
    kappa = full(result.kappa)
    return _("On your example: :green[**{kappa}**].", kappa=kappa)


def _outcome(trap: Trap) -> str:
    if not available(trap):
        return _("It needs {name}, which is not installed here.", name=trap.needs)
    if trap.needs and not state.is_on(EXTRAS):
        return _("Switch the libraries on, under “All answers”, to see it.")
    answers = {
        name: plain(value) if isinstance(value, str) else number(value, 3)
        for name, value in trap.demonstrate().items()
    }
    return _(trap.text, **answers)
