"""κ under each scheme along a slider."""

from collections.abc import Mapping, Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.words.numbers import number
from qwk_core.pictures.hues import Palette

_DASHES = {"quadratic": "solid", "linear": "dash", "unweighted": "dot"}
_TICKS = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1]
_TOP = 1.05


def curves(
    values: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    names: Mapping[str, str],
    present: float,
    here: Mapping[str, float],
    chosen: str,
    axes: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw κ along a slider, a curve a scheme, and where the slider stands.

    Parameters
    ----------
    values : sequence of float, length m
        Settings of the slider.
    lines : mapping of scheme to sequence of float, length m
        κ at each setting; nan is left open.
    names : mapping of scheme to str
        What the legend calls them.
    present : float
        Where the slider stands.
    here : mapping of scheme to float
        κ there.
    chosen : str
        The scheme in force, thick.
    axes : (x title, y title)
        What the axes say.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a curve for each scheme, then the marks where the slider stands.
    """
    drawn = {scheme: [_rounded(kappa) for kappa in line] for scheme, line in lines.items()}
    known = (kappa for line in drawn.values() for kappa in line if kappa is not None)
    room = 0.02 * (values[-1] - values[0])
    places = [round(value, 4) for value in values]
    traces = [
        *(
            _curve(places, line, names[scheme], scheme, palette, own=scheme == chosen)
            for scheme, line in drawn.items()
        ),
        _marks(present, here, chosen, palette),
    ]
    columns = {
        names[scheme]: [number(kappa, 4) for kappa in line] for scheme, line in lines.items()
    }
    return marks.chart(
        traces,
        palette,
        320,
        table([number(value, 4) for value in values], columns, axes[0]),
        margin=dict(r=16),
        showlegend=True,
        # Else a thumb that scrolls could hide a curve.
        legend=dict(orientation="h", x=0, y=1, yanchor="bottom", itemclick=False),
        xaxis=marks.axis(values[0] - room, values[-1] + room, nticks=8, title=axes[0]),
        yaxis=marks.axis(min(0.0, *known) - 0.06, _TOP, _TICKS, showgrid=True, title=axes[1]),
        shapes=[marks.upright(present, palette, width=1, dash="dot")],
    )


def _curve(
    values: Sequence[float],
    kappas: Sequence[float | None],
    name: str,
    scheme: str,
    palette: Palette,
    *,
    own: bool,
) -> marks.Mark:
    colour = palette.kappa.ink if own else palette.plain.ink
    return marks.lines(
        escape(name),
        values,
        kappas,
        line=dict(color=colour, width=4 if own else 2, dash=_DASHES[scheme]),
        hovertemplate="%{x}: κ = %{y:.3f}",
    )


def _marks(present: float, here: Mapping[str, float], chosen: str, palette: Palette) -> marks.Mark:
    hue, plain = palette.kappa, palette.plain
    return marks.dots(
        "marks",
        [present] * len(here),
        list(map(_rounded, here.values())),
        showlegend=False,
        marker=dict(
            size=12,
            color=[hue.high if scheme == chosen else plain.high for scheme in here],
            line=dict(color=palette.ink, width=2),
        ),
    )


def _rounded(kappa: float) -> float | None:
    return None if kappa != kappa else round(kappa, 4)
