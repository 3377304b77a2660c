"""What a reader takes away from "Your data": report, notebook, figure, tables, all in one."""

import streamlit as st

from pages.ui.texts import _
from qwk_core.study import Study, study_json


def section(study: Study) -> None:
    """Offer everything about a study for download; nothing is made before it is asked for."""
    st.download_button(
        _("Everything as JSON"),
        lambda: study_json(study),
        file_name="kappa.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        key="take-json",
    )
