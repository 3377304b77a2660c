"""The questions that a file may raise: each function says what is asked, and what may be answered.

The first answer is the proposal, and each names the option of the command line that says it, so
that the page and the command ask the same. A new question is a function here, and a field of
`Answers`.

>>> question = are_they_missing(["9"], {"9": 2}, Answers())
>>> question.key, str(question.message), [option.flag for option in question.options]
('missing', 'Do these stand for a missing rating? 9 (2).', ['--missing=9', '--not-missing=9'])
"""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from qwk_core.errors import shown, shown_categories
from qwk_core.files.answers import COUNTS, LONG, PAIRS, Answers, Option, Question
from qwk_core.files.counts_table import CountsTable
from qwk_core.files.dates import range_of_date
from qwk_core.files.formats.common import MOST_NAMED, listed
from qwk_core.files.labelled import Twice
from qwk_core.files.names import are_twins, first_of_twins
from qwk_core.files.no_items import HIDDEN, LeftOut
from qwk_core.files.order import Order
from qwk_core.files.profiles import Pair, Profile
from qwk_core.files.rows import RowColumns
from qwk_core.messages import N_, Message
from qwk_core.text import format_categories

_MOST_OFFERED = 3  # pairs of columns, or of raters
_MOST_ROWS = 6
_MOST_VALUES = 4

_Values = Mapping[str, object]


def _flag(name: str, values: Sequence[str], mark: str = " ") -> str:
    """Return an option of the command line with names after it, as a terminal takes them."""
    given = ('"' + one.replace('"', '""') + '"' if set(one) & set(',"') else one for one in values)
    return f"{name}{mark}{shlex.quote(','.join(given))}"


def _option(
    label: str, said: Answers, flag: str, values: _Values | None = None, **more: Any
) -> Option:
    """Return an answer: its words, and what is said by it."""
    return Option(Message(label, values or {}), replace(said, **more), flag)


def _pair(names: Sequence[str], said: Answers, option: str, **more: Any) -> Option:
    """Return two names as an answer."""
    values = {"actual": names[0], "predicted": names[1]}
    return _option(N_("{actual} and {predicted}"), said, _flag(option, names), values, **more)


def which_sheet(sheets: Sequence[str], said: Answers) -> Question:
    """Ask which of several sheets with a table holds the ratings; none is a proposal.

    Parameters
    ----------
    sheets : sequence of str
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    return Question(
        "sheet",
        Message(N_("{n} sheets hold a table. Which has the ratings?"), {"n": len(sheets)}),
        tuple(
            _option(
                N_("The sheet {sheet}"),
                said,
                _flag("--sheet", (sheet,)),
                {"sheet": shown(sheet)},
                sheet=sheet,
            )
            for sheet in sheets
        ),
        proposed=False,
    )


def are_they_items(rows: Sequence[LeftOut], said: Answers) -> Question:
    """Ask whether rows are items, or totals.

    Parameters
    ----------
    rows : sequence of LeftOut
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    if all(one.reason == Message(HIDDEN) for one in rows):
        first = [str(one.row) for one in rows[:_MOST_ROWS]]
        more = ["…"] if len(rows) > _MOST_ROWS else []
        message = Message(
            N_("The sheet hides {n} rows ({rows}): are they to be left out?"),
            {"n": len(rows), "rows": ", ".join(first + more)},
        )
        out, item = N_("Leave them out"), N_("Count them")
    else:
        named = ", ".join(f"{one.row} {shown(one.text)}" for one in rows)
        message = Message(N_("Is this an item, or a total? Row {rows}."), {"rows": named})
        out, item = N_("No item: leave it out"), N_("It is an item")
    numbers = tuple(one.row for one in rows)
    flag = f"--keep-rows {','.join(map(str, numbers))}"
    kept = _option(item, said, flag, kept_rows=(*said.kept_rows, *numbers))
    return Question("rows", message, (_option(out, said, "--leave-out", left_out=True), kept))


def is_it_counts(found: CountsTable, said: Answers) -> Question:
    """Ask whether a square of whole numbers is a table of counts.

    Parameters
    ----------
    found : CountsTable
        What it would be as a table of counts.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    return Question(
        "shape",
        Message(
            N_(
                "These are {size} rows and {size} columns of whole numbers: a table of counts, "
                "or {size} items and as many raters?"
            ),
            {"size": len(found.labels)},
        ),
        (
            _option(N_("A table of counts"), said, "--shape counts", shape=COUNTS),
            _option(N_("One item per row"), said, "--shape pairs", shape=PAIRS),
        ),
    )


def is_a_row_a_rating(rows: RowColumns, pairs: Sequence[Option], said: Answers) -> Question:
    """Ask about a table that may have one rating per row, though no name says so.

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
    Question
    """
    values = {"item": " + ".join(rows.items), "rater": rows.rater, "rating": rows.rating}
    message = N_(
        "Does each row hold one rating, with its item in {item} and its rater in {rater}? Or two "
        "ratings?"
    )
    yes = _option(N_("One rating per row, by {rater}"), said, "--shape long", values, shape=LONG)
    return Question("shape", Message(message, values), (yes, *pairs[:2]))


def are_rows_raters(n: int, said: Answers) -> Question:
    """Ask about a table whose names say that its rows are raters, and its columns items.

    Parameters
    ----------
    n : int
        How many rows it has.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = N_("The {n} rows look like raters, and the columns like items. Are they?")
    no = _option(N_("No, a row is an item"), said, "--items-in-rows", transposed=False)
    return Question("transposed", Message(message, {"n": n}), (rows_are_raters(said), no))


def rows_are_raters(said: Answers) -> Option:
    """Return the answer that rows are raters, which is offered beside others, too.

    Parameters
    ----------
    said : Answers
        What a person said so far.

    Returns
    -------
    Option
    """
    label = N_("A row is a rater, and a column an item")
    return _option(label, said, "--items-in-columns", transposed=True)


def which_columns(
    pairs: Sequence[Pair], many: Sequence[str], names: Sequence[str], said: Answers
) -> Question:
    """Ask which columns are the ratings, two of them or all, and offer the likeliest.

    Parameters
    ----------
    pairs : sequence of Pair
        The likeliest first.
    many : sequence of str
        Three columns or more that may be raters; none where there are none.
    names : sequence of str
        The names of all columns.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    two = pairs_of_columns(pairs, names, said)
    if not many:
        message = N_("Which two columns are the ratings? There are: {columns}.")
        return Question("columns", Message(message, {"columns": listed(names)}), two)
    values = {"n": len(many), "columns": listed(many)}
    flag = _flag("--raters", many)
    together = {"columns": tuple(many), "shape": PAIRS}
    all_ = _option(N_("All {n} together"), said, flag, values, **together)
    message = N_("Which columns are the ratings: two of these, or all {n}? {columns}.")
    # Raters who are numbered belong together; of others, only a person knows.
    numbered = all(itertools.starmap(are_twins, itertools.pairwise(many)))
    options = (all_, *two) if numbered else (*two, all_)
    return Question("columns", Message(message, values), options, proposed=numbered)


def pairs_of_columns(
    pairs: Sequence[Pair], names: Sequence[str], said: Answers
) -> tuple[Option, ...]:
    """Return the pairs of columns that are offered.

    Parameters
    ----------
    pairs : sequence of Pair
        The likeliest first.
    names : sequence of str
        The names of all columns.
    said : Answers
        What a person said so far.

    Returns
    -------
    tuple of Option
    """
    able = [pair for pair in pairs if pair.score > 0] or pairs
    offered = [first_of_twins(pair.names) for pair in able[:_MOST_OFFERED]] or [names[:2]]
    return tuple(
        _pair(pair, said, "--columns", columns=tuple(pair), shape=PAIRS) for pair in offered
    )


def which_of_two_files(
    names: Sequence[str], able: Sequence[Sequence[str]], said: Answers
) -> Question:
    """Ask for one column of each of two files.

    Parameters
    ----------
    names : sequence of str
        The names of the files.
    able : sequence of sequence of str
        The columns of each file that may be the ratings.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    pairs = sorted(itertools.product(*able), key=lambda pair: pair[0] != pair[1])
    named = [", ".join(map(shown, each[:MOST_NAMED])) for each in able]
    return Question(
        "columns",
        Message(
            N_("Which columns are the ratings? {first} has {one}, {second} has {other}."),
            {"first": names[0], "second": names[1], "one": named[0], "other": named[1]},
        ),
        tuple(_pair(pair, said, "--columns", columns=pair) for pair in pairs[:_MOST_OFFERED]),
    )


def are_they_on_one_scale(
    actual: Profile, predicted: Profile, said: Answers, *, beyond: Sequence[str] = ()
) -> Question:
    """Ask whether two columns that share no value are ratings on one scale.

    Parameters
    ----------
    actual, predicted : Profile
        What the columns hold.
    said : Answers
        What a person said so far.
    beyond : sequence of str
        Values of one that are no category of the other, where these are known.

    Returns
    -------
    Question
    """
    chosen = (actual.name, predicted.name)
    message = N_(
        "{actual} and {predicted} share no value: {one} here, {other} there. Are they ratings on "
        "one scale?"
    )
    if beyond:
        message = N_(
            "{actual} and {predicted} do not have the same categories: only one has {values}. Are "
            "they ratings on one scale?"
        )
    values = {
        "actual": shown(actual.name),
        "predicted": shown(predicted.name),
        "one": ", ".join(map(shown, sorted(actual.counts)[:_MOST_VALUES])),
        "other": ", ".join(map(shown, sorted(predicted.counts)[:_MOST_VALUES])),
        "values": ", ".join(map(shown, beyond[:_MOST_VALUES])),
    }
    flag = _flag("--columns", chosen)
    yes = _option(N_("Yes, these are the two ratings"), said, flag, columns=chosen)
    return Question("columns", Message(message, values), (yes,), proposed=not beyond)


def which_raters(rows: RowColumns, said: Answers) -> Question:
    """Where a row is a rating, ask whose are compared: those of two raters, or of all.

    Parameters
    ----------
    rows : RowColumns
        Its columns, and who rated.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    values = {"n": len(rows.raters), "rater": rows.rater}
    pairs = itertools.islice(itertools.combinations(rows.raters, 2), _MOST_OFFERED)
    all_ = {"raters": (), "shape": LONG}
    return Question(
        "raters",
        Message(N_("{n} raters are in {rater}. All of them together, or two?"), values),
        (
            _option(N_("All {n} together"), said, "--raters all", values, **all_),
            *(_pair(pair, said, "--raters", raters=pair, shape=LONG) for pair in pairs),
        ),
    )


def were_they_ratings(
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
    message = N_(
        "{date} in {column} is a date. Spreadsheets make dates of ratings such as {rating}. Was it "
        "{rating}?"
    )
    label = N_("Yes, read each date as two numbers, the lower first")
    yes = _option(label, said, "--dates-are-ranges", values, dates=True)
    instead = pairs_of_columns(others, names, said)[:1] if others else ()
    return Question("dates", Message(message, values), (yes, *instead))


def what_counts(column: str, said: Answers, *, once: bool) -> Question:
    """Ask whether a column counts how many items a row stands for.

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
    Question
    """
    flag = _flag("--counts", (column,))
    yes = _option(N_("Yes, each row stands for so many items"), said, flag, count=column)
    no = _option(N_("No, a row is one item"), said, "--counts none", count="")
    weight = _option(
        N_("It is a survey weight: some items count more"),
        said,
        _flag("--weights", (column,)),
        weight=column,
    )
    message = N_("Does {column} count how many items a row stands for?")
    options = (yes, no, weight) if once else (no, yes, weight)
    return Question("count", Message(message, {"column": shown(column)}), options)


def what_fractions_are(predicted: Profile, said: Answers) -> Question:
    """Ask what becomes of predictions that are fractions.

    Parameters
    ----------
    predicted : Profile
        What the column of predictions holds.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = N_(
        "{column} holds fractions ({n} different values). Are they scores, to be rounded or cut "
        "into categories at cut-points?"
    )
    whole = N_("Round them to whole categories, halves up")
    own = N_("They are categories of their own")
    return Question(
        "fractions",
        Message(message, {"column": shown(predicted.name), "n": len(predicted.counts)}),
        (
            _option(whole, said, "--round", predicted_as="round"),
            _option(own, said, "--keep-fractions", predicted_as="keep"),
        ),
    )


def which_id(
    names: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]], said: Answers
) -> Question:
    """Ask which column identifies the item in both files, and offer those that share values.

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
    Question
    """
    one, other = (", ".join(map(shown, each[:MOST_NAMED])) for each in names)
    message = N_("Which column identifies the item? The first file has {one}, the second {other}.")
    return Question(
        "id",
        Message(message, {"one": one, "other": other}),
        tuple(
            _option(
                N_("{one} in the first, {other} in the second"),
                said,
                _flag("--id", (a,) if a == b else (a, b)),
                {"one": a, "other": b},
                id=(a, b),
            )
            for a, b in pairs[:_MOST_OFFERED]
        ),
    )


def which_is_kept(message: Message, said: Answers) -> Question:
    """Ask what becomes of items that come more than once.

    Parameters
    ----------
    message : Message
        What is known.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    drop = _option(N_("Leave these items out"), said, "--duplicates drop", duplicates="drop")
    first = _option(N_("Take the first of each"), said, "--duplicates first", duplicates="first")
    return Question("duplicates", message, (drop, first))


def which_rating_is_kept(twice: Twice, said: Answers) -> Question:
    """Ask about items that a rater rated twice, differently.

    Parameters
    ----------
    twice : Twice
        The first of them, and how many there are.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = N_(
        "Ratings of one item by one rater that differ: {n}. The first: {rater} rated {item} as "
        "{before}, and in row {row} as {label}."
    )
    values = {
        "n": twice.n,
        "row": twice.row,
        "rater": shown(twice.rater),
        "item": shown(twice.item),
        "before": shown(twice.before),
        "label": shown(twice.after),
    }
    return which_is_kept(Message(message, values), said)


def are_they_left_out(message: Message, said: Answers) -> Question:
    """Ask what becomes of items in one of two files alone.

    Parameters
    ----------
    message : Message
        What is known.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    out = _option(N_("Leave these items out"), said, "--one-sided drop", one_sided=True)
    return Question("one-sided", message, (out,))


def are_they_missing(
    codes: Sequence[str], totals: Mapping[str, int | float], said: Answers, *, far: bool = False
) -> Question:
    """Ask about labels that look like codes for a missing rating, or lie far from all others.

    Parameters
    ----------
    codes : sequence of str
        The labels.
    totals : mapping of str to number
        How often each label occurs.
    said : Answers
        What a person said so far.
    far : bool
        Whether they are numbers far from all others.

    Returns
    -------
    Question
    """
    message = N_("Do these stand for a missing rating? {codes}.")
    yes, no = N_("Yes, {codes} means missing"), N_("No, they are ratings")
    if far:
        message = N_("{codes} lies far from all others. Is it a rating?")
        yes, no = N_("No: count {codes} as missing"), N_("Yes, it is a rating")
    missing = tuple(dict.fromkeys([*(said.missing or ()), *codes]))
    rated = tuple(dict.fromkeys([*said.rated, *codes]))
    values = {"codes": ",".join(codes)}
    named = ", ".join(f"{code} ({totals[code]})" for code in codes)
    return Question(
        "missing",
        Message(message, {"codes": named}),
        (
            _option(yes, said, _told(missing, said.rated), values, missing=missing),
            _option(no, said, _told(said.missing or (), rated), rated=rated),
        ),
    )


def _told(missing: Sequence[str], rated: Sequence[str]) -> str:
    given = (("--missing", missing), ("--not-missing", rated))
    return " ".join(_flag(flag, labels, "=") for flag, labels in given if labels)


def which_order(
    order: Order, orders: Sequence[Sequence[str]], alike: Sequence[tuple[str, str]], said: Answers
) -> Question:
    """Ask in which order the categories stand, and which labels are one, or none.

    Parameters
    ----------
    order : Order
        What is proposed.
    orders : sequence of sequence of str
        The orders that the file declares, where they differ.
    alike : sequence of (str, str)
        Labels that may be one: the rarer, and what it is like.
    said : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = order.reason
    # Without a reason for an order there is nothing to take, but labels to be put in order.
    scales = [order.categories] if order.ordered or order.others else []
    scales += order.others
    if len(orders) > 1:
        scales = [order.categories, tuple(orders[1])]
        message = Message(
            N_("The two columns declare different orders: {one}, and {other}. Which is right?"),
            {"one": shown_categories(orders[0]), "other": shown_categories(orders[1])},
        )
    if alike:
        pairs = ", ".join(f"{shown(rarer)} = {shown(other)}" for rarer, other in alike)
        message = Message(
            N_("{about} These may be one label, spelled in two ways: {pairs}."),
            {"about": message, "pairs": pairs},
        )
    ordered = (
        _option(
            N_("{categories}, from lowest to highest"),
            said,
            f"--categories {shlex.quote(format_categories(one))}",
            {"categories": " < ".join(map(str, one))},
            categories=one,
        )
        for one in scales
    )
    same = (
        _option(
            N_("{rarer} is {other}, spelled otherwise"),
            said,
            f"--same {shlex.quote(f'{rarer}={other}')}",
            {"rarer": shown(rarer), "other": shown(other)},
            same=(*said.same, (rarer, other)),
        )
        for rarer, other in alike
    )
    return Question(
        "order",
        message,
        (*ordered, *same),
        proposed=(order.ordered or len(orders) > 1) and not alike,
        labels=order.categories,
        alike=tuple(alike),
    )
