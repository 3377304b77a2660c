"""Acts of several threads, done together. An act that comes meanwhile waits for the next round."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(eq=False)
class _Act(Generic[T]):
    """One thread's act; and when it is done, why it was refused, if it was."""

    what: T
    done: bool = False
    problem: Exception | None = None


class Together(Generic[T]):
    """Lets one thread at a time do what it and all who wait ask for.

    Parameters
    ----------
    do : callable
        Does a list of acts and returns for each why it was refused, or None.
    broken : callable
        Makes what the others' threads raise if `do` itself fails in one.
    """

    def __init__(
        self,
        do: Callable[[Sequence[T]], Sequence[Exception | None]],
        broken: Callable[[], Exception],
    ) -> None:
        self._do, self._broken = do, broken
        self._waiting: list[_Act[T]] = []
        self._changing, self._doing = threading.Lock(), threading.Lock()

    def do(self, what: T) -> None:
        """Do one act, alone or with others; return when it is done, or raise why not."""
        mine = _Act(what)
        with self._changing:
            self._waiting.append(mine)
        with self._doing:
            if not mine.done:  # else somebody did it while this thread waited
                self._do_all()
        if mine.problem is not None:
            raise mine.problem

    def _do_all(self) -> None:
        with self._changing:
            acts, self._waiting = self._waiting, []
        problems: Sequence[Exception | None] = [self._broken() for _act in acts]
        try:
            problems = self._do([act.what for act in acts])
        finally:
            for act, problem in zip(acts, problems, strict=True):
                act.problem, act.done = problem, True
