"""Lying bars: what each cell costs."""

from collections.abc import Iterable, Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, Table, table
from qwk_app.figures.common import Cell
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels
_ROOM = 1.7  # times the longest bar: the length of the axis, with room for the notes


def costs(
    values: Sequence[float],
    by_chance: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    columns: tuple[str, str, str],
    cells: Sequence[Cell | None],
    chosen: Cell,
    *,
    palette: Palette,
) -> Chart:
    """Draw what cells cost, a bar each, the first on top, beside what they would by chance.

    Parameters
    ----------
    values, by_chance : sequence of float, length k
        Lengths of the bars and places of the marks.
    names, notes : sequence of str, length k
        Written before and after each bar.
    columns : (values, by chance, notes)
        What these are; a table says it.
    cells : sequence of (row, column) or None, length k
        What a click on a bar chooses; None for a bar of several cells.
    chosen : (row, column)
        The selected cell: its bar is framed.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "costs", "chance", "notes" and "rows", which can be clicked.
    """
    rows = list(range(len(values)))
    ends = [max(pair) for pair in zip(values, by_chance, strict=True)]
    end = _ROOM * max(ends)
    numbers = table(
        names,
        {
            columns[0]: [number(value, 4) for value in values],
            columns[1]: [number(value, 4) for value in by_chance],
            columns[2]: notes,
        },
    )
    frames = [3 if cell == chosen else 0 for cell in cells]
    traces = [
        marks.bars(
            "costs",
            list(values),
            rows,
            lying=True,
            width=0.6,
            marker=dict(color=palette.observed.high, line=dict(color=palette.ink, width=frames)),
        ),
        marks.dots(
            "chance",
            list(by_chance),
            rows,
            marker=dict(symbol="line-ns", size=20, line=dict(color=palette.expected.high, width=4)),
        ),
        marks.words("notes", ends, rows, [f"  {escape(note)}" for note in notes]),
        _rows(end, cells, numbers),
    ]
    return marks.chart(
        [trace | marks.UNFADED for trace in traces],
        palette,
        _ROW * len(names) + 38,
        numbers,
        barmode="overlay",
        xaxis=marks.axis(0, end, visible=False),
        yaxis=marks.rows(names),
    )


def _rows(width: float, cells: Sequence[Cell | None], numbers: Table) -> marks.Mark:
    """Return bars that nobody sees: a finger may meet a whole row, not its bar alone."""
    return marks.bars(
        "rows",
        [width] * len(cells),
        list(range(len(cells))),
        lying=True,
        width=1,
        marker=dict(color="rgba(0,0,0,0)", line=dict(width=0)),
        customdata=[list(cell) if cell else None for cell in cells],
        hovertext=[
            "<br>".join([f"<b>{escape(name)}</b>", *map(": ".join, _pairs(numbers.columns, row))])
            for name, row in zip(numbers.names, numbers.rows, strict=True)
        ],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _pairs(names: Sequence[str], texts: Sequence[str]) -> Iterable[tuple[str, str]]:
    return zip(map(escape, names), map(escape, texts), strict=True)
