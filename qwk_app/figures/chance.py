"""The kappas that shuffled tables lead to."""

from itertools import pairwise

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
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
    hue, edges = palette.kappa, histogram.edges.tolist()
    low, high = min(edges[0], kappa, 0.0), max(edges[-1], kappa, 0.0)
    margin = (high - low) * 0.05
    counts = histogram.counts.tolist()
    reaching = histogram.reaching.tolist()
    colours = [hue.high if reached else palette.plain.high for reached in reaching]
    line, words = marks.at_kappa(kappa, mark, (low, high), palette)
    middles = [number((first + last) / 2, 3) for first, last in pairwise(edges)]
    return marks.chart(
        [marks.histogram("shuffles", edges, counts, colours, palette)],
        palette,
        height,
        table(middles, {axes[1]: list(map(number, counts))}, axes[0]),
        margin=dict(t=40),  # room for the words at kappa
        xaxis=marks.axis(
            round(low - margin, 9), round(high + margin, 9), nticks=6, zeroline=True, title=axes[0]
        ),
        yaxis=marks.axis(
            0,
            max(counts) * 1.05,
            # Ticks at whole numbers of shuffles.
            dtick=1 if max(counts) < 5 else None,
            nticks=4,
            tickformat=",d",
            title=axes[1],
        ),
        shapes=[line],
        annotations=[words],
    )
