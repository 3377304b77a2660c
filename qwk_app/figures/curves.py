"""κ under each scheme along a slider."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

_DASHES = {"quadratic": "solid", "linear": "dash", "unweighted": "dot"}


def curves(
    values: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    names: Mapping[str, str],
    present: float,
    here: Mapping[str, float],
    chosen: str,
    axes: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw κ along a slider, a curve a scheme, and where the slider stands.

    Parameters
    ----------
    values : sequence of float, length m
        Settings of the slider.
    lines : mapping of scheme to sequence of float, length m
        κ at each setting; nan is left open.
    names : mapping of scheme to str
        What the legend calls them.
    present : float
        Where the slider stands.
    here : mapping of scheme to float
        κ there.
    chosen : str
        The scheme in force, thick.
    axes : (x title, y title)
        What the axes say.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a curve for each scheme, then the marks where the slider stands.
    """
    hue, plain = palette.kappa, palette.plain
    line = palette.ink
    drawn = [_rounded(kappa) for curve in lines.values() for kappa in curve]
    lowest = min((kappa for kappa in drawn if kappa is not None), default=0.0)
    bottom = min(0.0, lowest) - 0.06
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": escape(names[scheme]),
            "x": [round(value, 4) for value in values],
            "y": [_rounded(kappa) for kappa in curve],
            "line": {
                "color": hue.ink if scheme == chosen else plain.ink,
                "width": 4 if scheme == chosen else 2,
                "dash": _DASHES[scheme],
            },
            "hovertemplate": "%{x}: κ = %{y:.3f}",
        }
        for scheme, curve in lines.items()
    ]
    marks = {
        "type": "scatter",
        "meta": "marks",
        "mode": "markers",
        "showlegend": False,
        "x": [present] * len(here),
        "y": [_rounded(kappa) for kappa in here.values()],
        "marker": {
            "size": 12,
            "color": [hue.high if scheme == chosen else plain.high for scheme in here],
            "line": {"color": line, "width": 2},
        },
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    room = 0.02 * (values[-1] - values[0])
    figure: Figure = {
        "data": [*traces, marks],
        "layout": {
            **LAYOUT,
            "height": 320,
            "margin": {"l": 8, "r": 16, "t": 32, "b": 8},
            "hovermode": "closest",
            "showlegend": True,
            "legend": {
                "orientation": "h",
                "x": 0,
                "y": 1,
                "yanchor": "bottom",
                "font": {"size": 14, "color": line},
                "bgcolor": "rgba(0,0,0,0)",
                "itemclick": False,
                "itemdoubleclick": False,
            },
            "shapes": [
                {
                    "type": "line",
                    "x0": present,
                    "x1": present,
                    "y0": bottom,
                    "y1": 1.05,
                    "line": {"color": line, "width": 1, "dash": "dot"},
                }
            ],
            "xaxis": {
                **BARE,
                "nticks": 8,
                "range": [values[0] - room, values[-1] + room],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "tickvals": [-1, -0.5, 0, 0.25, 0.5, 0.75, 1],
                "ticktext": [number(tick) for tick in (-1, -0.5, 0, 0.25, 0.5, 0.75, 1)],
                "range": [bottom, 1.05],
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                [number(value, 4) for value in values],
                {
                    names[scheme]: [number(kappa, 4) for kappa in line]
                    for scheme, line in lines.items()
                },
                axes[0],
            ),
        ),
    )


def _rounded(kappa: float) -> float | None:
    return None if kappa != kappa else round(kappa, 4)
