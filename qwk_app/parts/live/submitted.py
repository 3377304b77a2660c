"""The ratings and replies of a student on this phone, saved by the store or not yet.

If the store does not answer, the page keeps a rating or reply, and tries again by itself.
"""

import time
from dataclasses import dataclass, field

import streamlit as st

from classroom.activities import RATING, Where
from classroom.errors import RoomError, StoreError
from classroom.view import RoomView
from qwk_app.parts.live import session
from qwk_app.parts.live.session import Visit
from qwk_app.words import language
from qwk_app.words.texts import _, error_text

_SUBMITTED = "_live_given"
_SHORTEST = 1.0  # seconds between two tries


@dataclass
class _Submitted:
    """What was submitted in one room with one key.

    `saved` is what the store has, None until it was asked. `waiting` is what the store has not
    confirmed, and `refused` is why it did not keep the last one.
    """

    place: tuple[str, str]
    saved: dict[Where, int | str] | None = None
    waiting: dict[Where, int | str] = field(default_factory=dict)
    refused: RoomError | None = None


def _of(place: Visit) -> _Submitted:
    """Return what was submitted here, empty for another room or key."""
    kept: _Submitted | None = st.session_state.get(_SUBMITTED)
    if kept is None or kept.place != (place.code, place.token):
        kept = _Submitted((place.code, place.token))
        st.session_state[_SUBMITTED] = kept
    return kept


def _all(place: Visit) -> dict[Where, int | str]:
    """Return what was submitted, saved or not yet."""
    kept = _of(place)
    if kept.saved is None:
        kept.saved = session.store().mine(*kept.place)
    return kept.saved | kept.waiting


def ratings(place: Visit, round: int) -> dict[int, int]:
    """Return the category of each item rated in a round."""
    submitted = _all(place).items()
    return {item: int(value) for (at, of, item), value in submitted if (at, of) == (RATING, round)}


def replies(place: Visit) -> dict[tuple[int, int], str]:
    """Return the replies by activity and round."""
    submitted = _all(place).items()
    return {(at, round): str(value) for (at, round, _item), value in submitted if at != RATING}


def unsaved(place: Visit) -> int:
    """Return how many the store has not confirmed."""
    return len(_of(place).waiting)


def is_saved(place: Visit, where: Where) -> bool:
    """Tell whether the store has what was submitted there."""
    return where not in _of(place).waiting


def submit(place: Visit, where: Where, value: int | str) -> None:
    """Submit a rating (the position of a category) or a reply (a text), and try to save it."""
    _of(place).waiting[where] = value
    save(place)


def save(place: Visit) -> None:
    """Save all that is not saved yet. If the store does not answer, it stays unsaved."""
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
    value = session.store().give(*kept.place, where, value)
    if kept.saved is not None:
        kept.saved[where] = value


def was_refused(place: Visit) -> bool:
    """Tell whether the store refused something, and the student has not read why."""
    return _of(place).refused is not None


def show_problem(place: Visit) -> None:
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


def show_problem_and_retry(place: Visit, view: RoomView) -> None:
    """Show the problem. While something is not saved, try again; once it is, draw the page anew."""
    if not unsaved(place):
        show_problem(place)
        return
    begun = time.monotonic()

    def tried() -> None:
        with language.using(language.current()):
            if time.monotonic() - begun > _SHORTEST:  # not in the run that draws this
                save(place)
                if not unsaved(place):
                    st.rerun()
            show_problem(place)

    st.fragment(tried, run_every=session.pause(view))()
