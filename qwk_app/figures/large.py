"""Figures for a projector: everything in them larger, their words in strong ink."""

from typing import Any

from qwk_app.figures.common import Figure
from qwk_core.pictures.hues import Palette

FACTOR = 2.0  # as much as the type around them, see qwk_app.frame.presenting
_LEAST_FONT = 28  # pixels: the third row can read them
_BASE_FONT = 12  # what Plotly takes where a figure says nothing

# What Plotly measures in pixels, by where it stands: the name of its parent, and its own.
_LENGTHS = {
    ("layout", "height"),
    ("marker", "size"),
    ("line", "width"),
    ("title", "standoff"),
    *((parent, side) for parent in ("margin", "pad") for side in "lrtb"),
}
_ANYWHERE = frozenset({"xgap", "ygap", "xshift", "yshift", "ticklen"})


def enlarged(figure: Figure, *, palette: Palette) -> Figure:
    """Return a figure in which every length is twice as long, and every word stands out.

    The proportions stay: it is what a zoom would show, of a chart that has all the width there is.
    """
    layout = {"font": {"size": _BASE_FONT}, **figure["layout"]}
    large: Figure = _large({**figure, "layout": layout}, "", palette=palette)
    if has_squares(figure):
        _settle(large["layout"])
    return large


def has_squares(figure: Figure) -> bool:
    """Tell whether a figure's cells are kept square by tying one axis to the other."""
    return "scaleanchor" in figure["layout"].get("yaxis", {})


def _settle(layout: dict[str, Any]) -> None:
    """Give squares by the figure's own width and height, and untie the axes.

    Streamlit shows a figure on the full screen, and back on the page, as it last was: tied axes,
    which shrink to fit, would come back shrunk.
    """
    margin, x, y = layout["margin"], layout["xaxis"], layout["yaxis"]
    cell = (layout["height"] - margin["t"] - margin["b"]) / _span(y)
    layout["width"] = round(margin["l"] + margin["r"] + cell * _span(x))
    for axis in (x, y):
        for tie in ("scaleanchor", "constrain", "constraintoward"):
            axis.pop(tie, None)


def _span(axis: dict[str, Any]) -> float:
    # Without a range of its own, an axis ends half a cell beyond its names.
    low, high = axis.get("range") or (-0.5, len(axis["tickvals"]) - 0.5)
    return float(abs(high - low))


def _large(node: Any, name: str, *, palette: Palette) -> Any:
    if isinstance(node, dict):
        return {key: _entry(name, key, value, palette=palette) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_large(each, name, palette=palette) for each in node]
    return node


def _entry(parent: str, key: str, value: Any, *, palette: Palette) -> Any:
    font = parent.endswith("font")
    if font and key == "size":
        return _at_least(_times(value))
    if (parent, key) in _LENGTHS or key in _ANYWHERE:
        return _times(value)
    if font and key == "color":
        return (
            [palette.strong(c) for c in value]
            if isinstance(value, list)
            else (palette.strong(value))
        )
    if key in ("z", "x", "y", "text", "customdata"):  # numbers and names: nothing to enlarge
        return value
    return _large(value, key, palette=palette)


def _at_least(size: Any) -> Any:
    return (
        [max(each, _LEAST_FONT) for each in size]
        if isinstance(size, list)
        else (max(size, _LEAST_FONT))
    )


def _times(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_times(each) for each in value]
    return round(FACTOR * value, 1)
