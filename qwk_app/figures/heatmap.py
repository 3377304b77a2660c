"""Matrices as a file: a page of Plotly figures with the same cells and shades."""

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.io import to_html

from qwk_core.pictures.heatmap import heatmap_figure
from qwk_core.pictures.hues import Palette
from qwk_core.pictures.panel import Panel


def heatmaps_html(
    panels: Sequence[Panel], labels: Sequence[str], axes: tuple[str, str], palette: Palette
) -> str:
    """Return panels as one HTML page of Plotly figures.

    The page loads Plotly from its public address when it is opened: with Plotly inside, the page
    would have 5 MB.
    """
    figures = [go.Figure(heatmap_figure(panel, labels, axes, palette)) for panel in panels]
    parts = [
        to_html(figure, full_html=False, include_plotlyjs=False if at else "cdn")
        for at, figure in enumerate(figures)
    ]
    style = f"body {{ background: {palette.page}; }}"
    return f'<!doctype html>\n<meta charset="utf-8">\n<style>{style}</style>\n{"".join(parts)}\n'
