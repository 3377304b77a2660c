"""Practice: exercises on every step of kappa, each answer met with the reason it is wrong."""

import streamlit as st

from pages.ui import frame, practice_parts
from pages.ui.texts import _

lesson = frame.enter("practice")

st.title(_("Work it out yourself"), anchor=False)
st.markdown(
    _(
        "Choose what you would like to practise. If an answer is wrong, you read what probably "
        "went wrong; then come a hint and the worked solution. The exercises bring their own "
        "ratings: those in the sidebar stay as they are."
    )
)

asked = practice_parts.choose()

practice_parts.ask(lesson, asked)
practice_parts.help_along(lesson, asked)
practice_parts.go_on(asked)

st.header(_("What you have done"), anchor=False)
practice_parts.results()
