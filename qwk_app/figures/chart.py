"""A chart: a picture, the numbers it shows as tables, and its text, made together."""

from dataclasses import dataclass, replace

from qwk_app.figures.common import Figure


@dataclass(frozen=True)
class Table:
    """A table of text: what its columns and rows are called, and what stands in them.

    The corner, above the names of the rows, says what they are; it may be empty.
    """

    corner: str
    columns: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chart:
    """A Plotly figure, its numbers as tables, and the text for who sees neither."""

    figure: Figure
    tables: tuple[Table, ...]
    alt: str = ""

    def saying(self, alt: str) -> "Chart":
        """Return the chart with this text."""
        return replace(self, alt=alt)
