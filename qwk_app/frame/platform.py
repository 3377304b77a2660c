"""The private names that the app uses: two of Streamlit 1.67 and one of Plotly 7.1.

Any release may change them. The linter refuses others: see `banned-api` in pyproject.toml.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from streamlit.runtime import get_instance

# The visitor's session, and how this run began. If it is gone: let `release_upload` do nothing, and
# let `is_history_navigation` return False. Then uploads stay in memory until their session ends.
# Back right after an edit then brings the old address, but not its example.
from streamlit.runtime.scriptrunner import get_script_run_ctx

# `get_instance`, the server. If it is gone: let `first_page_problem` return None, and
# `release_upload` do nothing. Then the first visitor waits a second longer, and the log shows only
# after the first visit that a page cannot run.


def is_history_navigation() -> bool:
    """Return whether this run began with the browser's Back or Forward."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def release_upload(file_id: str) -> None:
    """Make Streamlit forget its copy of a file that the current visitor uploaded.

    Streamlit 1.67 keeps a file until its session ends or its reader clicks the cross beside it,
    even if the uploader gets another key. Without this, each visitor's last files are in memory
    twice for as long as their page is open.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        files: Any = context.uploaded_file_mgr
        files.remove_file(context.session_id, file_id)


async def first_page_problem() -> str | None:
    """Run the first page without a visitor; return why it cannot run, None if it can.

    Streamlit and pandas import some of their parts at first use. The first visitor would wait for
    these imports.
    """
    well, problem = await get_instance().does_script_run_without_error()
    return None if well else problem


def figure(traces: Sequence[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """Return a figure that Plotly has not checked: tests check the figures of every page.

    Checking takes most of the time that a figure takes, 2 to 3 ms with each edit. If `_validate`
    is gone: leave it out.
    """
    return go.Figure(traces, layout, _validate=False)
