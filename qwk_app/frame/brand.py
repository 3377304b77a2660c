"""The app's name: in the header, in the browser's tab, and whether the sidebar is open."""

import streamlit as st

from qwk_app.frame import plan, state
from qwk_app.frame.steps import STEPS, Step
from qwk_app.words.texts import _

NAME = "QWK Explorer"

_SIDEBAR = 350  # pixels: the three weighting schemes in one line

# The box of the picture of kappa, its empty part, and the name.
_LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 32" width="200" height="32">
<rect x="2" y="3" width="26" height="26" rx="3" fill="none" stroke="{ink}" stroke-width="2.5"/>
<path d="M2 15h26v11a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" fill="{ink}"/>
<text x="40" y="23.5" font-family="system-ui, 'Segoe UI', Roboto, sans-serif" font-size="22"
 font-weight="700" textLength="156" lengthAdjust="spacingAndGlyphs"
 fill="{ink}">{name}</text></svg>"""
_INK = {False: "#0B6B6B", True: "#5CCFC6"}  # the accent in .streamlit/config.toml


def show() -> None:
    """Show the app's name in the header."""
    st.logo(_LOGO.format(name=NAME, ink=_INK[state.palette().dark]), size="large")
    # A Material icon here would make each browser load it from another host.
    st.set_page_config(page_icon="🧮", layout="wide")


def open_sidebar(step: Step) -> None:
    """Open the sidebar, or close it where a page has none. Call it before the sidebar is drawn.

    Streamlit 1.67 keeps the empty sidebar of the page before unless it is closed. It opens or
    closes it whenever this value changes, so a run sets it once.
    """
    closed = step.own or state.is_presenting() or st.context.is_embedded
    st.set_page_config(initial_sidebar_state="collapsed" if closed else _SIDEBAR)


def name_tab(step: Step) -> None:
    """Name the browser's tab: the page or, in a lesson, the scene; then the app."""
    title = plan.title() or ("" if step is STEPS[0] else _(step.title))
    st.set_page_config(page_title=f"{title} · {NAME}" if title else NAME)
