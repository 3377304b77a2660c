"""Kappas of several groups, each with its interval, and the pooled one below: a forest plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.frame import state

_ROW = 50  # pixels: a line of words, and the interval below it
_ABOVE = 0.42  # of a row, between the interval and the words above it
_REACH = 0.22  # of a row: half the length of the mark of the pooled κ
_LONGEST = 16  # characters of a group's name; the table has all of it
_SMALL, _LARGE = 8, 18  # pixels of a square, by its group's share of the items
_LOWEST = -1.0


@dataclass(frozen=True)
class Branch:
    """One row: its name, its number of items, κ with the ends of its interval, and these as text.

    Undefined numbers are nan.
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
    axes: tuple[str, str],
) -> Chart:
    """Draw κ of each group as a square on its interval, and the pooled κ as a diamond below.

    The words of a row are above its interval, because a phone has no room beside it.

    Parameters
    ----------
    groups : sequence of Branch
        From top to bottom; the size of a square is the group's share of the items.
    pooled : Branch
        All items together; a dotted line marks its κ in all rows.
    axes : (x title, y title)
        The titles of the measure and of the rows.

    Returns
    -------
    Chart
        Its figure: the traces are "intervals", "squares", "diamond" and "notes".
    """
    branches = [*groups, pooled]
    rows = [*range(len(groups)), len(groups) + 0.2]  # a little apart
    low, high = extent(branches)
    names = [escape(shortened(branch.name, _LONGEST)) for branch in branches]
    *texts, last = [escape(branch.note) for branch in branches]
    above = [row - _ABOVE for row in rows]
    traces = [
        marks.stretches(
            "intervals",
            [
                (max(branch.low, low), min(branch.high, high), row)
                for branch, row in zip(branches, rows, strict=True)
                if not isnan(branch.low)
            ],
            color=state.palette().kappa.ink,
            width=2,
        ),
        _squares(groups),
        _diamond(pooled, rows[-1]),
        marks.words("notes", [low] * len(rows), above, [*texts, f"<b>{last}</b>"]),
    ]
    return marks.chart(
        traces,
        round(_ROW * (rows[-1] + 1.1)) + 70,
        table([one.name for one in branches], {axes[0]: [one.note for one in branches]}, axes[1]),
        xaxis=marks.axis(low, high, marks.halves(low, high), showgrid=True, title=axes[0]),
        yaxis=marks.axis(rows[-1] + 0.4, -0.7, rows, names, title=axes[1]),
        shapes=[] if isnan(pooled.kappa) else _guides(pooled.kappa, rows),
    )


def _squares(groups: Sequence[Branch]) -> marks.Mark:
    drawn = [at for at, branch in enumerate(groups) if not isnan(branch.kappa)]
    largest = max((branch.n for branch in groups), default=1) or 1
    shares = [(groups[at].n / largest) ** 0.5 for at in drawn]
    return marks.dots(
        "squares",
        [groups[at].kappa for at in drawn],
        drawn,
        marker=dict(
            symbol="square",
            color=state.palette().kappa.ink,
            opacity=1,
            size=[round(_SMALL + (_LARGE - _SMALL) * share) for share in shares],
        ),
    )


def _diamond(pooled: Branch, row: float) -> marks.Mark:
    palette = state.palette()
    place = ([], []) if isnan(pooled.kappa) else ([pooled.kappa], [row])
    look = dict(symbol="diamond", size=_LARGE, opacity=1, color=palette.kappa.high)
    return marks.dots("diamond", *place, marker=dict(look, line=dict(color=palette.ink, width=2)))


def extent(branches: Sequence[Branch]) -> tuple[float, float]:
    """Return the ends of the scale: from 0 or the lowest end of an interval, to 1."""
    ends = [end for branch in branches for end in (branch.low, branch.kappa) if not isnan(end)]
    return max(_LOWEST, min([0.0, *ends])), 1.0


def _guides(kappa: float, rows: Sequence[float]) -> list[marks.Mark]:
    """Return the line of the pooled κ through all rows, and the one above its own row."""
    return [
        *(
            marks.upright(kappa, row - _REACH, row + _REACH, yref="y", width=2, dash="dot")
            | marks.BELOW
            for row in rows[:-1]
        ),
        marks.level(rows[-1] - 0.72, color=state.palette().plain.high, width=1),
    ]
