"""The cells of a matrix: the number that is written in each, and its shade.

Agreement is grey, by its count. A miss has the matrix's own colour, by what it costs. A cell with 0
has no colour. Equal depths mean equal numbers in all matrices that share a scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qwk_core.pictures.hues import Hue, Palette, mix, text_on
from qwk_core.ratings import Array

Shade = tuple[str, str]  # of a cell: its background, and the number on it
Write = Callable[[float, int], str]  # a number and its decimals, as text

HIDDEN = "?"

_STEPS = 15  # of a colour scale: more could not be told apart
_LEAST = 0.14  # how far the lightest cell that is not 0 goes towards the full colour
_WHOLE = 100  # numbers from here on are written without decimals
_EXACT = 4  # places, as in a sentence about one cell


def numbered(shades: Iterable[Shade]) -> dict[Shade, int]:
    """Return a number for each shade: a drawing lists the shades once, and cells have numbers.

    Parameters
    ----------
    shades : iterable of (background, ink)
        Of many cells.

    Returns
    -------
    dict of (background, ink) to int
        From 0, in the order in which they first occur.

    Examples
    --------
    >>> numbered([("#FFF", "#000"), ("#111", "#FFF"), ("#FFF", "#000")])
    {('#FFF', '#000'): 0, ('#111', '#FFF'): 1}
    """
    return {shade: at for at, shade in enumerate(dict.fromkeys(shades))}


@lru_cache(maxsize=4096)  # a page writes hundreds of numbers, and most of them again and again
def write_number(value: float, decimals: int = 2) -> str:
    """Write a number in English with a true minus and no trailing zeros.

    A value that would round to 0 keeps one digit instead.

    Parameters
    ----------
    value : float
        The number; nan becomes a dash.
    decimals : int, default 2
        The most places behind the point.

    Returns
    -------
    str

    Examples
    --------
    >>> write_number(3.0), write_number(-0.13924), write_number(1234567), write_number(0.0001)
    ('3', '−0.14', '1,234,567', '0.0001')
    """
    if math.isnan(value):
        return "–"
    value += 0.0  # takes the sign from a minus zero
    if value and abs(value) < 0.5 * 10**-decimals:
        text = f"{value:.1g}"
    else:
        text = f"{value:,.{decimals}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")


def cell_texts(values: Array, decimals: int = 2, *, write: Write = write_number) -> tuple[str, ...]:
    """Write the numbers of a matrix in reading order; large ones are whole.

    Parameters
    ----------
    values : ndarray, any shape
        The numbers.
    decimals : int, default 2
        The most places behind the point.
    write : callable, optional
        Writes a number with so many decimals, in another language for one; English without.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> cell_texts(np.array([[1.6667, 9.9999], [99_999.0001, 0.0]]))
    ('1.67', '9.9999', '99,999', '0')
    """
    listed = values.ravel().tolist()
    written = {value: _text(value, decimals, write) for value in set(listed)}  # most come again
    return tuple(written[value] for value in listed)


def _text(value: float, decimals: int, write: Write) -> str:
    if abs(value) >= _WHOLE:
        return write(value, 0)
    # What is not whole does not look whole: a sentence beside the matrix has four places.
    rounded = round(float(value), decimals)
    return write(value, _EXACT if rounded and rounded.is_integer() else decimals)


def empty(palette: Palette) -> Shade:
    """Return the shade of a cell that holds nothing: the page's own, its 0 in a faint grey.

    Parameters
    ----------
    palette : Palette
        The colours of the page.

    Returns
    -------
    (background, ink)
    """
    return palette.page, palette.plain.high


def by_value(values: Array, top: float, hue: Hue, palette: Palette) -> tuple[Shade, ...]:
    """Colour a matrix by its values: `top` has the full colour, 0 has none.

    Parameters
    ----------
    values : ndarray, shape (N, N)
        The numbers, none below 0.
    top : float
        What takes the full colour.
    hue : Hue
        The matrix's own colour.
    palette : Palette
        The colours of the page.

    Returns
    -------
    tuple of (background, ink), length N × N
        The shade of each cell, in reading order.

    Examples
    --------
    >>> from qwk_core.pictures.hues import LIGHT
    >>> by_value(np.array([[0.0, 1.0], [4.0, 0.0]]), 4.0, LIGHT.observed, LIGHT)[:3]
    (('#FFFFFF', '#6B7280'), ('#a0bddd', '#000'), ('#1b5faa', '#FFF'))
    """
    cells = np.where(values > 0, 1 + _steps(values, top), 0)
    return _listed((empty(palette), *_ramp(hue)), cells)


def counted(
    values: Array, costs: Array, tops: tuple[float, float], hue: Hue, palette: Palette
) -> tuple[Shade, ...]:
    """Colour a matrix of counts: agreement in grey, misses by what they cost.

    Parameters
    ----------
    values : ndarray, shape (N, N)
        Items in each cell: their share of the first top is the depth of the grey.
    costs : ndarray, shape (N, N)
        What they cost: the share of the second top is the depth of the hue.
    tops : (count, cost)
        What takes the full colour. O and E share both, so that equal depths mean equal numbers.
    hue : Hue
        The matrix's own colour.
    palette : Palette
        The colours of the page.

    Returns
    -------
    tuple of (background, ink), length N × N
        The shade of each cell, in reading order.

    Examples
    --------
    >>> from qwk_core.pictures.hues import LIGHT
    >>> values, costs = np.array([[4, 1], [0, 2]]), np.array([[0, 1.0], [0, 0]])
    >>> counted(values, costs, (4, 1.0), LIGHT.observed, LIGHT)[:2]
    (('#6b7280', '#FFF'), ('#1b5faa', '#FFF'))
    """
    most, dearest = tops
    misses = np.where(values != 0, _STEPS + 2 + _steps(costs, dearest), 0)
    agreement = np.where(values > 0, 1 + _steps(values, most), 0)
    cells = np.where(np.eye(len(values), dtype=bool), agreement, misses)
    return _listed((empty(palette), *_ramp(palette.plain), *_ramp(hue)), cells)


def changed(values: Array, rise: Hue, fall: Hue, palette: Palette) -> tuple[Shade, ...]:
    """Colour changes: a rise in one hue, a fall in the other.

    Parameters
    ----------
    values : ndarray, shape (N, N)
        The changes; nan stays empty. The largest has the full colour.
    rise, fall : Hue
        The colours of what is above 0, and of what is below.
    palette : Palette
        The colours of the page.

    Returns
    -------
    tuple of (background, ink), length N × N
        The shade of each cell, in reading order.

    Examples
    --------
    >>> from qwk_core.pictures.hues import LIGHT
    >>> changes = np.array([[0.0, 0.3], [-0.3, np.nan]])
    >>> changed(changes, LIGHT.kappa, LIGHT.fall, LIGHT)[1:3]
    (('#1a7340', '#FFF'), ('#a61e4d', '#FFF'))
    """
    sizes = np.nan_to_num(np.abs(values))
    steps = _steps(sizes, float(sizes.max())) + np.where(values < 0, _STEPS + 2, 1)
    return _listed((empty(palette), *_ramp(rise), *_ramp(fall)), np.where(sizes > 0, steps, 0))


def _listed(shades: Sequence[Shade], cells: NDArray[np.intp]) -> tuple[Shade, ...]:
    """Return the shade of each cell in reading order; `cells` have their places, shape (N, N)."""
    return tuple(shades[at] for at in cells.ravel().tolist())


def _steps(values: Array, top: float) -> NDArray[np.intp]:
    """Return how deep each colour is, in whole steps from 0; values of shape (N, N)."""
    shares = np.clip(values / top, 0, 1) if top > 0 else np.zeros(values.shape)
    return np.rint(_STEPS * np.nan_to_num(shares)).astype(np.intp)


@lru_cache(maxsize=64)
def _ramp(hue: Hue) -> tuple[Shade, ...]:
    """Return the shades of a hue, from the lightest."""
    shares = [_LEAST + (1 - _LEAST) * step / _STEPS for step in range(_STEPS + 1)]
    colours = [mix(hue.low, hue.high, share) for share in shares]
    return tuple((f"#{bytes(colour).hex()}", text_on(colour)) for colour in colours)
