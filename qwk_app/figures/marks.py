"""The parts of charts: traces, axes, lines and words, as dictionaries for Plotly.

They are dictionaries because Plotly would check trace objects, and no chart calls `add_vline`:
both take more time than the rest of the figure (Plotly 7).
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from qwk_app.figures.chart import Chart, Table, table
from qwk_app.figures.common import anchor
from qwk_app.figures.template import FONT, template
from qwk_app.frame import platform, state
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import mix
from qwk_core.statistics.histograms import Histogram

Mark = dict[str, Any]

LARGER_FONT = 15
_LIGHT = 0.35  # the strength of a light colour
# The buttons of Plotly need 30 pixels at the top, or they cover the data.
_MARGIN: Mark = {"l": 8, "r": 8, "t": 30, "b": 8}
_STANDOFF = 6  # pixels between an axis, its names, and its title
_AXIS: Mark = {
    "showgrid": False,
    "gridcolor": "rgba(128,128,128,0.3)",  # visible in both themes
    "zeroline": False,
    "ticklabelstandoff": _STANDOFF,
    "automargin": True,
    "fixedrange": True,  # a finger on a chart scrolls the page
}
# For each trace of a chart that can be clicked, or Plotly fades the marks that were not clicked.
UNFADED: Mark = {"unselected": {"marker": {"opacity": 1}}}


def chart(traces: Sequence[Mark], height: float, *tables: Table, **layout: Any) -> Chart:
    """Return traces as a chart of a height in pixels; `layout` overrides the template.

    `axis` and `rows` make its axes, `upright` and `level` its shapes, `note` and `at_top` its
    annotations. A margin need not name all four sides.
    """
    margin = _MARGIN | layout.get("margin", {})
    layout |= {"template": template(state.palette()), "height": round(height), "margin": margin}
    return Chart(platform.figure(traces, layout), tables)


def bars(
    name: str, x: Sequence[Any], y: Sequence[Any], *, lying: bool = False, **more: Any
) -> Mark:
    """Return bars, without hover text unless `more` has it."""
    way = {"orientation": "h"} if lying else {}
    return _trace("bar", name, x, y, {**way, **more})


def histogram(
    name: str, found: Histogram, colours: str | Sequence[str], axis: str, upward: str
) -> tuple[Mark, Table]:
    """Return the bars of a histogram of kappas, and its table; all bins have the same width."""
    edges, counts = found.edges.tolist(), found.counts.tolist()
    width = round(edges[1] - edges[0], 9)
    middles = [number((first + last) / 2, 3) for first, last in pairwise(edges)]
    drawn = {
        "type": "bar",
        "name": name,
        "x0": round(edges[0] + (edges[1] - edges[0]) / 2, 9),
        "dx": width,
        "y": counts,
        "width": width,
        "marker": {"color": colours, "line": {"width": 1, "color": state.palette().plain.low}},
        "hovertemplate": "κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
        "cliponaxis": False,
    }
    return drawn, table(middles, {upward: list(map(number, counts))}, axis)


def signed_fill(kappas: Sequence[float]) -> Mark:
    """Return the colours of bars of kappa, light enough for words on them: red below 0."""
    palette = state.palette()
    hues = [palette.kappa if kappa >= 0 else palette.fall for kappa in kappas]
    fills = [f"#{bytes(mix(hue.low, hue.high, _LIGHT)).hex()}" for hue in hues]
    return {"color": fills, "line": {"color": palette.page, "width": 2}}


def lines(name: str, x: Sequence[Any], y: Sequence[Any], **more: Any) -> Mark:
    """Return a line through points."""
    return _trace("scatter", name, x, y, {"mode": "lines", **more})


def dots(name: str, x: Sequence[Any], y: Sequence[Any], **more: Any) -> Mark:
    """Return markers."""
    return _trace("scatter", name, x, y, {"mode": "markers", **more})


def words(
    name: str,
    x: Sequence[Any],
    y: Sequence[Any],
    text: Iterable[str],
    side: str | Sequence[str] = "middle right",
    **more: Any,
) -> Mark:
    """Return words beside points; the words may have markup."""
    own = {"mode": "text", "text": list(text), "textposition": side}
    return _trace("scatter", name, x, y, own | more)


def _trace(kind: str, name: str, x: Sequence[Any], y: Sequence[Any], more: Mark) -> Mark:
    # Words and marks may reach beyond the axes, or Plotly cuts them.
    base = {"type": kind, "name": name, "x": x, "y": y, "cliponaxis": False, "hoverinfo": "skip"}
    if "hovertemplate" in more:
        del base["hoverinfo"]
    return base | more


def stretches(name: str, ends: Iterable[tuple[float, float, float]], **line: Any) -> Mark:
    """Return horizontal lines (from, to, row)."""
    listed = list(ends)
    return lines(
        name,
        [x for low, high, _row in listed for x in (low, high, None)],
        [y for _low, _high, row in listed for y in (row, row, None)],
        line=line,
    )


def axis(
    low: float,
    high: float,
    ticks: Sequence[float] | None = None,
    names: Iterable[str] | Callable[[Any], str] = number,
    *,
    title: str = "",
    standoff: float = _STANDOFF,
    **more: Any,
) -> Mark:
    """Return an axis from `low` to `high`; its ticks have names, or are numbers.

    `standoff` is the distance of its title in pixels.
    """
    drawn: Mark = _AXIS | {"range": [low, high], **more}
    if ticks is not None:
        drawn["tickvals"] = list(ticks)
        drawn["ticktext"] = list(map(names, ticks) if callable(names) else names)
    if title:
        drawn["title"] = {"text": escape(title), "standoff": standoff, "font": {"size": FONT}}
    return drawn


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(n: int) -> str:
    """Write a power of ten, in every language, so that six of them fit on a phone.

    >>> power(100), power(1_000), power(1_000_000)
    ('100', '1,000', '10⁶')
    """
    return number(n) if n < 10_000 else f"10{str(len(str(n)) - 1).translate(_RAISED)}"


def rows(names: Sequence[str], *, above: float = 0.5, below: float = 0.5) -> Mark:
    """Return the axis of rows, the first on top, with room above the first and below the last."""
    last = len(names) - 1
    return axis(last + below, -above, range(last + 1), map(escape, names))


def halves(low: float = -1, high: float = 1) -> list[float]:
    """Return the ticks of an axis of kappa: the multiples of 0.5 between two ends."""
    return [tick / 2 for tick in range(-2, 3) if low <= tick / 2 <= high]


def upright(x: float, low: float = 0, high: float = 1, *, yref: str = "paper", **line: Any) -> Mark:
    """Return a vertical line; by default from the bottom to the top of the chart."""
    return _line({"x0": x, "x1": x, "y0": low, "y1": high, "yref": yref}, line)


def level(y: float, low: float = 0, high: float = 1, *, xref: str = "paper", **line: Any) -> Mark:
    """Return a horizontal line; by default across the whole chart."""
    return _line({"x0": low, "x1": high, "y0": y, "y1": y, "xref": xref}, line)


def _line(place: Mark, line: Mark) -> Mark:
    return {"type": "line", **place, "line": {"color": state.palette().ink, **line}}


BELOW: Mark = {"layer": "below"}  # for a line behind bars and dots


def note(x: float, y: float, text: str, *, side: str, **more: Any) -> Mark:
    """Return words above a place, aligned left, center or right to it."""
    own = {"showarrow": False, "xanchor": side, "yanchor": "bottom"}
    return {"x": x, "y": y, "text": text, **own, **more}


def at_top(x: float, text: str, **more: Any) -> Mark:
    """Return words above the chart."""
    return note(x, 1, text, yref="paper", **more)


def at_kappa(kappa: float, extent: tuple[float, float]) -> tuple[Mark, Mark]:
    """Return the line at the kappa of a picture, and the words above it."""
    ink = state.palette().kappa.ink
    side, font = anchor(kappa, *extent), {"size": LARGER_FONT, "color": ink}
    text = _("κ = {kappa}", kappa=kappa_text(kappa))
    line = upright(kappa, color=ink, width=3)
    return line, at_top(kappa, escape(text), side=side, font=font)
