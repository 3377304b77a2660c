"""Figures for a projector: everything is larger, and words have a strong colour."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from qwk_app.figures.template import template
from qwk_app.frame import platform, state

FACTOR = 2  # like the font on the page, see qwk_app.frame.presenting
_LEAST_FONT = 28  # pixels: the third row can read them
_TALL = 560  # pixels: with the heading above, a chart ends on a screen of 800
_LEAST_FACTOR = 1.3  # of a height: names of rows do not touch

# Plotly's properties in pixels: the name of the parent, and the name.
_LENGTHS = {
    ("marker", "size"),
    ("line", "width"),
    *(("margin", side) for side in "lrtb"),
}
_ANYWHERE = {"xshift", "yshift", "standoff", "ticklabelstandoff"}
_NOTHING_TO_ENLARGE = {"x", "y", "text", "customdata"}  # numbers and names


def enlarged(figure: go.Figure) -> go.Figure:
    """Return a figure with every length doubled, and every word in a strong colour.

    A tall chart becomes less than twice as tall, so that it ends on the screen.
    """
    drawn = _large(figure.to_dict(), "")
    layout = drawn["layout"]
    layout["template"] = template(state.palette(), large=True)
    height = layout["height"]
    layout["height"] = round(min(FACTOR * height, max(_TALL, _LEAST_FACTOR * height)))
    return platform.figure(drawn["data"], drawn["layout"])


def _large(node: Any, name: str) -> Any:
    if isinstance(node, dict):
        return {key: _entry(name, key, value) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_large(each, name) for each in node]
    return node


def _entry(parent: str, key: str, value: Any) -> Any:
    if parent.endswith("font") and key == "size":
        return _each(value, lambda size: max(_times(size), _LEAST_FONT))
    if parent.endswith("font") and key == "color":
        return _each(value, state.palette().strong)
    if (parent, key) in _LENGTHS or key in _ANYWHERE:
        return _times(value)
    return value if key in _NOTHING_TO_ENLARGE else _large(value, key)


def _times(value: Any) -> Any:
    return _each(value, lambda length: round(FACTOR * length, 1))


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    """Change a value, or each of several."""
    return (
        [_each(one, change) for one in value] if isinstance(value, list | tuple) else change(value)
    )
