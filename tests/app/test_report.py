"""What is taken away, without a browser: the report, the figure, the zip, the page's offer."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable
from gettext import NullTranslations
from html.parser import HTMLParser
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from qwk_app.figures import svg_forest, svg_matrix
from qwk_app.report import page as report
from qwk_app.report import pictures, printing
from qwk_app.report import take_along as export
from qwk_app.words.language import Language, using
from qwk_core.messages import Message
from qwk_core.pictures.hues import LIGHT
from qwk_core.study.document import study_json
from qwk_core.study.methods import bibtex, ris
from qwk_core.study.sentences import citation
from qwk_core.study.study import Study, make_study
from qwk_core.study.tables import study_csv
from tests.core.study.test_study import MANY, STUDIES, WORDS

NAMESPACE = "http://www.w3.org/2000/svg"
HOSTILE = (
    '"><script>window.hacked = 1</script>',
    "<img src=//x.example onerror=alert(1)>",
    "</title></svg>",
    "{row} $& %s",
    "\x00\x0b\ud800\ufffe",
    "&lt;b&gt; κ 不",
)


def banded(size: int) -> Study:
    near = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    return make_study(np.maximum(9 - 3 * near, 0))


GROUPED = make_study(
    MANY,
    WORDS,
    source="two readers.csv",
    groups={"north": np.array(MANY) // 2, "south": np.array(MANY) - np.array(MANY) // 2},
    n_missing=4,
    choices=[Message("Rows without a rating are left out.")],
)
ATTACK = make_study(
    np.eye(len(HOSTILE), dtype=int) * 7 + 1,
    HOSTILE,
    source="</script><script>window.hacked = 2</script>.csv",
    choices=[Message("{name}", {"name": "<style>*{display:none}</style>"})],
    groups={"<iframe src=//x.example>": np.eye(6, dtype=int) * 7 + 1},
)
CASES = STUDIES | {
    "grouped": GROUPED,
    "attack": ATTACK,
    "numbered": banded(svg_matrix.MOST_NUMBERED),
    "read": banded(report.MOST_READ),
    "pictured": banded(report.MOST_READ + 1),
}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)


class Parts(HTMLParser):
    """The tags of a page, with what they ask for, and its visible texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._within: list[str] = []
        self.feed(page)
        self.close()
        assert not self._within, f"not closed: {self._within}"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "img", "input"):
            self._within.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self._within.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self._within[-1] not in ("script", "style"):
            self.texts.append(data.strip())

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@every_case
def test_the_report_holds_together_and_asks_for_nothing(study: Study) -> None:
    page = report.report(study)
    parts = Parts(page)
    assert len(parts.named("script")) == 2
    assert len(parts.named("style")) == 1
    known = {"svg", "g", "rect", "text", "title", "image", "line", "select", "button", "label"}
    known |= {
        "html",
        "head",
        "meta",
        "body",
        "header",
        "main",
        "section",
        "footer",
        "h1",
        "h2",
        "h3",
        "pre",
        "p",
        "div",
    }
    known |= {"ul", "li", "blockquote", "strong", "table", "caption", "thead", "tbody", "tr", "th"}
    known |= {"td", "details", "summary", "script", "style"}
    assert {tag for tag, _ in parts.tags} <= known
    for _, attributes in parts.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "data:").startswith("data:")
        assert "src" not in attributes
        assert "style" not in attributes


@every_case
def test_only_its_own_script_and_style_may_run(study: Study) -> None:
    page = report.report(study)
    (policy,) = (str(meta["content"]) for meta in Parts(page).named("meta") if "http-equiv" in meta)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag, directive in (("<script>", "script-src"), ("<style>", "style-src")):
        (content,) = re.findall(f"{tag}(.*?)</{tag[1:]}", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy


@every_case
def test_the_script_reads_its_data(study: Study) -> None:
    page = report.report(study)
    (data,) = re.findall('id="data">(.*?)</script>', page, re.DOTALL)
    assert "<" not in data
    content = json.loads(data)
    labels = [str(category) for category in study.categories]
    assert content["labels"] == labels
    if len(labels) > report.MOST_READ:
        assert content["texts"] is None
        return
    assert all(len(texts) == len(labels) ** 2 for texts in content["texts"].values())
    fields = set(re.findall(r"{(\w+)}", content["sentence"]))
    assert fields == {"first", "second", "row", "column", *content["texts"]}
    row, column = content["chosen"]
    cost = study.walk.weighted_observed
    assert cost[row, column] == cost.max()


def test_it_says_what_was_found() -> None:
    said = " ".join(Parts(report.report(GROUPED)).texts)
    linear = GROUPED.intervals["linear"]
    for expected in (
        "two readers.csv: 261 items, 3 categories",
        "κ = 0.814",
        "95% confidence interval 0.743 to 0.864",
        "Agreement between the actual and the predicted ratings was κ = 0.814",
        "Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969)",
        "Pooling changes little here",
        "4 of 265 rows lack a rating",
        "261 of 265 rows have both ratings.",
        "Rows without a rating are left out.",
        f"linear {linear.kappa:.3f} {linear.low:.3f} to {linear.high:.3f}",
        "north 129",
    ):
        assert expected in said


@pytest.mark.parametrize("name", ["undefined", "constant", "one item", "shares"])
def test_without_an_interval_it_says_why(name: str) -> None:
    study = STUDIES[name]
    said = " ".join(Parts(report.report(study)).texts)
    assert "confidence interval 0" not in said
    assert "nan" not in said.split()
    assert study.interval.caution is not None
    assert study.interval.caution in said


def test_what_people_named_stays_text() -> None:
    parts = Parts(report.report(ATTACK))
    said = "\n".join(parts.texts)
    assert "</script><script>window.hacked = 2</script>.csv: 78 items" in said
    assert "<style>*{display:none}</style>" in said
    assert "<iframe src=//x.example>" in said
    assert HOSTILE[3] in said


class Marked(NullTranslations):
    """A language in which whatever was translated stands in «guillemets»."""

    def gettext(self, message: str) -> str:
        return message if re.fullmatch("[0-9,.]+", message) else f"«{message}»"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


def test_every_word_of_it_follows_the_language() -> None:
    with using(Language("qq", Marked())):
        page = report.report(GROUPED)
        packed = export.everything(GROUPED)
    parts = Parts(page)
    assert parts.named("html") == [{"lang": "qq"}]
    untranslated = [
        text
        for text in parts.texts
        if not text.startswith("«")
        and text
        not in (
            *WORDS,
            *GROUPED.groups,
            *citation(GROUPED),
            "BibTeX",
            "RIS",
            bibtex(GROUPED).strip(),
            ris(GROUPED).strip(),
            "κ",
            "n",
            ".",
        )
        and not re.fullmatch(r"[−\d.,]+", text)
        and not re.fullmatch(rf"({'|'.join(WORDS)}) → ({'|'.join(WORDS)})", text)
    ]
    assert untranslated == []
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        cells = json.loads(archive.read("kappa.ipynb"))["cells"]
        assert archive.read("sentence.txt").decode().startswith("«««Agreement")
    for cell in cells:
        if cell["cell_type"] == "markdown":
            assert "«" in cell["source"].splitlines()[0]


@every_case
def test_the_figure_is_xml(study: Study) -> None:
    root = ElementTree.fromstring(pictures.as_file(pictures.figure(study)))
    assert root.tag == f"{{{NAMESPACE}}}svg"
    inner = root.findall(f"{{{NAMESPACE}}}svg")
    assert len(inner) == 4
    for picture in inner:
        right = float(picture.get("x", "")) + float(picture.get("width", ""))
        below = float(picture.get("y", "")) + float(picture.get("height", ""))
        assert right <= float(root.get("width", ""))
        assert below <= float(root.get("height", ""))
        title = picture.find(f"{{{NAMESPACE}}}title")
        assert title is not None
        assert title.text


def test_the_numbers_in_the_figure_are_the_matrices() -> None:
    panel = pictures.matrix_panels(GROUPED)[0]
    picture = svg_matrix.matrix(panel, WORDS, ("a", "p"), "alt", cell=svg_matrix.cell_size([panel]))
    texts = [text for text in re.findall(r">([^<]+)</text>", picture.content) if text.isdecimal()]
    rows, columns = GROUPED.walk.actual_totals, GROUPED.walk.predicted_totals
    values = [*GROUPED.observed.ravel(), *rows, *columns, GROUPED.n]
    assert texts == [str(value) for value in values]
    darkest = re.findall('fill="(#[0-9a-f]{6})"', picture.content)
    assert darkest[0] == LIGHT.plain.high.lower()  # 80, the largest agreement of O and E


def test_long_numbers_fit_their_cells() -> None:
    for name in ("many", "vast"):
        drawn = pictures.matrix_panels(STUDIES[name])
        cell = svg_matrix.cell_size(drawn)
        for panel in drawn:
            picture = svg_matrix.matrix(panel, WORDS, ("a", "p"), "alt", cell=cell)
            for size, text in re.findall(
                r'font-size="([\d.]+)" fill[^>]+>([^<]+)<', picture.content
            ):
                assert 0.56 * float(size) * len(text) <= cell


def test_too_many_categories_for_numbers_are_a_picture() -> None:
    study = banded(30)
    panel = pictures.matrix_panels(study)[0]
    picture = svg_matrix.matrix(
        panel, [str(at) for at in range(30)], ("a", "p"), "alt", cell=svg_matrix.cell_size([panel])
    )
    (packed,) = re.findall('base64,([^"]+)', picture.content)
    with Image.open(io.BytesIO(base64.b64decode(packed))) as image:
        pixels = np.asarray(image.convert("RGB"))
    assert pixels.shape == (30, 30, 3)
    ends = {9: LIGHT.plain.high, 0: LIGHT.page}
    for at, colour in (((5, 5), ends[9]), ((0, 29), ends[0])):
        assert bytes(pixels[at]).hex() == colour[1:].lower()
    assert "0</text>" in picture.content
    assert ">29</text>" not in picture.content  # every other name alone could be read


def test_the_forest_shows_every_interval() -> None:
    rows = [
        svg_forest.Row("a", 0.5, 0.25, 0.75),
        svg_forest.Row("b" * 40, -0.5, -0.9, 0.1),
        svg_forest.Row("none", float("nan"), float("nan"), float("nan")),
        svg_forest.Row("all", 0.25, 0.0, 0.5, whole=True),
    ]
    content = svg_forest.forest(rows, "kappa", "alt").content
    lines = re.findall(r'x1="([\d.]+)" x2="([\d.]+)"[^>]+stroke-width="3"', content)
    places = re.findall(r'translate\(([\d.]+) [\d.]+\)( rotate\(45\))?"/>', content)
    assert len(lines) == len(places) == 3
    for (low, high), (kappa, _turn) in zip(lines, places, strict=True):
        assert float(low) < float(kappa) < float(high)
    assert [bool(turn) for _place, turn in places] == [False, False, True]
    assert f"{'b' * 23}…" in content
    assert "0.500 [0.250 to 0.750]" in content
    assert svg_forest.forest(rows[2:3], "kappa", "alt").width > 0


def encodable(text: str) -> str:
    """Half of a character, as JSON can name one, is no text that a file could hold."""
    return text.encode(errors="replace").decode()


@pytest.mark.parametrize("name", ["grouped", "undefined", "attack"])
def test_the_zip_has_it_all_and_is_always_the_same(name: str) -> None:
    study = CASES[name]
    packed = export.everything(study)
    assert packed == export.everything(study)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert files["report.html"] == encodable(report.report(study))
    assert files["kappa.json"] == encodable(study_json(study))
    assert files["kappa.svg"] == encodable(pictures.as_file(pictures.figure(study)))
    assert json.loads(files["schema.json"])["$id"] == json.loads(files["kappa.json"])["format"]
    nbformat.validate(nbformat.reads(files["kappa.ipynb"], as_version=4))
    pictured = {name: text for name, text in files.items() if name.startswith("figures/")}
    assert pictured == {name: encodable(text) for name, text in printing.files(study).items()}
    tables = {
        name.partition("/")[2]: text
        for name, text in files.items()
        if "/" in name and name not in pictured
    }
    assert tables == {name: encodable(text) for name, text in study_csv(study).items()}
    assert set(tables) <= set(export.TABLES)


def test_the_page_offers_each_file(visit: Callable[..., AppTest]) -> None:
    app = visit("your_data")
    assert not app.exception
    offered = [button.proto.label for button in app.get("download_button")]
    for label in ("Take it all", "Report (HTML)", "Notebook (Jupyter)", "Everything as JSON"):
        assert label in offered
    assert "Table (CSV)" in offered
    (table,) = (box for box in app.selectbox if box.label == "Table")
    table.select("cells.csv").run()
    assert not app.exception


def test_the_figure_is_drawn_when_it_is_unfolded(visit: Callable[..., AppTest]) -> None:
    app = visit("your_data")
    assert not any("svg" in json.loads(one.proto.json or "{}") for one in app.get("bidi_component"))
    app.session_state[export.FIGURE] = True
    app.run()
    assert not app.exception
    sent = [json.loads(one.proto.json or "{}") for one in app.get("bidi_component")]
    (data,) = (one for one in sent if "svg" in one)
    root = ElementTree.fromstring(data["svg"])
    assert root.get("viewBox", "").split()[2] == str(data["width"])
    assert root.get("width") == "85mm"
    assert data["alt"].startswith("Kappa as the empty part of a box.")
