"""The activities of a room beside rating: a class guesses, solves an exercise, or sees a page.

The store keeps a task as JSON, and every reply as text. It calls the checks of this module.
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

# The kinds of replies to a question.
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
    """A question to all: the kappa of an example, or the teacher's own question.

    `reply` is the kind of its replies. `truth` is written like a reply, and empty if unknown.
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
    """A page of a lesson's link, as ``stem?parameters``. It has no replies."""

    address: str


Asked = Guess | Solve  # the tasks with replies
Task = Asked | Page
KINDS: Mapping[str, type[Guess] | type[Solve] | type[Page]] = {
    "guess": Guess,
    "solve": Solve,
    "page": Page,
}

# Phones show a page as soon as the class goes to it. One step reveals it.
_PAGES: Mapping[str, tuple[str, ...]] = {
    WAITING: (OPEN,),
    OPEN: (REVEALED,),
    CLOSED: (OPEN,),
    REVEALED: (OPEN,),
}


@dataclass(frozen=True)
class Activity:
    """One activity of a room: its number, its task, its phase and its round."""

    number: int
    task: Task
    phase: str
    round: int


@dataclass(frozen=True)
class Reply:
    """The reply of one participant in one round."""

    round: int
    participant: int
    value: str


@dataclass(frozen=True)
class Replied:
    """Who has replied to the current activity, and the replies if it is revealed.

    `who` has the participants in the room who replied in this round.
    """

    who: frozenset[int] = frozenset()
    replies: tuple[Reply, ...] = ()


def may_follow(task: Task | None) -> Mapping[str, tuple[str, ...]]:
    """Return the phases that may follow each phase."""
    return _PAGES if isinstance(task, Page) else MAY_FOLLOW


def kind_of(task: Task) -> str:
    """Return the word for the kind of a task.

    >>> kind_of(Solve("compute-kappa-1-1"))
    'solve'
    """
    return next(kind for kind, made in KINDS.items() if isinstance(task, made))


def written(task: Task) -> str:
    """Return a task as JSON."""
    return json.dumps(asdict(task))


def read(kind: str, text: str) -> Task:
    """Return a task from its JSON.

    >>> read("guess", written(Guess(example="steps"))).example
    'steps'
    """
    values: dict[str, Any] = json.loads(text)
    if "options" in values:
        values["options"] = tuple(values["options"])
    return KINDS[kind](**values)


def seen(activity: Activity) -> Activity:
    """Return an activity without its truth, unless it is revealed."""
    if activity.phase != REVEALED and isinstance(activity.task, Guess):
        return replace(activity, task=replace(activity.task, truth=""))
    return activity


@lru_cache(maxsize=200)  # a whole class solves the same exercise
def exercise(name: str) -> Exercise:
    """Return the exercise of this name.

    Raises
    ------
    RoomError
        If there is no such exercise.
    """
    try:
        return exercise_of(name)
    except RatingsError as error:
        raise _refused(error) from None


def check_task(task: Task) -> Task:
    """Check a teacher's task; return it in the form that the store keeps.

    Raises
    ------
    RoomError
        If the task is not possible.

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
    """Check a reply; return it in the form that the store keeps.

    Raises
    ------
    RoomError
        If it is not a reply to this task.

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
    """Return a reply to an exercise, a text for each field, as one text."""
    return json.dumps(list(texts))


def solution(value: str) -> list[str]:
    """Return the texts of a reply to an exercise, one for each field.

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
    """Return the number that is the truth; None if it is unknown, or not a number.

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
