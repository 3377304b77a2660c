"""Practice: exercises on every step of kappa, each answer met with the reason it is wrong."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.practice import exercise
from qwk_app.words.texts import _

frame.enter("practice")

frame.title(_("Practice: work it out yourself"))
st.markdown(_("If your answer is wrong, the page says what probably went wrong."))

above, body, foot = st.container(), st.container(), st.container()
with above:
    asked = exercise.choose(foot)
    exercise.show_homework(asked)
with body:
    exercise.ask(asked)
    exercise.hint_and_solution(asked)
    exercise.go_on(asked)

st.header(_("Your results so far"), anchor=False)
exercise.results()
