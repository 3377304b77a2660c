"""κ beside the words of a reading scale."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, Figure
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette, mix, text_on

_STRIP = 0.62  # of the width; κ is written to the right of it
# Upright, a band's name has the strip's whole width, on a phone as on a projector.
_HEIGHT = 400
_DEEPEST = 0.8  # how far the highest band goes towards the full colour


def reading(
    kappa: float,
    bands: Sequence[tuple[float, float, str]],
    chosen: int | None,
    *,
    palette: Palette,
) -> Chart:
    """Draw κ on an upright scale from −1 to 1, a strip with the names of its bands.

    Parameters
    ----------
    kappa : float
        κ; nan is not drawn.
    bands : sequence of (low, high, name)
        From −1 to 1 without a gap.
    chosen : int or None
        Which band κ falls into: it is framed.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "bands" and, where there is one, "kappa".
    """
    hue = palette.kappa
    last = max(len(bands) - 1, 1)
    lows = [low for low, _high, _name in bands]
    colours = [mix(hue.low, hue.high, _DEEPEST * at / last) for at in range(len(bands))]
    strip: dict[str, Any] = {  # one bar standing on another
        "type": "bar",
        "meta": "bands",
        "x": [_STRIP / 2] * len(bands),
        "width": _STRIP,
        "base": lows,
        "y": [round(high - low, 2) for low, high, _name in bands],
        "text": [
            f"<b>{escape(name)}</b>" if at == chosen else escape(name)
            for at, (_low, _high, name) in enumerate(bands)
        ],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "constraintext": "none",
        "textangle": 0,
        "textfont": {"size": 14, "color": [text_on(colour) for colour in colours]},
        "marker": {"color": [f"rgb{colour}" for colour in colours], "line": {"width": 0}},
    }
    traces = [strip]
    if kappa == kappa:
        traces.append(
            {
                "type": "scatter",
                "meta": "kappa",
                "mode": "markers+text",
                "x": [_STRIP + 0.05],
                "y": [kappa],
                "text": [f"  κ = {kappa_text(kappa)}"],
                "textposition": "middle right",
                "textfont": {"size": 18, "color": hue.ink},
                "marker": {"symbol": "triangle-left", "size": 18, "color": hue.ink},
            }
        )
    edges = sorted({-1.0, 0.0, 1.0, *lows})
    figure: Figure = {
        "data": traces,
        "layout": {
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "shapes": [] if chosen is None else [_frame(*bands[chosen][:2], palette.ink)],
            "xaxis": {"visible": False, "range": [0, 1], "fixedrange": True},
            "yaxis": {
                **BARE,
                "range": [-1.05, 1.05],
                "tickvals": edges,
                "ticktext": [number(edge) for edge in edges],
                "tickfont": {"size": 12},
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                [*(name for _low, _high, name in bands), "κ"],
                {
                    _("kappa"): [
                        *(f"{number(low)} – {number(high)}" for low, high, _name in bands),
                        kappa_text(kappa),
                    ]
                },
            ),
        ),
    )


def _frame(low: float, high: float, colour: str) -> dict[str, Any]:
    line = {"color": colour, "width": 3}
    return {"type": "rect", "x0": 0, "x1": _STRIP, "y0": low, "y1": high, "line": line}
