r"""What a file holds, recognised as a person would: its table, its ratings, and what is unclear.

Either what is recognised is certain, or there is a question with a proposal. As long as one is open
there are no counts, and so no kappa.

>>> import io
>>> file = io.BytesIO(b"Study 7\n\nessay,Ana,Luis\n1,3,4\n2,4,4\n3,-99,4\n4,3,3\nTotal,10,15\n")
>>> reading = read(file, "study.csv")
>>> reading.questions, reading.categories, reading.tally.n, reading.tally.n_missing
((), (3, 4), 3, 1)
>>> for remark in reading.remarks:
...     print(remark)
Names in row 3, below 1 row that is no part of the table.
Left out: row 8, “Total” (a total or a mean, no item).
Ana and Luis are the ratings. These two share the values 3–4.
Counted as missing: -99 (1).
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.blocks import first_rows
from qwk_core.files.counts_table import CountsTable, find_counts_table
from qwk_core.files.dates import range_of_date
from qwk_core.files.detection import detect
from qwk_core.files.formats.common import check_columns
from qwk_core.files.formats.excel import value_labels
from qwk_core.files.formats.text import find_decimal
from qwk_core.files.grid import number_last, read_grid
from qwk_core.files.header import LeftOut, Table, find_table
from qwk_core.files.labels import category_of, is_number, label_of, look_of
from qwk_core.files.layouts import STATISTICS, Layout
from qwk_core.files.long_table import LongColumns, find_long, tally_long
from qwk_core.files.missing import find_codes
from qwk_core.files.names import first_of_twins, is_weight_name
from qwk_core.files.order import Order, propose_order
from qwk_core.files.profiles import Pair, Profile, are_near, find_pairs, is_clear, profiles
from qwk_core.files.rater_columns import find_raters
from qwk_core.files.tables import Columns, Tally, tally
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.text import format_categories

_MOST_OFFERED = 3  # pairs of columns
_BY_NAME = 5.0  # the score of a pair whose names, too, say that they are ratings
_SHOWN_CODES = 12  # and what they mean
_GAP = 3  # steps that no scale of whole numbers leaves out beside its end

PAIRS, LONG, COUNTS = SHAPES = ("pairs", "long", "counts")
"""The shapes of a table: a row an item, a row a rating, or a table of counts."""


@dataclass(frozen=True)
class Answers:
    """What a person said about a file; None where nothing was said.

    Attributes
    ----------
    header_row : int, optional
        The row with the names of the columns; 0 where there is none.
    kept_rows : tuple of int
        Rows that are items, though they look like none.
    left_out : bool, optional
        Whether the rows that are asked about are left out.
    shape : {"pairs", "long", "counts"}, optional
    columns : tuple of str, optional
        The columns with the actual and the predicted ratings.
    count : str, optional
        The column that counts items; "" for none.
    group : str, optional
        The column that tells items apart; "" for none.
    cluster : str, optional
        The column whose items belong together: a pupil's, a patient's.
    weight : str, optional
        The column with survey weights.
    raters : tuple of str, optional
        Two raters of a long table.
    missing : tuple of str, optional
        The labels that stand for a missing rating; those that are certain belong to them.
    rated : tuple of str
        Labels that are ratings, though they look like codes for a missing one.
    dates : bool, optional
        Whether dates were ratings such as 1-2 before a spreadsheet changed them.
    categories : tuple of int or str, optional
        The scale from lowest to highest.
    predicted_as : "keep", "round" or tuple of float, optional
        What becomes of predictions that are fractions.
    id : tuple of str, optional
        The columns that identify an item in two files.
    duplicates : {"drop", "first"}, optional
        What becomes of an id that comes more than once in one of two files.
    one_sided : bool, optional
        Whether items in one of two files alone are left out.
    order_matters : bool
        Whether kappa depends on the order of the categories: without weights it does not.
    """

    header_row: int | None = None
    kept_rows: tuple[int, ...] = ()
    left_out: bool | None = None
    shape: str | None = None
    columns: tuple[str, str] | None = None
    count: str | None = None
    group: str | None = None
    cluster: str | None = None
    weight: str | None = None
    raters: tuple[str, str] | None = None
    missing: tuple[str, ...] | None = None
    rated: tuple[str, ...] = ()
    dates: bool | None = None
    categories: tuple[Category, ...] | None = None
    predicted_as: str | tuple[float, ...] | None = None
    id: tuple[str, str] | None = None
    duplicates: str | None = None
    one_sided: bool | None = None
    order_matters: bool = True


@dataclass(frozen=True)
class Option:
    """One answer to a question.

    Attributes
    ----------
    label : Message
        The answer in words.
    answers : Answers
        All that is said once it is chosen.
    flag : str
        The option of the command line that says it.
    """

    label: Message
    answers: Answers
    flag: str = ""


@dataclass(frozen=True)
class Question:
    """What only a person knows.

    Attributes
    ----------
    key : str
        A short name that never changes.
    message : Message
    options : tuple of Option
        The proposal first.
    proposed : bool
        Whether the first option is a proposal: there is a reason for it. If not, it is not taken
        without a look.
    labels : tuple of int or str
        The labels that a person has to put in order; empty for any other question.
    """

    key: str
    message: Message
    options: tuple[Option, ...]
    proposed: bool = True
    labels: tuple[Category, ...] = ()

    @property
    def proposal(self) -> Option | None:
        """The answer that may be taken without a look; None where there is no reason for one."""
        return self.options[0] if self.options and self.proposed else None


@dataclass(frozen=True)
class Structure:
    """Where the ratings are in a file.

    Attributes
    ----------
    layout : Layout
        How the file is to be read, titles and totals left out.
    shape : {"pairs", "long", "counts"}
    names : tuple of str
        The names of the columns.
    columns : Columns or None
        The ratings, the counts and the groups of a row an item.
    long : LongColumns or None
        The columns of a row a rating.
    raters : tuple of str
        The two raters of a row a rating.
    counts : CountsTable or None
        A table of counts.
    left_out : tuple of LeftOut
        Rows that are no items.
    remarks : tuple of Message
        What was recognised, a sentence each.
    questions : tuple of Question
        What is open.
    pairs : tuple of Pair
        The pairs of columns that may be the ratings, the likeliest first.
    scores : bool
        Whether the predicted ratings are fractions that may have to be cut into categories.
    many : tuple of str
        Three columns or more that may be raters of the same items; () where there are none.
    """

    layout: Layout
    shape: str = PAIRS
    names: tuple[str, ...] = ()
    columns: Columns | None = None
    long: LongColumns | None = None
    raters: tuple[str, ...] = ()
    counts: CountsTable | None = None
    left_out: tuple[LeftOut, ...] = ()
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    pairs: tuple[Pair, ...] = ()
    scores: bool = False
    many: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """A file that was read, as far as no question is open.

    Attributes
    ----------
    structure : Structure
    tally : Tally or None
        The counts of pairs, without those that miss a rating; None while a question is open.
    categories : tuple of int or str
        The scale from lowest to highest; empty while a question is open.
    missing : dict of str to int
        The codes that were taken for missing ratings, and how many ratings each of them was.
    remarks : tuple of Message
        What was recognised, a sentence each.
    questions : tuple of Question
        What is open.
    answers : Answers
        What had been said.
    """

    structure: Structure
    tally: Tally | None = None
    categories: tuple[Category, ...] = ()
    missing: Mapping[str, int | float] = field(default_factory=dict)
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    answers: Answers = Answers()


def read(
    source: BinaryIO,
    name: str = "",
    answers: Answers | None = None,
    *,
    layout: Layout | None = None,
    progress: Callable[[float], object] | None = None,
) -> Reading:
    """Read a file as far as it is clear what it holds.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    name : str
        The file's name, for messages.
    answers : Answers, optional
        What a person said about it.
    layout : Layout, optional
        How it is to be read; found without.
    progress : callable, optional
        Told the share read so far, from 0 to 1.

    Returns
    -------
    Reading

    Raises
    ------
    RatingsError
        If it cannot be read at all.
    """
    said = answers or Answers()
    structure = recognise(source, layout or detect(source, name), said)
    if structure.questions:
        return Reading(structure, remarks=structure.remarks, questions=structure.questions)
    counts = count(source, structure, said, progress=progress)
    return settle(structure, counts, said)


# -- Where the ratings are -------------------------------------------------------------------------


def recognise(
    source: BinaryIO,
    layout: Layout,
    answers: Answers | None = None,
    *,
    rated: Collection[str] = (),
) -> Structure:
    """Find the table in a file, and the ratings in the table.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        What `detect` found, or a correction of it.
    answers : Answers, optional
        What a person said.
    rated : collection of str
        Columns that hold ratings, beside the two that are compared.

    Returns
    -------
    Structure

    Raises
    ------
    RatingsError
        If the file cannot be read, or has fewer than two columns.
    """
    said = answers or Answers()
    if layout.kind in ("parquet", "jsonl"):
        names, rows = first_rows(source, layout)
        return _of_columns(layout, names, rows, (), said, [], [], rated)
    grid = read_grid(source, layout)
    check_columns(max((len(row.cells) for row in grid.rows), default=0))
    if len(grid.rows) == 1 and not any(map(is_number, grid.rows[0].cells)) and layout.header:
        raise RatingsError("There is a header and nothing below it: no row has a rating.")
    if layout.kind == "excel":  # where numbers may be text
        layout = replace(layout, decimal=find_decimal(row.cells for row in grid.rows))
    told = said.columns is not None or said.header_row is not None
    if said.shape == COUNTS or (said.shape is None and not told):
        found = find_counts_table(grid.rows, layout.decimal)
        if found is not None and (found.certain or said.shape == COUNTS):
            return Structure(layout, COUNTS, counts=found, remarks=found.remarks)
        if found is not None:
            return Structure(layout, COUNTS, counts=found, questions=(_is_it_counts(found, said),))
    table = find_table(grid, layout.decimal, said.header_row)
    out, remarks, questions = _rows_left_out(source, layout, table, said)
    layout, names = layout_of_table(source, layout, table, out)
    numbers = {one.row for one in out}
    if table.names and all(row.number in numbers for row in table.rows):
        raise RatingsError("There is a header and nothing below it: no row has a rating.")
    rows = [list(row.cells) for row in table.rows if row.number not in numbers]
    remarks = [*_about_names(table), *remarks]
    structure = _of_columns(layout, names, rows, out, said, remarks, questions, rated)
    if layout.kind in STATISTICS and structure.columns is not None:
        meant = _about_codes(structure.columns, value_labels(source, layout))
        structure = replace(structure, remarks=(*structure.remarks, *meant))
    return structure


def _about_codes(columns: Columns, labels: Mapping[str, Mapping[str, str]]) -> list[Message]:
    """Say what the codes of the two columns mean, where the file says it; once if they agree."""
    remarks = []
    for column in (columns.actual, columns.predicted):
        codes = labels.get(column, {})
        if not codes or (column == columns.predicted and codes == labels.get(columns.actual)):
            continue
        listed = [f"{code} = {shown(text)}" for code, text in codes.items()]
        more = ["…"] if len(listed) > _SHOWN_CODES else []
        remarks.append(
            Message(
                N_("What the codes of {column} mean: {labels}."),
                {"column": shown(column), "labels": ", ".join(listed[:_SHOWN_CODES] + more)},
            )
        )
    return remarks


def _is_it_counts(found: CountsTable, said: Answers) -> Question:
    return Question(
        "shape",
        Message(
            N_(
                "These are {size} rows and {size} columns of whole numbers: a table of counts, or "
                "{size} items and as many raters?"
            ),
            {"size": len(found.labels)},
        ),
        (
            Option(Message(N_("A table of counts")), replace(said, shape=COUNTS), "--shape counts"),
            Option(Message(N_("A row an item")), replace(said, shape=PAIRS), "--shape pairs"),
        ),
    )


def _rows_left_out(
    source: BinaryIO, layout: Layout, table: Table, said: Answers
) -> tuple[tuple[LeftOut, ...], list[Message], list[Question]]:
    numbers = number_last(source, layout, [one.row for one in table.left_out])
    found = [replace(one, row=row) for one, row in zip(table.left_out, numbers, strict=True)]
    found = [one for one in found if one.row not in said.kept_rows]
    open_ones = [one for one in found if not one.certain and said.left_out is None]
    if said.left_out is False:
        found = [one for one in found if one.certain]
    remarks = [
        Message(
            N_("Left out: row {row}, {text} ({reason})."),
            {"row": one.row, "text": shown(one.text), "reason": one.reason},
        )
        for one in found
    ]
    if not open_ones:
        return tuple(found), remarks, []
    listed = ", ".join(f"{one.row} {shown(one.text)}" for one in open_ones)
    rows = ",".join(str(one.row) for one in open_ones)
    question = Question(
        "rows",
        Message(N_("Is this an item, or a total? Row {rows}."), {"rows": listed}),
        (
            Option(
                Message(N_("No item: leave it out")), replace(said, left_out=True), "--leave-out"
            ),
            Option(
                Message(N_("It is an item")),
                replace(said, kept_rows=(*said.kept_rows, *(one.row for one in open_ones))),
                f"--keep-rows {rows}",
            ),
        ),
    )
    return tuple(found), remarks, [question]


def layout_of_table(
    source: BinaryIO, layout: Layout, table: Table, out: Sequence[LeftOut] | None = None
) -> tuple[Layout, tuple[str, ...]]:
    """Return how to read a table that was found in a file, and the names of its columns.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How the file is read.
    table : Table
        Where the table is in it.
    out : sequence of LeftOut, optional
        The rows that are left out, numbered as the file numbers them; those of the table without.

    Returns
    -------
    layout : Layout
    names : tuple of str
    """
    first = (table.names or table.rows)[0].number if table.names or table.rows else 1
    if out is None:
        gone = number_last(source, layout, [one.row for one in table.left_out])
    else:
        gone = tuple(one.row for one in out)
    layout = replace(
        layout,
        header=bool(table.names),
        second_header=len(table.names) > 1,
        skipped=first - 1,
        left_out=gone,
    )
    return layout, first_rows(source, layout)[0]


def _about_names(table: Table) -> Iterator[Message]:
    if not table.names:
        yield Message(N_("No row has names of columns: the first row is an item."))
    elif len(table.names) > 1:
        yield Message(
            N_("Names in rows {row} and {next}, joined."),
            {"row": table.names[0].number, "next": table.names[1].number},
        )
    elif len(table.titles) == 1:
        yield Message(
            N_("Names in row {row}, below 1 row that is no part of the table."),
            {"row": table.names[0].number},
        )
    elif table.titles:
        yield Message(
            N_("Names in row {row}, below {n} rows that are no part of the table."),
            {"row": table.names[0].number, "n": len(table.titles)},
        )


def _of_columns(
    layout: Layout,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    out: tuple[LeftOut, ...],
    said: Answers,
    remarks: list[Message],
    questions: list[Question],
    rated: Collection[str],
) -> Structure:
    """Find the ratings among the columns of a table."""
    if len(names) < 2:
        raise RatingsError(
            "This table has one column, {column}; two are needed, actual and predicted. Is "
            "something else between the cells?",
            column=shown(names[0]),
        )
    if said.dates:
        layout = replace(layout, dates=True)
        rows = [[range_of_date(cell.strip()) or cell for cell in row] for row in rows]
    columns = profiles(names, rows, layout.decimal)
    pairs = find_pairs(columns)
    many = find_raters(columns)
    base = Structure(layout, PAIRS, tuple(names), left_out=out, pairs=tuple(pairs), many=many)
    long = None
    if said.columns is None and said.shape in (None, LONG) and len(names) > 2:
        long = find_long(columns)
    plain = is_clear(pairs) and pairs[0].score >= _BY_NAME
    if long is not None and (said.shape == LONG or not plain):
        dated = [one for one in columns if one.name == long.rating and one.dates]
        if dated and said.dates is None:
            questions = [*questions, dates_question(dated, (), names, said)]
        return _of_long(base, long, said, remarks, questions)
    chosen = said.columns
    if chosen is None and len(names) == 2 and "date" in {one.kind for one in columns}:
        chosen = (names[0], names[1])  # whoever counts them says what is wrong
    if chosen is None and is_clear(pairs):
        first, second = first_of_twins(pairs[0].names)
        chosen = (first, second)
        remarks = [
            *remarks,
            Message(
                N_("{actual} and {predicted} are the ratings. {reason}"),
                {"actual": first, "predicted": second, "reason": pairs[0].reason},
            ),
        ]
    compared = None if chosen is None else {*chosen, *rated}
    dated = [one for one in columns if one.dates and (compared is None or one.name in compared)]
    if dated and said.dates is None:
        question = dates_question(dated, pairs, names, said)
        return replace(base, remarks=tuple(remarks), questions=(*questions, question))
    if chosen is None:
        question = _which_columns(pairs, names, said)
        return replace(base, remarks=tuple(remarks), questions=(*questions, question), columns=None)
    for column in chosen:
        if column not in names:
            raise RatingsError(
                "There is no column {column}. The columns are: {columns}.",
                column=shown(column),
                columns=", ".join(map(shown, names[:20])) + (", …" if len(names) > 20 else ""),
            )
    by_name = {one.name: one for one in columns}
    count, more = _count(columns, chosen, said, len(rows))
    actual, predicted = (by_name[name] for name in chosen)
    if said.weight or said.cluster:
        remarks = [*remarks, _about_dependence(said)]
    scores = are_scores(actual, predicted)
    if scores and said.predicted_as is None and chosen[0] != chosen[1]:
        more = [*more, scores_question(predicted, said)]
    elif said.columns is None and not (more or scores):
        more = [*more, *_different(actual, predicted, chosen, said)]
    return replace(
        base,
        columns=Columns(*chosen, count or None, said.weight or said.cluster or said.group or None),
        remarks=tuple(remarks),
        questions=(*questions, *more),
        scores=scores,
    )


def _about_dependence(said: Answers) -> Message:
    if said.weight:
        return Message(
            N_("{column} holds survey weights: the interval allows for them."),
            {"column": shown(said.weight)},
        )
    return Message(
        N_("Items with one {column} belong together: the interval allows for it."),
        {"column": shown(said.cluster or "")},
    )


def _which_columns(pairs: Sequence[Pair], names: Sequence[str], said: Answers) -> Question:
    able = [pair for pair in pairs if pair.score > 0] or list(pairs)
    if not able:
        able = [Pair((names[0], names[1]), 0, Message(N_("The first two columns.")))]
    offered = [tuple(first_of_twins(pair.names)) for pair in able[:_MOST_OFFERED]]
    return Question(
        "columns",
        Message(
            N_("Which two columns are the ratings? There are: {columns}."),
            {"columns": ", ".join(map(shown, names[:20])) + (", …" if len(names) > 20 else "")},
        ),
        tuple(
            Option(
                Message(N_("{actual} and {predicted}"), {"actual": one, "predicted": other}),
                replace(said, columns=(one, other), shape=PAIRS),
                f"--columns {_quoted(f'{one},{other}')}",
            )
            for one, other in offered
        ),
    )


_quoted = shlex.quote


def dates_question(
    dated: Sequence[Profile], pairs: Sequence[Pair], names: Sequence[str], said: Answers
) -> Question:
    """Ask whether dates were ratings such as 1-2 before a spreadsheet changed them.

    Parameters
    ----------
    dated : sequence of Profile
        The columns with such dates, one at least.
    pairs : sequence of Pair
        Columns that may be the ratings instead.
    names : sequence of str
        The names of all columns.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    gone = {one.name for one in dated}
    others = [pair for pair in pairs if pair.score > 0 and not gone & set(pair.names)]
    example = dated[0].dates[0]
    values = {
        "date": shown(example),
        "rating": range_of_date(example.strip()),
        "column": shown(dated[0].name),
    }
    return Question(
        "dates",
        Message(
            N_(
                "{date} in {column} is a date. Spreadsheets make dates of ratings such as "
                "{rating}. Was it {rating}?"
            ),
            values,
        ),
        (
            Option(
                Message(N_("Yes, read each date as two numbers, the lower first"), values),
                replace(said, dates=True),
                "--dates-are-ranges",
            ),
            *(_which_columns(others, names, said).options[:1] if others else ()),
        ),
    )


def _of_long(
    base: Structure,
    long: LongColumns,
    said: Answers,
    remarks: list[Message],
    questions: list[Question],
) -> Structure:
    values = {"item": long.item, "rater": long.rater, "rating": long.rating}
    remark = Message(
        N_("A row a rating: items in {item}, raters in {rater}, ratings in {rating}."), values
    )
    raters = said.raters or (long.raters if len(long.raters) == 2 else ())
    if said.shape is None and not long.certain:
        names = base.names
        options = [
            Option(
                Message(N_("A row a rating, by {rater}"), values),
                replace(said, shape=LONG),
                "--shape long",
            ),
            *_which_columns(base.pairs, names, said).options[:2],
        ]
        questions = [
            *questions,
            Question(
                "shape",
                Message(
                    N_(
                        "Does each row hold one rating, with its item in {item} and its rater in "
                        "{rater}? Or two ratings?"
                    ),
                    values,
                ),
                tuple(options),
            ),
        ]
    elif len(raters) != 2:
        questions = [*questions, _which_raters(long, said)]
    return replace(
        base,
        shape=LONG,
        long=long,
        raters=tuple(raters),
        remarks=(*remarks, remark),
        questions=tuple(questions),
    )


def _which_raters(long: LongColumns, said: Answers) -> Question:
    pairs = [(one, other) for at, one in enumerate(long.raters) for other in long.raters[at + 1 :]]
    return Question(
        "raters",
        Message(
            N_("{n} raters are in {rater}. Kappa compares two: which?"),
            {"n": len(long.raters), "rater": long.rater},
        ),
        tuple(
            Option(
                Message(N_("{actual} and {predicted}"), {"actual": one, "predicted": other}),
                replace(said, raters=(one, other), shape=LONG),
                f"--raters {_quoted(f'{one},{other}')}",
            )
            for one, other in pairs[:_MOST_OFFERED]
        ),
    )


def _count(
    columns: Sequence[Profile], chosen: tuple[str, str], said: Answers, n_rows: int
) -> tuple[str, list[Question]]:
    """Return the column that counts items, and the question whether it does."""
    if said.weight is not None:
        return "", []
    if said.count is not None:
        return said.count, []
    able = [one for one in columns if one.looks_like_counts and one.name not in chosen]
    if not able:
        return "", []
    counted = able[0]
    others = [one for one in columns if one is not counted and not one.is_id]
    once = len(set(zip(*(one.labels for one in others), strict=True))) == n_rows
    named = {one.name.lower() for one in columns} - {"group"}
    if named == {"actual", "predicted", "count"}:
        return counted.name, []  # what the queries for large tables write
    if not once and counted.kind == "whole" and is_weight_name(counted.name):
        return "", []  # kilograms: rows that are alike would have been counted together
    yes = Option(
        Message(N_("Yes, each row stands for so many items")),
        replace(said, count=counted.name),
        f"--counts {_quoted(counted.name)}",
    )
    no = Option(Message(N_("No, a row is one item")), replace(said, count=""), "--counts none")
    weight = Option(
        Message(N_("It is a survey weight: some items count more")),
        replace(said, weight=counted.name),
        f"--weights {_quoted(counted.name)}",
    )
    return "", [
        Question(
            "count",
            Message(
                N_("Does {column} count how many items a row stands for?"),
                {"column": shown(counted.name)},
            ),
            (yes, no, weight) if once else (no, yes, weight),
        )
    ]


def are_scores(actual: Profile, predicted: Profile) -> bool:
    """Tell whether predictions are scores that may have to be cut into categories.

    Parameters
    ----------
    actual, predicted : Profile

    Returns
    -------
    bool
    """
    fractions = predicted.kind == "fraction"
    return fractions and (actual.kind == "whole" or predicted.is_continuous)


def scores_question(predicted: Profile, said: Answers) -> Question:
    """Return the question what becomes of predictions that are fractions.

    Parameters
    ----------
    predicted : Profile
    said : Answers

    Returns
    -------
    Question
    """
    round_ = Option(
        Message(N_("Round them to whole categories, halves up")),
        replace(said, predicted_as="round"),
        "--round",
    )
    keep = Option(
        Message(N_("They are categories of their own")),
        replace(said, predicted_as="keep"),
        "--keep-fractions",
    )
    return Question(
        "fractions",
        Message(
            N_(
                "{column} holds fractions ({n} different values). Are they scores, to be rounded "
                "or cut into categories at cut-points?"
            ),
            {"column": shown(predicted.name), "n": len(predicted.counts)},
        ),
        (round_, keep),
    )


def _different(
    actual: Profile, predicted: Profile, chosen: tuple[str, str], said: Answers
) -> list[Question]:
    """Ask where two columns that their names call ratings use different scales."""
    one, other = set(actual.counts), set(predicted.counts)
    folded = [{label.casefold() for label in each} for each in (one, other)]
    if folded[0] & folded[1] or not (one and other) or are_near(actual, predicted):
        return []
    return [
        Question(
            "columns",
            Message(
                N_(
                    "{actual} and {predicted} share no value: {one} here, {other} there. Are they "
                    "ratings on one scale?"
                ),
                {
                    "actual": shown(chosen[0]),
                    "predicted": shown(chosen[1]),
                    "one": ", ".join(map(shown, sorted(one)[:4])),
                    "other": ", ".join(map(shown, sorted(other)[:4])),
                },
            ),
            (
                Option(
                    Message(N_("Yes, these are the two ratings")),
                    replace(said, columns=chosen),
                    f"--columns {_quoted(','.join(chosen))}",
                ),
            ),
        )
    ]


# -- What the ratings are --------------------------------------------------------------------------


def count(
    source: BinaryIO,
    structure: Structure,
    answers: Answers | None = None,
    *,
    progress: Callable[[float], object] | None = None,
) -> Tally:
    """Count the pairs of labels of a file that was recognised.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    structure : Structure
        What `recognise` found; no question is open.
    answers : Answers, optional
        What a person said.
    progress : callable, optional
        Told the share read so far, from 0 to 1.

    Returns
    -------
    Tally

    Raises
    ------
    RatingsError
        If a row cannot be read.
    """
    said = answers or Answers()
    if structure.counts is not None:
        found = structure.counts
        return Tally(
            {
                ("", label_of(one), label_of(other)): found.counts[i][j]
                for i, one in enumerate(found.labels)
                for j, other in enumerate(found.labels)
            },
            len(found.labels),
        )
    if structure.long is not None:
        return tally_long(
            source, structure.layout, structure.long, structure.raters, progress=progress
        )
    assert structure.columns is not None, "a question about the columns is open"
    predicted_as = None if said.predicted_as == "keep" else said.predicted_as
    return tally(
        source,
        structure.layout,
        structure.columns,
        predicted_as=predicted_as,
        first_category=first_of(said),
        progress=progress,
    )


def first_of(said: Answers) -> int:
    """Return the category below the first cut-point: the lowest of a scale that was named, or 0.

    Parameters
    ----------
    said : Answers

    Returns
    -------
    int
    """
    first = said.categories[0] if said.categories else 0
    return first if isinstance(first, int) else 0


def settle(structure: Structure, counts: Tally, answers: Answers | None = None) -> Reading:
    """Decide what the labels mean: which are missing values, and in which order the others stand.

    Parameters
    ----------
    structure : Structure
        What `recognise` found.
    counts : Tally
        What `count` counted.
    answers : Answers, optional
        What a person said.

    Returns
    -------
    Reading

    Raises
    ------
    RatingsError
        If no rating is left.
    """
    said = answers or Answers()
    remarks = list(structure.remarks)
    counts, merged = merge_spellings(counts)
    if merged:
        remarks.append(
            Message(N_("Spelled in one way: {labels}."), {"labels": ", ".join(map(shown, merged))})
        )
    if structure.shape == COUNTS:
        labels = structure.counts.labels if structure.counts else ()
        scale = said.categories or tuple(map(_category, labels))
        return Reading(structure, counts, scale, {}, tuple(remarks), answers=said)
    totals = label_totals(counts)
    taken, about_missing, questions = find_missing(totals, said)
    remarks += about_missing
    counts = without(counts, tuple(taken))
    if questions or said.categories:
        return Reading(
            structure,
            None if questions else counts,
            () if questions else tuple(said.categories or ()),
            taken,
            tuple(remarks),
            tuple(questions),
            said,
        )
    rounded = structure.scores and said.predicted_as not in (None, "keep")
    # Scores that were rounded may lie beyond the scale, which the actual ratings tell.
    # A label that only met missing ratings is one of the scale's all the same.
    given = [label for label in totals if label not in taken] if counts.pairs else []
    if rounded:
        given = [actual for _, actual, _ in counts.pairs]
    order = propose_order(given, declared=counts.declared)
    if said.order_matters and (counts.conflict or not order.certain):
        orders = (counts.declared, counts.conflict) if counts.conflict else ()
        questions.append(order_question(order, orders, said))
        return Reading(structure, None, (), taken, tuple(remarks), tuple(questions), said)
    if any(not isinstance(one, int) for one in order.categories):
        remarks.append(
            Message(
                N_("Categories, from lowest to highest: {categories}."),
                {"categories": shown_categories(order.categories)},
            )
        )
    return Reading(structure, counts, order.categories, taken, tuple(remarks), answers=said)


def _category(label: str) -> Category:
    return category_of(label_of(label))


def label_totals(counts: Tally) -> dict[str, int | float]:
    """Return how often each label occurs, in both columns together.

    Parameters
    ----------
    counts : Tally

    Returns
    -------
    dict of str to int or float
    """
    totals: dict[str, int | float] = {}
    for (_, *both), n in counts.pairs.items():
        for label in both:
            totals[label] = totals.get(label, 0) + n
    return totals


def without(counts: Tally, codes: Sequence[str]) -> Tally:
    """Return counts with some labels taken for missing ratings.

    Parameters
    ----------
    counts : Tally
    codes : sequence of str

    Returns
    -------
    Tally

    Examples
    --------
    >>> found = without(Tally({("", "1", "9"): 2, ("", "1", "1"): 3, ("", "9", "9"): 1}), ["9"])
    >>> found.pairs, found.missing_predicted, found.missing_both
    ({('', '1', '1'): 3}, 2, 1)
    """
    gone = set(codes)
    if not gone:
        return counts
    pairs = {}
    actual, predicted, both = (
        counts.missing_actual,
        counts.missing_predicted,
        counts.missing_both,
    )
    for (group, one, other), n in counts.pairs.items():
        if one in gone and other in gone:
            both += n
        elif one in gone:
            actual += n
        elif other in gone:
            predicted += n
        else:
            pairs[group, one, other] = n
    return replace(
        counts,
        pairs=pairs,
        missing_actual=actual,
        missing_predicted=predicted,
        missing_both=both,
    )


def merge_spellings(counts: Tally) -> tuple[Tally, tuple[str, ...]]:
    """Return counts in which labels that look alike are one: in capitals or not, for example.

    Parameters
    ----------
    counts : Tally

    Returns
    -------
    counts : Tally
    merged : tuple of str
        The spelling that was kept of each such label.

    Examples
    --------
    >>> found, merged = merge_spellings(Tally({("", "mild", "Mild"): 2, ("", "mild", "mild"): 1}))
    >>> found.pairs, merged
    ({('', 'mild', 'mild'): 3}, ('mild',))
    """
    one = kept_spellings(label_totals(counts))
    if not one:
        return counts, ()
    pairs: dict[tuple[str, str, str], int | float] = {}
    for (group, *both), n in counts.pairs.items():
        actual, predicted = (one.get(label, label) for label in both)
        pair = (group, actual, predicted)
        pairs[pair] = pairs.get(pair, 0) + n
    return replace(counts, pairs=pairs), tuple(dict.fromkeys(one.values()))


def kept_spellings(totals: Mapping[str, int | float]) -> dict[str, str]:
    """Return the spelling that is kept of each label that comes in several.

    Parameters
    ----------
    totals : mapping of str to number
        How often each label occurs; the most frequent spelling is kept.

    Returns
    -------
    dict of str to str
        By label, the one that is kept included; without those that come in one spelling.

    Examples
    --------
    >>> kept_spellings({"mild": 3, "Mild": 1, "severe": 2})
    {'mild': 'mild', 'Mild': 'mild'}
    """
    spellings: dict[str, list[str]] = {}
    for label in totals:
        spellings.setdefault(look_of(label).casefold(), []).append(label)
    several = (labels for labels in spellings.values() if len(labels) > 1)
    return {label: max(labels, key=totals.__getitem__) for labels in several for label in labels}


def find_missing(
    totals: Mapping[str, int | float], answers: Answers
) -> tuple[dict[str, int | float], list[Message], list[Question]]:
    """Find the labels that stand for missing ratings, and what only a person knows of them.

    Parameters
    ----------
    totals : mapping of str to number
        How often each label occurs.
    answers : Answers
        What a person said.

    Returns
    -------
    taken : dict of str to number
        The labels that are taken for missing ratings, and how often each occurs.
    remarks : list of Message
    questions : list of Question

    Examples
    --------
    >>> taken, remarks, questions = find_missing({"1": 4, "2": 3, "-99": 1}, Answers())
    >>> taken, str(remarks[0]), questions
    ({'-99': 1}, 'Counted as missing: -99 (1).', [])
    """
    codes = find_codes(totals)
    missing = codes.certain if answers.missing is None else (*codes.certain, *answers.missing)
    in_scale = set(map(str, answers.categories or ()))
    missing = tuple(code for code in dict.fromkeys(missing) if code not in in_scale)
    questions: list[Question] = []
    if answers.missing != () and not answers.categories:
        known = {*missing, *answers.rated}
        likely = [code for code in codes.likely if code not in known]
        if likely:
            questions.append(_missing_question(likely, totals, answers))
        else:
            questions.extend(_outliers(totals, known, answers))
    remarks = []
    nowhere = [code for code in answers.missing or () if code in missing and code not in totals]
    if nowhere:
        listed = ", ".join(map(shown, nowhere))
        remarks.append(Message(N_("No rating is {codes}."), {"codes": listed}))
    taken = {code: totals[code] for code in missing if totals.get(code)}
    if taken:
        listed = ", ".join(f"{code} ({n})" for code, n in taken.items())
        remarks.append(Message(N_("Counted as missing: {codes}."), {"codes": listed}))
    return taken, remarks, questions


def parse_codes(text: str) -> list[str]:
    """Return the labels in a list of codes for missing ratings.

    Parameters
    ----------
    text : str
        With commas between them; quotation marks keep a comma.

    Returns
    -------
    list of str
        As `label_of` spells them.

    Raises
    ------
    RatingsError
        If one of them is no label.

    Examples
    --------
    >>> parse_codes('-99, 9.0,"not, rated"')
    ['-99', '9', 'not, rated']
    """
    codes = next(csv.reader([text], skipinitialspace=True), [])
    return [label for label in map(label_of, codes) if label]


def _missing_question(
    likely: Sequence[str], totals: Mapping[str, int | float], said: Answers
) -> Question:
    listed = ", ".join(f"{code} ({totals[code]})" for code in likely)
    return Question(
        "missing",
        Message(N_("Do these stand for a missing rating? {codes}."), {"codes": listed}),
        (
            _are_missing(
                Message(N_("Yes, {codes} means missing"), {"codes": ",".join(likely)}), likely, said
            ),
            _are_ratings(Message(N_("No, they are ratings")), likely, said),
        ),
    )


def _are_missing(label: Message, codes: Sequence[str], said: Answers) -> Option:
    missing = tuple(dict.fromkeys([*(said.missing or ()), *codes]))
    return Option(label, replace(said, missing=missing), _flags(missing, said.rated))


def _are_ratings(label: Message, codes: Sequence[str], said: Answers) -> Option:
    rated = tuple(dict.fromkeys([*said.rated, *codes]))
    return Option(label, replace(said, rated=rated), _flags(said.missing or (), rated))


def _flags(missing: Sequence[str], rated: Sequence[str]) -> str:
    """Return the options of the command line that say which labels are ratings, and which none."""
    said = {"--missing": missing, "--not-missing": rated}
    return " ".join(f"{flag}={_quoted(','.join(codes))}" for flag, codes in said.items() if codes)


def _outliers(
    totals: Mapping[str, int | float], known: Collection[str], said: Answers
) -> list[Question]:
    """Ask about a number far from all others: a total, a slip of the pen, or a rating?"""
    numbers = sorted(
        (label for label in totals if label not in known and is_number(label)), key=float
    )
    if len(numbers) < 3 or len(numbers) < len([one for one in totals if one not in known]):
        return []
    values = [float(label) for label in numbers]
    far = []
    for rest, beyond, label in (
        (values[:-1], values[-1] - values[-2], numbers[-1]),
        (values[1:], values[1] - values[0], numbers[0]),
    ):
        if beyond > max(_GAP, rest[-1] - rest[0]) and totals[label] <= 0.1 * sum(totals.values()):
            far.append(label)
    if not far:
        return []
    listed = ", ".join(f"{label} ({totals[label]})" for label in far)
    codes = ",".join(far)
    return [
        Question(
            "missing",
            Message(N_("{codes} lies far from all others. Is it a rating?"), {"codes": listed}),
            (
                _are_missing(
                    Message(N_("No: count {codes} as missing"), {"codes": codes}), far, said
                ),
                _are_ratings(Message(N_("Yes, it is a rating")), far, said),
            ),
        )
    ]


def order_question(order: Order, orders: Sequence[tuple[str, ...]], answers: Answers) -> Question:
    """Return the question for the order of the categories.

    Parameters
    ----------
    order : Order
        The proposal.
    orders : sequence of tuple of str, length 0 or 2
        Two orders that the file declares, where they differ.
    answers : Answers
        What a person said.

    Returns
    -------
    Question
    """
    message = order.reason
    # Without a reason for an order there is nothing to take, but labels to be put in order.
    options = [tuple(order.categories)] if order.ordered or order.others else []
    options += order.others
    if orders:
        options = [tuple(order.categories)]
        declared, other = orders
        message = Message(
            N_("The two columns declare different orders: {one}, and {other}. Which is right?"),
            {"one": shown_categories(declared), "other": shown_categories(other)},
        )
        options.append(tuple(other))
    return Question(
        "order",
        message,
        tuple(
            Option(
                Message(
                    N_("{categories}, from lowest to highest"),
                    {"categories": " < ".join(map(str, one))},
                ),
                replace(answers, categories=tuple(one)),
                f"--categories {_quoted(format_categories(one))}",
            )
            for one in options
        ),
        proposed=order.ordered or bool(orders),
        labels=order.categories,
    )
