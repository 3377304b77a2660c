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
class Submitted:
    """What was submitted in one room with one key.

    `saved` is what the store has, None until it was asked. `waiting` is what the store has not
    confirmed, and `refused` is why it did not keep the last one, until the student has read it.
    """

    place: tuple[str, str]
    saved: dict[Where, int | str] | None = None
    waiting: dict[Where, int | str] = field(default_factory=dict)
    refused: RoomError | None = None

    def _all(self) -> dict[Where, int | str]:
        """Return what was submitted, saved or not yet."""
        if self.saved is None:
            self.saved = session.store().mine(*self.place)
        return self.saved | self.waiting

    def ratings(self, round: int) -> dict[int, int]:
        """Return the category of each item rated in a round."""
        given = self._all().items()
        return {item: int(value) for (at, of, item), value in given if (at, of) == (RATING, round)}

    def replies(self) -> dict[tuple[int, int], str]:
        """Return the replies by activity and round."""
        given = self._all().items()
        return {(at, round): str(value) for (at, round, _item), value in given if at != RATING}

    def submit(self, where: Where, value: int | str) -> None:
        """Submit a rating (the position of a category) or a reply (a text), and try to save it."""
        self.waiting[where] = value
        self.save()

    def save(self) -> None:
        """Save all that is not saved yet. If the store does not answer, it stays unsaved."""
        for where, value in list(self.waiting.items()):
            try:
                kept = session.store().give(*self.place, where, value)
            except StoreError:
                return
            except RoomError as error:
                self.refused = error
            else:
                if self.saved is not None:
                    self.saved[where] = kept
            del self.waiting[where]

    def show_problem(self) -> None:
        """Say once why the store refused something, or that something is not saved yet."""
        refused, self.refused = self.refused, None
        if refused is not None:
            st.error(error_text(refused), icon=":material/block:")
        elif self.waiting:
            st.warning(
                _("Not saved yet: the store does not answer. It is tried again by itself."),
                icon=":material/cloud_off:",
            )

    def show_problem_and_retry(self, view: RoomView) -> None:
        """Show the problem. While something is not saved, try again; then draw the page anew."""
        if not self.waiting:
            self.show_problem()
            return
        begun = time.monotonic()

        def tried() -> None:
            with language.using(language.current()):
                if time.monotonic() - begun > _SHORTEST:  # not in the run that draws this
                    self.save()
                    if not self.waiting:
                        st.rerun()
                self.show_problem()

        st.fragment(tried, run_every=session.pause(view))()


def of(place: Visit) -> Submitted:
    """Return what was submitted here, empty for another room or key."""
    kept: Submitted | None = st.session_state.get(_SUBMITTED)
    if kept is None or kept.place != (place.code, place.token):
        kept = st.session_state[_SUBMITTED] = Submitted((place.code, place.token))
    return kept
