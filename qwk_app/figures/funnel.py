"""What more items would bring: how the interval about a kappa closes."""

from collections.abc import Sequence
from html import escape
from math import log10

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import anchor
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette, mix
from qwk_core.statistics.smoothing import Bounds

_NEAR = 0.4  # of the width; closer labels turn away from each other
_DECIMALS = 4  # of each number; more would only make the figure heavier
_TICKS = [-1, -0.5, 0, 0.5, 1]


def funnel(
    sizes: Sequence[float],
    closing: Bounds,
    kappa: float,
    marked: Sequence[tuple[float, str]],
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
    marked : sequence of (number of items, words)
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
    low, high = (each.round(_DECIMALS).tolist() for each in (closing.low, closing.high))
    xs = [float(f"{size:.4g}") for size in sizes]
    left, right = log10(xs[0]), log10(xs[-1])
    hue = palette.kappa
    edge = dict(
        line=dict(color=hue.ink, width=1.5), hovertemplate="%{x:,.0f}: %{y:.2f}<extra></extra>"
    )
    shade = "rgba({}, {}, {}, 0.18)".format(*mix(hue.high, hue.high, 0))
    traces = [
        marks.lines("low", xs, low, **edge),
        marks.lines("high", xs, high, fill="tonexty", fillcolor=shade, **edge),
        marks.lines("kappa", [xs[0], xs[-1]], [kappa, kappa], line=dict(color=hue.ink, width=3)),
    ]
    said = [f"{number(first)} – {number(last)}" for first, last in zip(low, high, strict=True)]
    return marks.chart(
        traces,
        palette,
        300,
        table([number(size, 0) for size in xs], {axes[1]: said}, axes[0]),
        margin=dict(r=16),
        xaxis=marks.axis(
            left, right, type="log", dtick=1, tickformat="~s", showgrid=True, title=axes[0]
        ),
        yaxis=marks.axis(-1.05, 1.05, _TICKS, showgrid=True, title=axes[1]),
        # The solid line is at the present number of items.
        shapes=[
            marks.upright(items, palette, width=2, dash="dot" if at else "solid")
            for at, (items, _words) in enumerate(marked)
        ],
        annotations=_above(marked, (left, right)),
    )


def _above(marked: Sequence[tuple[float, str]], extent: tuple[float, float]) -> list[marks.Mark]:
    """Write above the line of each number of items; words that are close turn away."""
    places = [log10(items) for items, _words in marked]
    near = max(places) - min(places) < _NEAR * (extent[1] - extent[0])
    return [
        marks.at_top(
            place,  # on a logarithmic axis, Plotly wants the logarithm here
            escape(words),
            side=("right" if place == min(places) else "left") if near else anchor(place, *extent),
        )
        for place, (_items, words) in zip(places, marked, strict=True)
    ]
