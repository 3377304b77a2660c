"""Sets of items for a class, each item with a reference and a reason.

Every text is a message, so each student reads it in their own language.
"""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from classroom import clouds
from classroom.errors import RoomError
from classroom.rooms import LONGEST_LABEL, Item, check_n_items
from qwk_core.messages import N_
from qwk_core.teaching.catalogues import read_catalogue

CLOUDS = "clouds"
OWN = "own"
"""The kind of a room with the teacher's own items."""

N_CLOUDS = 10
"""How many clouds a room has, unless the teacher wants more or fewer."""


@dataclass(frozen=True)
class ItemSet:
    """Items to rate, and the question about them; no items for clouds, which are drawn.

    `words` has the meaning of each category.
    """

    key: str
    title: str
    question: str
    categories: tuple[int, ...]
    words: tuple[str, ...]
    items: tuple[Item, ...]

    def on(self, scale: Sequence[int | str]) -> tuple[Item, ...]:
        """Return the items for a scale. On another scale than their own they have no references.

        >>> {item.reference for item in SETS["essays"].on((0, 1, 2, 3))}
        {None}
        """
        if tuple(scale) == self.categories:
            return self.items
        return tuple(Item(item.text) for item in self.items)


def _set(entry: Mapping[str, Any]) -> ItemSet:
    """Make a set from its entry in the catalogue."""
    items = tuple(
        Item(item["text"], entry["categories"].index(item["category"]), item["reason"])
        for item in entry.get("items", ())
    )
    return ItemSet(**{**entry, "items": items})


SETS = {each["key"]: _set(each) for each in read_catalogue(Path(__file__).with_name("sets.toml"))}


def some_clouds(n: int) -> tuple[Item, ...]:
    """Return `n` new clouds, at most as many as a room may have.

    Raises
    ------
    RoomError
        If `n` is 0, or too large.

    Examples
    --------
    >>> len(some_clouds(25))
    25
    """
    check_n_items(n)
    return clouds.new_clouds(n, secrets.randbelow(10**6))


# The names of the columns of a teacher's table, in the languages of the app.
_COLUMNS = {
    "text": ("text", "item", "texto", "ítem", "texte", "aufgabe", "文本", "内容", "题目"),
    "reference": ("reference", "referencia", "référence", "referência", "referenz", "参考", "参照"),
    "reason": ("reason", "razón", "motivo", "raison", "razão", "begründung", "理由", "原因"),
    "picture": ("picture", "image", "imagen", "imagem", "bild", "图片", "图像"),
}


def table_items(
    text: str, categories: Sequence[int | str], shown: Collection[str] = ()
) -> tuple[tuple[Item, ...], dict[int, str]]:
    """Return the items of a table in CSV, and the names of their pictures by position.

    The first line names the columns: text or picture, and optionally reference and reason.

    Parameters
    ----------
    text : str
        The table, with commas, semicolons or tabs between cells.
    categories : sequence of int or str
        From lowest to highest.
    shown : collection of str
        The names of the pictures that came with the table.

    Raises
    ------
    RoomError
        If a column or a picture is missing, or a reference is not a category.

    Examples
    --------
    >>> table_items("text,reference\\nA poem,2\\n", (1, 2, 3))
    ((Item(text='A poem', reference=1, reason='', pictured=False),), {})
    """
    labels = [str(category) for category in categories]
    found: list[Item] = []
    with_picture: dict[int, str] = {}
    for number, cells in enumerate(_lines(text), start=2):
        right, picture = cells["reference"], cells["picture"]
        if not any(cells.values()):
            continue
        if right and right not in labels:
            raise RoomError(
                N_("Line {number} of the table: the reference {right} is none of the categories."),
                number=number,
                right=right[:LONGEST_LABEL],
            )
        if picture and picture not in shown:
            raise RoomError(
                N_("Line {number} of the table: the picture {name} was not given with it."),
                number=number,
                name=picture[:LONGEST_LABEL],
            )
        if picture:
            with_picture[len(found)] = picture
        title = cells["text"] or PurePath(picture).stem
        found.append(Item(title, labels.index(right) if right else None, cells["reason"]))
    return tuple(found), with_picture


def _lines(text: str) -> list[dict[str, str]]:
    """Return the rows of a table in CSV: each cell by the name of its column."""
    parting = max(",;\t", key=text.partition("\n")[0].count)
    try:
        rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=parting)] or [[]]
    except csv.Error as error:
        raise RoomError(N_("The table cannot be read: {problem}."), problem=str(error)) from error
    names = [cell.strip().lower() for cell in rows[0]]
    places = {
        column: next((names.index(name) for name in called if name in names), -1)
        for column, called in _COLUMNS.items()
    }
    if places["text"] < 0 and places["picture"] < 0:
        raise RoomError(N_("The table’s first line must name a column “text” or “picture”."))
    return [
        {column: row[at].strip() if 0 <= at < len(row) else "" for column, at in places.items()}
        for row in rows[1:]
    ]


def own_items(text: str, categories: Sequence[int | str]) -> tuple[Item, ...]:
    """Return the items that a teacher typed, each on a line.

    A line may end with a tab or ``|`` and the reference, one of the categories.

    >>> for item in own_items("A poem | 4\\nAnother one", (1, 2, 3, 4)):
    ...     print(item.text, item.reference)
    A poem 3
    Another one None
    """
    labels = [str(category) for category in categories]
    found = []
    for line in text.splitlines():
        if not line.strip():
            continue
        words, bar, last = line.replace("\t", "|").rpartition("|")
        if bar and last.strip() in labels:
            found.append(Item(words.strip(), labels.index(last.strip())))
        else:
            found.append(Item(line.strip()))
    return tuple(found)
