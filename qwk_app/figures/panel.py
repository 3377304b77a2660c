"""A matrix as a heatmap: what stands in each cell, and how it is coloured.

This is the one home for what O, w, E and their products look like. The browser draws a panel
(qwk_app/browser/matrices.js); `vector` draws one for the report.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from qwk_app.figures.chart import Table
from qwk_app.figures.common import Matrix
from qwk_app.shared.hues import Hue, Palette, mix, text_on
from qwk_app.words.numbers import number

Shade = tuple[str, str]  # of a cell: its background, and the number on it
HIDDEN = "?"

_STEPS = 15  # of a colour scale: more could not be told apart
_LEAST = 0.14  # how far the lightest cell that is not 0 goes towards the full colour
_WHOLE = 100  # numbers from here on are written without decimals
_EXACT = 4  # places, as in a sentence about one cell
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Totals:
    """The totals beside a matrix: of its rows, of its columns, and of all, as they are written."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    whole: str


@dataclass(frozen=True)
class Panel:
    """A matrix ready to be drawn: a text and a shade for each cell, in reading order."""

    name: str
    symbol: str
    title: str
    ink: str
    texts: tuple[str, ...]
    shades: tuple[Shade, ...]
    totals: Totals | None = None
    alt: str = ""

    def data(self) -> dict[str, Any]:
        """Return the panel as the browser takes it; lists are joined, which is shorter."""
        kinds = list(dict.fromkeys(self.shades))
        of = {shade: DIGITS[at] for at, shade in enumerate(kinds)}
        totals = self.totals and {
            "rows": "\t".join(self.totals.rows),
            "columns": "\t".join(self.totals.columns),
            "whole": self.totals.whole,
        }
        return {
            "name": self.name,
            "symbol": self.symbol,
            "title": self.title,
            "ink": self.ink,
            "texts": "\t".join(self.texts),
            "cells": "".join(of[shade] for shade in self.shades),
            "shades": kinds,
            "totals": totals,
            "alt": self.alt,
        }

    def table(self, labels: Sequence[str], axes: tuple[str, str]) -> Table:
        """Return the panel as a table: what a reader sees, no more."""
        size = len(labels)
        rows = [self.texts[at : at + size] for at in range(0, size * size, size)]
        names = tuple(labels)
        if self.totals is not None:
            names = (*names, "Σ")
            ends = [*self.totals.rows, self.totals.whole]
            rows = [
                (*row, end) for row, end in zip([*rows, self.totals.columns], ends, strict=True)
            ]
        corner = " ╲ ".join(axes) if all(axes) else ""
        return Table(corner, names, names, tuple(rows))


def texts(values: Matrix, decimals: int = 2) -> tuple[str, ...]:
    """Return the numbers of a matrix, shape (N, N), in reading order; large ones are whole.

    >>> texts(np.array([[1.6667, 9.9999], [99_999.0001, 0.0]]))
    ('1.67', '9.9999', '99,999', '0')
    """
    return tuple(_text(value, decimals) for value in values.ravel().tolist())


def _text(value: float, decimals: int) -> str:
    if abs(value) >= _WHOLE:
        return number(value, 0)
    # What is not whole does not look whole: a sentence beside the matrix has four places.
    rounded = round(float(value), decimals)
    return number(value, _EXACT if rounded and rounded.is_integer() else decimals)


def totals(rows: Matrix, columns: Matrix, decimals: int = 2) -> Totals:
    """Return the totals of the rows and of the columns, shape (N,) each, as they are written."""
    whole = number(rows.sum().item(), decimals)
    return Totals(texts(rows, decimals), texts(columns, decimals), whole)


def shades(values: Matrix, top: float, hue: Hue, palette: Palette) -> tuple[Shade, ...]:
    """Colour a matrix, shape (N, N), by its values: `top` has the full colour, 0 has none."""
    return tuple(_shade(value, top, hue, palette) for value in values.ravel().tolist())


def counted(
    values: Matrix, costs: Matrix, tops: tuple[float, float], hue: Hue, palette: Palette
) -> tuple[Shade, ...]:
    """Colour a matrix of counts: agreement in grey, misses by what they cost.

    Parameters
    ----------
    values : ndarray (N, N)
        Items in each cell: their share of the first top is the depth of the grey.
    costs : ndarray (N, N)
        What they cost: the share of the second top is the depth of the hue.
    tops : (count, cost)
        What takes the full colour. O and E share both, so that equal depths mean equal numbers.
    hue : Hue
        The matrix's own colour.
    palette : Palette
        The colours of the page.
    """
    most, dearest = tops
    to_next = len(values) + 1  # cells from one on the diagonal to the next
    found = []
    cells = zip(values.ravel().tolist(), costs.ravel().tolist(), strict=True)
    for at, (value, cost) in enumerate(cells):
        if at % to_next == 0:
            found.append(_shade(value, most, palette.plain, palette))
        elif not value:
            found.append(empty(palette))
        else:
            found.append(_shade(cost, dearest, hue, palette, least=_LEAST))
    return tuple(found)


def changed(values: Matrix, rise: Hue, fall: Hue, palette: Palette) -> tuple[Shade, ...]:
    """Colour changes, shape (N, N): a rise in one hue, a fall in the other; nan stays empty."""
    sizes = np.nan_to_num(np.abs(values))
    top = float(sizes.max())
    return tuple(
        _shade(size, top, fall if value < 0 else rise, palette)
        for size, value in zip(sizes.ravel().tolist(), values.ravel().tolist(), strict=True)
    )


def hidden(panel: Panel, places: Sequence[int], palette: Palette) -> Panel:
    """Return the panel with a question mark in these cells, given by their reading order."""
    texts, shades = list(panel.texts), list(panel.shades)
    for at in places:
        texts[at], shades[at] = HIDDEN, empty(palette)
    return replace(panel, texts=tuple(texts), shades=tuple(shades))


def _shade(
    value: float, top: float, hue: Hue, palette: Palette, *, least: float | None = None
) -> Shade:
    if not value > 0 and least is None:
        return empty(palette)
    share = min(max(value / top, 0), 1) if top > 0 else 0.0
    step = _LEAST + (1 - _LEAST) * round(share * _STEPS) / _STEPS
    colour = mix(hue.low, hue.high, step)
    return f"#{bytes(colour).hex()}", text_on(colour)


def empty(palette: Palette) -> Shade:
    """Return the shade of a cell that holds nothing: the page's own, its 0 in a faint grey."""
    return palette.page, palette.plain.high
