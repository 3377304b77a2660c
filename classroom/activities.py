"""The activities of a room beside rating: a class guesses, solves an exercise, or sees a page.

The store keeps a task as JSON, and every reply as text. It calls the checks of this module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

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
class Task:
    """What the class does: how its activity is checked, kept, and replied to."""

    KIND: ClassVar[str]  # the word for it in the store
    FOLLOW: ClassVar[Mapping[str, tuple[str, ...]]] = MAY_FOLLOW  # the phases after each phase

    def checked(self) -> Self:
        """Return the task in the form that the store keeps.

        Raises
        ------
        RoomError
            If the task is not possible.
        """
        return self

    def check_reply(self, value: str) -> str:
        """Check a reply; return it in the form that the store keeps.

        Raises
        ------
        RoomError
            If it is not a reply to this task.
        """
        raise RoomError(NOT_ASKED)

    def covered(self) -> Self:
        """Return the task without what is hidden until the reveal."""
        return self

    @property
    def called(self) -> str:
        """What a file calls it."""
        return ""


@dataclass(frozen=True)
class Rate(Task):
    """The items of the room are rated: the first activity of every room."""


@dataclass(frozen=True)
class Guess(Task):
    """A question to all: the kappa of an example, or the teacher's own question.

    `reply` is the kind of its replies. `truth` is written like a reply, and empty if unknown.

    >>> Guess(example="steps").check_reply("0,318")
    '0.32'
    >>> Guess(text="How many?", reply=NUMBER).check_reply("3/4")
    '0.75'
    """

    KIND: ClassVar[str] = "guess"

    example: str = ""  # its key; empty for the teacher's own question
    text: str = ""
    reply: str = KAPPA
    options: tuple[str, ...] = ()
    truth: str = ""

    def checked(self) -> Guess:
        """Keep an example by its key, or a question of one line."""
        if self.example:
            _kappa_of(self.example)
            return Guess(example=self.example)
        text = one_line(self.text, LONGEST_QUESTION)
        if not text:
            raise RoomError(N_("Type a question."))
        if self.reply not in (NUMBER, CHOICE, SENTENCE):
            raise RoomError(N_("Choose what a reply is: a number, a choice or a sentence."))
        options = _options(self.options) if self.reply == CHOICE else ()
        asked = Guess("", text, self.reply, options)
        if self.reply == SENTENCE or not self.truth.strip():
            return asked
        return replace(asked, truth=asked.check_reply(self.truth))

    def check_reply(self, value: str) -> str:
        """Keep a kappa with two decimals, another number, an option's position, or a sentence."""
        if self.reply == SENTENCE:
            sentence = one_line(value, LONGEST_SENTENCE)
            if not sentence:
                raise RoomError(N_("Type a sentence first."))
            return sentence
        if self.reply == CHOICE:
            if value not in map(str, range(len(self.options))):
                raise RoomError(N_("Choose one of the answers first."))
            return value
        if self.reply == KAPPA and not value:
            raise RoomError(N_("Move the slider first."))
        number = _number(value)
        if self.reply == KAPPA:
            if not -1 <= number <= 1:
                raise RoomError(N_("Kappa lies between −1 and 1."))
            number = round(number, 2) + 0.0  # no −0
        return repr(number)

    def covered(self) -> Guess:
        """Return the question without its truth."""
        return replace(self, truth="")

    @property
    def called(self) -> str:
        """The key of the example, or the question."""
        return self.example or self.text

    @property
    def number(self) -> float | None:
        """The number that is the truth; None if it is unknown, or not a number.

        >>> round(Guess(example="petfinder").number, 3)
        0.318
        """
        if self.example:
            return _kappa_of(self.example)
        return float(self.truth) if self.truth and self.reply == NUMBER else None


@dataclass(frozen=True)
class Solve(Task):
    """An exercise of Practice, by its name.

    >>> Solve("Compute kappa 2 17").checked().exercise
    'compute-kappa-2-17'
    """

    KIND: ClassVar[str] = "solve"

    exercise: str

    def checked(self) -> Solve:
        """Keep the name as it is written."""
        return Solve(self.asked.key)

    def check_reply(self, value: str) -> str:
        """Keep the texts of all fields, if each can be read."""
        texts = solution(value)
        if len(texts) != len(self.asked.right) or any(len(text) > LONGEST_FIELD for text in texts):
            raise RoomError(NOT_ASKED)
        try:
            read_given(self.asked, texts)
        except RatingsError as error:
            raise _refused(error) from None
        return solved(texts)

    @property
    def called(self) -> str:
        """The name of the exercise."""
        return self.exercise

    @property
    def asked(self) -> Exercise:
        """The exercise itself; a RoomError if there is none of this name."""
        return _exercise(self.exercise)


@dataclass(frozen=True)
class Page(Task):
    """A page of a lesson's link, as ``stem?parameters``. It has no replies."""

    KIND: ClassVar[str] = "page"
    # Phones show a page as soon as the class goes to it. One step reveals it.
    FOLLOW: ClassVar[Mapping[str, tuple[str, ...]]] = {
        WAITING: (OPEN,),
        OPEN: (REVEALED,),
        CLOSED: (OPEN,),
        REVEALED: (OPEN,),
    }

    address: str

    def checked(self) -> Page:
        """Keep the address in one line."""
        return Page(one_line(self.address, LONGEST_ADDRESS))


KINDS: Mapping[str, type[Task]] = {each.KIND: each for each in (Guess, Solve, Page)}


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
    if activity.phase == REVEALED:
        return activity
    return replace(activity, task=activity.task.covered())


@lru_cache(maxsize=200)  # a whole class solves the same exercise
def _exercise(name: str) -> Exercise:
    try:
        return exercise_of(name)
    except RatingsError as error:
        raise _refused(error) from None


def _options(texts: Sequence[str]) -> tuple[str, ...]:
    options = tuple(filter(None, (one_line(text, LONGEST_OPTION) for text in texts)))
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise RoomError(N_("Type from 2 to {most} answers, a line each."), most=MOST_OPTIONS)
    if len(set(options)) < len(options):
        raise RoomError(N_("Two of the answers are the same."))
    return options


def _number(value: str) -> float:
    if len(value) > LONGEST_FIELD:
        raise RoomError(NOT_ASKED)
    try:
        return float(parse_answer(value, "?").value)
    except RatingsError:
        raise RoomError(N_("Type a number, such as 0.3, 0,3 or 3/10.")) from None


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


@lru_cache(maxsize=100)
def _kappa_of(key: str) -> float:
    try:
        return example(key).walk().kappa
    except RatingsError as error:
        raise _refused(error) from None


def _refused(error: RatingsError) -> RoomError:
    return RoomError(error.template, **error.values)
