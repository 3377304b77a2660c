"""A panel on the screen: its numbers in the reader's language, its table, its data.

`qwk_core.pictures` decides the text and the colour of a cell. The browser draws a panel
(qwk_app/browser/matrices.js).
"""

from collections.abc import Sequence
from typing import Any

from qwk_app.figures.chart import Table
from qwk_app.figures.common import Matrix
from qwk_app.words.numbers import number
from qwk_core.pictures.cells import cell_texts, numbered
from qwk_core.pictures.panel import Panel, Totals, written_totals

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def texts(values: Matrix, decimals: int = 2) -> tuple[str, ...]:
    """Return the numbers of a matrix, shape (N, N), in reading order; large ones are whole."""
    return cell_texts(values, decimals, write=number)


def totals(rows: Matrix, columns: Matrix, decimals: int = 2) -> Totals:
    """Return the totals of the rows and of the columns, shape (N,) each, as texts."""
    return written_totals(rows, columns, decimals, write=number)


def panel_data(panel: Panel) -> dict[str, Any]:
    """Return the data of a panel for the browser; lists are joined, which is shorter."""
    kinds = numbered(panel.shades)
    totals = panel.totals and {
        "rows": "\t".join(panel.totals.rows),
        "columns": "\t".join(panel.totals.columns),
        "whole": panel.totals.whole,
    }
    return {
        "name": panel.name,
        "symbol": panel.symbol,
        "title": panel.title,
        "ink": panel.ink,
        "texts": "\t".join(panel.texts),
        "cells": "".join(DIGITS[kinds[shade]] for shade in panel.shades),
        "shades": list(kinds),
        "totals": totals,
        "alt": panel.alt,
    }


def panel_table(panel: Panel, labels: Sequence[str], axes: tuple[str, str]) -> Table:
    """Return a panel as a table, without hidden cells."""
    size = len(labels)
    rows = [panel.texts[at : at + size] for at in range(0, size * size, size)]
    names = tuple(labels)
    if panel.totals is not None:
        names = (*names, "Σ")
        ends = [*panel.totals.rows, panel.totals.whole]
        rows = [(*row, end) for row, end in zip([*rows, panel.totals.columns], ends, strict=True)]
    corner = " ╲ ".join(axes) if all(axes) else ""
    return Table(corner, names, names, tuple(rows))
