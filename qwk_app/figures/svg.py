"""SVG drawings for reports and papers, which work without Plotly and without a network.

The colours are those of the light theme, because paper is white.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from qwk_app.figures.common import Cell
from qwk_core.pictures.hues import LIGHT

INK = LIGHT.ink
FONT = 13  # pixels, of titles and names
LEAST_FONT = 9  # pixels, of a number in a cell
EDGE = 12  # pixels around pictures
_GLYPH = 0.56  # of a font's size: the average width of a character
_GAP = 24  # pixels between two pictures of a figure
# Characters that XML does not allow.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Picture:
    """The content of an SVG, its size in pixels, and its words for readers who cannot see it."""

    content: str
    width: int
    height: int
    alt: str

    def svg(self, *, at: Cell | None = None) -> str:
        """Return the SVG element; `at` places it within another."""
        place = "" if at is None else f' x="{at[0]}" y="{at[1]}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg"{place} width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{INK}">'
            f"<title>{clean(self.alt)}</title>{self.content}</svg>"
        )


def letters(text: str) -> int:
    """Return the width of a text in letters; a Chinese character counts as two."""
    return sum(2 if east_asian_width(sign) in "FW" else 1 for sign in text)


def width_of(characters: int, font: float = FONT) -> float:
    """Return the approximate width of some characters in pixels."""
    return _GLYPH * font * characters


def clean(text: object) -> str:
    """Return text for HTML and XML, without markup and forbidden characters.

    >>> clean('<b> & "\\x00"')
    '&lt;b&gt; &amp; &quot;\ufffd&quot;'
    """
    return escape(printable(str(text)))


def printable(text: str) -> str:
    """Return text with a sign in place of each character that XML forbids."""
    return _NOT_XML.sub("\ufffd", text)


def together(pictures: Sequence[Picture], alt: str) -> Picture:
    """Return a picture of several, two side by side, on white."""
    rows = [pictures[at : at + 2] for at in range(0, len(pictures), 2)]
    placed, below, width = ['<rect width="100%" height="100%" fill="#fff"/>'], EDGE, 0
    for row in rows:
        right = EDGE
        for picture in row:
            placed.append(picture.svg(at=(right, below)))
            right += picture.width + _GAP
        width = max(width, right - _GAP + EDGE)
        below += max(picture.height for picture in row) + _GAP
    return Picture("".join(placed), width, below - _GAP + EDGE, alt)
