"""What does a notebook show of a walkthrough? O, w and E as the app draws them, and kappa."""

from __future__ import annotations

from html import escape
from zlib import crc32

from qwk_core.pictures.cells import Shade, write_number
from qwk_core.pictures.hues import DARK, LIGHT
from qwk_core.pictures.panel import Panel, make_panel
from qwk_core.walkthrough import Walkthrough

MOST_CATEGORIES = 12
"""With more categories the matrices are left out: a page stays below 20 KB."""

_NAMES = ("observed", "weights", "expected")
# The browser's own choice of light or dark, unless JupyterLab, VS Code or Colab has another.
_STYLE = """\
.qwk{color-scheme:light dark;display:flex;background:light-dark(#FFFFFF,#0E1117);
color:light-dark(#1F2933,#E8EAED);
flex-wrap:wrap;gap:1em 2em;padding:.8em;font:14px system-ui,sans-serif}
[data-jp-theme-light=true] .qwk,.vscode-light .qwk,[theme=light] .qwk{color-scheme:light}
[data-jp-theme-light=false] .qwk,.vscode-dark .qwk,[theme=dark] .qwk{color-scheme:dark}
.qwk table{border-collapse:separate;border-spacing:2px;margin:0;color:inherit;font:inherit}
.qwk caption{text-align:left;font-weight:600}
.qwk td,.qwk th{min-width:2.6em;height:2.2em;padding:0 .2em;text-align:center;border:0}
.qwk th{font-weight:400;background:none}
.qwk p{flex-basis:100%;margin:0;font-size:1.2em}"""


def to_html(walk: Walkthrough) -> str:
    """Return a walkthrough as a piece of HTML, light and dark, that loads nothing.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.

    Returns
    -------
    str
        O, w, E and the formula, up to 20 KB; the formula alone with more than `MOST_CATEGORIES`
        categories.

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> page = to_html(walk_through([0, 2, 2, 1], [0, 1, 2, 1]))
    >>> "κ = 1 − 0.25 ÷ 1.25 = 0.8" in page, page.count("<table>")
    (True, 3)
    """
    small = len(walk.categories) <= MOST_CATEGORIES
    light = [make_panel(walk, name, LIGHT) for name in _NAMES if small]
    dark = [make_panel(walk, name, DARK) for name in _NAMES if small]
    classes: dict[tuple[Shade, Shade], str] = {}  # one for each pair of shades, light and dark
    tables = ""
    for panel, other in zip(light, dark, strict=True):
        pairs = zip(panel.shades, other.shades, strict=True)
        named = [classes.setdefault(pair, f"q{len(classes)}") for pair in pairs]
        tables += _table(walk, panel, other.ink, named)
    rules = [
        f"{name}{{background:light-dark({a[0]},{b[0]});color:light-dark({a[1]},{b[1]})}}"
        for (a, b), name in classes.items()
    ]
    # Another walkthrough in the same notebook has colours of its own under the same names.
    own = f"qwk-{crc32(''.join(rules).encode()):x}"
    style = "\n".join([_STYLE, *(f".{own} .{rule}" for rule in rules)])
    formula = f"<p>{escape(_formula(walk))}</p>"
    return f'<style>{style}</style><div class="qwk {own}">{tables}{formula}</div>'


def _table(walk: Walkthrough, panel: Panel, dark_ink: str, classes: list[str]) -> str:
    """Write one matrix; its rows are actual, its columns predicted."""
    labels = [escape(str(category)) for category in walk.categories]
    n = len(labels)
    cells = [
        f"<td class={name}>{escape(text)}" for name, text in zip(classes, panel.texts, strict=True)
    ]
    rows = [
        f"<tr><th>{label}{''.join(cells[at * n : at * n + n])}" for at, label in enumerate(labels)
    ]
    if panel.totals is not None:
        rows = [f"{row}<th>{end}" for row, end in zip(rows, panel.totals.rows, strict=True)]
        ends = "".join(f"<th>{end}" for end in (*panel.totals.columns, panel.totals.whole))
        rows.append(f"<tr><th>{ends}")
    head = "".join(f"<th>{label}" for label in labels)
    title = f"{panel.symbol}, {panel.title}: actual ↓, predicted →"
    ink = f"color:light-dark({panel.ink},{dark_ink})"
    return f'<table><caption style="{ink}">{title}</caption><tr><th>{head}{"".join(rows)}</table>'


def _formula(walk: Walkthrough) -> str:
    """Write kappa with its two sums, or why there is none."""
    if walk.undefined_reason is not None:
        return f"κ is undefined. {walk.undefined_reason}"
    sums = [write_number(value, 4) for value in (walk.numerator, walk.denominator)]
    return f"κ = 1 − {sums[0]} ÷ {sums[1]} = {write_number(walk.kappa, 3)}"
