"""Which words do people use for the steps of a scale, and in which order do they stand?

The words are data: a file a language in the folder `scales`. Each scale there has its steps from
lowest to highest, with all spellings of a step, and lists of the scales that people use whole.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from qwk_core.files.places import Order, certain_if_used
from qwk_core.messages import N_, Message

_FOLDER = Path(__file__).with_name("scales")
LANGUAGES = ("en", "es", "pt", "fr", "de", "it", "nl", "pl", "sv", "ru", "zh", "ja")
"""The languages of the files, those first that are looked at first."""


@dataclass(frozen=True)
class UsualScale:
    """A scale as people word it.

    Attributes
    ----------
    steps : dict of str to int
        Each word, folded, and its place from the lowest step to the highest.
    whole : tuple of tuple of str
        The words of scales that people use whole: no step is missing there.
    """

    steps: dict[str, int]
    whole: tuple[tuple[str, ...], ...]

    def places(self, words: Iterable[str]) -> tuple[int, ...] | None:
        """Return the place of each word; None if one is not there, or two share a step.

        Parameters
        ----------
        words : iterable of str
            Folded.

        Returns
        -------
        tuple of int, or None
        """
        found = [self.steps.get(word, -1) for word in words]
        return tuple(found) if -1 not in found and len(set(found)) == len(found) else None

    def between(self, words: Iterable[str]) -> tuple[int, dict[int, str] | None]:
        """Return the words between some words, on the scale that people use whole and word so.

        Of several scales with the same words, the one with the fewest between counts.

        Parameters
        ----------
        words : iterable of str
            Folded.

        Returns
        -------
        alike : int
            How many of the words the scale has as they are, and not as others for the same step.
        between : dict of int to str, or None
            By place; empty where the steps follow one another. None where no scale has them all.
        """
        used = {self.steps[word]: word for word in words}
        found = []
        for whole in self.whole:
            scale = {self.steps[folded(word)]: word for word in whole}
            if used.keys() <= scale.keys():
                alike = sum(folded(scale[at]) == word for at, word in used.items())
                inside = range(min(used), max(used))
                gap = {at: word for at, word in scale.items() if at in inside and at not in used}
                found.append((alike, gap))
        return max(found, key=lambda one: (one[0], -len(one[1])), default=(0, None))


_REASON = Message(N_("The usual order of these words, from lowest to highest. Is it yours?"))


def usual_order(labels: Iterable[str]) -> Order | None:
    """Return the order of labels on a usual scale that has them all.

    It is certain where they are a run of a scale that people use whole: then no step is missing.

    Parameters
    ----------
    labels : iterable of str

    Returns
    -------
    Order or None
        With the words between that nobody used; None where no scale has them all, or two of them
        are the same step.

    Examples
    --------
    >>> usual_order(["Severe", "None", "Mild"]).categories
    ('None', 'Mild', 'Moderate', 'Severe')
    >>> found = usual_order(["selten", "nie", "manchmal"])
    >>> found.categories, found.certain
    (('nie', 'selten', 'manchmal'), True)
    >>> usual_order(["severe pain", "no pain", "mild pain", "moderate pain"]).categories[:2]
    ('no pain', 'mild pain')
    """
    given = list(labels)
    best: Order | None = None
    most = (-1, False)
    for words, before, after in _cores([folded(label) for label in given]):
        for scale in usual_scales():
            places = scale.places(words)
            if places is None:
                continue
            alike, between = scale.between(words)
            found = _on_scale(between, dict(zip(places, given, strict=True)), before, after)
            if (alike, found.certain) > most:
                best, most = found, (alike, found.certain)
    return best


@lru_cache(maxsize=8_192)
def folded(word: str) -> str:
    """Return what words have in common that differ in capitals, accents, blanks or a full stop.

    Parameters
    ----------
    word : str

    Examples
    --------
    >>> folded("Très_Bien."), folded("Pre-intermediate")
    ('tres bien', 'pre intermediate')
    """
    apart = unicodedata.normalize("NFKD", word.casefold())
    plain = re.sub("[\u0300-\u036f]", "", apart)
    spaced = re.sub(r"[\s_\-–—/.,;:()！。、]+", " ", unicodedata.normalize("NFC", plain))
    return spaced.strip()


def _cores(words: list[str]) -> Iterable[tuple[list[str], str, str]]:
    """Yield words as they are, and without the words that all but one begin or end with."""
    yield words, "", ""
    parts = [word.split() for word in words]
    for end in (0, -1):
        ends = [part[end] for part in parts if len(part) > 1]
        if len(words) > 2 and len(ends) >= len(words) - 1 and len(set(ends)) == 1:
            cut = [
                " ".join((part[1:] if end == 0 else part[:-1]) if part[end] == ends[0] else part)
                for part in parts
            ]
            yield cut, f"{ends[0]} " if end == 0 else "", f" {ends[0]}" if end else ""


def _on_scale(
    between: dict[int, str] | None, labels: dict[int, str], before: str, after: str
) -> Order:
    fillers = {at: f"{before}{word}{after}" for at, word in (between or {}).items()}
    if all(label[:1].isupper() for label in labels.values()):
        fillers = {at: word[:1].upper() + word[1:] for at, word in fillers.items()}
    whole = {**fillers, **labels}
    found = certain_if_used([whole[at] for at in sorted(whole)], [*labels.values()], _REASON)
    return replace(found, certain=between == {})


@cache
def usual_scales() -> tuple[UsualScale, ...]:
    """Return the usual scales of all languages.

    Returns
    -------
    tuple of UsualScale
    """
    return tuple(_scale(entry) for language in LANGUAGES for entry in _file(language)["scale"])


@cache
def _file(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))


def _scale(entry: dict[str, Any]) -> UsualScale:
    steps = {folded(word): at for at, words in enumerate(entry["steps"]) for word in words}
    return UsualScale(steps, tuple(map(tuple, entry["whole"])))


@cache
def usual_words(role: str) -> frozenset[str]:
    """Return the words for a role in all languages, folded.

    Parameters
    ----------
    role : str
        A key of the table `words` of the files, such as "missing" or "total".

    Returns
    -------
    frozenset of str
    """
    return frozenset(folded(word) for words in listed_words(role) for word in words)


def listed_words(role: str) -> tuple[Sequence[str], ...]:
    """Return the words for a role as each language lists them.

    Parameters
    ----------
    role : str
        A key of the table `words` of the files, such as "months".

    Returns
    -------
    tuple of list of str
        A list a language that has some.
    """
    found = (_file(one)["words"].get(role) for one in LANGUAGES)
    return tuple(words for words in found if words)
