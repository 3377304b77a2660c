"""A matrix as a heatmap: the one picture that O, w, E and their products share."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from qwk_app.figures.common import BARE, HEADING, LAYOUT, Cell, Figure, Matrix, heading
from qwk_app.shared.hues import Hue, Palette, mix, text_on
from qwk_app.words.numbers import number

_LONGEST_LABEL = 9  # characters on an axis; sidebar and sentences have the whole
LEAST_ROW = 26  # pixels; less, and a number no longer fits


def matrix(
    values: Matrix,
    labels: Sequence[str],
    hue: Hue,
    *,
    palette: Palette,
    top: float | None = None,
    totals: tuple[Matrix, Matrix] | None = None,
    align: bool = False,
    cell: Cell | None = None,
    symbol: str = "",
    title: str = "",
    decimals: int = 2,
    axes: tuple[str, str] = ("", ""),
    height: int = 300,
    width: int = 480,
) -> Figure:
    """Draw a matrix as a heatmap: row 0 on top, square cells, a number in each.

    Parameters
    ----------
    values : ndarray (N, N)
        The matrix.
    labels : sequence of str, length N
        The categories, in order, as the axes name them.
    hue : Hue
        The matrix's own colour.
    palette : Palette
        The colours of the page.
    top : float, optional
        The value that takes the full colour; two matrices to be compared share it.
    totals : (row totals, column totals), optional
        Drawn to the right of and below the cells.
    align : bool
        Leave room where totals would stand, so that cells line up with a matrix that has some.
    cell : (row, column), optional
        The selected cell, framed.
    symbol : str
        The matrix's letter: a cell that is pointed at says ``O[4, 0] = 2``.
    title : str
        The matrix's name, written above it after its letter.
    decimals : int
        The most decimal places a number shows.
    axes : (row title, column title)
        What the rows and the columns are.
    height : int
        Pixels; more is taken where there are too many rows for it.
    width : int
        Pixels there will be at least; the numbers are sized to fit.

    Returns
    -------
    dict
        A Plotly figure: trace 0 the colours, trace 1 the numbers, which are also what a click meets
        (a heatmap reports none; markers do): its points are the cells in reading order.
    """
    size = len(labels)
    top = float(values.max()) if top is None else top
    rows, columns = (axis.ravel() for axis in np.indices(values.shape))
    flat = values.ravel()
    shares = np.clip(flat / top, 0, 1) if top > 0 else np.zeros(flat.shape)
    extent = size + (totals is not None or align)
    names = [escape(shortened(label)) for label in labels]
    ticks = [*names, "Σ"] if totals is not None else names
    height = max(height, LEAST_ROW * (extent + 2))
    margin = 40 + 7 * max(map(len, map(shortened, labels)))
    font = font_size(min(height / (extent + 2), (width - margin) / extent))
    cells = {
        "type": "scatter",
        "mode": "markers+text",
        "x": columns.tolist(),
        "y": rows.tolist(),
        "text": [number(value, decimals) for value in flat.tolist()],
        "textfont": {
            "size": font,
            "color": [text_on(mix(hue.low, hue.high, share)) for share in shares.tolist()],
        },
        "marker": {"symbol": "square", "size": max(8, height // (extent + 2)), "opacity": 0},
        "hovertemplate": f"{symbol}[%{{y}}, %{{x}}] = %{{text}}<extra></extra>",
        # What is not chosen keeps its colour: the frame alone marks the chosen cell.
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}, "textfont": {}},
        "cliponaxis": False,
    }
    traces = [_colours(values, hue, top), cells]
    if totals is not None:
        traces.append(_totals(*totals, size=size, decimals=decimals, font=font, palette=palette))
    above = HEADING if title else 0
    return {
        "data": traces,
        "layout": {
            **LAYOUT,
            **({"title": _named(symbol, title, hue)} if title else {}),
            "height": height + above,
            "margin": {"l": 0, "r": 8, "t": above, "b": 4},
            "clickmode": "event+select",
            "hovermode": "closest",
            "xaxis": _axis(ticks, extent, axes[1], font, side="top", constraintoward="left"),
            "yaxis": _axis(
                ticks, extent, axes[0], font, reverse=True, constraintoward="top", scaleanchor="x"
            ),
            "shapes": _frames(cell, size, totals is not None, palette=palette),
        },
    }


def _named(symbol: str, title: str, hue: Hue) -> dict[str, Any]:
    # As the headings of other charts are written; Streamlit makes all of a figure's title bold.
    name = f'<span style="font-weight:400"> · {escape(title)}</span>'
    return heading(f"<b>{escape(symbol)}{name}</b>", hue.ink)


def cover(figure: Figure, cell: Cell, size: int, *, palette: Palette) -> Figure:
    """Put a question mark in place of one cell's number and colour."""
    row, column = cell
    colours, cells, *_totals = figure["data"]
    colours["z"][row][column] = None
    cells["text"][row * size + column] = "?"
    cells["textfont"]["color"][row * size + column] = palette.ink
    return figure


def _colours(values: Matrix, hue: Hue, top: float) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "z": values.tolist(),
        "zmin": 0,
        "zmax": top or 1,
        "colorscale": [[0, hue.low], [1, hue.high]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "hoverinfo": "skip",
    }


def _totals(
    rows: Matrix, columns: Matrix, *, size: int, decimals: int, font: int, palette: Palette
) -> dict[str, Any]:
    along = list(range(size))
    edge = [size] * size
    values = [*rows.tolist(), *columns.tolist(), rows.sum().item()]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [*edge, *along, size],
        "y": [*along, *edge, size],
        "text": [number(value, decimals) for value in values],
        "textfont": {"size": font, "color": palette.ink},
        "hoverinfo": "skip",
    }


def _axis(
    ticks: list[str], extent: int, title: str, font: int, *, reverse: bool = False, **more: object
) -> dict[str, Any]:
    low, high = -0.5, extent - 0.5
    return {
        # Positions, not names: two categories may look alike, and shapes need the gaps between.
        "tickvals": list(range(len(ticks))),
        "ticktext": ticks,
        "tickfont": {"size": min(font, 14)},
        "range": [high, low] if reverse else [low, high],
        "title": {"text": escape(title), "standoff": 6, "font": {"size": 13}},
        "constrain": "domain",
        **BARE,
        **more,
    }


def _frames(
    cell: Cell | None, size: int, totals: bool, *, palette: Palette
) -> list[dict[str, Any]]:
    """Frame the chosen cell, and its two totals more thinly."""
    if cell is None:
        return []
    row, column = cell
    spots = [(row, column, 3)]
    if totals:
        spots += [(row, size, 1), (size, column, 1)]
    return [
        {
            "type": "rect",
            "x0": j - 0.48,
            "x1": j + 0.48,
            "y0": i - 0.48,
            "y1": i + 0.48,
            "line": {"color": palette.ink, "width": width},
        }
        for i, j, width in spots
    ]


def font_size(cell: float) -> int:
    """Return the size of text that fits four digits into a cell of so many pixels."""
    return max(7, min(16, round(0.4 * cell)))


def shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"
