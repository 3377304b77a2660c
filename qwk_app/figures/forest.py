"""Kappas of several groups, each with its interval, and the pooled one below: a forest plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isnan
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Hue, Palette

_ROW = 50  # pixels: a line of words, and the interval below it
_ABOVE = 0.42  # of a row: how far above the interval its words stand
_REACH = 0.22  # of a row: how far the pooled κ is carried past each interval
_LONGEST = 16  # characters of a group's name; a table has the whole
_SMALL, _LARGE = 8, 18  # pixels of a square, by its group's share of the items
_LOWEST = -1.0


@dataclass(frozen=True)
class Branch:
    """One row: its name and its number of items, κ with the ends of its interval, in words too.

    What is undefined is nan.
    """

    name: str
    n: float
    kappa: float
    low: float
    high: float
    note: str


def forest(
    groups: Sequence[Branch],
    pooled: Branch,
    *,
    palette: Palette,
    axes: tuple[str, str],
) -> Chart:
    """Draw κ of each group as a square on its interval, and the pooled κ as a diamond below.

    The words of a row stand above its interval: beside it a phone has no room.

    Parameters
    ----------
    groups : sequence of Branch
        From top to bottom; a square is as large as the group's share of the items.
    pooled : Branch
        All items as one; dots carry its κ up through the groups.
    palette : Palette
        The colours of the page.
    axes : (x title, y title)
        What is measured, and what the rows are.

    Returns
    -------
    Chart
        Its figure: the traces are "intervals", "squares", "diamond" and "notes".
    """
    hue, plain = palette.kappa, palette.plain
    line = palette.ink
    branches = [*groups, pooled]
    rows = [*range(len(groups)), len(groups) + 0.2]  # a little apart
    low, high = _extent(branches)
    drawn = [at for at, branch in enumerate(branches) if not isnan(branch.low)]
    squares = [at for at, branch in enumerate(groups) if not isnan(branch.kappa)]
    largest = max((branch.n for branch in groups), default=1) or 1
    intervals: dict[str, Any] = {
        "type": "scatter",
        "meta": "intervals",
        "mode": "lines",
        "x": [
            x
            for at in drawn
            for x in (max(branches[at].low, low), min(branches[at].high, high), None)
        ],
        "y": [y for at in drawn for y in (rows[at], rows[at], None)],
        "line": {"color": hue.ink, "width": 2},
        "hoverinfo": "skip",
    }
    marks: dict[str, Any] = {
        "type": "scatter",
        "meta": "squares",
        "mode": "markers",
        "x": [groups[at].kappa for at in squares],
        "y": [rows[at] for at in squares],
        "marker": {
            "symbol": "square",
            "color": hue.ink,
            "opacity": 1,
            "size": [
                round(_SMALL + (_LARGE - _SMALL) * (groups[at].n / largest) ** 0.5)
                for at in squares
            ],
        },
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    whole = not isnan(pooled.kappa)
    diamond: dict[str, Any] = {
        "type": "scatter",
        "meta": "diamond",
        "mode": "markers",
        "x": [pooled.kappa] if whole else [],
        "y": [rows[-1]] if whole else [],
        "marker": {
            "symbol": "diamond",
            "color": hue.high,
            "size": _LARGE,
            "opacity": 1,
            "line": {"color": line, "width": 2},
        },
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    notes = {
        "type": "scatter",
        "meta": "notes",
        "mode": "text",
        "x": [low] * len(rows),
        "y": [row - _ABOVE for row in rows],
        "text": [escape(branch.note) for branch in groups] + [f"<b>{escape(pooled.note)}</b>"],
        "textposition": "middle right",
        "textfont": {"size": 13, "color": line},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    ticks = [tick / 2 for tick in range(-2, 3) if low <= tick / 2 <= high]
    figure: Figure = {
        "data": [intervals, marks, diamond, notes],
        "layout": {
            **LAYOUT,
            "height": round(_ROW * (rows[-1] + 1.1)) + 44,
            "margin": {"l": 8, "r": 8, "t": 4, "b": 4},
            "xaxis": {
                **BARE,
                "range": [low, high],
                "tickvals": ticks,
                "ticktext": [number(tick) for tick in ticks],
                "showgrid": True,
                "gridcolor": plain.low,
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [rows[-1] + 0.4, -0.7],
                "tickvals": rows,
                "ticktext": [escape(_shortened(branch.name)) for branch in branches],
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "shapes": _guides(pooled.kappa, rows, line, plain) if whole else [],
        },
    }
    return Chart(
        figure,
        (
            table(
                [one.name for one in branches], {axes[0]: [one.note for one in branches]}, axes[1]
            ),
        ),
    )


def _extent(branches: Sequence[Branch]) -> tuple[float, float]:
    """Return the ends of the scale: from 0, or from as low as an interval goes, to 1."""
    ends = [end for branch in branches for end in (branch.low, branch.kappa) if not isnan(end)]
    return max(_LOWEST, min([0.0, *ends])), 1.0


def _guides(kappa: float, rows: Sequence[float], line: str, plain: Hue) -> list[dict[str, Any]]:
    """Mark the pooled κ in every group's row, and set its own row off."""
    marks = [
        {
            "type": "line",
            "x0": kappa,
            "x1": kappa,
            "y0": row - _REACH,
            "y1": row + _REACH,
            "line": {"color": line, "width": 2, "dash": "dot"},
            "layer": "below",
        }
        for row in rows[:-1]
    ]
    edge = rows[-1] - 0.72
    return [
        *marks,
        {
            "type": "line",
            "xref": "paper",
            "x0": 0,
            "x1": 1,
            "y0": edge,
            "y1": edge,
            "line": {"color": plain.high, "width": 1},
        },
    ]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
