"""The theme's colours can be read: WCAG 2.2, contrast (minimum) and non-text contrast."""

from __future__ import annotations

import tomllib

import pytest

from tests.browser.server import ROOT
from tests.core.test_pictures import contrast

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


def tint(colour: str, background: str) -> str:
    """Lay a tenth of `colour` over `background`, as Streamlit does behind a selected option."""
    mixed = [
        round(0.1 * top + 0.9 * under)
        for top, under in zip(channels(colour), channels(background), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


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
