"""What is said of a cell below a matrix, in words: handed over whole, looked up by the browser."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal

from qwk_app.figures import panel as panels
from qwk_app.figures.panel import DIGITS
from qwk_app.frame.state import HIDE_KAPPA, Lesson
from qwk_app.words import names, sentences
from qwk_app.words.texts import _, plural

# How much a page tells; each page tells more. Of several raters taken together, it counts ratings.
Told = Literal["count", "cost", "chance", "ratings"]


def of_cells(lesson: Lesson, decimals: int, told: Told, hidden: Sequence[int]) -> dict[str, Any]:
    """Return what is said of each cell of the walkthrough's matrices.

    `told` is how far the walk has come. Nothing is said of the cells at `hidden`, in reading order.
    """
    walk = lesson.walk
    template = cache(partial(_template, lesson, told))  # many cells have the same count
    cells = zip(walk.observed.ravel().tolist(), (walk.weights == 0).ravel().tolist(), strict=True)
    said = [template(count, agree) for count, agree in cells]
    for at in hidden:
        said[at] = _("{first} {row}, {second} {column}", **_places())
    if hidden:
        row, column = lesson.cell
        said[row * len(lesson.labels) + column] = _(
            "{first} {row}, {second} {column}: what belongs here?", **_places()
        )
    lists = {
        "o": panels.texts(walk.observed, decimals),
        "w": panels.texts(walk.weights, 4),
        "cost": panels.texts(walk.weighted_observed, 4),
        "e": panels.texts(walk.expected, decimals),
        "chance": panels.texts(walk.weighted_expected, 4),
        "items": _items(lesson) if told == "count" else [],
    }
    shown = {
        name: ["" if at in hidden else text for at, text in enumerate(texts)]
        for name, texts in lists.items()
    }
    return line(said, shown)


def line(said: Sequence[str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what is said of each cell, in reading order, as the browser takes it.

    `lists` are what fills the fields of a template, by the field; those of no template are not
    sent. The names of a cell's row and column fill the fields `row` and `column`.
    """
    templates = list(dict.fromkeys(said))
    return {
        "templates": templates,
        "kinds": "".join(DIGITS[templates.index(each)] for each in said),
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


def _places() -> dict[str, str]:
    """Return what fills a template for now: the raters' names, and fields for the browser."""
    # Braces in a name would look like a field.
    first, second = (name.translate(_NO_FIELDS) for name in (names.actual(), names.predicted()))
    return {"first": first, "second": second, **_AS_THEY_ARE}


_NO_FIELDS = str.maketrans("{}", "()")


def _template(lesson: Lesson, told: Told, count: float, agree: bool) -> str:
    if told == "count":
        return _counted(lesson, count)
    said = _costs(lesson, told, count, agree)
    # What misses cost by chance is a part of the answer.
    if told == "cost" or (lesson.hides(HIDE_KAPPA) and not agree):
        return said
    chance = "{e}" if agree and not lesson.proportions else "{chance}"
    return _("{said}. By chance it would be {chance}.", said=said, chance=chance)


def _costs(lesson: Lesson, told: Told, count: float, agree: bool) -> str:
    places = _places()
    if lesson.proportions:
        return _("{first} {row}, {second} {column}: {o} of all × cost {w} = {cost}", **places)
    if told == "ratings" and agree:
        return plural(
            count,
            "{first} {row}, {second} {column}: {o} rating agrees, at no cost",
            "{first} {row}, {second} {column}: {o} ratings agree, at no cost",
            **places,
        )
    if told == "ratings":
        return plural(
            count,
            "{first} {row}, {second} {column}: {o} rating × cost {w} = {cost}",
            "{first} {row}, {second} {column}: {o} ratings × cost {w} = {cost}",
            **places,
        )
    if agree:
        return plural(
            count,
            "{first} {row}, {second} {column}: {o} item agrees, at no cost",
            "{first} {row}, {second} {column}: {o} items agree, at no cost",
            **places,
        )
    return plural(
        count,
        "{first} {row}, {second} {column}: {o} item × cost {w} = {cost}",
        "{first} {row}, {second} {column}: {o} items × cost {w} = {cost}",
        **places,
    )


def _counted(lesson: Lesson, count: float) -> str:
    places = _places()
    if count and lesson.ratings is not None:
        return plural(
            count,
            "{first} {row}, {second} {column}: {o} item (item {items})",
            "{first} {row}, {second} {column}: {o} items ({items})",
            **places,
        )
    return plural(
        count,
        "{first} {row}, {second} {column}: {o} item",
        "{first} {row}, {second} {column}: {o} items",
        **places,
    )
