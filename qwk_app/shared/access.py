"""Access for everyone: tables behind charts, the theme, wide tables on a phone."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2 import component

from qwk_app.figures.chart import Table
from qwk_app.frame import state
from qwk_app.shared import browser, fields
from qwk_app.words.texts import _, plain

if TYPE_CHECKING:
    import pandas as pd

TABLES = "tables"  # the switch's key, and its name in the link

# The server chooses the colours of charts and formulas. Streamlit 1.67 does not report a change of
# the theme to it: they would stay dark on dark. The CSS transition of a colour reports the change.
# https://github.com/streamlit/streamlit/issues/11920
_THEME_CSS = "i { position: absolute; color: var(--st-text-color); transition: color 1ms; }"
_THEME = """
export default function ({ parentElement, setStateValue }) {
  const words = parentElement.querySelector("i");
  const page = document.documentElement.dataset;
  const look = () => {
    const { color } = getComputedStyle(words);
    if (page.ink && page.ink !== color) setStateValue("colour", color);
    page.ink = color;
  };
  // Streamlit may not know the new theme yet, and would tell the server the old one.
  const soon = () => setTimeout(look, 100);
  words.ontransitionend = soon;
  soon(); // if this is drawn anew while the theme changes, there is no transition
}
"""

# Plotly shows its buttons when the mouse is over a chart. After a touch they would stay, and a
# finger would press them by mistake. The buttons of a table are always visible there, above
# the table. Nothing else may be in that place.
_NO_BAR = """<style>@media (hover: none) {
  .modebar-container, [data-testid="stElementToolbar"]:has(+ [data-testid="stImage"]),
  [data-testid="stFullScreenFrame"]:has([data-testid="stImage"]) [data-testid="stElementToolbar"] {
    display: none;
  }
  [data-testid="stElementContainer"]:has([data-testid="stDataFrame"]) { margin-top: 1.6rem; }
}</style>"""

# What is wider than the screen has a shadow at the edge where more follows. The page's colour
# moves with the content, and covers the shadow at both ends.
_SCROLLS = """<style>[class*="st-key-frame-"], .katex-display {
  overflow-x: auto;
  background: linear-gradient(PAGE, PAGE) left local, linear-gradient(PAGE, PAGE) right local,
    linear-gradient(90deg, #8887, #8880) left, linear-gradient(270deg, #8887, #8880) right;
  background-size: 2rem, 2rem, 1rem, 1rem; background-repeat: no-repeat;
}</style>"""

_PHONE = 640  # pixels; up to this width Streamlit stacks columns, too
_MOST_ROWS, _MOST_COLUMNS = 100, 26  # of a table shown as text; a larger one is a grid


def choose() -> None:
    """Draw the switch for a table below every chart."""
    fields.switch(
        TABLES,
        _("Show charts as tables, too"),
        help=_("Shows a table below each chart, for a screen reader or to copy."),
    )


def follow_theme() -> None:
    """Run the page again when the reader or the system changes the theme."""
    watch = component("qwk_theme", html="<i></i>", css=_THEME_CSS, js=_THEME)
    # It has no key: with one, Streamlit 1.67 looks at it again for every field that is drawn.
    watch(on_colour_change=browser.nothing)
    st.html(_NO_BAR + _SCROLLS.replace("PAGE", state.palette().page))


def wide(text: str, key: str, *, stacked: bool = False) -> None:
    """Show Markdown with a table; a table that is wider than the screen can be scrolled.

    With `stacked`, each cell of a table of words has its own line on a phone.
    """
    frame = st.container(key=f"frame-{key}")
    if stacked:
        frame.html(f"<style>{_stacked(key)}</style>")
    frame.markdown(text)


def table(head: str, align: str, rows: Iterable[Sequence[str]], key: str) -> None:
    """Show a table as Markdown; `head` and `align` are its first two lines."""
    wide("\n".join([head, align, *(f"| {' | '.join(cells)} |" for cells in rows)]), key)


def _stacked(name: str) -> str:
    table = f".st-key-frame-{name} table"
    return (
        f"@media (max-width: {_PHONE}px) {{ "
        f"{table} :is(tr, td) {{ display: block; border: 0; }} "
        f"{table} thead {{ display: none; }} "
        f"{table} tr {{ padding: 0.5rem 0; border-top: 1px solid #8884; }} "
        f"{table} td {{ padding: 0.15rem 0; }} }}"
    )


def wants_tables() -> bool:
    """Tell whether the reader wants a table behind each picture."""
    return bool(st.session_state.get(TABLES))


def tables_behind(shown: Sequence[Table], caption: str) -> None:
    """Show tables with their caption, if the reader wants them."""
    if not wants_tables():
        return
    st.markdown(f":small[{plain(caption)}]")
    for table in shown:
        small = len(table.names) <= _MOST_ROWS and len(table.columns) <= _MOST_COLUMNS
        if small:
            st.table(_frame(table, escaped=True))
        else:
            st.dataframe(_frame(table, escaped=False))


def _frame(table: Table, *, escaped: bool) -> "pd.DataFrame":
    import pandas as pd  # imported only when tables are shown

    write = plain if escaped else str
    # Two categories may look the same, but a DataFrame here needs different names: add invisible
    # characters.
    columns = [
        write(name) + "\u200b" * table.columns[:at].count(name)
        for at, name in enumerate(table.columns)
    ]
    index = pd.Index([write(name) for name in table.names], name=write(table.corner or _("Row")))
    return pd.DataFrame([[write(text) for text in row] for row in table.rows], index, columns)
