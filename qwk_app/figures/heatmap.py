"""A matrix as a Plotly figure, for where it leaves the app: same cells, same shades."""

from collections.abc import Sequence
from dataclasses import replace

import plotly.graph_objects as go
from plotly.io import to_html

from qwk_app.words import names
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core import Walkthrough
from qwk_core.pictures.heatmap import heatmap_figure
from qwk_core.pictures.hues import LIGHT, Palette
from qwk_core.pictures.panel import VIEWS, Panel, make_panel


def heatmap(walk: Walkthrough, name: str, palette: Palette = LIGHT) -> go.Figure:
    """Return one matrix of a walkthrough, by the name of its field, in the reader's language."""
    panel = make_panel(walk, name, palette, write=number)
    panel = replace(panel, title=_(VIEWS[name].title))
    axes = names.actual(), names.predicted()
    return go.Figure(heatmap_figure(panel, walk.categories, axes, palette))


def heatmaps_html(
    panels: Sequence[Panel], labels: Sequence[str], axes: tuple[str, str], palette: Palette
) -> str:
    """Return panels as one HTML page of Plotly figures.

    Plotly itself is fetched from its public address when the page is opened: with it inside, a
    click would send 5 MB.
    """
    figures = [go.Figure(heatmap_figure(panel, labels, axes, palette)) for panel in panels]
    parts = [
        to_html(figure, full_html=False, include_plotlyjs=False if at else "cdn")
        for at, figure in enumerate(figures)
    ]
    style = f"body {{ background: {palette.page}; }}"
    return f'<!doctype html>\n<meta charset="utf-8">\n<style>{style}</style>\n{"".join(parts)}\n'
