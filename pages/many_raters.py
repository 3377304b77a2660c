"""Many raters: who agrees with whom, all of them together, each rater, and each item."""

import streamlit as st

from qwk_app.frame import frame
from qwk_app.frame.state import HIDE_KAPPA
from qwk_app.parts.many_raters import ratings, sections
from qwk_app.words.texts import _

lesson = frame.enter("many_raters")

frame.title(_("Many raters: who agrees with whom?"))
about = st.container()
table, pairs = st.columns([5, 4], gap="medium")
comparison = ratings.edit(table)

with about:
    st.markdown(ratings.about(comparison))
    ratings.warn_if_stale(comparison)
    if lesson.hides(HIDE_KAPPA):
        ratings.show_first_ratings(comparison)
    frame.stop_while_hidden(lesson, shows=True)
study = comparison.study()
sections.first(study, comparison.places, picture=pairs)
sections.further(study)
