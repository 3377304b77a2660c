"""A sentence agrees with its number: one item lacks a rating, two items lack one."""

import re
from string import Formatter

import numpy as np
import pytest

from qwk_app.report import page
from qwk_app.words.language import language, languages, using
from qwk_app.words.messages import message_bare_text
from qwk_core.study.cautions import find_cautions
from qwk_core.study.interval_choice import IntervalChoice
from qwk_core.study.methods import METHOD_STYLES, methods
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.texts import TEXTS, message_of

# Fields that are never 1: a difference with its decimals, the number of many raters, folds, …
_NEVER_ONE = {
    "difference", "raters", "folds", "few", "rows", "needed", "groups", "clusters", "n_cells",
}  # fmt: skip
_THINGS = re.compile(
    r"\{(\w+)\} (?:ordered |independent |bootstrap )?"
    r"(?:items|ratings|raters|categories|samples|groups|clusters|folds|ones)\b"
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
        ("caution.prevalence", "ratings"),
        ("caution.prevalence", "n"),
        ("caution.prevalence-of-many", "ratings"),
        ("caution.few-items", "n"),
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
            assert str(number) in message_bare_text(message)


STUDIES = {
    "one item": make_study([[0, 1], [0, 0]], n_missing=1),
    "one category": make_study([[9]]),
    "a step apart": make_study([[0, 20, 0], [0, 0, 40], [0, 0, 0]], n_missing=1),
    "one draw": make_study([[20, 9], [6, 15]], choice=IntervalChoice("bca", 1)),
    "one independent item": make_study([[20, 9], [6, 15]], effective_n=1.2),
    "one decides": make_study(np.array([[300, 0], [1, 1]])),
    "small group": make_study(
        [[60, 9], [6, 45]], groups={"a": [[55, 9], [6, 43]], "b": [[5, 0], [0, 2]]}
    ),
    "one gap": make_rater_study([[1, 2, None], [1, 3, 2], [3, 3, 3]]),
    "one item of many": make_rater_study([[1, 2, 2]]),
    "one rating": make_rater_study([[1, None, None]]),
}
# Errors like “1 items” and “1 of 3 ratings are”, in the languages that have a singular.
_WRONG = re.compile(
    r"(?<![\d.,])1 (?:(?:independent )?items|ratings|(?:ordered )?categories|ones|"
    r"bootstrap samples|casos|calificaciones|categorías|muestras|Items|Bewertungen|"
    r"(?:geordnete )?Kategorien|"
    r"notes|catégories|échantillons|itens|notas|categorias|amostras)\b"
    r"|(?<![\d.,])1 of \d+ (?:items|ratings|groups) (?:lack|are|have)\b|\b1 were\b"
)


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
@pytest.mark.parametrize("code", languages())
def test_no_sentence_of_a_study_miscounts_one_thing(study, code):
    with using(language(code)):
        said = [*(caution.message for caution in find_cautions(study))]
        said += (one for style in METHOD_STYLES for one in methods(study, style))
        written = [message_bare_text(one, study.decimals) for one in said]
        written += [page.about(study), *page._method(study)]
    assert [text for text in written if _WRONG.search(text)] == []
