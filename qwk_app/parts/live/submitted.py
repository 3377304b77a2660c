"""What has a student submitted on this phone? What the store has, and what it has not saved yet.

If the store does not answer, the page keeps a rating or reply, and tries again by itself.
"""

import time
from dataclasses import dataclass, field

import streamlit as st

from classroom.activities import RATING
from classroom.errors import RoomError, StoreError
from classroom.watch import Seen
from qwk_app.parts.live import session
from qwk_app.parts.live.session import Visit
from qwk_app.words import language
from qwk_app.words.texts import _, error_text

_GIVEN = "_live_given"
_SHORTEST = 1.0  # seconds between two tries

Where = tuple[int, int, int]
"""Activity, round, item; a reply's item is 0."""


@dataclass
class _Submitted:
    """What was submitted in one room with one key.

    `ratings` and `replies` are what the store has, None until it was asked. `waiting` is what the
    store has not confirmed, and `refused` is why it did not keep the last one.
    """

    place: tuple[str, str]
    ratings: dict[int, dict[int, int]] | None = None
    replies: dict[tuple[int, int], str] | None = None
    waiting: dict[Where, int | str] = field(default_factory=dict)
    refused: RoomError | None = None


def _of(place: Visit) -> _Submitted:
    """Return what was submitted here, empty for another room or key."""
    kept: _Submitted | None = st.session_state.get(_GIVEN)
    if kept is None or kept.place != (place.code, place.token):
        kept = _Submitted((place.code, place.token))
        st.session_state[_GIVEN] = kept
    return kept


def ratings(place: Visit, round: int) -> dict[int, int]:
    """Return the category of each item rated in a round, saved or not yet."""
    kept = _of(place)
    if kept.ratings is None:
        kept.ratings = session.store().mine(place.code, place.token)
    waiting = {
        item: int(value)
        for (activity, of, item), value in kept.waiting.items()
        if activity == RATING and of == round
    }
    return {**kept.ratings.get(round, {}), **waiting}


def replies(place: Visit) -> dict[tuple[int, int], str]:
    """Return the replies by activity and round, saved or not yet."""
    kept = _of(place)
    if kept.replies is None:
        kept.replies = session.store().my_replies(place.code, place.token)
    waiting = {
        (activity, round): str(value)
        for (activity, round, _item), value in kept.waiting.items()
        if activity != RATING
    }
    return {**kept.replies, **waiting}


def unsaved(place: Visit) -> int:
    """Return how many the store has not confirmed."""
    return len(_of(place).waiting)


def is_saved(place: Visit, where: Where) -> bool:
    """Tell whether the store has what was submitted there."""
    return where not in _of(place).waiting


def give(place: Visit, where: Where, value: int | str) -> None:
    """Submit a rating (the position of a category) or a reply (a text), and try to save it."""
    _of(place).waiting[where] = value
    save(place)


def save(place: Visit) -> None:
    """Save what waits. If the store does not answer, it goes on waiting."""
    kept = _of(place)
    for where, value in list(kept.waiting.items()):
        try:
            _save(kept, where, value)
        except StoreError:
            return
        except RoomError as error:
            kept.refused = error
        del kept.waiting[where]


def _save(kept: _Submitted, where: Where, value: int | str) -> None:
    activity, round, item = where
    if activity == RATING:
        session.store().answer(*kept.place, round, item, int(value))
        if kept.ratings is not None:
            kept.ratings.setdefault(round, {})[item] = int(value)
        return
    text = session.store().reply(*kept.place, activity, round, str(value))
    if kept.replies is not None:
        kept.replies[activity, round] = text


def was_refused(place: Visit) -> bool:
    """Tell whether the store refused something, and the student has not read why."""
    return _of(place).refused is not None


def tell(place: Visit) -> None:
    """Say once why the store refused something, or that something is not saved yet."""
    kept = _of(place)
    refused, kept.refused = kept.refused, None
    if refused is not None:
        st.error(error_text(refused), icon=":material/block:")
    elif kept.waiting:
        st.warning(
            _("Not saved yet: the store does not answer. It is tried again by itself."),
            icon=":material/cloud_off:",
        )


def tell_and_try_again(place: Visit, seen: Seen) -> None:
    """Say what `tell` says. While something waits, try again; once it is saved, draw the page."""
    if not unsaved(place):
        tell(place)
        return
    begun = time.monotonic()

    def tried() -> None:
        with language.using(language.current()):
            if time.monotonic() - begun > _SHORTEST:  # not in the run that draws this
                save(place)
                if not unsaved(place):
                    st.rerun()
            tell(place)

    st.fragment(tried, run_every=session.pause(seen))()
