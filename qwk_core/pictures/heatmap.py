"""A panel as a Plotly heatmap, in plain data: `plotly.graph_objects.Figure` takes it as it is.

The core does not import Plotly. So a notebook and a screen can draw the same figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_core.pictures.cells import Shade, numbered
from qwk_core.pictures.hues import LIGHT, Palette
from qwk_core.pictures.panel import Panel, make_panel
from qwk_core.ratings import Category
from qwk_core.walkthrough import Walkthrough

MOST_NUMBERED = 20  # categories; beyond, the numbers would not fit their cells

_CELL = 48  # pixels
_LARGEST = 720  # pixels of all cells together
_MARGIN = {"l": 80, "r": 20, "t": 110, "b": 20}  # pixels: the title, and the names
_FONT = 15


def heatmap(walk: Walkthrough, name: str, palette: Palette = LIGHT) -> dict[str, Any]:
    """Return the figure of one matrix of a walkthrough, as the app draws it.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.
    name : str
        The field of the matrix: ``"observed"``, ``"weights"``, ``"expected"``,
        ``"weighted_observed"`` or ``"weighted_expected"``.
    palette : Palette, default LIGHT
        The colours of the page.

    Returns
    -------
    dict
        As `heatmap_figure` returns it.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> heatmap(walk_through([0, 1, 1], [0, 1, 0]), "weights")["data"][0]["z"]
    [[0, 1], [1, 0]]
    """
    return heatmap_figure(make_panel(walk, name, palette), walk.categories, palette=palette)


def heatmap_figure(
    panel: Panel,
    categories: Sequence[Category],
    axes: tuple[str, str] = ("actual", "predicted"),
    palette: Palette = LIGHT,
) -> dict[str, Any]:
    """Return the figure of a panel: square cells in its shades, row 0 on top.

    Parameters
    ----------
    panel : Panel
        The matrix, from `make_panel`.
    categories : sequence of int or str, length N
        From lowest to highest.
    axes : (rows, columns), default ("actual", "predicted")
        What the axes are called.
    palette : Palette, default LIGHT
        The colours of the page.

    Returns
    -------
    dict
        Ready for JSON. The traces are a heatmap, the shades; and a scatter, the numbers, with the
        totals where the panel has any. Of more than 20 categories only the pointer tells numbers.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> from qwk_core.pictures.panel import make_panel
    >>> walk = walk_through([0, 1, 1], [0, 1, 0])
    >>> figure = heatmap_figure(make_panel(walk, "observed"), walk.categories)
    >>> [trace["type"] for trace in figure["data"]], figure["data"][1]["text"][:4]
    (['heatmap', 'scatter'], ['1', '0', '1', '1'])
    """
    size = len(categories)
    written = size <= MOST_NUMBERED
    shown = size + (written and panel.totals is not None)  # the totals take a row and a column
    traces = [_cells(panel, size, axes)]
    if written:
        traces.append(_numbers(panel, size, palette))
    side = min(_LARGEST, _CELL * shown)
    return {
        "data": traces,
        "layout": {
            "title": {
                "text": f"<b>{escape(panel.symbol)}</b> · {escape(panel.title)}",
                "font": {"color": panel.ink or palette.ink, "size": 18},
            },
            "width": side + _MARGIN["l"] + _MARGIN["r"],
            "height": side + _MARGIN["t"] + _MARGIN["b"],
            "margin": dict(_MARGIN),
            "font": {"color": palette.ink},
            "paper_bgcolor": palette.page,
            "plot_bgcolor": palette.page,
            "xaxis": {
                **_axis(categories, axes[1]),
                "side": "top",
                "range": [-0.5, shown - 0.5],
                "constrain": "domain",
            },
            "yaxis": {
                **_axis(categories, axes[0]),
                "range": [shown - 0.5, -0.5],
                "scaleanchor": "x",
                "constrain": "domain",
            },
        },
    }


def _axis(categories: Sequence[Category], title: str) -> dict[str, Any]:
    every = -(-len(categories) // MOST_NUMBERED)  # of many names, as many as can be read
    places = list(range(0, len(categories), every))
    return {
        "title": {"text": escape(title)},
        "tickvals": places,
        "ticktext": [escape(str(categories[at])) for at in places],
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }


def _cells(panel: Panel, size: int, axes: tuple[str, str]) -> dict[str, Any]:
    kinds = numbered(panel.shades)
    return {
        "type": "heatmap",
        "z": _rows([kinds[shade] for shade in panel.shades], size),
        "customdata": _rows(panel.texts, size),
        "zmin": -0.5,
        "zmax": len(kinds) - 0.5,
        "colorscale": _bands(list(kinds)),
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "hovertemplate": f"{escape(axes[0])} %{{y}}, {escape(axes[1])} %{{x}}: %{{customdata}}"
        "<extra></extra>",
    }


def _rows(cells: Sequence[Any], size: int) -> list[list[Any]]:
    return [list(cells[at : at + size]) for at in range(0, size * size, size)]


def _bands(kinds: Sequence[Shade]) -> list[list[Any]]:
    """Return a colour scale in which each shade has a band of its own, without a transition."""
    return [
        [end / len(kinds), background]
        for at, (background, _ink) in enumerate(kinds)
        for end in (at, at + 1)
    ]


def _numbers(panel: Panel, size: int, palette: Palette) -> dict[str, Any]:
    places = [divmod(at, size) for at in range(size * size)]
    texts, inks = list(panel.texts), [ink for _background, ink in panel.shades]
    if panel.totals is not None:
        places += [(at, size) for at in range(size)] + [(size, at) for at in range(size + 1)]
        texts += [*panel.totals.rows, *panel.totals.columns, panel.totals.whole]
        inks += [palette.ink] * (2 * size + 1)
    return {
        "type": "scatter",
        "mode": "text",
        "x": [column for _row, column in places],
        "y": [row for row, _column in places],
        "text": texts,
        "textfont": {"size": _FONT, "color": inks},
        "hoverinfo": "skip",
        "showlegend": False,
    }
