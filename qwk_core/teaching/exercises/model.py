"""What is an exercise, and how is an answer to it judged?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from qwk_core.errors import RatingsError
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.teaching.exercises.answers import Answer, parse_answer
from qwk_core.teaching.exercises.dice import require

Cell: TypeAlias = tuple[int, int]
Values: TypeAlias = tuple[Fraction, ...]

ROUNDED = Fraction(1, 200)
"""The tolerance of an answer with two decimals: half a hundredth."""

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


@dataclass(frozen=True)
class Box:
    """The picture of kappa: the box that chance fills, and what the items' gaps fill of it.

    Attributes
    ----------
    categories : tuple of int or str, length N
        From lowest to highest.
    actual, predicted : tuple of int, of length n
        The ratings, as positions on the scale.
    """

    categories: tuple[Category, ...]
    actual: tuple[int, ...]
    predicted: tuple[int, ...]


Part: TypeAlias = Message | Grid | Strip | Box


@dataclass(frozen=True)
class Mistake:
    """A mistake that its answer gives away.

    Attributes
    ----------
    key : str
        A short name that never changes.
    values : tuple of Fraction
        What the mistake gives, field by field; for a choice, the position of the option.
    feedback : Message
        What whoever made it reads.
    """

    key: str
    values: Values
    feedback: Message


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
    kind, level, seed : str, int, int
        What it was made from: the same three make the same exercise. `exercise` fills them in.
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
    kind: str = ""
    level: int = 0
    seed: int = 0

    @property
    def key(self) -> str:
        """The exercise's name: its kind, level and seed."""
        return f"{self.kind}-{self.level}-{self.seed}"


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
        What whoever gave it reads.
    """

    right: bool
    fields: tuple[bool, ...]
    mistake: str | None
    feedback: Message


def read_answers(exercise: Exercise, texts: Sequence[str]) -> tuple[Answer, ...]:
    """Read the numbers that were typed, one for each field of the exercise.

    Parameters
    ----------
    exercise : Exercise
        One that asks for numbers.
    texts : sequence of str
        What was typed, field by field.

    Returns
    -------
    tuple of Answer

    Raises
    ------
    RatingsError
        Naming the first field that holds no number.
    """
    return tuple(
        parse_answer(text, name) for text, name in zip(texts, exercise.fields, strict=True)
    )


def choice(option: int) -> tuple[Answer, ...]:
    """Return the answer that chooses an option.

    Parameters
    ----------
    option : int
        The option's position, from 0.

    Returns
    -------
    tuple of Answer
        Of length 1.
    """
    return (Answer(Fraction(option)),)


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
    >>> from qwk_core.teaching.exercises import exercise
    >>> read_given(exercise("which-higher", seed=1), ["1"])
    (Answer(value=Fraction(1, 1), places=None),)
    """
    if not exercise.options:
        return read_answers(exercise, texts)
    if texts[0] not in map(str, range(len(exercise.options))):
        raise RatingsError("Choose one of the answers first.")
    return choice(int(texts[0]))


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


def find_mistakes(
    right: Values,
    wrong: Mapping[str, Values],
    *,
    feedback: Mapping[str, str],
    values: Mapping[str, object],
    required: set[str],
    tolerance: Fraction = Fraction(0),
) -> tuple[Mistake, ...]:
    """Return the mistakes that their answers give away, and require some of them.

    Parameters
    ----------
    right : tuple of Fraction
        The right answer, field by field.
    wrong : mapping of str to tuple of Fraction
        What each mistake gives, by its key.
    feedback : mapping of str to str
        The template of the feedback on each mistake, by its key.
    values : mapping of str to object
        What the fields of the templates stand for.
    required : set of str
        The keys of the mistakes without which the exercise is not worth asking.
    tolerance : Fraction
        How far a number may lie from the right one.

    Returns
    -------
    tuple of Mistake

    Raises
    ------
    Redraw
        If a required mistake gives the right answer, or the same as another mistake.

    Examples
    --------
    >>> one, two = (Fraction(1),), (Fraction(2),)
    >>> texts = {"double": "Twice {n} is too much.", "same": "Never mind."}
    >>> found = find_mistakes(
    ...     one, {"double": two, "same": one}, feedback=texts, values={"n": 1}, required={"double"}
    ... )
    >>> [(mistake.key, str(mistake.feedback)) for mistake in found]
    [('double', 'Twice 1 is too much.')]
    """
    mistakes = [Mistake(key, wrong[key], Message(feedback[key], values)) for key in wrong]
    found = distinct(right, mistakes, tolerance)
    require(required <= {mistake.key for mistake in found})
    return found
