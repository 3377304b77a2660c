"""Where each of many raters stands: how severe or lenient, and how unsteady."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.words.numbers import number, signed
from qwk_core.pictures.hues import Palette

_HEIGHT = 346  # pixels
_NEAR = 0.15  # of half the picture: names of closer dots would overlap
_MARGIN = 1.25  # times the farthest dot: the end of the axis
_LARGER_FONT = 14


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
    names = [dot.name for dot in dots]
    columns = {
        axes[0]: [signed(dot.bias, 2) for dot in dots],
        axes[1]: [number(dot.spread) for dot in dots],
    }
    middle = dict(color=palette.plain.high, width=1, dash="dot")
    return marks.chart(
        [_dots(dots, spreads, (far, top), palette)],
        palette,
        _HEIGHT,
        table(names, columns),
        xaxis=marks.axis(
            -far,
            far,
            [-bias, 0, bias],
            [signed(-bias, 2), "0", signed(bias, 2)],
            tickangle=0,
            title=axes[0],
        ),
        yaxis=marks.axis(0, top, [0, spread], title=axes[1]),
        # Shaded: where raters stand out. Dotted: between severe and lenient.
        shapes=[
            _region((-far, -bias), (0, top), palette),
            _region((bias, far), (0, top), palette),
            _region((-bias, bias), (spread, top), palette),
            marks.upright(0, palette, 0, top, yref="y", **middle) | marks.BELOW,
        ],
        annotations=[
            _named(-far, 0, regions[0], "left", palette),
            _named(far, 0, regions[1], "right", palette),
            _named(0, top, regions[2], "center", palette),
        ],
    )


def _dots(
    dots: Sequence[Dot], spreads: Sequence[float], extent: tuple[float, float], palette: Palette
) -> marks.Mark:
    far, top = extent
    marked, plain = palette.weights.ink, palette.observed.ink
    places = [(dot.bias / far, y / top) for dot, y in zip(dots, spreads, strict=True)]
    return marks.words(
        "dots",
        [dot.bias for dot in dots],
        spreads,
        [escape(shortened(dot.name)) for dot in dots],
        _sides(places),
        mode="markers+text",
        textfont=dict(size=_LARGER_FONT),
        marker=dict(size=14, opacity=1, color=[marked if dot.note else plain for dot in dots]),
        customdata=[
            [escape(dot.name), signed(dot.bias, 2), number(dot.spread), escape(dot.note)]
            for dot in dots
        ],
        hovertemplate="%{customdata[0]} %{customdata[3]}<br>%{customdata[1]} ± %{customdata[2]}"
        "<extra></extra>",
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


def _region(
    across: tuple[float, float], upward: tuple[float, float], palette: Palette
) -> marks.Mark:
    place = dict(x0=across[0], x1=across[1], y0=upward[0], y1=upward[1])
    fill = dict(fillcolor=palette.weights.low, line=dict(width=0))
    return dict(type="rect", **place, **fill) | marks.BELOW


def _named(x: float, y: float, text: str, side: str, palette: Palette) -> marks.Mark:
    font = dict(size=_LARGER_FONT, color=palette.weights.ink)
    where = "bottom" if y == 0 else "top"
    return marks.note(x, y, f"<i>{escape(text)}</i>", side=side, yanchor=where, font=font)
