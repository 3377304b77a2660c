"""What every picture shares. A figure is a plain Plotly dictionary: numbers in, no screen."""

from typing import Any

import numpy.typing as npt

from pages.ui.hues import ink

Figure = dict[str, Any]
Matrix = npt.NDArray[Any]
Cell = tuple[int, int]

# A figure with an empty template takes Streamlit's fonts and is six times smaller on the wire.
LAYOUT: dict[str, Any] = {
    "template": {},
    "paper_bgcolor": "rgba(0,0,0,0)",
    "plot_bgcolor": "rgba(0,0,0,0)",
    "showlegend": False,
    "dragmode": False,
}

# An axis that only carries names: nothing to zoom, no lines.
BARE: dict[str, Any] = {
    "showgrid": False,
    "zeroline": False,
    "showline": False,
    "ticks": "",
    "fixedrange": True,
    "automargin": True,
}


def legible(figure: Figure, *, dark: bool) -> Figure:
    """Write a figure's axes in the colour of the page's text: the theme's own grey is too faint."""
    colour = ink(dark=dark)
    for name, axis in figure["layout"].items():
        if name.startswith(("xaxis", "yaxis")) and axis.get("visible", True):
            axis["tickfont"] = {"color": colour} | axis.get("tickfont", {})
            if "title" in axis:
                axis["title"]["font"] = {"color": colour} | axis["title"].get("font", {})
    return figure
