"""Charts of a class: the spread of its kappas, its guesses, its choices."""

from collections.abc import Sequence
from html import escape
from statistics import fmean
from textwrap import wrap

from qwk_app.figures import marks
from qwk_app.figures.chart import Table, table
from qwk_app.frame import state
from qwk_app.shared import components
from qwk_app.words.numbers import number
from qwk_app.words.texts import _

_HEIGHT = 228  # pixels
_STEP = 0.1
_STEPS = 10  # from 0 to 1
_COLUMNS = 40  # of dots, from one end of the scale to the other
_DOT = 14  # pixels; smaller where there are many
_LEAST_DOT = 4
_HIGHEST = 190  # pixels of all dots of a column
_AROUND = 112  # pixels for the words above and below the dots
_ROW, _BAR = 46, 20  # pixels of a bar with one line of words above it, and of the bar alone
_LINE, _LINE_HEIGHT = 48, 18  # characters that a phone has room for, and the pixels of a line


def kappas(values: Sequence[float], key: str, counted: str) -> None:
    """Show the number of kappas in each tenth of the scale; none is nan.

    `counted` is what has these kappas: students, or pairs.
    """
    # A kappa of 1 belongs to the last tenth.
    tenths = [min(_tenth(value), _STEPS - 1) for value in values]
    first = min([0, *tenths])
    counts = [tenths.count(tenth) for tenth in range(first, _STEPS)]
    lows = [tenth * _STEP for tenth in range(first, _STEPS)]
    names = [f"{number(low, 1)} – {number(low + _STEP, 1)}" for low in lows]
    top = max(counts, default=0)
    ticks = [tenth * _STEP for tenth in range(-_STEPS, _STEPS + 1, 2) if tenth >= first]
    bars = marks.bars(
        "counts",
        [low + _STEP / 2 for low in lows],
        counts,
        width=_STEP,
        marker=marks.signed_fill(lows),
        text=[str(count) if count else "" for count in counts],
        textposition="outside",
        customdata=names,
        hovertemplate="%{customdata}: %{y}<extra></extra>",
    )
    drawn = marks.chart(
        [bars],
        _HEIGHT,
        table(names, {counted: list(map(str, counts))}, _("κ")),
        bargap=0,
        xaxis=marks.axis(
            first * _STEP, 1, ticks, [number(tick, 1) for tick in ticks], title=_("κ")
        ),
        yaxis=marks.axis(0, 1.15 * max(top, 1), [0, top], str, title=counted),
    )
    each = [f"{name}: {count}" for name, count in zip(names, counts, strict=True) if count]
    components.chart(
        drawn, key=key, alt=_("How many have which κ: {counts}", counts="; ".join(each))
    )


def _tenth(value: float) -> int:
    """Return the tenth of a kappa; 0.3 computed as 0.29999… is in the tenth of 0.3.

    >>> _tenth(0.3), _tenth(0.1 * 3), _tenth(-0.05), _tenth(0.999)
    (3, 3, -1, 9)
    """
    return int((value + 1) * _STEPS + 1e-9) - _STEPS


def dots(
    values: Sequence[float],
    truth: float | None,
    line: str,
    *,
    before: Sequence[float],
    ends: tuple[float, float],
    alt: str,
) -> None:
    """Show a dot for each guess, with equal guesses stacked, and the truth as a line.

    Parameters
    ----------
    values : sequence of float, length r
        The guesses.
    truth : float or None
        The right value.
    line : str
        The text at its line.
    before : sequence of float
        The guesses of the first time, drawn as rings below the line.
    ends : (low, high)
        Of the scale.
    alt : str
        The chart in words.
    """
    palette, (low, high) = state.palette(), ends
    width = (high - low) / _COLUMNS
    above, below = _stacked(values, width), _stacked(before, width)
    top = max((at for _x, at in above), default=1)
    bottom = max((at for _x, at in below), default=0)
    size = max(_LEAST_DOT, min(_DOT, _HIGHEST // (top + bottom)))
    span = (-bottom - 1, top + 1) if bottom else (0, top + 1)
    hollow = dict(color=palette.plain.high, width=2)
    traces = [
        _dots("now", above, dict(size=size, color=palette.observed.high)),
        _dots("before", below, dict(size=size, color=palette.page, line=hollow)),
    ]
    lines, notes = _truth(truth, line)
    for y, text in [(top, _("now")), (-bottom, _("before"))] if bottom else []:
        notes.append(marks.note(0, y, escape(text), side="left", yanchor="auto", xref="paper"))
    both = (before, _("before")), (values, _("now"))
    drawn = marks.chart(
        traces,
        round((span[1] - span[0]) * size * 1.15) + _AROUND,
        *(_listed(one, name) for one, name in both if one),
        margin=dict(l=12, r=12, t=40),
        xaxis=marks.axis(
            low, high, showline=True, linecolor=palette.plain.high, nticks=9, title=_("guesses")
        ),
        yaxis=marks.axis(*span, visible=False),
        shapes=lines,
        annotations=notes,
    )
    components.chart(drawn, key="live-dots", alt=alt)


def _truth(truth: float | None, name: str) -> tuple[list[marks.Mark], list[marks.Mark]]:
    """Return the line at the truth and its text, if the truth is known."""
    if truth is None:
        return [], []
    hue = state.palette().kappa
    font = dict(size=marks.LARGER_FONT, color=hue.ink)
    line = marks.upright(truth, color=hue.high, width=3)
    return [line], [marks.at_top(truth, f"<b>{escape(name)}</b>", side="center", font=font)]


def _listed(values: Sequence[float], name: str) -> Table:
    rows = [str(at) for at in range(1, len(values) + 1)]
    return table(rows, {name: list(map(number, sorted(values)))})


def _dots(name: str, stacked: Sequence[tuple[float, int]], marker: marks.Mark) -> marks.Mark:
    """Return stacked dots; those of the first time are below the line."""
    up = 1 if name == "now" else -1
    return marks.dots(
        name,
        [place for place, _at in stacked],
        [up * at for _column, at in stacked],
        marker=marker,
        hovertemplate="%{x:.2~f}<extra></extra>",
    )


def _stacked(values: Sequence[float], width: float) -> list[tuple[float, int]]:
    """Return for each value the middle of its column, and its place in it, from 1.

    A column has the values that are nearly equal: less than `width` apart.

    >>> _stacked([0.25, 0.375, 0.5, 10], 0.25)
    [(0.3125, 1), (0.3125, 2), (0.5, 1), (10.0, 1)]
    """
    columns: list[list[float]] = []
    for value in sorted(values):
        if not columns or value - columns[-1][0] >= width - 1e-9:
            columns.append([])
        columns[-1].append(value)
    return [(fmean(each), at) for each in columns for at in range(1, len(each) + 1)]


def bars(
    names: Sequence[str], now: Sequence[int], before: Sequence[int], right: int | None
) -> None:
    """Show how many gave each reply as a bar with the reply above it, the first on top.

    If anybody replied in the round before, a bar has both numbers.

    Parameters
    ----------
    names : sequence of str, length k
        The replies.
    now, before : sequence of int, length k
        How many gave each, in this round and in the one before.
    right : int or None
        The position of the right answer.
    """
    texts = [str(count) for count in now]
    if any(before):
        # Translators: how many it was before, and how many it is now.
        texts = [
            _("{before} → {after}", before=old, after=new)
            for old, new in zip(before, now, strict=True)
        ]
    palette, rows = state.palette(), list(range(len(names)))
    shades = [palette.kappa.high if row == right else palette.plain.high for row in rows]
    written = ["<br>".join(map(escape, wrap(name, _LINE))) for name in names]
    lines = max(text.count("<br>") + 1 for text in written)
    row = _ROW + (lines - 1) * _LINE_HEIGHT
    lengths = marks.bars(
        "counts",
        now,
        rows,
        lying=True,
        width=_BAR / row,
        marker=dict(color=shades),
        text=texts,
        textposition="outside",
    )
    above = [at - _BAR / row / 2 for at in rows]
    drawn = marks.chart(
        [lengths, marks.words("names", [0] * len(rows), above, written, "top right")],
        row * len(names) + 44,
        table(names, {_("how many"): texts}),
        xaxis=marks.axis(0, 1.2 * max(*now, 1), visible=False),
        yaxis=marks.axis(len(rows) - 1 + _BAR / row, _BAR / row - 1, visible=False),
    )
    alt = "; ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True))
    components.chart(drawn, key="live-bars", alt=alt)
