"""The look of every chart: a Plotly template for each theme, for a desk and for a projector."""

from functools import cache
from typing import Any

from qwk_core.pictures.hues import Palette

# The font of the page, which Plotly does not know by itself. Chinese characters come from the
# reader's system.
_FAMILY = '"Source Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
_NONE = "rgba(0,0,0,0)"
FONT, _LARGE_FONT = 13, 28  # pixels; on a projector, the third row can read 28


@cache
def template(palette: Palette, *, large: bool = False) -> dict[str, Any]:
    """Return the font and the greys of a theme; `large` is for a projector."""
    ink = palette.strong(palette.ink) if large else palette.ink
    font = {"family": _FAMILY, "size": _LARGE_FONT if large else FONT, "color": ink}
    return {
        "layout": {
            "font": font,
            "paper_bgcolor": _NONE,
            "plot_bgcolor": _NONE,
            "showlegend": False,
            "dragmode": False,
            "modebar": {"bgcolor": _NONE, "color": palette.plain.ink, "activecolor": palette.ink},
            "hoverlabel": {"bgcolor": palette.page, "font": font},
        }
    }
