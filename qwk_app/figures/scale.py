"""κ on the line from −1 to 1."""

from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.shared.hues import Palette
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _


def kappa_scale(kappa: float, *, palette: Palette) -> Chart:
    """Draw κ as a mark on the line from −1 (opposite) through 0 (chance) to 1 (agreement)."""
    hue = palette.kappa
    line = palette.ink
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "meta": "scale",
            "mode": "lines",
            "x": [-1, 1],
            "y": [0, 0],
            "line": {"color": line, "width": 2},
            "hoverinfo": "skip",
        }
    ]
    if kappa == kappa:
        traces += [
            {
                "type": "scatter",
                "meta": "stem",
                "mode": "lines",
                "x": [0, kappa],
                "y": [0, 0],
                "line": {"color": hue.high, "width": 10},
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "meta": "kappa",
                "mode": "markers+text",
                "x": [kappa],
                "y": [0],
                "text": [f"κ = {kappa_text(kappa)}"],
                "textposition": "top center",
                "textfont": {"size": 18, "color": hue.ink},
                "marker": {"size": 18, "color": hue.high, "line": {"color": line, "width": 2}},
                "hoverinfo": "skip",
                "cliponaxis": False,
            },
        ]
    figure: Figure = {
        "data": traces,
        "layout": {
            **LAYOUT,
            "height": 110,
            "margin": {"l": 24, "r": 24, "t": 30, "b": 8},
            "xaxis": {
                "range": [-1.05, 1.05],
                "tickvals": [-1, -0.5, 0, 0.5, 1],
                "ticktext": [number(tick) for tick in (-1, -0.5, 0, 0.5, 1)],
                **BARE,
            },
            "yaxis": {"visible": False, "range": [-1, 1.4], "fixedrange": True},
        },
    }
    return Chart(
        figure,
        (table(["κ"], {_("kappa"): [kappa_text(kappa)]}),),
    )
