"""What the student of a phone gave: as the store has it, and what it has not taken yet.

What the store cannot take now is kept with the page, and saved by itself once the store is back.
"""

import time
from dataclasses import dataclass, field

import streamlit as st

from classroom.activities import RATING, Where
from classroom.errors import RoomError, StoreError
from classroom.watch import Seen
from qwk_app.parts.live import session
from qwk_app.parts.live.session import Visit
from qwk_app.words import language
from qwk_app.words.texts import _, error_text

_GIVEN = "_live_given"
_SHORTEST = 1.0  # seconds between two tries


@dataclass
class _Given:
    """What was given in one room with one key.

    `saved` is as the store has it, once it was asked for; `waiting` is what it has not confirmed,
    and `refused` why the last of that was not kept.
    """

    place: tuple[str, str]
    saved: dict[Where, int | str] | None = None
    waiting: dict[Where, int | str] = field(default_factory=dict)
    refused: RoomError | None = None


def _of(place: Visit) -> _Given:
    """Return what was given here. With another room or key it is another's."""
    kept: _Given | None = st.session_state.get(_GIVEN)
    if kept is None or kept.place != (place.code, place.token):
        kept = _Given((place.code, place.token))
        st.session_state[_GIVEN] = kept
    return kept


def _all(place: Visit) -> dict[Where, int | str]:
    """Return what was given, saved or not yet."""
    kept = _of(place)
    if kept.saved is None:
        kept.saved = session.store().mine(*kept.place)
    return kept.saved | kept.waiting


def ratings(place: Visit, round: int) -> dict[int, int]:
    """Return the category of each item rated in a round."""
    given = _all(place).items()
    return {item: int(value) for (at, of, item), value in given if (at, of) == (RATING, round)}


def replies(place: Visit) -> dict[tuple[int, int], str]:
    """Return the replies by activity and round."""
    given = _all(place).items()
    return {(at, round): str(value) for (at, round, _item), value in given if at != RATING}


def unsaved(place: Visit) -> int:
    """Return how many the store has not confirmed."""
    return len(_of(place).waiting)


def is_saved(place: Visit, where: Where) -> bool:
    """Tell whether nothing that was given there waits."""
    return where not in _of(place).waiting


def give(place: Visit, where: Where, value: int | str) -> None:
    """Keep a rating, the position of a category, or a reply, a text; and save it if that can be."""
    _of(place).waiting[where] = value
    save(place)


def save(place: Visit) -> None:
    """Save what waits; what the store cannot take now stays to be tried again."""
    kept = _of(place)
    for where, value in list(kept.waiting.items()):
        try:
            _save(kept, where, value)
        except StoreError:
            return
        except RoomError as error:
            kept.refused = error
        del kept.waiting[where]


def _save(kept: _Given, where: Where, value: int | str) -> None:
    activity, round, item = where
    if activity == RATING:
        session.store().answer(*kept.place, round, item, int(value))
    else:
        value = session.store().reply(*kept.place, activity, round, str(value))
    if kept.saved is not None:
        kept.saved[where] = value


def was_refused(place: Visit) -> bool:
    """Tell whether there is a refusal that nobody has read yet."""
    return _of(place).refused is not None


def tell(place: Visit) -> None:
    """Say once why something was not kept; or that something is not saved yet."""
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
    """Say what `tell` says; while something waits, try again and again, then draw the page anew."""
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
