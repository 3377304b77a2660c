"""κ between the least and the greatest that its totals allow, and κ after each correction."""

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from qwk_app.figures.chart import Chart, table
from qwk_app.figures.template import template
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels
_ROOM = 0.45  # of the span: what is written beside the farthest mark
_TICKS = [-1, -0.5, 0, 0.5, 1]
_LARGEST_FONT = 18


def limits(
    worst: float,
    kappa: float,
    best: float,
    names: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the stretch from the worst to the best κ on the line from −1 to 1, and κ on it.

    Parameters
    ----------
    worst, kappa, best : float
        None of them nan; weights of one's own can take them below −1.
    names : (worst, best)
        What the two ends are called.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "stretch", "ends" and "kappa".
    """
    stretch = go.Scatter(
        name="stretch",
        mode="lines",
        x=[worst, best],
        y=[0, 0],
        line=dict(color=palette.plain.high, width=14),
        hoverinfo="skip",
    )
    layout = dict(
        template=template(palette),
        height=130,
        margin=dict(l=24, r=24),
        xaxis=dict(range=[-1.05, 1.05], tickvals=_TICKS, ticktext=list(map(number, _TICKS))),
        yaxis=dict(visible=False, range=[-1.6, 1.4]),
    )
    traces = [stretch, _ends(worst, best, names, palette), _mark(kappa, palette)]
    figure = go.Figure(traces, layout)
    figure.add_shape(type="line", x0=-1, x1=1, y0=0, y1=0, layer="below", line=dict(width=2))
    kappas = [kappa_text(value) for value in (worst, kappa, best)]
    return Chart(figure, (table([names[0], "κ", names[1]], {_("kappa"): kappas}),))


def _ends(worst: float, best: float, names: tuple[str, str], palette: Palette) -> go.Scatter:
    apart = best - worst > 0.5
    return go.Scatter(
        name="ends",
        mode="markers+text",
        x=[worst, best],
        y=[0, 0],
        text=[
            f"{escape(name)} {kappa_text(value)}"
            for name, value in zip(names, (worst, best), strict=True)
        ],
        # Words lean inwards, or the ends of the line would push them out of the picture; those of
        # two ends that are close lean apart.
        textposition=_leaning(worst, best) if apart else ["bottom left", "bottom right"],
        marker=dict(symbol="line-ns", size=18, line=dict(color=palette.ink, width=3)),
        hoverinfo="skip",
    )


def _mark(kappa: float, palette: Palette) -> go.Scatter:
    return go.Scatter(
        name="kappa",
        mode="markers+text",
        x=[kappa],
        y=[0],
        text=[f"κ = {kappa_text(kappa)}"],
        textposition="top center",
        textfont=dict(size=_LARGEST_FONT, color=palette.kappa.ink),
        marker=dict(size=18, color=palette.kappa.high, line=dict(color=palette.ink, width=2)),
        hoverinfo="skip",
    )


def _leaning(worst: float, best: float) -> list[str]:
    left = "bottom right" if worst < -0.5 else "bottom center"
    right = "bottom left" if best > 0.5 else "bottom center"
    return [left, right]


def corrections(
    now: float,
    corrected: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    now_note: str,
    *,
    palette: Palette,
) -> Chart:
    """Draw how far each correction takes κ from where it is, the first on top.

    Parameters
    ----------
    now : float
        κ as it is.
    corrected : sequence of float, length k
        κ after each correction; nan where it would be undefined.
    names, notes : sequence of str, length k
        Written before and after each line.
    now_note : str
        Written above the line that marks κ as it is.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "bars" and "notes".
    """
    rows = list(range(len(corrected)))
    reached = [now if value != value else value for value in corrected]
    low, high = min([now, *reached]), max([now, *reached])
    span = high - low or 1.0
    layout = dict(
        template=template(palette),
        height=_ROW * len(rows) + 42,
        xaxis=dict(visible=False, range=[low - 0.04 * span, high + _ROOM * span]),
        yaxis=dict(tickvals=rows, ticktext=list(map(escape, names)), range=[len(rows) - 0.4, -0.6]),
    )
    figure = go.Figure([_changes(now, reached, palette), _texts(now, reached, notes)], layout)
    figure.add_vline(
        now,
        line=dict(width=2),
        annotation=dict(
            text=escape(now_note),
            y=1,
            xanchor="left",
            yanchor="bottom",
            font=dict(color=palette.kappa.ink),
        ),
    )
    return Chart(figure, (table(names, {_("kappa"): notes}),))


def _changes(now: float, reached: Sequence[float], palette: Palette) -> go.Bar:
    rise, fall = palette.kappa.high, palette.fall.high
    return go.Bar(
        name="bars",
        orientation="h",
        base=round(now, 6),
        x=[round(value - now, 6) for value in reached],
        y=list(range(len(reached))),
        width=0.6,
        marker=dict(color=[rise if value >= now else fall for value in reached]),
        customdata=[[row, row] for row in range(len(reached))],
        hoverinfo="none",  # not "skip", which would swallow clicks
    )


def _texts(now: float, reached: Sequence[float], notes: Sequence[str]) -> go.Scatter:
    return go.Scatter(
        name="notes",
        mode="text",
        x=[round(max(value, now), 6) for value in reached],
        y=list(range(len(reached))),
        text=[f"  {escape(note)}" for note in notes],
        textposition="middle right",
        hoverinfo="skip",
    )
