"""What each pair of raters weighs in the kappa of many raters."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.figures.template import template
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_core.pictures.hues import Palette, mix

_HEIGHT = 326  # pixels
_NARROWEST = 0.055  # of the width: a bar that has room for its names
_ABOVE = 0.01  # of kappa's scale: what stands on a bar begins there
_LIGHT = 0.35  # how far a bar's colour goes towards the full one
_LARGER_FONT = 14


@dataclass(frozen=True)
class Bar:
    """A pair of raters: its names, its kappa, its share of the weight of all pairs."""

    names: tuple[str, str]
    kappa: float
    share: float


def pooled(
    bars: Sequence[Bar], pooled: float, *, palette: Palette, axes: tuple[str, str], line: str
) -> Chart:
    """Draw the pairs' kappas as bars as wide as the pairs weigh, and their mean as a line.

    Parameters
    ----------
    bars : sequence of Bar, length P
        The pairs with a kappa, in the order of the picture. Their shares add up to 1.
    pooled : float
        The mean of their kappas, each with its share.
    palette : Palette
        The colours of the page.
    axes : (pairs, kappa)
        What the axes say: the pairs, and how they are drawn.
    line : str
        What the line says of itself.

    Returns
    -------
    Chart
        Its figure: the traces are "bars" and "names".
    """
    ends = accumulate(bar.share for bar in bars)
    centres = [end - bar.share / 2 for end, bar in zip(ends, bars, strict=True)]
    low = min([0.0, *(bar.kappa for bar in bars)])
    ticks = [tick / 2 for tick in range(-2, 3) if tick / 2 >= low - 0.05]
    layout = dict(
        template=template(palette),
        height=_HEIGHT,
        bargap=0,
        xaxis=dict(range=[0, 1], showticklabels=False, title=dict(text=escape(axes[0]))),
        yaxis=dict(
            range=[low - 0.05, 1.05],
            tickvals=ticks,
            ticktext=list(map(number, ticks)),
            showgrid=True,
            title=dict(text=escape(axes[1])),
        ),
    )
    figure = go.Figure([_bars(bars, centres, palette), _names(bars, centres)], layout)
    figure.add_hline(
        pooled,
        line=dict(width=3, dash="dash"),
        annotation=dict(
            text=f"<b>{escape(line)}</b>",
            x=1,
            xanchor="right",
            yanchor="bottom",
            font=dict(size=_LARGER_FONT),
        ),
    )
    columns = {
        axes[1]: [kappa_text(bar.kappa) for bar in bars],
        axes[0]: [percent(bar.share) for bar in bars],
    }
    return Chart(figure, (table([" – ".join(bar.names) for bar in bars], columns),))


def _bars(bars: Sequence[Bar], centres: Sequence[float], palette: Palette) -> go.Bar:
    hues = [palette.kappa if bar.kappa >= 0 else palette.fall for bar in bars]
    fills = [mix(hue.low, hue.high, _LIGHT) for hue in hues]
    return go.Bar(
        name="bars",
        x=list(centres),
        y=[bar.kappa for bar in bars],
        width=[bar.share for bar in bars],
        marker=dict(
            color=[f"#{bytes(fill).hex()}" for fill in fills],
            line=dict(color=palette.page, width=2),
        ),
        customdata=[
            [" – ".join(map(escape, bar.names)), kappa_text(bar.kappa), percent(bar.share)]
            for bar in bars
        ],
        hovertemplate="%{customdata[0]}<br>κ %{customdata[1]} · %{customdata[2]}<extra></extra>",
    )


def _names(bars: Sequence[Bar], centres: Sequence[float]) -> go.Scatter:
    """Return the names of the pairs, where a bar has room for them; hovering tells the others."""
    wide = [at for at, bar in enumerate(bars) if bar.share >= _NARROWEST]
    return go.Scatter(
        name="names",
        mode="text",
        x=[centres[at] for at in wide],
        y=[_ABOVE] * len(wide),
        text=[
            "<br>".join([*map(escape, map(shortened, bars[at].names)), kappa_text(bars[at].kappa)])
            for at in wide
        ],
        textposition="top center",
        hoverinfo="skip",
    )
