"""Your data: from a file to a kappa you can publish."""

import streamlit as st

from qwk_app.frame import frame, state
from qwk_app.report import settings
from qwk_app.words.texts import _
from qwk_app.your_data import compare, load, result
from qwk_core.study.cautions import find_cautions

frame.enter("your_data")

frame.title(_("What is the kappa of your ratings?"))
st.markdown(_("Bring two ratings of the same items. Leave with a kappa that you can defend."))

above, below, rest = st.container(), st.container(), st.container()
waiting = st.container()  # above the fold with the settings: drawing samples may take long
# On a projector the result comes first: what it was made of follows.
loading, shown = (below, above) if state.is_presenting() else (above, below)
with loading:
    loaded = load.load_data()

if loaded is not None:
    with shown:
        study = result.study_of(loaded, waiting)
        if study is not None:
            own = result.lesson_of(study, loaded)
            with settings.called(study):
                result.headline(own, study)
                result.pictures(own, study, loaded)
    if study is not None:
        with rest:
            cautions = find_cautions(study)
            result.groups(study, cautions)
            compare.section(loaded, study)
            result.checks(study, cautions)
        result.folds(own, study, loaded)
