"""Streamlit's AppTest, as all tests without a browser start it."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, app_test

from tests.browser.server import APP

# Opens a page, and returns it: the fixture `visit`.
Visit = Callable[..., AppTest]

# Each AppTest looks for components in every package that is installed, which takes five times as
# long as to draw a page. What it finds stays the same while the tests run.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Streamlit's folder for scripts; Python would complain at its end that nobody has removed it.
atexit.register(app_test.TMP_DIR.cleanup)

# Rooms that a test opens are its own.
_ROOMS = tempfile.TemporaryDirectory(prefix="qwk-rooms-", ignore_cleanup_errors=True)
atexit.register(_ROOMS.cleanup)
os.environ["QWK_DATABASE_URL"] = f"sqlite:///{Path(_ROOMS.name) / 'rooms.db'}"


def start(patience: float = 20) -> AppTest:
    """Return the app before its first run; a run may take so many seconds."""
    return AppTest.from_file(str(APP), default_timeout=patience)
