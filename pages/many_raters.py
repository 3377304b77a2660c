"""Many raters: who agrees with whom, all of them together, each rater, and each item."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.parts.many_raters import pairs, people, ratings, together
from qwk_app.words.texts import _

lesson = frame.enter("many_raters")

frame.title(_("Who agrees with whom?"))
about, top, matrices, table = (st.container() for _place in range(4))
taken = ratings.take(table)
agreement = taken.agreement

with about:
    st.markdown(ratings.about(taken))
    ratings.warn_if_stale(taken)
    frame.stop_while_hidden(lesson)
with top:
    picture, words = st.columns([2, 3], vertical_alignment="center")
with words:
    sure = together.intervals(agreement)
    st.markdown(together.headline(agreement, sure))
    with st.container(border=True):
        pair = pairs.choose(agreement, taken.places)
        walked = pairs.opened(agreement, pair, lesson)
with picture:
    pairs.matrix(agreement, taken.places, pair, lesson.palette)
if walked is not None:
    with matrices:
        pairs.matrices_of(agreement, pair, walked)

st.header(_("All raters together"), anchor=False)
together.mean_of_cells(agreement, lesson.palette)
together.coefficients(agreement, sure)

st.header(_("Who is severe, who is erratic?"), anchor=False)
people.raters(agreement, lesson.palette)

st.header(_("Which items do they dispute?"), anchor=False)
people.items(agreement, lesson.palette)
