"""Two rankings side by side, a line from each place in the one to the place in the other."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, Table, table
from qwk_core.pictures.hues import Palette

_ROW = 44  # pixels: two lines

Rank = tuple[int | None, int | None]
Lines = tuple[str, str]


def ranking(
    ranks: Sequence[Rank],
    names: Sequence[tuple[Lines, Lines]],
    titles: tuple[str, str],
    chosen: Sequence[bool],
    *,
    palette: Palette,
) -> Chart:
    """Draw how places change from one ranking to another.

    Parameters
    ----------
    ranks : sequence of (before, after), length k
        1 for the first; equal ranks stand below each other; None stands last.
    names : sequence of (before, after), length k
        What is written at either end, in two lines.
    titles : (before, after)
        What the two rankings are.
    chosen : sequence of bool, length k
        Whether a line is the selected cell's: it is thicker.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a trace for each line, then the names, "before" and "after".
    """
    last = len(ranks) + 1
    places = [_places([pair[side] or last for pair in ranks]) for side in (0, 1)]
    traces = [
        *(
            _line(start, end, palette, moves=before != after, thick=thick)
            for start, end, (before, after), thick in zip(*places, ranks, chosen, strict=True)
        ),
        *(_words(names, ranks, places[side], side) for side in (0, 1)),
    ]
    return marks.chart(
        traces,
        palette,
        _ROW * len(ranks) + 48,
        _numbers(ranks, names, titles),
        margin=dict(t=36),
        # More room for the names on either side than for the lines between them.
        xaxis=marks.axis(-1.6, 2.6, visible=False),
        yaxis=marks.axis(len(ranks) - 0.4, -0.6, visible=False),
        annotations=[
            marks.note(at, -0.5, f"<b>{escape(titles[at])}</b>", side=side)
            for at, side in enumerate(("right", "left"))
        ],
    )


def _line(start: int, end: int, palette: Palette, *, moves: bool, thick: bool) -> marks.Mark:
    colour = palette.weights.high if moves else palette.plain.high
    return marks.lines(
        f"line {start}",
        [0, 1],
        [start, end],
        mode="lines+markers",
        line=dict(color=colour, width=5 if thick else 3),
        marker=dict(size=10, color=colour),
    )


def _words(
    names: Sequence[tuple[Lines, Lines]],
    ranks: Sequence[Rank],
    places: Sequence[int],
    side: int,
) -> marks.Mark:
    texts = [_beside(pair[side], rank[side], side) for pair, rank in zip(names, ranks, strict=True)]
    where = ("middle left", "middle right")[side]
    return marks.words(("before", "after")[side], [side] * len(ranks), places, texts, where)


def _numbers(
    ranks: Sequence[Rank], names: Sequence[tuple[Lines, Lines]], titles: tuple[str, str]
) -> Table:
    columns = {
        titles[side]: [
            f"{'–' if rank[side] is None else rank[side]}. {pair[side][1]}"
            for rank, pair in zip(ranks, names, strict=True)
        ]
        for side in (0, 1)
    }
    return table([before for (before, _share), _after in names], columns)


def _places(ranks: Sequence[int]) -> list[int]:
    """Return a place of its own for each, in the order of the ranks."""
    order = sorted(range(len(ranks)), key=lambda at: ranks[at])
    places = [0] * len(ranks)
    for place, at in enumerate(order):
        places[at] = place
    return places


def _beside(lines: Lines, rank: int | None, side: int) -> str:
    number = "–" if rank is None else f"{rank}."
    first, second = map(escape, lines)
    if side == 0:
        return f"{first}  <b>{number}</b>   <br>{second}   "
    return f"   <b>{number}</b>  {first}<br>   {second}"
