"""O, w, E and their products as panels: what stands in each cell, and in which shade.

O and E share both scales. The greys end at the largest diagonal count of the two, the colours at
the costliest cell of the two. So the same depth is the same number in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwk_core.messages import N_
from qwk_core.pictures.cells import (
    HIDDEN,
    Shade,
    Write,
    by_value,
    cell_texts,
    counted,
    empty,
    write_number,
)
from qwk_core.pictures.hues import LIGHT, Palette
from qwk_core.ratings import Array
from qwk_core.walkthrough import Walkthrough


@dataclass(frozen=True)
class View:
    """How one matrix of a walkthrough is shown, wherever it is shown.

    Attributes
    ----------
    symbol : str
        Its letter in a formula.
    hue : str
        The field of `Palette` that has its colour.
    title : str
        Its name in English; a screen translates it.
    totals : bool
        Whether its rows and columns have totals.
    """

    symbol: str
    hue: str
    title: str
    totals: bool = False


VIEWS = {
    "observed": View("O", "observed", N_("observed"), totals=True),
    "weights": View("w", "weights", N_("weights")),
    "expected": View("E", "expected", N_("expected"), totals=True),
    "weighted_observed": View("w∘O", "observed", N_("weights × observed")),
    "weighted_expected": View("w∘E", "expected", N_("weights × expected")),
}
"""The matrices by the fields of `Walkthrough`."""


@dataclass(frozen=True)
class Totals:
    """The totals beside a matrix: of its rows, of its columns, and of all, as they are written."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    whole: str


@dataclass(frozen=True)
class Panel:
    """A matrix ready to be drawn: a text and a shade for each cell, in reading order.

    Attributes
    ----------
    name : str
        What it is called in files and in the page.
    texts : tuple of str, length N × N
        What stands in the cells.
    shades : tuple of (background, ink), length N × N
        How the cells are coloured.
    symbol, title : str
        Its letter, and its name as it is read; a small matrix has neither.
    ink : str
        The colour of its title.
    totals : Totals or None
        What stands beside and below.
    alt : str
        The picture in words.
    """

    name: str
    texts: tuple[str, ...]
    shades: tuple[Shade, ...]
    symbol: str = ""
    title: str = ""
    ink: str = ""
    totals: Totals | None = None
    alt: str = ""


def written_totals(
    rows: Array, columns: Array, decimals: int = 2, *, write: Write = write_number
) -> Totals:
    """Write the totals of a matrix.

    Parameters
    ----------
    rows, columns : ndarray, shape (N,)
        The totals of its rows and of its columns.
    decimals : int, default 2
        The most places behind the point.
    write : callable, optional
        Writes a number with so many decimals; in English without.

    Returns
    -------
    Totals
    """
    whole = write(rows.sum().item(), decimals)
    first, second = (cell_texts(side, decimals, write=write) for side in (rows, columns))
    return Totals(first, second, whole)


def make_panel(
    walk: Walkthrough,
    name: str,
    palette: Palette = LIGHT,
    *,
    decimals: int = 2,
    write: Write = write_number,
) -> Panel:
    """Make a panel of one matrix of a walkthrough.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.
    name : str
        The field of the matrix: ``"observed"``, ``"weights"``, ``"expected"``,
        ``"weighted_observed"`` or ``"weighted_expected"``.
    palette : Palette, default LIGHT
        The colours of the page.
    decimals : int, default 2
        The most places behind the point.
    write : callable, optional
        Writes a number with so many decimals; in English without.

    Returns
    -------
    Panel

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> panel = make_panel(walk_through([0, 1, 1], [0, 1, 0]), "observed")
    >>> panel.symbol, panel.texts, panel.totals.rows
    ('O', ('1', '0', '1', '1'), ('1', '2'))
    """
    view = VIEWS[name]
    totals = walk.actual_totals, walk.predicted_totals
    return Panel(
        name,
        cell_texts(getattr(walk, name), decimals, write=write),
        shading(walk, name, palette),
        view.symbol,
        view.title,
        palette.hue(view.hue).ink,
        written_totals(*totals, decimals, write=write) if view.totals else None,
    )


def shading(
    walk: Walkthrough, name: str, palette: Palette = LIGHT, *, values: Array | None = None
) -> tuple[Shade, ...]:
    """Colour one matrix of a walkthrough.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.
    name : str
        The field of the matrix.
    palette : Palette, default LIGHT
        The colours of the page.
    values : ndarray, shape (N, N), optional
        Other counts than those of the walkthrough, coloured as O or E on the scales of both.

    Returns
    -------
    tuple of (background, ink), length N × N
        The shade of each cell, in reading order. A million cells take a tenth of a second.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> shading(walk_through([0, 1, 1], [0, 1, 0]), "weights")[:2]
    (('#FFFFFF', '#6B7280'), ('#c75b12', '#000'))
    """
    view = VIEWS[name]
    hue = palette.hue(view.hue)
    dearest = float(max(walk.weighted_observed.max(), walk.weighted_expected.max()))
    if view.totals:
        counts = getattr(walk, name) if values is None else values
        most = float(max(walk.observed.diagonal().max(), walk.expected.diagonal().max()))
        return counted(counts, walk.weights * counts, (most, dearest), hue, palette)
    top = float(walk.weights.max()) if name == "weights" else dearest
    return by_value(getattr(walk, name), top, hue, palette)


def hide_cells(panel: Panel, places: Sequence[int], palette: Palette) -> Panel:
    """Return the panel with a question mark in some of its cells.

    Parameters
    ----------
    panel : Panel
        The matrix.
    places : sequence of int
        The cells, by their place in reading order.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Panel
    """
    texts, shades = list(panel.texts), list(panel.shades)
    for at in places:
        texts[at], shades[at] = HIDDEN, empty(palette)
    return replace(panel, texts=tuple(texts), shades=tuple(shades))
