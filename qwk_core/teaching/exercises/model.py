"""What is an exercise, and how is an answer to it judged?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from qwk_core.errors import RatingsError
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.teaching.exercises.answers import Answer, parse_answer
from qwk_core.walkthrough import Walkthrough

Cell: TypeAlias = tuple[int, int]
Values: TypeAlias = tuple[Fraction, ...]

ROUNDED = Fraction(1, 200)
"""The tolerance of an answer with two decimals: half a hundredth."""

CLEAR_CHANGE = Fraction(1, 20)
"""The least change of κ that an exercise asks about, unless κ stays the same."""

BOTH = (Message(N_("actual")), Message(N_("predicted")))
"""The names of two vectors of ratings."""


@dataclass(frozen=True)
class Grid:
    """A matrix that an exercise shows.

    Attributes
    ----------
    name : str
        "observed", "weights", "expected", "weighted_observed" or "weighted_expected".
    categories : tuple of int or str, length N
        From lowest to highest.
    values : tuple of tuples of int or float, N × N
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
    values: tuple[tuple[float, ...], ...]
    totals: bool = False
    cell: Cell | None = None
    title: Message | None = None


@dataclass(frozen=True)
class Strip:
    """Ratings item by item.

    Attributes
    ----------
    categories : tuple of int or str, length N
        From lowest to highest.
    vectors : tuple of tuples of int, each of length n
        The ratings, as positions on the scale.
    names : tuple of Message
        Whose ratings each vector holds; the first are the actual ones.
    chosen : tuple of int
        The items that are framed, by position.
    """

    categories: tuple[Category, ...]
    vectors: tuple[tuple[int, ...], ...]
    names: tuple[Message, ...] = BOTH
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Box:
    """The picture of kappa: the box that chance fills, and what the items' gaps fill of it.

    Attributes
    ----------
    ratings : Strip
        Of two raters.
    """

    ratings: Strip


Part: TypeAlias = Message | Grid | Strip | Box


def grid(
    walk: Walkthrough,
    name: str = "observed",
    *,
    totals: bool = False,
    cell: Cell | None = None,
    title: Message | None = None,
) -> Grid:
    """Return a matrix of a walk.

    Parameters
    ----------
    walk : Walkthrough
        The steps of a kappa.
    name, totals, cell, title
        As in `Grid`.

    Returns
    -------
    Grid

    Examples
    --------
    >>> from qwk_core import walk_through
    >>> grid(walk_through([0, 1, 1], [0, 1, 0])).values
    ((1, 0), (1, 1))
    """
    values = tuple(map(tuple, getattr(walk, name).tolist()))
    return Grid(name, walk.categories, values, totals, cell, title)


@dataclass(frozen=True)
class Mistake:
    """A mistake that can be recognised by its answer.

    Attributes
    ----------
    key : str
        A short name that never changes.
    values : tuple of Fraction
        What the mistake gives, field by field; for a choice, the position of the option.
    feedback : Message
        What the person who made it reads.
    """

    key: str
    values: Values
    feedback: Message


class Name(NamedTuple):
    """What an exercise is made from: the same three make the same exercise.

    Attributes
    ----------
    kind : str
        Its key in `KINDS`.
    level, seed : int
        How hard, and which one.

    Examples
    --------
    >>> str(Name("compute-kappa", 1, 7))
    'compute-kappa-1-7'
    """

    kind: str
    level: int
    seed: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


_UNNAMED = Name("", 0, 0)


@dataclass(frozen=True)
class Exercise:
    """An exercise, its right answer, the mistakes it recognises, its hint and its solution.

    Attributes
    ----------
    ask : Message
        The question.
    given : tuple of Message, Grid or Strip
        What is shown with it, in order.
    right : tuple of Fraction
        The right answer, field by field; for a choice, the position of the right option.
    mistakes : tuple of Mistake
        Their answers differ from the right one, and from one another.
    hint : Message
        A next step that does not give the answer away.
    solution : tuple of Message, Grid or Strip
        The worked solution, in order.
    fields : tuple of str
        What each number that is asked for is called; none for a choice.
    options : tuple of Message
        What there is to choose from; none where numbers are asked for.
    otherwise : Message or None
        The feedback on a wrong choice that no mistake explains.
    tolerance : Fraction
        How far a number may lie from the right one.
    columns : int
        How many of the fields stand in a row.
    name : Name
        What it was made from. `exercise` fills it in.
    """

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
    name: Name = _UNNAMED

    @property
    def key(self) -> str:
        """The name as text."""
        return str(self.name)


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the feedback on it.

    Attributes
    ----------
    right : bool
        Whether all of it is right.
    fields : tuple of bool
        Whether each number of it is.
    mistake : str or None
        The key of the mistake that was recognised.
    feedback : Message
        What the person who gave the answer reads.
    """

    right: bool
    fields: tuple[bool, ...]
    mistake: str | None
    feedback: Message


def read_given(exercise: Exercise, texts: Sequence[str]) -> tuple[Answer, ...]:
    """Read an answer as it was given: the numbers that were typed, or the option that was chosen.

    Parameters
    ----------
    exercise : Exercise
        Of any kind.
    texts : sequence of str
        What was typed, field by field; for a choice, the option's position, or nothing.

    Returns
    -------
    tuple of Answer

    Raises
    ------
    RatingsError
        If a field holds no number, or no option was chosen.

    Examples
    --------
    >>> from qwk_core.teaching.exercises.catalogue import exercise
    >>> read_given(exercise("which-higher", seed=1), ["1"])
    (Answer(value=Fraction(1, 1), places=None),)
    """
    if not exercise.options:
        return tuple(parse_answer(*one) for one in zip(texts, exercise.fields, strict=True))
    if texts[0] not in map(str, range(len(exercise.options))):
        raise RatingsError("Choose one of the answers first.")
    return (Answer(Fraction(texts[0])),)


def judge(exercise: Exercise, answers: Sequence[Answer]) -> Verdict:
    """Judge an answer, and name the mistake behind it where it is clear.

    A mistake is named only if it explains all wrong fields and no other mistake does.

    Parameters
    ----------
    exercise : Exercise
        The exercise that was answered.
    answers : sequence of Answer
        As many as the exercise has right values.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from qwk_core.teaching.exercises.catalogue import exercise
    >>> asked = exercise("compute-kappa", level=1, seed=1)
    >>> print(asked.ask)
    ΣwO is 1.25, and ΣwE is 3.65. What is κ?
    >>> judge(asked, read_given(asked, ["0,66"])).right
    True
    >>> judge(asked, read_given(asked, ["1,25/3,65"])).mistake
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
        return Verdict(False, fields, mistake.key, mistake.feedback)
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
        # Where it gives the right answer, or nearly, it explains nothing.
        and any(abs(mistake.values[at] - exercise.right[at]) > 2 * near for at in wrong)
    ]
    if len(suspects) > 1:  # then only the one that explains the right fields as well
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

    Parameters
    ----------
    right : tuple of Fraction
        The right answer, field by field.
    mistakes : sequence of Mistake
        All that might be made.
    tolerance : Fraction
        How far a number may lie from the right one.

    Returns
    -------
    tuple of Mistake
        In the same order.

    Examples
    --------
    >>> one, two, three = (Fraction(n) for n in (1, 2, 3))
    >>> text = Message("…")
    >>> mistakes = [Mistake(key, (n,), text) for key, n in zip("abcd", (one, two, two, three))]
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
