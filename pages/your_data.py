"""Your data: from a file to a kappa you can publish."""

import streamlit as st

from qwk_app.frame import frame, state
from qwk_app.report import quote, settings, take_along
from qwk_app.words.texts import _
from qwk_app.your_data import compare, large, load, result

frame.enter("your_data")

frame.title(_("What is the kappa of your ratings?"))
st.markdown(
    _(
        "Bring two ratings of the same items. Leave with a kappa that you can defend. A "
        "sample shows how the page works."
    )
)

above, below = st.container(), st.container()
# On a projector the result comes first: what it was made of follows.
loading, shown = (below, above) if state.is_presenting() else (above, below)
with loading:
    taken = load.take()

if taken is not None:
    with shown:
        study = quote.filled(settings.chosen(taken.study(frame.weights()), taken.studies))
        own = result.lesson_of(study, taken.serial)
        with settings.called(study):
            result.quoted(study)
            result.headline(own, study)
            result.matrices(own, taken.serial)
        settings.section(study)
    result.onward(study)
    result.groups(own, study)
    compare.section(taken, study)
    result.checks(study)
    quote.section(study)
    st.header(_("Take it with you"), anchor=False)
    take_along.section(study)
large.section(load.columns())
