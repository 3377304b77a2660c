"""What lets everyone read a chart: a frame of its own on a narrow screen, and a table behind it."""

import re
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2 import component
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures import film, tables
from qwk_app.figures.common import Figure, least_width
from qwk_app.frame import link
from qwk_app.words.texts import _, plain

if TYPE_CHECKING:
    import pandas as pd

TABLES = "tables"  # the switch's key, and its name in the link

# The server does not know whether a reader's system asks for less motion: the browser tells it.
_STILL = """
export default function ({ setStateValue }) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) setStateValue("still", true);
}
"""

# Charts and formulas take their colours from the server, which Streamlit does not tell when the
# theme changes: they would stay dark on dark. Words that fade to their new colour do tell.
# https://github.com/streamlit/streamlit/issues/11920
_THEME_CSS = "i { position: absolute; color: var(--st-text-color); transition: color 1ms; }"
_THEME = """
export default function ({ parentElement, setStateValue }) {
  const words = parentElement.querySelector("i");
  words.ontransitionend = () => setStateValue("colour", getComputedStyle(words).color);
}
"""

_NARROWEST = 280  # pixels that a page has on a screen 320 wide: what fits there needs no frame
_PHONE = 640  # pixels; at most so wide, Streamlit stacks columns too
_MOST_ROWS, _MOST_COLUMNS = 100, 26  # of a table that is read as text; larger ones have a grid


def choose() -> None:
    """Let the reader have a table below every chart."""
    st.toggle(
        _("Charts as tables, too"),
        key=TABLES,
        bind=link.bind(TABLES),
        help=_("Writes what each chart shows as a table below it, for a screen reader or to copy."),
    )


def follow_theme() -> None:
    """Let the page be drawn anew when the reader, or the system, changes its theme."""
    watch = component("qwk_theme", html="<i></i>", css=_THEME_CSS, js=_THEME)
    watch(key="follow-theme", on_colour_change=_nothing)


def at_step(figure: Figure, key: str) -> Figure:
    """Return a film at the step that the reader went to; see `steps`."""
    place = f"_step-{key}"
    mark = str(figure["frames"])
    if st.session_state.get(place, (mark,))[0] != mark:  # of another example
        del st.session_state[place]
    _mark, step = st.session_state.setdefault(place, (mark, 0))
    figure = film.at_step(figure, step)
    return film.still(figure) if _wants_stillness(key) else figure


def steps(key: str, count: int) -> None:
    """Let the reader of a film go from step to step, by keyboard or where nothing should move.

    Plotly's own buttons and slider answer to a pointer alone.
    """
    _mark, step = st.session_state[f"_step-{key}"]
    with st.container(horizontal=True, vertical_alignment="center", key=f"steps-{key}"):
        for label, icon, by in (
            (_("One step back"), ":material/chevron_left:", -1),
            (_("One step on"), ":material/chevron_right:", 1),
        ):
            st.button(
                label,
                icon=icon,
                key=f"step-{key}-{by}",
                disabled=not 0 <= step + by < count,
                on_click=_go,
                args=(key, by),
            )
        st.markdown(_("Step {at} of {steps}", at=step + 1, steps=count), width="content")
    # Registered anew with every run: an app that starts over knows no components.
    watch = component("qwk_still", js=_STILL)
    watch(key=f"still-{key}", on_still_change=_nothing)


def _go(key: str, by: int) -> None:
    mark, step = st.session_state[f"_step-{key}"]
    st.session_state[f"_step-{key}"] = mark, step + by


def _wants_stillness(key: str) -> bool:
    return bool((st.session_state.get(f"still-{key}") or {}).get("still"))


def _nothing() -> None:
    """Streamlit asks for something to call when a component tells what it found."""


def framed(figure: Figure, key: str) -> AbstractContextManager[object]:
    """Return the place of the chart `key`: where it would be too small to read, it scrolls there.

    The page itself never scrolls sideways. Keys are the names that Streamlit gives to styles.
    """
    widths = least_width(figure), least_width(figure, phone=True)
    if max(widths) <= _NARROWEST:
        return nullcontext()
    name = re.sub(r"[^\w-]", "-", key)
    chart, wide, widest = f".st-key-{name}", *widths
    return _scrolling(
        name,
        f"{chart} {{ min-width: {wide}px; }} "
        f"@media (max-width: {_PHONE}px) {{ {chart} {{ min-width: {widest}px; }} }}",
    )


def wide(text: str, key: str) -> None:
    """Show Markdown with a table in it; one wider than the screen scrolls in its own frame."""
    _scrolling(key).markdown(text)


def _scrolling(name: str, styles: str = "") -> DeltaGenerator:
    frame = st.container(key=f"frame-{name}")
    frame.html(f"<style>.st-key-frame-{name} {{ overflow-x: auto; }} {styles}</style>")
    return frame


def behind(figure: Figure, alt: str, values: str = "") -> None:
    """Show the table behind a chart, if the reader wants it; see `tables.tables`."""
    if not st.session_state.get(TABLES):
        return
    st.markdown(f":small[{plain(tables.caption(figure) or alt)}]")
    for table in tables.tables(figure, values):
        small = len(table.names) <= _MOST_ROWS and len(table.columns) <= _MOST_COLUMNS
        if small:
            st.table(_frame(table, escaped=True))
        else:
            st.dataframe(_frame(table, escaped=False))


def _frame(table: tables.Table, *, escaped: bool) -> "pd.DataFrame":
    import pandas as pd  # only for who asks for tables

    write = plain if escaped else str
    # Two categories may look alike; a frame's columns may not, so what is not seen tells them.
    columns = [
        write(name) + "\u200b" * table.columns[:at].count(name)
        for at, name in enumerate(table.columns)
    ]
    index = pd.Index([write(name) for name in table.names], name=write(table.corner or _("Row")))
    return pd.DataFrame([[write(text) for text in row] for row in table.rows], index, columns)
