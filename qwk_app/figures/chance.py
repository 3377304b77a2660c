"""The kappas that shuffled tables lead to."""

from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import anchor
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.histograms import ShuffleHistogram

_LARGER_FONT = 15


def kappas(
    histogram: ShuffleHistogram,
    kappa: float,
    *,
    palette: Palette,
    mark: str,
    axes: tuple[str, str],
    height: int,
) -> Chart:
    """Draw how many shuffles gave which kappa; those that reached `kappa` in its own colour."""
    hue, edges = palette.kappa, histogram.edges
    width = round(float(edges[1] - edges[0]), 9)
    low, high = min(float(edges[0]), kappa, 0.0), max(float(edges[-1]), kappa, 0.0)
    margin = (high - low) * 0.05
    counts = histogram.counts.tolist()
    layout = dict(
        template=template(palette),
        height=height,
        margin=dict(t=40),  # what is written at kappa
        xaxis=dict(
            range=[round(low - margin, 9), round(high + margin, 9)],
            nticks=6,
            zeroline=True,
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            range=[0, max(counts) * 1.05],
            # No fractions of a shuffle.
            **({"dtick": 1} if max(counts) < 5 else {"nticks": 4}),
            tickformat=",d",
            title=dict(text=escape(axes[1])),
        ),
    )
    figure = go.Figure([_shuffles(histogram, width, palette)], layout)
    figure.add_vline(
        kappa,
        line=dict(color=hue.ink, width=3),
        annotation=dict(
            text=escape(mark),
            y=1,
            yanchor="bottom",
            xanchor=anchor(kappa, low, high),
            font=dict(size=_LARGER_FONT, color=hue.ink),
        ),
    )
    middles = [number(float(edge) + width / 2, 3) for edge in edges[:-1]]
    return Chart(figure, (table(middles, {axes[1]: list(map(number, counts))}, axes[0]),))


def _shuffles(histogram: ShuffleHistogram, width: float, palette: Palette) -> go.Bar:
    rest = palette.plain
    return go.Bar(
        name="shuffles",
        x0=round(float(histogram.edges[0]) + width / 2, 9),
        dx=width,
        y=histogram.counts.tolist(),
        width=width,
        marker=dict(
            color=[
                palette.kappa.high if reaching else rest.high
                for reaching in histogram.reaching.tolist()
            ],
            line=dict(width=1, color=rest.low),
        ),
        hovertemplate="κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
    )
