"""Where do pieces lie that fill a box without gaps? A squarified treemap, from the floor up.

Bruls, M., Huizing, K. & van Wijk, J. (2000). Squarified treemaps. Data Visualization 2000, 33–42.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """What fills a part of the box: its area in tiles, what it is, and its area as written."""

    area: float
    name: str
    text: str


@dataclass(frozen=True)
class Place:
    """Where a piece lies: its lower left corner and its size; y counts from the floor."""

    x: float
    y: float
    width: float
    height: float


def press(areas: Sequence[float], width: float) -> list[Place]:
    """Return where pieces lie that fill a box of that width, the largest first.

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
    """Return how many pieces make the row whose worst piece is nearest to a square."""
    n = 1
    while n < len(areas) and _worst(areas[: n + 1], side) <= _worst(areas[:n], side):
        n += 1
    return n


def _worst(row: list[float], side: float) -> float:
    total = sum(row)
    return max(side**2 * max(row) / total**2, total**2 / (side**2 * min(row)))


def _lay(row: list[float], room: Place, side: float, places: list[Place]) -> Place:
    """Lay a row along the shorter side of the room, and return the room that is left."""
    thick, along = sum(row) / side, 0.0
    lying = room.width <= room.height  # on the floor; else a column at the left
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
