"""The width of the interval with more items like those of the example."""

import math
from collections.abc import Mapping
from html import escape
from math import ceil, floor, log10

import numpy as np
import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import anchor
from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.parts.how_sure.interval import LEVELS, NARROW, level_text
from qwk_app.shared import components, fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import kappa_interval
from qwk_core.pictures.hues import mix
from qwk_core.statistics.planning import interval_ends, items_for_width

WIDTH = "width"  # the widget's key, and its name in the link

_GRID = 25  # points of a curve
_NEAR = 0.4  # of the width; nearer labels are on opposite sides
_DECIMALS = 4  # of each number; more would make the chart larger

_needed = st.cache_data(max_entries=64, show_spinner=False)(items_for_width)


def more_items(lesson: Lesson, level: str) -> None:
    """Show the width of the interval by n, and how many items a chosen width needs."""
    walk = lesson.walk
    now = kappa_interval(walk.observed, scheme=walk.scheme, level=LEVELS[level], method="auto")
    if math.isnan(now.low):
        st.markdown(_("More items make an interval narrower. Here there is none yet."))
        return
    if now.width < NARROW:
        st.markdown(_("This interval is already very narrow."))
        return
    wanted = fields.buttons(WIDTH, _("How wide should the interval be?"), width_text)
    n = float(walk.n)
    needed = _needed(walk.observed, float(wanted), scheme=walk.scheme, level=LEVELS[level])
    if needed is None:
        st.markdown(_("No number of items that anyone could rate makes it so narrow."))
        return
    components.chart(
        _funnel(lesson, level, needed),
        key="more-items",
        alt=_(
            "The {level} interval narrows as items are added; it is {width} wide at {needed} items",
            level=level_text(level),
            width=width_text(wanted),
            needed=number(needed),
        ),
    )
    st.markdown(
        _(
            KEYED["width"]["reached" if needed <= n else "not_reached"],
            n=number(n),
            width=number(now.width, 3),
            wanted=width_text(wanted),
            needed=number(needed),
        )
    )


def _funnel(lesson: Lesson, level: str, needed: int) -> Chart:
    """Draw the interval around κ by the number of items, on a logarithmic axis."""
    walk, n = lesson.walk, float(lesson.walk.n)
    hue, axes = state.palette().kappa, (_("items"), _("kappa"))
    sizes = np.geomspace(max(min(n, needed) / 4, 1), 4 * max(n, needed), _GRID)
    closing = interval_ends(walk.observed, sizes, scheme=walk.scheme, level=LEVELS[level])
    low, high = (each.round(_DECIMALS).tolist() for each in (closing.low, closing.high))
    xs = [float(f"{size:.4g}") for size in sizes.tolist()]
    left, right = log10(xs[0]), log10(xs[-1])
    tens = [10**power for power in range(ceil(left), floor(right) + 1)]
    edge = dict(
        line=dict(color=hue.ink, width=1.5), hovertemplate="%{x:,.0f}: %{y:.2f}<extra></extra>"
    )
    shade = "rgba({}, {}, {}, 0.18)".format(*mix(hue.high, hue.high, 0))
    middle = dict(line=dict(color=hue.ink, width=3))
    ranges = [f"{number(first)} – {number(last)}" for first, last in zip(low, high, strict=True)]
    return marks.chart(
        [
            marks.lines("low", xs, low, **edge),
            marks.lines("high", xs, high, fill="tonexty", fillcolor=shade, **edge),
            marks.lines("kappa", [xs[0], xs[-1]], [walk.kappa, walk.kappa], **middle),
        ],
        300,
        table([number(size, 0) for size in xs], {axes[1]: ranges}, axes[0]),
        margin=dict(r=16),
        xaxis=marks.axis(left, right, tens, marks.power, type="log", showgrid=True, title=axes[0]),
        yaxis=marks.axis(-1.05, 1.05, marks.halves(), showgrid=True, title=axes[1]),
        # The solid line is at the present number of items.
        shapes=[
            marks.upright(n, width=2),
            marks.upright(needed, width=2, dash="dot"),
        ],
        annotations=words_above({n: _("now"), needed: number(needed)}, (left, right)),
    )


def words_above(marked: Mapping[float, str], extent: tuple[float, float]) -> list[marks.Mark]:
    """Return the words above marked numbers of items; near ones are on opposite sides."""
    places = [log10(items) for items in marked]
    near = max(places) - min(places) < _NEAR * (extent[1] - extent[0])
    return [
        marks.at_top(
            place,  # on a logarithmic axis, Plotly needs the logarithm here
            escape(words),
            side=("right" if place == min(places) else "left") if near else anchor(place, *extent),
        )
        for place, words in zip(places, marked.values(), strict=True)
    ]


def width_text(width: str) -> str:
    """Write the width of an interval, given as in the link."""
    return number(float(width))
