"""What more items would bring: how the interval about a kappa closes."""

from collections.abc import Sequence
from html import escape
from math import log10

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import anchor
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette, mix
from qwk_core.statistics.smoothing import Bounds

_NEAR = 0.4  # of the width; labels of two lines nearer than that turn away from each other
_DECIMALS = 4  # of what is drawn; more would only make the figure heavier
_TICKS = [-1, -0.5, 0, 0.5, 1]


def funnel(
    sizes: Sequence[float],
    closing: Bounds,
    kappa: float,
    marks: Sequence[tuple[float, str]],
    *,
    palette: Palette,
    axes: tuple[str, str],
) -> Chart:
    """Draw how the interval about κ closes as items are added.

    Parameters
    ----------
    sizes : sequence of float, shape (m,)
        Numbers of items, on a logarithmic axis.
    closing : Bounds
        Where the interval ends with each.
    kappa : float
        κ, in the middle.
    marks : sequence of (number of items, words)
        The number there is, and the number it takes; each an upright line.
    palette : Palette
        The colours of the page.
    axes : (x title, y title)
        What the axes say.

    Returns
    -------
    Chart
        Its figure: the traces are "low", "high" and "kappa".
    """
    ends = [each.round(_DECIMALS).tolist() for each in (closing.low, closing.high)]
    xs = [float(f"{size:.4g}") for size in sizes]
    extent = log10(xs[0]), log10(xs[-1])
    layout = dict(
        template=template(palette),
        height=300,
        margin=dict(r=16),
        xaxis=dict(
            type="log",
            range=extent,
            dtick=1,
            tickformat="~s",
            showgrid=True,
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            range=[-1.05, 1.05],
            tickvals=_TICKS,
            ticktext=list(map(number, _TICKS)),
            showgrid=True,
            title=dict(text=escape(axes[1])),
        ),
    )
    figure = go.Figure(_traces(xs, ends, kappa, palette), layout)
    _mark(figure, marks, extent)
    said = [f"{number(low)} – {number(high)}" for low, high in zip(*ends, strict=True)]
    numbers = table([number(size, 0) for size in xs], {axes[1]: said}, axes[0])
    return Chart(figure, (numbers,))


def _traces(
    xs: Sequence[float], ends: Sequence[Sequence[float]], kappa: float, palette: Palette
) -> list[go.Scatter]:
    hue = palette.kappa
    edge = dict(
        mode="lines",
        x=list(xs),
        line=dict(color=hue.ink, width=1.5),
        hovertemplate="%{x:,.0f}: %{y:.2f}<extra></extra>",
    )
    shade = "rgba({}, {}, {}, 0.18)".format(*mix(hue.high, hue.high, 0))
    return [
        go.Scatter(name="low", y=ends[0], **edge),
        go.Scatter(name="high", y=ends[1], fill="tonexty", fillcolor=shade, **edge),
        go.Scatter(
            name="kappa",
            mode="lines",
            x=[xs[0], xs[-1]],
            y=[kappa, kappa],
            line=dict(color=hue.ink, width=3),
            hoverinfo="skip",
        ),
    ]


def _mark(
    figure: go.Figure, marks: Sequence[tuple[float, str]], extent: tuple[float, float]
) -> None:
    """Draw an upright line at each number of items, the first one solid, and write above it."""
    places = [log10(items) for items, _words in marks]
    near = max(places) - min(places) < _NEAR * (extent[1] - extent[0])
    for at, (place, (items, words)) in enumerate(zip(places, marks, strict=True)):
        dash = "dot" if at else "solid"
        figure.add_shape(
            type="line", yref="paper", x0=items, x1=items, y0=0, y1=1, line=dict(width=2, dash=dash)
        )
        apart = "right" if place == min(places) else "left"
        figure.add_annotation(
            x=place,  # of a logarithmic axis: Plotly takes the logarithm here
            y=1,
            yref="paper",
            yanchor="bottom",
            xanchor=apart if near else anchor(place, *extent),
            text=escape(words),
        )
