"""κ between the least and the greatest that its totals allow, and κ after each correction."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels
_ROOM = 0.34  # of the span: what is written beside the farthest mark


def limits(
    worst: float,
    kappa: float,
    best: float,
    names: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the stretch from the worst to the best κ on the line from −1 to 1, and κ on it.

    Parameters
    ----------
    worst, kappa, best : float
        None of them nan; weights of one's own can take them below −1.
    names : (worst, best)
        What the two ends are called.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "stretch", "ends" and "kappa".
    """
    hue, plain = palette.kappa, palette.plain
    line = palette.ink
    along: dict[str, Any] = {"type": "scatter", "hoverinfo": "skip", "cliponaxis": False}
    apart = best - worst > 0.5
    stretch = {
        **along,
        "meta": "stretch",
        "mode": "lines",
        "x": [worst, best],
        "y": [0, 0],
        "line": {"color": plain.high, "width": 14},
    }
    ends = {
        **along,
        "meta": "ends",
        "mode": "markers+text",
        "x": [worst, best],
        "y": [0, 0],
        "text": [
            f"{escape(name)} {kappa_text(value)}"
            for name, value in zip(names, (worst, best), strict=True)
        ],
        # Words lean inwards, or the ends of the line would push them out of the picture; those of
        # two ends that are close lean apart.
        "textposition": _leaning(worst, best) if apart else ["bottom left", "bottom right"],
        "textfont": {"size": 14, "color": line},
        "marker": {"symbol": "line-ns", "size": 18, "line": {"color": line, "width": 3}},
    }
    mark = {
        **along,
        "meta": "kappa",
        "mode": "markers+text",
        "x": [kappa],
        "y": [0],
        "text": [f"κ = {kappa_text(kappa)}"],
        "textposition": "top center",
        "textfont": {"size": 18, "color": hue.ink},
        "marker": {"size": 18, "color": hue.high, "line": {"color": line, "width": 2}},
    }
    figure: Figure = {
        "data": [stretch, ends, mark],
        "layout": {
            **LAYOUT,
            "height": 130,
            "margin": {"l": 24, "r": 24, "t": 30, "b": 8},
            "shapes": [
                {
                    "type": "line",
                    "x0": -1,
                    "x1": 1,
                    "y0": 0,
                    "y1": 0,
                    "layer": "below",
                    "line": {"color": line, "width": 2},
                }
            ],
            "xaxis": {
                "range": [-1.05, 1.05],
                "tickvals": [-1, -0.5, 0, 0.5, 1],
                "ticktext": [number(tick) for tick in (-1, -0.5, 0, 0.5, 1)],
                **BARE,
            },
            "yaxis": {"visible": False, "range": [-1.6, 1.4], "fixedrange": True},
        },
    }
    return Chart(
        figure,
        (
            table(
                [names[0], "κ", names[1]],
                {_("kappa"): [kappa_text(value) for value in (worst, kappa, best)]},
            ),
        ),
    )


def _leaning(worst: float, best: float) -> list[str]:
    left = "bottom right" if worst < -0.5 else "bottom center"
    right = "bottom left" if best > 0.5 else "bottom center"
    return [left, right]


def corrections(
    now: float,
    corrected: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    now_note: str,
    *,
    palette: Palette,
) -> Chart:
    """Draw how far each correction takes κ from where it is, the first on top.

    Parameters
    ----------
    now : float
        κ as it is.
    corrected : sequence of float, length k
        κ after each correction; nan where it would be undefined.
    names, notes : sequence of str, length k
        Written before and after each line.
    now_note : str
        Written above the line that marks κ as it is.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "bars" and "notes".
    """
    rise, fall = palette.kappa, palette.fall
    rows = list(range(len(corrected)))
    reached = [now if value != value else value for value in corrected]
    low, high = min([now, *reached]), max([now, *reached])
    span = high - low or 1.0
    bars = {
        "type": "bar",
        "meta": "bars",
        "orientation": "h",
        "base": round(now, 6),
        "x": [round(value - now, 6) for value in reached],
        "y": rows,
        "width": 0.6,
        "marker": {"color": [rise.high if value >= now else fall.high for value in reached]},
        "customdata": [[row, row] for row in rows],
        "unselected": {"marker": {"opacity": 1}},
        "hoverinfo": "none",  # not "skip", which would swallow clicks
    }
    texts = {
        "type": "scatter",
        "meta": "notes",
        "mode": "text",
        "x": [round(max(value, now), 6) for value in reached],
        "y": rows,
        "text": [f"  {escape(note)}" for note in notes],
        "textposition": "middle right",
        "textfont": {"size": 13, "color": palette.ink},
        "hoverinfo": "skip",
        "unselected": {"textfont": {}},
        "cliponaxis": False,
    }
    figure: Figure = {
        "data": [bars, texts],
        "layout": {
            **LAYOUT,
            "height": _ROW * len(rows) + 40,
            "margin": {"l": 8, "r": 8, "t": 28, "b": 4},
            "clickmode": "event+select",
            "shapes": [
                {
                    "type": "line",
                    "x0": now,
                    "x1": now,
                    "y0": -0.6,
                    "y1": len(rows) - 0.4,
                    "line": {"color": palette.ink, "width": 2},
                }
            ],
            "annotations": [
                {
                    "x": now,
                    "y": -0.6,
                    "text": escape(now_note),
                    "showarrow": False,
                    "xanchor": "left",
                    "yanchor": "bottom",
                    "font": {"size": 13, "color": rise.ink},
                }
            ],
            "xaxis": {
                "visible": False,
                "range": [low - 0.04 * span, high + _ROOM * span],
                "fixedrange": True,
            },
            "yaxis": {
                **BARE,
                "tickvals": rows,
                "ticktext": [escape(name) for name in names],
                "tickfont": {"size": 13},
                "range": [len(rows) - 0.4, -0.6],
            },
        },
    }
    return Chart(
        figure,
        (table(names, {_("kappa"): notes}),),
    )
