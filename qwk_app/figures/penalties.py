"""What a disagreement costs by its distance, under each weighting scheme."""

from collections.abc import Mapping
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import Matrix
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

# The side of a point on which a curve's name stands, and its distance from the curve.
_PLACES = {
    "unweighted": ("bottom center", -0.04),
    "linear": ("top left", 0.02),
    "quadratic": ("bottom right", -0.02),
}

_PRICES = [0, 0.25, 0.5, 0.75, 1]
_MOST_TICKS = 12  # with more, every second distance is written


def penalties(
    curves: Mapping[str, Matrix],
    names: Mapping[str, str],
    chosen: str,
    distance: int,
    axes: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the price of each distance: the scheme in force thick and in w's hue, the rest thin.

    Parameters
    ----------
    curves : mapping of scheme to ndarray (N,)
        The price of the distances 0, 1, … N − 1.
    names : mapping of scheme to str
        What is written beside each curve, in place of a legend.
    chosen : str
        The scheme in force.
    distance : int
        The chosen cell's, marked.
    axes : (x title, y title)
        What the axes say.
    palette : Palette
        The colours of the page.
    """
    farthest = len(next(iter(curves.values()))) - 1
    ticks = list(range(0, farthest + 1, 1 if farthest <= _MOST_TICKS else 2))
    named = {scheme: curve for scheme, curve in curves.items() if scheme in names}
    traces = [
        _mark(distance, float(curves[chosen][distance]), palette),
        # The scheme in force comes last, on top of the others.
        *(
            _curve(scheme, curve, palette, thick=scheme == chosen)
            for scheme, curve in sorted(curves.items(), key=lambda item: item[0] == chosen)
        ),
        *(
            _name(scheme, curve, names[scheme], palette, thick=scheme == chosen)
            for scheme, curve in named.items()
        ),
    ]
    columns = {
        names[scheme]: [number(price, 4) for price in curve.tolist()]
        for scheme, curve in named.items()
    }
    return marks.chart(
        traces,
        palette,
        305,
        table([str(far) for far in range(farthest + 1)], columns, axes[0]),
        margin=dict(r=16),
        xaxis=marks.axis(-0.04 * farthest - 0.06, 1.04 * farthest + 0.02, ticks, title=axes[0]),
        yaxis=marks.axis(-0.06, 1.08, _PRICES, showgrid=True, title=axes[1]),
    )


def _mark(distance: int, price: float, palette: Palette) -> marks.Mark:
    """Return the way from the chosen distance up to its price, and across to the axis."""
    return marks.lines(
        "mark",
        [distance, distance, -0.3],
        [-0.06, price, price],
        line=dict(color=palette.ink, width=1, dash="dot"),
        cliponaxis=True,
    )


def _curve(scheme: str, curve: Matrix, palette: Palette, *, thick: bool) -> marks.Mark:
    colour = palette.weights.ink if thick else palette.plain.ink
    return marks.lines(
        scheme,
        list(range(len(curve))),
        [round(value, 6) for value in curve.tolist()],
        mode="lines+markers",
        line=dict(color=colour, width=4 if thick else 1.5),
        marker=dict(color=colour, size=11 if thick else 6),
        hovertemplate="%{x}: %{y}<extra></extra>",
    )


def _name(scheme: str, curve: Matrix, name: str, palette: Palette, *, thick: bool) -> marks.Mark:
    farthest = len(curve) - 1
    # The name of the flat curve is between two points, the others are at a point.
    place = (1 + farthest) / 2 if scheme == "unweighted" else max(1, farthest // 2)
    side, clear = _PLACES[scheme]
    price = float(curve[int(place)]) + clear
    font = dict(color=palette.weights.ink if thick else palette.plain.ink)
    larger = dict(size=marks.LARGER_FONT) if thick else {}
    return marks.words(
        f"name of {scheme}", [place], [price], [escape(name)], side, textfont=font | larger
    )
