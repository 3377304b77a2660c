"""The field for a seed: chance that a link can repeat."""

import streamlit as st

from qwk_app.frame import link, state
from qwk_app.words.texts import _

SEED = "seed"  # the field's key, and its name in the link
FIRST = 1
MOST = link.MOST_SEED


def typed(label: str, *, help: str) -> str:
    """Draw the field; return what it holds, for `settled`.

    Not a number field: bound to the link, that fails on ?seed=1e999.
    """
    return st.text_input(
        label,
        str(FIRST),
        key=SEED,
        bind=link.bind(SEED),
        max_chars=len(str(MOST)),
        width=state.width(130),
        help=help,
    )


def next_one(label: str) -> None:
    """Draw a button that goes on to the next seed."""
    st.button(label, icon=":material/shuffle:", on_click=_next, key=f"{SEED}-next")


def settled(text: str) -> int:
    """Return the seed that was typed; where it is none, say so and return the first."""
    seed = read(text)
    if seed is None:
        st.warning(
            _("A seed is a whole number from 1 to {most}. Seed 1 is used here.", most=MOST),
            icon=":material/edit:",
        )
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


def _next() -> None:
    st.session_state[SEED] = str((read(st.session_state[SEED]) or 0) % MOST + 1)
