"""How the interval closes with more items like those of the example."""

import math

import numpy as np
import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.figures.funnel import funnel as funnel_figure
from qwk_app.frame import link
from qwk_app.frame.state import Lesson
from qwk_app.parts.how_sure.interval import LEVELS, NARROW, level_text
from qwk_app.shared import components
from qwk_app.words.language import offered
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import kappa_interval
from qwk_core.statistics.planning import interval_ends, items_for_width

WIDTH = "width"  # the widget's key, and its name in the link

WIDTHS = ("0.4", "0.2", "0.1", "0.05")
_GRID = 25  # points of a curve


@st.cache_data(max_entries=64, show_spinner=False)
def _needed(observed: Matrix, width: float, scheme: str, level: float) -> int | None:
    return items_for_width(observed, width, scheme=scheme, level=level)


def more_items(lesson: Lesson, level: str) -> None:
    """Show how the interval closes with n, and how many items a wanted width takes."""
    walk = lesson.walk
    now = kappa_interval(walk.observed, scheme=walk.scheme, level=LEVELS[level])
    if math.isnan(now.low):
        st.markdown(_("More items make an interval narrower. Here there is none yet."))
        return
    if now.width < NARROW:
        st.markdown(_("This interval is already very narrow."))
        return
    wanted = st.segmented_control(
        _("How wide should the interval be?"),
        offered(WIDTH, WIDTHS, width_text),
        default=WIDTHS[1],
        required=True,
        format_func=width_text,
        key=WIDTH,
        bind=link.bind(WIDTH),
    )
    wanted = link.valid(WIDTH, wanted)
    n = float(walk.n)
    needed = _needed(walk.observed, float(wanted), walk.scheme, LEVELS[level])
    if needed is None:
        st.markdown(_("No number of items that anyone could rate makes it so narrow."))
        return
    sizes = np.geomspace(max(min(n, needed) / 4, 1), 4 * max(n, needed), _GRID)
    components.chart(
        funnel_figure(
            sizes.tolist(),
            interval_ends(walk.observed, sizes, scheme=walk.scheme, level=LEVELS[level]),
            walk.kappa,
            [(n, _("now")), (needed, number(needed))],
            palette=lesson.palette,
            axes=(_("items"), _("kappa")),
        ),
        key="more-items",
        alt=_(
            "The {level} interval narrows as items are added; it is {width} wide at {needed} items",
            level=level_text(level),
            width=width_text(wanted),
            needed=number(needed),
        ),
    )
    st.markdown(_needed_sentence(now.width, wanted, needed, n))


def _needed_sentence(width: float, wanted: str, needed: int, n: float) -> str:
    if needed > n:
        return _(
            "These {n} items give an interval {width} wide. A width of {wanted} needs about "
            "**{needed} items**, if their ratings are like these. Half of such studies get a "
            "narrower interval, half a wider one.",
            n=number(n),
            width=number(width, 3),
            wanted=width_text(wanted),
            needed=number(needed),
        )
    return _(
        "These {n} items give an interval {width} wide. About **{needed}** would be enough for a "
        "width of {wanted}.",
        n=number(n),
        width=number(width, 3),
        wanted=width_text(wanted),
        needed=number(needed),
    )


def width_text(width: str) -> str:
    """Write the width of an interval as it stands in the link."""
    return number(float(width))
