"""Which column says how many items a row stands for?"""

from __future__ import annotations

from collections.abc import Sequence

from qwk_core.files import questions as ask
from qwk_core.files.answers import Answers, Question
from qwk_core.files.names import is_called
from qwk_core.files.profiles import Profile

_FEWEST_PAIRS = 4  # of labels: fewer seldom come twice


def find_count(
    columns: Sequence[Profile], chosen: Sequence[str], answers: Answers, n_rows: int
) -> tuple[str, list[Question]]:
    """Return the column that counts items, and the question whether it does.

    Parameters
    ----------
    columns : sequence of Profile
    chosen : sequence of str
        The names of the columns of ratings.
    answers : Answers
        What a person said so far.
    n_rows : int
        How many rows the table has.

    Returns
    -------
    name : str
        Empty where there is none, or where that is asked.
    questions : list of Question
        One, or none.
    """
    if answers.count is not None:
        return answers.count, []
    if answers.weight is not None:
        return "", []
    of_pairs = _counts_of_pairs(columns, chosen, n_rows)
    able = [one for one in columns if one.looks_like_counts and one.name not in chosen] or of_pairs
    if not able:
        return "", []
    counted = able[0]
    others = [one for one in columns if one is not counted and not one.is_id]
    once = len(set(zip(*(one.labels for one in others), strict=True))) == n_rows
    named = {one.name.lower() for one in columns} - {"group"}
    if named == {"actual", "predicted", "count"}:
        return counted.name, []  # what the queries for large tables write
    if not once and counted.kind == "whole" and is_called(counted.name, "weight"):
        return "", []  # kilograms: rows that are alike would have been counted together
    likely = once and (bool(of_pairs) or not is_called(counted.name, "weight"))
    return "", [ask.what_counts(counted, answers, once=likely)]


def _counts_of_pairs(
    columns: Sequence[Profile], chosen: Sequence[str], n_rows: int
) -> list[Profile]:
    """Return the last column beside the ratings if it may count them, as no row comes twice."""
    others = [one for one in columns if one.name not in chosen]
    given = [one.labels for one in columns if one.name in chosen]
    twice = len({*zip(*given, strict=True)}) < n_rows
    if others != columns[-1:] or n_rows < _FEWEST_PAIRS or twice:
        return []
    (last,) = others
    whole = last.kind == "whole" and last.numbers[0] >= 0
    return others if whole and not last.is_id else []
