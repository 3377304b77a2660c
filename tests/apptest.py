"""Start Streamlit's AppTest for all tests without a browser."""

import atexit
import logging
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import MagicMock

from streamlit.components.v2 import manifest_scanner
from streamlit.elements.widgets import selectbox, text_widgets
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.state import SafeSessionState, get_session_state
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from tests.browser.server import APP

# The type of the fixture `visit`: it opens a page and returns it. A link is the address's query.
Visit = Callable[..., AppTest]

# Each AppTest searches all installed packages for components. That takes five times as long as
# drawing a page. The result does not change while the tests run, so it is cached.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Each run makes a mock of the server and compiles every script. That takes up to a fifth of its
# time. Here all runs share one mock; AppTest gives it new stores for each run. The scripts do not
# change while the tests run, so they are compiled once.
_SERVER = MagicMock(spec=Runtime)
_SCRIPTS = ScriptCache()


def _server(spec: type[Runtime]) -> MagicMock:
    assert spec is Runtime
    _SERVER.reset_mock()
    return _SERVER


app_test.MagicMock = _server
local_script_runner.ScriptCache = lambda: _SCRIPTS


# AppTest asks every millisecond whether a run has ended, and each question makes the run wait.
def _wait(runner: LocalScriptRunner, timeout: float) -> None:
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        raise RuntimeError(f"The run has not ended after {timeout} s")


local_script_runner.require_widgets_deltas = _wait


# A field of text or of a list copies the whole session, to look up its own value.
class _Uncopied:
    @property
    def filtered_state(self) -> SafeSessionState:
        return get_session_state()


selectbox.get_session_state = text_widgets.get_session_state = _Uncopied

# AppTest has no visitor until a run begins, and every run logs that.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True

# Remove Streamlit's folder for scripts; otherwise Python warns about it when it ends.
atexit.register(app_test.TMP_DIR.cleanup)

# The tests have their own database of rooms.
_ROOMS = tempfile.TemporaryDirectory(prefix="qwk-rooms-", ignore_cleanup_errors=True)
atexit.register(_ROOMS.cleanup)
os.environ["QWK_DATABASE_URL"] = f"sqlite:///{Path(_ROOMS.name) / 'rooms.db'}"


def start(patience: float = 60) -> AppTest:
    """Return the app before its first run; a run has this time limit in seconds."""
    return AppTest.from_file(str(APP), default_timeout=patience)
