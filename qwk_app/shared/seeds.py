"""The field for a seed: chance that a link can repeat."""

from functools import partial

import streamlit as st

from qwk_app.frame import link, state
from qwk_app.words.texts import _

SEED = "seed"  # the field's key, and its name in the link
FIRST = 1
MOST = link.MOST_SEED


def field(key: str, label: str, again: str, *, help: str) -> int | None:
    """Draw the field and a button that goes on to the next seed; return the seed, None if odd."""
    seed = typed(key, label, help=help)
    next_one(key, again)
    return seed


def typed(key: str, label: str, *, help: str) -> int | None:
    """Draw the field alone; return the seed, None if odd.

    Not a number field: bound to the link, that fails on ?seed=1e999.
    """
    text = st.text_input(
        label,
        str(FIRST),
        key=key,
        bind=link.bind(key),
        max_chars=len(str(MOST)),
        width=state.width(130),
        help=help,
    )
    return read(text)


def next_one(key: str, label: str) -> None:
    """Draw a button that goes on to the next seed."""
    st.button(label, icon=":material/shuffle:", on_click=partial(_next, key), key=f"{key}-next")


def settle(seed: int | None, wrong: str) -> int:
    """Return the seed; where the field holds none, say what is `wrong` and return the first."""
    if seed is None:
        st.warning(_(wrong, most=MOST), icon=":material/edit:")
    return seed or FIRST


def read(text: str) -> int | None:
    """Read a seed from what was typed or linked: whole, from 1 to the most there is.

    >>> read(" 7 "), read("0"), read("1e9"), read("٣")
    (7, None, None, None)
    """
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST))):
        return None
    return int(text) or None


def _next(key: str) -> None:
    st.session_state[key] = str((read(st.session_state[key]) or 0) % MOST + 1)
