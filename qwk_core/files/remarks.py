"""What is said of a file beside its ratings: where its names are, which rows belong together."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from qwk_core.errors import shown
from qwk_core.files.answers import Answers
from qwk_core.files.formats.common import listed
from qwk_core.files.header import Table
from qwk_core.files.names import says
from qwk_core.files.profiles import Profile
from qwk_core.messages import N_, Message
from qwk_core.statistics.rating_table import Dependence, Doubt

_STEPS = 3  # of a scale, at least
_TIMES = 2  # as high is another scale
_MANY_NAMED = 10  # names of items; fewer may be a rating, as the subject of a lesson


def about_hidden(columns: Sequence[str]) -> list[Message]:
    """Say which columns a sheet hides.

    Parameters
    ----------
    columns : sequence of str
        Their names.

    Returns
    -------
    list of Message
        One, or none where none is hidden.
    """
    text = N_("Columns that the sheet hides were left aside: {columns}.")
    return [Message(text, {"columns": listed(columns)})] if columns else []


def about_spellings(kept: Iterable[str]) -> list[Message]:
    """Say what was spelled in several ways.

    Parameters
    ----------
    kept : iterable of str
        The spellings that were kept.

    Returns
    -------
    list of Message
        One, or none.
    """
    names = [*dict.fromkeys(kept)]
    return (
        [Message(N_("Spelled in one way: {labels}."), {"labels": listed(names)})] if names else []
    )


def about_unused(columns: Iterable[Profile], answers: Answers) -> list[Message]:
    """Say which columns have the values of two that were taken, and count for nothing.

    Parameters
    ----------
    columns : iterable of Profile
    answers : Answers
        It may name some of them.

    Returns
    -------
    list of Message
        One, or none.
    """
    used = (answers.count, answers.group, answers.cluster, answers.weight)
    names = [one.name for one in columns if one.name not in used]
    text = N_("Columns with the same values that are not used: {columns}.")
    return [Message(text, {"columns": listed(names)})] if names else []


def about_names(table: Table) -> list[Message]:
    """Say where the names of the columns were found, unless they are simply in the first row.

    Parameters
    ----------
    table : Table

    Returns
    -------
    list of Message
        One, or none.
    """
    if not table.names:
        return [Message(N_("No row has names of columns: the first row is an item."))]
    first, last = table.names[0].number, table.names[-1].number
    values = {"row": first, "next": last, "n": len(table.titles)}
    if len(table.names) > 1:
        return [Message(N_("Names in rows {row} and {next}, joined."), values)]
    if not table.titles:
        return []
    text = N_("Names in row {row}. Rows above it that are no part of the table: {n}.")
    return [Message(text, values)]


def about_dependence(answers: Answers) -> list[Message]:
    """Say that items belong together, or bear survey weights.

    Parameters
    ----------
    answers : Answers
        It may name a column of clusters, and one of weights.

    Returns
    -------
    list of Message
        One for each.
    """
    texts = {
        "cluster": N_("Items with the same {column} belong together."),
        "weight": N_("{column} holds survey weights."),
    }
    return [
        Dependence(texts[role], {"column": shown(column)})
        for role, column in answers.apart.items()
        if role in texts
    ]


def about_repeated(columns: Sequence[Profile], chosen: Sequence[str]) -> list[Message]:
    """Say which column names items more than once, as a patient's eyes: they are dependent.

    Parameters
    ----------
    columns : sequence of Profile
    chosen : sequence of str
        The names of the columns that are ratings.

    Returns
    -------
    list of Message
        One, or none.
    """
    text = N_(
        "Several rows have the same {column}. If they belong together, such as the eyes of one "
        "patient, the interval is likely too narrow: name {column} as their cluster (--cluster)."
    )
    of_few = N_(
        "Some rows have the same {column}. If an item came twice by mistake, leave out one of its "
        "rows. If these rows belong together, such as the eyes of one patient, name {column} as "
        "their cluster (--cluster)."
    )
    most = [one for one in _repeated(columns, chosen) if says(one.name, "id")]
    named = [one for one in columns if says(one.name, "id") and one.name not in chosen]
    some = [one for one in named if _MANY_NAMED <= len(one.counts) < one.n]
    found = [(text, one) for one in most] + [(of_few, one) for one in some]
    return [Doubt(said, {"column": shown(one.name)}) for said, one in found[:1]]


def about_items_alike(columns: Sequence[Profile]) -> list[Message]:
    """Say which of several columns that name the items is the same for most: see `about_repeated`.

    Parameters
    ----------
    columns : sequence of Profile
        Those that name the item together.

    Returns
    -------
    list of Message
        One, or none.
    """
    text = N_(
        "Several items have the same {column}. If they belong together, such as the eyes of one "
        "patient, the interval is likely too narrow: name {column} as their cluster (--cluster)."
    )
    items = {*zip(*(one.labels for one in columns), strict=True)}
    for at, one in enumerate(columns):
        times = Counter(item[at] for item in items)
        shared = sum(n for n in times.values() if n > 1)
        if len(columns) > 1 and len(times) >= _MANY_NAMED and 2 * shared > len(items):
            return [Doubt(text, {"column": shown(one.name)})]
    return []


def _repeated(columns: Sequence[Profile], chosen: Sequence[str]) -> list[Profile]:
    """Return the columns that have most of many names more than once."""
    return [
        one
        for one in columns
        if len(one.counts) >= _MANY_NAMED
        and sum(times for times in one.counts.values() if times > 1) > one.n / 2
        and one.name not in chosen
    ]


def _has_a_scale_each(rating: Profile, other: Profile) -> bool:
    """Tell whether a rating has several times the range for some values of another column."""
    if rating.kind != "whole":
        return False
    met: dict[str, set[str]] = {value: set() for value in other.counts}
    for value, label in zip(other.labels, rating.labels, strict=True):
        if value in met and label in rating.counts:
            met[value].add(label)
    highest = sorted(max(map(float, labels)) for labels in met.values() if len(labels) >= _STEPS)
    return len(highest) == len(met) and highest[-1] >= _TIMES * highest[0] > 0


def find_criterion(
    columns: Sequence[Profile], names: Sequence[str], *, of_rows: bool
) -> tuple[Profile, Profile] | None:
    """Return the column of items that come once for each criterion, time or model, and that column.

    Parameters
    ----------
    columns : sequence of Profile
    names : sequence of str
        The columns that name the item where a row is a rating, else those of the ratings.
    of_rows : bool
        Whether a row is a rating.

    Returns
    -------
    tuple of Profile, length 2, or None
        None where a name says that what tells them apart is an item, too: an eye, an essay.
    """
    parts = [one for one in columns if (one.name in names) == of_rows]
    if not of_rows:
        rated = [one for one in columns if one.name in names]
        for other in parts:
            if len(other.counts) > 1 and all(_has_a_scale_each(one, other) for one in rated):
                return rated[0], other
    items = parts if of_rows and len(names) > 1 else [] if of_rows else _repeated(columns, names)
    for item, other in itertools.product(items, parts):
        both, most = {*zip(item.labels, other.labels, strict=True)}, len(item.counts)
        few = 1 < len(other.counts) < most
        whole = 2 * len(both) > most * len(other.counts) and (of_rows or len(both) == item.n)
        if not (of_rows or says(item.name, "id")):  # then each has to come with each criterion
            whole = len(both) == most * len(other.counts) == item.n
        if few and whole and not says(other.name, "id"):
            return item, other
    return None
