"""Which private names of Streamlit and Plotly does the app use? All of them stand here: three.

Each is a release away from breaking. Written for Streamlit 1.67 and Plotly 7.1. The test
tests/app/test_names.py looks for others.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from streamlit.runtime import get_instance

# The visitor's session and how this run began. If it is gone: let `release_upload` do nothing, and
# `came_by_history` return False. Then uploads stay in memory until their session ends, and Back
# within five seconds of an edit brings the address of before, but not its example.
from streamlit.runtime.scriptrunner import get_script_run_ctx

# `get_instance`, the server. If it is gone: let `first_page_problem` return None, and
# `release_upload` do nothing. Then the first visitor waits a second longer, and a page that cannot
# run is not in the log before somebody comes.


def came_by_history() -> bool:
    """Return whether this run began with the browser's Back or Forward."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def release_upload(file_id: str) -> None:
    """Let Streamlit give up its copy of a file that the current visitor uploaded.

    Streamlit 1.67 keeps a file until its session ends or its reader clicks the cross beside it;
    another key for the uploader leaves it in memory. Without this, each visitor's last files lie
    in memory twice for as long as their page is open.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        files: Any = context.uploaded_file_mgr
        files.remove_file(context.session_id, file_id)


async def first_page_problem() -> str | None:
    """Run the first page for nobody, and return why it cannot run; None if it can.

    Streamlit and pandas import parts of themselves only when they are used: this spares the first
    visitor the wait for them.
    """
    well, problem = await get_instance().does_script_run_without_error()
    return None if well else problem


def figure(traces: Sequence[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """Return a figure that Plotly has not checked: tests check the figures of every page.

    Checking takes most of the time that a figure takes, 2 to 3 ms with each edit. If `_validate`
    is gone: leave it out.
    """
    return go.Figure(traces, layout, _validate=False)
