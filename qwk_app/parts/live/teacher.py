"""The teacher's view: a button for the next step, and other controls of a room."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from classroom.activities import RATING, Guess, Page, Rate, Solve
from classroom.rooms import CLOSED, MOST_ROUNDS, OPEN, REVEALED, WAITING, Room
from classroom.view import RoomView
from qwk_app.frame import frame
from qwk_app.frame.state import HOST, PRESENT
from qwk_app.parts.live import board, downloads, keys, next_activity, scene, session
from qwk_app.parts.live.session import Visit
from qwk_app.shared import fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.texts import N_, _, plain, plural

RENAMED = "live-renamed"
NAMES_SHOWN = "live-names"
SURE = "live-sure"
_BOARD = {session.BOARD: "true", PRESENT: "true"}  # the projector's view: no key, no controls
_UNDO = "_live_undo"  # the participant who was removed last

# Where the words for the phases of an activity stand.
_WORDS = {Rate: "rating_is", Guess: "question_is", Solve: "question_is", Page: "page_is"}
# After which phases another round may follow: a question may be asked again before the reveal.
_AGAIN = {Rate: (REVEALED,), Guess: (CLOSED, REVEALED), Solve: (CLOSED, REVEALED), Page: ()}


def show(place: Visit, view: RoomView) -> None:
    """Show the controls, and below them what the projector shows."""
    room = session.store().check_secret(place.code, place.secret)
    view = _newest(place, view, room)
    frame.title(_("Room {code}", code=place.code))
    _controls(place, view)
    keys.space()
    session.here(place)
    session.show_problem()
    board.show(view)
    if isinstance(view.activity.task, Page):
        # Not on the board, which needs no key: anybody could reveal the hidden parts of the page.
        scene.way_to(view.activity.task, present=True)
    downloads.show(view)


def _newest(place: Visit, view: RoomView, room: Room) -> RoomView:
    """Look again if the store knows more than what was seen a moment ago."""
    if view.room.counter == room.counter:
        return view
    session.look_again(place.code)
    return session.look(place.code)


def _controls(place: Visit, view: RoomView) -> None:
    now = view.activity
    words = KEYED[_WORDS[type(now.task)]]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{_(words[now.phase])}**", width="content")
        if now.round > 1:
            st.markdown(_("Round {n}", n=now.round), width="content")
        back, on = _steps(place, view)
        for step, icon, arrow, key in (
            (back, ":material/arrow_back:", "Left", "live-earlier"),
            (on, ":material/arrow_forward:", "Right", "live-next"),
        ):
            if step is not None:
                label, act = step
                st.button(_(label), icon=icon, shortcut=arrow, on_click=act, key=key)
        if now.phase in _AGAIN[type(now.task)] and now.round < MOST_ROUNDS:
            _again(place, view)
        # With another key it is another one: it closes when the class goes on.
        with st.popover(
            _("Next activity"),
            icon=":material/playlist_add:",
            key=f"live-more-{view.room.activity}",
        ):
            next_activity.choose(place, view)
        with st.popover(_("People"), icon=":material/group:"):
            _people(place, view)
        with st.popover(_("Room"), icon=":material/settings:"):
            _room(place, view.room)


def _again(place: Visit, view: RoomView) -> None:
    """Offer another round of the same."""
    now = view.activity
    rating = now.number == RATING
    st.button(
        _("Discuss and rate again") if rating else _("Discuss and ask again"),
        icon=":material/repeat:",
        help=_("Another round on the same items. Then the board shows κ before and after.")
        if rating
        else _("The same once more. Then the board shows before and after."),
        on_click=partial(session.teach, place, session.store().next_round, now.round, now.number),
        key="live-round",
    )


Step = tuple[str, Callable[[], None]]


def _steps(place: Visit, view: RoomView) -> tuple[Step | None, Step | None]:
    """Return what the left and the right arrow key do in this phase."""
    activity, task, phase = view.activity.number, view.activity.task, view.activity.phase

    def to(words: str, following: str) -> Step:
        act = session.store().set_phase
        return words, partial(session.teach, place, act, following, activity)

    if isinstance(task, Page):
        on = _going(place, view, activity + 1)
        if phase == REVEALED:
            return to(N_("Hide"), OPEN), on
        if scene.hides(task):
            on = to(N_("Reveal"), REVEALED)
        return _going(place, view, activity - 1), on
    return {
        WAITING: (
            None,
            to(N_("Open: they rate") if activity == RATING else N_("Open: they reply"), OPEN),
        ),
        OPEN: (None, to(N_("Close"), CLOSED)),
        CLOSED: (to(N_("Open again"), OPEN), to(N_("Reveal"), REVEALED)),
        REVEALED: (to(N_("Hide"), CLOSED), _going(place, view, activity + 1)),
    }[phase]


def _going(place: Visit, view: RoomView, number: int) -> Step | None:
    """Return the way to another activity, if there is one of this number."""
    if not 0 < number <= len(view.activities):
        return None
    words = N_("Next") if number > view.room.activity else N_("Back")
    return words, partial(session.teach, place, session.store().go_to, number)


def _people(place: Visit, view: RoomView) -> None:
    undo: int | None = st.session_state.get(_UNDO)
    people = {one.number: one for one in view.participants}
    if undo in people and people[undo].removed:
        st.markdown(_("{name} is removed.", name=plain(people[undo].name)))
        fields.undo(partial(_remove, place, undo, removed=False), "live-undo")
    inside = [number for number, one in people.items() if not one.removed]
    if not inside:
        st.markdown(_("Nobody is here yet."))
        return
    st.markdown(plural(len(inside), "One is here.", "{n} are here."))
    number = st.selectbox(
        _("Name"), inside, format_func=lambda number: people[number].name, key="live-who"
    )
    st.text_input(_("New name"), people[number].name, key=f"{RENAMED}-{number}", max_chars=40)
    with st.container(horizontal=True):
        st.button(
            _("Rename"),
            icon=":material/edit:",
            key="live-rename",
            on_click=partial(_rename, place, number),
        )
        st.button(
            _("Remove"),
            icon=":material/person_remove:",
            key="live-remove",
            on_click=partial(_remove, place, number),
        )


def _rename(place: Visit, number: int) -> None:
    name = st.session_state.get(f"{RENAMED}-{number}")
    if name is not None:  # the field is gone where they were removed in between
        session.teach(place, session.store().rename, number, name)


def _remove(place: Visit, number: int, *, removed: bool = True) -> None:
    session.teach(place, partial(session.store().remove, removed=removed), number)
    st.session_state[_UNDO] = number if removed else None


def _room(place: Visit, room: Room) -> None:
    st.session_state[NAMES_SHOWN] = room.names_shown
    st.toggle(
        _("Show names on the board"),
        key=NAMES_SHOWN,
        on_change=partial(_show_names, place),
        help=_("Without this, the board and the files have S1, S2, … in place of names."),
    )
    st.markdown(_("The board alone, for a second screen:"))
    st.code(session.address(place.code, **_BOARD), language=None, wrap_lines=True)
    st.markdown(
        _("Your own link. It opens these controls on any device: keep it, and show it to nobody.")
    )
    st.code(session.address(place.code, **{HOST: place.secret}), language=None, wrap_lines=True)
    st.markdown(_("The room ends by itself after 14 days."))
    sure = st.checkbox(_("Yes, delete everything in this room"), key=SURE)
    st.button(
        _("End and delete now"),
        icon=":material/delete:",
        key="live-delete",
        disabled=not sure,
        on_click=partial(_delete, place),
    )
    session.leave()


def _show_names(place: Visit) -> None:
    session.teach(place, session.store().show_names, bool(st.session_state[NAMES_SHOWN]))


def _delete(place: Visit) -> None:
    deleted = session.attempt(lambda: session.store().delete(place.code, place.secret))
    session.look_again(place.code)
    if deleted:
        st.session_state[session.DELETED] = True
        session.go()
