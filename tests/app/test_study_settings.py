"""The roles of two raters and the interval: chosen on the page, used everywhere."""

from qwk_app.report import settings
from qwk_core import NoRoomError
from qwk_core.study.interval_choice import INTERVALS
from qwk_core.study.study import Study
from tests.app.acts import check_says, do, field


def test_roles_and_the_interval_are_chosen_and_followed(page):
    assert field(page, settings.ROLE).value == "equal"  # teacher_1 and teacher_2
    check_says(page, "the ratings by “teacher_1” and by “teacher_2”")
    assert list(field(page, settings.INTERVAL).options) == [
        INTERVALS[name] for name in ("smoothed", "formula", "bootstrap", "bca", "jackknife")
    ]
    do(page, (settings.ROLE, "times"))
    check_says(page, "the ratings at the first and at the second time")
    do(page, (settings.INTERVAL, "bca"), (settings.N_DRAWS, 500))
    sentence = "by Efron’s BCa, from 500 bootstrap samples of the items, seed 1"
    check_says(page, sentence, "Efron, B. (1987)")


def test_the_wait_for_draws_is_shown_beside_the_settings(page, monkeypatch):
    def refuse(*_anything):
        raise NoRoomError("You stopped waiting: nothing was computed.")

    monkeypatch.setattr(Study, "draw", refuse)
    do(page, (settings.INTERVAL, "bca"))
    (message,) = page.error
    shown = [*page.main]
    (checks,) = (one for one in page.header if one.value == "Before you quote it")
    places = [shown.index(one) for one in (checks, message, field(page, settings.INTERVAL))]
    assert places == sorted(places)
