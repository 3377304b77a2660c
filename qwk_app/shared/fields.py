"""Fields of a link: each has the name of its parameter, and the values that this may have."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import link, state
from qwk_app.words.language import offered
from qwk_app.words.texts import _

T = TypeVar("T")

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


def switch(key: str, label: str, **more: Any) -> bool:
    """Draw the switch of the link's parameter `key`; return whether it is on."""
    return st.toggle(label, key=key, bind=link.bind(key), **more)


def named(key: str, label: str, options: Mapping[str, T], **more: Any) -> T:
    """Let the reader choose one of several things by their names; the link has the name."""
    name = st.selectbox(
        label,
        offered(key, list(options), _),
        format_func=_,
        key=key,
        bind=link.bind(key),
        filter_mode=None,
        **more,
    )
    return options[name]


def choose(label: str, titles: Mapping[str, str], key: str, **more: Any) -> str:
    """Let the reader choose among titles, by their names; the choice is in no link.

    A choice that was of other titles is forgotten.
    """
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    found = st.selectbox(
        label,
        list(titles),
        format_func=lambda name: _(titles[name]),
        key=key,
        persist_state="session",
        **more,
    )
    return str(found)


def pick(
    label: str, options: Iterable[str], key: str, write: Callable[[str], str] = _, **more: Any
) -> str | None:
    """Let the reader pick one of a few options; the choice is in no link.

    It is None only until the reader picks, if there is no `default`.
    """
    found: str | None = st.segmented_control(
        label,
        list(options),
        required=True,
        format_func=write,
        key=key,
        persist_state="session",
        wrap=True,
        **more,
    )
    return found


def cell(
    places: Iterable[DeltaGenerator],
    keys: tuple[str, str],
    titles: tuple[str, str],
    labels: Sequence[str],
    **more: Any,
) -> tuple[str | None, str | None]:
    """Let the reader choose a cell that no link carries, by its row and its column.

    Empty fields stand for the costliest cell.
    """
    row, column = (
        place.selectbox(
            title,
            labels,
            index=None,
            placeholder=_("costliest cell"),
            key=key,
            persist_state="session",
            **more,
        )
        for place, key, title in zip(places, keys, titles, strict=True)
    )
    return row, column


def put_cell(keys: tuple[str, str], labels: Sequence[str], row: int, column: int) -> None:
    """Put a cell into its two fields. For callbacks."""
    st.session_state[keys[0]], st.session_state[keys[1]] = labels[row], labels[column]


def put(key: str, value: object) -> None:
    """Put a value into a field. For callbacks."""
    st.session_state[key] = value


def undo(on_click: Callable[[], None], key: str) -> None:
    """Draw a button that undoes something."""
    st.button(_("Undo"), icon=":material/undo:", on_click=on_click, key=key, width="stretch")


def text(key: str, label: str, value: str | None = None, **more: Any) -> str:
    """Draw the text field of the link's parameter `key`; return its text.

    `value` is its first text, by default that of the parameter.
    """
    parameter = link.PARAMETERS[key]
    drawn = {"key": key, "bind": link.bind(key), "max_chars": parameter.longest, **more}
    return st.text_input(label, parameter.default if value is None else value, **drawn) or ""


def typed(label: str, *, help: str) -> str:
    """Draw the field of the seed; return its text, for `settled`.

    A number field of Streamlit 1.67 that is bound to the link fails on ?seed=1e999.
    """
    return text(SEED, label, max_chars=len(str(MOST)), width=state.width(130), help=help)


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
