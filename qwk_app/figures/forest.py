"""Kappas of several groups, each with its interval, and the pooled one below: a forest plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isnan
from typing import Any

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.template import template
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

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
    branches = [*groups, pooled]
    rows = [*range(len(groups)), len(groups) + 0.2]  # a little apart
    low, high = _extent(branches)
    ticks = [tick / 2 for tick in range(-2, 3) if low <= tick / 2 <= high]
    traces = [
        _intervals(branches, rows, (low, high), palette),
        _squares(groups, palette),
        _diamond(pooled, rows[-1], palette),
        _notes(branches, rows, low),
    ]
    layout = dict(
        template=template(palette),
        height=round(_ROW * (rows[-1] + 1.1)) + 70,
        xaxis=dict(
            range=[low, high],
            tickvals=ticks,
            ticktext=list(map(number, ticks)),
            showgrid=True,
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            range=[rows[-1] + 0.4, -0.7],
            tickvals=rows,
            ticktext=[escape(_shortened(branch.name)) for branch in branches],
            title=dict(text=escape(axes[1])),
        ),
        shapes=[] if isnan(pooled.kappa) else _guides(pooled.kappa, rows, palette),
    )
    notes = {axes[0]: [one.note for one in branches]}
    numbers = table([one.name for one in branches], notes, axes[1])
    return Chart(go.Figure(traces, layout), (numbers,))


def _intervals(
    branches: Sequence[Branch],
    rows: Sequence[float],
    extent: tuple[float, float],
    palette: Palette,
) -> go.Scatter:
    low, high = extent
    drawn = [at for at, branch in enumerate(branches) if not isnan(branch.low)]
    ends = [(max(branches[at].low, low), min(branches[at].high, high)) for at in drawn]
    return go.Scatter(
        name="intervals",
        mode="lines",
        x=[x for first, last in ends for x in (first, last, None)],
        y=[y for at in drawn for y in (rows[at], rows[at], None)],
        line=dict(color=palette.kappa.ink, width=2),
        hoverinfo="skip",
    )


def _squares(groups: Sequence[Branch], palette: Palette) -> go.Scatter:
    drawn = [at for at, branch in enumerate(groups) if not isnan(branch.kappa)]
    largest = max((branch.n for branch in groups), default=1) or 1
    shares = [(groups[at].n / largest) ** 0.5 for at in drawn]
    return go.Scatter(
        name="squares",
        mode="markers",
        x=[groups[at].kappa for at in drawn],
        y=drawn,
        marker=dict(
            symbol="square",
            color=palette.kappa.ink,
            opacity=1,
            size=[round(_SMALL + (_LARGE - _SMALL) * share) for share in shares],
        ),
        hoverinfo="skip",
    )


def _diamond(pooled: Branch, row: float, palette: Palette) -> go.Scatter:
    whole = not isnan(pooled.kappa)
    return go.Scatter(
        name="diamond",
        mode="markers",
        x=[pooled.kappa] if whole else [],
        y=[row] if whole else [],
        marker=dict(
            symbol="diamond",
            color=palette.kappa.high,
            size=_LARGE,
            opacity=1,
            line=dict(color=palette.ink, width=2),
        ),
        hoverinfo="skip",
    )


def _notes(branches: Sequence[Branch], rows: Sequence[float], x: float) -> go.Scatter:
    *texts, last = [escape(branch.note) for branch in branches]
    return go.Scatter(
        name="notes",
        mode="text",
        x=[x] * len(rows),
        y=[row - _ABOVE for row in rows],
        text=[*texts, f"<b>{last}</b>"],
        textposition="middle right",
        hoverinfo="skip",
    )


def _extent(branches: Sequence[Branch]) -> tuple[float, float]:
    """Return the ends of the scale: from 0, or from as low as an interval goes, to 1."""
    ends = [end for branch in branches for end in (branch.low, branch.kappa) if not isnan(end)]
    return max(_LOWEST, min([0.0, *ends])), 1.0


def _guides(kappa: float, rows: Sequence[float], palette: Palette) -> list[dict[str, Any]]:
    """Mark the pooled κ in every group's row, and set its own row off."""
    mark = dict(type="line", x0=kappa, x1=kappa, line=dict(width=2, dash="dot"), layer="below")
    edge = dict(type="line", xref="paper", x0=0, x1=1, y0=rows[-1] - 0.72, y1=rows[-1] - 0.72)
    return [
        *(dict(mark, y0=row - _REACH, y1=row + _REACH) for row in rows[:-1]),
        dict(edge, line=dict(color=palette.plain.high, width=1)),
    ]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
