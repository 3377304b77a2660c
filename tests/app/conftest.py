"""Fixtures that open every page through app.py, without a browser."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from classroom.store import Store
from qwk_app.frame import platform
from qwk_app.frame.state import SHARE, SHOW_CODE
from qwk_app.parts.how_sure import interval
from qwk_app.parts.live import session
from qwk_app.parts.teaching import guide
from qwk_app.shared import components
from qwk_app.words import language
from qwk_app.your_data import datasets
from tests.app.pseudo import CODE, PSEUDO
from tests.app.spoken import NAMES
from tests.apptest import Visit, start


class Unfolded(dict[str, bool]):
    """The state of the folded parts of pages: open, unless a reader has closed them."""

    def get(self, key: str, _default: object = None) -> bool:
        return super().get(key, True)


DRAWN: set[str] = set()  # the figures that Plotly has checked: many tests draw the same ones


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Plotly check every figure that a test draws: it refuses unknown properties."""
    unchecked = platform.figure

    def figure(traces: Sequence[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
        if (shown := repr((traces, layout))) not in DRAWN:
            go.Figure(list(traces), layout)
            DRAWN.add(shown)
        return unchecked(traces, layout)

    monkeypatch.setattr(platform, "figure", figure)


@pytest.fixture(autouse=True)
def spaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app write plain spaces beside signs, as tests and translators do."""
    monkeypatch.setattr(language, "unbroken", str)


@pytest.fixture
def visit() -> Visit:
    """Open a page as a link does: `visit("kappa", predicted="0,1,2")`.

    The page opens through app.py: a page that runs alone has no frame. AppTest starts like a
    server without earlier visits. All folded parts are open, unless `folded` is true. `state` goes
    into the session. `context` goes into the data that the browser sends.
    """

    def open_link(
        name: str = "overview",
        *,
        folded: bool = False,
        state: Mapping[str, object] = MappingProxyType({}),
        context: Mapping[str, object] = MappingProxyType({}),
        **query: str,
    ) -> AppTest:
        app = start()
        app.context.update(context)
        app.query_params.update(query)
        opened = dict.fromkeys((SHARE, SHOW_CODE, interval.SETTINGS), True)
        unfolded = {} if folded else {components._FOLDS: Unfolded(), **opened}
        for key, value in {**unfolded, **state}.items():
            app.session_state[key] = value
        if name != "overview":
            # Before the first run, AppTest finds a page by its file name, as in its address.
            app.switch_page(f"pages/{name}.py")
        app.run()
        assert not app.exception
        return app

    return open_link


WAITING = {datasets.INPUT: datasets.BY_FILE}


@pytest.fixture
def page(visit: Visit) -> AppTest:
    """Open the page Your data, where it waits for a file."""
    return visit("your_data", state=WAITING)


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Keep rooms in a new file, and read them anew each time."""
    monkeypatch.setenv("QWK_DATABASE_URL", f"sqlite:///{tmp_path / 'rooms.db'}")
    monkeypatch.setattr("classroom.watch.EVERY", 0)
    st.cache_resource.clear()
    made = session.store()
    yield made
    made.close()
    st.cache_resource.clear()


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app speak the language of brackets."""
    # The guide has its own file for each language: test_teaching.py tests it.
    sections = (guide.Section("⟦…⟧", "⟦…⟧ [⟦…⟧](https://your-app.streamlit.app/kappa?row=4)"),) * (
        max(guide.PLANS) + 1
    )
    monkeypatch.setattr(guide, "sections_of", lambda code: sections)
    real = language.language
    monkeypatch.setattr(language, "languages", lambda: {"en": "⟦English⟧", CODE: "⟦…⟧"})
    monkeypatch.setattr(language, "language", lambda code: PSEUDO if code == CODE else real(code))
    monkeypatch.setattr("tests.app.spoken.NAMES", NAMES | {"Ana"})
