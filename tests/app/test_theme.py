"""The theme's colours can be read: WCAG 2.2, contrast (minimum) and non-text contrast."""

from __future__ import annotations

import tomllib

import pytest

from tests.browser.server import ROOT

THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
SCHEMES = ["light", "dark"]
TEXT = [
    "textColor",
    "linkColor",
    "blueTextColor",
    "orangeTextColor",
    "violetTextColor",
    "greenTextColor",
]


def channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, WCAG 2.2."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def tint(colour: str, background: str) -> str:
    """Lay a tenth of `colour` over `background`, as Streamlit does behind a selected option."""
    mixed = [
        round(0.1 * top + 0.9 * under)
        for top, under in zip(channels(colour), channels(background), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("background", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize("colour", TEXT)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read(scheme: str, colour: str, background: str) -> None:
    theme = THEME[scheme]
    assert contrast(theme[colour], theme[background]) >= 4.5


@pytest.mark.parametrize("background", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_selected_option_and_a_tick_can_be_seen(scheme: str, background: str) -> None:
    theme = THEME[scheme]
    accent = theme["primaryColor"]
    assert contrast(accent, tint(accent, theme[background])) >= 4.5
    assert contrast(accent, "#FFFFFF") >= 3


@pytest.mark.parametrize("hue", ["blue", "orange", "violet", "green"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_hue_is_one_colour(scheme: str, hue: str) -> None:
    assert THEME[scheme][f"{hue}Color"] == THEME[scheme][f"{hue}TextColor"]
