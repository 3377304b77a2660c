"""Your data: from a file to a kappa you can publish."""

import streamlit as st

from pages.ui import frame, your_data_in, your_data_large, your_data_out, your_data_take_away
from pages.ui.components import note
from pages.ui.texts import _

lesson = frame.enter("your_data")

st.title(_("What is the kappa of your ratings?"), anchor=False)
st.markdown(
    _(
        "Bring two ratings of the same items, and leave with a kappa that you can defend. A sample "
        "is here to begin with: read the page with it, then put your own in its place."
    )
)

st.header(_("1 · In"), anchor=False)
taken = your_data_in.take()
your_data_large.section(your_data_in.columns())

if taken is not None:
    study = taken.study(lesson.walk.scheme)
    own = your_data_out.lesson_of(study, taken.serial)
    st.header(_("2 · Out"), anchor=False)
    your_data_out.headline(own, study)
    your_data_out.matrices(own, taken.serial)
    your_data_out.onward(study)
    your_data_out.groups(own, study)
    your_data_out.checks(study)
    your_data_out.to_quote(study)
    st.header(_("3 · Take away"), anchor=False)
    your_data_take_away.section(study)

note(
    _(
        "The sidebar keeps its own example on this page; its weights are those of the kappa that "
        "is reported here."
    )
)
