"""What a class gave, drawn: how its kappas are spread, what it guessed, what it chose."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette, mix

_HEIGHT = 220  # pixels
_STEP = 0.1
_STEPS = 10  # from 0 to 1
_LIGHT = 0.35  # how far a bar's colour goes towards the full one
_COLUMNS = 40  # of dots, from one end of the scale to the other
_DOT = 14  # pixels; smaller where many stand on one another
_LEAST_DOT = 4
_HIGHEST = 190  # pixels of all dots of a column
_AROUND = 92  # pixels of what is written above and below the dots
_ROW = 46  # pixels of a bar and its words


def kappas(values: Sequence[float], *, palette: Palette, axes: tuple[str, str]) -> Chart:
    """Draw how many kappas lie in each tenth of the scale.

    Parameters
    ----------
    values : sequence of float, length r
        The kappas; none is nan.
    palette : Palette
        The colours of the page.
    axes : (kappa, count)
        What the axes say.

    Returns
    -------
    Chart
        Its figure: the trace is "counts", a bar for each tenth.
    """
    # A kappa of 1 belongs to the last tenth, not to one of its own.
    tenths = [min(_tenth(value), _STEPS - 1) for value in values]
    first = min([0, *tenths])
    counts = [tenths.count(tenth) for tenth in range(first, _STEPS)]
    ends = [(tenth * _STEP, (tenth + 1) * _STEP) for tenth in range(first, _STEPS)]
    names = [f"{number(low, 1)} – {number(high, 1)}" for low, high in ends]
    hues = [palette.kappa if low >= 0 else palette.fall for low, _high in ends]
    top = max(counts, default=0)
    ticks = [tenth * _STEP for tenth in range(-_STEPS, _STEPS + 1, 2) if tenth >= first]
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "counts",
                "x": [low + _STEP / 2 for low, _high in ends],
                "y": counts,
                "width": _STEP,
                "marker": {
                    "color": [f"#{bytes(mix(hue.low, hue.high, _LIGHT)).hex()}" for hue in hues],
                    "line": {"color": palette.page, "width": 2},
                },
                "text": [str(count) if count else "" for count in counts],
                "textposition": "outside",
                "textfont": {"size": 14, "color": palette.ink},
                "cliponaxis": False,
                "customdata": names,
                "hovertemplate": "%{customdata}: %{y}<extra></extra>",
            }
        ],
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 24, "b": 4},
            "bargap": 0,
            "xaxis": {
                **BARE,
                "range": [first * _STEP, 1],
                "tickvals": ticks,
                "ticktext": [number(tick, 1) for tick in ticks],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [0, 1.15 * max(top, 1)],
                "tickvals": [0, top],
                "ticktext": ["0", str(top)],
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
        },
    }
    return Chart(figure, (table(names, {axes[1]: [str(count) for count in counts]}, axes[0]),))


def _tenth(value: float) -> int:
    """Return in which tenth a kappa lies; 0.3 computed as 0.29999… lies in that of 0.3.

    >>> _tenth(0.3), _tenth(0.1 * 3), _tenth(-0.05), _tenth(0.999)
    (3, 3, -1, 9)
    """
    return int((value + 1) * _STEPS + 1e-9) - _STEPS


def dots(
    values: Sequence[float],
    truth: float | None,
    *,
    before: Sequence[float] = (),
    ends: tuple[float, float],
    palette: Palette,
    words: tuple[str, str, str, str],
) -> Chart:
    """Draw a dot for each guess, stacked where several are alike, and the truth as a line.

    Parameters
    ----------
    values : sequence of float, length r
        What was guessed.
    truth : float or None
        What is right.
    before : sequence of float
        What was guessed the first time: rings below the line.
    ends : (low, high)
        Of the scale.
    palette : Palette
        The colours of the page.
    words : (axis, truth, before, now)
        What the axis is called, what is written at the line, and what the dots are.

    Returns
    -------
    Chart
        Its figure: the traces are "now" and "before".
    """
    low, high = ends
    step = (high - low) / _COLUMNS
    above, below = _stacked(values, low, step), _stacked(before, low, step)
    top = max((at for _x, at in above), default=1)
    bottom = max((at for _x, at in below), default=0)
    size = max(_LEAST_DOT, min(_DOT, _HIGHEST // (top + bottom)))
    span = (-bottom - 1, top + 1) if bottom else (0, top + 1)
    figure: Figure = {
        "data": [
            {
                "type": "scatter",
                "meta": "now",
                "mode": "markers",
                "x": [low + step * (column + 0.5) for column, _at in above],
                "y": [at for _column, at in above],
                "marker": {"size": size, "color": palette.observed.high},
                "cliponaxis": False,
                "hovertemplate": "%{x:.2~f}<extra></extra>",
            },
            {
                "type": "scatter",
                "meta": "before",
                "mode": "markers",
                "x": [low + step * (column + 0.5) for column, _at in below],
                "y": [-at for _column, at in below],
                "marker": {
                    "size": size,
                    "color": palette.page,
                    "line": {"color": palette.plain.high, "width": 2},
                },
                "cliponaxis": False,
                "hovertemplate": "%{x:.2~f}<extra></extra>",
            },
        ],
        "layout": {
            **LAYOUT,
            "height": round((span[1] - span[0]) * size * 1.15) + _AROUND,
            "margin": {"l": 12, "r": 12, "t": 40, "b": 4},
            "shapes": [
                {
                    "type": "line",
                    "yref": "paper",
                    "x0": x,
                    "x1": x,
                    "y0": 0,
                    "y1": 1,
                    "line": {"color": palette.kappa.high, "width": 3},
                }
                for x in ([] if truth is None else [truth])
            ],
            "annotations": [
                *(
                    {
                        "x": x,
                        "y": 1,
                        "yref": "paper",
                        "yanchor": "bottom",
                        "text": f"<b>{escape(words[1])}</b>",
                        "showarrow": False,
                        "font": {"size": 15, "color": palette.kappa.ink},
                    }
                    for x in ([] if truth is None else [truth])
                ),
                *(
                    {
                        "x": 0,
                        "xref": "paper",
                        "xanchor": "left",
                        "y": y,
                        "text": escape(said),
                        "showarrow": False,
                        "font": {"size": 13, "color": palette.ink},
                    }
                    for y, said in ([(top, words[3]), (-bottom, words[2])] if bottom else [])
                ),
            ],
            "xaxis": {
                **BARE,
                "zeroline": False,
                "showline": True,
                "linecolor": palette.plain.high,
                "range": [low, high],
                "nticks": 9,
                "title": {"text": escape(words[0]), "standoff": 6},
            },
            "yaxis": {**BARE, "visible": False, "range": list(span)},
        },
    }
    return Chart(
        figure,
        tuple(
            table([str(at + 1) for at in range(len(one))], {name: [number(x) for x in sorted(one)]})
            for one, name in ((before, words[2]), (values, words[3]))
            if one
        ),
    )


def _stacked(values: Sequence[float], low: float, step: float) -> list[tuple[int, int]]:
    """Return for each value its column, and its place in it, from 1.

    >>> _stacked([0.1, 0.12, 10], 0, 0.25)
    [(0, 1), (0, 2), (39, 1)]
    """
    heights: dict[int, int] = {}
    found = []
    for value in sorted(values):
        column = min(int((value - low) / step + 1e-9), _COLUMNS - 1)  # the end is in the last
        heights[column] = heights.get(column, 0) + 1
        found.append((column, heights[column]))
    return found


def bars(
    names: Sequence[str],
    counts: Sequence[int],
    texts: Sequence[str],
    *,
    right: int | None,
    palette: Palette,
    counted: str,
) -> Chart:
    """Draw lying bars, each with its words above it, the first on top.

    Parameters
    ----------
    names : sequence of str, length k
        What stands above each bar.
    counts : sequence of int, length k
        Their lengths.
    texts : sequence of str, length k
        What stands at the end of each.
    right : int or None
        The position of the bar that is right.
    palette : Palette
        The colours of the page.
    counted : str
        What is counted; a table says it.

    Returns
    -------
    Chart
        Its figure: the traces are "counts" and "names".
    """
    rows = list(range(len(names)))
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "counts",
                "orientation": "h",
                "x": list(counts),
                "y": [row + 0.2 for row in rows],
                "width": 0.42,
                "marker": {
                    "color": [
                        palette.kappa.high if row == right else palette.plain.high for row in rows
                    ]
                },
                "text": list(texts),
                "textposition": "outside",
                "textfont": {"size": 14, "color": palette.ink},
                "cliponaxis": False,
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "meta": "names",
                "mode": "text",
                "x": [0] * len(rows),
                "y": [row - 0.24 for row in rows],
                "text": [escape(name) for name in names],
                "textposition": "middle right",
                "textfont": {"size": 14, "color": palette.ink},
                "hoverinfo": "skip",
                "cliponaxis": False,
            },
        ],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(names) + 8,
            "margin": {"l": 4, "r": 8, "t": 4, "b": 4},
            "xaxis": {"visible": False, "range": [0, 1.2 * max(*counts, 1)], "fixedrange": True},
            "yaxis": {"visible": False, "range": [len(rows) - 0.5, -0.5], "fixedrange": True},
        },
    }
    return Chart(figure, (table(names, {counted: list(texts)}),))
