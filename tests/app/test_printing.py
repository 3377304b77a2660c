"""Pictures for print: as wide as a journal asks for, in colour or grey, with their captions."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest

from qwk_app.report import printing, take_along
from qwk_core.study.study import Study
from tests.app.test_rater_report import FILMS
from tests.app.test_report import ATTACK, GROUPED

CASES = {"grouped": GROUPED, "attack": ATTACK, "films": FILMS}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)


@every_case
def test_each_picture_has_its_width_and_its_caption(study: Study) -> None:
    for kind in printing.kinds(study):
        for width, millimetres in (("one-column", 85), ("two-columns", 180)):
            made = printing.printed(study, kind, width, "colour")
            root = ElementTree.fromstring(made.svg.encode(errors="replace"))
            assert root.get("width") == f"{millimetres}mm"
            assert root.get("font-family") == "Arial, Helvetica, sans-serif"
            dots = made.pixels[0] * made.scale
            assert dots == pytest.approx(millimetres / 25.4 * 300)
            assert made.caption.endswith(".")


@every_case
def test_grey_has_no_colour(study: Study) -> None:
    for kind in printing.kinds(study):
        svg = printing.printed(study, kind, "one-column", "grey").svg
        for colour in re.findall(
            r"(?:fill|stroke)=\"#([0-9a-fA-F]{6})\"", svg.split("<rect", 1)[1]
        ):
            assert len({colour[:2], colour[2:4], colour[4:]}) == 1


def test_there_are_the_pictures_that_a_study_has() -> None:
    assert printing.kinds(GROUPED) == ["kappa", "observed", "groups"]
    assert printing.kinds(FILMS) == ["pairs"]


def test_the_zip_has_them_with_captions() -> None:
    with zipfile.ZipFile(io.BytesIO(take_along.everything(GROUPED))) as archive:
        names = set(archive.namelist())
        captions = archive.read("figures/captions.txt").decode()
    assert "figures/kappa-one-column-grey.svg" in names
    assert "figures/groups-two-columns-colour.svg" in names
    assert "κ = 0.814, quadratic weights, n = 261." in captions
