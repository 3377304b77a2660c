"""Every word on the screen is translated: a test language with brackets shows it.

In that language every message is in ⟦brackets⟧. A text without them was not translated.
"""

import json
import re
from html import unescape

import pytest

from qwk_app.frame.steps import STEPS
from qwk_app.parts.practice.results import certificate
from qwk_app.report import downloads
from qwk_app.report import page as report
from qwk_app.words.language import using
from qwk_core.study.references import COEFFICIENT_SOURCES
from qwk_core.teaching.exercises.catalogue import KINDS
from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from tests.app.acts import LINKS, link_of
from tests.app.pseudo import CODE, PSEUDO, words_left
from tests.app.reading import markdown
from tests.app.spoken import unspoken, unspoken_in
from tests.app.test_frame import BAD
from tests.app.test_report import FILMS
from tests.core.study.studies import OF_COUNTS as STUDIES

pytestmark = pytest.mark.usefixtures("pseudo")
PAGES = [step.stem for step in STEPS]

# Pages whose texts do not depend on the example. Many raters is no such page: it hides kappa.
ALOOF = {"implementations", *(step.stem for step in STEPS if step.own)} - {"many_raters"}
EVERY_PITFALL = [f"find={one.key}" for one in PITFALLS]
EVERY_EXERCISE = [f"exercise={kind}-3-1" for kind in KINDS]
MORE = {**LINKS["more"], "pitfalls": ["find=0000", *EVERY_PITFALL], "practice": EVERY_EXERCISE}


# The bad links without words of the reader.
ERRORS = {
    name: link
    for name, (link, _says) in BAD.items()
    if not re.search("[a-z<]", str([*link.values()]))
}


def check(app):
    assert not app.exception
    assert unspoken(app) == []


VISITS = [
    *(
        pytest.param(name, link, id=f"{name}-{how}")
        for how, link in LINKS["spoken"].items()
        for name in PAGES
        if name not in ALOOF or not link
    ),
    *(
        pytest.param(name, link, id=f"{name}-{link[:30]}")
        for name, links in MORE.items()
        for link in links
    ),
]


@pytest.mark.parametrize(("name", "link"), VISITS)
def test_every_word_on_a_page(visit, name, link):
    app = visit(name, lang=CODE, state={downloads.FIGURE: True}, **link_of(link))
    check(app)
    assert "⟦" in app.title[0].value if app.title else markdown(app)


def click(widget):
    """Run the app after a change. AppTest formats the other widgets in this language, too."""
    with using(PSEUDO):
        return widget.run()


ASKING = ("observed", "weights", "expected", "measures", "how_sure", "implementations")


@pytest.mark.parametrize("name", ASKING)
def test_every_word_of_an_answer(visit, name):
    app = visit(name, lang=CODE)
    for at in (0, -1):
        question = app.radio[0]
        check(click(question.set_value(question.options[at])))
        assert app.success or app.info


def test_every_word_of_a_change(visit):
    app = visit("what_if", lang=CODE)
    for key in ("do-correct", "do-add", "do-leave_out", "undo"):
        check(click(app.button(key=key).click()))
    app = visit("what_if", lang=CODE, predict="true")
    check(click(app.button(key="say-fall").click()))


@pytest.mark.parametrize("way", ["QR code", "Embed"])
def test_every_word_of_sharing(visit, way):
    check(visit(lang=CODE, state={"share-offer": f"⟦{way}⟧"}))


@pytest.mark.parametrize("link", ERRORS.values(), ids=list(ERRORS))
def test_every_error(visit, link):
    app = visit(lang=CODE, **link)
    assert app.error[0].value.count("⟦")
    check(app)


@pytest.mark.parametrize(
    "made",
    [
        *(pytest.param(made, id=name) for name, made in STUDIES.items() if not made.choices),
        pytest.param(FILMS, id="raters"),
    ],
)
def test_every_word_of_the_files(made):
    with using(PSEUDO):
        page = report.report(made)
        cells = json.loads(downloads.notebook_text(made))["cells"]
        practised = certificate("", [])
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    # Words of the reader, and names of programs.
    sources = (source.text for source in COEFFICIENT_SOURCES.values())
    names = (*map(str, made.categories), *made.groups, *made.raters)
    own = " ".join([made.source, *names, *sources])
    known = {*words_left(own), "QWK", "Explorer", "BCa", "numpy", "Efron"}
    for text in (_text_of(page), _text_of(practised), prose):
        assert unspoken_in(text) - known == set()


def _text_of(html):
    """Return the texts of a file for readers: its text, and the alternatives of pictures."""
    heard = " ".join(re.findall(r'(?:alt|title|aria-label|data-head)="([^"]*)"', html))
    seen = re.sub(r"<(script|style|code|pre)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    return unescape(f"{seen} {heard}")
