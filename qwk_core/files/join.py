r"""Two files, or two lists, joined by the id of the item: a truth and a submission, two graders.

>>> import io
>>> truth = io.BytesIO(b"id,grade\n1,3\n2,4\n3,4\n4,3\n5,3\n6,4\n7,3\n")
>>> other = io.BytesIO(b"id,grade\n7,3\n6,4\n5,4\n4,3\n3,4\n2,3\n1,3\n")
>>> found, counts = join((truth, other), ("a", "b"), Answers())
>>> counts.n, counts.labels, [str(remark) for remark in found.remarks]
(7, ('3', '4'), ['Joined by “id”: grade is the actual rating, grade the predicted one.'])
"""

from __future__ import annotations

import contextlib
import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import JOINED, Answers, Question
from qwk_core.files.blocks import ROWS_PER_BLOCK, read_blocks
from qwk_core.files.dates import range_of_date
from qwk_core.files.detection import detect
from qwk_core.files.formats.common import Block
from qwk_core.files.grid import read_grid
from qwk_core.files.header import find_table
from qwk_core.files.labelled import LabelCounts
from qwk_core.files.labels import is_number, reader_of, value_label
from qwk_core.files.layouts import Layout
from qwk_core.files.names import says
from qwk_core.files.profiles import Profile, profiles
from qwk_core.files.questions import (
    are_they_left_out,
    were_they_ratings,
    what_fractions_are,
    which_id,
    which_is_kept,
    which_of_two_files,
)
from qwk_core.files.scores import categories_of_scores
from qwk_core.files.structure import Structure, are_scores, layout_of_table
from qwk_core.messages import N_, Message

_MOST_ROWS = 2_000_000


@dataclass(frozen=True)
class _File:
    source: BinaryIO
    layout: Layout
    columns: tuple[Profile, ...]

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.columns]

    def column(self, name: str) -> Profile:
        return next(one for one in self.columns if one.name == name)


@dataclass(frozen=True)
class _List:
    """The ratings of one file, by item."""

    labels: dict[str, str]
    duplicates: frozenset[str]
    n_rows: int


def join(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    said: Answers,
    *,
    layouts: Sequence[Layout] | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[Structure, LabelCounts | None]:
    """Join two files, before anything is decided about their labels.

    Parameters
    ----------
    sources : sequence of binary file, length 2
        The actual and the predicted ratings. Open for reading, and able to seek.
    names : sequence of str, length 2
        The files' names, for messages.
    said : Answers
        What a person said.
    layouts : sequence of Layout, length 2, optional
        How they are to be read; found without.
    progress : callable, optional
        Told the share of both read so far, from 0 to 1.

    Returns
    -------
    structure : Structure
        Its questions have to be answered first.
    counts : LabelCounts or None
        None while one is open.

    Raises
    ------
    RatingsError
        If one of them cannot be read, has no such column, or no item is in both.
    """
    structure, ratings = _match(sources, names, said, layouts, progress)
    if ratings is None:
        return structure, None
    actual, predicted = ratings
    if structure.scores:
        if said.predicted_as is None:
            return structure, None
        values = list(predicted.values())
        cut = categories_of_scores(values, said.conversion, said.first_category)
        predicted = dict(zip(predicted, cut, strict=True))
    counts = Counter((label, predicted[item]) for item, label in actual.items())
    pairs = {("", one, other): n for (one, other), n in counts.items() if one and other}
    return structure, LabelCounts(
        pairs,
        len(actual),
        sum(n for (one, other), n in counts.items() if other and not one),
        sum(n for (one, other), n in counts.items() if one and not other),
        counts["", ""],
    )


def joined_table(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    said: Answers,
    *,
    progress: Callable[[float], object] | None = None,
) -> bytes:
    """Write the ratings of two files as one table, with the columns actual and predicted.

    Parameters
    ----------
    sources, names, said
        As `join` takes them, with every question on ids and columns answered.
    progress : callable, optional
        Told the share of both read so far, from 0 to 1.

    Returns
    -------
    bytes
        CSV in UTF-8, one item per row; what is missing is blank.

    Raises
    ------
    RatingsError
        If one of them cannot be read, has no such column, or no item is in both.
    """
    _, ratings = _match(sources, names, said, None, progress)
    assert ratings is not None, "no question on ids and columns is open"
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("actual", "predicted"))
    actual, predicted = ratings
    writer.writerows((label, predicted[item]) for item, label in actual.items())
    return out.getvalue().encode()


def _match(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    said: Answers,
    layouts: Sequence[Layout] | None,
    progress: Callable[[float], object] | None = None,
) -> tuple[Structure, tuple[dict[str, str], dict[str, str]] | None]:
    """Return what was found, and both labels of each shared item; None while ids are unclear."""
    found = layouts or [detect(*pair) for pair in zip(sources, names, strict=True)]
    found = [replace(one, dates=bool(said.dates)) for one in found]
    files = [_file(*pair) for pair in zip(sources, found, strict=True)]
    ids = said.id or _ids(files)
    if ids is None:
        return _asked(_which_id(files, said))
    for file, column, name in zip(files, ids, names, strict=True):
        _check_column(file, column, name)
    ratings = said.columns if said.columns is not None else _ratings(files, ids)
    if ratings is None:
        return _asked(_which_ratings(files, ids, names, said))
    for file, column, name in zip(files, ratings, names, strict=True):
        _check_column(file, column, name)
    dated = [file.column(name) for file, name in zip(files, ratings, strict=True)]
    dated = [one for one in dated if one.dates]
    if dated and said.dates is None:
        return _asked(were_they_ratings(dated, (), (), said))
    tellers = _halves(progress)
    lists = [_read(*each) for each in zip(files, ids, ratings, tellers, strict=True)]
    remark = Message(
        N_("Joined by {id}: {actual} is the actual rating, {predicted} the predicted one."),
        {
            "id": shown(ids[0]) if ids[0] == ids[1] else f"{shown(ids[0])} = {shown(ids[1])}",
            "actual": ratings[0],
            "predicted": ratings[1],
        },
    )
    questions, more = _differences(lists, names, said)
    one, other = (file.column(name) for file, name in zip(files, ratings, strict=True))
    scores = are_scores(one, other)
    unclear = bool(questions)
    if scores and said.predicted_as is None:
        questions.append(what_fractions_are(other, said))
    structure = Structure(
        found[0], JOINED, remarks=(remark, *more), questions=tuple(questions), scores=scores
    )
    if unclear:
        return structure, None
    kept = [_kept(one, said) for one in lists]
    shared = {item for item in kept[0] if item in kept[1]}
    if not shared:
        raise RatingsError(
            "No id is in both files: {one} in the first, {other} in the second. Is this the id?",
            one=shown(next(iter(kept[0]), "")),
            other=shown(next(iter(kept[1]), "")),
        )
    actual, predicted = (
        {item: label for item, label in one.items() if item in shared} for one in kept
    )
    return structure, (actual, predicted)


def _asked(question: Question) -> tuple[Structure, None]:
    return Structure(Layout("text"), JOINED, questions=(question,)), None


def _file(source: BinaryIO, layout: Layout) -> _File:
    table = find_table(read_grid(source, layout), layout.decimal)
    layout, names = layout_of_table(source, layout, table)
    gone = set(layout.left_out)
    rows: list[Sequence[str]] = [row.cells for row in table.rows if row.number not in gone]
    if layout.dates:
        rows = [[range_of_date(cell.strip()) or cell for cell in row] for row in rows]
    return _File(source, layout, tuple(profiles(names, rows, layout.decimal)))


def _check_column(file: _File, column: str, name: str) -> None:
    if column not in file.names:
        raise RatingsError(
            "{file}: There is no column {column}. The columns are: {columns}.",
            file=name,
            column=shown(column),
            columns=", ".join(map(shown, file.names[:20])),
        )


def _ids(files: Sequence[_File]) -> tuple[str, str] | None:
    """Return the column that identifies the items in both files, if only one can."""
    first, second = files
    able = [
        (one.name, other.name)
        for one in first.columns
        for other in second.columns
        if one.name.casefold() == other.name.casefold()
        and (says(one.name, "id") or (len(one.counts) == one.n and one.n > 5))
        and len(set(one.labels) & set(other.labels)) > 1
    ]
    return able[0] if len(able) == 1 else None


def _ratings(files: Sequence[_File], ids: tuple[str, str]) -> tuple[str, str] | None:
    """Return the one column of each file that may be the rating."""
    found = []
    for file, id_column in zip(files, ids, strict=True):
        able = [
            one
            for one in file.columns
            if one.name != id_column
            and one.kind != "empty"
            and (one.is_rating or one.is_continuous)
        ]
        if len(able) != 1:
            able = (
                [one for one in file.columns if one.name != id_column]
                if len(file.columns) == 2
                else []
            )
        if len(able) != 1:
            return None
        found.append(able[0].name)
    return found[0], found[1]


def _which_id(files: Sequence[_File], said: Answers) -> Question:
    pairs = [
        (one.name, other.name)
        for one in files[0].columns
        for other in files[1].columns
        if set(one.labels) & set(other.labels) - {""}
    ]
    pairs.sort(key=lambda pair: (not says(pair[0], "id"), pair[0] != pair[1]))
    return which_id([file.names for file in files], pairs, said)


def _which_ratings(
    files: Sequence[_File], ids: tuple[str, str], names: Sequence[str], said: Answers
) -> Question:
    able = [
        [one.name for one in file.columns if one.name != id_column and one.is_rating]
        or [one.name for one in file.columns if one.name != id_column]
        for file, id_column in zip(files, ids, strict=True)
    ]
    return which_of_two_files(names, able, said)


def _halves(progress: Callable[[float], object] | None) -> list[Callable[[float], object]]:
    """Return what each of the two files tells: one is the first half of the way."""
    tell = progress or (lambda _share: None)
    return [lambda share: tell(share / 2), lambda share: tell((1 + share) / 2)]


def _read(file: _File, id_column: str, rating: str, progress: Callable[[float], object]) -> _List:
    labels: dict[str, str] = {}
    seen: set[str] = set()
    twice: set[str] = set()
    n_rows = 0
    columns = tuple(dict.fromkeys((id_column, rating)))
    with contextlib.closing(
        read_blocks(file.source, file.layout, columns, ROWS_PER_BLOCK)
    ) as blocks:
        for block in blocks:
            n_rows += len(block.columns[0])
            if n_rows > _MOST_ROWS:
                raise RatingsError(
                    "This file has more than {most} rows: too many to join here.", most=_MOST_ROWS
                )
            for item, label in _items(block, file.layout):
                if item in seen:
                    twice.add(item)
                seen.add(item)
                labels.setdefault(item, label)
            progress(block.share)
    return _List(labels, frozenset(twice), n_rows)


def _items(block: Block, layout: Layout) -> list[tuple[str, str]]:
    cells = [one if isinstance(one, list) else one.to_pylist() for one in block.columns]
    return [
        (_key(item, layout.decimal), reader_of(layout)(label, layout.decimal))
        for item, label in zip(cells[0], cells[-1], strict=True)
    ]


def _key(value: object, decimal: str) -> str:
    """Return the id in one spelling: the number 7 and the text "7" are one."""
    try:
        return value_label(value, decimal)
    except RatingsError:
        return " ".join(str(value).split())


def _differences(
    lists: Sequence[_List], names: Sequence[str], said: Answers
) -> tuple[list[Question], list[Message]]:
    """Say and ask what stands in the way of a join: ids twice, ids on one side alone."""
    questions: list[Question] = []
    remarks = []
    twice = [len(one.duplicates) for one in lists]
    if any(twice):
        values = {"first": names[0], "second": names[1], "one": twice[0], "other": twice[1]}
        about = Message(
            N_("Ids that come more than once: {one} in {first}, {other} in {second}."), values
        )
        if said.duplicates is None:
            questions.append(which_is_kept(about, said))
        else:
            remarks.append(about)
    alone = [
        len(lists[0].labels.keys() - lists[1].labels.keys()),
        len(lists[1].labels.keys() - lists[0].labels.keys()),
    ]
    if any(alone):
        values = {"first": names[0], "second": names[1], "one": alone[0], "other": alone[1]}
        about = Message(N_("Ids in one file alone: {one} in {first}, {other} in {second}."), values)
        if said.one_sided is None:
            kinds = [all(map(is_number, one.labels)) for one in lists]
            hint = Message(
                N_("{about} The ids of one are numbers, of the other text."), {"about": about}
            )
            questions.append(are_they_left_out(hint if kinds[0] != kinds[1] else about, said))
        else:
            remarks.append(about)
    return questions, remarks


def _kept(one: _List, said: Answers) -> dict[str, str]:
    gone = one.duplicates if said.duplicates == "drop" else frozenset()
    return {item: label for item, label in one.labels.items() if item not in gone and item}
