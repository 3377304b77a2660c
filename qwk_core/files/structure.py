r"""Where are the ratings in a file? In its table: in two columns, in more, in rows, or in counts.

>>> import io
>>> from qwk_core.files.detection import detect
>>> file = io.BytesIO(b"essay,Ana,Luis\n1,3,4\n2,4,4\n3,3,4\n4,3,3\n")
>>> found = recognise(file, detect(file))
>>> found.shape, found.columns.raters, found.questions
('pairs', ('Ana', 'Luis'), ())
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, BinaryIO

from qwk_core.errors import RatingsError, shown
from qwk_core.files import questions as ask
from qwk_core.files import remarks as say
from qwk_core.files.answers import COUNTS, LONG, NOTHING_SAID, PAIRS, Answers, Question
from qwk_core.files.blocks import first_rows, unique_names, with_largest
from qwk_core.files.columns import Columns
from qwk_core.files.count_column import find_count
from qwk_core.files.counts_table import CountsTable, find_counts_table
from qwk_core.files.dates import range_of_date
from qwk_core.files.encoding import group_label
from qwk_core.files.formats.common import (
    check_columns,
    check_named,
    check_two,
    listed,
    no_rows,
)
from qwk_core.files.formats.text import check_width
from qwk_core.files.grid import Grid, decimal_of, number_last, read_grid
from qwk_core.files.header import LeftOut, Table, are_letters, find_table
from qwk_core.files.labels import is_number
from qwk_core.files.layouts import Layout
from qwk_core.files.names import are_twins, first_of_twins, says
from qwk_core.files.no_ratings import one_decides
from qwk_core.files.profiles import (
    Pair,
    Profile,
    check_one_in_a_cell,
    check_side_by_side,
    find_pairs,
    is_clear,
    profiles,
)
from qwk_core.files.raters import are_plain, find_raters, find_votes, perhaps_meant
from qwk_core.files.reshape import (
    about_largest,
    find_largest,
    may_be_transposed,
    says_transposed,
    transposed,
)
from qwk_core.files.rows import RowColumns, find_rows, labels_by_rater, spellings
from qwk_core.files.value_labels import about_codes, check_codes
from qwk_core.messages import N_, Message

_BY_NAME = 5.0  # the score of a pair whose names, too, say that they are ratings

_SLIPS = 3  # ratings: a rater with fewer may be another one, misspelled


@dataclass(frozen=True)
class Structure:
    """Where the ratings are in a file.

    Attributes
    ----------
    layout : Layout
        How the file is to be read, titles and totals left out.
    shape : {"pairs", "long", "counts", "joined"}
    names : tuple of str
        The names of the columns.
    columns : Columns or None
        Of one item per row: the raters, the counts and the groups.
    rows : RowColumns or None
        Of one rating per row: its columns, and who rated.
    raters : tuple of str
        Of one rating per row: whose ratings are compared.
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
    transposable : bool
        Whether the rows may be raters, and the columns items.
    """

    layout: Layout
    shape: str = PAIRS
    names: tuple[str, ...] = ()
    columns: Columns | None = None
    rows: RowColumns | None = None
    raters: tuple[str, ...] = ()
    counts: CountsTable | None = None
    left_out: tuple[LeftOut, ...] = ()
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    pairs: tuple[Pair, ...] = ()
    scores: bool = False
    many: tuple[str, ...] = ()
    transposable: bool = False

    @property
    def queryable(self) -> bool:
        """Whether the file itself names the columns: a query finds no name that is made up here."""
        own = replace(self.layout, header=True, second_header=False, largest=())
        own = replace(own, transposed=False, only=())
        rows = self.rows
        plain = rows is None or (len(rows.items) == 1 and not (rows.filled or rows.spelled))
        return self.layout == own and plain


def recognise(source: BinaryIO, layout: Layout, answers: Answers = NOTHING_SAID) -> Structure:
    """Find the table in a file, and the ratings in the table.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        What `detect` found, or a correction of it.
    answers : Answers
        What a person said.

    Returns
    -------
    Structure

    Raises
    ------
    RatingsError
        If the file cannot be read, or has fewer than two columns.
    """
    if layout.names_columns:
        return table_in(source, layout, answers).structure()
    if answers.sheet is not None:
        layout = replace(layout, sheet=answers.sheet)
    elif len(layout.tables) > 1 and layout.sheet == layout.tables[0]:
        return Structure(layout, questions=(ask.which_sheet(layout, answers),))
    layout, grid = _grid_of(source, layout)
    said = (answers.shape, answers.columns, answers.rows, answers.raters, answers.only)
    if answers.shape == COUNTS or all(one is None for one in (*said, answers.header_row)):
        typed = layout.kind != "text"
        found = find_counts_table(grid.rows, layout.decimal, answers, typed=typed)
        if found is not None:
            named = not any(map(is_number, grid.rows[0].cells))
            structure = Structure(replace(layout, header=named), COUNTS, counts=found)
            if found.doubtful is not None:
                return _asking(structure, ask.is_it_a_total(found.doubtful, answers))
            if answers.shape == COUNTS or (found.certain and not found.percentages):
                return replace(structure, remarks=found.remarks)
            return _asking(structure, ask.is_it_counts(found, answers))
    structure = _in_grid(source, layout, grid, answers).structure()
    if grid.labels and structure.columns is not None:
        check_codes(structure.columns, grid.labels, answers)
        meant = about_codes(structure.columns, grid.labels)
        structure = replace(structure, remarks=(*structure.remarks, *meant))
    return structure


def table_in(source: BinaryIO, layout: Layout, answers: Answers) -> Finding:
    """Return the columns of the table in a file, before its ratings are looked for.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    layout : Layout
        How it is to be read.
    answers : Answers
        What a person said.

    Returns
    -------
    Finding
    """
    if not layout.names_columns:
        return _in_grid(source, *_grid_of(source, layout), answers)
    names, rows = first_rows(source, layout)
    return Finding(replace(layout, decimal=decimal_of(layout, rows)), names, rows, answers)


def _grid_of(source: BinaryIO, layout: Layout) -> tuple[Layout, Grid]:
    """Return the raw rows of a file, and how it is read now that they are known."""
    grid = read_grid(source, layout)
    check_columns(max((len(row.cells) for row in grid.rows), default=0))
    if len(grid.rows) == 1 and not any(map(is_number, grid.rows[0].cells)):
        raise no_rows()
    decimal = decimal_of(layout, (row.cells for row in grid.rows))
    return replace(layout, decimal=decimal), grid


def _in_grid(source: BinaryIO, layout: Layout, grid: Grid, answers: Answers) -> Finding:
    """Return the columns of the table that lies somewhere in the rows of a file."""
    table = find_table(grid, layout.decimal, answers.header_row)
    out, remarks, questions = _rows_left_out(source, layout, table, answers)
    if answers.header_row is None and not table.names and are_letters(table.rows[0].cells):
        questions.append(ask.are_they_names(table.rows[0], answers))
    numbers = tuple(one.row for one in out)
    layout = replace(
        layout,
        header=bool(table.names),
        second_header=len(table.names) > 1,
        skipped=(table.names or table.rows or grid.rows)[0].number - 1,
        left_out=numbers,
    )
    names, _ = first_rows(source, layout)
    if table.names and all(row.number in numbers for row in table.rows):
        raise no_rows()
    rows = [row for row in table.rows if row.number not in numbers]
    for row in rows:  # a shorter one may end in blanks
        if layout.kind == "text" and len(row.cells) > len(names):
            check_width(row.number, row.cells, len(names), layout)
    return Finding(
        layout,
        names,
        [list(row.cells) for row in rows],
        answers,
        out,
        (*say.about_names(table), *remarks),
        tuple(questions),
        tuple(names[place] for place in table.hidden_columns if place < len(names)),
    )


def _rows_left_out(
    source: BinaryIO, layout: Layout, table: Table, answers: Answers
) -> tuple[tuple[LeftOut, ...], list[Message], list[Question]]:
    numbers = number_last(source, layout, [one.row for one in table.left_out])
    found = [replace(one, row=row) for one, row in zip(table.left_out, numbers, strict=True)]
    found = [one for one in found if one.row not in answers.kept_rows]
    open_ones = [one for one in found if not one.certain and not answers.left_out]
    remarks = [
        Message(
            N_("Left out: row {row}, {text} ({reason})."),
            {"row": one.row, "text": shown(one.text), "reason": one.reason},
        )
        for one in found
    ]
    questions: list[Question] = [ask.are_they_items(open_ones, answers)] if open_ones else []
    return tuple(found), remarks, questions


@dataclass(frozen=True)
class Finding:
    """The columns of a table that was found, of which some have the ratings.

    Attributes
    ----------
    layout : Layout
        How the file is read.
    names : tuple of str
        What the columns are called.
    rows : sequence of sequence of str
        The first rows below the names.
    answers : Answers
        What a person said.
    out : tuple of LeftOut
        Rows that are no items.
    remarks, questions : tuple of Message, tuple of Question
        What is said and asked of the table.
    hidden : tuple of str
        Columns that the sheet hides.
    """

    layout: Layout
    names: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    answers: Answers
    out: tuple[LeftOut, ...] = ()
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    hidden: tuple[str, ...] = ()

    def as_said(self) -> Finding:
        """Return the rows that count, ratings in place of dates, where a person said so.

        Returns
        -------
        Finding
        """
        layout, rows, remarks = self.layout, self.rows, self.remarks
        if self.answers.only:
            check_named(self.answers.only[:1], self.names)
            column, value = self.answers.only
            layout, at = replace(layout, only=(column, value)), self.names.index(column)
            decimal = layout.decimal
            rows = [row for row in rows if group_label("".join(row[at : at + 1]), decimal) == value]
            values = {"column": shown(column), "value": shown(value)}
            if not rows:
                raise RatingsError("No row has {value} in {column}.", **values)
            text = N_("Only rows with {value} in {column} count.")
            remarks = (*remarks, Message(text, values))
        if self.answers.dates:
            layout = replace(layout, dates=True)
            rows = [[range_of_date(cell.strip()) or cell for cell in row] for row in rows]
        return replace(self, layout=layout, rows=rows, remarks=remarks)

    def structure(self) -> Structure:
        """Return where the ratings are: in rows, or in columns.

        Returns
        -------
        Structure
        """
        check_two(self.names)
        found = self.as_said()
        if self.answers.transposed:
            names, rows = transposed(found.names, found.rows)
            layout = replace(found.layout, transposed=True)
            found = replace(found, layout=layout, names=unique_names(names), rows=rows, hidden=())
        structure = found.made()._structure()
        if not self.answers.transposed and may_be_transposed(self.names, self.rows):
            structure = _offer_transposed(structure, self)
        return structure

    @cached_property
    def columns(self) -> list[Profile]:
        """What the columns hold, without hidden ones and those of which another is made."""
        known = self.layout.largest
        made = {one.name for one in known}
        gone = {*self.hidden, *(part for one in known for part in one.columns)} - self._named
        every = profiles(self.names, self.rows, self.layout.decimal)
        return [replace(one, made=one.name in made) for one in every if one.name not in gone]

    @cached_property
    def by_name(self) -> dict[str, Profile]:
        """The columns by their names."""
        return {one.name: one for one in self.columns}

    @property
    def _named(self) -> set[str]:
        """The columns that a person named."""
        said = self.answers
        items, rater, rating = said.rows or ((), "", "")
        ratings = {rater, rating, *(said.columns or ()), *(said.raters or ())}
        beside = {said.count, said.group, said.cluster, said.weight, *(said.only or ())[:1]}
        return {*items, *ratings, *filter(None, beside)}

    @property
    def _apart(self) -> dict[str, Any]:
        """The columns that tell items apart, by what they say."""
        said = {role: getattr(self.answers, role) for role in ("group", "cluster", "weight")}
        return {role: column or None for role, column in said.items()}

    def made(self) -> Finding:
        """Return the columns with each that is made of a column for each category.

        Returns
        -------
        Finding
        """
        if self.layout.largest or not (largest := find_largest(self.columns)):
            return self
        layout = replace(self.layout, largest=largest)
        names, cells = with_largest(self.names, self.rows, layout)
        remarks = (*self.remarks, *map(about_largest, largest))
        return replace(self, layout=layout, names=names, rows=cells, remarks=remarks)

    def _structure(self) -> Structure:
        answers, columns = self.answers, self.columns
        hidden = [name for name in self.hidden if name not in self.by_name]
        beside = answers.columns is None and answers.rows is None
        if beside and len(columns) <= len(self.rows):  # else rows may be raters
            check_side_by_side(columns)
        pairs = find_pairs(columns)
        base = Structure(
            self.layout,
            PAIRS,
            self.names,
            left_out=self.out,
            remarks=(*self.remarks, *say.about_hidden(hidden)),
            questions=self.questions,
            pairs=tuple(pairs),
            many=find_raters(columns),
        )
        named = answers.columns
        if named is None and answers.raters and set(answers.raters) <= set(self.names):
            named = answers.raters
        rows = None
        if answers.rows is not None:
            rows = self._said_rows(*answers.rows)
        elif named is None and answers.shape in (None, LONG) and len(self.names) > 2:
            rows = find_rows(columns)
            if answers.raters and not (rows and set(answers.raters) & set(rows.raters)):
                rows, named = None, answers.raters
            likely = pairs[0].names if pairs else ("", "")
            if rows and not answers.shape and {*likely} <= {*rows.ratings} and are_twins(*likely):
                rows = None  # two columns of ratings, numbered as raters are
        plain = is_clear(pairs) and pairs[0].score >= _BY_NAME and answers.raters is None
        if plain and rows is not None:  # the "ratings" may be names of raters
            may_name: set[str] = {rows.rater} if rows.certain else set()
            may_name |= {rows.rater, *rows.items} if rows.crossed else set()
            plain = not may_name & set(pairs[0].names)
        if rows is not None and (answers.shape == LONG or answers.rows is not None or not plain):
            return self._of_rows(base, rows)
        return self._of_columns(base, named)

    def _said_rows(self, items: tuple[str, ...], rater: str, rating: str) -> RowColumns:
        """Return the columns that a person named, where a row is a rating."""
        check_named((*items, rater, rating), self.names)
        who = self.by_name[rater]
        spelled = spellings(self.by_name[items[0]], who) if len(items) == 1 else {}
        raters = tuple(sorted({spelled.get(one, one) for one in who.counts}))
        return RowColumns(items, rater, rating, raters, spelled=spelled)

    def _of_rows(self, base: Structure, rows: RowColumns) -> Structure:
        """Return the structure of one rating per row."""
        answers, questions = self.answers, list(base.questions)
        rating = [one for one in self.columns if one.name == rows.rating]
        check_one_in_a_cell(rating)
        if not answers.dates and (dated := [one for one in rating if one.dates]):
            questions.append(ask.were_they_ratings(dated, (), answers))
        values = {"item": " + ".join(rows.items), "rater": rows.rater, "rating": rows.rating}
        remark = Message(
            N_("One rating per row: items in {item}, raters in {rater}, ratings in {rating}."),
            values,
        )
        about = [remark] if answers.rows is None else []
        if rows.filled:
            named = (*rows.items, rows.rater)
            merged = [one.name for one in self.columns if one.name in named and "" in one.labels]
            gaps = listed(merged)
            text = N_("Empty cells in {columns} were taken for the one above them.")
            about.append(Message(text, {"columns": gaps}))
        about += say.about_spellings(rows.spelled.values())
        dependent = say.about_dependence(answers)
        if not (dependent or answers.group or answers.only):
            dependent = say.about_items_alike([self.by_name[name] for name in rows.items])
        known = rows.raters
        raters = answers.raters
        if raters is None and (len(known) == 2 or answers.rows is not None):
            raters = known
        said = (answers.shape, answers.rows, answers.raters)
        if not rows.certain and all(one is None for one in said):
            pairs = ask.pairs_of_columns(base.pairs, answers)
            questions.append(ask.is_a_row_a_rating(rows, pairs, answers))
        elif criterion := self._criterion(rows.items, rows):
            questions += criterion
        elif len(rows.ratings) > 1:
            questions.append(ask.which_rating(rows, answers))
        elif raters is None:
            counts = self.by_name[rows.rater].counts
            slip = min(counts.values()) < _SLIPS and max(counts.values()) > 10 * _SLIPS
            decided = one_decides(labels_by_rater(rows, self.columns))
            asked = ask.which_raters(rows, answers)
            questions.append(replace(asked, proposed=not (slip or decided)))
        return replace(
            base,
            shape=LONG,
            rows=replace(rows, **self._apart),
            raters=() if raters == known and len(known) > 2 else tuple(raters or ()),
            remarks=(*base.remarks, *about, *dependent),
            questions=tuple(questions),
        )

    def _of_columns(self, base: Structure, chosen: tuple[str, ...] | None) -> Structure:
        """Return the structure of one item per row."""
        answers, columns, by_name = self.answers, self.columns, self.by_name
        if chosen is None and len(self.names) == 2 and any(one.kind == "date" for one in columns):
            chosen = (self.names[0], self.names[1])  # whoever counts them says what is wrong
        votes = () if chosen else find_votes(columns)
        pairs = [pair for pair in base.pairs if not {*pair.names} & {*votes}]
        if votes and not is_clear(pairs):
            return _asking(base, ask.are_they_votes(votes, base.pairs, self.names, answers))
        able = [one for one in columns if one.name not in votes]
        if chosen is None and answers.shape != LONG and are_plain(pairs, base.many, able):
            first, second = first_of_twins(pairs[0].names)
            chosen = (first, second)
            values = {"actual": first, "predicted": second, "reason": pairs[0].reason}
            remark = Message(N_("{actual} and {predicted} are the ratings. {reason}"), values)
            unused = say.about_unused(perhaps_meant(chosen, columns), answers)
            base = replace(base, remarks=(*base.remarks, remark, *unused))
        dated = [one for one in columns if one.dates and (chosen is None or one.name in chosen)]
        if dated and not answers.dates:
            return _asking(base, ask.were_they_ratings(dated, pairs, answers))
        if chosen is not None or not any(pair.score > 0 for pair in pairs):
            check_one_in_a_cell(one for one in columns if chosen is None or one.name in chosen)
        if chosen is None:
            which = ask.which_columns(pairs, base.many, self.names, answers)
            likely = which.proposed and len(columns) <= len(self.rows)  # else rows may be raters
            likely = likely and answers.shape != LONG
            likely = likely and not one_decides([by_name[name].labels for name in base.many])
            return _asking(base, replace(which, proposed=likely))
        check_named(chosen, self.names)
        first, second, *more = chosen
        count, counting = find_count(columns, chosen, answers, len(self.rows))
        open_ones = counting or self._criterion(chosen, None)
        about = say.about_dependence(answers)
        if not (about or count or answers.group):
            about = say.about_repeated(columns, chosen)
        found = replace(
            base,
            columns=Columns(first, second, count or None, more=tuple(more), **self._apart),
            remarks=(*base.remarks, *about),
            questions=(*base.questions, *open_ones),
        )
        if more:
            return found
        return self._of_two(found, by_name[first], by_name[second], settled=not open_ones)

    def _criterion(self, names: Sequence[str], rows: RowColumns | None) -> list[Question]:
        """Ask where items come once for each value of a criterion, unless all was said of them."""
        answers = self.answers
        said = answers.group or answers.cluster or answers.weight or answers.count
        if said or answers.only is not None or answers.rows is not None:
            return []
        found = say.find_criterion(self.columns, names, of_rows=rows is not None)
        return [ask.which_criterion(*found, rows, answers)] if found else []

    def _of_two(
        self, base: Structure, actual: Profile, predicted: Profile, *, settled: bool
    ) -> Structure:
        """Return the structure of two columns of ratings, which may not fit each other."""
        answers, asked = self.answers, list[Question]()
        scores = actual.has_scores(predicted, answers)
        if scores and answers.predicted_as is None and actual is not predicted:
            asked = [ask.what_fractions_are(actual, predicted, answers)]
        elif answers.columns is None and answers.raters is None and settled and not scores:
            known = {one.name: one.labels for one in self.layout.largest}
            asked = ask.are_they_on_one_scale(actual, predicted, known, answers)
        return replace(base, questions=(*base.questions, *asked), scores=scores)


def _offer_transposed(found: Structure, table: Finding) -> Structure:
    """Ask whether rows are raters where names say so; offer it beside other answers, too."""
    found = replace(found, transposable=True)
    answers = table.answers
    if answers.transposed is not None:
        return found
    if says_transposed(table.names, table.rows):
        asked = (*table.questions, ask.are_rows_raters(len(table.rows), answers))
        return replace(found, columns=None, rows=None, questions=asked)
    by_name = any(says(name, "rater") for name in table.names[1:])

    def offering(one: Question) -> Question:
        if one.key not in ("columns", "shape"):
            return one
        options = (*one.options, ask.rows_are_raters(answers))
        return replace(one, options=options, proposed=one.proposed and by_name)

    return replace(found, questions=tuple(map(offering, found.questions)))


def _asking(base: Structure, question: Question) -> Structure:
    return replace(base, questions=(*base.questions, question))
