"""The look of every chart: one Plotly template a theme, for a desk and for a projector."""

from functools import cache
from typing import Any

import plotly.graph_objects as go

from qwk_core.pictures.hues import Palette

# The font of the page: Plotly does not know it by itself. It has no Chinese characters: they come
# from the reader's system.
_FAMILY = '"Source Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
_NONE = "rgba(0,0,0,0)"
_STANDOFF = 6  # pixels between an axis, its names, and its title
_FONT, _LARGE_FONT = 13, 28  # pixels; on a projector, the third row can read 28
# The buttons of Plotly need 30 pixels at the top: else they cover the data.
_MARGIN = {"l": 8, "r": 8, "t": 30, "b": 8}


@cache
def template(palette: Palette, *, large: bool = False) -> go.layout.Template:
    """Return the fonts, greys, axes and margins of a theme, and the colours of the four symbols.

    `large` is for a projector. It is short on purpose: a figure checks all of its template again.
    """
    ink = palette.strong(palette.ink) if large else palette.ink
    font = {"family": _FAMILY, "size": _LARGE_FONT if large else _FONT, "color": ink}
    axis = _axis(palette, font, 2 if large else 1)
    symbols = (palette.observed, palette.weights, palette.expected, palette.kappa)
    buttons = {"bgcolor": _NONE, "color": palette.plain.ink, "activecolor": palette.ink}
    return go.layout.Template(
        layout={
            "font": font,
            "colorway": [hue.high for hue in symbols],
            "paper_bgcolor": _NONE,
            "plot_bgcolor": _NONE,
            "margin": {side: 2 * pixels for side, pixels in _MARGIN.items()} if large else _MARGIN,
            "xaxis": axis,
            "yaxis": axis,
            "showlegend": False,
            "dragmode": False,
            "modebar": buttons,
            "hoverlabel": {"bgcolor": palette.page, "font": font},
        }
    )


def _axis(palette: Palette, font: dict[str, Any], factor: int) -> dict[str, Any]:
    return {
        "showgrid": False,
        "gridcolor": palette.plain.low,
        "zeroline": False,
        "zerolinecolor": palette.ink,
        "ticklabelstandoff": factor * _STANDOFF,
        "title": {"font": {"size": font["size"]}, "standoff": factor * _STANDOFF},
        "automargin": True,
        "fixedrange": True,  # a finger on a chart scrolls the page
    }
