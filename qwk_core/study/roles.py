"""Who are the two raters: a truth and a model, a reference and a rater, two equals, two times?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from qwk_core.errors import shown
from qwk_core.messages import Message
from qwk_core.study.texts import TEXTS, message_of


@dataclass(frozen=True)
class Roles:
    """What the rows and the columns of O are called.

    Attributes
    ----------
    row, column : Message
        Who rated, short: for axes and heads of tables.
    rows, columns : Message
        The ratings of each, as a noun without an article.
    both : Message
        The ratings of both.
    """

    row: Message
    column: Message
    rows: Message
    columns: Message
    both: Message


ROLES = TEXTS["role"]
"""What two raters can be to one another."""

EQUAL = "equal"
"""What two are of whom nothing is known but their ratings."""

# What a column's name says, in the languages of the app and its neighbours.
_TRUE = "truth true actual groundtruth label labels target observed verdad verdadero wahrheit vrai"
_MODEL = (
    "predicted prediction predictions pred preds model modelo modell modele algorithm algoritmo "
    "algorithmus ai ia ki llm gpt chatgpt deepseek claude gemini classifier machine automatic auto "
    "system yhat predicho prediccion vorhersage predit forecast software"
)
_REFERENCE = (
    "reference referencia referenz gold standard expert experto experte panel consensus consenso "
    "konsens criterion"
)
_ROLE_WORDS = {"true": _TRUE, "model": _MODEL, "reference": _REFERENCE}
_TIME = re.compile(
    r"(?<![^\W_])(?:(?:19|20)\d\d|(?:t(?=[ _.-]?\d)|(?:time|zeit|tiempo|momento|moment|round|ronda|"
    r"runde|visit|visita|besuch|occasion|session|sesion|wave|test|retest|pretest|posttest|pre|post|"
    r"before|after|antes|despues|vorher|nachher|avant|apres|baseline|follow[ _-]?up|day|tag|week|"
    r"woche|month|monat|year|jahr)s?)(?:[ _.-]*\d{1,4})?(?:[ _.-]*(?:day|week|month|year)s?)?)"
    r"(?![^\W_])",
    re.IGNORECASE,
)


def find_roles(names: tuple[str, ...]) -> str:
    """Return what two raters are to one another, as far as their names say it.

    Parameters
    ----------
    names : tuple of str
        What the raters are called; empty names where nobody said. More than two are equals.

    Returns
    -------
    {"model", "reference", "equal", "times"}
        "model" for raters without names: rows are actual, columns predicted.

    Notes
    -----
    What both names share says nothing about the roles. When in doubt, the two are equals.

    Examples
    --------
    >>> find_roles(("truth", "gpt_score")), find_roles(("expert", "student"))
    ('model', 'reference')
    >>> find_roles(("expert_1", "expert_2")), find_roles(("score_t1", "score_t2"))
    ('equal', 'times')
    """
    if not any(names):
        return "model"
    if len(names) > 2:
        return EQUAL
    times = [_TIME.sub(" ", name) for name in names]
    if all(map(_TIME.search, names)) and _words(times[0]) == _words(times[1]):
        return "times"
    one, other = map(_words, names)
    roles = [
        {role for role, words in _ROLE_WORDS.items() if own & set(words.split())}
        for own in (one - other, other - one)
    ]
    if "model" in roles[0]:
        return EQUAL
    if "model" in roles[1] or "true" in roles[0] - roles[1]:
        return "model"
    return "reference" if "reference" in roles[0] - roles[1] else EQUAL


def _words(name: str) -> set[str]:
    """Return the words of a name in lower case; a digit is a word, and Ai is somebody's name."""
    words = re.findall(r"[^\W\d_]+|\d+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    return {word.lower() if len(word) > 2 or not word.istitle() else word for word in words}


def name_roles(roles: str, names: tuple[str, ...]) -> Roles:
    """Return what the rows and the columns are called.

    Parameters
    ----------
    roles : {"model", "reference", "equal", "times"}
        What the two are to one another.
    names : tuple of str, length 2
        What the two are called; used where they are equals.

    Returns
    -------
    Roles

    Examples
    --------
    >>> str(name_roles("model", ("", "")).both)
    'the actual and the predicted ratings'
    >>> named = name_roles("equal", ("Ann", "Ben"))
    >>> str(named.row), str(named.columns.values["column"])
    ('Ann', '“Ben”')
    """
    if roles != EQUAL or not all(names):
        return Roles(**{side: Message(text) for side, text in TEXTS[roles].items()})
    bare = {"row": names[0], "column": names[1]}
    quoted = {side: shown(name) for side, name in bare.items()}
    return Roles(
        row=Message("{row}", bare),
        column=Message("{column}", bare),
        **{side: message_of("named", side, **quoted) for side in ("rows", "columns", "both")},
    )
