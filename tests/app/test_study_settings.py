"""The roles of two raters and the interval: chosen on the page, used everywhere."""

from typing import Any, NoReturn

import pytest

from qwk_app.report import settings
from qwk_core import NoRoomError
from qwk_core.study.interval_choice import INTERVALS
from qwk_core.study.study import Study
from tests.apptest import Visit


def shown(app: Any) -> str:
    return " ".join(str(one.value) for kind in (app.markdown, app.code) for one in kind)


def test_roles_and_the_interval_are_chosen_and_followed(visit: Visit) -> None:
    app = visit("your_data")
    assert not app.exception
    assert app.selectbox(key=settings.ROLE).value == "equal"  # teacher_1 and teacher_2
    assert "the ratings by “teacher_1” and by “teacher_2”" in shown(app)
    assert list(app.selectbox(key=settings.INTERVAL).options) == [
        INTERVALS[name] for name in ("smoothed", "formula", "bootstrap", "bca", "jackknife")
    ]
    app.selectbox(key=settings.ROLE).set_value("times").run()
    assert "the ratings of the first and of the second time" in shown(app)
    app.selectbox(key=settings.INTERVAL).set_value("bca").run()
    app.number_input(key=settings.N_DRAWS).set_value(500).run()
    assert not app.exception
    assert "by Efron’s BCa, from 500 bootstrap samples of the items, seed 1" in shown(app)
    assert "Efron, B. (1987)" in shown(app)


def test_the_wait_for_draws_is_shown_beside_the_settings(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit("your_data")

    def refuse(*_anything: object) -> NoReturn:
        raise NoRoomError("You stopped waiting: nothing was computed.")

    monkeypatch.setattr(Study, "draw", refuse)
    app.selectbox(key=settings.INTERVAL).set_value("bca").run()
    (message,) = app.error
    shown = [*app.main]
    checks = next(one for one in app.header if one.value == "Before you quote it")
    field = app.selectbox(key=settings.INTERVAL)
    assert shown.index(checks) < shown.index(message) < shown.index(field)
