r"""Two files, or two lists, joined by the id of the item: a truth and a submission, two graders.

>>> import io
>>> truth = io.BytesIO(b"id,grade\n1,3\n2,4\n3,4\n4,3\n5,3\n6,4\n7,3\n")
>>> other = io.BytesIO(b"id,grade\n7,3\n6,4\n5,4\n4,3\n3,4\n2,3\n1,3\n")
>>> found, counts = join((truth, other), ("a", "b"), Answers())
>>> counts.n, [*counts.totals()], [str(remark) for remark in found.remarks]
(7, ['3', '4'], ['Joined by “id”: grade in a and grade in b are the ratings.'])
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files import questions as ask
from qwk_core.files.answers import JOINED, Answers, Question
from qwk_core.files.blocks import Progress, told_blocks
from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.detection import detect
from qwk_core.files.encoding import cells_of, group_label
from qwk_core.files.formats.common import check_two, listed
from qwk_core.files.labelled import LabelCounts
from qwk_core.files.labels import reader_of
from qwk_core.files.layouts import Layout
from qwk_core.files.names import says
from qwk_core.files.no_items import AGAIN
from qwk_core.files.profiles import Profile
from qwk_core.files.remarks import about_spellings
from qwk_core.files.reshape import about_largest
from qwk_core.files.structure import Structure, table_in
from qwk_core.messages import N_, Message
from qwk_core.statistics.rating_table import Exclusion

_HEAD = ("actual", "predicted")
_MOST_ROWS = 2_000_000
_MOST_TOGETHER = 8  # columns of which two may tell the items apart
_FEW = 0.1  # of the ids: more that come twice are no slips
_FOLDER = re.compile(r".*[/\\]")
_ENDING = re.compile(r"\.[a-z]\w{1,4}$")
_SIGNS = re.compile(r"[\W_]+|(?<!\d)0+(?=\d)")
_LEFT_OUT = N_("{about} These items were left out.")


@dataclass(frozen=True)
class _File:
    source: BinaryIO
    name: str
    layout: Layout
    columns: tuple[Profile, ...]

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.columns]

    def column(self, name: str) -> Profile:
        found = next((one for one in self.columns if one.name == name), None)
        if found is None:
            raise RatingsError(
                "{file}: There is no column {column}. The columns are: {columns}.",
                file=self.name,
                column=shown(name),
                columns=listed(self.names),
            )
        return found


@dataclass(frozen=True)
class _List:
    """The ratings of one file, by item."""

    labels: dict[str, str]
    duplicates: frozenset[str]


def join(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    answers: Answers,
    *,
    layouts: Sequence[Layout] | None = None,
    progress: Progress | None = None,
) -> tuple[Structure, LabelCounts | None]:
    """Join two files, before anything is decided about their labels.

    Parameters
    ----------
    sources : sequence of binary file, length 2
        The actual and the predicted ratings. Open for reading, and able to seek.
    names : sequence of str, length 2
        The files' names, for messages.
    answers : Answers
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
    structure, ratings = _match(sources, names, answers, layouts, progress)
    if ratings is None or (structure.scores and answers.predicted_as is None):
        return structure, None
    joined, layout = io.BytesIO(_written(*ratings)), Layout("text")
    said = answers if structure.scores else replace(answers, predicted_as=None)
    counts = count_pairs(joined, layout, Columns(*_HEAD), answers=said)
    return structure, replace(counts, raters=_raters(structure.names, names))


def _written(actual: Mapping[str, str], predicted: Mapping[str, str]) -> bytes:
    """Return two labels of each item as CSV, what is missing being blank."""
    out = io.StringIO()
    rows = ((label, predicted[item]) for item, label in actual.items())
    csv.writer(out).writerows([_HEAD, *rows])
    return out.getvalue().encode()


def _raters(columns: Sequence[str], files: Sequence[str]) -> tuple[str, str]:
    """Return what the two are called: their columns, or where these are alike, their files."""
    first, second = columns if columns[0] != columns[1] else (Path(file).stem for file in files)
    return (first, second) if first != second else ("", "")


def joined_table(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    answers: Answers,
    *,
    progress: Progress | None = None,
) -> bytes:
    """Write the ratings of two files as one table, with the columns actual and predicted.

    Parameters
    ----------
    sources, names, answers
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
    _, ratings = _match(sources, names, answers, None, progress)
    assert ratings is not None, "no question on ids and columns is open"
    return _written(*ratings)


def _match(
    sources: Sequence[BinaryIO],
    names: Sequence[str],
    answers: Answers,
    layouts: Sequence[Layout] | None,
    progress: Progress | None = None,
) -> tuple[Structure, tuple[dict[str, str], dict[str, str]] | None]:
    """Return what was found, and both labels of each shared item; None while ids are unclear."""
    layouts = layouts or [*map(detect, sources)]
    files = [_file(*each, answers) for each in zip(sources, names, layouts, strict=True)]
    together = _together(files)
    ids = answers.id or (None if together else _ids(files))
    if ids is None:
        return _asked(_which_id(files, together, answers))
    keys = [file.column(name).name for file, name in zip(files, ids, strict=True)]
    able = _able(files, keys)
    if answers.columns:
        able = [[*answers.columns[at : at + 1]] for at in range(2)]
    if any(len(each) != 1 for each in able):
        return _asked(ask.which_of_two_files(names, able, answers))
    ratings = [file.column(name) for file, (name,) in zip(files, able, strict=True)]
    dated = [one for one in ratings if one.dates]
    if dated and not answers.dates:
        return _asked(ask.were_they_ratings(dated, (), answers))
    tell = progress or (lambda _share: None)
    lists = (
        _read(files[0], keys[0], ratings[0].name, lambda share: tell(share / 2)),
        _read(files[1], keys[1], ratings[1].name, lambda share: tell((1 + share) / 2)),
    )
    lists, spelled = _one_spelling(lists)
    _check_they_meet(lists)
    structure = _about(files, keys, ratings, lists, answers)
    structure = replace(structure, remarks=(*structure.remarks, *about_spellings(spelled)))
    if any(one.key != "fractions" for one in structure.questions):
        return structure, None
    return structure, _shared(lists, answers)


def _asked(question: Question) -> tuple[Structure, None]:
    return Structure(Layout("text"), JOINED, questions=(question,)), None


def _file(source: BinaryIO, name: str, layout: Layout, answers: Answers) -> _File:
    if len(layout.tables) > 1:
        layout = replace(layout, sheet=_sheet(name, layout, answers))
    said = Answers(dates=answers.dates, columns=answers.columns)
    found = table_in(source, layout, said).as_said().made()
    if len(found.names) == 1:
        raise RatingsError(
            "{file}: There is one column, and no id says which item each rating belongs to. Add a "
            "column with the id to both files. If both list the same items in the same order, put "
            "the two columns side by side into one file.",
            file=name,
        )
    check_two(found.names)
    again = {one.row for one in found.out if one.reason == Message(AGAIN)}  # asked about later
    layout = replace(found.layout, left_out=tuple(sorted({*found.layout.left_out} - again)))
    return _File(source, name, layout, tuple(found.columns))


def _sheet(name: str, layout: Layout, answers: Answers) -> str:
    """Return the sheet with the ratings; which of several it is, is not guessed."""
    if answers.sheet not in layout.tables:
        raise RatingsError(
            "{file}: {n} sheets hold a table ({sheets}). To join one of them with another file, "
            "save it as a file of its own.",
            file=name,
            n=len(layout.tables),
            sheets=listed(layout.tables),
        )
    return answers.sheet


def _ids(files: Sequence[_File]) -> tuple[str, str] | None:
    """Return the column that identifies the items in both files, if only one can."""
    able = [
        (one.name, other.name)
        for one, other in itertools.product(*(file.columns for file in files))
        if one.name.casefold() == other.name.casefold()
        and (says(one.name, "id") or (one.has_each_once and one.n > 5))
        and len(_ids_of(one) & _ids_of(other)) > 1
    ]
    return able[0] if len(able) == 1 else None


def _ids_of(column: Profile) -> set[str]:
    return {*map(str.casefold, column.labels)}


def _which_id(
    files: Sequence[_File], together: tuple[str, str] | None, answers: Answers
) -> Question:
    """Ask for the id, and offer what may be one; where two columns are one together, say so."""
    pairs = []
    able = [[one for one in file.columns if 2 * len(one.counts) >= one.n] for file in files]
    if together is None:
        pairs = [
            (one.name, other.name)
            for one, other in itertools.product(*able)
            if _ids_of(one) & _ids_of(other) - {""}
        ]
        pairs.sort(key=lambda pair: (not says(pair[0], "id"), pair[0] != pair[1]))
    question = ask.which_id([file.names for file in files], pairs, together, answers)
    ids = [[one for one in file.columns if one.has_each_once and one.n > 1] for file in files]
    if pairs or together or not all(ids):
        return question
    # The first column of each that could be the id, were it the same in both.
    named = [next((one for one in each if says(one.name, "id")), each[0]) for each in ids]
    about = _apart(*(list(one.counts) for one in named))
    return replace(
        question, message=Message("{about} {asked}", {"about": about, "asked": question.message})
    )


def _together(files: Sequence[_File]) -> tuple[str, str] | None:
    """Return two columns of both files that tell the items apart, where none does so alone."""
    first, second = files
    both = [one.name for one in first.columns if one.name in second.names][:_MOST_TOGETHER]
    alone = any(one.has_each_once and one.n > 1 for one in first.columns)
    for pair in itertools.combinations(both, 2):
        items = [
            [*zip(*(file.column(name).labels for name in pair), strict=True)] for file in files
        ]
        apart = all(len({*each}) == len(each) for each in items)
        if apart and not alone and len({*items[0]} & {*items[1]}) > 1:
            return pair
    return None


def _able(files: Sequence[_File], keys: Sequence[str]) -> list[list[str]]:
    """Return the columns of each file that may be the ratings, beside the id.

    What is the same in both for every item describes it, such as the age of a patient. Only a truth
    may be copied into a second file.
    """
    able = []
    for file, key in zip(files, keys, strict=True):
        others = [one for one in file.columns if one.name != key]
        able.append([one.name for one in others if one.may_rate] or [one.name for one in others])
    alike = {name for name in able[0] if name in able[1] and _is_alike(files, keys, name)}
    left = [
        [name for name in able[0] if name not in alike or says(name, "actual")],
        [name for name in able[1] if name not in alike],
    ]
    return left if all(left) else able


def _is_alike(files: Sequence[_File], keys: Sequence[str], name: str) -> bool:
    """Tell whether a column says the same of each item in the first rows of both files."""
    one, other = (
        dict(zip(file.column(key).labels, file.column(name).labels, strict=True))
        for file, key in zip(files, keys, strict=True)
    )
    shared = one.keys() & other.keys()
    return len(shared) > 1 and all(one[item] == other[item] for item in shared)


def _read(file: _File, key: str, rating: str, progress: Progress) -> _List:
    labels: dict[str, str] = {}
    twice: set[str] = set()
    n_rows = 0
    label_of = reader_of(file.layout)
    columns = tuple(dict.fromkeys((key, rating)))
    for block in told_blocks(file.source, file.layout, columns, progress):
        n_rows += len(block.columns[0])
        if n_rows > _MOST_ROWS:
            raise RatingsError(
                "This file has more than {most} rows: too many to join here.", most=_MOST_ROWS
            )
        cells = [cells_of(one) for one in (block.columns[0], block.columns[-1])]
        for name, value in zip(*cells, strict=True):
            item = group_label(name, file.layout.decimal)
            label = label_of(value, file.layout.decimal)
            if item in labels:
                twice.add(item)
            elif item:
                labels[item] = label
    return _List(labels, frozenset(twice))


def _one_spelling(lists: tuple[_List, _List]) -> tuple[tuple[_List, _List], list[str]]:
    """Take ids that differ by capitals alone as one, unless a file has both; return these, too."""
    one, other = ({id_.casefold(): id_ for id_ in each.labels} for each in lists)
    again = [one[id_] for id_ in one if other.get(id_, one[id_]) != one[id_]]
    if [len(one), len(other)] != [len(each.labels) for each in lists]:
        return lists, []
    first, second = lists
    labels = {one.get(id_.casefold(), id_): label for id_, label in second.labels.items()}
    twice = frozenset(one.get(id_.casefold(), id_) for id_ in second.duplicates)
    return (first, _List(labels, twice)), again


def _about(
    files: Sequence[_File],
    keys: Sequence[str],
    ratings: Sequence[Profile],
    lists: Sequence[_List],
    answers: Answers,
) -> Structure:
    """Say and ask what stands in the way of a join: ids twice, ids on one side alone, scores."""
    names = {"first": files[0].name, "second": files[1].name}
    both = {"column": ratings[0].name, "other": ratings[1].name}
    by = " = ".join(dict.fromkeys(map(shown, keys)))
    text = N_("Joined by {id}: {column} in {first} and {other} in {second} are the ratings.")
    made = (about_largest(one) for file in files for one in file.layout.largest)
    remarks, questions = [*made, Message(text, {"id": by, **names, **both})], []
    one, other = (each.labels.keys() for each in lists)

    def counted(text: str, first: Collection[str], second: Collection[str]) -> Message:
        return Message(text, {**names, "one": len(first), "other": len(second)})

    twice = [each.duplicates for each in lists]
    if any(twice):
        about = counted(
            N_("Ids that come more than once: {one} in {first}, {other} in {second}."), *twice
        )
        if answers.duplicates is None:
            few = all(len(each.duplicates) <= _FEW * len(each.labels) for each in lists)
            questions.append(replace(ask.which_is_kept(about, answers), proposed=few))
        else:
            first = N_("{about} The first of each counts, by the order of rows.")
            text = first if answers.duplicates == "first" else _LEFT_OUT
            remarks.append(Exclusion(text, {"about": about}))
    if one != other:
        about = counted(
            N_("Ids in one file alone: {one} in {first}, {other} in {second}."),
            one - other,
            other - one,
        )
        if answers.one_sided:
            remarks.append(Exclusion(_LEFT_OUT, {"about": about}))
        else:
            questions.append(ask.are_they_left_out(about, answers))
    scores = ratings[0].has_scores(ratings[1], answers)
    if scores and answers.predicted_as is None:
        questions.append(ask.what_fractions_are(ratings[0], ratings[1], answers))
    return Structure(
        files[0].layout,
        JOINED,
        tuple(one.name for one in ratings),
        remarks=tuple(remarks),
        questions=tuple(questions),
        scores=scores,
    )


def _shared(lists: Sequence[_List], answers: Answers) -> tuple[dict[str, str], dict[str, str]]:
    """Return the labels of the items that are in both files."""
    gone = [one.duplicates if answers.duplicates == "drop" else frozenset() for one in lists]
    kept = [
        {item: label for item, label in one.labels.items() if item not in without}
        for one, without in zip(lists, gone, strict=True)
    ]
    actual, predicted = (
        {item: label for item, label in one.items() if item in kept[0] and item in kept[1]}
        for one in kept
    )
    if not actual:
        raise RatingsError(
            "Each id that is in both files comes more than once in one of them, so no item is "
            "left. If two columns tell the items apart together, write both into one."
        )
    return actual, predicted


def _check_they_meet(lists: Sequence[_List]) -> None:
    """Refuse lists without an id in both."""
    one, other = (each.labels.keys() for each in lists)
    if one and other and not one & other:
        message = _apart(one, other)
        raise RatingsError(message.template, **message.values)


def _apart(one: Collection[str], other: Collection[str]) -> Message:
    """Say that no id is in both files, and if only signs around the ids differ."""
    first, second = ({_plain(id_): id_ for id_ in each} for each in (one, other))
    meet = sorted(first.keys() & second.keys() - {""})
    near = 2 * len(meet) >= min(len(first), len(second))
    ids = (first[meet[0]], second[meet[0]]) if near else (next(iter(one)), next(iter(other)))
    text = N_("No id is in both files: {one} in the first, {other} in the second.")
    about = Message(text, {"one": shown(ids[0]), "other": shown(ids[1])})
    if not near:
        hint = N_("{about} Is this the id, and do both files rate the same items?")
        return Message(hint, {"about": about})
    hint = N_(
        "{about} Write them alike: without signs, folders and file endings, {n} of them are the "
        "same."
    )
    return Message(hint, {"about": about, "n": len(meet)})


def _plain(id_: str) -> str:
    """Return an id without the signs, folders, file endings and leading zeros that programs add."""
    return _SIGNS.sub("", _ENDING.sub("", _FOLDER.sub("", id_.casefold())))
