"""What do the exercises say? Their words are in exercises.toml; the numbers are filled in here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, SupportsFloat, TypeAlias

from qwk_core.messages import Message
from qwk_core.teaching.catalogues import read_catalogue
from qwk_core.teaching.exercises.dice import require
from qwk_core.teaching.exercises.exact import fraction
from qwk_core.teaching.exercises.model import Exercise, Mistake, Part, distinct

Numbers: TypeAlias = Iterable[SupportsFloat]

_HERE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Words:
    """What exercises of one kind say: templates in the style of `str.format`.

    Attributes
    ----------
    key : str
        A short name that never changes.
    title : str
        The name of the kind; empty where the words belong to another kind.
    question, hint : tuple of str
        One a level; the last is for all levels that follow.
    options : tuple of str
        What there is to choose from.
    mistakes : mapping of str to str
        The feedback on each mistake, by its key.
    otherwise : str
        The feedback on a wrong choice that no mistake explains.
    solution : tuple of str
        The steps of the worked solution.
    """

    key: str
    title: str = ""
    question: tuple[str, ...] = ()
    hint: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    mistakes: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""
    solution: tuple[str, ...] = ()

    def solve(self, values: Mapping[str, object]) -> list[Message]:
        """Return the steps of the worked solution.

        Parameters
        ----------
        values : mapping of str to object
            What the fields stand for.

        Returns
        -------
        list of Message
        """
        return [fill(step, values) for step in self.solution]

    def pose(
        self,
        level: int,
        values: Mapping[str, object],
        right: Numbers,
        wrong: Mapping[str, Numbers],
        *,
        required: Collection[str] = (),
        tolerance: Fraction = Fraction(0),
        given: Sequence[Part] = (),
        solution: Sequence[Part] = (),
        fields: Sequence[str] = (),
        columns: int = 1,
    ) -> Exercise:
        """Make an exercise in these words.

        Parameters
        ----------
        level : {1, 2, 3}
            How hard.
        values : mapping of str to object
            What the fields of the words stand for.
        right : iterable of int, float or Fraction
            The right answer, field by field; for a choice, the position of the right option.
        wrong : mapping of str to iterable of int, float or Fraction
            What each mistake gives, by its key.
        required : collection of str
            The mistakes without which the exercise is not worth asking.
        tolerance, given, solution, fields, columns
            As in `Exercise`.

        Returns
        -------
        Exercise
            It keeps the mistakes that can be recognised by their answers.

        Raises
        ------
        Redraw
            If a required mistake gives the right answer, or the same as another mistake.

        Examples
        --------
        >>> words = Words("n", question=("{n}?",), hint=("!",), mistakes={"a": "{n} + 1", "b": "…"})
        >>> asked = words.pose(2, {"n": 1}, [1], {"a": [2], "b": [1]}, required={"a"})
        >>> str(asked.ask), [str(mistake.feedback) for mistake in asked.mistakes]
        ('1?', ['1 + 1'])
        """
        answer = tuple(map(fraction, right))
        mistakes = distinct(
            answer,
            [
                Mistake(key, tuple(map(fraction, gives)), fill(self.mistakes[key], values))
                for key, gives in wrong.items()
            ],
            tolerance,
        )
        require(set(required) <= {mistake.key for mistake in mistakes})
        return Exercise(
            ask=fill(_at(level, self.question), values),
            given=tuple(given),
            right=answer,
            mistakes=mistakes,
            hint=fill(_at(level, self.hint), values),
            solution=tuple(solution),
            fields=tuple(fields),
            options=tuple(map(Message, self.options)),
            otherwise=fill(self.otherwise, values) if self.otherwise else None,
            tolerance=tolerance,
            columns=columns,
        )


def fill(template: str, values: Mapping[str, object]) -> Message:
    """Return a message with numbers as people write them: whole, or as decimals.

    Parameters
    ----------
    template : str
        In the style of `str.format`.
    values : mapping of str to object
        What its fields stand for.

    Returns
    -------
    Message

    Examples
    --------
    >>> str(fill("{a} and {b}", {"a": 2.0, "b": Fraction(1, 2)}))
    '2 and 0.5'
    """
    return Message(template, {name: _plain(value) for name, value in values.items()})


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        value = float(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _at(level: int, texts: Sequence[str]) -> str:
    return texts[min(level, len(texts)) - 1]


def _read() -> dict[str, Words]:
    found: dict[str, dict[str, Any]] = {}
    for entry in read_catalogue(_HERE / "exercises.toml"):
        found[entry["key"]] = {**found.get(entry.pop("like", ""), {}), **entry}
    return {key: Words(**texts) for key, texts in found.items()}


WORDS = _read()
"""The words of all exercises, by their keys: exercises.toml."""

MISTAKES = {entry["key"]: entry["name"] for entry in read_catalogue(_HERE / "mistakes.toml")}
"""What a mistake in a number is called, by its key: mistakes.toml."""
