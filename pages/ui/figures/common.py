"""What every picture shares. A figure is a plain Plotly dictionary: numbers in, no screen."""

from typing import Any

import numpy.typing as npt

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
