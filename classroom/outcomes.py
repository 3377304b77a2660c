"""The outcome of a question or an exercise: the counts of a class's replies, without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from classroom.activities import (
    CHOICE,
    KAPPA,
    NEAR,
    SENTENCE,
    Activity,
    Asked,
    Guess,
    Page,
    Reply,
    Solve,
    exercise,
    kind_of,
    solution,
    truth,
)
from qwk_core.study.export import csv_text
from qwk_core.teaching.exercises.model import Exercise, Mistake, Verdict, judge, read_given


@dataclass(frozen=True)
class Numbers:
    """Numbers that a class guessed, sorted, and the truth if it is known.

    >>> Numbers((0.2, 0.4, 0.9), 0.32, 0.1).near
    1
    """

    values: tuple[float, ...]
    truth: float | None
    reach: float  # a guess is near up to this distance from the truth

    @property
    def near(self) -> int:
        """The number of guesses near the truth."""
        if self.truth is None:
            return 0
        # Decimals are not exact: 0.4 − 0.3 is a little more than 0.1.
        return sum(abs(value - self.truth) <= self.reach + 1e-9 for value in self.values)

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)


@dataclass(frozen=True)
class Solutions:
    """How a class solved an exercise: the number of right replies, and mistakes by frequency."""

    asked: Exercise
    n: int
    right: int
    mistakes: tuple[tuple[Mistake, int], ...]

    @property
    def others(self) -> int:
        """The number of wrong replies that no known mistake explains."""
        return self.n - self.right - sum(count for _mistake, count in self.mistakes)


def values(replies: Sequence[Reply], round: int) -> list[str]:
    """Return the replies of one round, in an order that does not tell who gave them."""
    return sorted((one.value for one in replies if one.round == round), key=str.casefold)


def numbers(task: Guess, replies: Sequence[Reply], round: int) -> Numbers:
    """Return the numbers of one round."""
    assert task.reply not in (CHOICE, SENTENCE)
    found = tuple(sorted(map(float, values(replies, round))))
    right = truth(task)
    share = NEAR if task.reply == KAPPA or not right else NEAR * abs(right)
    return Numbers(found, right, share)


def chosen(task: Asked, replies: Sequence[Reply], round: int) -> list[int]:
    """Return how many participants chose each option in one round."""
    replied = values(replies, round)
    if isinstance(task, Solve):
        counts = Counter(solution(value)[0] for value in replied)
        return [counts[str(at)] for at in range(len(exercise(task.exercise).options))]
    return [replied.count(str(at)) for at in range(len(task.options))]


def verdict(task: Solve, value: str) -> Verdict:
    """Judge one reply to an exercise."""
    asked = exercise(task.exercise)
    return judge(asked, read_given(asked, solution(value)))


def solutions(task: Solve, replies: Sequence[Reply], round: int) -> Solutions:
    """Return how a class solved an exercise in one round."""
    asked = exercise(task.exercise)
    verdicts = [verdict(task, value) for value in values(replies, round)]
    made = Counter(one.mistake for one in verdicts if one.mistake is not None)
    known = {mistake.key: mistake for mistake in asked.mistakes}
    return Solutions(
        asked,
        len(verdicts),
        sum(one.right for one in verdicts),
        tuple((known[key], count) for key, count in made.most_common()),
    )


def replies_csv(
    replied: Sequence[tuple[Activity, Sequence[Reply]]],
    names: Mapping[int, str],
    written: Callable[[Asked, str], str],
) -> str:
    """Return all replies as CSV, with a row for each reply.

    Parameters
    ----------
    replied : sequence of (Activity, sequence of Reply)
        The activities, each with its replies.
    names : mapping of int to str
        The names of the participants; replies of others are left out.
    written : callable
        Returns a reply to a task as readable text.
    """
    rows: list[list[object]] = [["activity", "kind", "asked", "round", "participant", "value"]]
    for activity, replies in replied:
        task = activity.task
        assert not isinstance(task, Page)
        asked = task.exercise if isinstance(task, Solve) else task.example or task.text
        rows += [
            # The teacher counts rating as the first.
            [
                activity.number + 1,
                kind_of(task),
                asked,
                one.round,
                names[one.participant],
                written(task, one.value),
            ]
            for one in replies
            if one.participant in names
        ]
    return csv_text(rows)
