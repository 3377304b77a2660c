"""The theme's colours can be read: WCAG 2.2, contrast (minimum) and non-text contrast."""

import tomllib

import pytest

from tests.browser.server import ROOT
from tests.core.test_pictures import contrast

THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
HUES = ["blue", "orange", "violet", "green"]
GROUNDS = pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
every_scheme = pytest.mark.parametrize("scheme", ["light", "dark"])


def channels(colour):
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def tint(colour, background):
    """Lay a tenth of `colour` over `background`, as Streamlit does behind a selected option."""
    mixed = [
        round(0.1 * top + 0.9 * under)
        for top, under in zip(channels(colour), channels(background), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


@GROUNDS
@every_scheme
def test_text_a_selected_option_and_a_tick_can_be_read(scheme, ground):
    theme = THEME[scheme]
    for colour in ("textColor", "linkColor", *(f"{hue}TextColor" for hue in HUES)):
        assert contrast(theme[colour], theme[ground]) >= 4.5
    accent = theme["primaryColor"]
    assert contrast(accent, tint(accent, theme[ground])) >= 4.5
    assert contrast(accent, "#FFFFFF") >= 3
    assert all(theme[f"{hue}Color"] == theme[f"{hue}TextColor"] for hue in HUES)
