"""Scores by actual category, and where they are cut: the confusion matrix before it is counted."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, Table, table
from qwk_app.frame import state
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import mix
from qwk_core.statistics.histograms import Histogram

_ROWS = 300  # pixels for all rows together
_LOWEST_ROW = 26
_TALLEST = 0.86  # of a row: the height of its highest bar
_FARTHEST = 0.3  # of the width: cut-points farther beyond the bars are not drawn
_NARROWEST = 0.035  # of the width: narrower parts have no name above them
_ROOM = 0.01  # of the width, on either side of it
_FAINTEST = 0.35  # how strong the colour of the lightest miss is


def scores_chart(
    bars: Histogram,
    thresholds: Sequence[float],
    names: Sequence[str],
) -> Chart:
    """Draw the scores of each actual category as bars, cut into predicted categories.

    Parameters
    ----------
    bars : Histogram
        How many items of each category have which score; each row is as high as its highest bar.
    thresholds : sequence of float, length N − 1
        The cut-points, drawn through all rows.
    names : sequence of str, length N
        The categories, lowest first: rows from the top, and above between the cut-points.

    Returns
    -------
    Chart
        Its figure: a trace for each row.
    """
    n, edges, counts = len(names), bars.edges.tolist(), bars.counts.tolist()
    low, high = _extent(edges, thresholds)
    room = _ROOM * (high - low)
    traces = [
        *(_row(at, counts[at], edges, thresholds, _colours(at, n)) for at in range(n)),
        # Plotly draws an axis only if a trace uses it.
        marks.dots("above", [low], [0], xaxis="x2", opacity=0),
    ]
    middles = [_TALLEST / 3 - at for at in range(n)]
    notes = [_("n = {n}", n=number(sum(row))) for row in counts]
    return marks.chart(
        traces,
        max(_ROWS, _LOWEST_ROW * n) + 90,
        _counted(edges, counts, names),
        margin={"r": 64},  # the notes
        barmode="overlay",
        bargap=0,
        xaxis=marks.axis(low - room, high + room, nticks=8, title=_("score")),
        yaxis=marks.axis(
            -(n - 1) - 0.06, 1, middles, map(escape, names), title=_("actual"), standoff=10
        ),
        xaxis2=_parts(names, thresholds, (low, high)),
        shapes=_lines(n, [cut for cut in thresholds if low < cut < high]),
        annotations=[
            marks.note(1.01, y, escape(note), side="left", yanchor="auto", xref="paper")
            for y, note in zip(middles, notes, strict=True)
        ],
    )


def _counted(
    edges: Sequence[float], counts: Sequence[Sequence[int]], names: Sequence[str]
) -> Table:
    """Return how many items of each category have scores between each two edges."""
    actual = _("actual")
    columns = {
        f"{actual} {name}": list(map(number, row)) for name, row in zip(names, counts, strict=True)
    }
    bins = [f"{number(start, 3)} – {number(end, 3)}" for start, end in pairwise(edges)]
    return table(bins, columns, _("score"))


def _lines(n: int, cuts: Sequence[float]) -> list[marks.Mark]:
    """Return the ground of each of n rows, and a line through all of them at each cut-point."""
    grey = state.palette().plain.high
    return [
        *(marks.level(-at, color=grey, width=1) | marks.BELOW for at in range(n)),
        *(marks.upright(cut, 0, 1.03, width=2) for cut in cuts),
    ]


def _extent(edges: Sequence[float], thresholds: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the picture: those of the bars, or of cut-points not too far beyond."""
    room = _FARTHEST * (edges[-1] - edges[0])
    near = [cut for cut in thresholds if edges[0] - room <= cut <= edges[-1] + room]
    return min([edges[0], *near]), max([edges[-1], *near])


def _row(
    position: int,
    counts: Sequence[int],
    edges: Sequence[float],
    thresholds: Sequence[float],
    colours: Sequence[str],
) -> marks.Mark:
    """Return one row's bars; one with a cut-point inside is split there, to change its colour."""
    tallest = max(counts) or 1
    hover = _("score {score}, items: {items}", score="%{x}", items="%{customdata}")
    pieces = [
        (start, end, count)
        for left, right, count in zip(edges, edges[1:], counts, strict=False)
        if count
        for start, end in _pieces(left, right, thresholds)
    ]
    parts = [sum(cut <= start for cut in thresholds) for start, _end, _count in pieces]
    return marks.bars(
        f"row {position}",
        [_short((start + end) / 2, end - start) for start, end, _count in pieces],
        [round(_TALLEST * count / tallest, 3) for _start, _end, count in pieces],
        width=[_short(end - start, end - start) for start, end, _count in pieces],
        base=-position,
        customdata=[count for _start, _end, count in pieces],
        marker={"color": [colours[part] for part in parts], "line": {"width": 0}},
        hovertemplate=f"{hover}<extra></extra>",
    )


def _pieces(left: float, right: float, thresholds: Sequence[float]) -> list[tuple[float, float]]:
    inside = sorted({cut for cut in thresholds if left < cut < right})
    return list(zip([left, *inside], [*inside, right], strict=True))


def _short(value: float, width: float) -> float:
    """Return a number with no more digits than can be seen."""
    return float(f"{value:.4g}") if abs(value) < 100 * width else float(f"{value:.7g}")


def _colours(row: int, n: int) -> list[str]:
    """Return the colours of the N parts of a row: a hit, and misses by their weight."""
    palette = state.palette()
    low, high = palette.weights.low, palette.weights.high
    shares = [((row - column) / max(n - 1, 1)) ** 2 for column in range(n)]
    misses = [mix(low, high, _FAINTEST + (1 - _FAINTEST) * share) for share in shares]
    return [
        palette.kappa.high if column == row else f"#{bytes(miss).hex()}"
        for column, miss in enumerate(misses)
    ]


def _parts(
    names: Sequence[str],
    thresholds: Sequence[float],
    extent: tuple[float, float],
) -> marks.Mark:
    """Return an axis above, with each predicted category's name over its part of the scores."""
    low, high = extent
    ends = [low, *(min(max(cut, low), high) for cut in thresholds), high]
    shown = [
        ((left + right) / 2, escape(name))
        for name, left, right in zip(names, ends, ends[1:], strict=False)
        if right - left > _NARROWEST * (high - low)
    ]
    places, texts = zip(*shown, strict=True)
    room = _ROOM * (high - low)
    way: marks.Mark = {"overlaying": "x", "matches": "x", "side": "top"}
    return marks.axis(low - room, high + room, places, texts, title=_("predicted"), **way)
