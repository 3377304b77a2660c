"""κ beside the words of a reading scale."""

from collections.abc import Sequence
from html import escape
from typing import Any

from pages.ui.figures.common import BARE, LAYOUT, Figure
from pages.ui.hues import Hue, ink, mix, text_on
from pages.ui.numbers import kappa_text, number

_STRIP = 0.62  # of the width; κ is written to the right of it
# Upright, a band's name has the strip's whole width, on a phone as on a projector.
_HEIGHT = 400


def reading(
    kappa: float,
    bands: Sequence[tuple[float, float, str]],
    chosen: int | None,
    hue: Hue,
    *,
    dark: bool,
) -> Figure:
    """Draw κ on an upright scale from −1 to 1, a strip with the names of its bands.

    Parameters
    ----------
    kappa : float
        κ; nan is not drawn.
    bands : sequence of (low, high, name)
        From −1 to 1 without a gap.
    chosen : int or None
        Which band κ falls into: it is framed.
    hue : Hue
        κ's own colour.
    dark : bool
        Whether the page is dark.

    Returns
    -------
    dict
        A Plotly figure: trace 0 the names of the bands, trace 1 κ where there is one.
    """
    line = ink(dark=dark)
    last = max(len(bands) - 1, 1)
    shares = [0.8 * at / last for at in range(len(bands))]
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "text",
            "x": [_STRIP / 2] * len(bands),
            "y": [(low + high) / 2 for low, high, _name in bands],
            "text": [
                f"<b>{escape(name)}</b>" if at == chosen else escape(name)
                for at, (_low, _high, name) in enumerate(bands)
            ],
            "textfont": {
                "size": 14,
                "color": [text_on(mix(hue.low, hue.high, share)) for share in shares],
            },
            "hoverinfo": "skip",
        }
    ]
    shapes = [
        _rectangle(low, high, f"rgb{mix(hue.low, hue.high, share)}")
        for (low, high, _name), share in zip(bands, shares, strict=True)
    ]
    if chosen is not None:
        low, high, _name = bands[chosen]
        shapes.append(_rectangle(low, high, "rgba(0,0,0,0)", line={"color": line, "width": 3}))
    if kappa == kappa:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [_STRIP + 0.05],
                "y": [kappa],
                "text": [f"  κ = {kappa_text(kappa)}"],
                "textposition": "middle right",
                "textfont": {"size": 18, "color": hue.ink},
                "marker": {"symbol": "triangle-left", "size": 18, "color": hue.ink},
                "hoverinfo": "skip",
                "cliponaxis": False,
            }
        )
    edges = sorted({-1.0, 0.0, 1.0, *(low for low, _high, _name in bands)})
    return {
        "data": traces,
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {"visible": False, "range": [0, 1], "fixedrange": True},
            "yaxis": {
                "range": [-1.05, 1.05],
                "tickvals": edges,
                "ticktext": [number(edge) for edge in edges],
                "tickfont": {"size": 12},
                **BARE,
            },
            "shapes": shapes,
        },
    }


def _rectangle(low: float, high: float, fill: str, **more: object) -> dict[str, Any]:
    return {
        "type": "rect",
        "x0": 0,
        "x1": _STRIP,
        "y0": low,
        "y1": high,
        "fillcolor": fill,
        "line": {"width": 0},
        "layer": "below",
        **more,
    }
