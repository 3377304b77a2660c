"""The visitor of a room, from the address; the store checks it."""

import logging
import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from classroom.codes import read_code
from classroom.errors import ChangedError, NoSuchRoomError, RoomError, StoreError
from classroom.rooms import Participant
from classroom.view import RoomView
from classroom.watch import Watch
from qwk_app.frame import link, state
from qwk_app.frame.state import HOST, ROOM, Texts
from qwk_app.frame.steps import STEPS
from qwk_app.shared import components, fields
from qwk_app.words import language
from qwk_app.words.texts import N_, _, error_text

if TYPE_CHECKING:  # a server without a room loads no database
    from classroom.store import Store

T = TypeVar("T")

# Keys of the page's fields, and their names in its link.
ME = "me"  # a student's token
BOARD = "board"  # whether this is the projector's view

STEM = "live"
_FIELDS = "live-fields"
_WHO = "_live_who"  # code, token, and who that is
_LAST = "_live_last"  # what the fields held when this page was last shown
_AGAIN = "_live_again"  # whether the fields were set once more
_VIEW = "_live_seen"  # the room as this session saw it last
DELETED = "_live_deleted"  # whether the teacher has just deleted the room
_PROBLEM = "_live_problem"  # what the last act was refused for
_DONE = "_live_done"  # the phase of the room after the teacher's last act
_URL = "QWK_DATABASE_URL"
_ROOT = Path(__file__).parents[3]
_SHORTEST, _LONGEST = 1.5, 2.5  # seconds between two looks of the teacher and the board
_BEAT = 8  # seconds between two signs that the teacher is there
_LOOKS = 30  # a second, of all phones of a room together


@dataclass(frozen=True)
class Visit:
    """What the address says: the room's code, a student's token, a teacher's secret."""

    code: str
    token: str
    secret: str
    board: bool


def visit() -> Visit:
    """Draw the fields that tie the address to this session, where nobody sees them; read them."""
    session = st.session_state
    kept: dict[str, object] = session.get(_LAST, {})
    if kept and not st.query_params.get(ROOM):
        # The visitor comes back from another page, whose address has no room. Streamlit writes a
        # field that code sets into the address again.
        for key, value in kept.items():
            session[key] = value
    with components.unseen(_FIELDS):
        for key, label in (
            (ROOM, _("Code of the room")),
            (ME, _("Your key")),
            (HOST, _("The teacher’s key")),
        ):
            fields.text(key, label, max_chars=100)
        fields.switch(BOARD, _("Board"))
    if kept and not session.get(ROOM) and not session.get(_AGAIN):
        # After the browser's Back, the address overrides the set values in the first run.
        session[_AGAIN] = True
        st.rerun()
    session.pop(_AGAIN, None)
    if session.get(ROOM):
        session[_LAST] = {key: session.get(key) for key in (ROOM, ME, HOST, BOARD)}
    token, secret = (link.valid(key, session.get(key)) for key in (ME, HOST))
    return Visit(
        read_code(link.valid(ROOM, session.get(ROOM))), token, secret, bool(session.get(BOARD))
    )


def go(**fields: str) -> None:
    """Put a room and keys into the address; what is not named leaves it. For callbacks."""
    for key in (ROOM, ME, HOST):
        st.session_state[key] = fields.get(key, "")
    st.session_state[BOARD] = False
    st.session_state.pop(_PROBLEM, None)
    st.session_state.pop(_LAST, None)
    st.rerun()  # a full run: the frame around a room has fewer parts than around other pages


def leave() -> None:
    """Offer to leave this room for another one."""
    st.button(
        _("Another room"), icon=":material/logout:", type="tertiary", on_click=go, key="live-leave"
    )


def wait_for_change(view: RoomView) -> None:
    """End the page of a waiting phone, which changes by itself and says if the teacher is away.

    Call it outside of containers: Streamlit 1.67 copies those around a fragment in each run.
    """
    follow(view, warn_if_away, every=pause(view))
    with st.container(key="live-below"):
        components.note(_("This page changes by itself."))
        leave()


def address(code: str, **more: str) -> str:
    """Return the address of a room. With its code alone it lets a student in: it holds no key."""
    return state.address(STEM, {ROOM: code, **more})


def address_on_overview(texts: Texts, first: str, second: str) -> str:
    """Return the address of ratings on Overview, with the names of the two raters."""
    return state.address(STEPS[0].stem, {**vars(texts), state.NAMES: f"{first}, {second}"})


# -- the store -------------------------------------------------------------------------------------


def database_url() -> str | None:
    """Return the database that the server's settings name; None without any.

    Raises
    ------
    StoreError
        If the settings cannot be read. Rooms must not be stored in another place then.
    """
    named = None
    try:
        found = st.secrets.get("connections", {})
        named = found.get("classroom", {}).get("url")
    except StreamlitSecretNotFoundError as error:
        if any(Path(file).exists() for file in st.get_option("secrets.files")):
            raise _unreadable(str(error)) from error
    except (OSError, UnicodeError, AttributeError) as error:
        raise _unreadable(f"{type(error).__name__}: {error}") from error
    return str(named or os.environ.get(_URL) or "") or None


def _unreadable(problem: str) -> StoreError:
    _log_once(problem)
    return StoreError(
        N_(
            "The server’s settings cannot be read, so rooms cannot be opened or joined. Whoever "
            "runs the server finds the reason in its log."
        )
    )


@cache
def _log_once(problem: str) -> None:
    logging.getLogger(__name__).error("The page Live has no store: %s", problem)


@st.cache_resource(show_spinner=False)
def _opened() -> "tuple[Store, Watch]":
    from classroom.database import default_url
    from classroom.store import Store

    made = Store(database_url() or default_url(_ROOT))
    return made, Watch(made)


def store() -> "Store":
    """Return the store of this process."""
    return _opened()[0]


def look(code: str) -> RoomView:
    """Return a room as it was at most a second ago.

    Raises
    ------
    RoomError
        If there is no such room, or the store does not answer.
    """
    last: RoomView | None = st.session_state.get(_VIEW)
    if last is None or last.room.code != code:
        store().find(code)  # the code comes from a person: too many misses wait
    view = st.session_state[_VIEW] = _opened()[1].look(code)
    return view


def look_or_last(code: str) -> RoomView:
    """Return a room; while the store does not answer, its last state in this session."""
    try:
        return look(code)
    except StoreError:
        last: RoomView | None = st.session_state.get(_VIEW)
        if last is None or last.room.code != code:
            raise
        return last


def look_again(code: str) -> None:
    """Let everybody on this process see at once what was just changed."""
    _opened()[1].forget(code)


def member(place: Visit, view: RoomView) -> Participant:
    """Return who the student is, as the room has them now."""
    kept: tuple[str, str, Participant] | None = st.session_state.get(_WHO)
    if kept is None or kept[:2] != (place.code, place.token):
        kept = place.code, place.token, store().member(place.code, place.token)
        st.session_state[_WHO] = kept
    number = kept[2].number
    return next((one for one in view.participants if one.number == number), kept[2])


# -- acts ------------------------------------------------------------------------------------------


def attempt(act: Callable[[], object]) -> bool:
    """Do something in the store; if it is refused, keep the error for the page."""
    st.session_state.pop(_PROBLEM, None)
    try:
        act()
    except RoomError as error:
        st.session_state[_PROBLEM] = error
        return False
    return True


def teach(place: Visit, act: Callable[..., object], *given: object) -> None:
    """Do what the teacher asks for, and let everybody see it at once.

    `act` takes the room's code, the teacher's secret, and what is given.
    A second click on a page that the same teacher's last act has already changed does nothing.
    """
    done = attempt(lambda: act(place.code, place.secret, *given))
    look_again(place.code)
    with suppress(RoomError):  # the page says what is wrong
        now = phase_of(look(place.code))
        late = isinstance(st.session_state.get(_PROBLEM), ChangedError)
        if done:
            st.session_state[_DONE] = now
        elif late and now == st.session_state.get(_DONE):
            del st.session_state[_PROBLEM]


def field_value(key: str, first: T) -> T:
    """Return what a field holds. If it is not drawn yet, return `first`, its first value.

    A teacher may choose another kind and press the button before the fields of this kind are drawn.
    """
    found: T | None = st.session_state.get(key)
    return first if found is None else found


def show_problem() -> None:
    """Say why the last act was refused."""
    problem: RoomError | None = st.session_state.get(_PROBLEM)
    if problem is not None:
        st.error(error_text(problem), icon=":material/block:")


# -- watching --------------------------------------------------------------------------------------


def phase_of(view: RoomView) -> tuple[object, ...]:
    """Return the values that decide which page is drawn."""
    now = view.activity
    return now.number, now.phase, now.round, view.room.names_shown


def pause(view: RoomView, *, rates: bool = False) -> float:
    """Return the seconds between two looks of a phone that waits, or half as often while it rates.

    The pause grows with the class, so that runs for waiting phones leave time for those who rate.
    """
    here = len(view.participants) * (2 if rates else 1)
    return max(2 * random.uniform(_SHORTEST, _LONGEST), here / _LOOKS * random.uniform(0.8, 1.2))


def warn_if_away(view: RoomView) -> None:
    """Tell a phone that waits that no teacher's view is open. It goes on by itself."""
    if view.away:
        st.warning(
            _("The teacher is away. Keep this page: it goes on by itself."),
            icon=":material/person_off:",
        )


def here(place: Visit) -> None:
    """Let the store know, again and again, that the teacher's view is open."""

    def beat() -> None:
        with suppress(RoomError):  # `follow` shows that the store does not answer
            store().teach(place.code, place.secret)

    st.fragment(beat, run_every=_BEAT)()


def try_again() -> None:
    """Draw the whole page again in some seconds: the store may answer then."""
    begun = time.monotonic()

    def tried() -> None:
        if time.monotonic() - begun > _SHORTEST:  # not in the run that draws this
            st.rerun()

    st.fragment(tried, run_every=2 * random.uniform(_SHORTEST, _LONGEST))()


def follow(
    view: RoomView,
    draw: Callable[[RoomView], None] | None = None,
    *,
    every: float | None = None,
    closely: bool = False,
) -> None:
    """Look at the room again and again, and draw what changes; a new phase draws the whole page.

    `every` is the `pause` of a phone; the teacher's view and the board look more often. `closely`
    draws the whole page after every change in the room. The pauses are random, or all would ask at
    the same moment.
    """

    def watched() -> None:
        with language.using(language.current()):
            try:
                now = look(view.room.code)
            except NoSuchRoomError:  # it was deleted, and what is drawn of it goes
                st.rerun()
            except RoomError as error:
                st.warning(error_text(error), icon=":material/cloud_off:")
                return
            moved = closely and now.room.counter != view.room.counter
            if moved or phase_of(now) != phase_of(view):
                st.rerun()
            if draw is not None:
                draw(now)

    st.fragment(watched, run_every=every or random.uniform(_SHORTEST, _LONGEST))()
