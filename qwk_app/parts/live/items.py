"""The item on the screen: what is asked, the text or the picture, and what the categories mean."""

from functools import lru_cache

import streamlit as st

from classroom import clouds
from classroom.rooms import Item, Room
from classroom.sets import CLOUDS, SETS
from qwk_app.figures.common import shortened
from qwk_app.parts.live import session
from qwk_app.words.texts import _, plain

_PICTURE = 260  # pixels: with five buttons below it on a phone
_SMALL = 200  # pixels: five side by side on a board
_MOST_PICTURES = 120  # of a teacher that a process remembers: 36 MB
_LONGEST = 60  # characters of an item in a list


def question(room: Room) -> str:
    """Return what is asked of each item."""
    return _(SETS[room.kind].question) if room.kind in SETS else _("Which category is it?")


def text(room: Room, item: Item) -> str:
    """Return an item as text, in the reader's language where the set is the app's own."""
    if room.kind == CLOUDS:
        return _("a cloud of {n} dots", n=clouds.n_dots(item.text))
    return _(item.text) if room.kind in SETS else item.text


@lru_cache(maxsize=_MOST_PICTURES)  # a class looks at the same ones, and none ever changes
def _picture(_room: int, code: str, at: int) -> bytes:
    return session.store().picture(code, at)


def short(room: Room, item: Item, number: int) -> str:
    """Return an item as a list has it: its number, and how it begins."""
    if room.kind == CLOUDS:
        return str(number)
    return _("{name}: {about}", name=number, about=shortened(text(room, item), _LONGEST))


def show(room: Room, item: Item, number: int) -> None:
    """Show an item, large."""
    if room.kind == CLOUDS:
        # How many dots there are is what is asked.
        st.image(clouds.picture(item.text), width=_PICTURE, alt=_("Cloud {number}", number=number))
        return
    if item.pictured:
        with st.container(key="live-picture"):
            st.image(_drawn(room, number), width="stretch", alt=item.text)
        return
    with st.container(border=True, key="live-item"):
        st.markdown(plain(text(room, item)))


def small(room: Room, item: Item, number: int) -> None:
    """Show an item that is a picture, small and with its number."""
    st.image(_drawn(room, number), width=_SMALL, caption=str(number), alt=item.text)


def _drawn(room: Room, number: int) -> bytes:
    return _picture(room.number, room.code, number - 1)


def buttons(room: Room) -> tuple[list[str], str]:
    """Return what stands on the button of each category, and a line about the scale.

    Where each category has a word, it stands on its button; else the line names those that have.
    """
    made = SETS.get(room.kind)
    names = made.words if made is not None and made.categories == room.categories else ()
    words = [_(word) if word else "" for word in names]
    if words and all(words):
        both = zip(room.labels, words, strict=True)
        return [_("{label} · {word}", label=label, word=word) for label, word in both], ""
    named = [
        _("{label} = {word}", label=label, word=word)
        for label, word in zip(room.labels, words, strict=False)
        if word
    ]
    return list(room.labels), " · ".join(named)
