"""The way into a room: open one as a teacher, or join one as a student."""

import streamlit as st

from classroom import codes
from classroom.clouds import CATEGORIES
from classroom.errors import RoomError, StoreError
from classroom.rooms import MOST_ITEMS, read_categories
from classroom.sets import CLOUDS, N_CLOUDS, OWN, SETS, some_clouds
from qwk_app.frame import state
from qwk_app.frame.state import HOST, ROOM
from qwk_app.parts.live import own, session
from qwk_app.parts.live.session import ME
from qwk_app.shared.components import note
from qwk_app.words.texts import _, error_text, joined
from qwk_core import NoRoomError, RatingsError, format_categories

CODE = "live-code"
NAME = "live-name"
KIND = "live-set"
SCALE = "live-scale"
CLOUDS_ASKED = "live-clouds"
_REFUSED = "_live_refused"  # why the room could not be opened
_CODE_WIDTH = 180  # pixels


def enter() -> None:
    """Let a student type a code, and a teacher open a room."""
    if st.session_state.pop(session.DELETED, False):
        st.success(_("The room is deleted, and everything in it."), icon=":material/delete:")
    joining, opening = st.columns(2, gap="large")
    with joining:
        st.header(_("Join a room"), anchor=False)
        st.markdown(_("Your teacher shows a code of six characters."))
        with st.form("live-find", border=False):
            st.text_input(_("Code"), key=CODE, max_chars=20, width=state.width(_CODE_WIDTH))
            st.form_submit_button(_("Go on"), icon=":material/login:", on_click=_find)
        session.show_problem()
    with opening:
        st.header(_("Open a room"), anchor=False)
        st.markdown(
            _(
                "The class rates the same items on its phones. Then the projector shows how far "
                "they agree: their O, w, E and κ."
            )
        )
        _new_room()


def _find() -> None:
    code = codes.read_code(st.session_state[CODE])
    if session.attempt(lambda: session.look(code)):
        session.go(**{ROOM: code})


def _new_room() -> None:
    titles = {key: _(each.title) for key, each in SETS.items()} | {OWN: _("Items of your own")}
    kind = st.selectbox(_("What is rated"), list(titles), format_func=titles.__getitem__, key=KIND)
    made = SETS.get(kind)
    if kind == CLOUDS:
        st.slider(_("How many clouds"), 1, MOST_ITEMS, N_CLOUDS, key=CLOUDS_ASKED)
    else:
        st.text_input(
            _("Categories, from lowest to highest"),
            _scale_at_first(kind),
            key=_scale_key(kind),
            max_chars=400,
            help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
        )
    if made is None:
        own.draw()
    else:
        about = _(
            "{question} From {low} to {high}. Each item has a right answer: the reference.",
            question=_(made.question),
            low=made.categories[0],
            high=made.categories[-1],
        )
        if kind != CLOUDS:
            about = joined([about, _("On other categories there is no reference.")])
        note(about)
    st.button(_("Open a room"), icon=":material/meeting_room:", on_click=_open, key="live-open")
    problem = st.session_state.pop(_REFUSED, None)
    if problem is not None:
        st.error(error_text(problem), icon=":material/edit:")


def _scale_key(kind: str) -> str:
    return SCALE if kind == OWN else f"{SCALE}-{kind}"


def _scale_at_first(kind: str) -> str:
    return format_categories((1, 2, 3, 4, 5) if kind == OWN else SETS[kind].categories)


def _open() -> None:
    kind = st.session_state[KIND]
    shown: dict[int, bytes] = {}
    scale: tuple[int | str, ...] = CATEGORIES
    try:
        if kind != CLOUDS:
            scale = read_categories(session.field_value(_scale_key(kind), _scale_at_first(kind)))
        if kind == CLOUDS:
            items = some_clouds(int(session.field_value(CLOUDS_ASKED, N_CLOUDS)))
        elif kind == OWN:
            items, shown = own.read(scale)
        else:
            items = SETS[kind].on(scale)
        room, secret = session.store().open_room(kind, scale, items, shown)
    except (RoomError, RatingsError, NoRoomError) as error:
        st.session_state[_REFUSED] = error
        return
    own.release()
    session.go(**{ROOM: room.code, HOST: secret})


def join(code: str) -> None:
    """Let a student choose a name, and come in."""
    if NAME not in st.session_state:
        first, second = codes.proposed_name()
        # Translators: a name of two words, such as "Brave Otter"; the animal is {second}.
        st.session_state[NAME] = _("{first} {second}", first=_(first), second=_(second))
    st.markdown(_("You join room **{code}**.", code=code))
    with st.form("live-join", border=False):
        st.text_input(
            _("Your name here: keep this one, or type another"),
            key=NAME,
            max_chars=codes.LONGEST_NAME,
        )
        st.form_submit_button(_("Join"), icon=":material/login:", on_click=_join, args=(code,))
    session.show_problem()
    note(
        _(
            "The name above, your ratings and your replies are kept for 14 days at most; the "
            "teacher can delete them at once. Nothing else about you is stored: no account, no "
            "address, no device. The class sees counts, and names only if the teacher shows them."
        )
    )
    session.leave()


def _join(code: str) -> None:
    kept: list[str] = []
    name = st.session_state[NAME]
    if session.attempt(lambda: kept.append(session.store().join(code, name)[1])):
        session.go(**{ROOM: code, ME: kept[0]})


def no_room(error: RoomError) -> None:
    """Say why the room of the address cannot be shown, and lead back."""
    st.error(error_text(error), icon=":material/block:")
    if isinstance(error, StoreError):
        note(_("This page changes by itself."))
        session.try_again()
    session.leave()
