"""What a reader takes along: files, pictures, code."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import Download, Page

from qwk_core.teaching.examples import example
from tests.browser.pilot import open_page, wait_settled
from tests.browser.server import Server


def download(page: Page, label: str) -> Download:
    with page.expect_download() as coming:
        page.get_by_role("button", name=label).click()
    return coming.value


def test_a_matrix_downloads_as_csv(server: Server, page: Page, tmp_path: Path) -> None:
    open_page(page, server.base, "expected")
    page.get_by_text("This step as code (Python, numpy) and as a file").click()
    wait_settled(page)
    file = tmp_path / "matrix.csv"
    download(page, "Download E as CSV").save_as(file)
    with file.open(encoding="utf-8", newline="") as rows:
        _header, *body = csv.reader(rows)
    values = [[float(cell) for cell in row[1:]] for row in body]
    assert values == example("petfinder").walk().expected.tolist()


def test_the_whole_walk_downloads(server: Server, page: Page, tmp_path: Path) -> None:
    open_page(page, server.base, "kappa")
    page.get_by_text("This kappa as code and as files").click()
    wait_settled(page)
    file = tmp_path / "walk.json"
    download(page, "All steps as JSON").save_as(file)
    walk = json.loads(file.read_text(encoding="utf-8"))
    assert walk["kappa"] == example("petfinder").walk().kappa
    assert walk["observed"] == example("petfinder").walk().observed.tolist()
    assert download(page, "All steps as CSV").suggested_filename == "kappa.csv"


def test_a_study_leaves_as_one_zip_and_its_figure_as_a_picture(
    server: Server, page: Page, tmp_path: Path
) -> None:
    open_page(page, server.base, "your_data")
    page.get_by_text("Take it with you", exact=True).click()
    wait_settled(page)
    packed = tmp_path / "kappa.zip"
    download(page, "Take it all").save_as(packed)
    with zipfile.ZipFile(packed) as archive:
        study = json.loads(archive.read("kappa.json"))
        ElementTree.fromstring(archive.read("kappa.svg"))
    assert study["kappa"] == study["schemes"]["quadratic"]["kappa"] is not None
    for folded in ("File by file", "The figure"):
        page.get_by_text(folded, exact=True).click()
        wait_settled(page)
    drawn = tmp_path / "kappa.png"
    download(page, "Figure as PNG").save_as(drawn)
    with Image.open(drawn) as picture:
        assert picture.width == round(85 / 25.4 * 300)  # a column, at 300 dpi
    assert download(page, "Figure as SVG").suggested_filename == "kappa-one-column-colour.svg"
