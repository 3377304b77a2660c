"""The report in a real browser, as a file, with the network off."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Download, Page, expect

from qwk_app.report import page as report
from qwk_app.report import pictures
from qwk_core.messages import Message
from qwk_core.study.study import make_study
from tests.browser.pilot import box_of

HOSTILE = (
    '"><script>window.hacked = 1</script>',
    "<img src=https://x.example/ onerror='window.hacked = 2'>",
    "{row} $& κ",
)
OBSERVED = np.array([[30, 4, 2], [3, 25, 5], [1, 6, 24]])
STUDY = make_study(
    OBSERVED,
    HOSTILE,
    source="</script><script>window.hacked = 3</script>.csv",
    choices=[Message("{name}", {"name": "<style>*{display:none}</style>"})],
    groups={"<svg onload='window.hacked = 4'>": OBSERVED - 1, "other": np.ones_like(OBSERVED)},
)


def download(page: Page, label: str) -> Download:
    with page.expect_download() as coming:
        page.get_by_role("button", name=label).click()
    return coming.value


def test_the_report_opens_with_the_network_off(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "kappa.html"
    file.write_text(report.report(STUDY), encoding="utf-8")
    context = browser.new_context(
        offline=True, viewport={"width": 1280, "height": 900}, accept_downloads=True
    )
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())

    # Everything is drawn, and the names appear as typed.
    expect(page.locator("g.panel")).to_have_count(4)
    expect(page.locator("header")).to_contain_text("window.hacked = 3")
    words = page.locator("#words")

    # At first the cell with the highest cost is chosen; a pointer, a click and the lists choose
    # another cell.
    row, column = STUDY.walk.costliest[0]
    expect(page.get_by_label("Actual")).to_have_value(str(row))
    expect(words).to_contain_text(f"O = {OBSERVED[row, column]},")
    cells = page.locator(".reach").nth(1)
    box = box_of(cells)

    def at(row: int, column: int) -> dict[str, float]:
        return {"x": (column + 0.5) * box["width"] / 3, "y": (row + 0.5) * box["height"] / 3}

    cells.hover(position=at(2, 1))
    expect(words).to_contain_text(f"actual: {HOSTILE[2]}, predicted: {HOSTILE[1]}. O = 6,")
    page.mouse.move(0, 0)
    expect(words).to_contain_text(f"O = {OBSERVED[row, column]},")
    cells.click(position=at(0, 1))
    page.mouse.move(0, 0)
    expect(words).to_contain_text("O = 4,")
    expect(page.get_by_label("Predicted")).to_have_value("1")
    page.get_by_label("Actual").select_option(index=1)
    expect(words).to_contain_text("O = 25,")
    frames = page.locator(".frame")
    places = [frames.nth(which).get_attribute("y") for which in range(4)]
    assert len(set(places)) == 1
    expect(frames.first).to_have_attribute("visibility", "visible")

    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()

    # The figure can be saved as PNG and SVG, as large as the app's figure.
    own = ElementTree.fromstring(pictures.as_file(pictures.figure(STUDY)))
    size = int(own.get("width", "")), int(own.get("height", ""))
    with Image.open(download(page, "Figure as PNG").path()) as image:
        assert image.size == (3 * size[0], 3 * size[1])
        assert image.convert("RGB").getcolors(maxcolors=10) is None
    drawing = download(page, "Figure as SVG")
    assert drawing.suggested_filename == "kappa.svg"
    root = ElementTree.fromstring(drawing.path().read_text("utf-8"))
    assert list(root.itertext()) == list(own.itertext())[1:]  # its title

    # The report sent no request, ran no script from a name, and logged no error.
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
    assert page.evaluate("window.hacked") is None
    assert complaints == []
    context.close()
