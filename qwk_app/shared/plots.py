"""Plain charts, drawn by the app itself: Plotly is loaded where a chart needs more."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from qwk_app.figures.chart import Chart
from qwk_app.figures.common import legible, slim
from qwk_app.figures.large import enlarged
from qwk_app.frame import state
from qwk_app.shared import access, browser, matrices


def plot(drawn: Chart, *, key: str, alt: str, labels: Sequence[str] | None = None) -> None:
    """Draw a chart of bars, lines, marks and words; `alt` is the chart in words.

    Where `labels` are given, its bars stand for cells of the lesson: they light up with them, and a
    click chooses one.
    """
    palette = state.palette()
    figure = slim(legible(drawn.figure, palette=palette, bar=False))
    if state.is_presenting():
        figure = enlarged(figure, palette=palette)
    browser.show(
        "plot",
        key=key,
        data={
            "name": key,
            "alt": alt,
            "link": "" if labels is None else matrices.LESSON,
            **figure,
        },
        on_chosen_change=partial(_chosen, key, tuple(labels or ())),
    )
    access.tables_behind(drawn.tables, alt)


def _chosen(key: str, labels: tuple[str, ...]) -> None:
    cell = matrices.cell_of(st.session_state.get(key, {}).get("chosen"), len(labels))
    if cell is not None:
        state.choose_cell(labels[cell[0]], labels[cell[1]])
