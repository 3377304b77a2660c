"""Who are the two raters: a truth and a model, a reference and a rater, two equals, two times?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from qwk_core.errors import shown
from qwk_core.messages import Message
from qwk_core.study.texts import TEXTS, said


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

# What a column's name says, in the languages of the app and its neighbours.
_TRUE = "truth true actual gold label labels target observed real verdad verdadero wahrheit vrai"
_MODEL = (
    "predicted prediction predictions pred preds model modelo modell modele algorithm algoritmo "
    "algorithmus ai ia ki llm gpt claude gemini classifier machine automatic auto system yhat "
    "predicho prediccion vorhersage predit prediction forecast software"
)
_REFERENCE = (
    "reference referencia referenz standard expert experto experte panel consensus consenso "
    "konsens master criterion"
)
_TIME = re.compile(
    r"(^|[ _.-])(t|time|zeit|tiempo|momento|round|ronda|runde|visit|visita|besuch|occasion|"
    r"session|sesion|wave|test|retest|pre|post|before|after|antes|despues|vorher|nachher|"
    r"avant|apres)[ _.-]?[012]?($|[ _.-])",
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

    Examples
    --------
    >>> find_roles(("truth", "gpt_score")), find_roles(("expert", "student"))
    ('model', 'reference')
    >>> find_roles(("teacher_1", "teacher_2")), find_roles(("score_t1", "score_t2"))
    ('equal', 'times')
    """
    if not any(names):
        return "model"
    if len(names) > 2:
        return "equal"
    first, second = (set(re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", name.lower())) for name in names)
    if (first | second) & set(_MODEL.split()) or first & set(_TRUE.split()):
        return "model"
    if first & set(_REFERENCE.split()):
        return "reference"
    return "times" if all(_TIME.search(name) for name in names) else "equal"


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
    if roles != "equal" or not all(names):
        return Roles(**{side: Message(text) for side, text in TEXTS[roles].items()})
    bare = {"row": names[0], "column": names[1]}
    quoted = {side: shown(name) for side, name in bare.items()}
    return Roles(
        row=Message("{row}", bare),
        column=Message("{column}", bare),
        **{side: said("named", side, **quoted) for side in ("rows", "columns", "both")},
    )
