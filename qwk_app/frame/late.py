"""What callbacks put into fields, and a browser that does not know it yet.

A click that follows at once brings what the fields held before. Streamlit takes that for the
reader's wish, and what was put there would be lost. So it is put there again.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

_PUT = "_put"
_PATIENCE = 5.0  # seconds in which a browser learns what was put
_MOST = 20  # states that are remembered

Held = Mapping[str, object]
"""What fields hold, by their keys."""


@dataclass(frozen=True)
class _Put:
    """What fields hold since a callback put something there, until a time of the clock.

    `before` is what the browser may still have. The others are about the request at hand: whether
    the reader did something else than to change a field, and whether it was late.
    """

    values: Held
    before: tuple[Held, ...]
    until: float
    sure: bool = False
    late: bool = False


def put(values: Held, among: Sequence[str]) -> None:
    """Put values into fields; `among` names all fields that are watched together."""
    catch_up()
    last, before = _last(), _held(among)
    st.session_state.update(values)
    made = last or _Put({}, (), 0)
    st.session_state[_PUT] = replace(
        made,
        values=_held(among),
        before=(*made.before, before)[-_MOST:],
        until=time.monotonic() + _PATIENCE,
    )


def catch_up(*, sure: bool = False) -> None:
    """Put again what a late request took back; what the reader changed meanwhile stays.

    A reader changes one field at a time. So a request is late if one field is as it was before,
    and another one is, or has changed. If it is `sure` that the reader did something else than to
    change a field, one is enough.
    """
    last = _last()
    if last is None:
        return
    last = replace(last, sure=last.sure or sure)
    held = _held(last.values)
    changed = [key for key in held if held[key] != last.values[key]]
    back = [key for key in changed if any(held[key] == before[key] for before in last.before)]
    if changed and (not back or (len(changed) == 1 and not last.sure)):
        del st.session_state[_PUT]  # the reader has changed a field
        return
    if back:
        st.session_state.update({key: last.values[key] for key in back})
        last = replace(last, values=_held(last.values), late=True)
    st.session_state[_PUT] = last


def begin(*, sure: bool = False) -> Sequence[Held]:
    """Catch up before anything is drawn, when all callbacks have run.

    Return what the fields may have held in the browser, if this request was late or may be.
    """
    catch_up(sure=sure)
    last = _last()
    if last is None:
        return ()
    st.session_state[_PUT] = replace(last, sure=False, late=False)
    return last.before if last.sure or last.late else ()


def _last() -> _Put | None:
    """Return what was put; forget it once the browser knows: by now, or since Back or Forward."""
    last: _Put | None = st.session_state.get(_PUT)
    context = get_script_run_ctx()
    through_history = context is not None and context.is_history_navigation
    if last is not None and (through_history or time.monotonic() > last.until):
        del st.session_state[_PUT]
        return None
    return last


def _held(keys: Sequence[str] | Held) -> Held:
    return {key: st.session_state.get(key) for key in keys}
