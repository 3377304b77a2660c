"""Measures of agreement on one scale, and quadratic kappa as an error beside that of chance."""

from collections.abc import Iterable, Sequence
from html import escape
from textwrap import wrap

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette, mix, text_on

_ROW = 36  # pixels
_ROOM = 0.55  # of the scale: right of 1, where the numbers stand
_NAME = 20  # characters in a line of a measure's name: two lines fit a row


def agreement(
    values: Sequence[float],
    names: Sequence[str],
    chosen: int,
    *,
    palette: Palette,
) -> Chart:
    """Draw measures as dots on one scale, a row each: 1 on the right, −1 only if it is needed.

    Parameters
    ----------
    values : sequence of float, length k
        What each measures, −1 to 1; nan is not drawn.
    names : sequence of str, length k
        Written before each row.
    chosen : int
        The row that stands out.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "stems", "dots" and "numbers".
    """
    rows = list(range(len(values)))
    drawn = [at for at in rows if values[at] == values[at]]
    low = -1 if any(values[at] < 0 for at in drawn) else 0
    high = 1 + _ROOM * (1 - low)
    texts = [kappa_text(value) for value in values]
    inks = [(palette.kappa if at == chosen else palette.plain).ink for at in rows]
    traces = [
        marks.stretches(
            "stems", [(0, values[at], at) for at in drawn], color=palette.plain.high, width=2
        ),
        marks.dots(
            "dots",
            [values[at] for at in drawn],
            drawn,
            marker=dict(
                size=[16 if at == chosen else 12 for at in drawn],
                color=[inks[at] for at in drawn],
                opacity=1,
            ),
        ),
        marks.words(
            "numbers",
            [high] * len(rows),
            rows,
            _stressed(texts, chosen),
            "middle left",
            textfont=dict(color=inks),
        ),
    ]
    titles = _stressed(map(_in_lines, names), chosen)
    return marks.chart(
        traces,
        palette,
        _ROW * len(values) + 62,
        table(names, {_("value"): texts}),
        xaxis=marks.axis(low - 0.04, high, [-1, 0, 1] if low else [0, 0.5, 1], showgrid=True),
        yaxis=marks.axis(len(values) - 0.5, -0.5, rows, titles),
    )


def _stressed(texts: Iterable[str], chosen: int) -> list[str]:
    return [f"<b>{text}</b>" if at == chosen else text for at, text in enumerate(texts)]


def _in_lines(name: str) -> str:
    return "<br>".join(escape(line) for line in wrap(name, _NAME))


def errors(
    observed: float,
    by_chance: Sequence[tuple[str, float]],
    names: tuple[str, str],
    *,
    palette: Palette,
) -> Chart:
    """Draw the mean squared error as a bar, above the one that chance would give, in its parts.

    Parameters
    ----------
    observed : float
        The mean squared error.
    by_chance : sequence of (name, float)
        The parts whose sum chance would give.
    names : (observed, by chance)
        What is written before the two bars.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: a trace for the error and for each part, by their names.
    """
    blue, violet = palette.observed, palette.expected
    whole = sum(part for _name, part in by_chance)
    shades = [mix(violet.low, violet.high, share) for share in (1, 0.6, 0.25)]
    parts = [
        _bar(name, part, 1, shade, palette)
        for (name, part), shade in zip(by_chance, shades, strict=True)
    ]
    error = _bar(names[0], observed, 0, mix(blue.low, blue.high, 1), palette)
    listed = [(names[0], observed), *((f"{names[1]}: {name}", part) for name, part in by_chance)]
    return marks.chart(
        [error, *parts],
        palette,
        230,
        table(
            [name for name, _value in listed],
            {_("value"): [number(value, 3) for _name, value in listed]},
        ),
        barmode="stack",
        # A short bar shows no words, most often on a phone. The legend has all of them.
        uniformtext=dict(minsize=13, mode="hide"),
        showlegend=True,
        legend=dict(
            orientation="h",
            x=0,
            xanchor="left",
            y=0,
            yanchor="top",
            traceorder="normal",
            itemclick=False,
        ),
        xaxis=marks.axis(0, 1.01 * (max(observed, whole) or 1), visible=False),
        yaxis=marks.rows(names),
    )


def _bar(
    name: str, length: float, row: int, colour: tuple[int, int, int], palette: Palette
) -> marks.Mark:
    said = [escape(name), number(length, 3)]
    return marks.bars(
        " ".join(said),
        [length],
        [row],
        lying=True,
        width=0.62,
        text=["<br>".join(said) if row else said[1]],
        textposition="inside" if row else "auto",
        insidetextanchor="middle",
        textangle=0,
        insidetextfont=dict(color=text_on(colour)),
        showlegend=bool(row),
        marker=dict(color=f"rgb{colour}", line=dict(color=palette.ink, width=0.5)),
        hovertemplate=f"{' '.join(said)}<extra></extra>",
    )
