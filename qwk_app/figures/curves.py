"""κ under each scheme along a slider."""

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

_DASHES = {"quadratic": "solid", "linear": "dash", "unweighted": "dot"}
_TICKS = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1]
_TOP = 1.05


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
    drawn = [_rounded(kappa) for curve in lines.values() for kappa in curve]
    bottom = min([0.0, *(kappa for kappa in drawn if kappa is not None)]) - 0.06
    room = 0.02 * (values[-1] - values[0])
    traces = [
        *(
            _curve(values, lines[scheme], names[scheme], scheme, chosen, palette)
            for scheme in lines
        ),
        _marks(present, here, chosen, palette),
    ]
    layout = dict(
        template=template(palette),
        height=320,
        margin=dict(r=16),
        showlegend=True,
        # A thumb that scrolls would take a curve away.
        legend=dict(orientation="h", x=0, y=1, yanchor="bottom", itemclick=False),
        xaxis=dict(
            nticks=8,
            range=[values[0] - room, values[-1] + room],
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            tickvals=_TICKS,
            ticktext=list(map(number, _TICKS)),
            range=[bottom, _TOP],
            showgrid=True,
            title=dict(text=escape(axes[1])),
        ),
    )
    figure = go.Figure(traces, layout)
    figure.add_vline(present, line=dict(width=1, dash="dot"))
    columns = {
        names[scheme]: [number(kappa, 4) for kappa in line] for scheme, line in lines.items()
    }
    return Chart(figure, (table([number(value, 4) for value in values], columns, axes[0]),))


def _curve(
    values: Sequence[float],
    kappas: Sequence[float],
    name: str,
    scheme: str,
    chosen: str,
    palette: Palette,
) -> go.Scatter:
    own = scheme == chosen
    return go.Scatter(
        mode="lines",
        name=escape(name),
        x=[round(value, 4) for value in values],
        y=list(map(_rounded, kappas)),
        line=dict(
            color=palette.kappa.ink if own else palette.plain.ink,
            width=4 if own else 2,
            dash=_DASHES[scheme],
        ),
        hovertemplate="%{x}: κ = %{y:.3f}",
    )


def _marks(present: float, here: Mapping[str, float], chosen: str, palette: Palette) -> go.Scatter:
    hue, plain = palette.kappa, palette.plain
    return go.Scatter(
        name="marks",
        mode="markers",
        showlegend=False,
        x=[present] * len(here),
        y=list(map(_rounded, here.values())),
        marker=dict(
            size=12,
            color=[hue.high if scheme == chosen else plain.high for scheme in here],
            line=dict(color=palette.ink, width=2),
        ),
        hoverinfo="skip",
    )


def _rounded(kappa: float) -> float | None:
    return None if kappa != kappa else round(kappa, 4)
