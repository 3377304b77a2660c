"""Streamlit's AppTest, as all tests without a browser start it."""

import atexit
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import MagicMock

from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

from tests.browser.server import APP

# Opens a page, and returns it: the fixture `visit`. A link is what its address says.
Visit = Callable[..., AppTest]
Link = dict[str, str]

# Each AppTest looks for components in every package that is installed, which takes five times as
# long as to draw a page. What it finds stays the same while the tests run.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Each run makes a stand-in for the server and compiles every script, which takes up to a fifth of
# its time. Here all runs share one stand-in; AppTest gives it new stores for each run. The scripts
# stay as they are while the tests run, so they are compiled once.
_SERVER = MagicMock(spec=Runtime)
_SCRIPTS = ScriptCache()


def _server(spec: type[Runtime]) -> MagicMock:
    assert spec is Runtime
    _SERVER.reset_mock()
    return _SERVER


app_test.MagicMock = _server
local_script_runner.ScriptCache = lambda: _SCRIPTS

# Streamlit's folder for scripts; Python would complain at its end that nobody has removed it.
atexit.register(app_test.TMP_DIR.cleanup)

# Rooms that a test opens are its own.
_ROOMS = tempfile.TemporaryDirectory(prefix="qwk-rooms-", ignore_cleanup_errors=True)
atexit.register(_ROOMS.cleanup)
os.environ["QWK_DATABASE_URL"] = f"sqlite:///{Path(_ROOMS.name) / 'rooms.db'}"


def start(patience: float = 20) -> AppTest:
    """Return the app before its first run; a run may take so many seconds."""
    return AppTest.from_file(str(APP), default_timeout=patience)
