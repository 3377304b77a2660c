"""Lying bars: what each cell costs."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, Cell, Figure
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
        Its figure: the traces are "costs", "chance" and "notes".
    """
    observed, expected = palette.observed, palette.expected
    rows = list(range(len(values)))
    ends = [max(pair) for pair in zip(values, by_chance, strict=True)]
    bars = {
        "type": "bar",
        "meta": "costs",
        "orientation": "h",
        "x": list(values),
        "y": rows,
        "width": 0.6,
        "marker": {
            "color": observed.high,
            "line": {
                "color": palette.ink,
                "width": [3 if cell == chosen else 0 for cell in cells],
            },
        },
        "customdata": [list(cell) if cell else None for cell in cells],
    }
    marks = {
        "type": "scatter",
        "meta": "chance",
        "mode": "markers",
        "x": list(by_chance),
        "y": rows,
        "marker": {
            "symbol": "line-ns",
            "size": 28,
            "line": {"color": expected.high, "width": 4},
        },
    }
    texts = {
        "type": "scatter",
        "meta": "notes",
        "mode": "text",
        "x": ends,
        "y": rows,
        "text": [f"  {escape(note)}" for note in notes],
        "textposition": "middle right",
        "textfont": {"size": 13, "color": palette.ink},
    }
    figure: Figure = {
        "data": [bars, marks, texts],
        "layout": {
            "height": _ROW * len(names) + 16,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {"visible": False, "range": [0, max(ends) * _ROOM], "fixedrange": True},
            "yaxis": {
                **BARE,
                "tickvals": rows,
                "ticktext": [escape(name) for name in names],
                "tickfont": {"size": 13},
                "range": [len(names) - 0.5, -0.5],
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                names,
                {
                    columns[0]: [number(value, 4) for value in values],
                    columns[1]: [number(value, 4) for value in by_chance],
                    columns[2]: notes,
                },
            ),
        ),
    )
