"""Who of many raters gave what to the items that they dispute."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
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
    columns = {
        label: [", ".join(item.given.get(place, ())) for item in shown]
        for place, label in enumerate(labels)
    }
    spans = [(min(item.given), max(item.given), row) for row, item in enumerate(shown)]
    names = [item.name for item in shown]
    return marks.chart(
        [
            marks.stretches("spans", spans, color=palette.weights.ink, width=3),
            _dots(shown, palette),
        ],
        palette,
        _ROW * len(shown) + 96,
        table(names, columns, axes[1]),
        margin=dict(r=24),
        xaxis=marks.axis(
            -0.6,
            len(labels) - 0.4,
            range(len(labels)),
            [escape(shortened(label)) for label in labels],
            showgrid=True,
            title=axes[0],
        ),
        yaxis=marks.rows(names, above=0.6, below=0.65, title=axes[1]),
    )


def _dots(shown: Sequence[Item], palette: Palette) -> marks.Mark:
    dots = [
        (row, place, names) for row, item in enumerate(shown) for place, names in item.given.items()
    ]
    return marks.words(
        "dots",
        [place for _row, place, _names in dots],
        [row for row, _place, _names in dots],
        [_who(names) for _row, _place, names in dots],
        "bottom center",
        mode="markers+text",
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
