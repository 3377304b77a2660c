"""The teacher's own items: typed in lines, or from files: a table, pictures."""

from pathlib import PurePath

import streamlit as st

from classroom.errors import RoomError
from classroom.pictures import ENDINGS, make_safe
from classroom.rooms import MOST_ITEMS, Item
from classroom.sets import own_items, table_items
from qwk_app.frame.platform import release_upload
from qwk_app.parts.live.session import field_value
from qwk_app.words.texts import N_, _
from qwk_core import NoRoomError

ITEMS = "live-items"
FILES = "live-files"
_TABLE = "csv"
_MOST_TABLE = 1_000_000  # bytes

Chosen = tuple[tuple[Item, ...], dict[int, bytes]]
"""Items, and the pictures of those that have one, by their place."""


def draw() -> None:
    """Draw the fields."""
    st.text_area(
        _("Items, a line each"),
        key=ITEMS,
        height=160,
        max_chars=60_000,
        placeholder=_("The soup was cold. | 2"),
        help=_(
            "Up to {most} lines. After a vertical bar a line may end with the category that "
            "is right: the reference.",
            most=MOST_ITEMS,
        ),
    )
    st.file_uploader(
        _("Or pictures, or a table of items (CSV)"),
        [_TABLE, *ENDINGS],
        accept_multiple_files=True,
        key=FILES,
        max_upload_size=1,
        help=_(
            "PNG or JPEG, up to 300 KiB each. The table has the columns text (of a picture: read "
            "aloud), reference, reason, and picture, the name of a file; text or picture is enough."
        ),
    )


def read(scale: tuple[int | str, ...]) -> Chosen:
    """Return what was typed, or what was given as files, where there are any.

    Raises
    ------
    RoomError, NoRoomError
        If a file cannot be used: which, and why.
    """
    given = st.session_state.get(FILES) or []
    if not given:
        return own_items(field_value(ITEMS, ""), scale), {}
    files = {each.name: _bytes(each) for each in given}
    tables = [name for name in files if _ending(name) == _TABLE]
    shown = {name: files[name] for name in sorted(files) if _ending(name) in ENDINGS}
    if len(tables) > 1:
        raise RoomError(N_("Give one table: these are {n}."), n=len(tables))
    if len(given) > MOST_ITEMS + 1:
        raise RoomError(
            N_("A room has up to {most} items, and these are {n}."), most=MOST_ITEMS, n=len(given)
        )
    if tables:
        items, named = table_items(_text(files[tables[0]]), scale, shown)
    else:
        items = tuple(Item(PurePath(name).stem) for name in shown)
        named = dict(enumerate(shown))
    used = sorted(set(named.values()))
    safe = dict(zip(used, make_safe([(name, shown[name]) for name in used]), strict=True))
    return items, {at: safe[name] for at, name in named.items()}


def release() -> None:
    """Let Streamlit give up its copies: the room has what it needs."""
    for each in st.session_state.get(FILES) or []:
        release_upload(each.file_id)


def _bytes(file: object) -> bytes:
    if not hasattr(file, "getvalue"):  # Streamlit 1.67 has lost the file
        raise NoRoomError("This file is no longer in the server's memory. Upload it again.")
    data: bytes = file.getvalue()
    return data


def _ending(name: str) -> str:
    return PurePath(name).suffix.lower().removeprefix(".")


def _text(data: bytes) -> str:
    """Return a table's text: in UTF-8, or as an older Excel writes it."""
    if len(data) > _MOST_TABLE:
        raise RoomError(N_("The table is larger than {most} kB."), most=_MOST_TABLE // 1000)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
