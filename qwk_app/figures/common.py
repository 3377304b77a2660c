"""What every picture shares. A figure is a plain Plotly dictionary: numbers in, no screen."""

import re
from html import unescape
from math import radians, sin
from typing import Any

import numpy.typing as npt

from qwk_core.pictures.hues import Palette

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
}

_MARK = re.compile("</?[a-z]+>")  # of what is bold: it takes no room
_GLYPH = 0.56  # of the font's size: how wide a character is, on average
_TILT = 45  # degrees, for names too long to stand side by side
_LEVEL = 4  # characters; longer names on a horizontal axis are tilted
_LONGEST = 9  # characters of a category on an axis
_TITLE = 20  # pixels that an axis's title takes
# Pixels of a square cell that a thumb can meet and an eye can read: 32, and one for Plotly, which
# rounds its margins up.
_LEAST_CELL = 33
_BAR = 30  # pixels that Plotly's bar of buttons takes


def font_size(cell: float) -> int:
    """Return the size of text that fits four digits into a cell of so many pixels."""
    return max(7, min(16, round(0.4 * cell)))


def shortened(label: str) -> str:
    """Return a category as an axis names it; the sidebar and the sentences have the whole."""
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"


def slim(figure: Figure) -> Figure:
    """Say a colour of words once, where all of a trace have the same: each edit sends it."""
    for trace in figure["data"]:
        font = trace.get("textfont", {})
        if isinstance(font.get("color"), list) and len(set(font["color"])) == 1:
            trace["textfont"] = {**font, "color": font["color"][0]}
    return figure


def legible(figure: Figure, *, palette: Palette, bar: bool = True) -> Figure:
    """Give a figure's axes the room and the colour that their words need.

    Plotly can find the room by itself (``automargin``), which doubles the time a chart takes to
    appear; and the theme's own grey is too faint to read from the back of a room. `bar` keeps room
    for Plotly's buttons.
    """
    colour, layout = palette.ink, figure["layout"]
    margin = layout["margin"] = dict(layout["margin"])
    for name, axis in layout.items():
        if not name.startswith(("xaxis", "yaxis")) or not axis.get("visible", True):
            continue
        axis["tickfont"] = {"size": 12, "color": colour} | axis.get("tickfont", {})
        side = axis.get("side", "bottom" if name.startswith("x") else "left")
        margin[side[0]] += _room(axis, upright=name.startswith("y"))
        if "title" in axis:
            axis["title"]["font"] = {"size": 13, "color": colour} | axis["title"].get("font", {})
            margin[side[0]] += _TITLE
    if bar:
        room = max(0, _BAR - margin["t"])  # or the bar would lie on the data
        margin["t"] += room
        layout["height"] += room
        layout["modebar"] = {
            "bgcolor": "rgba(0,0,0,0)",
            "color": palette.plain.ink,
            "activecolor": palette.ink,
        }
    layout["height"] = max(layout["height"], least_height(figure))
    return figure


def least_height(figure: Figure) -> int:
    """Return the pixels of height that a figure needs for cells of a readable size."""
    layout = figure["layout"]
    if not _has_squares(layout):
        return 0
    margin = layout["margin"]
    pixels: int = round(margin["t"] + margin["b"] + _LEAST_CELL * _span(layout["yaxis"]))
    return pixels


def least_width(figure: Figure, *, phone: bool = False) -> int:
    """Return the pixels of width that a figure with cells needs for them to be readable, or 0."""
    layout = figure["layout"]
    if "width" in layout:
        pixels: int = layout["width"]
        return pixels
    if _has_squares(layout):
        cell = float(_LEAST_CELL)
    elif figure["data"][0]["type"] == "heatmap" and len(figure["data"]) > 1:
        # A strip: its cells are as wide as what is written in them, and as wide as any on a phone.
        words = figure["data"][1]
        longest = max((len(unescape(text)) for text in words["text"]), default=1)
        cell = max(words["textfont"]["size"] * _GLYPH * (longest + 1), phone * _LEAST_CELL)
    else:
        return 0
    margin = layout["margin"]
    return int(margin["l"] + margin["r"] + cell * _span(layout["xaxis"]))


def _has_squares(layout: dict[str, Any]) -> bool:
    return "scaleanchor" in layout.get("yaxis", {})


def _span(axis: dict[str, Any]) -> float:
    if "range" not in axis:
        return float(len(axis["tickvals"]))
    low, high = axis["range"]
    return float(abs(high - low))


def _room(axis: dict[str, Any], *, upright: bool) -> int:
    """Return how many pixels an axis's tick labels take, away from the axis."""
    size: int = axis["tickfont"]["size"]
    if not axis.get("showticklabels", True):
        return 0
    lines = (line for text in axis.get("ticktext", ()) for line in text.split("<br>"))
    longest = max((len(unescape(_MARK.sub("", line))) for line in lines), default=5)
    if upright:
        return round(_GLYPH * size * longest) + 8
    if "ticktext" not in axis or longest <= _LEVEL:
        return round(1.4 * size)
    axis.setdefault("tickangle", -_TILT if axis.get("side") == "top" else _TILT)
    return round(sin(radians(_TILT)) * size * (_GLYPH * longest + 1)) + 4
