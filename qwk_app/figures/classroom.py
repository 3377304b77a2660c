"""How the kappas of a class are spread."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import BARE, LAYOUT, Figure
from qwk_app.shared.hues import Palette, mix
from qwk_app.words.numbers import number

_HEIGHT = 220  # pixels
_STEP = 0.1
_STEPS = 10  # from 0 to 1
_LIGHT = 0.35  # how far a bar's colour goes towards the full one


def kappas(values: Sequence[float], *, palette: Palette, axes: tuple[str, str]) -> Chart:
    """Draw how many kappas lie in each tenth of the scale.

    Parameters
    ----------
    values : sequence of float, length r
        The kappas; none is nan.
    palette : Palette
        The colours of the page.
    axes : (kappa, count)
        What the axes say.

    Returns
    -------
    Chart
        Its figure: the trace is "counts", a bar for each tenth.
    """
    # A kappa of 1 belongs to the last tenth, not to one of its own.
    tenths = [min(_tenth(value), _STEPS - 1) for value in values]
    first = min([0, *tenths])
    counts = [tenths.count(tenth) for tenth in range(first, _STEPS)]
    ends = [(tenth * _STEP, (tenth + 1) * _STEP) for tenth in range(first, _STEPS)]
    names = [f"{number(low, 1)} – {number(high, 1)}" for low, high in ends]
    hues = [palette.kappa if low >= 0 else palette.fall for low, _high in ends]
    top = max(counts, default=0)
    ticks = [tenth * _STEP for tenth in range(-_STEPS, _STEPS + 1, 2) if tenth >= first]
    figure: Figure = {
        "data": [
            {
                "type": "bar",
                "meta": "counts",
                "x": [low + _STEP / 2 for low, _high in ends],
                "y": counts,
                "width": _STEP,
                "marker": {
                    "color": [f"#{bytes(mix(hue.low, hue.high, _LIGHT)).hex()}" for hue in hues],
                    "line": {"color": palette.page, "width": 2},
                },
                "text": [str(count) if count else "" for count in counts],
                "textposition": "outside",
                "textfont": {"size": 14, "color": palette.ink},
                "cliponaxis": False,
                "customdata": names,
                "hovertemplate": "%{customdata}: %{y}<extra></extra>",
            }
        ],
        "layout": {
            **LAYOUT,
            "height": _HEIGHT,
            "margin": {"l": 8, "r": 8, "t": 24, "b": 4},
            "bargap": 0,
            "xaxis": {
                **BARE,
                "range": [first * _STEP, 1],
                "tickvals": ticks,
                "ticktext": [number(tick, 1) for tick in ticks],
                "title": {"text": escape(axes[0]), "standoff": 6},
            },
            "yaxis": {
                **BARE,
                "range": [0, 1.15 * max(top, 1)],
                "tickvals": [0, top],
                "ticktext": ["0", str(top)],
                "title": {"text": escape(axes[1]), "standoff": 6},
            },
        },
    }
    return Chart(figure, (table(names, {axes[1]: [str(count) for count in counts]}, axes[0]),))


def _tenth(value: float) -> int:
    """Return in which tenth a kappa lies; 0.3 computed as 0.29999… lies in that of 0.3.

    >>> _tenth(0.3), _tenth(0.1 * 3), _tenth(-0.05), _tenth(0.999)
    (3, 3, -1, 9)
    """
    return int((value + 1) * _STEPS + 1e-9) - _STEPS
