"""The pattern of a matrix of counts, for a card."""

import numpy as np

from qwk_app.figures.common import Matrix
from qwk_core.pictures.hues import Palette, mix


def miniature(values: Matrix, *, palette: Palette) -> str:
    """Draw the pattern of a matrix alone, shape (N, N), as an SVG of a few hundred bytes."""
    hue, size = palette.observed, len(values)
    top = max(values.max().item(), 1)
    squares: dict[str, str] = {}
    for (row, column), count in np.ndenumerate(values):
        shade = bytes(mix(hue.low, hue.high, 0.25 + 0.75 * count / top)).hex() if count else ""
        if shade:
            squares[shade] = squares.get(shade, "") + f"M{column} {row}.5h.94"
    ground = f'<rect width="{size}" height="{size}" fill="{hue.low}"/>'
    # A thick line a cell is shorter than a square.
    paths = "".join(f'<path stroke="#{shade}" d="{d}"/>' for shade, d in squares.items())
    return (
        f'<svg width="96" height="96" viewBox="0 0 {size} {size}" stroke-width=".94">'
        f"{ground}{paths}</svg>"
    )
