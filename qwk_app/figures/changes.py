"""What one more item would do to κ, cell by cell."""

from collections.abc import Sequence
from html import escape

import numpy as np

from qwk_app.figures.common import Cell, Figure, Matrix
from qwk_app.figures.matrix import matrix
from qwk_app.shared.hues import Palette, mix, text_on


def changes(
    values: Matrix,
    texts: Sequence[str],
    notes: Sequence[str],
    note: str,
    labels: Sequence[str],
    *,
    palette: Palette,
    cell: Cell,
    axes: tuple[str, str],
    height: int,
    width: int,
) -> Figure:
    """Draw a matrix of changes: what lifts κ in one hue, what lowers it in another.

    Parameters
    ----------
    values : ndarray (N, N)
        By how much κ changes; nan where there is no κ to change.
    texts, notes : sequence of str, length N²
        What stands in each cell, and what is said of it alone, in reading order.
    note : str
        What a cell says when it is pointed at, with ``{note}`` for its own.
    labels : sequence of str, length N
        The categories, in order.
    palette, cell, axes, height, width
        As `matrix` takes them.

    Returns
    -------
    dict
        A Plotly figure: trace 0 the colours, trace 1 the numbers, which a click meets.
    """
    rise, fall = palette.kappa, palette.fall
    sizes = np.nan_to_num(np.abs(values))
    figure = matrix(
        sizes, labels, rise, palette=palette, cell=cell, axes=axes, height=height, width=width
    )
    colours, cells = figure["data"]
    top = float(sizes.max()) or 1.0
    shown = np.nan_to_num(values)
    colours |= {
        "z": [[float(f"{value:.3g}") for value in row] for row in shown.tolist()],
        "zmin": -top,
        "zmax": top,
        "colorscale": [[0, fall.high], [0.5, fall.low], [0.5, rise.low], [1, rise.high]],
    }
    hues = [fall if value < 0 else rise for value in shown.ravel().tolist()]
    shares = (sizes / top).ravel().tolist()
    cells["text"] = [escape(text) for text in texts]
    cells["textfont"]["color"] = [
        text_on(mix(hue.low, hue.high, share)) for hue, share in zip(hues, shares, strict=True)
    ]
    # Five characters stand where four fit, and their sign must not touch the edge.
    cells["textfont"]["size"] = max(6, min(13, cells["textfont"]["size"] - 2))
    cells["hovertext"] = [escape(one) for one in notes]
    cells["hovertemplate"] = escape(note).replace("{note}", "%{hovertext}") + "<extra></extra>"
    return figure
