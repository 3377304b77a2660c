"""What each pair of raters weighs in the kappa of many raters."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.words.numbers import kappa_text, percent
from qwk_core.pictures.hues import Palette

_HEIGHT = 326  # pixels
_NARROWEST = 0.055  # of the width: narrower bars have no room for names
_ABOVE = 0.01  # on the scale of kappa: where the words in a bar begin
_LARGER_FONT = 14


@dataclass(frozen=True)
class Bar:
    """A pair of raters: its names, its kappa, its share of the weight of all pairs."""

    names: tuple[str, str]
    kappa: float
    share: float


def pooled(
    bars: Sequence[Bar], pooled: float, *, palette: Palette, axes: tuple[str, str], line: str
) -> Chart:
    """Draw the pairs' kappas as bars as wide as the pairs weigh, and their mean as a line.

    Parameters
    ----------
    bars : sequence of Bar, length P
        The pairs with a kappa, in the order of the picture. Their shares add up to 1.
    pooled : float
        The mean of their kappas, each with its share.
    palette : Palette
        The colours of the page.
    axes : (pairs, kappa)
        What the axes say: the pairs, and how they are drawn.
    line : str
        What the line says of itself.

    Returns
    -------
    Chart
        Its figure: the traces are "bars" and "names".
    """
    ends = accumulate(bar.share for bar in bars)
    centres = [end - bar.share / 2 for end, bar in zip(ends, bars, strict=True)]
    low = min([0.0, *(bar.kappa for bar in bars)]) - 0.05
    columns = {
        axes[1]: [kappa_text(bar.kappa) for bar in bars],
        axes[0]: [percent(bar.share) for bar in bars],
    }
    font = dict(size=_LARGER_FONT)
    said = marks.note(1, pooled, f"<b>{escape(line)}</b>", side="right", xref="paper", font=font)
    return marks.chart(
        [_bars(bars, centres, palette), _names(bars, centres)],
        palette,
        _HEIGHT,
        table([" – ".join(bar.names) for bar in bars], columns),
        bargap=0,
        xaxis=marks.axis(0, 1, showticklabels=False, title=axes[0]),
        yaxis=marks.axis(low, 1.05, marks.halves(low), showgrid=True, title=axes[1]),
        shapes=[marks.level(pooled, palette, width=3, dash="dash")],
        annotations=[said],
    )


def _bars(bars: Sequence[Bar], centres: Sequence[float], palette: Palette) -> marks.Mark:
    return marks.bars(
        "bars",
        centres,
        [bar.kappa for bar in bars],
        width=[bar.share for bar in bars],
        marker=marks.signed_fill([bar.kappa for bar in bars], palette),
        customdata=[
            [" – ".join(map(escape, bar.names)), kappa_text(bar.kappa), percent(bar.share)]
            for bar in bars
        ],
        hovertemplate="%{customdata[0]}<br>κ %{customdata[1]} · %{customdata[2]}<extra></extra>",
    )


def _names(bars: Sequence[Bar], centres: Sequence[float]) -> marks.Mark:
    """Return the names of the pairs, where a bar has room for them; hovering tells the others."""
    wide = [at for at, bar in enumerate(bars) if bar.share >= _NARROWEST]
    texts = [
        "<br>".join([*map(escape, map(shortened, bars[at].names)), kappa_text(bars[at].kappa)])
        for at in wide
    ]
    places = [centres[at] for at in wide]
    return marks.words("names", places, [_ABOVE] * len(wide), texts, "top center")
