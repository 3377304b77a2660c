"""The reader's language and numbers; the catalogues have every message, with its marks."""

import json
import re
import threading
import tomllib
from pathlib import Path

import pytest

from qwk_app.frame import link
from qwk_app.frame.language_menu import MENU
from qwk_app.frame.steps import STEPS
from qwk_app.words import language
from qwk_app.words.language import bound, current, using
from qwk_app.words.numbers import duration, kappa_text, number, percent, signed, tex
from qwk_app.words.texts import _, error_text, plural
from qwk_core import RatingsError
from qwk_core.messages import Message
from qwk_core.teaching import catalogues
from tests import translations
from tests.app.acts import LINKS, go, link_of, page_text
from tests.app.pseudo import leaves
from tests.app.reading import markdown, shared

SPANISH = language.language("es")
PAGES = [step.stem for step in STEPS]
KAPPA = "Kappa compares the disagreement with chance"
UNBROKEN = language.unbroken  # all other tests have plain spaces


@pytest.mark.parametrize("asked", [None, "tlh", "en"])
def test_the_browser_is_asked_unless_the_link_says_a_language(visit, asked):
    app = visit("kappa", context={"locale": "es-MX"}, **({"lang": asked} if asked else {}))
    assert app.title[0].value == (KAPPA if asked == "en" else SPANISH.translate(KAPPA))
    assert shared(app)[1].get("lang") == ("en" if asked == "en" else None)


def test_the_language_nearest_to_a_locale():
    known = {"es": "es", "ES_es": "es", "en-GB": "en", "tlh": "en", "": "en"}
    assert {locale: language.best(locale) for locale in known} == known


@pytest.mark.parametrize("stem", PAGES)
def test_no_line_ends_between_kappa_and_its_number(visit, monkeypatch, stem):
    monkeypatch.setattr(language, "unbroken", UNBROKEN)
    for asked in ({}, {"present": "true", "hide_kappa": "true"}):
        app = visit(stem, **asked)
        assert "κ = " not in page_text(app) + markdown(app.sidebar)
    shown = markdown(visit().sidebar) + page_text(visit("kappa"))
    assert shown.count("κ\u00a0=\u00a0") > 1


def test_a_choice_is_kept_on_pages_and_in_links_and_can_be_taken_back(visit):
    app = visit("kappa")
    assert "lang" not in shared(app)[1]
    app.menu_button(key=MENU).click("es").run()
    assert app.title[0].value == SPANISH.translate(KAPPA)
    for name in PAGES[1:4]:
        assert shared(go(app, name))[1]["lang"] == "es"
        assert app.title[0].value in SPANISH.messages._catalog.values()
    go(app, "kappa").menu_button(key=MENU).click("en").run()
    assert app.title[0].value == KAPPA
    assert "lang" not in shared(app)[1]


@pytest.mark.parametrize(("name", "english", "spanish"), LINKS["spanish"]["same"])
def test_a_link_means_the_same_in_every_language(visit, name, english, spanish):
    english = link_of(english)
    spanish = {key: SPANISH.translate(text) for key, text in english.items()} | link_of(spanish)
    for lang, written, shown in (("en", spanish, english), ("es", english, spanish)):
        with using(language.language(lang)):
            app = visit(name, lang=lang, **written)
            for key, text in english.items():
                assert text != spanish[key]
                assert app.session_state[key] in {text, shown[key]}


# Numbers.


def test_numbers_follow_the_language():
    with using(SPANISH):
        for written, expected in (
            (number(0.25), "0,25"),
            (number(-1234.5), "−1234,5"),
            (number(12_345.6), "12\u202f345,6"),
            (number(0.0001), "0,0001"),
            (number(float("nan")), "–"),
            (kappa_text(-0.31818), "−0,318"),
            (signed(0.2785), "+0,279"),
            (duration(8.2e-6), "8,2 µs"),
            (percent(0.887), "89\xa0%"),
            (percent(100_001 / 100_010), "99,99\xa0%"),
            (tex(number(12_345.6)), r"12\,345{,}6"),
            (tex(number(1e-7)), r"1 \cdot 10^{-7}"),
        ):
            assert written == expected
    assert number(12_345.6) == "12,345.6"


def test_plotly_writes_numbers_likewise(visit):
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


# Texts outside the run of a page.


def test_a_plural_takes_whole_numbers_and_fractions():
    with using(SPANISH):
        one, many = (plural(n, "{n} category", "{n} categories") for n in (1, 2))
    assert one != many
    assert plural(1.0, "one", "many") == "one"
    for n in (0, 0.5, 1.5, 1e300, float("inf"), float("nan")):
        assert plural(n, "one", "many") == "many"


def test_an_error_speaks_the_readers_language_and_leaves_what_was_typed():
    template = "{name}, item {item}: {value} is not a whole number."
    error = RatingsError(template, name="Actual", item=12_345, value="“Actual”")
    assert error_text(error).startswith("Actual, item 12,345: “Actual” is")
    with using(SPANISH):
        text = error_text(error)
        assert text.startswith("Real, ")
        assert "12\u202f345" in text
        assert "«Actual»" in text
        items = Message("{n} items", {"n": 1.5})
        nested = RatingsError("{name} is empty; give at least one rating.", name=items)
        assert "1,5" in error_text(nested)


def test_a_file_made_later_is_in_the_language_of_its_page():
    with using(SPANISH):
        make = bound(lambda value: (_("Actual"), number(value)))
    text = []
    thread = threading.Thread(target=lambda: text.append(make(0.5)))
    thread.start()
    thread.join()
    assert text == [(SPANISH.translate("Actual"), "0,5")]
    assert current().code == "en"


def test_a_callback_and_a_fragment_speak_it_too(visit):
    """Both run without the frame, but their texts are translated, too."""
    app = visit("implementations", lang="es")
    before = markdown(app)
    assert SPANISH.translate("The right answer: undefined.") not in before
    app.selectbox(key="implementation").set_value(SPANISH.translate("moments"))
    app.selectbox(key="case").set_value(SPANISH.translate("One category for all")).run()
    assert SPANISH.translate("The right answer: undefined.") in markdown(app)


CATALOGUES = translations.paths()


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def messages(code):
    """Yield every message in English, with its translation into a language."""
    for english, foreign in translations.compiled(CATALOGUES[code]).items():
        yield forms(english), forms(foreign)


def test_a_language_is_offered_and_documented_when_it_has_a_catalogue():
    assert [*language.languages()] == ["en", *CATALOGUES]
    for code in CATALOGUES:
        assert language.languages()[code] == language.language(code).translate(language.NAME)
    (row,) = [line for line in link.table().splitlines() if line.startswith("| `lang` |")]
    assert set(re.findall(r"`(\w\w)`", row)) == set(language.languages())


def test_every_catalogue_has_every_message_of_the_code_and_no_other():
    wanted = {message.id for message in translations.extract()}
    for path in CATALOGUES.values():
        catalogue = translations.read(path)
        assert wanted ^ {message.id for message in catalogue} == set(), "make translations"
        listed = [one for one in catalogue if one.id]
        assert [one.id for one in listed if not translations.translated(one)] == []
        written = {one.id: one.string for one in listed}
        assert translations.compiled(path) == written, "make translations"
    for path in Path(catalogues.__file__).parent.glob("*.toml"):  # pitfalls, exercises
        texts = {text for _where, text in leaves(tomllib.loads(path.read_text("utf-8")), "")}
        assert {text for text in texts if " " in text} <= wanted, path.name


# Words that are the same in English: names, signs, and equal spellings.
SHARED = LINKS["same_in_english"]
NO_WORDS = re.compile(r"\{\w*\}|`[^`]*`|\$[^$]*\$|:\w+\[")


@pytest.mark.parametrize("code", CATALOGUES)
def test_no_message_is_left_in_english(code):
    shared = {*SHARED["everywhere"].split(), *SHARED.get(code, "").split()}

    def is_shared(text):
        return shared.issuperset(re.findall(r"[^\W\d_][\w-]+", NO_WORDS.sub(" ", text)))

    same = (text for english, foreign in messages(code) for text in foreign if text in english)
    assert [text for text in same if not is_shared(text)] == []


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_cluster_is_no_group(code):
    group = language.language(code).translate("group").casefold()
    called = [
        text
        for english, foreign in messages(code)
        if "cluster" in english[0].lower() and not re.search(r"\bgroups?\b", english[0].lower())
        for text in foreign
        if group in FIELD.sub("", text).casefold()
    ]
    assert called == []


FIELD = re.compile(r"\{(\w*)\}")
MARK = re.compile(
    r":(?:blue|orange|violet|green|red|gray|small|material)[\[/]|\*\*|`|\]\(|^\||\|$|\\n"
)


def is_sound(original, text, known, *, plural, blanks):
    """Return whether a translation has the fields, marks and outer blanks of its original."""
    found, wanted = set(FIELD.findall(text)), set(FIELD.findall(original))
    # One form of a plural may omit the number, or contain it although English does not.
    if not (found <= {*known, "n"} if plural else found == wanted):
        return False
    ends, own_ends = ((each[:1].isspace(), each[-1:].isspace()) for each in (text, original))
    marks, own_marks = (sorted(MARK.findall(each)) for each in (text, original))
    same = marks == own_marks and (ends == own_ends or not blanks)
    return same and text.count("{") == text.count("}")


@pytest.mark.parametrize("code", CATALOGUES)
def test_fields_and_marks_survive_translation(code):
    broken = [
        (original, text)
        for english, foreign in messages(code)
        for at, text in enumerate(foreign)
        if text  # another test finds missing texts
        and not is_sound(
            original := english[min(at, len(english) - 1)],
            text,
            {field for form in english for field in FIELD.findall(form)},
            plural=len(english) > 1,
            blanks=code != "zh",  # Chinese has no blanks between characters
        )
    ]
    assert broken == []


def test_french_marks_stay_beside_their_words():
    apart = re.compile(r" [;?!%»]| :(?=\s|$)|« ")
    assert [
        text for _english, forms in messages("fr") for text in forms if apart.search(text)
    ] == []


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_language_says_how_it_writes_numbers(code):
    decimal, thousands, of_four = language.language(code).marks
    assert decimal in {".", ","}
    assert thousands in {".", ",", "\u202f", "\xa0", "’", ""} - {decimal}
    assert of_four in {thousands, ""}
    with using(language.language(code)):
        assert "12" in number(12_345.6)
        assert percent(0.5).startswith("50")
