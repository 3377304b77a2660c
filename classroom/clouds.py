"""Clouds of dots: pictures with a known category, which need no language."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from classroom.rooms import Item

CATEGORIES = (1, 2, 3, 4, 5)
_DOTS = (14, 24, 40, 66, 110)  # in each category, each 5/3 of the one before
_UNSTEADY = 0.18  # the share by which a cloud may differ: neighbouring categories nearly meet
_SIDE = 300
_RADIUS = 5
_APART = 12  # pixels between two centres
_TRIES = 4_000  # enough: far more dots than needed would fit


def new_clouds(n: int, seed: int) -> tuple[Item, ...]:
    """Return `n` clouds in random order, all categories about equally often.

    >>> [cloud.reference for cloud in new_clouds(5, 1)]
    [2, 3, 4, 0, 1]
    """
    dice = random.Random(seed)
    places = [at % len(CATEGORIES) for at in range(n)]
    dice.shuffle(places)
    return tuple(Item(f"{_size(place, dice)}:{dice.randrange(10**6)}", place) for place in places)


def _size(place: int, dice: random.Random) -> int:
    return round(_DOTS[place] * (1 + dice.uniform(-_UNSTEADY, _UNSTEADY)))


def n_dots(text: str) -> int:
    """Return the number of dots of a cloud.

    >>> n_dots("40:7")
    40
    """
    return int(text.partition(":")[0])


@lru_cache(maxsize=2_000)  # a class sees the same clouds: each is drawn once
def picture(text: str) -> str:
    """Return a cloud as SVG, the same for the same text; dark dots on white in both themes.

    >>> picture("24:7").count("<circle")
    24
    """
    size, _colon, seed = text.partition(":")
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS}"/>' for x, y in _places(int(size), int(seed))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}" '
        f'width="{_SIDE}" height="{_SIDE}">'
        f'<rect width="{_SIDE}" height="{_SIDE}" fill="#fff"/><g fill="#1B2430">{dots}</g></svg>'
    )


def _places(n: int, seed: int) -> Sequence[tuple[int, int]]:
    """Draw random places until enough of them are apart from all others."""
    dice = random.Random(seed)
    found: list[tuple[int, int]] = []
    for _try in range(_TRIES):
        if len(found) == n:
            break
        x, y = (dice.randrange(_APART, _SIDE - _APART) for _axis in "xy")
        if all((x - a) ** 2 + (y - b) ** 2 >= _APART**2 for a, b in found):
            found.append((x, y))
    return found
