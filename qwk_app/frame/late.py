"""What callbacks put into fields stays there. Without this, Streamlit 1.67 loses it on a slow line:

1. A reader drags a ring. A callback puts the new ratings into the fields, and the answer is sent.
2. Before it arrives, the reader clicks *Reveal*. With each click the browser sends what all fields
   hold: still the old ratings. The click is *late*.
3. Streamlit takes the old ratings for what the reader typed: the drag is undone.

So `catch_up` puts the new ratings into the fields again. Fields with a new key after each change
would not help: with a late click the old address comes as well, as it does with the browser's Back.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from qwk_app.frame.platform import is_history_navigation

_PUT = "_put"
_PATIENCE = 5.0  # seconds in which a browser learns what was put
_MOST = 20  # states that are remembered

FieldValues = Mapping[str, object]
"""What fields hold, by their keys."""


@dataclass(frozen=True)
class _Put:
    """What fields hold since a callback put something there; forgotten at a time of the clock.

    `before` is what the browser may still have. `sure` and `late` are about the present request:
    the reader surely clicked something; some of its fields were as they were before.
    """

    values: FieldValues
    before: tuple[FieldValues, ...]
    until: float
    sure: bool = False
    late: bool = False


def put(values: FieldValues, among: Sequence[str]) -> None:
    """Put values into fields; `among` names all fields that are watched together."""
    catch_up()
    last, before = _last(), _values_of(among)
    st.session_state.update(values)
    made = last or _Put({}, (), 0)
    st.session_state[_PUT] = replace(
        made,
        values=_values_of(among),
        before=(*made.before, before)[-_MOST:],
        until=time.monotonic() + _PATIENCE,
    )


def catch_up(*, sure: bool = False) -> None:
    """Put again what a late request took back; what the reader changed meanwhile stays.

    A reader changes one field at a time. A request that brings one field as it was before may be
    that change. It is late if a second field differs, too. If it is `sure` that the reader clicked
    something, one field is enough.
    """
    last = _last()
    if last is None:
        return
    last = replace(last, sure=last.sure or sure)
    current = _values_of(last.values)
    changed = [key for key in current if current[key] != last.values[key]]
    back = [key for key in changed if any(current[key] == before[key] for before in last.before)]
    if changed and (not back or (len(changed) == 1 and not last.sure)):
        del st.session_state[_PUT]  # the reader has changed a field
        return
    if back:
        st.session_state.update({key: last.values[key] for key in back})
        last = replace(last, values=_values_of(last.values), late=True)
    st.session_state[_PUT] = last


def begin(*, sure: bool = False) -> Sequence[FieldValues]:
    """Catch up before anything is drawn, when all callbacks have run.

    If the request was late, or the reader surely clicked something, return the states that the
    browser may have shown; else nothing.
    """
    catch_up(sure=sure)
    last = _last()
    if last is None:
        return ()
    st.session_state[_PUT] = replace(last, sure=False, late=False)
    return last.before if last.sure or last.late else ()


def _last() -> _Put | None:
    """Return what was put, and forget it after some seconds, or after Back or Forward."""
    last: _Put | None = st.session_state.get(_PUT)
    if last is not None and (is_history_navigation() or time.monotonic() > last.until):
        del st.session_state[_PUT]
        return None
    return last


def _values_of(keys: Sequence[str] | FieldValues) -> FieldValues:
    return {key: st.session_state.get(key) for key in keys}
