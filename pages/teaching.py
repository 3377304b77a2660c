"""Teaching: links prepared for a class, and a guide with plans, links and answers."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts import teaching
from qwk_app.words.texts import _

lesson = frame.enter("teaching")

frame.title(_("Let the class guess first"))
st.markdown(
    _(
        "A link opens any page with any example. It can hide the number, one cell or the "
        "ratings. The class guesses, and one key shows the answer."
    )
)

st.header(_("Prepare a link"), anchor=False)
teaching.prepare(lesson)

st.header(_("Make a lesson"), anchor=False)
st.markdown(
    _(
        "A lesson is one link that opens several pages, one after the other: its scenes. When you "
        "present it, the right arrow key reveals what is hidden and then opens the next scene."
    )
)
teaching.lesson_link()

teaching.guide()
