"""What a class does in a room beside rating: it guesses, solves an exercise, or sees a page.

What is asked is kept as text of JSON, and every reply as one text; both are checked here, and the
store calls these checks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from classroom.codes import one_line
from classroom.errors import RoomError
from classroom.rooms import CLOSED, MAY_FOLLOW, OPEN, REVEALED, WAITING
from qwk_core import RatingsError
from qwk_core.messages import N_
from qwk_core.teaching.examples import example
from qwk_core.teaching.exercises.answers import parse_answer
from qwk_core.teaching.exercises.catalogue import exercise_of
from qwk_core.teaching.exercises.model import Exercise, read_given

RATING = 0
"""The number of the activity that every room begins with: its items are rated."""

Where = tuple[int, int, int]
"""To what something was given: the activity, the round, the item; of all but rating, item 0."""

# What a question may be replied to with.
KAPPA, NUMBER, CHOICE, SENTENCE = "kappa", "number", "choice", "sentence"

MOST_ACTIVITIES = 40  # of a room, beside rating
MOST_OPTIONS = 8
LONGEST_QUESTION = 300  # characters
LONGEST_OPTION = 80
LONGEST_SENTENCE = 200
LONGEST_ADDRESS = 8_000
LONGEST_FIELD = 40  # characters of a number that was typed
NEAR = 0.1
"""A guess of kappa that is no farther off is near; for other numbers, this share of the truth."""

NOT_ASKED = N_("That is no reply to what was asked.")


@dataclass(frozen=True)
class Guess:
    """A question to all: the kappa of an example, or what the teacher typed.

    `reply` says what a reply is. `truth` is written as a reply is, and empty where there is none.
    """

    example: str = ""  # its key; empty for the teacher's own question
    text: str = ""
    reply: str = KAPPA
    options: tuple[str, ...] = ()
    truth: str = ""


@dataclass(frozen=True)
class Solve:
    """An exercise of Practice, by its name."""

    exercise: str


@dataclass(frozen=True)
class Page:
    """A page of a lesson's link, as ``stem?parameters``: it is shown, and nothing is replied."""

    address: str


Asked = Guess | Solve  # what is replied to
Task = Asked | Page
KINDS: Mapping[str, type[Guess] | type[Solve] | type[Page]] = {
    "guess": Guess,
    "solve": Solve,
    "page": Page,
}

# A page comes to the phones when the class goes to it, and is revealed in one step.
_PAGES: Mapping[str, tuple[str, ...]] = {
    WAITING: (OPEN,),
    OPEN: (REVEALED,),
    CLOSED: (OPEN,),
    REVEALED: (OPEN,),
}


@dataclass(frozen=True)
class Activity:
    """One activity of a room: its number, what is asked, and how far it is."""

    number: int
    task: Task
    phase: str
    round: int


@dataclass(frozen=True)
class Reply:
    """What one participant replied in one round."""

    round: int
    participant: int
    value: str


@dataclass(frozen=True)
class Replied:
    """How far the current activity is, and what was replied where it is revealed.

    `who` has the participants in the room who replied in this round.
    """

    who: frozenset[int] = frozenset()
    replies: tuple[Reply, ...] = ()


def may_follow(task: Task | None) -> Mapping[str, tuple[str, ...]]:
    """Return which phases may follow which."""
    return _PAGES if isinstance(task, Page) else MAY_FOLLOW


def kind_of(task: Task) -> str:
    """Return the word for what is asked.

    >>> kind_of(Solve("compute-kappa-1-1"))
    'solve'
    """
    return next(kind for kind, made in KINDS.items() if isinstance(task, made))


def written(task: Task) -> str:
    """Return what is asked as JSON."""
    return json.dumps(asdict(task))


def read(kind: str, text: str) -> Task:
    """Return what is asked from its JSON.

    >>> read("guess", written(Guess(example="steps"))).example
    'steps'
    """
    values: dict[str, Any] = json.loads(text)
    if "options" in values:
        values["options"] = tuple(values["options"])
    return KINDS[kind](**values)


def seen(activity: Activity) -> Activity:
    """Return an activity as everybody may see it: without the truth, until it is revealed."""
    if activity.phase != REVEALED and isinstance(activity.task, Guess):
        return replace(activity, task=replace(activity.task, truth=""))
    return activity


@lru_cache(maxsize=200)  # a whole class solves the same
def exercise(name: str) -> Exercise:
    """Return the exercise of this name.

    Raises
    ------
    RoomError
        If there is none.
    """
    try:
        return exercise_of(name)
    except RatingsError as error:
        raise _refused(error) from None


def check_task(task: Task) -> Task:
    """Return what a teacher asks, in the one form in which it is kept.

    Raises
    ------
    RoomError
        If it cannot be asked.

    Examples
    --------
    >>> check_task(Solve("Compute kappa 2 17")).exercise
    'compute-kappa-2-17'
    """
    if isinstance(task, Solve):
        return Solve(exercise(task.exercise).key)
    if isinstance(task, Page):
        return Page(one_line(task.address, LONGEST_ADDRESS))
    if task.example:
        _kappa_of(task.example)
        return Guess(example=task.example)
    text = one_line(task.text, LONGEST_QUESTION)
    if not text:
        raise RoomError(N_("Type a question."))
    if task.reply not in (NUMBER, CHOICE, SENTENCE):
        raise RoomError(N_("Choose what a reply is: a number, a choice or a sentence."))
    options = _options(task.options) if task.reply == CHOICE else ()
    asked = Guess("", text, task.reply, options)
    if task.reply == SENTENCE or not task.truth.strip():
        return asked
    return replace(asked, truth=check_reply(asked, task.truth))


def _options(texts: Sequence[str]) -> tuple[str, ...]:
    options = tuple(filter(None, (one_line(text, LONGEST_OPTION) for text in texts)))
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise RoomError(N_("Type from 2 to {most} answers, a line each."), most=MOST_OPTIONS)
    if len(set(options)) < len(options):
        raise RoomError(N_("Two of the answers are the same."))
    return options


def check_reply(task: Task, value: str) -> str:
    """Return a reply in the one form in which it is kept.

    Raises
    ------
    RoomError
        If it is no reply to this.

    Examples
    --------
    >>> check_reply(Guess(example="steps"), "0,318")
    '0.32'
    >>> check_reply(Guess(text="How many?", reply=NUMBER), "3/4")
    '0.75'
    """
    if isinstance(task, Solve):
        return _check_solved(exercise(task.exercise), value)
    if isinstance(task, Page):
        raise RoomError(NOT_ASKED)
    if task.reply == SENTENCE:
        sentence = one_line(value, LONGEST_SENTENCE)
        if not sentence:
            raise RoomError(N_("Type a sentence first."))
        return sentence
    if task.reply == CHOICE:
        if value not in map(str, range(len(task.options))):
            raise RoomError(N_("Choose one of the answers first."))
        return value
    number = _number(value)
    if task.reply == KAPPA:
        if not -1 <= number <= 1:
            raise RoomError(N_("Kappa lies between −1 and 1."))
        number = round(number, 2) + 0.0  # no −0
    return repr(number)


def _number(value: str) -> float:
    if len(value) > LONGEST_FIELD:
        raise RoomError(NOT_ASKED)
    try:
        return float(parse_answer(value, "?").value)
    except RatingsError:
        raise RoomError(N_("Type a number, such as 0.3, 0,3 or 3/10.")) from None


def _check_solved(asked: Exercise, value: str) -> str:
    texts = solution(value)
    if len(texts) != len(asked.right) or any(len(text) > LONGEST_FIELD for text in texts):
        raise RoomError(NOT_ASKED)
    try:
        read_given(asked, texts)
    except RatingsError as error:
        raise _refused(error) from None
    return solved(texts)


def solved(texts: Sequence[str]) -> str:
    """Return a reply to an exercise as one text: what was typed, field by field."""
    return json.dumps(list(texts))


def solution(value: str) -> list[str]:
    """Return the texts of a reply to an exercise, field by field.

    >>> solution('["0.5"]'), solution("[[]]")
    (['0.5'], [])
    """
    try:
        texts = json.loads(value) if len(value) <= 100 * LONGEST_FIELD else None
    except ValueError:
        texts = None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        return []
    return texts


def truth(task: Guess) -> float | None:
    """Return the number that was asked for; None where nobody said it, or it is no number.

    >>> round(truth(Guess(example="petfinder")), 3)
    0.318
    """
    if task.example:
        return _kappa_of(task.example)
    return float(task.truth) if task.truth and task.reply == NUMBER else None


@lru_cache(maxsize=100)
def _kappa_of(key: str) -> float:
    try:
        return example(key).walk().kappa
    except RatingsError as error:
        raise _refused(error) from None


def _refused(error: RatingsError) -> RoomError:
    return RoomError(error.template, **error.values)
