"""Bars: the two ratings' histograms, and how far apart their ratings lie."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure, Matrix
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_MOST_WRITTEN = 10  # beyond, the numbers above the bars would run into one another


def distances(counts: Matrix, title: str, *, palette: Palette) -> Chart:
    """Draw how many items' ratings lie 0, 1, 2 … apart: agreement in grey, the rest in O's hue."""
    hue, plain = palette.observed, palette.plain
    n = counts.sum()
    texts = [f"{number(count)}<br>{percent(count / n)}" for count in counts.tolist()]
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "items",
                "x": list(range(len(counts))),
                "y": counts.tolist(),
                **_numbers_above(counts, texts, palette=palette),
                "marker": {"color": [plain.high, *[hue.high] * (len(counts) - 1)]},
                "hovertemplate": "%{x}: %{y:,}<extra></extra>",
            }
        ],
        "layout": _layout([str(at) for at in range(len(counts))], int(counts.max()), height=260),
    }
    figure["layout"]["xaxis"]["title"] = {"text": escape(title), "standoff": 6}
    return Chart(
        figure,
        (
            table(
                [str(at) for at in range(len(counts))],
                {_("items"): [text.replace("<br>", ", ") for text in texts]},
                title,
            ),
        ),
    )


def _numbers_above(counts: Matrix, texts: Sequence[str], *, palette: Palette) -> dict[str, Any]:
    if len(counts) > _MOST_WRITTEN:
        return {}
    return {
        "text": list(texts),
        "textposition": "outside",
        "textangle": 0,
        "textfont": {"color": palette.ink, "size": 13},
        "cliponaxis": False,
        "constraintext": "none",
    }


def _layout(labels: Sequence[str], top: int, *, height: int) -> dict[str, Any]:
    return {
        **LAYOUT,
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 30, "b": 8},
        "bargap": 0.25,
        "xaxis": {
            **BARE,
            "tickvals": list(range(len(labels))),
            "ticktext": [escape(label) for label in labels],
            "range": [-0.6, len(labels) - 0.4],
        },
        # Room above the tallest bar for its number.
        "yaxis": {"visible": False, "fixedrange": True, "range": [0, 1.25 * top]},
    }
