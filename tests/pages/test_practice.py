"""The page for practice: every exercise, what is said of an answer, the way on, the results."""

from __future__ import annotations

from collections.abc import Callable

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.messages import say
from qwk_core.exercises import KINDS, LEVELS, Exercise, exercise_of
from tests.pages.reading import figures, markdown

Visit = Callable[..., AppTest]

NAMES = [f"{kind.key}-{level}-3" for kind in KINDS for level in LEVELS]
KAPPA = "compute-kappa-1-3"


def button(app: AppTest, label: str) -> object:
    (found,) = (one for one in app.main.button if one.label == label)
    return found


def give(app: AppTest, asked: Exercise, *texts: str) -> AppTest:
    """Type an answer, or choose one by its position, and have it checked."""
    for at, text in enumerate(texts):
        key = f"answer-{asked.key}-{at}"
        if asked.options:
            app.radio(key=key).set_value(int(text))
        else:
            app.text_input(key=key).set_value(text)
    return button(app, "Check my answer").click().run()


def right(asked: Exercise) -> list[str]:
    return [str(value) for value in asked.right]


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_is_asked_hinted_at_and_solved(visit: Visit, name: str) -> None:
    asked = exercise_of(name)
    app = visit("practice", exercise=name)
    assert not app.exception
    assert not app.error
    assert not app.warning
    assert say(asked.ask) in markdown(app.main)
    assert app.selectbox(key="practice-kind").value == asked.kind
    assert "**Worked out**" not in markdown(app.main)

    button(app, "Give me a hint").click().run()
    assert say(asked.hint) in app.main.info[0].value
    give(app, asked, *right(asked))
    assert not app.exception
    assert app.success[0].value == "Right. 2 of 3 points."
    assert "**Worked out**" in markdown(app.main)
    assert "**2 of 3 points**: 1 of 1 exercises solved." in markdown(app.main)
    for figure in figures(app):
        go.Figure(figure)


@pytest.mark.parametrize("name", NAMES)
def test_each_mistake_is_answered(visit: Visit, name: str) -> None:
    asked = exercise_of(name)
    app = visit("practice", exercise=name)
    for mistake in asked.mistakes[:2]:
        give(app, asked, *map(str, mistake.values))
        assert not app.exception
        assert say(mistake.says) in app.main.info[0].value
