"""The outcome of a question or an exercise: the counts of a class's replies, without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from classroom.activities import KAPPA, NEAR, Activity, Guess, Reply, Task, solution
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

    n: int
    right: int
    mistakes: tuple[tuple[Mistake, int], ...]

    def counts(self, made: Sequence[Mistake]) -> list[int]:
        """Return how many replies were right, made each of these mistakes, or were wrong else."""
        counts = {mistake.key: count for mistake, count in self.mistakes}
        explained = [self.right, *(counts.get(mistake.key, 0) for mistake in made)]
        return [*explained, self.n - sum(explained)]


def values(replies: Sequence[Reply], round: int) -> list[str]:
    """Return the replies of one round, in an order that does not tell who gave them."""
    return sorted((one.value for one in replies if one.round == round), key=str.casefold)


def numbers(task: Guess, replied: Sequence[str]) -> Numbers:
    """Return the numbers that were replied."""
    right = task.number
    share = NEAR if task.reply == KAPPA or not right else NEAR * abs(right)
    return Numbers(tuple(sorted(map(float, replied))), right, share)


def chosen(options: Sequence[object], replied: Sequence[str]) -> list[int]:
    """Return how many chose each option, by the options' positions."""
    return [replied.count(str(at)) for at in range(len(options))]


def verdict(asked: Exercise, value: str) -> Verdict:
    """Judge one reply to an exercise."""
    return judge(asked, read_given(asked, solution(value)))


def solutions(asked: Exercise, replied: Sequence[str]) -> Solutions:
    """Return how a class solved an exercise."""
    verdicts = [verdict(asked, value) for value in replied]
    made = Counter(one.mistake for one in verdicts if one.mistake is not None)
    known = {mistake.key: mistake for mistake in asked.mistakes}
    return Solutions(
        len(verdicts),
        sum(one.right for one in verdicts),
        tuple((known[key], count) for key, count in made.most_common()),
    )


def replies_csv(
    replied: Sequence[tuple[Activity, Sequence[Reply]]],
    names: Mapping[int, str],
    written: Callable[[Task, str], str],
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
        rows += [
            # The teacher counts rating as the first.
            [
                activity.number + 1,
                activity.task.KIND,
                activity.task.called,
                one.round,
                names[one.participant],
                written(activity.task, one.value),
            ]
            for one in replies
            if one.participant in names
        ]
    return csv_text(rows)
