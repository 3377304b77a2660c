"""A matrix of counts at a glance: small, with its numbers where they can be read."""

from collections.abc import Sequence
from html import escape

import numpy as np

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure, Matrix, font_size, shortened
from qwk_app.shared.hues import Palette, mix, text_on
from qwk_app.words.numbers import number

_MOST_WRITTEN = 6  # categories; beyond, colour alone shows the pattern
_MOST_NAMED = 12  # categories; beyond, every other name is written
_AXES = 50  # pixels that names and titles take
_LEAST_FONT = 8
_GLYPH = 0.6  # of the font's size: how wide a digit is


def miniature(values: Matrix, *, palette: Palette) -> str:
    """Draw the pattern of a matrix alone, shape (N, N), as an SVG of a few hundred bytes."""
    hue, size = palette.observed, len(values)
    top = max(values.max().item(), 1)
    squares: dict[str, str] = {}
    for (row, column), count in np.ndenumerate(values):
        shade = bytes(mix(hue.low, hue.high, 0.25 + 0.75 * count / top)).hex() if count else ""
        if shade:
            squares[shade] = squares.get(shade, "") + f"M{column} {row}h.94v.94h-.94z"
    ground = f'<rect width="{size}" height="{size}" fill="{hue.low}"/>'
    paths = "".join(f'<path fill="#{shade}" d="{d}"/>' for shade, d in squares.items())
    return (
        f'<svg width="96" height="96" viewBox="-.06 -.06 {size + 0.06} {size + 0.06}">'
        f"{ground}{paths}</svg>"
    )


def thumbnail(
    values: Matrix,
    labels: Sequence[str],
    *,
    axes: tuple[str, str] = ("", ""),
    palette: Palette,
    height: int = 170,
) -> Chart:
    """Draw a matrix as a small heatmap: row 0 on top, square cells, its zeros left empty.

    Parameters
    ----------
    values : ndarray (N, N)
        The matrix.
    labels : sequence of str, length N
        The categories.
    axes : (row title, column title)
        What the rows and the columns are.
    height : int
        Pixels.

    Returns
    -------
    Chart
        Its figure: the traces are "counts" and, where there is room, "numbers".
    """
    hue = palette.observed
    size, top = len(labels), values.max().item()
    rows, columns = (where.tolist() for where in values.nonzero())
    counts = [values[cell].item() for cell in zip(rows, columns, strict=True)]
    names = [escape(shortened(label)) for label in labels]
    step = 1 if size <= _MOST_NAMED else 2
    cell = (height - _AXES) / size
    texts = [number(count) for count in counts]
    font = min(font_size(cell), int(cell / (_GLYPH * max(map(len, texts)))))
    traces = [
        {
            "type": "heatmap",
            "meta": "counts",
            "z": values.tolist(),
            "zmin": 0,
            "zmax": top,
            "colorscale": [[0, hue.low], [1, hue.high]],
            "showscale": False,
            "xgap": 1,
            "ygap": 1,
            "hovertemplate": "%{z:,}<extra></extra>",
        }
    ]
    if size <= _MOST_WRITTEN and font >= _LEAST_FONT:
        traces.append(
            {
                "type": "scatter",
                "meta": "numbers",
                "mode": "text",
                "x": columns,
                "y": rows,
                "text": texts,
                "textfont": {
                    "size": font,
                    "color": [text_on(mix(hue.low, hue.high, count / top)) for count in counts],
                },
                "hoverinfo": "skip",
            }
        )
    axis = {
        **BARE,
        "tickvals": list(range(0, size, step)),
        "ticktext": names[::step],
        "tickfont": {"size": max(9, min(font_size(cell), 12))},
    }
    figure: Figure = {
        "data": traces,
        "layout": {
            **LAYOUT,
            "height": height,
            "margin": {"l": 0, "r": 4, "t": 0, "b": 4},
            "xaxis": {
                **axis,
                "side": "top",
                "range": [-0.5, size - 0.5],
                "title": {"text": escape(axes[1]), "standoff": 2, "font": {"size": 12}},
                "constrain": "domain",
                "constraintoward": "left",
            },
            "yaxis": {
                **axis,
                "range": [size - 0.5, -0.5],
                "title": {"text": escape(axes[0]), "standoff": 2, "font": {"size": 12}},
                "scaleanchor": "x",
                "constrain": "domain",
                "constraintoward": "top",
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                labels,
                {
                    label: [number(count) for count in column]
                    for label, column in zip(labels, values.T.tolist(), strict=True)
                },
                " ╲ ".join(filter(None, axes)),
            ),
        ),
    )
