"""The look of every chart: a Plotly template for each theme, for a desk and for a projector."""

from functools import cache

import plotly.graph_objects as go

from qwk_core.pictures.hues import Palette

# The font of the page, which Plotly does not know by itself. Chinese characters come from the
# reader's system.
_FAMILY = '"Source Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
_NONE = "rgba(0,0,0,0)"
FONT, _LARGE_FONT = 13, 28  # pixels; on a projector, the third row can read 28


@cache
def template(palette: Palette, *, large: bool = False) -> go.layout.Template:
    """Return the font and the greys of a theme; `large` is for a projector.

    It is short, because a figure checks its whole template again (Plotly 7). The common properties
    of axes and margins are in `marks`.
    """
    ink = palette.strong(palette.ink) if large else palette.ink
    font = {"family": _FAMILY, "size": _LARGE_FONT if large else FONT, "color": ink}
    return go.layout.Template(
        layout={
            "font": font,
            "paper_bgcolor": _NONE,
            "plot_bgcolor": _NONE,
            "showlegend": False,
            "dragmode": False,
            "modebar": {"bgcolor": _NONE, "color": palette.plain.ink, "activecolor": palette.ink},
            "hoverlabel": {"bgcolor": palette.page, "font": font},
        }
    )
