"""What an exercise is, and how an answer to it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.teaching.exercises.answers import Answer, parse_answer

Cell: TypeAlias = tuple[int, int]
Values: TypeAlias = tuple[Fraction, ...]

ROUNDED = Fraction(1, 200)
"""The tolerance of an answer with two decimals: half a hundredth."""


@dataclass(frozen=True)
class Grid:
    """A matrix that an exercise shows.

    Attributes
    ----------
    name : str
        "observed", "weights", "expected", "weighted_observed" or "weighted_expected".
    categories : tuple of int or str, length N
        From lowest to highest.
    values : tuple of tuples of int or Fraction, N × N
        Rows actual, columns predicted.
    totals : bool
        Whether the sums of rows and columns stand beside it.
    cell : (row, column) or None
        The cell that is framed, by position.
    title : Message or None
        Whose matrix it is, where there are two.
    """

    name: str
    categories: tuple[Category, ...]
    values: tuple[tuple[Fraction | int, ...], ...]
    totals: bool = False
    cell: Cell | None = None
    title: Message | None = None


@dataclass(frozen=True)
class Strip:
    """Ratings item by item.

    Attributes
    ----------
    names : tuple of Message
        Whose ratings each vector holds; the first are the actual ones.
    categories : tuple of int or str, length N
        From lowest to highest.
    vectors : tuple of tuples of int, each of length n
        The ratings, as positions on the scale.
    chosen : tuple of int
        The items that are framed, by position.
    """

    names: tuple[Message, ...]
    categories: tuple[Category, ...]
    vectors: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...] = ()


Part: TypeAlias = Message | Grid | Strip


@dataclass(frozen=True)
class Mistake:
    """A mistake that can be told from its answer.

    Attributes
    ----------
    key : str
        A short name that never changes.
    values : tuple of Fraction
        What the mistake gives, field by field; for a choice, the position of the option.
    says : Message
        What to tell whoever made it.
    """

    key: str
    values: Values
    says: Message


@dataclass(frozen=True)
class Exercise:
    """An exercise, its right answer, the mistakes it can tell, its hint and its solution.

    Attributes
    ----------
    kind, level, seed : str, int, int
        What it was made from: the same three make the same exercise.
    ask : Message
        The question.
    given : tuple of Message, Grid or Strip
        What is shown with it, in order.
    right : tuple of Fraction
        The right answer, field by field; for a choice, the position of the right option.
    mistakes : tuple of Mistake
        All of them apart from the right answer, and from one another.
    hint : Message
        What leads on without giving the answer away.
    solution : tuple of Message, Grid or Strip
        The worked solution, in order.
    fields : tuple of str
        What each number that is asked for is called; none for a choice.
    options : tuple of Message
        What there is to choose from; none where numbers are asked for.
    otherwise : Message or None
        What to tell whoever chose wrongly for a reason that cannot be told.
    tolerance : Fraction
        How far a number may lie from the right one.
    columns : int
        How many of the fields stand in a row.
    """

    kind: str
    level: int
    seed: int
    ask: Message
    given: tuple[Part, ...]
    right: Values
    mistakes: tuple[Mistake, ...]
    hint: Message
    solution: tuple[Part, ...]
    fields: tuple[str, ...] = ()
    options: tuple[Message, ...] = ()
    otherwise: Message | None = None
    tolerance: Fraction = Fraction(0)
    columns: int = 1

    @property
    def key(self) -> str:
        """The exercise's name: its kind, level and seed."""
        return f"{self.kind}-{self.level}-{self.seed}"


@dataclass(frozen=True)
class Verdict:
    """What is to be said about an answer.

    Attributes
    ----------
    right : bool
        Whether all of it is right.
    fields : tuple of bool
        Whether each number of it is.
    mistake : str or None
        The key of the mistake that was recognised.
    says : Message
        What to tell whoever gave it.
    """

    right: bool
    fields: tuple[bool, ...]
    mistake: str | None
    says: Message


def read_answers(exercise: Exercise, texts: Sequence[str]) -> tuple[Answer, ...]:
    """Read the numbers that were typed, one for each field of the exercise.

    Raises
    ------
    RatingsError
        Naming the first field that holds no number.
    """
    return tuple(
        parse_answer(text, name) for text, name in zip(texts, exercise.fields, strict=True)
    )


def choice(option: int) -> tuple[Answer, ...]:
    """Return the answer that chooses an option, by its position."""
    return (Answer(Fraction(option)),)


def judge(exercise: Exercise, answers: Sequence[Answer]) -> Verdict:
    """Judge an answer, and name the mistake behind it where that can be told.

    A mistake is named only where it explains all that is wrong, and no other does.

    Parameters
    ----------
    exercise : Exercise
    answers : sequence of Answer
        As many as the exercise has right values.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from qwk_core.teaching.exercises import exercise, judge, read_answers
    >>> asked = exercise("compute-kappa", level=1, seed=1)
    >>> print(asked.ask)
    ΣwO is 1.25, and ΣwE is 3.65. What is κ?
    >>> judge(asked, read_answers(asked, ["0,66"])).right
    True
    >>> judge(asked, read_answers(asked, ["1,25/3,65"])).mistake
    'ratio'
    """
    near = exercise.tolerance
    fields = tuple(
        abs(answer.value - right) <= near
        for answer, right in zip(answers, exercise.right, strict=True)
    )
    if all(fields):
        return Verdict(True, fields, None, Message(N_("Right.")))
    mistake = _recognised(exercise, answers, fields)
    if mistake is not None:
        return Verdict(False, fields, mistake.key, mistake.says)
    return Verdict(False, fields, None, _unrecognised(exercise, answers, fields))


def _recognised(
    exercise: Exercise, answers: Sequence[Answer], fields: Sequence[bool]
) -> Mistake | None:
    near = exercise.tolerance
    wrong = [at for at, right in enumerate(fields) if not right]
    suspects = [
        mistake
        for mistake in exercise.mistakes
        if all(abs(answers[at].value - mistake.values[at]) <= near for at in wrong)
        # Where it comes to the right answer, or nearly, it explains nothing.
        and any(abs(mistake.values[at] - exercise.right[at]) > 2 * near for at in wrong)
    ]
    if len(suspects) > 1:  # then only one that explains what is right as well
        suspects = [
            mistake
            for mistake in suspects
            if all(
                abs(answer.value - value) <= near
                for answer, value in zip(answers, mistake.values, strict=True)
            )
        ]
    return suspects[0] if len(suspects) == 1 else None


def _unrecognised(exercise: Exercise, answers: Sequence[Answer], fields: Sequence[bool]) -> Message:
    if exercise.otherwise is not None:
        return exercise.otherwise
    if exercise.tolerance and all(
        right or _is_coarse(answer, exact)
        for answer, exact, right in zip(answers, exercise.right, fields, strict=True)
    ):
        return Message(N_("Nearly: one decimal is too coarse here. Give two, or a fraction."))
    if len(fields) > 1:
        return Message(
            N_("{right} of {all} cells are right so far."),
            {"right": sum(fields), "all": len(fields)},
        )
    if answers[0].value > exercise.right[0]:
        return Message(N_("That is too large."))
    return Message(N_("That is too small."))


def _is_coarse(answer: Answer, exact: Fraction) -> bool:
    return answer.places == 1 and abs(answer.value - exact) <= Fraction(1, 20)


def distinct(
    right: Values, mistakes: Sequence[Mistake], tolerance: Fraction
) -> tuple[Mistake, ...]:
    """Return the mistakes that differ from the right answer and from one another.

    Two answers differ where, in some field, no number is within the tolerance of both.

    Examples
    --------
    >>> one, two, three = (Fraction(n) for n in (1, 2, 3))
    >>> says = Message("…")
    >>> mistakes = [Mistake(key, (n,), says) for key, n in zip("abcd", (one, two, two, three))]
    >>> [mistake.key for mistake in distinct((one,), mistakes, Fraction(0))]
    ['d']
    """

    def same(first: Values, second: Values) -> bool:
        return all(abs(x - y) <= 2 * tolerance for x, y in zip(first, second, strict=True))

    return tuple(
        mistake
        for mistake in mistakes
        if not same(mistake.values, right)
        and not any(same(mistake.values, o.values) for o in mistakes if o is not mistake)
    )
