"""A matrix as SVG: cells with their numbers, or a raster if there are too many."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from math import ceil, isqrt, sqrt

import numpy as np
from PIL import Image

from qwk_app.figures.common import shortened
from qwk_app.figures.svg import FONT, INK, LEAST_FONT, Picture, clean, letters, width_of
from qwk_core.pictures.cells import numbered
from qwk_core.pictures.panel import Panel, Totals

MOST_NUMBERED = 20  # categories; with more, the numbers do not fit their cells

_CELL = (28, 58, 72)  # pixels: the least, the most wanted, and the most for long numbers
_RASTER = 420  # pixels of a raster
_LONGEST = 14  # characters of a category
_SHORT = 9  # characters, if longer ones would leave no room for the cells
_ROOMY = 32  # pixels of a cell that has room
_TILTED = 4  # characters; longer names above the columns are tilted


def matrix(
    panel: Panel,
    labels: Sequence[str],
    axes: tuple[str, str],
    *,
    cell: float,
    longest: int = _LONGEST,
    alone: bool = False,
) -> Picture:
    """Draw a matrix: row 0 on top, square cells, a number in each while they fit.

    Parameters
    ----------
    panel : Panel
        The matrix; beyond `MOST_NUMBERED` categories its numbers may be missing.
    labels : sequence of str, length N
        The categories, in order.
    axes : (row title, column title)
        What the rows and the columns are.
    cell : float
        Pixels, from `cell_size`: matrices side by side share it.
    longest : int
        How many characters of a category are written.
    alone : bool
        Whether the picture has only this matrix. Then the cells on the diagonal of O are framed,
        because print does not show their colour, and missing totals leave no empty place.

    Returns
    -------
    Picture
        The group of class ``panel`` has the cells, its origin their corner; its ``data-cell`` is
        their size in pixels, and its last element, a hidden frame, fits one of them.
    """
    grid = _Grid([shortened(label, longest) for label in labels], cell)
    written = grid.size <= MOST_NUMBERED
    has_totals = written and (panel.totals is not None or not alone)
    extent = grid.side + (cell if has_totals else 0)
    content = [
        f'<text y="16" font-size="16" font-weight="600" fill="{panel.ink}">'
        f"{clean(panel.title)}</text>",
        f'<g class="panel" data-name="{panel.name}" data-cell="{cell:g}" data-size="{grid.size}" '
        f'transform="translate({grid.left} {grid.above})" font-size="{FONT}">',
        _axes(axes, grid, extent),
        _names(grid),
        _cells(panel, grid.size, cell) if written else _raster(panel, grid.side),
    ]
    if written and panel.totals is not None:
        content.append(_totals(panel.totals, grid.size, cell))
        content += [_frame(at, cell) for at in range(grid.size) if alone]
    content.append(
        f'<rect class="reach" width="{grid.side:g}" height="{grid.side:g}" fill="none" '
        'pointer-events="all"/>'
        f'<rect class="frame" width="{cell:g}" height="{cell:g}" fill="none" stroke="{INK}" '
        'stroke-width="3" visibility="hidden" pointer-events="none"/></g>'
    )
    right = max(extent, grid.side + grid.lean)
    width = ceil(max(grid.left + right + 4, width_of(letters(panel.title), 16)))
    return Picture("".join(content), width, ceil(grid.above + extent + 6), panel.alt)


@dataclass(frozen=True)
class _Grid:
    """Where the cells lie, in pixels, and the names beside and above them."""

    names: Sequence[str]
    cell: float

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def side(self) -> float:
        return self.cell * self.size

    @property
    def wide(self) -> float:
        """The width of the longest name."""
        return width_of(max(map(letters, self.names)))

    @property
    def tilted(self) -> bool:
        """Whether the names above are too long to stand upright."""
        return self.wide > width_of(_TILTED)

    @property
    def left(self) -> int:
        return 30 + round(self.wide)

    @property
    def above(self) -> int:
        return 54 + (round(self.wide * sqrt(0.5)) + 4 if self.tilted else FONT)

    @property
    def lean(self) -> int:
        """How far the last tilted name reaches beyond the cells."""
        return round(self.wide * sqrt(0.5) - self.cell / 2) if self.tilted else 0


def _axes(axes: tuple[str, str], grid: _Grid, extent: float) -> str:
    """Write the titles of the axes in the middle of the cells, as long as the picture allows."""
    rooms = extent + min(grid.above, grid.cell), extent + grid.left
    rows, columns = (
        clean(shortened(axis, max(int(room / width_of(1)), 2)))
        for axis, room in zip(axes, rooms, strict=True)
    )
    middle = grid.side / 2
    return (
        f'<text x="{middle:g}" y="{28 - grid.above}" text-anchor="middle" dy="10">{columns}</text>'
        f'<text transform="translate({12 - grid.left} {middle:g}) rotate(-90)" '
        f'text-anchor="middle">{rows}</text>'
    )


def _names(grid: _Grid) -> str:
    """Write the categories beside and above; of many, only some."""
    shown = range(0, grid.size, ceil(grid.size / MOST_NUMBERED))
    places = [(clean(grid.names[at]), (at + 0.5) * grid.cell) for at in shown]
    beside = [
        f'<text x="-8" y="{place:g}" dy="0.35em" text-anchor="end">{name}</text>'
        for name, place in places
    ]
    return "".join([*beside, *(_above(name, x, tilted=grid.tilted) for name, x in places)])


def cell_size(panels: Sequence[Panel]) -> float:
    """Return the size of a cell in pixels that fits the longest number of these matrices."""
    size = isqrt(len(panels[0].shades))
    if size > MOST_NUMBERED:
        return _RASTER / size
    longest = max(letters(text) for panel in panels for text in _texts_of(panel))
    least, most, widest = _CELL
    wanted = round(width_of(longest, LEAST_FONT)) + 6
    return max(least, min(most, _RASTER // size), min(wanted, widest))


def fitted(panel: Panel, labels: Sequence[str], axes: tuple[str, str], width: int) -> Picture:
    """Draw a matrix alone, with the largest cells that fit a width in pixels.

    Parameters
    ----------
    panel, labels, axes
        As in `matrix`.
    width : int
        Pixels of the picture.

    Returns
    -------
    Picture
    """
    least, _most, widest = _CELL
    draw = partial(matrix, panel, labels, axes, alone=True)
    cell, longest = 0.0, _LONGEST
    for longest in (_LONGEST, _SHORT):
        narrow, wide = (draw(cell=size, longest=longest).width for size in (least, widest))
        a_pixel = (wide - narrow) / (widest - least)
        cell = min(least + (width - narrow) / a_pixel, widest)
        if cell >= _ROOMY:
            break
    return draw(cell=round(cell, 1), longest=longest)


def _frame(at: int, cell: float) -> str:
    """Draw a frame around a cell of the diagonal."""
    return (
        f'<rect x="{at * cell + 1:g}" y="{at * cell + 1:g}" width="{cell - 2:g}" '
        f'height="{cell - 2:g}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    )


def _texts_of(panel: Panel) -> list[str]:
    if panel.totals is None:
        return [*panel.texts]
    return [*panel.texts, *panel.totals.rows, *panel.totals.columns, panel.totals.whole]


def _above(name: str, x: float, *, tilted: bool) -> str:
    if tilted:
        return f'<text transform="translate({x + 4:g} -8) rotate(-45)">{name}</text>'
    return f'<text x="{x:g}" y="-8" text-anchor="middle">{name}</text>'


def _font(texts: Sequence[str], cell: float) -> float:
    """Return the size of text that lets the longest number fit its cell."""
    return round(min(15, 0.45 * cell, (cell - 4) / width_of(max(map(letters, texts)), 1)), 1)


def _cells(panel: Panel, size: int, cell: float) -> str:
    font = _font(panel.texts, cell)
    drawn = []
    for at, ((colour, ink), text) in enumerate(zip(panel.shades, panel.texts, strict=True)):
        row, column = divmod(at, size)
        drawn.append(
            f'<rect x="{column * cell + 1:g}" y="{row * cell + 1:g}" width="{cell - 2:g}" '
            f'height="{cell - 2:g}" fill="{colour}"/>'
            f'<text x="{(column + 0.5) * cell:g}" y="{(row + 0.5) * cell:g}" dy="0.35em" '
            f'text-anchor="middle" font-size="{font}" fill="{ink}">{text}</text>'
        )
    return "".join(drawn)


def _raster(panel: Panel, side: float) -> str:
    # One byte for each cell: with a million cells this takes a third of the time of colours.
    kinds, size = numbered(panel.shades), isqrt(len(panel.shades))
    cells = np.fromiter(map(kinds.__getitem__, panel.shades), np.uint8, size * size)
    picture = Image.fromarray(cells.reshape(size, size))
    picture.putpalette(bytes.fromhex("".join(colour[1:] for colour, _ink in kinds)))
    file = BytesIO()
    picture.save(file, "png", compress_level=6)
    packed = b64encode(file.getvalue()).decode()
    return (
        f'<image width="{side:g}" height="{side:g}" image-rendering="pixelated" '
        f'href="data:image/png;base64,{packed}"/>'
        f'<rect width="{side:g}" height="{side:g}" fill="none" stroke="{panel.ink}"/>'
    )


def _totals(totals: Totals, size: int, cell: float) -> str:
    edge = (size + 0.5) * cell
    font = _font([*totals.rows, *totals.columns, totals.whole], cell)
    places = [
        *((edge, (at + 0.5) * cell, text) for at, text in enumerate(totals.rows)),
        *(((at + 0.5) * cell, edge, text) for at, text in enumerate(totals.columns)),
        (edge, edge, totals.whole),
    ]
    return (
        f'<g font-size="{font}" text-anchor="middle">'
        + "".join(f'<text x="{x:g}" y="{y:g}" dy="0.35em">{text}</text>' for x, y, text in places)
        + "</g>"
    )
