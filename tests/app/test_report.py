"""Downloads, without a browser: the report, its pictures, the zip, the buttons of the page.

The same tests run with two raters and with many raters.
"""

import base64
import hashlib
import io
import json
import re
import zipfile
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from PIL import Image

from qwk_app.figures import svg_forest, svg_matrix
from qwk_app.figures.forest import Branch
from qwk_app.report import downloads as export
from qwk_app.report import page as report
from qwk_app.report import pictures, printing, rows
from qwk_app.words.language import language, using
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text
from qwk_core.messages import Message
from qwk_core.pictures.hues import LIGHT
from qwk_core.study.cautions import find_cautions
from qwk_core.study.document import study_json
from qwk_core.study.methods import bibtex
from qwk_core.study.references import COEFFICIENT_SOURCES
from qwk_core.study.sentences import citation
from qwk_core.study.study import Cutting, make_rater_study, make_study
from qwk_core.study.tables import study_tables
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.acts import check_in, do
from tests.core.beside import beside
from tests.core.study.studies import LABELLED, MANY, WORDS, made
from tests.core.study.studies import OF_COUNTS as STUDIES
from tests.core.study.studies import OF_RATERS as RATED

NAMESPACE = "http://www.w3.org/2000/svg"
HOSTILE = (
    '"><script>window.hacked = 1</script>',
    "<img src=//x.example onerror=alert(1)>",
    "</title></svg>",
    "{row} $& %s",
    "\x00\x0b\ud800\ufffe",
    "&lt;b&gt; κ 不",
)
SOURCE = "</title></script><script>window.hacked = 2</script>.csv"
CHOICE = Message("{name}", {"name": "<style>*{display:none}</style>"})
LABELS = ["<b>", "</style>", "{x}", "\x0b\ud800"]
EXAMPLE = RATER_EXAMPLES[0]


def banded(size):
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
FILMS = make_rater_study(
    EXAMPLE.rows, categories=EXAMPLE.categories, raters=EXAMPLE.raters, source="films.csv"
)
ATTACKS = {
    "attack": make_study(
        np.eye(len(HOSTILE), dtype=int) * 7 + 1,
        HOSTILE,
        source=SOURCE,
        choices=[CHOICE],
        groups={"<iframe src=//x.example>": np.eye(6, dtype=int) * 7 + 1},
    ),
    "attack by raters": make_rater_study(
        [[LABELS[(item * rater) % 4] for rater in range(6)] for item in range(1, 5)],
        raters=HOSTILE,
        categories=LABELS,
        source=SOURCE,
        choices=[CHOICE],
    ),
}
# More studies, and texts that a report has, in addition to the sentences and cautions of the core.
LISTED = beside(__file__, "report.toml")
MORE = {name: made(**each) for name, each in LISTED.items() if each.keys() > {"has"}}
# Examples of one kind have reports of one kind.
ALIKE = ("petfinder-es", "one-to-five", "retinopathy", "imbalanced-one", "unweighted", "weighted")
CASES = (
    {name: study for name, study in STUDIES.items() if name not in ALIKE}
    | {f"raters: {name}": study for name, study in RATED.items()}
    | ATTACKS
    | MORE
    | {
        "grouped": GROUPED,
        "films": FILMS,
        "numbered": banded(svg_matrix.MOST_NUMBERED),
        "read": banded(report.MOST_READ),
        "pictured": banded(report.MOST_READ + 1),
    }
)
# The tests of a case follow each other: its page is made once.
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES, scope="module")

# Tags that no report may have. Some names of the cases contain such tags.
STRANGE = {"iframe", "img", "object", "embed", "link", "base", "form", "b"}


class Parts(HTMLParser):
    """The tags of a page with their attributes, and its visible texts."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.texts = []
        self._within = []
        self.feed(page)
        self.close()
        assert not self._within, f"not closed: {self._within}"

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "img", "input"):
            self._within.append(tag)

    def handle_endtag(self, tag):
        assert self._within.pop() == tag

    def handle_data(self, data):
        if data.strip() and self._within[-1] not in ("script", "style"):
            self.texts.append(data.strip())

    def named(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@cache
def page_of(study):
    return report.report(study)


def words_of(study):
    return " ".join(Parts(page_of(study)).texts)


@every_case
def test_the_report_holds_together_and_asks_for_nothing(study):
    page = page_of(study)
    parts = Parts(page)
    assert len(parts.named("script")) == (2 if study.is_pair else 0)
    assert not STRANGE & {tag for tag, _ in parts.tags}
    for _, attributes in parts.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "data:").startswith("data:")
        assert not {"src", "style"} & set(attributes)
    # The page may run only its own script and style.
    (policy,) = (str(meta["content"]) for meta in parts.named("meta") if "http-equiv" in meta)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        for content in re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            assert f"{directive} 'sha256-{digest}'" in policy


@pytest.mark.parametrize("study", [one for one in CASES.values() if one.is_pair])
def test_the_script_reads_its_data(study):
    (data,) = re.findall('id="data">(.*?)</script>', page_of(study), re.DOTALL)
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


@every_case
def test_it_says_every_figure(study):
    output = words_of(study)
    assert "nan" not in output.split()
    for entry in citation(study):
        assert entry in output
    for one in (*study.choices, *(caution.message for caution in find_cautions(study))):
        assert shown(message_bare_text(one, study.decimals)) in output
    if study.is_pair and study.interval.caution is not None and not study.has_interval:
        assert study.interval.caution in output
    if study.agreement is None:
        return
    for name, value in study.agreement.coefficients.items():
        assert kappa_text(value, study.decimals) in output
        assert name not in COEFFICIENT_SOURCES or COEFFICIENT_SOURCES[name].text in output
        assert study.agreement.reasons.get(name, "") in output


def shown(text):
    """Return a text without characters that HTML forbids."""
    return report._without_controls(text).strip()


@pytest.mark.parametrize("name", LISTED)
def test_it_says_what_was_found(name):
    linear = "{0.kappa:.3f} {0.low:.3f} to {0.high:.3f}".format(GROUPED.intervals["linear"])
    texts = (text.replace("LINEAR", linear) for text in LISTED[name]["has"])
    check_in(words_of((STUDIES | CASES)[name]), *texts)


@every_case
def test_the_figure_is_xml_whose_parts_are_named_and_lie_within_it(study):
    drawn = pictures.as_file(pictures.figure(study)).encode(errors="replace")
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{{{NAMESPACE}}}svg"
    parts = root.findall(f"{{{NAMESPACE}}}svg")
    assert len(parts) == (4 if study.is_pair else 0)
    for picture in parts or [root]:
        right = float(picture.get("x", "0")) + float(picture.get("width", ""))
        below = float(picture.get("y", "0")) + float(picture.get("height", ""))
        assert right <= float(root.get("width", ""))
        assert below <= float(root.get("height", ""))
        assert picture.findtext(f"{{{NAMESPACE}}}title")


def test_a_cell_has_the_kappa_of_its_pair_green_above_0_and_red_below():
    study = make_rater_study([[1, 1, 3], [2, 2, 2], [3, 3, 1], [1, 1, None]])
    content = pictures.of_pairs(study).content
    fills = re.findall(r'<rect x[^>]+fill="#(\w{6})"', content)
    texts = re.findall(r'fill="#\w+">([^<]*)</text>', content)
    assert texts[-9:] == ["", "1.00", "−1.00", "1.00", "", "−1.00", "−1.00", "−1.00", ""]
    for fill, is_green in ((fills[1], True), (fills[2], False)):
        red, green, _blue = bytes.fromhex(fill)
        assert (green > red) == is_green


def matrices_of(study, labels=WORDS):
    """Return the size of a cell, and the drawn matrices, of which O is the first."""
    panels = pictures.matrix_panels(study)
    cell = svg_matrix.cell_size(panels)
    drawn = [svg_matrix.matrix(panel, labels, ("a", "p"), cell=cell) for panel in panels]
    return cell, [picture.content for picture in drawn]


def test_the_numbers_in_the_figure_are_the_matrices():
    content = matrices_of(GROUPED)[1][0]
    texts = [text for text in re.findall(r">([^<]+)</text>", content) if text.isdecimal()]
    rows, columns = GROUPED.walk.actual_totals, GROUPED.walk.predicted_totals
    values = [*GROUPED.observed.ravel(), *rows, *columns, GROUPED.n]
    assert texts == [str(value) for value in values]
    darkest = re.findall('fill="(#[0-9a-f]{6})"', content)
    assert darkest[0] == LIGHT.plain.high.lower()  # 80, the largest agreement of O and E


@pytest.mark.parametrize("name", ["many", "vast"])
def test_long_numbers_fit_their_cells(name):
    cell, drawn = matrices_of(STUDIES[name])
    for size, text in re.findall(r'font-size="([\d.]+)" fill[^>]+>([^<]+)<', "".join(drawn)):
        assert 0.56 * float(size) * len(text) <= cell


def test_too_many_categories_for_numbers_are_a_picture():
    content = matrices_of(banded(30), [str(at) for at in range(30)])[1][0]
    (packed,) = re.findall('base64,([^"]+)', content)
    with Image.open(io.BytesIO(base64.b64decode(packed))) as image:
        pixels = np.asarray(image.convert("RGB"))
    assert pixels.shape == (30, 30, 3)
    for at, colour in (((5, 5), LIGHT.plain.high), ((0, 29), LIGHT.page)):
        assert bytes(pixels[at]).hex() == colour[1:].lower()
    assert "0</text>" in content
    assert ">29</text>" not in content  # there is room for every second name only


def test_the_forest_shows_every_interval():
    none = float("nan")
    groups = [
        Branch("a", 9, 0.5, 0.25, 0.75, "0.500 (0.250 to 0.750), n = 9"),
        Branch("b" * 40, 9, -0.5, -0.9, 0.1, "b’s"),
        Branch("none", 9, none, none, none, "–"),
    ]
    pooled = Branch("all", 27, 0.25, 0.0, 0.5, "all of them")
    wide = svg_forest.forest(groups, pooled, axis="kappa", alt="alt")
    narrow = svg_forest.forest(groups, pooled, axis="kappa", alt="alt", width=321)
    assert narrow.width == 321 < wide.width
    for drawn in (wide, narrow):
        content = drawn.content
        lines = re.findall(r'x1="([\d.]+)" x2="([\d.]+)"[^>]+stroke-width="3"', content)
        places = re.findall(r'translate\(([\d.]+) [\d.]+\)( rotate\(45\))?"/>', content)
        assert len(lines) == len(places) == 3
        for (low, high), (kappa, _turn) in zip(lines, places, strict=True):
            assert 0 < float(low) < float(kappa) < float(high) < drawn.width
        assert [bool(turn) for _place, turn in places] == [False, False, True]
        for text in (f"{'b' * 23}…", *(one.note for one in (*groups, pooled))):
            assert f">{text}</text>" in content
    assert svg_forest.forest([], groups[2], axis="kappa", alt="alt").width > 0


PRINTED = {"grouped": GROUPED, "films": FILMS, "attack": ATTACKS["attack"]}


@pytest.mark.parametrize("study", PRINTED.values(), ids=PRINTED)
def test_pictures_for_print_have_width_caption_and_grey(study):
    for kind in printing.kinds(study):
        for width, millimetres in (("one-column", 85), ("two-columns", 180)):
            made = printing.printed(study, kind, width, "grey")
            root = ElementTree.fromstring(made.svg.encode(errors="replace"))
            assert root.get("width") == f"{millimetres}mm"
            assert root.get("font-family") == "Arial, Helvetica, sans-serif"
            assert made.pixels[0] <= 1.1 * millimetres / 25.4 * 96  # so letters keep their size
            assert made.pixels[0] * made.scale == pytest.approx(millimetres / 25.4 * 300)
            assert made.caption.endswith(".")
            for red, green, blue in re.findall(
                r'(?:fill|stroke)="#(\w\w)(\w\w)(\w\w)"', made.svg.split("<rect", 1)[1]
            ):
                assert red == green == blue


UNORDERED = STUDIES["unweighted"]


def test_names_without_an_order_have_one_kappa():
    assert [row[0] for row in rows.schemes(UNORDERED).rows] == ["unweighted"]


def test_the_caption_of_the_box_has_the_costs_that_the_report_has():
    for study, kappa in (
        (STUDIES["linear"], "κ = 1 − 28 ÷ 117.2031"),
        (make_study([[0, 6], [6, 0]]), "κ = 1 − 12 ÷ 6"),
    ):
        caption = printing.printed(study, "kappa", "one-column", "colour").caption
        assert f"{kappa} = " in caption
        assert f"{kappa}. " in words_of(study)
        assert "empty" not in caption


def test_captions_say_which_kappa_and_when_a_cell_is_pale():
    drawn = [
        printing.printed(study, kind, "one-column", "colour").caption
        for study in (UNORDERED, make_rater_study([[1, 2, 1], [2, 2, 1]], scheme="unweighted"))
        for kind in printing.kinds(study)
    ]
    assert [one for one in drawn if "(unweighted kappa)" not in one] == []
    assert "n = 2 in all. The farther from 0, the deeper" in drawn[2]
    assert "fewer than 10 common items" in drawn[2]


def test_cut_points_have_the_marks_of_the_language():
    study = make_study(MANY, cutting=Cutting("given", (0.5, 1.25)))
    with using(language("es")):
        assert "en 0,5 · 1,25." in report.methods_text(study, "apa")


def encodable(text):
    """Replace half characters (surrogates): JSON can contain them, a UTF-8 file cannot."""
    return text.encode(errors="replace").decode()


@pytest.mark.parametrize("name", ["undefined", *ATTACKS])
def test_the_zip_has_it_all(name):
    study = CASES[name]
    with zipfile.ZipFile(io.BytesIO(export.everything(study))) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert json.loads(files["schema.json"])["$id"] == json.loads(files["kappa.json"])["format"]
    nbformat.validate(nbformat.reads(files["kappa.ipynb"], as_version=4))
    made = {
        "report.html": report.report(study),
        "kappa.json": study_json(study),
        "kappa.svg": pictures.as_file(pictures.figure(study)),
        "references.bib": bibtex(study),
        **printing.files(study),
        **{f"tables/{name}": write() for name, write in study_tables(study).items()},
    }
    assert {name: encodable(text) for name, text in made.items()}.items() <= files.items()
    assert set(study_tables(study)) <= set(export.page.TEXTS["table"])


@pytest.mark.parametrize("study", [GROUPED, FILMS], ids=["pair", "raters"])
def test_the_zip_is_always_the_same_and_carries_what_the_author_filled_in(study):
    filled = study.with_details({"raters": "two nurses"})
    packed = export.everything(filled)
    assert packed == export.everything(filled)
    carry = {"report.html", "kappa.ipynb", "kappa.json", "sentence.txt", "methods.txt"}
    carry |= {"checklist.txt", "tables/checklist.csv"}
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        found = {name for name in archive.namelist() if b"two nurses" in archive.read(name)}
    assert found == carry


@pytest.mark.parametrize(("name", "lang"), [("your_data", "en"), ("many_raters", "es")])
def test_the_page_offers_each_file(visit, name, lang):
    app = visit(name, lang=lang)
    offered = {button.key for button in app.get("download_button")}
    names = ("kappa.zip", "kappa.html", "kappa.ipynb", "kappa.json")
    assert {f"take-{one}" for one in names} <= offered
    if lang != "en":
        return  # AppTest knows the options of a field in English only
    do(app, (export.TABLE, "cells.csv"))
    assert "take-cells.csv" in {button.key for button in app.get("download_button")}


def test_the_figure_is_drawn_when_it_is_unfolded(visit):
    for folded in (True, False):
        app = visit("your_data", folded=folded)
        sent = [json.loads(one.proto.json or "{}") for one in app.get("bidi_component")]
        drawn = [one for one in sent if "svg" in one]
        assert bool(drawn) != folded
    (data,) = drawn
    root = ElementTree.fromstring(data["svg"])
    assert root.get("viewBox", "").split()[2] == str(data["width"])
    assert root.get("width") == "85mm"
    assert data["alt"].startswith("Kappa as a box: ")


def test_the_truth_comes_before_the_pooled_kappa():
    text = report.report(RATED["truth"])
    table = text.index("Agreement with “label” (the truth)")
    assert table < text.index("Each pair of raters") < text.index("Pooled kappa")
    for name, one in RATED["truth"].against.items():
        cells = f'<th scope="row">{name}</th><td>8</td><td>{one.kappa:.3f}</td>'
        assert cells in text
    assert '<p class="kappa">' not in text


def test_that_the_clusters_are_too_few_is_said_once_beside_the_paragraphs():
    for raters in (["truth", "old", "new"], ["truth", "old"], ["Ann", "Ben", "Cy"]):
        rated = [row[: len(raters)] for row in LABELLED]
        study = make_rater_study(rated, raters=raters, clusters=[*"abcdabcd"])
        page = re.sub(r"<blockquote>.*?</blockquote>", "", page_of(study), flags=re.DOTALL)
        assert page.count("The items come in fewer than five clusters.") == 1


def test_the_matrix_of_pairs_that_are_all_alike_names_their_kappa_once():
    alike = make_rater_study([[1, 1, 1], [2, 2, 2], [3, 3, 3]])
    assert pictures.of_pairs(alike).alt == "Kappa of each pair, 3 by 3: 1.000 throughout"
    apart = pictures.of_pairs(make_rater_study([[1, 1, 2], [2, 2, 2], [3, 3, 3]])).alt
    assert re.fullmatch(r"Kappa of each pair, 3 by 3: from 0\.\d+ to 1\.000", apart)


@pytest.mark.parametrize(("categories", "said"), [("ab", False), ("abc", True), ((1, 2), False)])
def test_that_categories_count_as_numbers_is_said_where_they_do(categories, said):
    ratings = [[categories[0], categories[-1], categories[1]], [categories[1]] * 3]
    study = make_rater_study(ratings, categories=list(categories))
    assert ("count as 1, 2, 3, …" in rows.names_mean(study.all_raters)) == said


def test_a_kappa_that_is_not_1_is_not_written_as_1():
    near = [[one, one, one % 2] for one in [1, 2] * 4000] + [[1, 2, 1]]
    (of_pair, *_) = rows.every_pair(make_rater_study(near)).rows
    assert of_pair[:2] == ["A and B", "0.9998"]
