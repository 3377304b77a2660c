"""The report on many raters, without a browser: it says all, holds together, asks for nothing."""

from __future__ import annotations

import io
import json
import re
import zipfile
from xml.etree import ElementTree

import pytest

from qwk_app.report import page as report
from qwk_app.report import pictures, take_along
from qwk_app.words.language import Language, using
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text
from qwk_core.messages import Message
from qwk_core.study.cautions import find_cautions
from qwk_core.study.methods import bibtex, ris
from qwk_core.study.references import COEFFICIENT_SOURCES
from qwk_core.study.sentences import citation
from qwk_core.study.study import Study, make_rater_study
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.test_report import HOSTILE, NAMESPACE, Marked, Parts
from tests.apptest import Visit
from tests.core.study.test_raters import STUDIES

EXAMPLE = RATER_EXAMPLES[0]
FILMS = make_rater_study(
    EXAMPLE.rows, categories=EXAMPLE.categories, raters=EXAMPLE.raters, source="films.csv"
)
LABELS = ["<b>", "</style>", "{x}", "\x0b\ud800"]
ATTACK = make_rater_study(
    [[LABELS[(item * rater) % 4] for rater in range(6)] for item in range(1, 5)],
    raters=HOSTILE,
    categories=LABELS,
    source="</title><script>window.hacked = 2</script>.csv",
    choices=[Message("{name}", {"name": "<style>*{display:none}</style>"})],
)
CASES = STUDIES | {
    "films": FILMS,
    "attack": ATTACK,
    "all agree": make_rater_study([[1, 1], [2, 2], [3, 3]]),
    "one category": make_rater_study([[1, 1], [1, 1]]),
}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)


def said_of(study: Study) -> str:
    return " ".join(Parts(report.report(study)).texts)


@every_case
def test_it_asks_for_nothing_and_has_no_script_but_for_matrices(study: Study) -> None:
    parts = Parts(report.report(study))
    assert bool(parts.named("script")) == study.is_pair
    for _tag, attributes in parts.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "data:").startswith("data:")
        assert not {"src", "style"} & set(attributes)


@every_case
def test_it_says_every_figure(study: Study) -> None:
    said, agreement = said_of(study), study.all_raters
    assert "nan" not in said.split()
    for name, value in agreement.coefficients.items():
        assert kappa_text(value, study.decimals) in said
        if name in COEFFICIENT_SOURCES:
            assert COEFFICIENT_SOURCES[name].text in said
        if name in agreement.reasons:
            assert agreement.reasons[name] in said
    for entry in citation(study):
        assert entry in said
    for one in (*study.choices, *(caution.message for caution in find_cautions(study))):
        assert message_bare_text(one, study.decimals) in said


def test_it_says_what_was_found() -> None:
    said = said_of(FILMS)
    for expected in (
        "films.csv: 12 items, 4 raters, 5 categories, 4 missing ratings",
        "κ = 0.575",
        "95% confidence interval 0.185 to 0.809, quadratically weighted kappa of all pairs",
        "Agreement of 4 raters was κ = 0.575 (quadratically weighted kappa of all pairs; 95%",
        "4 of 48 ratings are missing",
        "Ana and Ben 0.910 12",
        "Pooled kappa 0.575 0.185 to 0.809",
        "Conger’s kappa 0.675",
        "Report it when: these very raters matter; ratings may be missing.",
        "Ana 12 3.25 +0.35 0.64 0.861 0.461",
        "Item 1 29% 2: Dan; 4: Cleo; 5: Ana, Ben",
        "Made with QWK Explorer 1.",
    ):
        assert expected in said


def test_what_is_undefined_has_its_reason_beside_it() -> None:
    said = said_of(make_rater_study([[1, 1, None], [2, None, 2], [3, 3, None]]))
    assert "B and C – 0 0 These two raters have no item in common." in said
    assert "why undefined" not in said_of(FILMS)
    assert "Nobody disagrees about any item." in said_of(CASES["all agree"])


def test_what_people_named_stays_text() -> None:
    said = said_of(ATTACK)
    assert "</title><script>window.hacked = 2</script>.csv: 4 items" in said
    assert "<style>*{display:none}</style>" in said
    assert HOSTILE[1] in said
    assert "</style>: " in said


def test_every_word_of_it_follows_the_language() -> None:
    with using(Language("qq", Marked())):
        parts = Parts(report.report(FILMS))
        packed = take_along.everything(FILMS)
    assert parts.named("html") == [{"lang": "qq"}]
    own = {
        *EXAMPLE.raters,
        *citation(FILMS),
        *(source.text for source in COEFFICIENT_SOURCES.values()),
        bibtex(FILMS).strip(),
        ris(FILMS).strip(),
    }
    untranslated = [
        text
        for text in parts.texts
        if not text.startswith("«")
        and text not in own | {"BibTeX", "RIS", "κ", "E", "."}
        and not re.fullmatch(r"[−+\d.,]+", text)
    ]
    assert untranslated == []
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        cells = json.loads(archive.read("kappa.ipynb"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "markdown":
            assert "«" in cell["source"].splitlines()[0]


@every_case
def test_the_picture_is_xml(study: Study) -> None:
    root = ElementTree.fromstring(
        pictures.as_file(pictures.of_pairs(study)).encode(errors="replace")
    )
    assert root.tag == f"{{{NAMESPACE}}}svg"
    title = root.find(f"{{{NAMESPACE}}}title")
    assert title is not None
    assert title.text


def test_a_cell_has_the_kappa_of_its_pair_green_above_0_and_red_below() -> None:
    ratings = [[1, 1, 3], [2, 2, 2], [3, 3, 1], [1, 1, None]]
    study = make_rater_study(ratings)
    content = pictures.of_pairs(study).content
    fills = re.findall(r'<rect x[^>]+fill="#(\w{6})"', content)
    texts = re.findall(r'fill="#\w+">([^<]*)</text>', content)
    kappas = study.all_raters.pairs
    assert kappas[0, 1] == 1
    assert kappas[0, 2] == -1
    assert texts[-9:] == ["", "1.00", "−1.00", "1.00", "", "−1.00", "−1.00", "−1.00", ""]
    red, green, _blue = bytes.fromhex(fills[1])
    assert green > red
    red, green, _blue = bytes.fromhex(fills[2])
    assert red > green


def test_too_many_raters_for_numbers_are_a_picture_of_the_same_colours() -> None:
    study = STUDIES["many"]
    page = report.report(study)
    assert "data:image/png;base64," in page
    assert "With 27 raters the pairs are too many to print" in page
    assert "Show the pairs as a table" not in page


def test_the_zip_has_it_all_and_is_always_the_same() -> None:
    packed = take_along.everything(ATTACK)
    assert packed == take_along.everything(ATTACK)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"report.html", "kappa.ipynb", "kappa.svg", "references.bib"} <= set(files)
    assert files["report.html"] == report.report(ATTACK).encode(errors="replace").decode()
    assert files["references.bib"] == bibtex(ATTACK)
    assert json.loads(files["kappa.ipynb"])["nbformat"] == 4


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_page_offers_both(visit: Visit, lang: str) -> None:
    app = visit("many_raters", lang=lang)
    assert not app.exception
    labels = {button.key for button in app.get("download_button")}
    assert {"take-kappa.html", "take-kappa.ipynb"} <= labels
