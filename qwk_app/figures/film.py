"""What makes a figure play in the browser: two buttons and a slider under it."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.common import Figure
from qwk_app.shared.hues import Hue, Palette

# Plotly turns a button that is pointed at almost white, in the dark too: so it always is.
_BUTTON = {
    "bgcolor": "#F4F5F7",
    "bordercolor": "#6B7280",
    "font": {"color": "#1B2430", "size": 14},
}

# Frames are redrawn whole, which is Plotly's default: without, a heatmap vanishes as others move.
_STILL = {"mode": "immediate", "frame": {"duration": 0}, "transition": {"duration": 0}}


def buttons(play: str, pause: str, duration: int, *, below: int) -> dict[str, Any]:
    """Return a play and a pause button, `below` pixels under the axes.

    `duration` is what a frame lasts, in milliseconds.
    """
    run = {
        "fromcurrent": True,
        "frame": {"duration": duration},
        "transition": {"duration": 0},
    }
    return {
        "type": "buttons",
        "direction": "left",
        "showactive": False,
        "x": 0,
        "xanchor": "left",
        "y": 0,
        "yanchor": "top",
        "pad": {"t": below},
        **_BUTTON,
        "buttons": [
            {"label": escape(play), "method": "animate", "args": [None, run]},
            {"label": escape(pause), "method": "animate", "args": [[None], _STILL]},
        ],
    }


def slider(
    steps: Sequence[tuple[str, str]],
    active: int,
    hue: Hue,
    *,
    palette: Palette,
    below: int,
    left: float,
) -> dict[str, Any]:
    """Return a slider whose `steps` are pairs of a frame's name and the label that stands for it.

    `left` is where it begins, as a share of the width of the axes.
    """
    return {
        "active": active,
        "x": left,
        "len": 1 - left,
        "y": 0,
        "yanchor": "top",
        "pad": {"t": below},
        "currentvalue": {"visible": False},
        "transition": {"duration": 0},
        "font": {"color": palette.ink, "size": 11},
        "tickcolor": palette.ink,
        "bgcolor": hue.high,
        "activebgcolor": hue.low,
        "bordercolor": hue.ink,
        "steps": [
            {"label": escape(label), "method": "animate", "args": [[name], _STILL]}
            for name, label in steps
        ],
    }


def at_step(figure: Figure, step: int) -> Figure:
    """Return a film that stands at one of its frames; it is changed."""
    frame = figure["frames"][step]
    for trace, data in zip(frame["traces"], frame["data"], strict=True):
        figure["data"][trace] = figure["data"][trace] | data
    layout = figure["layout"]
    for part, changed in frame.get("layout", {}).items():
        layout[part] = layout[part] | changed
    (slider,) = layout["sliders"]
    names = [each["name"] for each in figure["frames"]]
    places = [names.index(end["args"][0][0]) for end in slider["steps"]]
    slider["active"] = next(at for at, place in enumerate(places) if place >= step)
    return figure


def still(figure: Figure) -> Figure:
    """Return a film without what plays it; it is changed."""
    del figure["frames"], figure["layout"]["updatemenus"], figure["layout"]["sliders"]
    return figure
