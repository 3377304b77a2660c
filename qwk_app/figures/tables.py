"""The table behind a chart: the numbers and names that it draws, read off the figure itself."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from qwk_app.figures.chart import Table
from qwk_app.figures.common import Figure
from qwk_app.words.numbers import number
from qwk_app.words.texts import _

_DECIMALS = 4
_TAG = re.compile(r"<[^>]*>")
_LYING = 3  # a strip this many times wider than high is read line by line instead

Trace = Mapping[str, Any]
Name = Callable[[float], str]


def tables(figure: Figure, values: str = "") -> list[Table]:
    """Return what a figure shows as tables, one for each pair of axes.

    A heatmap becomes a matrix; what stands beside names on an axis, a row for each name; all else,
    a row for each point. Of a film, it is the picture that is shown. What a reader may not see yet
    is not in the figure, and so not here. `values` says what the numbers are where no axis does.
    """
    if any(trace["type"] == "heatmap" for trace in figure["data"]):
        return [_matrix(figure)]
    pairs: dict[tuple[str, str], list[Trace]] = {}
    for trace in figure["data"]:
        if _tells(trace):
            axes = trace.get("xaxis", "x"), trace.get("yaxis", "y")
            pairs.setdefault(axes, []).append(trace)
    layout = figure["layout"]
    return [
        _of_axes(traces, *_axes(layout, *axes), values or _("value"))
        for axes, traces in pairs.items()
    ]


def _axes(layout: Trace, x: str, y: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return layout.get(f"xaxis{x[1:]}", {}), layout.get(f"yaxis{y[1:]}", {})


def caption(figure: Figure) -> str:
    """Return a figure's title as plain text, empty where it has none."""
    return _plain(figure["layout"].get("title", {}).get("text", ""))


def _matrix(figure: Figure) -> Table:
    cells: dict[tuple[float, float], str] = {}
    for trace in figure["data"]:
        if trace["type"] == "heatmap":
            width = len(trace["z"][0])
            across, down = trace.get("x", range(width)), trace.get("y", range(len(trace["z"])))
            for y, values in zip(down, trace["z"], strict=True):
                for x, value in zip(across, values, strict=True):
                    cells[x, y] = "" if value is None else number(value, _DECIMALS)
            for at, text in enumerate(
                each
                for words in trace.get("hovertext", ())
                for each in ([words] if isinstance(words, str) else words)
            ):
                cells[across[at % width], down[at // width]] = _plain(text)
        elif "text" in trace.get("mode", "") and not trace.get("fill"):
            # The numbers as they are written in the cells, and the totals beside them.
            for x, y, text in zip(trace["x"], trace["y"], trace["text"], strict=True):
                cells[x, y] = _plain(text)
    layout = figure["layout"]
    xs, ys = (sorted({place[side] for place in cells}) for side in (0, 1))
    across, down = _names(layout["xaxis"]), _names(layout["yaxis"])
    titles = [_text(layout[axis]) for axis in ("yaxis", "xaxis")]
    corner = " ╲ ".join(titles) if all(titles) else ""
    if len(xs) > _LYING * len(ys):
        turned = {down(y): {x: cells.get((x, y), "") for x in xs} for y in ys}
        return _table(corner, turned, across)
    rows = tuple(tuple(cells.get((x, y), "") for x in xs) for y in ys)
    return Table(corner, tuple(map(across, xs)), tuple(map(down, ys)), rows)


def _tells(trace: Trace) -> bool:
    """Tell whether a trace has something to say: guides, stems and shades have not."""
    if None in trace.get("x", ()) or not len(trace.get("y", ())):
        return False
    return not (trace.get("mode") == "lines" and trace.get("hoverinfo") == "skip")


def _of_axes(
    traces: Sequence[Trace], x: Mapping[str, Any], y: Mapping[str, Any], what: str
) -> Table:
    bars = [trace for trace in traces if trace["type"] == "bar"]
    if any(bar.get("orientation") == "h" for bar in bars) or (_is_named(y) and not bars):
        return _by_name(traces, "y", "x", y, _text(x) or what)
    if any(isinstance(bar.get("base"), list) for bar in bars):
        return _bands(traces, what)
    if any("text" in bar for bar in bars) or _is_named(x):
        return _by_name(traces, "x", "y", x, _text(y) or what)
    if not x.get("visible", True) and not y.get("visible", True):
        return _by_name(traces, "y", "x", y, what)
    return _by_point(traces, x, _text(y) or what)


def _is_named(axis: Mapping[str, Any]) -> bool:
    """Tell whether an axis carries names, not numbers."""
    return any(
        _plain(text) != number(value, _DECIMALS)
        for value, text in zip(axis.get("tickvals", ()), axis.get("ticktext", ()), strict=False)
    )


def _by_name(
    traces: Sequence[Trace],
    along: str,
    value: str,
    names: Mapping[str, Any],
    what: str,
) -> Table:
    """Return a row for each name, a column for each trace.

    A trace without a name of its own says nothing beside one that is all words.
    """
    if any(trace.get("mode") == "text" for trace in traces):
        traces = [trace for trace in traces if trace.get("name") or "text" in trace.get("mode", "")]
    columns: dict[str, dict[float, str]] = {}
    for trace in traces:
        cells = columns.setdefault(_plain(trace.get("name", "")) or what, {})
        for place, text in _written(trace, along, value):
            _add(cells, _nearest(place, names), text)
    return _table(_plain(_text(names)), columns, _names(names))


def _add(cells: dict[float, str], place: float, text: str) -> None:
    cells[place] = " – ".join(filter(None, (cells.get(place, ""), text)))


def _table(corner: str, columns: Mapping[str, Mapping[float, str]], name: Name) -> Table:
    places = sorted({place for cells in columns.values() for place in cells})
    rows = tuple(tuple(cells.get(place, "") for cells in columns.values()) for place in places)
    return Table(corner, tuple(columns), tuple(map(name, places)), rows)


def _bands(traces: Sequence[Trace], what: str) -> Table:
    """Return what bars that stand on each other reach from and to, and what is marked on them."""
    rows = []
    for trace in traces:
        for at, (text, height) in enumerate(zip(trace["text"], trace["y"], strict=True)):
            base = trace["base"][at] if "base" in trace else None
            ends = (height,) if base is None else (base, base + height)
            rows.append((_plain(text), " – ".join(number(end, _DECIMALS) for end in ends)))
    return Table("", (what,), *_split(rows))


def _split(rows: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    return tuple(name for name, _value in rows), tuple((value,) for _name, value in rows)


def _nearest(place: float, axis: Mapping[str, Any]) -> float:
    """Return the tick that a point belongs to: what is written above a row belongs to it."""
    ticks: Sequence[float] = axis.get("tickvals", ())
    return min(ticks, key=lambda tick: abs(tick - place)) if "ticktext" in axis else place


def _written(trace: Trace, along: str, value: str) -> Iterator[tuple[float, str]]:
    """Yield where each point of a trace is, and what is written there, or else its length."""
    name, places = _plain(trace.get("name", "")), trace[along]
    texts = trace.get("text") or [""] * len(places)
    for place, length, text in zip(places, trace[value], texts, strict=True):
        said = _plain(text).removeprefix(f"{name}, ")
        yield place, said or ("" if trace.get("mode") == "text" else number(length, _DECIMALS))


def _by_point(traces: Sequence[Trace], x: Mapping[str, Any], what: str) -> Table:
    """Return a row for each place on the horizontal axis, a column for each line."""
    columns: dict[str, dict[float, str]] = {}
    for trace in traces:
        if trace.get("mode") == "text" and len(traces) > 1:  # names the lines
            continue
        name = _plain(trace.get("name", ""))
        cells = columns.setdefault(name or what, {})
        texts, counts = trace.get("text"), trace.get("customdata")
        for at, (place, height) in enumerate(zip(_places(trace), trace["y"], strict=True)):
            if height is not None:
                told = number(counts[at] if counts else height, _DECIMALS)
                said = _plain(texts[at]).removeprefix(f"{name}, {number(place)}: ") if texts else ""
                _add(cells, place, said or told)
    return _table(_text(x), columns, _names(x))


def _text(axis: Mapping[str, Any]) -> str:
    return _plain(axis.get("title", {}).get("text", ""))


def _places(trace: Trace) -> Sequence[float]:
    if "x" in trace:
        places: Sequence[float] = trace["x"]
        return places
    return [trace["x0"] + at * trace["dx"] for at in range(len(trace["y"]))]


def _names(axis: Mapping[str, Any]) -> Name:
    known = dict(zip(axis.get("tickvals", ()), axis.get("ticktext", ()), strict=False))
    return lambda place: _plain(known[place]) if place in known else number(place, _DECIMALS)


def _plain(text: object) -> str:
    """Return the words of a label without their marks, as a person typed them."""
    return unescape(_TAG.sub("", str(text).replace("<br>", ", "))).strip()
