"""A sentence agrees with its number: one item lacks a rating, two items lack one."""

import re
from string import Formatter

import pytest

from qwk_app.words.language import language, languages, using
from qwk_app.words.messages import message_bare_text
from qwk_core.study.texts import TEXTS, message_of

# Fields that are never 1: a difference with its decimals, the number of many raters, folds, …
_NEVER_ONE = {
    "difference", "raters", "folds", "few", "rows", "needed", "groups", "clusters", "n_cells",
}  # fmt: skip
_THINGS = re.compile(
    r"\{(\w+)\} (?:ordered |independent |bootstrap )?"
    r"(?:items|ratings|raters|categories|samples|groups|clusters|folds|ones)\b"
)
# Errors like “1 items” and “1 of 3 ratings are”, in the languages that have a singular.
_WRONG = re.compile(
    r"(?<![\d.,])1 (?:(?:independent )?items|ratings|(?:ordered )?categories|ones|"
    r"bootstrap samples|casos|calificaciones|categorías|muestras|Items|Bewertungen|"
    r"(?:geordnete )?Kategorien|"
    r"notes|catégories|échantillons|itens|notas|categorias|amostras)\b"
    r"|(?<![\d.,])1 of \d+ (?:items|ratings|groups) (?:lack|are|have)\b|\b1 were\b"
)
ALL = [(kind, key, text) for kind, of_kind in TEXTS.items() for key, text in of_kind.items()]


def test_every_text_that_counts_has_a_form_for_one():
    counting = [
        (f"{kind}.{key}", field)
        for kind, key, text in ALL
        if isinstance(text, str)
        for field in _THINGS.findall(text)
        if field not in _NEVER_ONE
    ]
    # These cautions appear only for two items or more.
    assert counting == [
        ("caution.few-items", "n"),
        ("caution.few-items-worth", "n"),
        ("caution.few-items-of-weights", "n"),
    ]


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    ("kind", "key"), [(kind, key) for kind, key, text in ALL if not isinstance(text, str)]
)
def test_a_text_with_two_forms_takes_the_one_of_its_number(kind, key, number):
    text = TEXTS[kind][key]
    fields = {name for _, name, _, _ in Formatter().parse(text["many"]) if name}
    values = dict.fromkeys(fields, "…")
    message = message_of(kind, key, **(values | {text["by"]: number}))
    assert message.english == text["one" if number == 1 else "many"]
    assert "{" not in str(message)
    for code in languages():
        with using(language(code)):
            written = message_bare_text(message)
        assert str(number) in written
        assert not _WRONG.search(written)
