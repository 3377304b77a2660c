"""Lying bars: what each cell costs."""

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, Table, table
from qwk_app.figures.common import Cell
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels
_ROOM = 1.7  # the axis runs on beyond the longest bar, for what is written at its end


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
    numbers = _numbers(values, by_chance, names, notes, columns)
    frames = [3 if cell == chosen else 0 for cell in cells]
    traces = [
        go.Bar(
            name="costs",
            orientation="h",
            x=list(values),
            y=rows,
            width=0.6,
            marker=dict(color=palette.observed.high, line=dict(color=palette.ink, width=frames)),
            hoverinfo="skip",
        ),
        _marks(by_chance, palette),
        _notes(ends, notes),
        _rows(end, cells, numbers),
    ]
    layout = dict(
        template=template(palette),
        height=_ROW * len(names) + 38,
        barmode="overlay",
        xaxis=dict(visible=False, range=[0, end]),
        yaxis=dict(
            tickvals=rows, ticktext=list(map(escape, names)), range=[len(names) - 0.5, -0.5]
        ),
    )
    return Chart(go.Figure(traces, layout), (numbers,))


def _marks(by_chance: Sequence[float], palette: Palette) -> go.Scatter:
    line = dict(color=palette.expected.high, width=4)
    return go.Scatter(
        name="chance",
        mode="markers",
        x=list(by_chance),
        y=list(range(len(by_chance))),
        marker=dict(symbol="line-ns", size=20, line=line),
        hoverinfo="skip",
    )


def _notes(ends: Sequence[float], notes: Sequence[str]) -> go.Scatter:
    return go.Scatter(
        name="notes",
        mode="text",
        x=list(ends),
        y=list(range(len(ends))),
        text=[f"  {escape(note)}" for note in notes],
        textposition="middle right",
        hoverinfo="skip",
    )


def _rows(width: float, cells: Sequence[Cell | None], numbers: Table) -> go.Bar:
    """Return bars that nobody sees: a finger may meet a whole row, not its bar alone."""
    return go.Bar(
        name="rows",
        orientation="h",
        x=[width] * len(cells),
        y=list(range(len(cells))),
        width=1,
        marker=dict(color="rgba(0,0,0,0)", line=dict(width=0)),
        customdata=[list(cell) if cell else None for cell in cells],
        hovertext=[
            "<br>".join(
                [f"<b>{escape(name)}</b>"]
                + [
                    f"{escape(column)}: {escape(text)}"
                    for column, text in zip(numbers.columns, row, strict=True)
                ]
            )
            for name, row in zip(numbers.names, numbers.rows, strict=True)
        ],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _numbers(
    values: Sequence[float],
    by_chance: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    columns: tuple[str, str, str],
) -> Table:
    return table(
        names,
        {
            columns[0]: [number(value, 4) for value in values],
            columns[1]: [number(value, 4) for value in by_chance],
            columns[2]: notes,
        },
    )
