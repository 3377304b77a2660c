"""The catalogues have every message of the code, complete and with its marks."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from qwk_app.frame import link
from qwk_app.words import language
from qwk_app.words.language import using
from qwk_app.words.numbers import number, percent
from qwk_core.teaching import catalogues
from tests import translations
from tests.app.pseudo import leaves

CATALOGUES = translations.paths()
Forms = tuple[str, ...]  # a message has one form, or several if it is a plural


@cache
def catalogue(code):
    return translations.read(CATALOGUES[code])


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def messages(code):
    """Yield every message in English, with its translation into a language."""
    for one in catalogue(code):
        if one.id:
            yield forms(one.id), forms(one.string)


def test_a_language_is_offered_and_documented_when_it_has_a_catalogue():
    assert [*language.languages()] == ["en", *CATALOGUES]
    for code in CATALOGUES:
        assert language.languages()[code] == language.language(code).translate(language.NAME)
    (row,) = [line for line in link.table().splitlines() if line.startswith("| `lang` |")]
    assert set(re.findall(r"`(\w\w)`", row)) == set(language.languages())


def test_every_catalogue_has_every_message_of_the_code_and_no_other():
    wanted = {message.id for message in translations.extract()}
    for code, path in CATALOGUES.items():
        assert wanted ^ {message.id for message in catalogue(code)} == set(), "make translations"
        listed = [one for one in catalogue(code) if one.id]
        assert [one.id for one in listed if not translations.translated(one)] == []
        written = {one.id: one.string for one in listed}
        assert translations.compiled(path) == written, "make translations"
    for path in Path(catalogues.__file__).parent.glob("*.toml"):  # pitfalls, exercises
        texts = {text for _where, text in leaves(tomllib.loads(path.read_text("utf-8")), "")}
        assert {text for text in texts if " " in text} <= wanted, path.name


# Words that are the same in English: names, signs, and equal spellings.
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
}
NO_WORDS = re.compile(r"\{\w*\}|`[^`]*`|\$[^$]*\$|:\w+\[")


@pytest.mark.parametrize("code", CATALOGUES)
def test_no_message_is_left_in_english(code):
    shared = {*SHARED.split(), *SHARED_BY.get(code, "").split()}

    def is_shared(text):
        return shared.issuperset(re.findall(r"[^\W\d_][\w-]+", NO_WORDS.sub(" ", text)))

    same = (text for english, foreign in messages(code) for text in foreign if text in english)
    assert [text for text in same if not is_shared(text)] == []


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


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_language_says_how_it_writes_numbers(code):
    decimal, thousands, of_four = language.language(code).marks
    assert decimal in {".", ","}
    assert thousands in {".", ",", "\u202f", "\xa0", "’", ""} - {decimal}
    assert of_four in {thousands, ""}
    with using(language.language(code)):
        assert "12" in number(12_345.6)
        assert percent(0.5).startswith("50")
