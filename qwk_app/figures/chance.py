"""What chance gives: E filled from its totals, shuffled tables, and the kappas they lead to."""

from collections.abc import Sequence
from html import escape
from typing import Any

from qwk_app.figures.common import BARE, LAYOUT, Cell, Figure, Matrix
from qwk_app.figures.film import buttons, slider
from qwk_app.figures.matrix import LEAST_ROW, font_size, shortened
from qwk_app.shared.hues import Hue, Palette, mix
from qwk_core.statistics.histograms import ShuffleHistogram

MOST_FILLED_BY_CELL = 6  # categories; beyond, a frame fills a whole row
_RING = 30  # pixels across; more around long numbers
_SHORT = 42  # characters of a caption that fit under a small matrix
_STRIP = 96  # pixels under a matrix for its caption, its buttons and its slider


def fill(
    figure: Figure,
    captions: Sequence[str],
    labels: Sequence[str],
    *,
    palette: Palette,
    play: str,
    pause: str,
) -> Figure:
    """Let a matrix with totals be filled cell by cell, or row by row, from those totals.

    A cover in the colour of an empty cell shrinks from the first cell to the last, so a frame holds
    a few corners and not a matrix. It begins with the first one filled.

    Parameters
    ----------
    figure : dict
        A matrix with totals, as `figures.matrix` draws it; it is changed and returned.
    captions : sequence of str, length N² or N
        How each cell is computed, in reading order; or each row.
    labels : sequence of str, length N
        The categories, in order.
    palette : Palette
        The colours of the page.
    play, pause : str
        What the two buttons say.

    Returns
    -------
    dict
        The figure, with one trace more: the cover, rings around the totals in use, and the caption.
    """
    hue = palette.expected
    size = len(labels)
    per_row = len(captions) // size
    *_cells, totals = figure["data"]
    ring = max(_RING, min(2 * _RING, 9 * max(map(len, totals["text"]))))
    stages = [_stage(at, per_row, size, caption) for at, caption in enumerate(captions)]
    trace = len(figure["data"])
    figure["data"].append(
        {
            "type": "scatter",
            "mode": "markers+text",
            "fill": "toself",
            "fillcolor": hue.low,
            "hoverinfo": "skip",
            "cliponaxis": False,
            "textposition": "bottom center",
            # A point without a size of its own has none: the corners of the cover are not seen.
            "marker": {
                "symbol": "circle-open",
                "size": [0, 0, ring, 0, ring] if per_row > 1 else [0, 0, ring],
                "color": hue.ink,
                "opacity": 1,
                "line": {"width": 2},
            },
            "textfont": {
                "size": 15 if max(map(len, captions)) <= _SHORT else 12,
                "color": palette.ink,
            },
            **stages[0],
        }
    )
    figure["frames"] = [
        {"name": str(at), "traces": [trace], "data": [stage]} for at, stage in enumerate(stages)
    ]
    ends = [(str((row + 1) * per_row - 1), label) for row, label in enumerate(labels)]
    layout = figure["layout"]
    layout["height"] += _STRIP
    layout["margin"] = {**layout["margin"], "b": layout["margin"]["b"] + _STRIP}
    layout["updatemenus"] = [buttons(play, pause, 700, below=36)]
    layout["sliders"] = [slider(ends, 0, hue, palette=palette, below=36, left=0.5)]
    return figure


def _stage(at: int, per_row: int, size: int, caption: str) -> dict[str, Any]:
    """Return the points of one frame: the caption, the totals in use, and the cover's corners."""
    row, step = divmod(at, per_row)
    # The caption hangs from the lower edge: Plotly hides what stands outside the axes.
    x: list[float | None] = [size / 2, None, size]
    y: list[float | None] = [size + 0.5, None, row]
    if per_row > 1:
        x += [None, step]
        y += [None, size]
    right, bottom = size - 0.5, size - 0.5
    if row < size - 1:
        x += [None, -0.5, right, right, -0.5]
        y += [None, row + 0.5, row + 0.5, bottom, bottom]
    if step < per_row - 1:
        inner, upper, lower = step + 0.5, row - 0.5, row + 0.5
        x += [None, inner, right, right, inner]
        y += [None, upper, upper, lower, lower]
    return {"x": x, "y": y, "text": [escape(caption)]}


def table(
    values: Matrix,
    labels: Sequence[str],
    hue: Hue,
    *,
    palette: Palette,
    top: float,
    cell: Cell,
    axes: tuple[str, str],
    height: int,
    width: int,
) -> Figure:
    """Draw a small matrix to be looked at, not clicked: its numbers are the heatmap's own.

    The colours end halfway, so that one colour of text can be read on all of them.
    """
    size = len(labels)
    row, column = cell
    height = max(height, LEAST_ROW * (size + 2))
    names = [shortened(label) for label in labels]
    font = font_size(min(height / (size + 2), (width - 40 - 7 * max(map(len, names))) / size))
    axis: dict[str, Any] = {
        **BARE,
        "tickvals": list(range(size)),
        "ticktext": [escape(name) for name in names],
        "tickfont": {"size": min(font, 14)},
        "constrain": "domain",
    }
    return {
        "data": [
            {
                "type": "heatmap",
                "z": _rounded(values),
                "zmin": 0,
                "zmax": top,
                "colorscale": [[0, hue.low], [1, f"rgb{mix(hue.low, hue.high, 0.5)}"]],
                "showscale": False,
                "xgap": 2,
                "ygap": 2,
                "texttemplate": "%{z:,}",
                "textfont": {"size": font, "color": palette.ink},
                "hoverinfo": "skip",
            }
        ],
        "layout": {
            **LAYOUT,
            "height": height,
            "margin": {"l": 0, "r": 8, "t": 0, "b": 4},
            "xaxis": {
                **axis,
                "side": "top",
                "range": [-0.5, size - 0.5],
                "constraintoward": "left",
                "title": {"text": escape(axes[1]), "standoff": 6, "font": {"size": 13}},
            },
            "yaxis": {
                **axis,
                "range": [size - 0.5, -0.5],
                "scaleanchor": "x",
                "constraintoward": "top",
                "title": {"text": escape(axes[0]), "standoff": 6, "font": {"size": 13}},
            },
            "shapes": [
                {
                    "type": "rect",
                    "x0": column - 0.48,
                    "x1": column + 0.48,
                    "y0": row - 0.48,
                    "y1": row + 0.48,
                    "line": {"color": palette.ink, "width": 3},
                }
            ],
        },
    }


def kappas(
    histogram: ShuffleHistogram,
    kappa: float,
    *,
    palette: Palette,
    mark: str,
    axes: tuple[str, str],
    height: int,
) -> Figure:
    """Draw how many shuffles gave which kappa; those that reached `kappa` in its own colour."""
    hue, rest = palette.kappa, palette.plain
    edges = histogram.edges
    width = round(float(edges[1] - edges[0]), 9)
    line = palette.ink
    low, high = min(float(edges[0]), kappa, 0.0), max(float(edges[-1]), kappa, 0.0)
    margin = (high - low) * 0.05
    counts = histogram.counts.tolist()
    return {
        "data": [
            {
                "type": "bar",
                "x0": round(float(edges[0]) + width / 2, 9),
                "dx": width,
                "y": counts,
                "width": width,
                "marker": {
                    "color": [
                        hue.high if reaching else rest.high
                        for reaching in histogram.reaching.tolist()
                    ],
                    "line": {"width": 1, "color": rest.low},
                },
                "hovertemplate": "κ ≈ %{x:.2f}: %{y:,}<extra></extra>",
            }
        ],
        "layout": {
            **LAYOUT,
            "height": height,
            "margin": {"l": 8, "r": 8, "t": 40, "b": 8},
            "xaxis": {
                **BARE,
                "range": [round(low - margin, 9), round(high + margin, 9)],
                "nticks": 6,
                "zeroline": True,
                "zerolinecolor": line,
                "zerolinewidth": 1,
                "title": {"text": escape(axes[0]), "standoff": 6, "font": {"size": 13}},
            },
            "yaxis": {
                **BARE,
                "range": [0, max(counts) * 1.05],
                # No fractions of a shuffle.
                **({"dtick": 1} if max(counts) < 5 else {"nticks": 4}),
                "tickformat": ",d",
                "title": {"text": escape(axes[1]), "standoff": 6, "font": {"size": 13}},
            },
            "shapes": [
                {
                    "type": "line",
                    "x0": kappa,
                    "x1": kappa,
                    "y0": 0,
                    "y1": 1,
                    "yref": "paper",
                    "line": {"color": hue.ink, "width": 3},
                }
            ],
            "annotations": [
                {
                    "x": kappa,
                    "y": 1,
                    "yref": "paper",
                    "yanchor": "bottom",
                    "xanchor": _side(kappa, low, high),
                    "text": escape(mark),
                    "showarrow": False,
                    "font": {"size": 15, "color": hue.ink},
                }
            ],
        },
    }


def _side(value: float, low: float, high: float) -> str:
    """Return which end of a label stands at `value`, so that the label stays inside."""
    share = (value - low) / (high - low)
    return "left" if share < 0.3 else "right" if share > 0.7 else "center"


def _rounded(values: Matrix) -> list[list[float]]:
    """Return a matrix with the two places that are printed, whole numbers without any."""
    return [
        [int(value) if value == int(value) else round(value, 2) for value in row]
        for row in values.tolist()
    ]
