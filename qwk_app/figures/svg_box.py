"""The picture of kappa as SVG: a box with pieces that fill a part of it.

The pieces are a squarified treemap, from the bottom up: Bruls, M., Huizing, K. & van Wijk, J.
(2000). Squarified treemaps. Data Visualization 2000, 33–42.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from qwk_app.figures.svg import EDGE, FONT, LEAST_FONT, Picture, clean, letters, width_of
from qwk_core.pictures.hues import LIGHT

WIDTH = 584  # pixels of a picture on a page
_HIGH = 360 / 560  # of the box's width: the height of what is drawn
_LINE = 17  # pixels of a line of words; smaller pieces have none


@dataclass(frozen=True)
class Piece:
    """A piece in the box: its area in tiles, its name, and its area as text."""

    area: float
    name: str
    text: str


def box(
    pieces: Sequence[Piece], area: float, empty: str, alt: str, *, width: int = WIDTH
) -> Picture:
    """Draw a box of an area in tiles, with pieces that fill it from the bottom up.

    Pieces without room are above the box, in red. `empty` is the text in the empty part.
    """
    wide = width - 2 * EDGE
    high = round(wide * _HIGH)
    spent = sum(piece.area for piece in pieces)
    tile = (wide * high / max(area, spent)) ** 0.5  # pixels of a tile's side
    floor, rim = EDGE + high, EDGE + high - area * tile**2 / wide
    content = [
        f'<rect x="{EDGE}" y="{rim:.1f}" width="{wide}" height="{floor - rim:.1f}" '
        f'fill="{LIGHT.kappa.low}"/>'
    ]
    areas = [piece.area for piece in pieces]
    for piece, place in zip(pieces, press(areas, wide / tile), strict=True):
        x, width = EDGE + place.x * tile, place.width * tile
        height = place.height * tile
        y = floor - place.y * tile - height
        content.append(_piece(piece, (x, y, width, height), over=y < rim - 1))
    content.append(
        f'<rect x="{EDGE}" y="{rim:.1f}" width="{wide}" height="{floor - rim:.1f}" fill="none" '
        f'stroke="{LIGHT.expected.high}" stroke-width="3"/>'
    )
    free = floor - spent * tile**2 / wide - rim
    if free > 1.5 * FONT:
        size = min(wide / 20, free - FONT / 2)
        content.append(
            f'<text x="{EDGE + wide / 2:g}" y="{rim + free / 2:.1f}" dy="0.35em" '
            f'text-anchor="middle" font-size="{size:.1f}" font-weight="600" '
            f'fill="{LIGHT.kappa.ink}">{clean(empty)}</text>'
        )
    return Picture("".join(content), wide + 2 * EDGE, high + 2 * EDGE, alt)


def _piece(piece: Piece, where: tuple[float, float, float, float], *, over: bool) -> str:
    x, y, width, height = where
    fill = LIGHT.fall.high if over else LIGHT.weights.high
    drawn = (
        f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 0):.1f}" '
        f'height="{max(height - 1, 0):.1f}" fill="{fill}"/>'
    )
    for words in ([piece.name, piece.text], [piece.name]):  # a bare number looks like a category
        font = min(FONT, (width - 6) / width_of(max(map(letters, words)), 1))
        if height >= len(words) * _LINE and font >= LEAST_FONT:
            break
    else:
        return drawn
    middle, first = x + width / 2, y + height / 2 - (len(words) - 1) * 0.6 * font
    return drawn + "".join(
        f'<text x="{middle:.1f}" y="{first + at * 1.2 * font:.1f}" dy="0.35em" '
        f'text-anchor="middle" font-size="{font:.1f}" fill="#FFF">{clean(word)}</text>'
        for at, word in enumerate(words)
    )


@dataclass(frozen=True)
class Place:
    """The place of a piece: its lower left corner and its size; y counts from the bottom."""

    x: float
    y: float
    width: float
    height: float


def press(areas: Sequence[float], width: float) -> list[Place]:
    """Return the places of pieces that fill a box of that width, the largest first.

    >>> press([4.0, 2.0, 2.0], 4.0)[0]
    Place(x=0.0, y=0.0, width=2.0, height=2.0)
    """
    places: list[Place] = []
    room = Place(0.0, 0.0, width, sum(areas) / width)
    left = list(areas)
    while left:
        side = min(room.width, room.height)
        n = _best_row(left, side)
        row, left = left[:n], left[n:]
        room = _lay(row, room, side, places)
    return places


def _best_row(areas: list[float], side: float) -> int:
    """Return the number of pieces in the row whose worst piece is nearest to a square."""
    n = 1
    while n < len(areas) and _worst(areas[: n + 1], side) <= _worst(areas[:n], side):
        n += 1
    return n


def _worst(row: list[float], side: float) -> float:
    total = sum(row)
    return max(side**2 * max(row) / total**2, total**2 / (side**2 * min(row)))


def _lay(row: list[float], room: Place, side: float, places: list[Place]) -> Place:
    """Put a row along the shorter side of the room; return the remaining room."""
    thick, along = sum(row) / side, 0.0
    lying = room.width <= room.height  # at the bottom; otherwise a column at the left
    for area in row:
        long = area / thick
        if lying:
            places.append(Place(room.x + along, room.y, long, thick))
        else:
            places.append(Place(room.x, room.y + along, thick, long))
        along += long
    if lying:
        return Place(room.x, room.y + thick, room.width, room.height - thick)
    return Place(room.x + thick, room.y, room.width - thick, room.height)
