"""What chance gives: E filled from its totals, shuffled tables, and the kappas they lead to."""

from html import escape

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.histograms import ShuffleHistogram


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
    hue, rest = palette.kappa, palette.plain
    edges = histogram.edges
    width = round(float(edges[1] - edges[0]), 9)
    line = palette.ink
    low, high = min(float(edges[0]), kappa, 0.0), max(float(edges[-1]), kappa, 0.0)
    margin = (high - low) * 0.05
    counts = histogram.counts.tolist()
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "shuffles",
                "x0": round(float(edges[0]) + width / 2, 9),
                "dx": width,
                "y": counts,
                "width": width,
                "marker": {
                    "color": [
                        hue.high if reaching else rest.high
                        for reaching in histogram.reaching.tolist()
                    ],
                    "line": {"width": 1, "color": rest.low},
                },
                "hovertemplate": "κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
            }
        ],
        "layout": {
            **LAYOUT,
            "height": height,
            "margin": {"l": 8, "r": 8, "t": 40, "b": 8},
            "xaxis": {
                **BARE,
                "range": [round(low - margin, 9), round(high + margin, 9)],
                "nticks": 6,
                "zeroline": True,
                "zerolinecolor": line,
                "zerolinewidth": 1,
                "title": {"text": escape(axes[0]), "standoff": 6, "font": {"size": 13}},
            },
            "yaxis": {
                **BARE,
                "range": [0, max(counts) * 1.05],
                # No fractions of a shuffle.
                **({"dtick": 1} if max(counts) < 5 else {"nticks": 4}),
                "tickformat": ",d",
                "title": {"text": escape(axes[1]), "standoff": 6, "font": {"size": 13}},
            },
            "shapes": [
                {
                    "type": "line",
                    "x0": kappa,
                    "x1": kappa,
                    "y0": 0,
                    "y1": 1,
                    "yref": "paper",
                    "line": {"color": hue.ink, "width": 3},
                }
            ],
            "annotations": [
                {
                    "x": kappa,
                    "y": 1,
                    "yref": "paper",
                    "yanchor": "bottom",
                    "xanchor": _side(kappa, low, high),
                    "text": escape(mark),
                    "showarrow": False,
                    "font": {"size": 15, "color": hue.ink},
                }
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [number(float(edge) + width / 2, 3) for edge in edges[:-1]],
                {axes[1]: [number(count) for count in counts]},
                axes[0],
            ),
        ),
    )


def _side(value: float, low: float, high: float) -> str:
    """Return which end of a label stands at `value`, so that the label stays inside."""
    share = (value - low) / (high - low)
    return "left" if share < 0.3 else "right" if share > 0.7 else "center"
