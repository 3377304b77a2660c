"""Practice: exercises on every step of kappa, each answer met with the reason it is wrong."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.practice import exercise
from qwk_app.words.texts import _

lesson = frame.enter("practice")

frame.title(_("Work it out yourself"))
st.markdown(
    _(
        "Choose what you would like to practise. If an answer is wrong, you read what probably "
        "went wrong. You can ask for a hint, and for the solution step by step. The exercises "
        "bring their own ratings: your example stays as it is."
    )
)

asked = exercise.choose()
exercise.show_homework(asked)

exercise.ask(lesson, asked)
exercise.help_along(lesson, asked)
exercise.go_on(asked)

st.header(_("Your results so far"), anchor=False)
exercise.results()
