"""Pieces in a box do not overlap, stay inside, and keep their areas."""

import random
import re

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.server import ROOT

BROWSER = ROOT / "qwk_app" / "browser"


@pytest.fixture(scope="module")
def packing(browser: Browser) -> Page:
    """Open an empty page with packing.js."""
    page = browser.new_page()
    code = (BROWSER / "packing.js").read_text("utf-8")
    page.add_script_tag(content=re.sub("^export ", "", code, flags=re.MULTILINE))
    return page


def check_laid(places: list[dict[str, float]], width: float, height: float) -> None:
    """Check that no piece lies on another or outside the box, but for a rounding."""
    left, top, wide, high = np.array([[at[key] for key in "xywh"] for at in places]).T
    right, foot = left + wide - 1e-6, top + high - 1e-6
    beside = (left[:, None] >= right) | (top[:, None] >= foot)
    assert (beside | beside.T | np.eye(len(places), dtype=bool)).all()
    assert min(left.min(), top.min()) >= -1e-6
    assert right.max() <= width
    assert foot.max() <= height


def test_pieces_lie_side_by_side_in_the_box(packing: Page) -> None:
    dice = random.Random(1)
    laid = 0
    for _ in range(200):
        sides = sorted((dice.randint(1, 11) for _ in range(dice.randint(1, 40))), reverse=True)
        pieces = [{"w": side, "h": side} for side in sides]
        area = sum(side * side for side in sides) * dice.uniform(1, 3)
        width = packing.evaluate("([p, area]) => boxWidth(p, area, 1.2)", [pieces, area])
        assert width >= 1
        found = packing.evaluate("([p, w, h]) => pack(p, w, h)", [pieces, width, area / width])
        if found is None:
            continue
        laid += 1
        places = found["places"]
        assert [{"w": place["w"], "h": place["h"]} for place in places] == pieces
        empty = packing.evaluate(
            "([s, h]) => emptiest(s, h, ({w, h}) => Math.min(w, h))",
            [found["skyline"], area / width],
        )
        check_laid([*places, empty], width, area / width)
    assert laid > 100


def test_pressed_pieces_keep_their_areas_and_leave_no_gap(packing: Page) -> None:
    dice = random.Random(2)
    for _ in range(200):
        areas = [dice.randint(1, 400) for _ in range(dice.randint(1, 40))]
        width = dice.uniform(2, 40)
        places = packing.evaluate("([areas, width]) => press(areas, width)", [areas, width])
        assert [place["w"] * place["h"] for place in places] == pytest.approx(areas)
        check_laid(places, width, sum(areas) / width)
    assert packing.evaluate("() => press([], 4)") == []
