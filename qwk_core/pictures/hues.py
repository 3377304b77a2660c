"""One hue a matrix, in heading, formula, chart and text; readable in light and in dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

RGB = tuple[int, int, int]

_STRONG = 7.0  # to 1: what WCAG's level AAA asks of text


@dataclass(frozen=True)
class Hue:
    """The colours of one matrix in one theme.

    Attributes
    ----------
    word : str
        The name that Streamlit's Markdown knows (``:blue[O]``).
    ink : str
        The same colour as text, in formulas and lines.
    low, high : str
        The ends of the heatmap's scale.
    """

    word: str
    ink: str
    low: str
    high: str


@dataclass(frozen=True)
class Palette:
    """The colours of one lesson, light or dark: a hue for O, w, E and κ, and a few besides.

    Attributes
    ----------
    dark : bool
        Whether the page is dark.
    page, ink : str
        The colour of the page, and of ordinary text on it.
    observed, weights, expected, kappa : Hue
        The four symbols.
    fall : Hue
        What lowers kappa.
    plain : Hue
        What has no hue of its own.
    """

    dark: bool
    page: str
    ink: str
    observed: Hue
    weights: Hue
    expected: Hue
    kappa: Hue
    fall: Hue
    plain: Hue

    def hue(self, name: str) -> Hue:
        """Return a hue by the name of its field.

        Parameters
        ----------
        name : str
            ``"observed"``, ``"weights"``, ``"expected"``, ``"kappa"``, ``"fall"`` or ``"plain"``.

        Returns
        -------
        Hue
        """
        found: Hue = getattr(self, name)
        return found

    def strong(self, colour: str) -> str:
        """Return a text colour, moved away from the page until it stands out by 7 : 1 (WCAG's AAA).

        Parameters
        ----------
        colour : str
            As ``#RRGGBB``; black or white, written short, stays.

        Returns
        -------
        str

        Examples
        --------
        >>> LIGHT.strong("#1F2933"), LIGHT.strong("#B24700")
        ('#1F2933', '#973C00')
        """
        return _strong(colour, self.page, "#FFFFFF" if self.dark else "#000000")


# The same inks stand in .streamlit/config.toml: Streamlit colours words in Markdown with those.
LIGHT = Palette(
    dark=False,
    page="#FFFFFF",
    ink="#1F2933",
    observed=Hue("blue", "#1B5FAA", "#EEF4FB", "#1B5FAA"),
    weights=Hue("orange", "#B24700", "#FDF3EA", "#C75B12"),
    expected=Hue("violet", "#7A3DB8", "#F5EFFB", "#7A3DB8"),
    kappa=Hue("green", "#1A7340", "#EDF7F0", "#1A7340"),
    fall=Hue("red", "#A61E4D", "#FCEFF3", "#A61E4D"),
    plain=Hue("gray", "#4A5565", "#F3F4F6", "#6B7280"),
)
DARK = Palette(
    dark=True,
    page="#0E1117",
    ink="#E8EAED",
    observed=Hue("blue", "#7DB8FF", "#15202E", "#7DB8FF"),
    weights=Hue("orange", "#FFA95C", "#2A1E14", "#FFA95C"),
    expected=Hue("violet", "#CBA3FF", "#221A2E", "#CBA3FF"),
    kappa=Hue("green", "#6FD79A", "#13251B", "#6FD79A"),
    fall=Hue("red", "#FF9DB8", "#2E171F", "#FF9DB8"),
    plain=Hue("gray", "#B6BECB", "#1D2129", "#8A93A3"),
)


def palette(*, dark: bool) -> Palette:
    """Return the colours of a light or a dark page.

    Parameters
    ----------
    dark : bool
        Whether the page is dark.

    Returns
    -------
    Palette
    """
    return DARK if dark else LIGHT


@lru_cache(maxsize=4096)  # cells are many, and their values few
def mix(low: str, high: str, share: float) -> RGB:
    """Return the colour that lies some of the way between two.

    Parameters
    ----------
    low, high : str
        The ends, as ``#RRGGBB``.
    share : float
        How far it lies from `low`, 0 to 1.

    Returns
    -------
    (red, green, blue)
        From 0 to 255 each.

    Examples
    --------
    >>> mix("#000000", "#FFFFFF", 0.2)
    (51, 51, 51)
    """
    a, b = _rgb(low), _rgb(high)
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


@lru_cache(maxsize=4096)
def text_on(background: RGB) -> str:
    """Return black or white, whichever reads better: at least 4.5 : 1 on any colour (WCAG 2.2).

    Parameters
    ----------
    background : (red, green, blue)
        From 0 to 255 each.

    Returns
    -------
    str

    Examples
    --------
    >>> text_on((255, 255, 255)), text_on((27, 95, 170))
    ('#000', '#FFF')
    """
    light = luminance(background)
    return "#000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#FFF"


@lru_cache(maxsize=256)
def _strong(colour: str, page: str, away: str) -> str:
    for share in range(0, 101, 5) if len(colour) == len(page) else ():
        moved = mix(colour, away, share / 100)
        light, deep = sorted((luminance(moved), luminance(_rgb(page))), reverse=True)
        if (light + 0.05) / (deep + 0.05) >= _STRONG:
            return "#{:02X}{:02X}{:02X}".format(*moved)
    return colour  # black or white, written short


def luminance(colour: RGB) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2, definitions).

    Parameters
    ----------
    colour : (red, green, blue)
        From 0 to 255 each.

    Returns
    -------
    float

    Examples
    --------
    >>> luminance((0, 0, 0)), round(luminance((255, 0, 0)), 4)
    (0.0, 0.2126)
    """
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(colour: str) -> RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
