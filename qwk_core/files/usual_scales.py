"""Which words do people use for the steps of a scale, and in which order do they stand?

The words are data: a file a language in the folder `scales`. Each scale there has its steps from
lowest to highest, with all spellings of a step, and lists of the scales that people use whole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("scales")
LANGUAGES = ("en", "es", "pt", "fr", "de", "it", "nl", "pl", "zh", "ja")
"""The languages of the files, those first that are looked at first."""


@dataclass(frozen=True)
class UsualScale:
    """A scale as people word it.

    Attributes
    ----------
    language, about : str
        The language, as in "en", and what the scale measures.
    steps : dict of str to int
        Each word, in lower case, and its place from the lowest step to the highest.
    whole : tuple of tuple of int
        The places of the steps on scales that people use whole: no step is missing there.
    """

    language: str
    about: str
    steps: dict[str, int]
    whole: tuple[tuple[int, ...], ...]

    def places(self, words: Iterable[str]) -> tuple[int, ...] | None:
        """Return the place of each word; None if one is not there, or two share a step.

        Parameters
        ----------
        words : iterable of str
            In lower case.

        Returns
        -------
        tuple of int, or None
        """
        found = [self.steps.get(word, -1) for word in words]
        return tuple(found) if -1 not in found and len(set(found)) == len(found) else None

    def is_run(self, places: Iterable[int]) -> bool:
        """Tell whether steps follow one another on a scale that people use whole.

        Parameters
        ----------
        places : iterable of int

        Returns
        -------
        bool
        """
        used = set(places)
        return any(_is_run(used, scale) for scale in self.whole)


def usual_order(labels: Iterable[str]) -> tuple[dict[str, int], bool] | None:
    """Return the place of each label on the first usual scale that has them all.

    Parameters
    ----------
    labels : iterable of str

    Returns
    -------
    (dict of str to int, bool) or None
        And whether they are a run of a scale that people use whole: then no step is missing. None
        where no scale has them all, or two of them are the same step.

    Examples
    --------
    >>> usual_order(["Severe", "none", "mild"])
    ({'Severe': 5, 'none': 0, 'mild': 2}, False)
    >>> usual_order(["selten", "nie", "manchmal"])
    ({'selten': 1, 'nie': 0, 'manchmal': 2}, True)
    """
    given = list(labels)
    words = [" ".join(re.sub(r"[\s_]+", " ", label).casefold().split()) for label in given]
    for scale in usual_scales():
        places = scale.places(words)
        if places is not None:
            return dict(zip(given, places, strict=True)), scale.is_run(places)
    return None


@cache
def usual_scales() -> tuple[UsualScale, ...]:
    """Return the usual scales of all languages.

    Returns
    -------
    tuple of UsualScale
    """
    return tuple(
        _scale(language, entry)
        for language in LANGUAGES
        for entry in tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))["scale"]
    )


def _scale(language: str, entry: dict[str, Any]) -> UsualScale:
    steps = {word.casefold(): at for at, words in enumerate(entry["steps"]) for word in words}
    whole = tuple(tuple(steps[word.casefold()] for word in scale) for scale in entry["whole"])
    return UsualScale(language, entry["about"], steps, whole)


def _is_run(used: set[int], scale: tuple[int, ...]) -> bool:
    if not used <= set(scale) or len(used) < 2:
        return False
    at = sorted(scale.index(step) for step in used)
    return at[-1] - at[0] == len(at) - 1
