"""The reader's language: every word comes through the catalogues, and every number its marks."""

from __future__ import annotations

import ast
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from babel.messages.catalog import Catalog
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Widget

from qwk_app.frame import link
from qwk_app.frame.language_menu import MENU
from qwk_app.frame.steps import STEPS
from qwk_app.parts.practice.results import certificate
from qwk_app.parts.teaching import guide
from qwk_app.report import page as report
from qwk_app.report.take_along import notebook_text
from qwk_app.words import language
from qwk_app.words.language import bound, current, using
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import duration, kappa_text, number, percent, signed, tex
from qwk_app.words.texts import _, error_text, plural
from qwk_core import RatingsError
from qwk_core.messages import Message
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.study import references
from qwk_core.study.study import Study
from qwk_core.teaching.exercises import KINDS, LEVELS, Kind, exercise
from qwk_core.teaching.pitfalls.catalogue import PITFALLS
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests import translations
from tests.app.pseudo import CODE, PSEUDO, texts, words_left
from tests.app.reading import markdown, sharing
from tests.app.test_frame import BAD
from tests.apptest import Visit
from tests.core.study.test_study import STUDIES

PAGES = [step.stem for step in STEPS]
CATALOGUES = translations.paths()
SPANISH = language.language("es")


@cache
def extracted() -> Catalog:
    return translations.extract()


@cache
def catalogue(code: str) -> Catalog:
    return translations.read(CATALOGUES[code])


# The catalogues.


def test_there_is_spanish() -> None:
    assert [*language.languages()] == ["en", *CATALOGUES]
    assert language.languages()["es"] == "Español"


@pytest.mark.parametrize("code", CATALOGUES)
def test_the_menu_has_the_name_that_a_language_gives_itself(code: str) -> None:
    assert language.languages()[code] == language.language(code).translate(language.NAME)


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_catalogue_has_every_message_of_the_code_and_no_other(code: str) -> None:
    wanted, found = ({message.id for message in one} for one in (extracted(), catalogue(code)))
    assert wanted - found == set(), "run `make translations`"
    assert found - wanted == set(), "run `make translations`"


@pytest.mark.parametrize("code", CATALOGUES)
def test_every_message_is_translated_and_none_guessed(code: str) -> None:
    missing = [one.id for one in catalogue(code) if one.id and not translations.translated(one)]
    assert missing == []


# Words that a language shares with English: names, signs, and what it spells the same.
SHARED = """
    κ ΣwO ΣwE Kappa kappa BCa bca bootstrap MSE kB MB SQL Dask Spark Plotly HTML QWK Explorer
    scikit-learn Panda actual predicted
"""
SHARED_BY = {
    "de": "Item Items Pause Link linear Live Code Name Notebook Jupyter Otter Tiger minimal",
    "es": "no",
    "fr": (
        "Item Items item items Pause proportions Code covariance points point Page coefficient "
        "Notebook Jupyter Scores score Brave Lynx dense excellent acceptable moments Moments"
    ),
    "pt": "Item item Link linear Notebook Jupyter",
    "zh": "double-loop histograms vectorised one-pass moments",  # names of programs
}
NO_WORDS = re.compile(r"\{\w*\}|`[^`]*`|\$[^$]*\$|:\w+\[")


@pytest.mark.parametrize("code", CATALOGUES)
def test_no_message_is_left_in_english(code: str) -> None:
    shared = {*SHARED.split(), *SHARED_BY[code].split()}
    left = []
    for message in catalogue(code):
        if not message.id:
            continue
        many = isinstance(message.id, tuple)
        originals = message.id if many else (message.id,)
        for said in message.string if many else (message.string,):
            words = re.findall(r"[^\W\d_][\w-]+", NO_WORDS.sub(" ", said))
            if said in originals and not shared.issuperset(words):
                left.append(said)
    assert left == []


def test_the_table_of_links_names_every_language() -> None:
    (row,) = [line for line in link.table().splitlines() if line.startswith("| `lang` |")]
    assert set(re.findall(r"`(\w\w)`", row)) == set(language.languages())


@pytest.mark.parametrize("code", CATALOGUES)
def test_the_compiled_catalogue_is_the_one_that_was_written(code: str) -> None:
    written = {one.id: one.string for one in catalogue(code) if one.id}
    assert translations.compiled(CATALOGUES[code]) == written, "run `make translations`"


FIELD = re.compile(r"\{(\w*)\}")
MARK = re.compile(
    r":(?:blue|orange|violet|green|red|gray|small|material)[\[/]|\*\*|`|\]\(|^\||\|$|\\n"
)


@pytest.mark.parametrize("code", CATALOGUES)
def test_fields_and_marks_survive_translation(code: str) -> None:
    broken = []
    for message in catalogue(code):
        if not message.id:
            continue
        many = isinstance(message.id, tuple)
        originals = message.id if many else (message.id,)
        known = set().union(*(FIELD.findall(one) for one in originals))
        for at, said in enumerate(message.string if many else (message.string,)):
            original = originals[min(at, len(originals) - 1)]
            # One form of a plural may leave the number out, or say it where English does not.
            same = set(FIELD.findall(said)) == set(FIELD.findall(original))
            fields = set(FIELD.findall(said)) <= {*known, "n"} if many else same
            marks = sorted(MARK.findall(said)) == sorted(MARK.findall(original))
            # Chinese signs stand beside each other without blanks.
            ends = code == "zh" or (said[:1].isspace(), said[-1:].isspace()) == (
                original[:1].isspace(),
                original[-1:].isspace(),
            )
            if not (fields and marks and ends and said.count("{") == said.count("}")):
                broken.append((original, said))
    assert broken == []


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_language_says_how_it_writes_numbers(code: str) -> None:
    decimal, thousands, of_four = language.language(code).marks
    assert decimal in {".", ","}
    assert thousands in {".", ",", "\u202f", "\xa0", "’", ""} - {decimal}
    assert of_four in {thousands, ""}
    with using(language.language(code)):
        assert "12" in number(12_345.6)
        assert percent(0.5).startswith("50")


# Text in the code that does not go through translation.

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("pages/*.py"), *ROOT.glob("qwk_app/**/*.py")])
CORE = sorted(ROOT.glob("qwk_core/**/*.py"))

TRANSLATED = {"_", "N_", "plural"}
SHOWN_WORDS = {
    "label", "help", "placeholder", "alt", "title", "body", "text", "caption", "mark", "axis",
    "description", "ask", "because", "play", "pause",
}  # fmt: skip
SHOWS = {
    "markdown", "write", "title", "header", "subheader", "button", "download_button", "link_button",
    "page_link", "text_input", "text_area", "selectbox", "multiselect", "segmented_control",
    "pills", "toggle", "checkbox", "radio", "slider", "select_slider", "number_input",
    "file_uploader",
    "expander", "popover", "tabs", "metric", "info", "warning", "error", "success", "toast",
    "spinner", "caption", "status", "dialog", "progress", "note", "question", "code", "chart",
    "SelectboxColumn", "NumberColumn", "TextColumn", "CheckboxColumn", "Column",
}  # fmt: skip


def _is_translated(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in TRANSLATED
    )


def _bare(node: ast.AST) -> Iterator[str]:
    """Return the literal text in an expression that does not go through translation."""
    if _is_translated(node):
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
        return
    if isinstance(node, ast.Call):  # what a function is told is not what it says
        return
    if isinstance(node, (ast.Compare, ast.Subscript, ast.Lambda)):
        return
    for child in ast.iter_child_nodes(node):
        yield from _bare(child)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_text_is_translated(path: Path) -> None:
    found = []
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        program = name == "code" and any(
            one.arg == "language" and ast.unparse(one.value) != "None" for one in call.keywords
        )
        if program or ast.unparse(call.func).startswith("logging."):
            continue
        shown = [one.value for one in call.keywords if one.arg in SHOWN_WORDS]
        if name in SHOWS:
            shown += call.args
        for argument in shown:
            found += [
                (call.lineno, text)
                for text in _bare(argument)
                if set(words_left(text)) - NAMES and not _is_a_key(text)
            ]
    assert found == []


def _is_a_key(text: str) -> bool:
    """Tell whether a text is a name in the code: of a widget, a matrix, a language."""
    return re.fullmatch(r"[a-z][a-z0-9_-]*-?|content|stretch", text) is not None


@pytest.mark.parametrize("path", [*SOURCES, *CORE], ids=lambda path: path.stem)
def test_no_message_is_put_together_before_it_is_translated(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    computed = [
        (call.lineno, ast.unparse(call)[:60])
        for call in ast.walk(tree)
        if _is_translated(call)
        for argument in call.args  # type: ignore[attr-defined]
        if isinstance(argument, (ast.JoinedStr, ast.BinOp))
        and any(
            isinstance(one, ast.Constant) and isinstance(one.value, str)
            for one in ast.walk(argument)
        )
    ]
    assert computed == []


# The proof: a language in which every message stands in brackets.

CITED = [
    *(source.entry for source in references.MEASURE_SOURCES.values()),
    *(source.entry for each in references.INTERVAL_SOURCES.values() for source in each),
    *(source.entry for source in references.COEFFICIENT_SOURCES.values()),
    references.program(references.NO_ADDRESS).text,
    *(source.short for source in references.MEASURE_SOURCES.values()),
    *(source.short for each in references.INTERVAL_SOURCES.values() for source in each),
    references.PROGRAM,
    references.NUMPY,
    "BibTeX",
    "RIS",
    "GRRAS",
    *(text for scale in READING_SCALES for text in (scale.source, scale.name)),
    # Python's own words, where a program stops.
    "ZeroDivisionError: float division by zero",
    "ZeroDivisionError: division by zero",
    "IndexError: list index out of range",
    "operands could not be broadcast together with shapes",
]
NAMES = {
    "numpy", "scikit", "learn", "numba", "pip", "install", "Landis", "Koch", "Fleiss", "Altman",
    "Cicchetti", "McHugh", "Warrens", "CSV", "JSON", "HTML", "PDF", "QWK", "utf", "latin", "cp",
    "mac", "roman", "shift", "jis", "gb", "ms", "ns", "µs", "nan", "IndexError",
    "ZeroDivisionError",
    # what the code on the page calls its matrices, and what files and examples call their own
    "columns", "rows", "essays", "csv", "essay", "year", "teacher", "low", "medium", "high",
    *(rater for each in RATER_EXAMPLES for rater in each.raters),
}  # fmt: skip

LINKS = {
    "as it opens": {},
    "counts": {"counts": "40,9;6,45"},
    "undefined": {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3", "categories": "0-4"},
    "a constant rater": {"actual": "0,0,0,0", "predicted": "1,2,3,4"},
    "perfect": {"actual": "0,1,2,3,4", "predicted": "0,1,2,3,4", "scheme": "linear"},
    "one item": {"actual": "2", "predicted": "4", "scheme": "unweighted"},
    "hidden": {"hide_kappa": "true", "hide_cell": "true"},
    "presented": {"present": "true", "row": "0", "column": "0"},
}
# What is folded away, by the keys of session state.
FOLDED = dict.fromkeys(
    (
        "ideas",
        "results",
        "data-large",
        "cut-points-why",
        "cut-points-code",
        "take-figure",
    ),
    True,
)
# Pages that say the same whatever the example is.
ALOOF = ("pitfalls", "implementations", "your_data", "practice", "teaching")
# What is chosen further down a page.
MORE = {
    "expected": [{"unit": "proportions", "fill": "true", "shuffles": "1"}, {"seed": "x"}],
    "weights": [{"divide": "true"}, {"actual": "0,1", "predicted": "1,0"}],
    "what_if": [
        {"predict": "true"},
        {"experiment": "Weights of your own"},
        {"experiment": "Simulate a second rater", "along": "categories"},
        {"experiment": "Weights of your own", "w": "0,1;x,0"},
    ],
    "pitfalls": [{"find": "0000"}, *({"find": one.key} for one in PITFALLS)],
    "how_sure": [
        {"interval": "analytic", "level": "99%", "width": "0.05", "seed": "0"},
        {"interval": "bca", "scale": "Fleiss (1981)"},
    ],
    "measures": [{"a": "1,2;3", "b": "5,0,0;0,5,0;0,0,5"}],
    "practice": [
        {"exercise": "fill-weights-3-1"},
        {"exercise": "fill-expected-1-1"},
        {"exercise": "compute-kappa-3-1"},
        {"exercise": "rise-or-fall-3-1"},
        {"exercise": "spot-pitfall-3-1"},
        {"exercise": "undefined-or-not-3-1"},
    ],
    "implementations": [
        {"implementation": one, "case": case}
        for one, case in (("moments", "A missing class"), ("histograms", "One category for all"))
    ],
}


# But for those with words of the reader's own.
ERRORS = {
    name: link
    for name, (link, _says) in BAD.items()
    if not re.search("[a-z<]", str([*link.values()]))
}


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app speak the language of brackets."""
    # A file of its own, see test_teaching.py.
    sections = (guide.Section("⟦…⟧", "⟦…⟧ [⟦…⟧](https://your-app.streamlit.app/kappa?row=4)"),) * (
        max(guide.PLANS) + 1
    )
    monkeypatch.setattr(guide, "sections_of", lambda code: sections)
    real = language.language
    monkeypatch.setattr(language, "languages", lambda: {"en": "⟦English⟧", CODE: "⟦…⟧"})
    monkeypatch.setattr(language, "language", lambda code: PSEUDO if code == CODE else real(code))


def unspoken(app: AppTest) -> list[tuple[str, str]]:
    """Return what the page shows that is in no language at all."""
    found = []
    for where, text in texts(app):
        if where.startswith("code.") and not where.endswith("prose"):
            continue
        if where == "selectbox.options" and text in ("en", CODE):  # nobody sees it
            continue
        formula = where.startswith("latex")
        said = text if formula else text.replace("\\", "").replace("\u2060", "")
        for cited in CITED:
            said = said.replace(cited, "")
        if set(words_left(said, formula=formula)) - NAMES:
            found.append((where, text))
    return found


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    ("name", "link"),
    [
        pytest.param(name, link, id=f"{name}-{how}")
        for how, link in LINKS.items()
        for name in PAGES
        if name not in ALOOF or not link
    ],
)
def test_every_word_on_a_page_came_through_the_translation(
    visit: Visit, name: str, link: dict[str, str]
) -> None:
    app = visit(name, lang=CODE, unfold=FOLDED, **link)
    assert not app.exception
    assert unspoken(app) == []
    assert "⟦" in app.title[0].value if app.title else markdown(app)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    ("name", "link"),
    [(name, link) for name, links in MORE.items() for link in links],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values())[:30],
)
def test_every_word_further_down_a_page_did_too(
    visit: Visit, name: str, link: dict[str, str]
) -> None:
    app = visit(name, lang=CODE, unfold=FOLDED, **link)
    assert not app.exception
    assert unspoken(app) == []


ASKING = ("observed", "weights", "expected", "kappa", "measures", "how_sure", "implementations")


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("name", ASKING)
def test_every_word_of_an_answer_did_too(visit: Visit, name: str) -> None:
    app = visit(name, lang=CODE)
    for at in (0, -1):
        question = app.radio[0]
        click(question.set_value(question.options[at]))
        assert not app.exception
        assert app.success or app.info
        assert unspoken(app) == []


@pytest.mark.usefixtures("pseudo")
def test_every_word_of_a_change_did_too(visit: Visit) -> None:
    app = visit("what_if", lang=CODE)
    for key in ("do-correct", "do-add", "do-leave_out", "undo"):
        click(app.button(key=key).click())
        assert not app.exception
        assert unspoken(app) == []
    app = visit("what_if", lang=CODE, predict="true")
    click(app.button(key="say-fall").click())
    assert unspoken(app) == []


def click(widget: Widget) -> None:
    """Run the app after a change: what AppTest reports of the other widgets is in brackets, too."""
    with using(PSEUDO):
        widget.run()


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("way", ["QR code", "Embed"])
def test_every_word_of_sharing_did_too(visit: Visit, way: str) -> None:
    app = visit(lang=CODE, unfold={"share-offer": f"⟦{way}⟧"})
    assert not app.exception
    assert unspoken(app) == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("link", ERRORS.values(), ids=list(ERRORS))
def test_every_error_did_too(visit: Visit, link: dict[str, str]) -> None:
    app = visit(lang=CODE, **link)
    assert app.error[0].value.count("⟦")
    assert unspoken(app) == []


# The choice: the browser's at first, then the reader's, kept in the link.


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """Let the reader's browser ask for a language."""

    def ask(locale: str | None) -> None:
        context = type("Context", (type(st.context),), {"locale": locale})()
        monkeypatch.setattr(language.st, "context", context)

    return ask


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("es", "es"),
        ("es-MX", "es"),
        ("ES_es", "es"),
        ("en-GB", "en"),
        ("tlh", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browser_is_asked_first(
    visit: Visit, browser: Callable[[str | None], None], locale: str | None, code: str
) -> None:
    browser(locale)
    app = visit("kappa")
    assert not app.exception
    assert app.title[0].value == language.language(code).translate(KAPPA)


KAPPA = "How does the disagreement compare with chance?"


@pytest.mark.parametrize("lang", ["xx", "", "<b>", "ES", "es,en", "../es", "9" * 1000])
def test_a_language_there_is_not_is_passed_over(visit: Visit, lang: str) -> None:
    app = visit("kappa", lang=lang)
    assert not app.exception
    assert not app.error
    assert app.title[0].value == KAPPA


def test_the_language_is_kept_on_every_page_and_in_the_link(visit: Visit) -> None:
    app = visit(lang="es")
    for name in PAGES[1:4]:
        app.switch_page(f"pages/{name}.py").run()
        assert shared(app)["lang"] == "es"
        assert app.title[0].value in SPANISH.messages._catalog.values()  # type: ignore[attr-defined]


def test_a_choice_changes_the_page_and_can_be_taken_back(visit: Visit) -> None:
    app = visit("kappa")
    assert "lang" not in shared(app)
    app.menu_button(key=MENU).click("es").run()
    assert app.title[0].value == SPANISH.translate(KAPPA)
    assert shared(app)["lang"] == "es"
    app.menu_button(key=MENU).click("en").run()
    assert app.title[0].value == KAPPA
    assert "lang" not in shared(app)


def test_a_choice_against_the_browser_is_kept_too(
    visit: Visit, browser: Callable[[str | None], None]
) -> None:
    browser("es-ES")
    assert "lang" not in shared(visit("kappa"))
    app = visit("kappa", lang="en")
    assert app.title[0].value == KAPPA
    assert shared(app)["lang"] == "en"


def shared(app: AppTest) -> dict[str, str]:
    """Return the parameters of the link to share."""
    return {
        key: one for key, (one,) in parse_qs(urlsplit(sharing(app).code[0].value).query).items()
    }


@pytest.mark.parametrize(
    ("name", "key", "english", "spanish"),
    [
        ("weights", "scheme", "linear", "lineal"),
        ("expected", "unit", "proportions", None),
        ("how_sure", "interval", "analytic", None),
        ("how_sure", "level", "99%", "99\xa0%"),
        ("how_sure", "width", "0.05", "0,05"),
        ("how_sure", "scale", "Automated essay scoring (ETS)", None),
        ("implementations", "implementation", "moments", None),
        ("implementations", "case", "A constant rater", None),
    ],
)
def test_a_link_means_the_same_in_every_language(
    visit: Visit, name: str, key: str, english: str, spanish: str | None
) -> None:
    spanish = spanish or SPANISH.translate(english)
    assert spanish != english
    for lang, shown in (("en", english), ("es", spanish)):
        with using(language.language(lang)):
            for word in {spanish, shown, english if lang == "es" else spanish}:
                app = visit(name, **{"lang": lang, key: word})
                assert not app.exception
                chosen = app.session_state[key]
                assert chosen in {english, shown}, (lang, word)


def test_a_word_for_no_option_is_passed_over(visit: Visit) -> None:
    app = visit("weights", lang="es", scheme="cúbico")
    assert not app.exception
    assert app.session_state["scheme"] == "quadratic"


# Numbers.


def test_numbers_follow_the_language() -> None:
    with using(SPANISH):
        assert [number(value) for value in (0.25, -1234.5, 12_345.6, 0.0001, float("nan"))] == [
            "0,25",
            "−1234,5",
            "12\u202f345,6",
            "0,0001",
            "–",
        ]
        assert (kappa_text(-0.31818), signed(0.2785), duration(8.2e-6)) == (
            "−0,318",
            "+0,279",
            "8,2 µs",
        )
        assert percent(0.887) == "89\xa0%"
        assert percent(100_001 / 100_010) == "99,99\xa0%"
        assert tex(number(12_345.6)) == r"12\,345{,}6"
        assert tex(number(1e-7)) == r"1 \cdot 10^{-7}"
    assert number(12_345.6) == "12,345.6"


@pytest.mark.parametrize(
    ("large", "small", "marks"),
    [
        ("12.345,6", "1.234", (",", ".", ".")),
        ("12\xa0345,6", "1\xa0234", (",", "\xa0", "\xa0")),
        ("12345.6", "1234", (".", "", "")),
    ],
)
def test_marks_are_read_off_two_samples(
    large: str, small: str, marks: tuple[str, str, str]
) -> None:
    assert language._marks(large, small) == marks


def test_plotly_writes_numbers_likewise(visit: Visit) -> None:
    config = [
        json.loads(one.proto.config) for one in visit("measures", lang="es").get("plotly_chart")
    ]
    assert {one["locale"] for one in config} == {"es"}
    spoken = config[0]["locales"]["es"]
    assert (spoken["format"]["decimal"], spoken["format"]["thousands"]) == (",", "\u202f")
    assert spoken["dictionary"]["Download plot as a PNG"] != "Download plot as a PNG"
    english = [json.loads(one.proto.config) for one in visit("measures").get("plotly_chart")]
    assert english
    assert all("locale" not in one for one in english)


# What is said outside of a page's run.


def test_a_plural_takes_whole_numbers_and_fractions() -> None:
    with using(SPANISH):
        one, many = (plural(n, "{n} category", "{n} categories") for n in (1, 2))
    assert one != many
    assert plural(1.0, "one", "many") == "one"
    assert [plural(n, "one", "many") for n in (0, 0.5, 1.5, 1e300, float("inf"), float("nan"))] == [
        "many"
    ] * 6


def test_an_error_speaks_the_readers_language_and_leaves_what_was_typed() -> None:
    error = RatingsError(
        "{name}, item {item}: {value} is not a whole number.",
        name="Actual",
        item=12_345,
        value="“Actual”",
    )
    assert error_text(error).startswith("Actual, item 12,345: “Actual” is")
    with using(SPANISH):
        said = error_text(error)
        assert said.startswith("Real, ")
        assert "12\u202f345" in said
        assert "“Actual”" in said
        nested = RatingsError(
            "{name} is empty; give at least one rating.", name=Message("{n} items", {"n": 1.5})
        )
        assert "1,5" in error_text(nested)


def test_a_file_made_later_is_in_the_language_of_its_page() -> None:
    with using(SPANISH):
        make = bound(lambda value: (_("Actual"), number(value)))
    said: list[object] = []
    thread = threading.Thread(target=lambda: said.append(make(0.5)))
    thread.start()
    thread.join()
    assert said == [(SPANISH.translate("Actual"), "0,5")]
    assert current().code == "en"


def test_a_callback_and_a_fragment_speak_it_too(visit: Visit) -> None:
    """They run without the frame: what is said there is not English either."""
    app = visit("implementations", lang="es")
    before = markdown(app)
    assert SPANISH.translate("The right answer: undefined.") not in before
    app.selectbox(key="implementation").set_value(SPANISH.translate("moments"))
    app.selectbox(key="case").set_value(SPANISH.translate("One category for all")).run()
    assert SPANISH.translate("The right answer: undefined.") in markdown(app)


# What does not stand on a page: files to take away, and every exercise there can be.


def spoken_in(thing: object) -> Iterator[Message]:
    """Return the messages that something of the core holds, however deep."""
    if isinstance(thing, Message):
        yield thing
    elif is_dataclass(thing) and not isinstance(thing, type):
        for one in fields(thing):
            yield from spoken_in(getattr(thing, one.name))
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for one in thing:
            yield from spoken_in(one)
    elif isinstance(thing, Mapping):
        yield from spoken_in([*thing.values()])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_word_of_an_exercise_came_through_the_translation(kind: Kind) -> None:
    with using(PSEUDO):
        said = {
            message_text(message).replace("\\", "")
            for level in LEVELS
            for seed in range(1, 13)
            for message in spoken_in(exercise(kind.key, level=level, seed=seed))
        }
    assert said
    assert [text for text in said if set(words_left(text)) - NAMES] == []


@pytest.mark.parametrize(
    "made",
    [pytest.param(made, id=name) for name, made in STUDIES.items() if not made.choices],
)
def test_every_word_of_the_files_did_too(made: Study) -> None:
    with using(PSEUDO):
        page = report.report(made)
        cells = json.loads(notebook_text(made))["cells"]
        practised = certificate("", [])
    for html in (page, practised):
        left = set(words_left(_text_of(html))) - NAMES
        assert left - _own(made) == set()
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for cited in CITED:
        prose = prose.replace(cited, "")
    assert set(words_left(prose)) - NAMES - _own(made) == set()


def _text_of(html: str) -> str:
    """Return what a reader of a file sees or hears: its text, and what stands in for pictures."""
    heard = " ".join(re.findall(r'(?:alt|title|aria-label|data-head)="([^"]*)"', html))
    seen = re.sub(r"<(script|style|code|pre)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    text = unescape(f"{seen} {heard}")
    for cited in CITED:
        text = text.replace(cited, "")
    return text


def _own(made: Study) -> set[str]:
    """Return the words that are the reader's own, or a program's."""
    own = [made.source, *map(str, made.categories), *made.groups]
    return set(words_left(" ".join(own))) | {"QWK", "Explorer", "BCa", "numpy", "Efron"}
