"""Every page through app.py, without a browser."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from qwk_app.parts import kappa, observed, weights
from qwk_app.parts.how_sure import chance, interval, report
from qwk_app.parts.implementations import answers, racing
from qwk_app.parts.live import session
from qwk_app.parts.many_raters import sections
from qwk_app.parts.measures import every, pair, together
from qwk_app.parts.teaching import guide, lesson, prepare
from qwk_app.parts.what_if import experiments
from qwk_app.report import downloads, quote, settings
from qwk_app.words import language
from qwk_app.your_data import cut_points, result
from tests.app.pseudo import CODE, PSEUDO
from tests.app.spoken import NAMES
from tests.apptest import Visit, start

FOLDS = (
    SHARE,
    SHOW_CODE,
    interval.SETTINGS,
    chance.TEST,
    report.REPORT,
    every.IDEAS,
    together.TOGETHER,
    pair.PAIR,
    *experiments.FOLDS,
    answers.ANSWERS,
    racing.RACE,
    lesson.SHARE,
    lesson.CHANGE,
    prepare.PREPARE,
    weights.CONSTRUCTION,
    observed.GAPS,
    kappa.WORDS,
    kappa.COSTS,
    kappa.EXPORT,
    *sections.FOLDS,
    *result.FOLDS,
    cut_points.FOLD,
    *quote.FOLDS,
    downloads.FILES,
    settings.SETTINGS,
    downloads.FOLD,
)


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Plotly check every figure that a test draws: it refuses what it does not know."""
    unchecked = platform.figure

    def figure(traces: Sequence[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
        go.Figure(list(traces), layout)
        return unchecked(traces, layout)

    monkeypatch.setattr(platform, "figure", figure)


@pytest.fixture
def visit() -> Visit:
    """Open a page as a link does: `visit("kappa", predicted="0,1,2")`.

    Goes in through app.py: a page run alone would miss the frame. AppTest starts as cold as a
    server that nobody has visited. What a reader unfolds is unfolded: the link to share, the code
    of a step, the parts of a page; and what `unfold` names by the keys of session state. What is
    `closed` stays as it is.
    """

    def open_link(
        name: str = "overview",
        *,
        unfold: Mapping[str, object] = MappingProxyType({}),
        closed: Collection[str] = (),
        **query: str,
    ) -> AppTest:
        app = start()
        for key, value in query.items():
            app.query_params[key] = value
        for key, state in {**dict.fromkeys(FOLDS, True), **unfold}.items():
            if key not in closed:
                app.session_state[key] = state
        if name != "overview":
            # Before its first run AppTest finds a page by the file's name, which is its address.
            app.switch_page(f"pages/{name}.py")
        app.run()
        assert not app.exception
        return app

    return open_link


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Keep rooms in a new file, and read them at every look."""
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
    # A file of its own, see test_teaching.py.
    sections = (guide.Section("⟦…⟧", "⟦…⟧ [⟦…⟧](https://your-app.streamlit.app/kappa?row=4)"),) * (
        max(guide.PLANS) + 1
    )
    monkeypatch.setattr(guide, "sections_of", lambda code: sections)
    real = language.language
    monkeypatch.setattr(language, "languages", lambda: {"en": "⟦English⟧", CODE: "⟦…⟧"})
    monkeypatch.setattr(language, "language", lambda code: PSEUDO if code == CODE else real(code))
    monkeypatch.setattr("tests.app.spoken.NAMES", NAMES | {"Ana"})
