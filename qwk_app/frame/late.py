"""Keeps the values that callbacks put into fields. Streamlit 1.67 loses them on a slow connection:

1. A reader drags a ring. A callback puts the new ratings into the fields, and the answer is sent.
2. Before it arrives, the reader clicks *Reveal*. With each click the browser sends all its fields.
   They are still the old ratings. The click is *late*.
3. Streamlit treats the old ratings as typed by the reader: the drag is undone.

So `catch_up` puts the new ratings into the fields again, until the browser has sent them once: then
it knows them. New keys for the fields after each change would not help: a late click also brings
the old address, exactly as the browser's Back does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from qwk_app.frame.platform import is_history_navigation

_PUT = "_put"
_MOST = 20  # states that are remembered

FieldValues = Mapping[str, object]
"""The values of fields, by their keys."""


@dataclass(frozen=True)
class _Put:
    """The values of fields since a callback has put some there, until the browser knows them.

    `before` are the states that the browser may still have. `sent`: a run has drawn the values.
    Two flags are about the current request: `sure`, that the reader clicked something; `late`,
    that it brought old values.
    """

    values: FieldValues
    before: tuple[FieldValues, ...]
    sent: bool = False
    sure: bool = False
    late: bool = False


def put(values: FieldValues, among: Sequence[str]) -> None:
    """Put values into fields; `among` are the keys of all fields that are watched together."""
    catch_up()
    last, before = _last(), _values_of(among)
    st.session_state.update(values)
    made = last or _Put({}, ())
    st.session_state[_PUT] = replace(
        made, values=_values_of(among), before=(*made.before, before)[-_MOST:], sent=False
    )


def catch_up(*, sure: bool = False) -> None:
    """Put values again if a late request took them back; the reader's own changes stay.

    A reader changes one field at a time. If a request brings one old value, the reader may have
    typed it. The request is late if a second field differs, too. If it is `sure` that the reader
    clicked something, one field is enough.
    """
    last = _last()
    if last is None:
        return
    last = replace(last, sure=last.sure or sure)
    current = _values_of(last.values)
    if last.sent and current == last.values:
        del st.session_state[_PUT]  # the browser knows the values
        return
    changed = [key for key in current if current[key] != last.values[key]]
    back = [key for key in changed if any(current[key] == before[key] for before in last.before)]
    if changed and (not back or (len(changed) == 1 and not last.sure)):
        del st.session_state[_PUT]  # the reader has changed a field
        return
    if back:
        st.session_state.update({key: last.values[key] for key in back})
        last = replace(last, values=_values_of(last.values), sent=False, late=True)
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


def end() -> None:
    """Remember that all fields were drawn. Only a run that was not interrupted comes here."""
    last = _last()
    if last is not None:
        st.session_state[_PUT] = replace(last, sent=True)


def _last() -> _Put | None:
    """Return what was put last; forget it after Back or Forward."""
    last: _Put | None = st.session_state.get(_PUT)
    if last is not None and is_history_navigation():
        del st.session_state[_PUT]
        return None
    return last


def _values_of(keys: Sequence[str] | FieldValues) -> FieldValues:
    return {key: st.session_state.get(key) for key in keys}
