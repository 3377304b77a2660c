"""Bars: how far apart the two ratings of the items lie."""

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import Matrix
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_MOST_WRITTEN = 10  # categories; with more, the numbers above the bars would overlap


def distances(counts: Matrix, title: str, *, palette: Palette) -> Chart:
    """Draw how many items' ratings lie 0, 1, 2 … apart: agreement in grey, the rest in O's hue."""
    n, size = counts.sum(), len(counts)
    texts = [f"{number(count)}<br>{percent(count / n)}" for count in counts.tolist()]
    names = [str(at) for at in range(size)]
    bars = marks.bars(
        "items",
        list(range(size)),
        counts.tolist(),
        text=texts if size <= _MOST_WRITTEN else None,
        textposition="outside",
        textangle=0,
        constraintext="none",
        marker=dict(color=[palette.plain.high, *[palette.observed.high] * (size - 1)]),
        hovertemplate="%{x}: %{y:,}<extra></extra>",
    )
    items = {_("items"): [text.replace("<br>", ", ") for text in texts]}
    return marks.chart(
        [bars],
        palette,
        260,
        table(names, items, title),
        bargap=0.25,
        xaxis=marks.axis(-0.6, size - 0.4, range(size), names, title=title),
        # Room above the tallest bar for its number.
        yaxis=marks.axis(0, 1.25 * int(counts.max()), visible=False),
    )
