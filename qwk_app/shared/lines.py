"""The sentences about the cells of a matrix. The browser gets all, and shows one below it."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal

from qwk_app.figures import panel as panels
from qwk_app.figures.panel import DIGITS
from qwk_app.frame.state import HIDE_KAPPA, Lesson
from qwk_app.words import names, sentences
from qwk_app.words.keyed import of_number
from qwk_app.words.texts import _

# How much the sentence of a cell says: each step of the walk adds something. "ratings" counts
# ratings in place of items, for several raters together.
Scope = Literal["count", "cost", "chance", "ratings"]
Places = Mapping[str, str]  # the values of a template


def of_cells(lesson: Lesson, scope: Scope, hidden: Sequence[int]) -> dict[str, Any]:
    """Return a sentence for each cell of the walkthrough's matrices, as the browser takes them.

    `scope` is how much each sentence says. The cells at `hidden`, in reading order, stay covered.
    """
    walk = lesson.walk
    places = _places()
    template = cache(partial(_template, lesson, scope, places))  # many cells have the same count
    cells = zip(walk.observed.ravel().tolist(), (walk.weights == 0).ravel().tolist(), strict=True)
    by_cell = [template(count, agree) for count, agree in cells]
    for at in hidden:
        by_cell[at] = _("{first} {row}, {second} {column}", **places)
    if hidden:
        row, column = lesson.cell
        by_cell[row * len(lesson.labels) + column] = _(
            "{first} {row}, {second} {column}: what belongs here?", **places
        )
    lists = {
        "o": panels.texts(walk.observed, lesson.decimals),
        "w": panels.texts(walk.weights, 4),
        "cost": panels.texts(walk.weighted_observed, 4),
        "e": panels.texts(walk.expected, lesson.decimals),
        "chance": panels.texts(walk.weighted_expected, 4),
        "items": _items(lesson) if scope == "count" else [],
    }
    shown = {
        name: ["" if at in hidden else text for at, text in enumerate(texts)]
        for name, texts in lists.items()
    }
    return line(by_cell, shown)


def line(by_cell: Sequence[str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the sentences about the cells as the browser takes them.

    `by_cell` has the template of each cell, in reading order. `lists` has for each field of a
    template what fills it in each cell; a list that no template uses is not sent. The names of a
    cell's row and column fill the fields `row` and `column`.
    """
    templates = list(dict.fromkeys(by_cell))
    return {
        "templates": templates,
        "kinds": "".join(DIGITS[templates.index(each)] for each in by_cell),
        "lists": {
            name: "\t".join(texts)
            for name, texts in lists.items()
            if any(f"{{{name}}}" in template for template in templates)
        },
    }


def _items(lesson: Lesson) -> list[str]:
    """Return the numbers of the items in each cell, in words."""
    if lesson.ratings is None:
        return []
    size = len(lesson.labels)
    cells = ((row, column) for row in range(size) for column in range(size))
    found = (lesson.ratings.items_in_cell(*cell).tolist() for cell in cells)
    return [sentences.listed([item + 1 for item in each]) if each else "" for each in found]


# The browser fills these in.
_FIELDS = ("row", "column", "o", "w", "cost", "e", "chance", "items")
_AS_THEY_ARE = {name: f"{{{name}}}" for name in _FIELDS}


def _places() -> Places:
    """Return the values of a template: the raters' names, and fields that the browser fills in."""
    # Braces in a name would look like a field.
    first, second = (name.translate(_NO_FIELDS) for name in (names.actual(), names.predicted()))
    return {"first": first, "second": second, **_AS_THEY_ARE}


_NO_FIELDS = str.maketrans("{}", "()")


def _template(lesson: Lesson, scope: Scope, places: Places, count: float, agree: bool) -> str:
    if scope == "count":
        listed = count and lesson.ratings is not None
        return of_number(count, "cell_holds", "listed" if listed else "counted", **places)
    if lesson.proportions:
        held = _("{first} {row}, {second} {column}: {o} of all × cost {w} = {cost}", **places)
    else:
        what = "ratings" if scope == "ratings" else "items"
        held = of_number(count, "cell_agrees" if agree else "cell_costs", what, **places)
    # What misses cost by chance is a part of the answer.
    if scope == "cost" or (lesson.hides(HIDE_KAPPA) and not agree):
        return held
    if agree and not lesson.proportions:
        return _("{said}. By chance {chance} would agree.", said=held, chance="{e}")
    return _("{said}. By chance it would cost {chance}.", said=held, chance="{chance}")
