"""κ beside the words of a reading scale."""

from collections.abc import Sequence
from html import escape

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.pictures.hues import Palette, mix, text_on

_STRIP = 0.62  # of the width; κ is written to the right of it
# The scale is upright: so names have the whole width of the strip, on a phone too.
_HEIGHT = 400
_DEEPEST = 0.8  # how far the highest band goes towards the full colour

Span = tuple[float, float, str]  # of a scale: from where to where, and its name


def reading(
    kappa: float,
    bands: Sequence[Span],
    chosen: int | None,
    *,
    palette: Palette,
) -> Chart:
    """Draw κ on an upright scale from −1 to 1, a strip with the names of its bands.

    Parameters
    ----------
    kappa : float
        κ; nan is not drawn.
    bands : sequence of (low, high, name)
        From −1 to 1 without a gap.
    chosen : int or None
        Which band κ falls into: it is framed.
    palette : Palette
        The colours of the page.

    Returns
    -------
    Chart
        Its figure: the traces are "bands" and, where there is one, "kappa".
    """
    frames = []
    if chosen is not None:
        low, high, _name = bands[chosen]
        place = dict(x0=0, x1=_STRIP, y0=low, y1=high)
        frames.append(dict(type="rect", line=dict(color=palette.ink, width=3), **place))
    edges = sorted({-1.0, 0.0, 1.0, *(low for low, _high, _name in bands)})
    extents = [f"{number(low)} – {number(high)}" for low, high, _name in bands]
    names = [name for _low, _high, name in bands]
    return marks.chart(
        [_strip(bands, chosen, palette), *([_arrow(kappa, palette)] if kappa == kappa else [])],
        palette,
        _HEIGHT,
        table([*names, "κ"], {_("kappa"): [*extents, kappa_text(kappa)]}),
        xaxis=marks.axis(0, 1, visible=False),
        yaxis=marks.axis(-1.05, 1.05, edges),
        shapes=frames,
    )


def _strip(bands: Sequence[Span], chosen: int | None, palette: Palette) -> marks.Mark:
    """Return the bands as one bar standing on another."""
    hue, last = palette.kappa, max(len(bands) - 1, 1)
    colours = [mix(hue.low, hue.high, _DEEPEST * at / last) for at in range(len(bands))]
    names = [escape(name) for _low, _high, name in bands]
    return marks.bars(
        "bands",
        [_STRIP / 2] * len(bands),
        [round(high - low, 2) for low, high, _name in bands],
        width=_STRIP,
        base=[low for low, _high, _name in bands],
        text=[f"<b>{name}</b>" if at == chosen else name for at, name in enumerate(names)],
        textposition="inside",
        insidetextanchor="middle",
        constraintext="none",
        textangle=0,
        textfont=dict(color=[text_on(colour) for colour in colours]),
        marker=dict(color=[f"rgb{colour}" for colour in colours], line=dict(width=0)),
    )


def _arrow(kappa: float, palette: Palette) -> marks.Mark:
    ink = palette.kappa.ink
    return marks.words(
        "kappa",
        [_STRIP + 0.05],
        [kappa],
        [f"  κ = {kappa_text(kappa)}"],
        mode="markers+text",
        textfont=dict(size=18, color=ink),
        marker=dict(symbol="triangle-left", size=18, color=ink),
    )
