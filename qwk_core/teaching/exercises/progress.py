"""How far has somebody come with the exercises? Tries, hints, points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qwk_core.teaching.exercises.model import Name

MOST_POINTS = 3
"""What an exercise solved at the first try, without help, is worth."""

MOST_TRIES = 3
"""As many wrong answers show the solution."""


@dataclass(frozen=True)
class Progress:
    """How far someone has come with one exercise.

    Attributes
    ----------
    name : Name
        Which exercise it is.
    tries : int
        How many answers were given, up to the right one.
    hinted : bool
        Whether a hint was asked for.
    solved : bool
        Whether the right answer was found.
    shown : bool
        Whether the solution was shown before the right answer was found.
    """

    name: Name
    tries: int = 0
    hinted: bool = False
    solved: bool = False
    shown: bool = False

    @property
    def key(self) -> str:
        """The exercise's name as text."""
        return str(self.name)

    @property
    def done(self) -> bool:
        """Whether there is nothing left to find out."""
        return self.solved or self.shown

    @property
    def sees_hint(self) -> bool:
        """Whether the hint is due: it was asked for, or two answers were wrong."""
        return self.hinted or self.tries - self.solved >= 2

    @property
    def points(self) -> int:
        """What it is worth: 3 points, one less for each wrong answer and for a hint asked for.

        A solved exercise is worth at least one, and one whose solution was shown none.

        >>> fresh = Progress(Name("compute-kappa", 1, 1))
        >>> fresh.answered(right=False).answered(right=True).points
        2
        """
        if not self.solved:
            return 0
        return max(1, MOST_POINTS + 1 - self.tries - self.hinted)

    def answered(self, *, right: bool) -> Progress:
        """Return the progress after an answer; the third wrong one shows the solution.

        Parameters
        ----------
        right : bool
            Whether the answer is right.

        Returns
        -------
        Progress
            Unchanged where the exercise is done already.
        """
        if self.done:
            return self
        tries = self.tries + 1
        return replace(self, tries=tries, solved=right, shown=not right and tries >= MOST_TRIES)

    def asked_for_hint(self) -> Progress:
        """Return the progress after a look at the hint; a hint already shown costs nothing."""
        return self if self.done or self.sees_hint else replace(self, hinted=True)

    def asked_for_solution(self) -> Progress:
        """Return the progress after a look at the solution."""
        return self if self.done else replace(self, shown=True)


def score(progress: Iterable[Progress]) -> dict[str, int]:
    """Add up the exercises that are done.

    Parameters
    ----------
    progress : iterable of Progress
        One for each exercise.

    Returns
    -------
    dict of str to int
        How many are "done", how many "solved", the "points", and the "most" there are.

    Examples
    --------
    >>> score([Progress(Name("w", 1, seed), tries=1, solved=seed == 1) for seed in (1, 2)])
    {'done': 1, 'solved': 1, 'points': 3, 'most': 3}
    """
    done = [one for one in progress if one.done]
    return {
        "done": len(done),
        "solved": sum(one.solved for one in done),
        "points": sum(one.points for one in done),
        "most": MOST_POINTS * len(done),
    }
