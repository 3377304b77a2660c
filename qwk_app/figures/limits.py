"""κ between the least and the greatest that its totals allow, and κ after each correction."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels
_ROOM = 0.45  # of the span: room for the words beside the farthest bar
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
    kappas = [kappa_text(value) for value in (worst, kappa, best)]
    return marks.chart(
        [
            marks.lines(
                "stretch", [worst, best], [0, 0], line=dict(color=palette.plain.high, width=14)
            ),
            _ends(worst, best, names, palette),
            _mark(kappa, palette),
        ],
        palette,
        130,
        table([names[0], "κ", names[1]], {_("kappa"): kappas}),
        margin=dict(l=24, r=24),
        xaxis=marks.axis(-1.05, 1.05, marks.halves()),
        yaxis=marks.axis(-1.6, 1.4, visible=False),
        shapes=[marks.level(0, palette, -1, 1, xref="x", width=2) | marks.BELOW],
    )


def _ends(worst: float, best: float, names: tuple[str, str], palette: Palette) -> marks.Mark:
    apart = best - worst > 0.5
    return marks.words(
        "ends",
        [worst, best],
        [0, 0],
        [
            f"{escape(name)} {kappa_text(value)}"
            for name, value in zip(names, (worst, best), strict=True)
        ],
        # Words near the edge of the picture point inwards. Words of two close ends point apart.
        _leaning(worst, best) if apart else ["bottom left", "bottom right"],
        mode="markers+text",
        marker=dict(symbol="line-ns", size=18, line=dict(color=palette.ink, width=3)),
    )


def _mark(kappa: float, palette: Palette) -> marks.Mark:
    return marks.words(
        "kappa",
        [kappa],
        [0],
        [f"κ = {kappa_text(kappa)}"],
        "top center",
        mode="markers+text",
        textfont=dict(size=_LARGEST_FONT, color=palette.kappa.ink),
        marker=dict(size=18, color=palette.kappa.high, line=dict(color=palette.ink, width=2)),
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
    changes = marks.bars(
        "bars",
        [round(value - now, 6) for value in reached],
        rows,
        lying=True,
        base=round(now, 6),
        width=0.6,
        marker=dict(
            color=[(palette.kappa if value >= now else palette.fall).high for value in reached]
        ),
        customdata=[[row, row] for row in rows],
        hoverinfo="none",  # with "skip" there would be no clicks
    )
    texts = marks.words(
        "notes",
        [round(max(value, now), 6) for value in reached],
        rows,
        [f"  {escape(note)}" for note in notes],
    )
    said = marks.at_top(now, escape(now_note), side="left", font=dict(color=palette.kappa.ink))
    return marks.chart(
        [changes | marks.UNFADED, texts | marks.UNFADED],
        palette,
        _ROW * len(rows) + 42,
        table(names, {_("kappa"): notes}),
        xaxis=marks.axis(low - 0.04 * span, high + _ROOM * span, visible=False),
        yaxis=marks.rows(names, above=0.6, below=0.6),
        shapes=[marks.upright(now, palette, width=2)],
        annotations=[said],
    )
