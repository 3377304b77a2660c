"""What to call a kappa: how much of its draws each band of a reading scale holds."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette

_ROW = 34  # pixels a lying bar takes


def bands(
    shares: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    chosen: int | None,
    *,
    palette: Palette,
) -> Chart:
    """Draw how much of the draws each band of a reading scale holds, the highest band on top."""
    rows = range(len(shares))
    frames = [3 if row == chosen else 0 for row in rows]
    bars = marks.bars(
        "shares",
        [round(share, 3) for share in shares],
        list(rows),
        lying=True,
        width=0.62,
        marker=dict(color=palette.kappa.high, line=dict(color=palette.ink, width=frames)),
        text=[f" {escape(note)}" for note in notes],
        textposition="outside",
    )
    return marks.chart(
        [bars],
        palette,
        _ROW * len(rows) + 38,
        table(names, {_("share of the resamples"): notes}),
        xaxis=marks.axis(0, 1.35 * max(shares), visible=False),
        yaxis=marks.axis(-0.5, len(rows) - 0.5, rows, map(escape, names)),
    )
