"""Pictures as SVG, for what leaves the app: a report and a paper need neither Plotly nor a net.

Colours are those of the light theme: what is printed, is printed on white.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from math import ceil, floor, isnan, sqrt
from unicodedata import east_asian_width

import numpy as np
from PIL import Image

from qwk_app.figures.common import Cell
from qwk_app.figures.treemap import Piece, press
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.cells import Shading
from qwk_core.pictures.hues import LIGHT

MOST_NUMBERED = 20  # categories; beyond, the numbers would not fit their cells

_INK = LIGHT.ink
_GLYPH = 0.56  # of a font's size: how wide a character is, on average
_FONT = 13  # pixels, of titles and names
_LEAST_FONT = 9  # pixels, of a number in a cell
_CELL = (28, 58, 72)  # pixels: the least, the most wanted, and the most for long numbers
_RASTER = 420  # pixels, where cells are too many to be numbered
_LONGEST = 14, 24  # characters of a category and of a group
_TILTED = 4  # characters; longer names above the columns are tilted
_GAP = 24  # pixels between two pictures of a figure
_EDGE = 12  # pixels around them
_ROW = 30  # pixels of a row of a forest
_SPAN = 360  # pixels of a forest's axis
# Characters that XML does not know at all.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Panel:
    """A matrix to be drawn, with its numbers as written, cell by cell in reading order.

    `ink` is the colour of its title. `totals` are those of its rows, of its columns, and of all;
    where the matrix has none, their place stays empty. Neither these nor the numbers are needed
    beyond `MOST_NUMBERED` categories.
    """

    name: str
    title: str
    ink: str
    shading: Shading
    texts: Sequence[str]
    totals: tuple[Sequence[str], Sequence[str], str] | None = None


@dataclass(frozen=True)
class Picture:
    """A drawing: what is inside of an SVG of that many pixels, and its words for who sees none."""

    content: str
    width: int
    height: int
    alt: str

    def svg(self, *, at: Cell | None = None) -> str:
        """Return the SVG element; `at` places it within another."""
        place = "" if at is None else f' x="{at[0]}" y="{at[1]}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg"{place} width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{_INK}">'
            f"<title>{clean(self.alt)}</title>{self.content}</svg>"
        )


def clean(text: object) -> str:
    """Return text such that neither HTML nor XML finds markup in it, or what they cannot hold.

    >>> clean('<b> & "\\x00"')
    '&lt;b&gt; &amp; &quot;\ufffd&quot;'
    """
    return escape(printable(str(text)))


def printable(text: str) -> str:
    """Return text with a mark in place of each character that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


def together(pictures: Sequence[Picture], columns: int, alt: str) -> Picture:
    """Return one picture of several side by side, on white."""
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    placed, below, width = ['<rect width="100%" height="100%" fill="#fff"/>'], _EDGE, 0
    for row in rows:
        right = _EDGE
        for picture in row:
            placed.append(picture.svg(at=(right, below)))
            right += picture.width + _GAP
        width = max(width, right - _GAP + _EDGE)
        below += max(picture.height for picture in row) + _GAP
    return Picture("".join(placed), width, below - _GAP + _EDGE, alt)


def matrix(
    panel: Panel, labels: Sequence[str], axes: tuple[str, str], alt: str, *, cell: float
) -> Picture:
    """Draw a matrix: row 0 on top, square cells, a number in each while they fit.

    Parameters
    ----------
    panel : Panel
        The matrix.
    labels : sequence of str, length N
        The categories, in order.
    axes : (row title, column title)
        What the rows and the columns are.
    alt : str
        The picture in words.
    cell : float
        Pixels, from `cell_size`: matrices side by side share it.

    Returns
    -------
    Picture
        The group of class ``panel`` has the cells, its origin their corner; its ``data-cell`` is
        their size in pixels, and its last element, a hidden frame, fits one of them.
    """
    size = len(labels)
    side = cell * size
    names = [clean(_short(label, _LONGEST[0])) for label in labels]
    longest = max(_width(_short(label, _LONGEST[0])) for label in labels)
    tilted = longest > _TILTED
    left = 30 + round(_GLYPH * _FONT * longest)
    above = 54 + (round(_GLYPH * _FONT * longest * sqrt(0.5)) + 4 if tilted else _FONT)
    every = ceil(size / MOST_NUMBERED)  # of many names, as many as can be read
    shown = range(0, size, every)
    content = [
        f'<text y="16" font-size="16" font-weight="600" fill="{panel.ink}">'
        f"{clean(panel.title)}</text>",
        f'<g class="panel" data-name="{panel.name}" data-cell="{cell:g}" data-size="{size}" '
        f'transform="translate({left} {above})" font-size="{_FONT}">',
        f'<text x="{side / 2:g}" y="{28 - above}" text-anchor="middle" dy="10">'
        f"{clean(axes[1])}</text>",
        f'<text transform="translate({12 - left} {side / 2:g}) rotate(-90)" '
        f'text-anchor="middle">{clean(axes[0])}</text>',
        *(
            f'<text x="-8" y="{(at + 0.5) * cell:g}" dy="0.35em" text-anchor="end">'
            f"{names[at]}</text>"
            for at in shown
        ),
        *(_above(names[at], (at + 0.5) * cell, tilted=tilted) for at in shown),
        _cells(panel, size, cell) if size <= MOST_NUMBERED else _raster(panel, side),
    ]
    extent = side
    if size <= MOST_NUMBERED:
        extent += cell
        if panel.totals is not None:
            content.append(_totals(panel.totals, size, cell))
    content.append(
        f'<rect class="reach" width="{side:g}" height="{side:g}" fill="none" '
        'pointer-events="all"/>'
        f'<rect class="frame" width="{cell:g}" height="{cell:g}" fill="none" stroke="{_INK}" '
        'stroke-width="3" visibility="hidden" pointer-events="none"/></g>'
    )
    # The last tilted name leans out over the cells.
    lean = round(_GLYPH * _FONT * longest * sqrt(0.5) - cell / 2) if tilted else 0
    width = ceil(left + max(extent, side + lean) + 4)
    return Picture("".join(content), width, ceil(above + extent + 6), alt)


def cell_size(panels: Sequence[Panel]) -> float:
    """Return how many pixels a cell takes that the longest number of these matrices fits."""
    size = len(panels[0].shading.cells)
    if size > MOST_NUMBERED:
        return _RASTER / size
    longest = max(_width(text) for panel in panels for text in _texts_of(panel))
    least, most, widest = _CELL
    wanted = round(_GLYPH * _LEAST_FONT * longest) + 6
    return max(least, min(most, _RASTER // size), min(wanted, widest))


def _texts_of(panel: Panel) -> list[str]:
    if panel.totals is None:
        return [*panel.texts]
    rows, columns, whole = panel.totals
    return [*panel.texts, *rows, *columns, whole]


def _above(name: str, x: float, *, tilted: bool) -> str:
    if tilted:
        return f'<text transform="translate({x + 4:g} -8) rotate(-45)">{name}</text>'
    return f'<text x="{x:g}" y="-8" text-anchor="middle">{name}</text>'


def _font(texts: Sequence[str], cell: float) -> float:
    """Return the size of text that lets the longest number fit its cell."""
    return round(min(15, 0.4 * cell, (cell - 4) / (_GLYPH * max(map(_width, texts)))), 1)


def _cells(panel: Panel, size: int, cell: float) -> str:
    font = _font(panel.texts, cell)
    drawn = []
    for at, ((colour, ink), text) in enumerate(zip(panel.shading.listed, panel.texts, strict=True)):
        row, column = divmod(at, size)
        drawn.append(
            f'<rect x="{column * cell + 1:g}" y="{row * cell + 1:g}" width="{cell - 2:g}" '
            f'height="{cell - 2:g}" fill="{colour}"/>'
            f'<text x="{(column + 0.5) * cell:g}" y="{(row + 0.5) * cell:g}" dy="0.35em" '
            f'text-anchor="middle" font-size="{font}" fill="{ink}">{text}</text>'
        )
    return "".join(drawn)


def _raster(panel: Panel, side: float) -> str:
    # A byte a cell: a million cells are packed in a third of the time that colours take.
    picture = Image.fromarray(panel.shading.cells.astype(np.uint8))
    picture.putpalette(bytes.fromhex("".join(colour[1:] for colour, _ink in panel.shading.kinds)))
    file = BytesIO()
    picture.save(file, "png", compress_level=6)
    packed = b64encode(file.getvalue()).decode()
    return (
        f'<image width="{side:g}" height="{side:g}" image-rendering="pixelated" '
        f'href="data:image/png;base64,{packed}"/>'
        f'<rect width="{side:g}" height="{side:g}" fill="none" stroke="{panel.ink}"/>'
    )


def _totals(totals: tuple[Sequence[str], Sequence[str], str], size: int, cell: float) -> str:
    rows, columns, whole = totals
    edge = (size + 0.5) * cell
    font = _font([*rows, *columns, whole], cell)
    places = [
        *((edge, (at + 0.5) * cell, text) for at, text in enumerate(rows)),
        *(((at + 0.5) * cell, edge, text) for at, text in enumerate(columns)),
        (edge, edge, whole),
    ]
    return (
        f'<g font-size="{font}" text-anchor="middle">'
        + "".join(f'<text x="{x:g}" y="{y:g}" dy="0.35em">{text}</text>' for x, y, text in places)
        + "</g>"
    )


_BOX = 560, 360  # pixels: the width of the box, and the height of what is drawn
_LEAST_PIECE = 34  # pixels; smaller pieces have no words


def box(pieces: Sequence[Piece], area: float, empty: str, alt: str) -> Picture:
    """Draw a box of an area in tiles, and in it, from the floor up, pieces that fill a part of it.

    What has no room lies above the rim, in red. `empty` stands in what stays free.
    """
    wide, high = _BOX
    spent = sum(piece.area for piece in pieces)
    tile = (wide * high / max(area, spent)) ** 0.5  # pixels of a tile's side
    floor, rim = _EDGE + high, _EDGE + high - area * tile**2 / wide
    content = [
        f'<rect x="{_EDGE}" y="{rim:.1f}" width="{wide}" height="{floor - rim:.1f}" '
        f'fill="{LIGHT.kappa.low}"/>'
    ]
    areas = [piece.area for piece in pieces]
    for piece, place in zip(pieces, press(areas, wide / tile), strict=True):
        x, width = _EDGE + place.x * tile, place.width * tile
        height = place.height * tile
        y = floor - place.y * tile - height
        content.append(_piece(piece, (x, y, width, height), over=y < rim - 1))
    content.append(
        f'<rect x="{_EDGE}" y="{rim:.1f}" width="{wide}" height="{floor - rim:.1f}" fill="none" '
        f'stroke="{LIGHT.expected.high}" stroke-width="3"/>'
    )
    free = floor - spent * tile**2 / wide - rim
    if free > 1.5 * _FONT:
        content.append(
            f'<text x="{_EDGE + wide / 2:g}" y="{rim + free / 2:.1f}" dy="0.35em" '
            f'text-anchor="middle" font-size="{min(28, free - _FONT / 2):.1f}" font-weight="600" '
            f'fill="{LIGHT.kappa.ink}">{clean(empty)}</text>'
        )
    return Picture("".join(content), wide + 2 * _EDGE, high + 2 * _EDGE, alt)


def _piece(piece: Piece, where: tuple[float, float, float, float], *, over: bool) -> str:
    x, y, width, height = where
    fill = LIGHT.fall.high if over else LIGHT.weights.high
    drawn = (
        f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 0):.1f}" '
        f'height="{max(height - 1, 0):.1f}" fill="{fill}"/>'
    )
    words = [piece.name, piece.text] if height > 2 * _LEAST_PIECE else [piece.name]
    longest = max(map(_width, words))
    font = min(_FONT, (width - 6) / (_GLYPH * longest))
    if height < _LEAST_PIECE or font < _LEAST_FONT:
        return drawn
    middle, first = x + width / 2, y + height / 2 - (len(words) - 1) * 0.6 * font
    return drawn + "".join(
        f'<text x="{middle:.1f}" y="{first + at * 1.2 * font:.1f}" dy="0.35em" '
        f'text-anchor="middle" font-size="{font:.1f}" fill="#FFF">{clean(word)}</text>'
        for at, word in enumerate(words)
    )


@dataclass(frozen=True)
class Row:
    """A row of a forest: a kappa and the ends of its interval, nan where there is none."""

    name: str
    kappa: float
    low: float
    high: float
    whole: bool = False


def forest(rows: Sequence[Row], axis: str, alt: str, *, decimals: int = 3) -> Picture:
    """Draw kappas with their intervals, one below the other; what is of the whole, as a diamond.

    The axis runs from the least end, or 0, to 1.
    """
    ends = [end for row in rows for end in (row.kappa, row.low) if not isnan(end)]
    lowest = min(0.0, max(-1.0, floor(min(ends, default=0.0) * 4) / 4))
    left = 16 + round(_GLYPH * _FONT * max(_width(_short(row.name, _LONGEST[1])) for row in rows))
    noted = [_note(row, decimals) for row in rows]
    right = 24 + round(_GLYPH * _FONT * max(map(_width, noted)))
    below = len(rows) * _ROW

    def place(kappa: float) -> float:
        return left + _SPAN * (min(max(kappa, lowest), 1) - lowest) / (1 - lowest)

    ticks = np.arange(lowest, 1.01, 0.25 if lowest > -0.6 else 0.5).tolist()
    content = [
        f'<g font-size="{_FONT}">',
        *(
            f'<line x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="0" y2="{below}" '
            f'stroke="{LIGHT.plain.high}" stroke-opacity="{1 if tick == 0 else 0.3}"/>'
            f'<text x="{place(tick):.1f}" y="{below + 18}" text-anchor="middle">'
            f"{number(tick)}</text>"
            for tick in ticks
        ),
        f'<text x="{left + _SPAN / 2:g}" y="{below + 38}" text-anchor="middle">'
        f"{clean(axis)}</text>",
    ]
    for at, (row, note) in enumerate(zip(rows, noted, strict=True)):
        y = (at + 0.5) * _ROW
        weight = ' font-weight="600"' if row.whole else ""
        content.append(
            f'<text x="{left - 10}" y="{y:g}" dy="0.35em" text-anchor="end"{weight}>'
            f"{clean(_short(row.name, _LONGEST[1]))}</text>"
            f'<text x="{left + _SPAN + 14}" y="{y:g}" dy="0.35em"{weight}>{clean(note)}</text>'
        )
        content.append(_estimate(row, y, place))
    return Picture("".join([*content, "</g>"]), left + _SPAN + right, below + 48, alt)


def _estimate(row: Row, y: float, place: Callable[[float], float]) -> str:
    """Draw a kappa on its interval, as far as both are defined."""
    green, drawn = LIGHT.kappa.high, ""
    if not isnan(row.low):
        drawn += (
            f'<line x1="{place(row.low):.1f}" x2="{place(row.high):.1f}" y1="{y:g}" '
            f'y2="{y:g}" stroke="{green}" stroke-width="3"/>'
        )
    if not isnan(row.kappa):
        turn = " rotate(45)" if row.whole else ""
        drawn += (
            f'<rect x="-5" y="-5" width="10" height="10" fill="{green}" '
            f'transform="translate({place(row.kappa):.1f} {y:g}){turn}"/>'
        )
    return drawn


def _width(text: str) -> int:
    """Return how many letters a text is as wide as: a Chinese sign is as wide as two."""
    return sum(2 if east_asian_width(sign) in "FW" else 1 for sign in text)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _note(row: Row, decimals: int) -> str:
    kappa = kappa_text(row.kappa, decimals)
    if isnan(row.low):
        return kappa
    low, high = kappa_text(row.low, decimals), kappa_text(row.high, decimals)
    return _("{kappa} [{low} to {high}]", kappa=kappa, low=low, high=high)
