"""How is an exercise made that asks for a choice? What its three kinds have in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from qwk_core.messages import Message
from qwk_core.teaching.exercises.model import Exercise, Mistake, distinct

CLEAR_CHANGE = Fraction(1, 20)
"""The least change of κ that an exercise asks about, unless κ stays the same."""


def wrong_choice(key: str, option: int, feedback: str, **values: object) -> Mistake:
    """Return a mistake that leads to an option.

    Parameters
    ----------
    key : str
        A short name that never changes.
    option : int
        The option's position, from 0.
    feedback : str
        The template of the feedback on it.
    **values : object
        What the fields of the template stand for.

    Returns
    -------
    Mistake
    """
    return Mistake(key, (Fraction(option),), Message(feedback, values))


def ask_to_choose(
    right: int, options: Sequence[str], mistakes: Sequence[Mistake], **parts: Any
) -> Exercise:
    """Make an exercise that asks for a choice.

    Parameters
    ----------
    right : int
        The position of the right option, from 0.
    options : sequence of str
        The templates of the options.
    mistakes : sequence of Mistake
        What may lead to an option. Two that lead to the same option are left out: its answer
        does not give away which of them was made. So are those that lead to the right one.
    **parts : object
        The other fields of `Exercise`.

    Returns
    -------
    Exercise
    """
    answer = (Fraction(right),)
    return Exercise(
        right=answer,
        options=tuple(map(Message, options)),
        mistakes=distinct(answer, mistakes, Fraction(0)),
        **parts,
    )
