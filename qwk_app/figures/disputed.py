"""Who of many raters gave what to the items that they dispute."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.figures.template import template
from qwk_core.pictures.hues import Palette

_ROW = 46  # pixels: an item's dots and the names below them
_MOST_NAMED = 3  # raters below a dot; more are counted


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
    layout = dict(
        template=template(palette),
        height=_ROW * len(shown) + 96,
        margin=dict(r=24),
        xaxis=dict(
            range=[-0.6, len(labels) - 0.4],
            tickvals=list(range(len(labels))),
            ticktext=[escape(shortened(label)) for label in labels],
            showgrid=True,
            title=dict(text=escape(axes[0])),
        ),
        yaxis=dict(
            range=[len(shown) - 0.35, -0.6],
            tickvals=list(range(len(shown))),
            ticktext=[escape(item.name) for item in shown],
            title=dict(text=escape(axes[1])),
        ),
    )
    figure = go.Figure([_spans(shown, palette), _dots(shown, palette)], layout)
    columns = {
        label: [", ".join(item.given.get(place, ())) for item in shown]
        for place, label in enumerate(labels)
    }
    return Chart(figure, (table([item.name for item in shown], columns, axes[1]),))


def _spans(shown: Sequence[Item], palette: Palette) -> go.Scatter:
    return go.Scatter(
        name="spans",
        mode="lines",
        x=[x for item in shown for x in (min(item.given), max(item.given), None)],
        y=[y for row in range(len(shown)) for y in (row, row, None)],
        line=dict(color=palette.weights.ink, width=3),
        hoverinfo="skip",
    )


def _dots(shown: Sequence[Item], palette: Palette) -> go.Scatter:
    dots = [
        (row, place, names) for row, item in enumerate(shown) for place, names in item.given.items()
    ]
    return go.Scatter(
        name="dots",
        mode="markers+text",
        x=[place for _row, place, _names in dots],
        y=[row for row, _place, _names in dots],
        text=[_who(names) for _row, _place, names in dots],
        textposition="bottom center",
        marker=dict(
            size=[12 + 4 * min(len(names), 5) for _row, _place, names in dots],
            opacity=1,
            color=palette.observed.ink,
        ),
        customdata=[[escape(", ".join(names))] for _row, _place, names in dots],
        hovertemplate="%{customdata[0]}<extra></extra>",
    )


def _who(names: Sequence[str]) -> str:
    """Write who gave a category, as briefly as there is room for.

    >>> _who(["Ana", "Ben"]), _who(["A", "B", "C", "D", "E"])
    ('Ana, Ben', 'A, B +3')
    """
    if len(names) <= _MOST_NAMED:
        return ", ".join(escape(shortened(name)) for name in names)
    first = ", ".join(escape(shortened(name)) for name in names[: _MOST_NAMED - 1])
    return f"{first} +{len(names) - _MOST_NAMED + 1}"
