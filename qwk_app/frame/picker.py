"""The field in which a reader picks a worked example."""

from collections.abc import Callable, Mapping

import streamlit as st

from qwk_app.words.texts import _

_OWN = "own"


def pick_example(
    name: str, titles: Mapping[str, str], shown: str | None, on_pick: Callable[[str], None]
) -> None:
    """Draw the field, and tell `on_pick` the key of the example that the reader picks.

    `titles` name the examples by their keys. `shown` is the example that the page shows; None are
    the reader's own ratings.

    An edit makes an example the reader's own. With the next click the browser sends all its fields.
    If the answer to the edit has not arrived, the example's name is among them, and for Streamlit
    1.67 the reader has picked it again. So an edit gives the field another key: a name that comes
    under the earlier key does nothing.
    """
    count = f"_{name}_edits"
    edits = st.session_state.get(count, 0)
    if shown is None and st.session_state.get(_key(name, edits), _OWN) != _OWN:
        st.session_state[count] = edits = edits + 1
    key = _key(name, edits)
    st.session_state[key] = shown or _OWN

    def picked() -> None:
        if st.session_state.get(count, 0) == edits:  # else it comes under an earlier key
            on_pick(st.session_state[key])

    st.selectbox(
        _("Example"),
        list(titles) if shown else [_OWN, *titles],
        format_func={**titles, _OWN: _("Your own ratings")}.__getitem__,
        key=key,
        on_change=picked,
    )


def _key(name: str, edits: int) -> str:
    return f"{name}-{edits}" if edits else name
