"""Which private names of Streamlit does the app use? All of them stand here.

Each is a release of Streamlit away from breaking. Written for Streamlit 1.67.
"""

from typing import Any

import streamlit as st

# The number of the visitor's session. Without it: `release_upload` does nothing.
from streamlit.runtime.scriptrunner import get_script_run_ctx


def release_upload(file_id: str) -> None:
    """Let Streamlit give up its copy of a file that the current visitor uploaded.

    Streamlit 1.67 keeps a file until its session ends or its reader clicks the cross beside it;
    another key for the uploader leaves it in memory. Without this, each visitor's last files lie
    in memory twice for as long as their page is open.
    """
    context = get_script_run_ctx()
    if context is not None and st.runtime.exists():
        files: Any = st.runtime.get_instance().uploaded_file_mgr
        files.remove_file(context.session_id, file_id)
