"""Measures of agreement on one scale, and quadratic kappa as an error beside that of chance."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette, mix, text_on

_ROW = 36  # pixels
_ROOM = 0.55  # of the scale: right of 1, where the numbers stand
_NAME = 20  # characters in a line of a measure's name: two lines fit a row
_GLYPH = 0.028  # of the longer bar, on a phone: how wide a character is


def agreement(
    values: Sequence[float],
    names: Sequence[str],
    chosen: int,
    *,
    palette: Palette,
) -> Chart:
    """Draw measures as dots on one scale, a row each: 1 on the right, −1 only if it is needed.

    Parameters
    ----------
    values : sequence of float, length k
        What each measures, −1 to 1; nan is not drawn.
    names : sequence of str, length k
        Written before each row.
    chosen : int
        The row that stands out.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "stems", "dots" and "numbers".
    """
    hue, plain = palette.kappa, palette.plain
    drawn = [at for at, value in enumerate(values) if value == value]
    low = -1 if any(values[at] < 0 for at in drawn) else 0
    colours = [hue.ink if at == chosen else plain.ink for at in range(len(values))]
    stems: dict[str, Any] = {
        "type": "scatter",
        "meta": "stems",
        "mode": "lines",
        "x": [x for at in drawn for x in (0, values[at], None)],
        "y": [y for at in drawn for y in (at, at, None)],
        "line": {"color": plain.high, "width": 2},
        "hoverinfo": "skip",
    }
    dots = {
        "type": "scatter",
        "meta": "dots",
        "mode": "markers",
        "x": [values[at] for at in drawn],
        "y": drawn,
        "marker": {
            "size": [16 if at == chosen else 12 for at in drawn],
            "color": [colours[at] for at in drawn],
            "opacity": 1,
        },
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    room = _ROOM * (1 - low)
    texts = {
        "type": "scatter",
        "meta": "numbers",
        "mode": "text",
        "x": [1 + room] * len(values),
        "y": list(range(len(values))),
        "text": [
            f"<b>{kappa_text(value)}</b>" if at == chosen else kappa_text(value)
            for at, value in enumerate(values)
        ],
        "textposition": "middle left",
        "textfont": {"size": 14, "color": colours},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    ticks = [-1, 0, 1] if low else [0, 0.5, 1]
    figure: Figure = {
        "data": [stems, dots, texts],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(values) + 36,
            "margin": {"l": 8, "r": 8, "t": 4, "b": 4},
            "xaxis": {
                **BARE,
                "range": [low - 0.04, 1 + room],
                "tickvals": ticks,
                "ticktext": [number(tick) for tick in ticks],
                "showgrid": True,
                "gridcolor": plain.low,
            },
            "yaxis": {
                **BARE,
                "range": [len(values) - 0.5, -0.5],
                "tickvals": list(range(len(names))),
                "ticktext": [
                    f"<b>{_in_lines(name)}</b>" if at == chosen else _in_lines(name)
                    for at, name in enumerate(names)
                ],
                "tickfont": {"size": 13},
            },
        },
    }
    return Chart(
        figure,
        (table(names, {_("value"): [kappa_text(value) for value in values]}),),
    )


def _in_lines(name: str) -> str:
    return "<br>".join(escape(line) for line in wrap(name, _NAME))


def errors(
    observed: float,
    by_chance: Sequence[tuple[str, float]],
    names: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the mean squared error as a bar, above the one that chance would give, in its parts.

    Parameters
    ----------
    observed : float
        The mean squared error.
    by_chance : sequence of (name, float)
        The parts whose sum chance would give.
    names : (observed, by chance)
        What is written before the two bars.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a trace for the error and for each part, by their names.
    """
    blue, violet = palette.observed, palette.expected
    longest = max(observed, sum(part for _name, part in by_chance)) or 1.0
    shades = [mix(violet.low, violet.high, share) for share in (1, 0.6, 0.25)]

    def roomy(name: str, length: float) -> bool:
        return length >= _GLYPH * longest * max(len(name), len(number(length, 3)))

    def bar(name: str, length: float, row: int, colour: tuple[int, int, int]) -> dict[str, Any]:
        inside = roomy(name, length)
        return {
            "type": "bar",
            "orientation": "h",
            "name": escape(name),
            "x": [length],
            "y": [row],
            "width": 0.62,
            "text": [
                "<br>".join(filter(None, (escape(name), number(length, 3)))) if inside else ""
            ],
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textangle": 0,
            "constraintext": "none",
            "textfont": {"size": 13, "color": text_on(colour)},
            "marker": {"color": f"rgb{colour}", "line": {"color": palette.ink, "width": 0.5}},
            "hovertemplate": f"{escape(name)}: {number(length, 3)}<extra></extra>",
        }

    # What a bar is too short for stands beside it, and below: shades alone tell nobody apart.
    small = [f"{name} {number(part, 3)}" for name, part in by_chance if not roomy(name, part)]
    beside: list[dict[str, Any]] = []
    if not roomy("", observed):
        beside.append({"x": observed, "y": 0, "xanchor": "left", "text": number(observed, 3)})
    if small:
        below = {"xanchor": "right", "yanchor": "top", "text": escape(" · ".join(small))}
        beside.append({"x": longest, "y": 1.31, **below})
    figure: Figure = {
        "data": [
            bar("", observed, 0, mix(blue.low, blue.high, 1)),
            *(
                bar(name, part, 1, shade)
                for (name, part), shade in zip(by_chance, shades, strict=True)
            ),
        ],
        "layout": {
            **LAYOUT,
            "height": 170,
            "barmode": "stack",
            "annotations": [
                {**words, "showarrow": False, "font": {"size": 13, "color": palette.ink}}
                for words in beside
            ],
            "margin": {"l": 8, "r": 8, "t": 4, "b": 4},
            "xaxis": {"visible": False, "range": [0, longest * 1.01], "fixedrange": True},
            "yaxis": {
                **BARE,
                "range": [1.5, -0.5],
                "tickvals": [0, 1],
                "ticktext": [escape(name) for name in names],
                "tickfont": {"size": 13},
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                [names[0], *(f"{names[1]}: {name}" for name, _part in by_chance)],
                {
                    _("value"): [
                        number(part, 3) for part in (observed, *(p for _name, p in by_chance))
                    ]
                },
            ),
        ),
    )
