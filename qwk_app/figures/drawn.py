"""A figure that Plotly sends as it is."""

from plotly.basedatatypes import BaseFigure  # type: ignore[import-untyped]

from qwk_app.figures.common import Figure


class Drawn(BaseFigure):  # type: ignore[misc]
    """A finished dictionary in the guise of a Plotly figure, which is not checked once more.

    Plotly checks every property of a dictionary before it is sent: two thirds of the time that the
    server spends on a page. The tests check each figure of each page instead.
    """

    def __init__(self, figure: Figure) -> None:
        object.__setattr__(self, "_figure", figure)

    def to_dict(self) -> Figure:
        """Return the dictionary."""
        figure: Figure = self._figure
        return figure
