"""Where each of many raters stands: how severe or lenient, and how unsteady."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.figures.template import template
from qwk_app.words.numbers import number, signed
from qwk_core.pictures.hues import Palette

_HEIGHT = 346  # pixels
_NEAR = 0.15  # of half the picture: names of dots so close would overlap
_MARGIN = 1.25  # how far beyond the outermost dot the picture of raters goes
_LARGER_FONT = 14


@dataclass(frozen=True)
class Dot:
    """A rater: the name, how far above the others, how unsteadily so, and what that makes them."""

    name: str
    bias: float
    spread: float
    note: str


def raters(
    dots: Sequence[Dot],
    limits: tuple[float, float],
    *,
    palette: Palette,
    axes: tuple[str, str],
    regions: tuple[str, str, str],
) -> Chart:
    """Draw each rater as a dot: bias across, unsteadiness up.

    Parameters
    ----------
    dots : sequence of Dot, length r
        The raters who share an item with somebody; those without a spread stand at 0.
    limits : (bias, spread)
        From where on a rater stands out, in steps of the scale.
    palette : Palette
        The colours of the page.
    axes : (bias, spread)
        What the axes say.
    regions : (severe, lenient, erratic)
        What the places are called.

    Returns
    -------
    Chart
        Its figure: the trace is "dots".
    """
    bias, spread = limits
    spreads = [0.0 if dot.spread != dot.spread else dot.spread for dot in dots]
    far = _MARGIN * max([abs(dot.bias) for dot in dots] + [1.3 * bias])
    top = _MARGIN * max([*spreads, 1.1 * spread])
    layout = dict(
        template=template(palette),
        height=_HEIGHT,
        xaxis=dict(
            range=[-far, far],
            tickvals=[-bias, 0, bias],
            tickangle=0,
            ticktext=[signed(-bias, 2), "0", signed(bias, 2)],
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            range=[0, top],
            tickvals=[0, spread],
            ticktext=["0", number(spread)],
            title=dict(text=escape(axes[1])),
        ),
        annotations=[
            _region(palette, -far, 0.0, regions[0], "left"),
            _region(palette, far, 0.0, regions[1], "right"),
            _region(palette, 0.0, top, regions[2], "center"),
        ],
    )
    figure = go.Figure([_dots(dots, spreads, (far, top), palette)], layout)
    _shade(figure, limits, (far, top), palette)
    columns = {
        axes[0]: [signed(dot.bias, 2) for dot in dots],
        axes[1]: [number(dot.spread) for dot in dots],
    }
    return Chart(figure, (table([dot.name for dot in dots], columns),))


def _dots(
    dots: Sequence[Dot], spreads: Sequence[float], extent: tuple[float, float], palette: Palette
) -> go.Scatter:
    far, top = extent
    marked, plain = palette.weights.ink, palette.observed.ink
    places = [(dot.bias / far, y / top) for dot, y in zip(dots, spreads, strict=True)]
    return go.Scatter(
        name="dots",
        mode="markers+text",
        x=[dot.bias for dot in dots],
        y=list(spreads),
        text=[escape(shortened(dot.name)) for dot in dots],
        textposition=_sides(places),
        textfont=dict(size=_LARGER_FONT),
        marker=dict(size=14, opacity=1, color=[marked if dot.note else plain for dot in dots]),
        customdata=[
            [escape(dot.name), signed(dot.bias, 2), number(dot.spread), escape(dot.note)]
            for dot in dots
        ],
        hovertemplate="%{customdata[0]} %{customdata[3]}<br>%{customdata[1]} ± %{customdata[2]}"
        "<extra></extra>",
    )


def _sides(places: Sequence[tuple[float, float]]) -> list[str]:
    """Return on which side of its dot each name stands: below it, where one above is near.

    >>> _sides([(0.1, 0.5), (0.12, 0.5), (-0.9, 0.5)])
    ['top center', 'bottom center', 'top center']
    """
    sides: list[str] = []
    for x, y in places:
        crowded = any(
            side == "top center" and abs(x - other[0]) < _NEAR and abs(y - other[1]) < _NEAR
            for other, side in zip(places, sides, strict=False)
        )
        sides.append("bottom center" if crowded else "top center")
    return sides


def _shade(
    figure: go.Figure, limits: tuple[float, float], extent: tuple[float, float], palette: Palette
) -> None:
    """Shade where raters stand out, and draw the line between severe and lenient."""
    (bias, spread), (far, top) = limits, extent
    for x0, x1, y0 in ((-far, -bias, 0), (bias, far, 0), (-bias, bias, spread)):
        place = dict(x0=x0, x1=x1, y0=y0, y1=top)
        fill = dict(fillcolor=palette.weights.low, line=dict(width=0))
        figure.add_shape(type="rect", layer="below", **place, **fill)
    line = dict(color=palette.plain.high, width=1, dash="dot")
    figure.add_shape(type="line", layer="below", x0=0, x1=0, y0=0, y1=top, line=line)


def _region(palette: Palette, x: float, y: float, text: str, anchor: str) -> dict[str, Any]:
    place = dict(x=x, y=y, xanchor=anchor, yanchor="bottom" if y == 0 else "top")
    font = dict(size=_LARGER_FONT, color=palette.weights.ink)
    return dict(place, text=f"<i>{escape(text)}</i>", font=font)
