"""The kinds of questions that a file may raise: each says what it asks, and what may be answered.

A kind knows the options of the command line that answer it, so that the page and the command ask
the same. A new kind is a class here, a field of `Answers`, and its name in `KINDS`.

>>> [kind.key for kind in KINDS][-2:]
['missing', 'order']
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from qwk_core.errors import shown
from qwk_core.files.answers import COUNTS, LONG, PAIRS, Answers, Option, Question
from qwk_core.files.counts_table import CountsTable
from qwk_core.files.dates import range_of_date
from qwk_core.files.label_questions import AreTheyMissing, WhichOrder, flag_of
from qwk_core.files.labelled import Twice
from qwk_core.files.names import are_twins, first_of_twins
from qwk_core.files.no_items import HIDDEN, LeftOut
from qwk_core.files.profiles import Pair, Profile
from qwk_core.files.rows import RowColumns
from qwk_core.messages import N_, Message

_MOST_OFFERED = 3  # pairs of columns, or of raters
_MOST_NAMED = 20  # columns
_MOST_ROWS = 6


def listed(names: Sequence[str]) -> str:
    """Return names with commas between them, the first twenty.

    Parameters
    ----------
    names : sequence of str

    Returns
    -------
    str

    Examples
    --------
    >>> listed(["a", "b"])
    '“a”, “b”'
    """
    return ", ".join(map(shown, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")


@dataclass(frozen=True)
class WhichSheet(Question):
    """Which of several sheets with a table holds the ratings?"""

    key: ClassVar[str] = "sheet"
    flags: ClassVar[tuple[str, ...]] = ("--sheet",)

    @classmethod
    def of(cls, sheets: Sequence[str], said: Answers) -> WhichSheet:
        """Ask about the sheets of a workbook; none is a proposal.

        Parameters
        ----------
        sheets : sequence of str
            Those with a table.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichSheet
        """
        return cls(
            Message(N_("{n} sheets hold a table. Which has the ratings?"), {"n": len(sheets)}),
            tuple(
                Option(
                    Message(N_("The sheet {sheet}"), {"sheet": shown(sheet)}),
                    replace(said, sheet=sheet),
                    flag_of("--sheet", (sheet,)),
                )
                for sheet in sheets
            ),
            proposed=False,
        )


@dataclass(frozen=True)
class AreTheyItems(Question):
    """Is a row an item, or a total?"""

    key: ClassVar[str] = "rows"
    flags: ClassVar[tuple[str, ...]] = ("--leave-out", "--keep-rows")

    @classmethod
    def about(cls, rows: Sequence[LeftOut], said: Answers) -> AreTheyItems:
        """Ask about rows that look like none.

        Parameters
        ----------
        rows : sequence of LeftOut
            Which they are.
        said : Answers
            What a person said so far.

        Returns
        -------
        AreTheyItems
        """
        kept = (*said.kept_rows, *(one.row for one in rows))
        numbers = ",".join(str(one.row) for one in rows)
        if all(one.reason == Message(HIDDEN) for one in rows):
            first = [str(one.row) for one in rows[:_MOST_ROWS]]
            more = ["…"] if len(rows) > _MOST_ROWS else []
            message = Message(
                N_("The sheet hides {n} rows ({rows}): are they to be left out?"),
                {"n": len(rows), "rows": ", ".join(first + more)},
            )
            out, item = Message(N_("Leave them out")), Message(N_("Count them"))
        else:
            named = ", ".join(f"{one.row} {shown(one.text)}" for one in rows)
            message = Message(N_("Is this an item, or a total? Row {rows}."), {"rows": named})
            out, item = Message(N_("No item: leave it out")), Message(N_("It is an item"))
        return cls(
            message,
            (
                Option(out, replace(said, left_out=True), "--leave-out"),
                Option(item, replace(said, kept_rows=kept), f"--keep-rows {numbers}"),
            ),
        )


@dataclass(frozen=True)
class WhichShape(Question):
    """Is a row an item or a rating, or is it all a table of counts?"""

    key: ClassVar[str] = "shape"
    flags: ClassVar[tuple[str, ...]] = ("--shape",)

    @classmethod
    def of_square(cls, found: CountsTable, said: Answers) -> WhichShape:
        """Ask about a square of whole numbers.

        Parameters
        ----------
        found : CountsTable
            What it would be as a table of counts.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichShape
        """
        return cls(
            Message(
                N_(
                    "These are {size} rows and {size} columns of whole numbers: a table of counts, "
                    "or {size} items and as many raters?"
                ),
                {"size": len(found.labels)},
            ),
            (
                Option(
                    Message(N_("A table of counts")), replace(said, shape=COUNTS), "--shape counts"
                ),
                Option(Message(N_("A row an item")), replace(said, shape=PAIRS), "--shape pairs"),
            ),
        )

    @classmethod
    def of_rows(cls, rows: RowColumns, pairs: Sequence[Option], said: Answers) -> WhichShape:
        """Ask about a table that may have a row a rating, though no name says so.

        Parameters
        ----------
        rows : RowColumns
            Its columns.
        pairs : sequence of Option
            The pairs of columns that may be meant instead.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichShape
        """
        values = {"item": " + ".join(rows.items), "rater": rows.rater, "rating": rows.rating}
        return cls(
            Message(
                N_(
                    "Does each row hold one rating, with its item in {item} and its rater in "
                    "{rater}? Or two ratings?"
                ),
                values,
            ),
            (
                Option(
                    Message(N_("A row a rating, by {rater}"), values),
                    replace(said, shape=LONG),
                    "--shape long",
                ),
                *pairs[:2],
            ),
        )


@dataclass(frozen=True)
class AreTheyRaters(Question):
    """Are the rows of a table raters, and its columns items?"""

    key: ClassVar[str] = "transposed"
    flags: ClassVar[tuple[str, ...]] = ("--items-in-columns", "--items-in-rows")

    @classmethod
    def of(cls, n: int, said: Answers) -> AreTheyRaters:
        """Ask about a table whose names say so.

        Parameters
        ----------
        n : int
            How many rows it has.
        said : Answers
            What a person said so far.

        Returns
        -------
        AreTheyRaters
        """
        return cls(
            Message(
                N_("The {n} rows look like raters, and the columns like items. Are they?"), {"n": n}
            ),
            (
                cls.yes(said),
                Option(
                    Message(N_("No, a row is an item")),
                    replace(said, transposed=False),
                    "--items-in-rows",
                ),
            ),
        )

    @staticmethod
    def yes(said: Answers) -> Option:
        """Return the answer that they are, which is offered beside others, too.

        Parameters
        ----------
        said : Answers
            What a person said so far.

        Returns
        -------
        Option
        """
        return Option(
            Message(N_("A row is a rater, and a column an item")),
            replace(said, transposed=True),
            "--items-in-columns",
        )


@dataclass(frozen=True)
class WhichColumns(Question):
    """Which columns are the ratings: two of them, or all?"""

    key: ClassVar[str] = "columns"
    flags: ClassVar[tuple[str, ...]] = ("--columns", "--raters")

    @classmethod
    def of(
        cls, pairs: Sequence[Pair], many: Sequence[str], names: Sequence[str], said: Answers
    ) -> WhichColumns:
        """Ask which columns are the ratings, and offer the likeliest.

        Parameters
        ----------
        pairs : sequence of Pair
            The likeliest first.
        many : sequence of str
            Three columns or more that may be raters; none where there are none.
        names : sequence of str
            The names of all columns; of two files, the names of the files.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichColumns
        """
        two = cls.options_of(pairs, names, said)
        if not many:
            message = N_("Which two columns are the ratings? There are: {columns}.")
            return cls(Message(message, {"columns": listed(names)}), two)
        values = {"n": len(many), "columns": listed(many)}
        all_ = Option(
            Message(N_("All {n} together"), values),
            replace(said, columns=tuple(many), shape=PAIRS),
            flag_of("--raters", many),
        )
        message = N_("Which columns are the ratings: two of these, or all {n}? {columns}.")
        # Raters who are numbered belong together; of others, only a person knows.
        numbered = all(itertools.starmap(are_twins, itertools.pairwise(many)))
        options = (all_, *two) if numbered else (*two, all_)
        return cls(Message(message, values), options, proposed=numbered)

    @staticmethod
    def options_of(
        pairs: Sequence[Pair], names: Sequence[str], said: Answers
    ) -> tuple[Option, ...]:
        """Return the pairs of columns that are offered.

        Parameters
        ----------
        pairs : sequence of Pair
            The likeliest first.
        names : sequence of str
            The names of all columns; of two files, the names of the files.
        said : Answers
            What a person said so far.

        Returns
        -------
        tuple of Option
        """
        able = [pair for pair in pairs if pair.score > 0] or list(pairs)
        if not able:
            able = [Pair((names[0], names[1]), 0, Message(N_("The first two columns.")))]
        offered = [tuple(first_of_twins(pair.names)) for pair in able[:_MOST_OFFERED]]
        return tuple(
            Option(
                Message(N_("{actual} and {predicted}"), {"actual": one, "predicted": other}),
                replace(said, columns=(one, other), shape=PAIRS),
                flag_of("--columns", (one, other)),
            )
            for one, other in offered
        )

    @classmethod
    def of_two_files(
        cls, names: Sequence[str], able: Sequence[Sequence[str]], said: Answers
    ) -> WhichColumns:
        """Ask for one column of each of two files.

        Parameters
        ----------
        names : sequence of str
            The names of all columns; of two files, the names of the files.
        able : sequence of sequence of str
            The columns of each file that may be the ratings.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichColumns
        """
        pairs = sorted(itertools.product(*able), key=lambda pair: pair[0] != pair[1])
        return cls(
            Message(
                N_("Which columns are the ratings? {first} has {one}, {second} has {other}."),
                {
                    "first": names[0],
                    "second": names[1],
                    "one": ", ".join(map(shown, able[0][:_MOST_NAMED])),
                    "other": ", ".join(map(shown, able[1][:_MOST_NAMED])),
                },
            ),
            tuple(
                Option(
                    Message(N_("{actual} and {predicted}"), {"actual": a, "predicted": b}),
                    replace(said, columns=(a, b)),
                    flag_of("--columns", (a, b)),
                )
                for a, b in pairs[:_MOST_OFFERED]
            ),
        )

    @classmethod
    def of_unlike(
        cls, actual: Profile, predicted: Profile, said: Answers, *, beyond: Sequence[str] = ()
    ) -> WhichColumns:
        """Ask whether two columns that share no value are ratings on one scale.

        Parameters
        ----------
        actual : Profile
            What the first column holds.
        predicted : Profile
            What the column of predictions holds.
        said : Answers
            What a person said so far.
        beyond : sequence of str
            Values of one that are no category of the other, where these are known.

        Returns
        -------
        WhichColumns
        """
        chosen = (actual.name, predicted.name)
        message = N_(
            "{actual} and {predicted} share no value: {one} here, {other} there. Are they "
            "ratings on one scale?"
        )
        if beyond:
            message = N_(
                "{actual} and {predicted} do not have the same categories: only one has "
                "{values}. Are they ratings on one scale?"
            )
        values = {
            "actual": shown(actual.name),
            "predicted": shown(predicted.name),
            "one": ", ".join(map(shown, sorted(actual.counts)[:4])),
            "other": ", ".join(map(shown, sorted(predicted.counts)[:4])),
            "values": ", ".join(map(shown, beyond[:4])),
        }
        return cls(
            Message(message, values),
            (
                Option(
                    Message(N_("Yes, these are the two ratings")),
                    replace(said, columns=chosen),
                    flag_of("--columns", chosen),
                ),
            ),
            proposed=not beyond,
        )


@dataclass(frozen=True)
class WhichRaters(Question):
    """Of a row a rating by more than two raters: whose ratings are compared?"""

    key: ClassVar[str] = "raters"
    flags: ClassVar[tuple[str, ...]] = ("--raters",)

    @classmethod
    def of(cls, rows: RowColumns, said: Answers) -> WhichRaters:
        """Ask for two raters, or all.

        Parameters
        ----------
        rows : RowColumns
            Its columns, and who rated.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichRaters
        """
        values = {"n": len(rows.raters), "rater": rows.rater}
        pairs = itertools.islice(itertools.combinations(rows.raters, 2), _MOST_OFFERED)
        return cls(
            Message(N_("{n} raters are in {rater}. All of them together, or two?"), values),
            (
                Option(
                    Message(N_("All {n} together"), values),
                    replace(said, raters=(), shape=LONG),
                    "--raters all",
                ),
                *(
                    Option(
                        Message(N_("{actual} and {predicted}"), {"actual": one, "predicted": two}),
                        replace(said, raters=(one, two), shape=LONG),
                        flag_of("--raters", (one, two)),
                    )
                    for one, two in pairs
                ),
            ),
        )


@dataclass(frozen=True)
class WereTheyRatings(Question):
    """Were dates ratings such as 1-2 before a spreadsheet changed them?"""

    key: ClassVar[str] = "dates"
    flags: ClassVar[tuple[str, ...]] = ("--dates-are-ranges",)

    @classmethod
    def about(
        cls, dated: Sequence[Profile], pairs: Sequence[Pair], names: Sequence[str], said: Answers
    ) -> WereTheyRatings:
        """Ask about columns with such dates; other pairs of columns may be the ratings.

        Parameters
        ----------
        dated : sequence of Profile
            The columns, one at least.
        pairs : sequence of Pair
            Columns that may be the ratings instead.
        names : sequence of str
            The names of all columns.
        said : Answers
            What a person said so far.

        Returns
        -------
        WereTheyRatings
        """
        gone = {one.name for one in dated}
        others = [pair for pair in pairs if pair.score > 0 and not gone & set(pair.names)]
        example = dated[0].dates[0]
        values = {
            "date": shown(example),
            "rating": range_of_date(example.strip()),
            "column": shown(dated[0].name),
        }
        return cls(
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
                *(WhichColumns.options_of(others, names, said)[:1] if others else ()),
            ),
        )


@dataclass(frozen=True)
class WhatCounts(Question):
    """Does a column count how many items a row stands for?"""

    key: ClassVar[str] = "count"
    flags: ClassVar[tuple[str, ...]] = ("--counts", "--weights")

    @classmethod
    def about(cls, column: str, said: Answers, *, once: bool) -> WhatCounts:
        """Ask about a column; `once`: no two rows are alike without it, so it may count them.

        Parameters
        ----------
        column : str
            Its name.
        said : Answers
            What a person said so far.
        once : bool
            Whether no two rows are alike without it, so that it may count them.

        Returns
        -------
        WhatCounts
        """
        yes = Option(
            Message(N_("Yes, each row stands for so many items")),
            replace(said, count=column),
            flag_of("--counts", (column,)),
        )
        no = Option(Message(N_("No, a row is one item")), replace(said, count=""), "--counts none")
        weight = Option(
            Message(N_("It is a survey weight: some items count more")),
            replace(said, weight=column),
            flag_of("--weights", (column,)),
        )
        return cls(
            Message(
                N_("Does {column} count how many items a row stands for?"),
                {"column": shown(column)},
            ),
            (yes, no, weight) if once else (no, yes, weight),
        )


@dataclass(frozen=True)
class WhatFractionsAre(Question):
    """What becomes of predictions that are fractions?"""

    key: ClassVar[str] = "fractions"
    flags: ClassVar[tuple[str, ...]] = ("--round", "--keep-fractions", "--cut-points")

    @classmethod
    def of(cls, predicted: Profile, said: Answers) -> WhatFractionsAre:
        """Ask about a column.

        Parameters
        ----------
        predicted : Profile
            What the column of predictions holds.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhatFractionsAre
        """
        return cls(
            Message(
                N_(
                    "{column} holds fractions ({n} different values). Are they scores, to be "
                    "rounded or cut into categories at cut-points?"
                ),
                {"column": shown(predicted.name), "n": len(predicted.counts)},
            ),
            (
                Option(
                    Message(N_("Round them to whole categories, halves up")),
                    replace(said, predicted_as="round"),
                    "--round",
                ),
                Option(
                    Message(N_("They are categories of their own")),
                    replace(said, predicted_as="keep"),
                    "--keep-fractions",
                ),
            ),
        )


@dataclass(frozen=True)
class WhichId(Question):
    """Which column identifies the item in both files?"""

    key: ClassVar[str] = "id"
    flags: ClassVar[tuple[str, ...]] = ("--id",)

    @classmethod
    def of(
        cls, names: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]], said: Answers
    ) -> WhichId:
        """Ask for a column of each file, and offer those that share values.

        Parameters
        ----------
        names : sequence of sequence of str
            The names of the columns of each file.
        pairs : sequence of (str, str)
            Columns that share values.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichId
        """
        return cls(
            Message(
                N_(
                    "Which column identifies the item? The first file has {one}, the second "
                    "{other}."
                ),
                {
                    "one": ", ".join(map(shown, names[0][:_MOST_NAMED])),
                    "other": ", ".join(map(shown, names[1][:_MOST_NAMED])),
                },
            ),
            tuple(
                Option(
                    Message(
                        N_("{one} in the first, {other} in the second"), {"one": a, "other": b}
                    ),
                    replace(said, id=(a, b)),
                    flag_of("--id", (a,) if a == b else (a, b)),
                )
                for a, b in pairs[:_MOST_OFFERED]
            ),
        )


@dataclass(frozen=True)
class WhichIsKept(Question):
    """What becomes of an item that comes more than once?"""

    key: ClassVar[str] = "duplicates"
    flags: ClassVar[tuple[str, ...]] = ("--duplicates",)

    @classmethod
    def about(cls, message: Message, said: Answers) -> WhichIsKept:
        """Ask about what the message says.

        Parameters
        ----------
        message : Message
            What is known.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichIsKept
        """
        return cls(
            message,
            (
                Option(
                    Message(N_("Leave these items out")),
                    replace(said, duplicates="drop"),
                    "--duplicates drop",
                ),
                Option(
                    Message(N_("Take the first of each")),
                    replace(said, duplicates="first"),
                    "--duplicates first",
                ),
            ),
        )

    @classmethod
    def of_rows(cls, twice: Twice, said: Answers) -> WhichIsKept:
        """Ask about items that a rater rated twice, differently.

        Parameters
        ----------
        twice : Twice
            The first of them, and how many there are.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichIsKept
        """
        values = {
            "n": twice.n,
            "row": twice.row,
            "rater": shown(twice.rater),
            "item": shown(twice.item),
            "before": shown(twice.before),
            "label": shown(twice.after),
        }
        about = Message(
            N_(
                "Ratings of one item by one rater that differ: {n}. The first: {rater} rated "
                "{item} as {before}, and in row {row} as {label}."
            ),
            values,
        )
        return cls.about(about, said)


@dataclass(frozen=True)
class OneSided(Question):
    """What becomes of items in one of two files alone?"""

    key: ClassVar[str] = "one-sided"
    flags: ClassVar[tuple[str, ...]] = ("--one-sided",)

    @classmethod
    def about(cls, message: Message, said: Answers) -> OneSided:
        """Ask about what the message says.

        Parameters
        ----------
        message : Message
            What is known.
        said : Answers
            What a person said so far.

        Returns
        -------
        OneSided
        """
        return cls(
            message,
            (
                Option(
                    Message(N_("Leave these items out")),
                    replace(said, one_sided=True),
                    "--one-sided drop",
                ),
            ),
        )


KINDS: tuple[type[Question], ...] = (
    WhichSheet,
    AreTheyItems,
    WhichShape,
    AreTheyRaters,
    WhichColumns,
    WhichRaters,
    WereTheyRatings,
    WhatCounts,
    WhatFractionsAre,
    WhichId,
    WhichIsKept,
    OneSided,
    AreTheyMissing,
    WhichOrder,
)
"""All kinds, in the order in which they are asked."""
