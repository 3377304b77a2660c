"""What is said of a file beside its ratings: where its names are, which rows belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qwk_core.errors import shown
from qwk_core.files.answers import Answers
from qwk_core.files.formats.common import listed
from qwk_core.files.header import Table
from qwk_core.files.names import says
from qwk_core.files.profiles import Profile
from qwk_core.messages import N_, Message
from qwk_core.statistics.rating_table import Doubt

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
        It may name a column of clusters, or of weights.

    Returns
    -------
    list of Message
        One, or none.
    """
    column = answers.weight or answers.cluster
    if not column:
        return []
    text = N_("Items with the same {column} belong together.")
    if answers.weight:
        text = N_("{column} holds survey weights.")
    return [Message(text, {"column": shown(column)})]


def about_repeated(columns: Sequence[Profile], chosen: Sequence[str]) -> list[Message]:
    """Say which column names most items more than once, as a patient's eyes: they are dependent.

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
    for one in columns:
        again = [times for times in one.counts.values() if times > 1]
        often = sum(again) > one.counts.total() / 2 and len(one.counts) >= _MANY_NAMED
        if often and one.name not in chosen and says(one.name, "id"):
            return [Doubt(text, {"column": shown(one.name)})]
    return []
