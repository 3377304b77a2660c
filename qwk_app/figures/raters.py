"""Many raters in pictures: what each pair weighs, where each rater stands, who gave what."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure, shortened
from qwk_app.words.numbers import kappa_text, number, percent, signed
from qwk_core.pictures.hues import Palette, mix

_HEIGHT = 300  # pixels
_NARROWEST = 0.055  # of the width: a bar that has room for its names
_ABOVE = 0.01  # of kappa's scale: what stands on a bar begins there
_ROW = 46  # pixels: an item's dots and the names below them
_LIGHT = 0.35  # how far a bar's colour goes towards the full one
_NEAR = 0.15  # of half the picture: names of dots so close would overlap
_MARGIN = 1.25  # how far beyond the outermost dot the picture of raters goes


@dataclass(frozen=True)
class Bar:
    """A pair of raters: its names, its kappa, its share of the weight of all pairs."""

    names: tuple[str, str]
    kappa: float
    share: float


def pooled(
    bars: Sequence[Bar], pooled: float, *, palette: Palette, axes: tuple[str, str], line: str
) -> Chart:
    """Draw the pairs' kappas as bars as wide as the pairs weigh, and their mean as a line.

    Parameters
    ----------
    bars : sequence of Bar, length P
        The pairs with a kappa, in the order of the picture. Their shares add up to 1.
    pooled : float
        The mean of their kappas, each with its share.
    palette : Palette
        The colours of the page.
    axes : (pairs, kappa)
        What the axes say: the pairs, and how they are drawn.
    line : str
        What the line says of itself.

    Returns
    -------
    Chart
        Its figure: the traces are "bars" and "names".
    """
    centres, left = [], 0.0
    for bar in bars:
        centres.append(left + bar.share / 2)
        left += bar.share
    hues = [palette.kappa if bar.kappa >= 0 else palette.fall for bar in bars]
    fills = [mix(hue.low, hue.high, _LIGHT) for hue in hues]
    shapes: dict[str, Any] = {
        "type": "bar",
        "meta": "bars",
        "x": centres,
        "y": [bar.kappa for bar in bars],
        "width": [bar.share for bar in bars],
        "marker": {
            "color": [f"#{bytes(fill).hex()}" for fill in fills],
            "line": {"color": palette.page, "width": 2},
        },
        "customdata": [
            [
                f"{escape(bar.names[0])} – {escape(bar.names[1])}",
                kappa_text(bar.kappa),
                percent(bar.share),
            ]
            for bar in bars
        ],
        "hovertemplate": "%{customdata[0]}<br>κ %{customdata[1]} · %{customdata[2]}<extra></extra>",
    }
    wide = [at for at, bar in enumerate(bars) if bar.share >= _NARROWEST]
    words: dict[str, Any] = {
        "type": "scatter",
        "meta": "names",
        "mode": "text",
        "x": [centres[at] for at in wide],
        "y": [_ABOVE] * len(wide),
        "text": [
            "<br>".join(
                [*(escape(shortened(name)) for name in bars[at].names), kappa_text(bars[at].kappa)]
            )
            for at in wide
        ],
        "textposition": "top center",
        "textfont": {"size": 12, "color": palette.ink},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    low = min([0.0, *(bar.kappa for bar in bars)])
    ticks = [tick / 2 for tick in range(-2, 3) if tick / 2 >= low - 0.05]
    figure: Figure = {
        "data": [shapes, words],
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 4, "b": 4},
            "bargap": 0,
            "xaxis": {
                **BARE,
                "range": [0, 1],
                "tickvals": [],
                "ticktext": [],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [low - 0.05, 1.05],
                "tickvals": ticks,
                "ticktext": [number(tick) for tick in ticks],
                "showgrid": True,
                "gridcolor": palette.plain.low,
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "shapes": [
                {
                    "type": "line",
                    "x0": 0,
                    "x1": 1,
                    "y0": pooled,
                    "y1": pooled,
                    "line": {"color": palette.ink, "width": 3, "dash": "dash"},
                }
            ],
            "annotations": [
                {
                    "x": 1,
                    "xanchor": "right",
                    "y": pooled,
                    "yanchor": "bottom",
                    "text": f"<b>{escape(line)}</b>",
                    "showarrow": False,
                    "font": {"size": 14, "color": palette.ink},
                }
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [" – ".join(bar.names) for bar in bars],
                {
                    axes[1]: [kappa_text(bar.kappa) for bar in bars],
                    axes[0]: [percent(bar.share) for bar in bars],
                },
            ),
        ),
    )


@dataclass(frozen=True)
class Dot:
    """A rater: the name, how far above the others, how unsteadily so, and what that makes them."""

    name: str
    bias: float
    spread: float
    note: str


def raters(
    dots: Sequence[Dot],
    limits: tuple[float, float],
    *,
    palette: Palette,
    axes: tuple[str, str],
    regions: tuple[str, str, str],
) -> Chart:
    """Draw each rater as a dot: bias across, unsteadiness up.

    Parameters
    ----------
    dots : sequence of Dot, length r
        The raters who share an item with somebody; those without a spread stand at 0.
    limits : (bias, spread)
        From where on a rater stands out, in steps of the scale.
    palette : Palette
        The colours of the page.
    axes : (bias, spread)
        What the axes say.
    regions : (severe, lenient, erratic)
        What the places are called.

    Returns
    -------
    Chart
        Its figure: the trace is "dots".
    """
    bias, spread = limits
    spreads = [0.0 if dot.spread != dot.spread else dot.spread for dot in dots]
    far = _MARGIN * max([abs(dot.bias) for dot in dots] + [1.3 * bias])
    top = _MARGIN * max([*spreads, 1.1 * spread])
    at = list(zip(dots, spreads, strict=True))
    marked = palette.weights.ink
    figure: Figure = {
        "data": [
            {
                "type": "scatter",
                "meta": "dots",
                "mode": "markers+text",
                "x": [dot.bias for dot in dots],
                "y": spreads,
                "text": [escape(shortened(dot.name)) for dot in dots],
                "textposition": _sides([(dot.bias / far, y / top) for dot, y in at]),
                "textfont": {"size": 14, "color": palette.ink},
                "marker": {
                    "size": 14,
                    "opacity": 1,
                    "color": [marked if dot.note else palette.observed.ink for dot in dots],
                },
                "customdata": [
                    [escape(dot.name), signed(dot.bias, 2), number(dot.spread), escape(dot.note)]
                    for dot in dots
                ],
                "hovertemplate": "%{customdata[0]} %{customdata[3]}<br>%{customdata[1]} ± "
                "%{customdata[2]}<extra></extra>",
                "cliponaxis": False,
            }
        ],
        "layout": {
            **LAYOUT,
            "height": _HEIGHT + 40,
            "margin": {"l": 8, "r": 8, "t": 24, "b": 4},
            "xaxis": {
                **BARE,
                "range": [-far, far],
                "tickvals": [-bias, 0, bias],
                "tickangle": 0,
                "ticktext": [signed(-bias, 2), "0", signed(bias, 2)],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [0, top],
                "tickvals": [0, spread],
                "ticktext": ["0", number(spread)],
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
            "shapes": [
                *(_band(palette, x0, x1, 0, top) for x0, x1 in ((-far, -bias), (bias, far))),
                _band(palette, -bias, bias, spread, top),
                {
                    "type": "line",
                    "x0": 0,
                    "x1": 0,
                    "y0": 0,
                    "y1": top,
                    "line": {"color": palette.plain.high, "width": 1, "dash": "dot"},
                    "layer": "below",
                },
            ],
            "annotations": [
                _region(palette, x, y, text, anchor)
                for x, y, text, anchor in (
                    (-far, 0.0, regions[0], "left"),
                    (far, 0.0, regions[1], "right"),
                    (0.0, top, regions[2], "center"),
                )
            ],
        },
    }
    return Chart(
        figure,
        (
            table(
                [dot.name for dot in dots],
                {
                    axes[0]: [signed(dot.bias, 2) for dot in dots],
                    axes[1]: [number(dot.spread) for dot in dots],
                },
            ),
        ),
    )


def _sides(places: Sequence[tuple[float, float]]) -> list[str]:
    """Return on which side of its dot each name stands: below it, where one above is near.

    >>> _sides([(0.1, 0.5), (0.12, 0.5), (-0.9, 0.5)])
    ['top center', 'bottom center', 'top center']
    """
    sides: list[str] = []
    for x, y in places:
        crowded = any(
            side == "top center" and abs(x - other[0]) < _NEAR and abs(y - other[1]) < _NEAR
            for other, side in zip(places, sides, strict=False)
        )
        sides.append("bottom center" if crowded else "top center")
    return sides


def _band(palette: Palette, x0: float, x1: float, y0: float, y1: float) -> dict[str, Any]:
    return {
        "type": "rect",
        "x0": x0,
        "x1": x1,
        "y0": y0,
        "y1": y1,
        "fillcolor": palette.weights.low,
        "line": {"width": 0},
        "layer": "below",
    }


def _region(palette: Palette, x: float, y: float, text: str, anchor: str) -> dict[str, Any]:
    return {
        "x": x,
        "y": y,
        "text": f"<i>{escape(text)}</i>",
        "xanchor": anchor,
        "yanchor": "bottom" if y == 0 else "top",
        "showarrow": False,
        "font": {"size": 14, "color": palette.weights.ink},
    }


@dataclass(frozen=True)
class Item:
    """A disputed item: its name, and who gave each category, by the category's place."""

    name: str
    given: dict[int, tuple[str, ...]]


def items(
    shown: Sequence[Item], labels: Sequence[str], *, palette: Palette, axes: tuple[str, str]
) -> Chart:
    """Draw items as rows: a dot at each category that was given, and below it who gave it.

    Parameters
    ----------
    shown : sequence of Item, length k
        The items, the first on top.
    labels : sequence of str, length N
        The categories, from lowest to highest.
    palette : Palette
        The colours of the page.
    axes : (categories, items)
        What the axes say.

    Returns
    -------
    Chart
        Its figure: the traces are "spans", from the lowest to the highest, and "dots".
    """
    dots = [
        (row, place, names) for row, item in enumerate(shown) for place, names in item.given.items()
    ]
    figure: Figure = {
        "data": [
            {
                "type": "scatter",
                "meta": "spans",
                "mode": "lines",
                "x": [x for item in shown for x in (min(item.given), max(item.given), None)],
                "y": [y for row in range(len(shown)) for y in (row, row, None)],
                "line": {"color": palette.weights.ink, "width": 3},
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "meta": "dots",
                "mode": "markers+text",
                "x": [place for _row, place, _names in dots],
                "y": [row for row, _place, _names in dots],
                "text": [_who(names) for _row, _place, names in dots],
                "textposition": "bottom center",
                "textfont": {"size": 12, "color": palette.ink},
                "marker": {
                    "size": [12 + 4 * min(len(names), 5) for _row, _place, names in dots],
                    "opacity": 1,
                    "color": palette.observed.ink,
                },
                "customdata": [[escape(", ".join(names))] for _row, _place, names in dots],
                "hovertemplate": "%{customdata[0]}<extra></extra>",
                "cliponaxis": False,
            },
        ],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(shown) + 70,
            "margin": {"l": 8, "r": 24, "t": 4, "b": 4},
            "xaxis": {
                **BARE,
                "range": [-0.6, len(labels) - 0.4],
                "tickvals": list(range(len(labels))),
                "ticktext": [escape(shortened(label)) for label in labels],
                "showgrid": True,
                "gridcolor": palette.plain.low,
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [len(shown) - 0.35, -0.6],
                "tickvals": list(range(len(shown))),
                "ticktext": [escape(item.name) for item in shown],
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
        },
    }
    return Chart(
        figure,
        (
            table(
                [item.name for item in shown],
                {
                    label: [", ".join(item.given.get(place, ())) for item in shown]
                    for place, label in enumerate(labels)
                },
                axes[1],
            ),
        ),
    )


_MOST_NAMED = 3  # raters below a dot; more are counted


def _who(names: Sequence[str]) -> str:
    """Write who gave a category, as briefly as there is room for.

    >>> _who(["Ana", "Ben"]), _who(["A", "B", "C", "D", "E"])
    ('Ana, Ben', 'A, B +3')
    """
    if len(names) <= _MOST_NAMED:
        return ", ".join(escape(shortened(name)) for name in names)
    first = ", ".join(escape(shortened(name)) for name in names[: _MOST_NAMED - 1])
    return f"{first} +{len(names) - _MOST_NAMED + 1}"
