r"""The ratings of many raters, read as a person would: what is unclear is a question.

>>> import io
>>> text = b"Study 7\n\nid,Ana,Ben,Cy\n1,3,4,3\n2,4,-99,4\n3,3,3,.\nTotal,10,-92,7\n"
>>> file = io.BytesIO(text)
>>> reading = read_raters(file, "study.csv", raters=("Ana", "Ben", "Cy"))
>>> reading.questions, reading.categories, reading.labels.ratings.tolist()[1]
((), (3, 4), ['4', None, '4'])
>>> for remark in reading.remarks:
...     print(remark)
Names in row 3, below 1 row that is no part of the table.
Left out: row 7, “Total” (a total or a mean, no item).
Counted as missing: . (1), -99 (1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.detection import detect
from qwk_core.files.layouts import Layout
from qwk_core.files.order import propose_order
from qwk_core.files.rater_tables import RaterLabels, read_long, read_wide
from qwk_core.files.reading import (
    LONG,
    PAIRS,
    Answers,
    Question,
    Structure,
    find_missing,
    kept_spellings,
    order_question,
    recognise,
)
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category


@dataclass(frozen=True, eq=False)
class RaterReading:
    """Many raters' ratings from a file, as far as no question is open.

    Attributes
    ----------
    labels : RaterLabels or None
        The ratings; None while a question is open.
    categories : tuple of int or str
        The scale from lowest to highest; empty while a question is open.
    remarks : tuple of Message
        What was recognised, a sentence each.
    questions : tuple of Question
        What is open.
    """

    labels: RaterLabels | None = None
    categories: tuple[Category, ...] = ()
    remarks: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()


def read_raters(
    source: BinaryIO,
    name: str = "",
    answers: Answers | None = None,
    *,
    raters: Sequence[str] | None = None,
    long: tuple[str, str, str] | None = None,
    layout: Layout | None = None,
    progress: Callable[[float], object] | None = None,
) -> RaterReading:
    """Read the ratings of many raters as far as it is clear what they are.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    name : str
        The file's name, for messages.
    answers : Answers, optional
        What a person said about it; which columns and which shape are not looked at.
    raters : sequence of str, optional
        The raters' columns; or, of a row a rating, the raters whose ratings count.
    long : tuple of str, length 3, optional
        The columns of a row a rating: item, rater and rating. Without, it is a row an item, unless
        `raters` are no columns and the file is recognised as a row a rating.
    layout : Layout, optional
        How it is to be read; found without.
    progress : callable, optional
        Called with the share read so far, from 0 to 1.

    Returns
    -------
    RaterReading

    Raises
    ------
    RatingsError
        If it cannot be read at all, or a column or a rater is not there.
    """
    if raters is not None and len(raters) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(raters)
        )
    said = answers or Answers()
    found = layout or detect(source, name)
    if long is None and raters is not None:
        long = _recognised(source, found, raters, said)
    rated = tuple(raters or ()) if long is None else long[2:]
    about = _about_table(said, long or rated)
    structure = recognise(source, found, about, rated=rated)
    if structure.questions:
        return RaterReading(remarks=structure.remarks, questions=structure.questions)
    if long is None:
        labels = read_wide(
            source, structure.layout, raters or (), group=said.group or None, progress=progress
        )
    else:
        item, rater, rating = long
        labels = read_long(
            source,
            structure.layout,
            item=item,
            rater=rater,
            rating=rating,
            raters=raters,
            group=said.group or None,
            progress=progress,
        )
    return _settled(labels, structure, said)


def any_is_column(
    source: BinaryIO, names: Sequence[str], layout: Layout, answers: Answers | None = None
) -> bool:
    """Tell whether any name is that of a column of a file.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    names : sequence of str
        What may be columns.
    layout : Layout
        How it is to be read.
    answers : Answers, optional
        What a person said about the file.

    Returns
    -------
    bool
    """
    said = replace(answers or Answers(), columns=None, shape=LONG, count="", predicted_as="keep")
    return not set(names).isdisjoint(recognise(source, layout, said).names)


def _about_table(said: Answers, columns: Sequence[str]) -> Answers:
    """Return what was said about the table; its columns are known, and no row counts for many."""
    first, second = (*columns, "", "")[:2]
    return replace(said, columns=(first, second), shape=PAIRS, count="", predicted_as="keep")


def _recognised(
    source: BinaryIO, layout: Layout, raters: Sequence[str], said: Answers
) -> tuple[str, str, str] | None:
    """Return the columns of a row a rating, if these raters are in one of them; None if not."""
    as_long = replace(said, columns=None, shape=LONG, count="", predicted_as="keep")
    structure = recognise(source, layout, as_long)
    found = structure.long
    if found is None or set(raters) <= set(structure.names) or not set(raters) <= set(found.raters):
        return None
    return found.item, found.rater, found.rating


def _settled(labels: RaterLabels, structure: Structure, said: Answers) -> RaterReading:
    """Decide which labels are missing ratings, and in which order the others stand."""
    remarks = list(structure.remarks)
    kept = kept_spellings(labels.totals())
    if kept:
        listed = ", ".join(map(shown, dict.fromkeys(kept.values())))
        remarks.append(Message(N_("Spelled in one way: {labels}."), {"labels": listed}))
        labels = labels.renamed(kept)
    taken, about_missing, questions = find_missing(labels.totals(), said)
    remarks += about_missing
    labels = labels.renamed(dict.fromkeys(taken))
    if questions:
        return RaterReading(remarks=tuple(remarks), questions=tuple(questions))
    if said.categories:
        return RaterReading(labels, tuple(said.categories), tuple(remarks))
    if not labels.labels:
        raise RatingsError("Ratings: every cell is empty; give at least one rating.")
    orders = tuple(dict.fromkeys(labels.orders.values()))
    order = propose_order(labels.labels, declared=orders[0] if orders else ())
    if said.order_matters and (len(orders) > 1 or not order.certain):
        question = order_question(order, orders[:2] if len(orders) > 1 else (), said)
        return RaterReading(remarks=tuple(remarks), questions=(question,))
    if any(not isinstance(one, int) for one in order.categories):
        remarks.append(
            Message(
                N_("Categories, from lowest to highest: {categories}."),
                {"categories": shown_categories(order.categories)},
            )
        )
    return RaterReading(labels, order.categories, tuple(remarks))
