"""The end of a made-up file: its right kappa, a question, an error, or a wrong kappa.

A wrong kappa must never happen, also if every proposal is accepted. Each question has an answer
that leads to the right kappa.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from qwk_core import RatingsError, walk_through_counts
from qwk_core.files.answers import NOTHING_SAID, Answers
from qwk_core.files.meaning import Reading
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from qwk_core.statistics.raters import agreement_of
from qwk_core.statistics.rating_table import RatingTable
from tests.survey.made import File

MOST_QUESTIONS = 5  # in turn


def reading_of(file: File, answers: Answers = NOTHING_SAID) -> Reading:
    """Read a file like the command."""
    with unpacked(io.BytesIO(file.content)) as table:
        return read(table, file.name, answers)


def outcome(file: File, answers: Answers = NOTHING_SAID) -> tuple[str, str]:
    """Read a file; return the end, "right", "question", "error" or "wrong", and its reason."""
    try:
        reading = reading_of(file, answers)
    except RatingsError as error:
        return "error", str(error)
    if reading.questions:
        return "question", "; ".join(f"{one.key}: {one.message}" for one in reading.questions)
    table = reading.table
    many = isinstance(table, RatingTable)
    kappa = agreement_of(table).pooled if many else walk_through_counts(table.observed).kappa
    right = np.isclose(kappa, file.kappas, rtol=0, atol=1e-9, equal_nan=True).any()
    return ("right" if right else "wrong"), f"κ {kappa:.4f} for {file.kappas}"


def with_proposals(file: File) -> tuple[str, str]:
    """Accept every proposal; return the end, which is "question" if one has no proposal."""
    answers: Answers = NOTHING_SAID
    for _ in range(MOST_QUESTIONS):
        end, reason = outcome(file, answers)
        if end != "question":
            break
        question = reading_of(file, answers).questions[0]
        if question.proposal is None:
            break
        answers = question.proposal.answers
    return end, reason


def can_be_right(file: File, answers: Answers = NOTHING_SAID, depth: int = 0) -> bool:
    """Return whether some answers lead to the right kappa."""
    end, _reason = outcome(file, answers)
    if end != "question" or depth == MOST_QUESTIONS:
        return end == "right"
    return any(can_be_right(file, each, depth + 1) for each in answers_to(file, answers))


def answers_to(file: File, answers: Answers) -> Iterator[Answers]:
    """Yield the answers that the next question offers, and a person's order of the labels."""
    question = reading_of(file, answers).questions[0]
    if question.key == "order" and file.scale:
        yield replace(answers, categories=file.scale)
    for option in question.options:
        yield option.answers
