"""A chart: a figure, with its numbers as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go


@dataclass(frozen=True)
class Table:
    """A table of text: the names of its columns and rows, and its cells.

    The corner above the names of the rows has their title; it may be empty.
    """

    corner: str
    columns: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chart:
    """A Plotly figure, with its numbers as tables for readers who cannot see it."""

    figure: go.Figure
    tables: tuple[Table, ...]


def table(names: Sequence[str], columns: Mapping[str, Sequence[str]], corner: str = "") -> Table:
    """Return a table with a row for each name; `columns` are lists as long as the names."""
    rows = tuple(zip(*columns.values(), strict=True))
    return Table(corner, tuple(columns), tuple(names), rows)
