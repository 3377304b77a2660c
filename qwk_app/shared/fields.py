"""Fields of a link: a choice of a few values, and the seed of random numbers."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from qwk_app.frame import link, state
from qwk_app.words.language import offered
from qwk_app.words.texts import _

SEED = "seed"  # the field's key, and its name in the link
FIRST = 1
MOST = link.MOST_SEED


def buttons(key: str, label: str, write: Callable[[str], str], **more: Any) -> str:
    """Draw a button for each value of the link's parameter `key`; return the chosen value."""
    default = link.PARAMETERS[key].default
    return _choice(st.segmented_control, key, label, write, default=default, required=True, **more)


def slider(key: str, label: str, write: Callable[[str], str], **more: Any) -> str:
    """Draw a slider with the values of the link's parameter `key`; return the chosen value."""
    default = link.PARAMETERS[key].default
    return _choice(st.select_slider, key, label, write, value=default, **more)


def _choice(
    draw: Callable[..., Any], key: str, label: str, write: Callable[[str], str], **more: Any
) -> str:
    options = offered(key, link.PARAMETERS[key].options, write)
    drawn = dict(format_func=write, key=key, bind=link.bind(key), **more)
    return link.valid(key, draw(label, options, **drawn))


def typed(label: str, *, help: str) -> str:
    """Draw the field of the seed; return its text, for `settled`.

    A number field of Streamlit 1.67 that is bound to the link fails on ?seed=1e999.
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
    """Draw a button that chooses the next seed."""
    st.button(label, icon=":material/shuffle:", on_click=_next, key=f"{SEED}-next")


def settled(text: str) -> int:
    """Return the seed of a text; if it is not one, show an error and return the first seed."""
    seed = read(text)
    if seed is None:
        st.warning(
            _("A seed is a whole number from 1 to {most}. Seed 1 is used here.", most=MOST),
            icon=":material/edit:",
        )
    return seed or FIRST


def read(text: str) -> int | None:
    """Read a seed: a whole number from 1 to the largest; None if it is not one.

    >>> read(" 7 "), read("0"), read("1e9"), read("٣")
    (7, None, None, None)
    """
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST))):
        return None
    return int(text) or None


def _next() -> None:
    st.session_state[SEED] = str((read(st.session_state[SEED]) or 0) % MOST + 1)
