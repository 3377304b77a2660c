"""What are the raters: a truth and models, a reference and raters, equals, or two times?"""

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
"""What raters can be to one another; only two can be two times."""

EQUAL, TIMES = "equal", "times"
"""What raters are of whom nothing is known but their ratings; and what only two can be."""

COMPARED = ("model", "reference")
"""The roles in which one rater is the truth, or the reference, for all others."""

# What a column's name says, in the languages of the app and its neighbours.
_TRUE = "truth true actual groundtruth label labels target observed verdad verdadero wahrheit vrai"
_PREDICTED = (
    "predicted prediction predictions pred preds yhat predicho prediccion vorhersage predit "
    "forecast"
)
_MODEL = (
    f"{_PREDICTED} model modelo modell modele algorithm algoritmo algorithmus ai ia ki llm gpt "
    "chatgpt deepseek claude gemini classifier machine automatic auto system software"
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
    """Return what raters are to one another, as far as their names say it.

    Parameters
    ----------
    names : tuple of str
        What the raters are called; empty names where nobody said.

    Returns
    -------
    {"model", "reference", "equal", "times"}
        "model" for raters without names: rows are actual, columns predicted.

    Notes
    -----
    What all names share says nothing about the roles. One of them must be the truth, or the
    reference, of two the first; when in doubt, all are equals.

    Examples
    --------
    >>> find_roles(("truth", "gpt_score")), find_roles(("expert", "student"))
    ('model', 'reference')
    >>> find_roles(("expert_1", "expert_2")), find_roles(("score_t1", "score_t2"))
    ('equal', 'times')
    >>> find_roles(("gpt", "claude", "label")), find_roles(("expert", "nurse1", "nurse2"))
    ('model', 'reference')
    """
    if not any(names):
        return "model"
    times = [_TIME.sub(" ", name) for name in names]
    if len(names) == 2 and all(map(_TIME.search, names)) and _words(times[0]) == _words(times[1]):
        return TIMES
    roles, place = _found(names)
    return EQUAL if len(names) == 2 and place else roles


def place_of_reference(names: tuple[str, ...]) -> int:
    """Return which of more than two raters is the truth, or the reference.

    Parameters
    ----------
    names : tuple of str
        What the raters are called.

    Returns
    -------
    int
        Its place, counted from 0: as the names say it, or the first.

    Examples
    --------
    >>> place_of_reference(("gpt", "claude", "label")), place_of_reference(("Ann", "Ben", "Cy"))
    (2, 0)
    """
    return _found(names)[1]


def _found(names: tuple[str, ...]) -> tuple[str, int]:
    """Return the roles, and the place of the truth or the reference; 0 among equals."""
    words = [*map(_words, names)]
    shared = set.intersection(*words)
    said = [
        {role for role, of in _ROLE_WORDS.items() if (own - shared) & set(of.split())}
        for own in words
    ]
    people = [place for place, own in enumerate(said) if "model" not in own]
    if len(people) == 1:
        return "model", people[0]
    for role, roles in (("true", "model"), ("reference", "reference")):
        places = [place for place in people if role in said[place]]
        if len(places) == 1:
            return roles, places[0]
    return EQUAL, 0


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
        What the two are called; used where they are equals, and for who is compared with the
        truth or the reference, unless the name only says that these are predictions.

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
    >>> named = name_roles("model", ("truth", "gpt"))
    >>> str(named.row), str(named.column), str(named.both.values["column"])
    ('actual', 'gpt', '“gpt”')
    """
    said = {side: Message(text) for side, text in TEXTS[roles].items()}
    if roles == TIMES or not all(names):
        return Roles(**said)
    if roles == EQUAL:
        said |= _called("row", names[0])
    elif _words(names[1]) & set(_PREDICTED.split()):
        return Roles(**said)
    said |= _called("column", names[1])
    both = message_of("named", roles, row=shown(names[0]), column=shown(names[1]))
    return Roles(**said | {"both": both})


def _called(side: str, name: str) -> dict[str, Message]:
    """Return what a side and its ratings are called by a name."""
    ratings = message_of("named", f"{side}s", **{side: shown(name)})
    return {side: Message(f"{{{side}}}", {side: name}), f"{side}s": ratings}
