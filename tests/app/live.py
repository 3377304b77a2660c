"""Acts of a teacher and a class on the page Live, each in its own session."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from classroom.database import NO_ANSWER
from classroom.errors import StoreError
from classroom.store import Store
from qwk_app.parts.live import entrance, session
from tests.app.acts import do
from tests.app.pseudo import CODE
from tests.app.spoken import unspoken
from tests.apptest import Visit
from tests.classroom.course import Course

PAGE = "live"


def open_room(visit: Visit, kind: str = "reviews") -> tuple[AppTest, Course]:
    """Open a room; return the teacher's page, and the room."""
    app = do(visit(PAGE), (entrance.KIND, kind), "live-open")
    return app, Course(session.store(), app.session_state["room"], app.session_state["host"])


def join(visit: Visit, code: str, name: str = "Ana") -> AppTest:
    """Join the room by its link, with a name."""
    return join_as(visit(PAGE, room=code), name)


def join_as(app: AppTest, name: str) -> AppTest:
    app.text_input(key=entrance.NAME).set_value(name)
    return do(app, "Join")


def choices(app: AppTest) -> list[str]:
    """Return the keys of the buttons that rate."""
    keys = [str(one.key) for one in app.button]
    return [key for key in keys if re.fullmatch(r"live-\d+-\d+-\d+", key)]


def rate_all(app: AppTest, category: int) -> None:
    """Give every item the same category."""
    app.run()
    while keys := choices(app):
        do(app, keys[category])
    assert app.title[0].value == "All rated"


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the store not answer."""

    @contextmanager
    def silent(*_arguments: object) -> Iterator[None]:
        raise StoreError(NO_ANSWER)
        yield

    with monkeypatch.context() as patched:
        for name in ("reading", "writing"):
            patched.setattr(Store, name, silent)
        yield


def check_words(visit: Visit, code: str, *links: Mapping[str, str]) -> None:
    """Check that every text in these views of a room is in brackets."""
    for link in links:
        assert unspoken(visit(PAGE, lang=CODE, room=code, **link)) == []
