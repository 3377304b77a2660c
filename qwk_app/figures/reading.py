"""κ beside the words of a reading scale."""

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, Table, table
from qwk_app.figures.template import template
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette, mix, text_on

_STRIP = 0.62  # of the width; κ is written to the right of it
# Upright, a band's name has the strip's whole width, on a phone as on a projector.
_HEIGHT = 400
_DEEPEST = 0.8  # how far the highest band goes towards the full colour

Span = tuple[float, float, str]  # of a scale: from where to where, and its name


def reading(
    kappa: float,
    bands: Sequence[Span],
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
    traces = [_strip(bands, chosen, palette)]
    if kappa == kappa:
        traces.append(_arrow(kappa, palette))
    edges = sorted({-1.0, 0.0, 1.0, *(low for low, _high, _name in bands)})
    layout = dict(
        template=template(palette),
        height=_HEIGHT,
        xaxis=dict(visible=False, range=[0, 1]),
        yaxis=dict(range=[-1.05, 1.05], tickvals=edges, ticktext=list(map(number, edges))),
    )
    figure = go.Figure(traces, layout)
    if chosen is not None:
        low, high, _name = bands[chosen]
        figure.add_shape(type="rect", x0=0, x1=_STRIP, y0=low, y1=high, line=dict(width=3))
    return Chart(figure, (_numbers(kappa, bands),))


def _strip(bands: Sequence[Span], chosen: int | None, palette: Palette) -> go.Bar:
    """Return the bands as one bar standing on another."""
    hue, last = palette.kappa, max(len(bands) - 1, 1)
    colours = [mix(hue.low, hue.high, _DEEPEST * at / last) for at in range(len(bands))]
    names = [escape(name) for _low, _high, name in bands]
    return go.Bar(
        name="bands",
        x=[_STRIP / 2] * len(bands),
        width=_STRIP,
        base=[low for low, _high, _name in bands],
        y=[round(high - low, 2) for low, high, _name in bands],
        text=[f"<b>{name}</b>" if at == chosen else name for at, name in enumerate(names)],
        textposition="inside",
        insidetextanchor="middle",
        constraintext="none",
        textangle=0,
        textfont=dict(color=[text_on(colour) for colour in colours]),
        marker=dict(color=[f"rgb{colour}" for colour in colours], line=dict(width=0)),
        hoverinfo="skip",
    )


def _arrow(kappa: float, palette: Palette) -> go.Scatter:
    ink = palette.kappa.ink
    return go.Scatter(
        name="kappa",
        mode="markers+text",
        x=[_STRIP + 0.05],
        y=[kappa],
        text=[f"  κ = {kappa_text(kappa)}"],
        textposition="middle right",
        textfont=dict(size=18, color=ink),
        marker=dict(symbol="triangle-left", size=18, color=ink),
        hoverinfo="skip",
    )


def _numbers(kappa: float, bands: Sequence[Span]) -> Table:
    extents = [f"{number(low)} – {number(high)}" for low, high, _name in bands]
    names = [name for _low, _high, name in bands]
    return table([*names, "κ"], {_("kappa"): [*extents, kappa_text(kappa)]})
