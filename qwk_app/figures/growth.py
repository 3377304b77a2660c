"""O as it grows, pair by pair: a picture that plays in the browser, without the server."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.common import BARE, HEADING, LAYOUT, Cell, Figure, bold, heading
from qwk_app.figures.film import buttons, slider
from qwk_app.shared.hues import Palette, mix
from qwk_core.teaching.stages import Stage

_SECONDS = 14.0  # what the whole film takes at most
_SLOWEST, _FASTEST = 900, 250  # milliseconds a frame
_HEIGHT = 450


def growth(
    stages: Sequence[Stage],
    captions: Sequence[str],
    names: Sequence[str],
    labels: Sequence[str],
    *,
    palette: Palette,
    axes: tuple[str, str],
    play: str,
    pause: str,
) -> Figure:
    """Draw O after the first stage, and the stages after it as the frames of a film.

    Parameters
    ----------
    stages : sequence of Stage
        How O grows.
    captions : sequence of str
        What happens at each stage; shown above the matrix.
    names : sequence of str
        A short name for each stage, as the slider's ticks say it.
    labels : sequence of str, length N
        The categories, in order.
    palette : Palette
        The colours of the page.
    axes : (row title, column title)
        What the rows and the columns are.
    play, pause : str
        What the two buttons say.

    Returns
    -------
    dict
        A Plotly figure: trace 0 the counts, trace 1 frames the cells that grew, trace 2 leads to
        them from the two axes.
    """
    hue = palette.observed
    size, line = len(labels), palette.ink
    ticks = [escape(label) for label in labels]
    duration = max(_FASTEST, min(_SLOWEST, round(1000 * _SECONDS / len(stages))))
    font = max(7, min(16, 100 // size))
    axis: dict[str, Any] = {
        **BARE,
        "tickvals": list(range(size)),
        "ticktext": ticks,
        "tickfont": {"size": font},
        "constrain": "domain",
    }
    # One scale from the first frame to the last, and no darker than one ink can be read on: a
    # heatmap writes all its numbers in the same.
    top = "rgb({}, {}, {})".format(*mix(hue.low, hue.high, 0.5))
    counts: dict[str, Any] = {
        "type": "heatmap",
        "z": stages[0].observed.tolist(),
        "zmin": 0,
        "zmax": stages[-1].observed.max().item(),
        "colorscale": [[0, hue.low], [1, top]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "texttemplate": "%{z:,}",
        "textfont": {"size": font, "color": line},
        "hoverinfo": "skip",
    }
    frame = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "cliponaxis": False}
    return {
        "data": [
            counts,
            {**frame, **_outline(stages[0].cells), "line": {"color": line, "width": 3}},
        ],
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 0, "r": 16, "t": HEADING, "b": 120},
            "title": heading(bold(captions[0]), line),
            "xaxis": {
                **axis,
                "side": "top",
                "constraintoward": "left",
                "range": [-0.5, size - 0.5],
                "title": {"text": escape(axes[1]), "standoff": 6, "font": {"size": 13}},
            },
            "yaxis": {
                **axis,
                "range": [size - 0.5, -0.5],
                "scaleanchor": "x",
                "constraintoward": "top",
                "title": {"text": escape(axes[0]), "standoff": 6, "font": {"size": 13}},
            },
            "updatemenus": [buttons(play, pause, duration, below=24)],
            "sliders": [
                slider(
                    [(name, name) for name in names],
                    0,
                    hue,
                    palette=palette,
                    below=68,
                    left=0,
                )
            ],
        },
        "frames": [
            {
                "name": name,
                "data": [
                    {"type": "heatmap", "z": stage.observed.tolist()},
                    _outline(stage.cells),
                ],
                "traces": [0, 1],
                "layout": {"title": {"text": bold(caption)}},
            }
            for stage, caption, name in zip(stages, captions, names, strict=True)
        ],
    }


def _outline(cells: Sequence[Cell]) -> dict[str, Any]:
    """Return a line around each cell."""
    strokes = []
    for row, column in cells:
        left, right, top, bottom = _sides(row, column)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        strokes.append(corners)
    return _strokes(strokes)


def _sides(row: int, column: int) -> tuple[float, float, float, float]:
    """Return a cell's left, right, top and bottom, a little within it."""
    # Rounded, or every frame carries digits that nobody sees.
    left, right, top, bottom = (
        round(at + half, 2) for at in (column, row) for half in (-0.47, 0.47)
    )
    return left, right, top, bottom


def _strokes(strokes: Sequence[Sequence[tuple[float, float]]]) -> dict[str, Any]:
    """Return one line that is lifted between strokes, as Plotly does where a point is missing."""
    points = [point for stroke in strokes for point in (*stroke, (None, None))][:-1]
    return {"x": [x for x, _y in points], "y": [y for _x, y in points]}
