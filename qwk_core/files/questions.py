"""The questions that a file may raise: each function says what is asked, and what may be answered.

The first answer is the proposal. The page and the command ask the same. A new question is a
function here, its words in `questions.toml`, and a field of `Answers`.

>>> question = are_they_missing(["9"], {"9": 2}, Answers())
>>> question.key, str(question.message), str(question.options[0].label)
('missing', 'Do these stand for a missing rating? 9 (2).', 'Yes, count as missing: 9')
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from qwk_core.errors import shown, shown_categories
from qwk_core.files.answers import COUNTS, LONG, PAIRS, Answers, Option, Question
from qwk_core.files.counts_table import CountsTable
from qwk_core.files.dates import range_of_date
from qwk_core.files.formats.common import listed
from qwk_core.files.grid import Row
from qwk_core.files.labelled import Tidied
from qwk_core.files.labels import is_number, label_of, number_label
from qwk_core.files.layouts import ALL_SHEETS, Layout
from qwk_core.files.names import RATES, are_ends, are_twins, first_of_twins, says
from qwk_core.files.no_items import AGAIN, HIDDEN, OTHER_TABLE, LeftOut, is_summary
from qwk_core.files.places import Order
from qwk_core.files.profiles import Pair, Profile, are_near
from qwk_core.files.rows import RowColumns
from qwk_core.files.usual_scales import folded
from qwk_core.messages import Message
from qwk_core.ratings import Category

_TEXTS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_MOST_OFFERED = 3  # pairs of columns, or of raters
_LEAST = -4.0  # the score of a pair that shares no value, though no name speaks against it
_MOST_ROWS = 6
_MOST_VALUES = 4
_FEWEST_STEPS = 4  # of a scale that another one may have twice
_EVENLY = 0.4  # of the share of a step, where all come equally often
_OFTEN = 0.15  # of the ratings
_MOST_CATEGORIES = 100  # of a scale that predictions widen


def _say(key: str, text: str, /, **values: object) -> Message:
    """Return a text of a question with what fills its fields."""
    return Message(_TEXTS[key]["text"][text], values)


def _name(column: str) -> Message:
    """Return a name of the file's own, which no language changes."""
    return Message("{column}", {"column": column})


def _option(label: Message, answers: Answers, **changes: Any) -> Option:
    """Return an answer: its words, and what it changes."""
    return Option(label, replace(answers, **changes))


def _pair(names: Sequence[str], answers: Answers, **changes: Any) -> Option:
    """Return two names as an answer."""
    label = _say("columns", "pair", actual=names[0], predicted=names[1])
    return _option(label, answers, **changes)


def which_sheet(layout: Layout, answers: Answers) -> Question:
    """Ask which of several sheets with a table holds the ratings; none is a proposal.

    Parameters
    ----------
    layout : Layout
        Names the sheets.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    n = len(layout.tables)
    options = [
        _option(_say("sheet", "one", sheet=shown(one)), answers, sheet=one) for one in layout.tables
    ]
    if ALL_SHEETS in layout.sheets:
        options.append(_option(_say("sheet", "all", n=n), answers, sheet=ALL_SHEETS))
    return Question("sheet", _say("sheet", "asked", n=n), tuple(options), proposed=False)


def are_they_names(row: Row, answers: Answers) -> Question:
    """Ask whether the first row names the columns, where its letters may be ratings, too.

    Parameters
    ----------
    row : Row
        The first of the table.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = _say("header", "asked", cells=listed(row.cells))
    names = _option(_say("header", "names"), answers, header_row=row.number)
    item = _option(_say("header", "item"), answers, header_row=0)
    return Question("header", message, (names, item), proposed=False)


def are_they_items(rows: Sequence[LeftOut], answers: Answers) -> Question:
    """Ask whether rows are items, or totals.

    Parameters
    ----------
    rows : sequence of LeftOut
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    first = [f"{one.row} {shown(one.text)}" for one in rows[:_MOST_ROWS]]
    named = ", ".join([*first, *(["…"] if len(rows) > _MOST_ROWS else [])])
    again = any(one.reason == Message(AGAIN) for one in rows)
    hidden = all(one.reason == Message(HIDDEN) for one in rows)
    other = any(one.reason == Message(OTHER_TABLE) for one in rows)
    text, out, item = "asked", "out", "item"
    if hidden or other:
        text, out, item = "hidden", "out-several", "items"
    if other:
        text = "other-table"
    elif again:
        text = "again"
    message = _say("rows", text, n=len(rows), rows=named)
    kept = (*answers.kept_rows, *(one.row for one in rows))
    options = (
        _option(_say("rows", out), answers, left_out=True),
        _option(_say("rows", item), answers, kept_rows=kept),
    )
    return Question("rows", message, options, proposed=not (again or other))


def is_it_counts(found: CountsTable, answers: Answers) -> Question:
    """Ask whether a square of whole numbers is a table of counts: percentages give no kappa.

    Parameters
    ----------
    found : CountsTable
        What it would be as a table of counts.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    counts = _option(_say("shape", "counts"), answers, shape=COUNTS)
    items = _option(_say("shape", "pairs"), answers, shape=PAIRS)
    options = (counts,) if found.certain else (counts, items)
    text = "percentages" if found.percentages else "square"
    message = _say("shape", text, size=len(found.labels))
    return Question("shape", message, options, not (found.percentages or found.unlike))


def is_it_a_total(row: Row, answers: Answers) -> Question:
    """Ask whether a row of a table of counts is a category, or a total.

    Parameters
    ----------
    row : Row
        The last or the first one, which holds the sums of the others or is called as totals are.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    name = shown(next(filter(None, row.cells)))
    message = _say("rows", "total", row=row.number, name=name)
    kept = (*answers.kept_rows, row.number)
    total = _option(_say("rows", "out"), answers, left_out=True)
    category = _option(_say("rows", "category"), answers, kept_rows=kept)
    return Question("rows", message, (total, category), proposed=False)


def is_a_row_a_rating(rows: RowColumns, pairs: Sequence[Option], answers: Answers) -> Question:
    """Ask about a table that may have one rating per row, though no name says so.

    Parameters
    ----------
    rows : RowColumns
        Its columns.
    pairs : sequence of Option
        The pairs of columns that may be meant instead.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = _say("shape", "asked", item=" + ".join(rows.items), rater=rows.rater)
    yes = _option(_say("shape", "long", rater=rows.rater), answers, shape=LONG)
    times = len(rows.raters) > 2 and all(map(is_number, rows.raters))  # weeks, or raters
    return Question("shape", message, (yes, *pairs[:2]), not (rows.again or times))


def which_rating(rows: RowColumns, answers: Answers) -> Question:
    """Where a row is a rating, ask which of several columns holds it.

    Parameters
    ----------
    rows : RowColumns
        Its columns, among them those that may hold the rating.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    message = _say("rating", "asked", columns=listed(rows.ratings))
    options = [
        _option(_name(one), answers, rows=(rows.items, rows.rater, one))
        for one in rows.ratings[:_MOST_OFFERED]
    ]
    return Question("rating", message, tuple(options), proposed=False)


def which_criterion(
    item: Profile, criterion: Profile, rows: RowColumns | None, answers: Answers
) -> Question:
    """Ask which ratings count where an item has some for each criterion, time or model.

    Parameters
    ----------
    item : Profile
        The column of the items.
    criterion : Profile
        The column that tells the ratings of an item apart.
    rows : RowColumns or None
        The columns of a table with one rating per row: two times of a rater may be compared.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    given = [*criterion.counts]
    values = {"item": shown(item.name), "criterion": shown(criterion.name)}
    message = _say("only", "asked", values=listed(given, _MOST_ROWS), **values)
    options = [
        _option(_name(one), answers, only=(criterion.name, one)) for one in given[:_MOST_ROWS]
    ]
    options.append(_option(_say("only", "all", n=len(given)), answers, only=()))
    again = are_twins(*given[:2]) or are_ends(*map(str.casefold, given[:2]))
    if rows is not None and len(given) == 2 and again:
        of_one = ((item.name, rows.rater), criterion.name, rows.rating)
        options.append(_pair(given, answers, only=(), rows=of_one))
    return Question("only", message, tuple(options), proposed=False)


def are_rows_raters(n: int, answers: Answers) -> Question:
    """Ask about a table whose names say that its rows are raters, and its columns items.

    Parameters
    ----------
    n : int
        How many rows it has.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    no = _option(_say("transposed", "no"), answers, transposed=False)
    return Question("transposed", _say("transposed", "asked", n=n), (rows_are_raters(answers), no))


def rows_are_raters(answers: Answers) -> Option:
    """Return the answer that rows are raters, which is offered beside others, too.

    Parameters
    ----------
    answers : Answers
        What a person said so far.

    Returns
    -------
    Option
    """
    return _option(_say("transposed", "yes"), answers, transposed=True)


def which_columns(
    pairs: Sequence[Pair], many: Sequence[str], names: Sequence[str], answers: Answers
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
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    inside = [pair for pair in pairs if set(pair.names) <= set(many)]
    two = pairs_of_columns(inside or pairs, answers)
    if not many:
        # Of names alone, several may say that a column has ratings: values tell it.
        likely = [one for one in pairs[:1] if one.score > 0 and one.reason.values]
        as_good = [one for one in pairs[1:] if likely and one.score >= likely[0].score]
        other = [name for one in likely for name in one.names if _is_beside(name)]
        clear = any(not (one.items or one.doubtful) for one in likely)
        proposed = clear and not (as_good or other)
        message = _say("columns", "two" if two else "none", columns=listed(names))
        return Question("columns", message, two, proposed)
    all_ = _say("columns", "all", n=len(many))
    together = _option(all_, answers, columns=tuple(many), shape=PAIRS)
    message = _say("columns", "several", n=len(many), columns=listed(many))
    # Raters who are numbered belong together; of others, only a person knows.
    numbered = all(itertools.starmap(are_twins, itertools.pairwise(many)))
    if numbered:
        return Question("columns", message, (together, *two))
    settled = [one for one in many if says(one, "settled")]  # no rating of a rater
    raters = tuple(one for one in many if one not in settled)
    if settled and len(raters) > 2:
        but = _say("columns", "but", n=len(raters), columns=listed(settled))
        two = (*two, _option(but, answers, columns=raters, shape=PAIRS))
    return Question("columns", message, (*two, together), proposed=False)


def _is_beside(name: str) -> bool:
    """Tell whether a column is called as one beside the ratings, such as the essay or its page."""
    return says(name, "id", "group", "other") and not says(name, *RATES)


def are_they_votes(
    columns: Sequence[str], pairs: Sequence[Pair], names: Sequence[str], answers: Answers
) -> Question:
    """Say that columns seem to count how many raters gave each category; ask for ratings.

    Parameters
    ----------
    columns : sequence of str
        Two or more.
    pairs, names, answers
        As `which_columns` takes them.

    Returns
    -------
    Question
        Of which no answer is proposed.
    """
    found = which_columns(pairs, columns if len(columns) > 2 else (), names, answers)
    message = _say("columns", "votes", columns=listed(columns))
    return replace(found, message=message, proposed=False)


def pairs_of_columns(pairs: Sequence[Pair], answers: Answers) -> tuple[Option, ...]:
    """Return the pairs of columns that are offered.

    Parameters
    ----------
    pairs : sequence of Pair
        The likeliest first.
    answers : Answers
        What a person said so far.

    Returns
    -------
    tuple of Option
        None where no column looks like ratings.
    """
    able = [pair for pair in pairs if pair.score > 0]
    able = able or [pair for pair in pairs if pair.score >= _LEAST]
    offered = [first_of_twins(pair.names) for pair in able[:_MOST_OFFERED]]
    return tuple(_pair(pair, answers, columns=tuple(pair), shape=PAIRS) for pair in offered)


def which_of_two_files(
    names: Sequence[str], able: Sequence[Sequence[str]], answers: Answers
) -> Question:
    """Ask for one column of each of two files.

    Parameters
    ----------
    names : sequence of str
        The names of the files.
    able : sequence of sequence of str
        The columns of each file that may be the ratings.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    pairs = sorted(itertools.product(*able), key=lambda pair: pair[0] != pair[1])
    one, other = (listed(each) for each in able)
    first, second = names
    message = _say("columns", "of-two-files", first=first, second=second, one=one, other=other)
    options = (_pair(pair, answers, columns=pair) for pair in pairs[:_MOST_OFFERED])
    # Of two criteria, or of a model and the truth beside it, nothing says which is meant.
    n_alike = sum(first == second for first, second in pairs)
    truth = n_alike == 1 and any(says(name, "actual") for name, other in pairs if name != other)
    return Question("columns", message, tuple(options), proposed=n_alike < 2 and not truth)


def are_they_on_one_scale(
    actual: Profile, predicted: Profile, known: Mapping[str, Sequence[str]], answers: Answers
) -> list[Question]:
    """Ask about two columns that their names call ratings, if they use different scales.

    Parameters
    ----------
    actual, predicted : Profile
        What the columns hold.
    known : mapping of str to sequence of str
        The whole scale of a column that is made of one for each category, by its name.
    answers : Answers
        What a person said so far.

    Returns
    -------
    list of Question
        One; none where they share a value, or are numbers of about the same size.
    """
    one, other = actual.caseless, predicted.caseless
    scales = (
        (known[column.name], met.counts)
        for column, met in ((actual, predicted), (predicted, actual))
        if column.name in known
    )
    beyond = [
        label
        for scale, met in scales
        for label in sorted(met.keys() - {*map(label_of, scale)})
        if " or " not in label
    ]
    if not beyond and _has_other_steps(actual, predicted):
        beyond = sorted(actual.counts.keys() ^ predicted.counts.keys(), key=float)
    if not beyond and (one & other or not (one and other) or are_near(actual, predicted)):
        return []
    message = _say(
        "columns",
        "other-categories" if beyond else "no-shared-value",
        actual=shown(actual.name),
        predicted=shown(predicted.name),
        one=listed(sorted(actual.counts), _MOST_VALUES),
        other=listed(sorted(predicted.counts), _MOST_VALUES),
        values=listed(beyond, _MOST_VALUES),
    )
    chosen = (actual.name, predicted.name)
    yes = _option(_say("columns", "yes"), answers, columns=chosen)
    return [Question("columns", message, (yes,), proposed=not beyond)]


def _has_other_steps(one: Profile, other: Profile) -> bool:
    """Tell whether one of two columns has twice the numbers of the other, or some times as many.

    Or one goes about twice as far, and neither rater is one who seldom uses an end: 1–5 and 1–10.
    """
    if not (one.kind == other.kind == "whole"):
        return False
    low, high = sorted((one, other), key=lambda each: each.numbers[-1])
    twice = 0 <= 2 * low.numbers[-1] - high.numbers[-1] <= 1
    if (
        twice
        and len(low.numbers) >= _FEWEST_STEPS
        and _is_used_evenly(low)
        and _is_used_evenly(high)
    ):
        return True
    step = math.gcd(*map(int, high.numbers))
    ends = low.numbers[-1] - low.numbers[0], high.numbers[-1] / max(step, 1)
    return step > 1 and len(high.numbers) > 2 and ends[0] > 1 and ends[1] == low.numbers[-1]


def _is_used_evenly(column: Profile) -> bool:
    """Tell whether almost all whole numbers between the ends come, and the ends often."""
    first, last = column.numbers[0], column.numbers[-1]
    often = _EVENLY * column.n / len(column.counts)
    ends = min(column.counts[number_label(first)], column.counts[number_label(last)])
    return len(column.counts) >= last - first and ends >= often


def which_raters(rows: RowColumns, answers: Answers) -> Question:
    """Where a row is a rating, ask whose are compared: those of two raters, or of all.

    Parameters
    ----------
    rows : RowColumns
        Its columns, and who rated.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    people = all(one.isalpha() and one.istitle() for one in rows.raters)
    single = tuple(
        one for one in rows.raters if not is_summary(one) or (people and folded(one) == "max")
    )
    pairs = itertools.islice(itertools.combinations(single, 2), _MOST_OFFERED)
    message = _say("raters", "asked", n=len(rows.raters), rater=rows.rater)
    all_ = _option(_say("raters", "all", n=len(rows.raters)), answers, raters=(), shape=LONG)
    two = [_pair(pair, answers, raters=pair, shape=LONG) for pair in pairs]
    options = [all_, *two] if len(single) == len(rows.raters) else [*two, all_]
    if 2 < len(single) < len(rows.raters):  # Ann, Bob, Cy, Average
        those = _say("raters", "all", n=len(single))
        options.insert(0, _option(those, answers, raters=single, shape=LONG))
    return Question("raters", message, tuple(options))


def were_they_ratings(
    dated: Sequence[Profile], pairs: Sequence[Pair], answers: Answers
) -> Question:
    """Ask whether dates were ratings such as 1-2 before a spreadsheet changed them.

    Parameters
    ----------
    dated : sequence of Profile
        The columns with such dates, one at least.
    pairs : sequence of Pair
        Columns that may be the ratings instead.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    gone = {one.name for one in dated}
    others = [pair for pair in pairs if pair.score > 0 and not gone & set(pair.names)]
    date, column = dated[0].dates[0], shown(dated[0].name)
    rating = range_of_date(date.strip())
    message = _say("dates", "asked", date=shown(date), rating=rating, column=column)
    instead = pairs_of_columns(others, answers)[:1]
    options = (_option(_say("dates", "yes"), answers, dates=True), *instead)
    return Question("dates", message, options)


def what_counts(column: Profile, answers: Answers, *, once: bool) -> Question:
    """Ask whether a column counts how many items a row stands for.

    Parameters
    ----------
    column : Profile
        What it holds. Of fractions no answer is proposed: they may be weights.
    answers : Answers
        What a person said so far.
    once : bool
        Whether no two rows are alike without it, so that it may count them.

    Returns
    -------
    Question
    """
    yes = _option(_say("count", "yes"), answers, count=column.name)
    no = _option(_say("count", "no"), answers, count="")
    weight = _option(_say("count", "weight"), answers, weight=column.name)
    options = (yes, no, weight) if once else (no, yes, weight)
    asked = _say("count", "asked", column=shown(column.name))
    return Question("count", asked, options, proposed=column.kind == "whole")


def what_fractions_are(actual: Profile, predicted: Profile, answers: Answers) -> Question:
    """Ask what becomes of predictions that are fractions.

    Parameters
    ----------
    actual, predicted : Profile
        What the columns hold. Where both have fractions, these are likelier categories than scores.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    n = len(predicted.counts)
    message = _say("fractions", "asked", column=shown(predicted.name), n=n)
    round_ = _option(_say("fractions", "round"), answers, predicted_as="round")
    keep = _option(_say("fractions", "keep"), answers, predicted_as="keep")
    options = (keep, round_) if actual.kind == "fraction" else (round_, keep)
    return Question("fractions", message, options)


def which_id(
    names: Sequence[Sequence[str]],
    pairs: Sequence[tuple[str, str]],
    together: Sequence[str] | None,
    answers: Answers,
) -> Question:
    """Ask which column identifies the item in both files, and offer those that share values.

    Parameters
    ----------
    names : sequence of sequence of str
        The names of the columns of each file.
    pairs : sequence of (str, str)
        Columns that share values.
    together : sequence of str, length 2, or None
        Columns of which no one identifies the item alone.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    one, other = (listed(each) for each in names)
    options = (
        _option(_say("id", "pair", one=pair[0], other=pair[1]), answers, id=pair)
        for pair in pairs[:_MOST_OFFERED]
    )
    message = _say("id", "asked", one=one, other=other)
    if together is not None:
        message = _say("id", "together", one=shown(together[0]), other=shown(together[1]))
    return Question("id", message, tuple(options))


def where_does_it_end(
    scale: Sequence[Category], beyond: Mapping[int, int | float], answers: Answers
) -> Question:
    """Ask whether a scale ends where the actual ratings do, as predictions lie beyond.

    Parameters
    ----------
    scale : sequence of int or str
        From lowest to highest, whole numbers at both ends.
    beyond : mapping of int to number
        The predictions beyond its ends, and how many there are.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    numbers = sorted(one for one in scale if isinstance(one, int))
    low, high = (end([*beyond, *numbers]) for end in (min, max))
    scales = [tuple(scale)]
    if len(scale) == numbers[-1] - numbers[0] + 1 and high - low < _MOST_CATEGORIES:
        scales.append(tuple(range(low, high + 1)))
    message = _say(
        "scale",
        "asked" if len(beyond) > 1 else "asked-one",
        low=numbers[0],
        high=numbers[-1],
        n=sum(beyond.values()),
        least=min(beyond),
        most=max(beyond),
    )
    options = (
        _option(
            _say("order", "scale", categories=" < ".join(map(str, one))), answers, categories=one
        )
        for one in scales
    )
    return Question("scale", message, tuple(options))


def which_is_kept(message: Message, answers: Answers) -> Question:
    """Ask what becomes of items that come more than once.

    Parameters
    ----------
    message : Message
        What is known.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    drop = _option(_say("duplicates", "drop"), answers, duplicates="drop")
    first = _option(_say("duplicates", "first"), answers, duplicates="first")
    return Question("duplicates", message, (drop, first))


def which_rating_is_kept(tidied: Tidied, answers: Answers, *, few: bool) -> Question:
    """Ask about items that a rater rated twice, differently.

    Parameters
    ----------
    tidied : Tidied
        The first of them, and how many there are.
    answers : Answers
        What a person said so far.
    few : bool
        Whether they are so few that they may be slips.

    Returns
    -------
    Question
    """
    message = _say("duplicates", "asked", n=tidied.n_twice, **tidied.twice)
    return replace(which_is_kept(message, answers), proposed=few)


def are_they_left_out(message: Message, answers: Answers) -> Question:
    """Ask what becomes of items in one of two files alone.

    Parameters
    ----------
    message : Message
        What is known.
    answers : Answers
        What a person said so far.

    Returns
    -------
    Question
    """
    out = _option(_say("one-sided", "out"), answers, one_sided=True)
    return Question("one-sided", message, (out,))


def are_they_missing(
    codes: Sequence[str], totals: Mapping[str, int | float], answers: Answers, *, far: bool = False
) -> Question:
    """Ask about labels that look like codes for a missing rating, or lie far from all others.

    Parameters
    ----------
    codes : sequence of str
        The labels.
    totals : mapping of str to number
        How often each label occurs.
    answers : Answers
        What a person said so far.
    far : bool
        Whether they are numbers far from all others.

    Returns
    -------
    Question
    """
    asked, yes, no = ("far", "far-yes", "far-no") if far else ("asked", "yes", "no")
    missing = tuple(dict.fromkeys([*(answers.missing or ()), *codes]))
    rated = tuple(dict.fromkeys([*answers.rated, *codes]))
    named = ", ".join(f"{code} ({totals[code]})" for code in codes)
    options = (
        _option(_say("missing", yes, codes=", ".join(codes)), answers, missing=missing),
        _option(_say("missing", no), answers, rated=rated),
    )
    # What comes often may be a step: a word between low and high, or the highest of a few numbers.
    one_kind = len({*map(is_number, totals)}) == 1
    often = sum(totals[one] for one in codes) >= _OFTEN * sum(totals.values())
    message = _say("missing", asked, codes=named)
    unsure = (one_kind and often) or "0" in codes  # which most scales have
    return Question("missing", message, options, proposed=not unsure)


def which_order(
    order: Order,
    orders: Sequence[Sequence[str]],
    alike: Sequence[tuple[str, str]],
    answers: Answers,
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
    answers : Answers
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
        one, other = map(shown_categories, orders[:2])
        message = _say("order", "two-orders", one=one, other=other)
    if alike:
        pairs = ", ".join(f"{shown(rarer)} = {shown(other)}" for rarer, other in alike)
        message = _say("order", "alike", about=message, pairs=pairs)
    options = [
        _option(
            _say("order", "scale", categories=" < ".join(map(str, one))), answers, categories=one
        )
        for one in dict.fromkeys(scales)
    ]
    for rarer, other in alike:
        same = _say("order", "same", rarer=shown(rarer), other=shown(other))
        options.append(_option(same, answers, same=(*answers.same, (rarer, other))))
    words = [one for one in map(str, order.categories) if not is_number(one)]
    if len(words) == 1 < len(order.categories) - 1 and not order.ordered:  # 1, 2, 3, gone
        missing = (*(answers.missing or ()), *words)
        options.append(_option(_say("missing", "yes", codes=words[0]), answers, missing=missing))
    return Question(
        "order",
        message,
        tuple(options),
        proposed=(order.ordered or len(orders) > 1) and not alike,
        labels=order.categories,
        alike=tuple(alike),
    )
