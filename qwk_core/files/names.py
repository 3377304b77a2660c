"""What the name of a column says of its role, in a few languages. Whole words, never parts."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from qwk_core.files.usual_scales import folded, usual_words

_USUAL = {"rater": "rater", "id": "item"}  # roles for which many languages have words
_BEHIND = re.compile(r"\s*[\[(|].*$")  # what exports write behind a name
_SENTENCE = re.compile(r"\w+(?: \w+)* [a-zà-ÿ]{2,}(?: \w+)*")  # a small word is in no name
_NO_NAME = re.compile(r"(?:column )?\d+")  # made up, or a place
RATES = ("actual", "predicted", "rater")
"""The roles of those who rate, and of what they give."""

_GROUPS = ("whole", "text", "mixed")  # what a column holds that tells items apart
_REMEMBERED = 16_384  # names; each is asked about again and again
_FILE = Path(__file__).with_name("column_names.toml")


@functools.cache
def _known(role: str) -> frozenset[str]:
    """Return the words that say a role in the name of a column."""
    own = frozenset(tomllib.loads(_FILE.read_text("utf-8"))[role])
    return own | usual_words(_USUAL[role]) if role in _USUAL else own


@functools.lru_cache(maxsize=_REMEMBERED)
def words_of(name: str) -> tuple[str, ...]:
    """Take a name apart: "Rater1", "rater_1" and "Rater 1" are all rater and 1.

    Parameters
    ----------
    name : str

    Returns
    -------
    tuple of str
        In lower case; one empty word where there is none.

    Examples
    --------
    >>> words_of("rater1_Domain"), words_of("Evaluación"), words_of("%")
    (('rater', '1', 'domain'), ('evaluación',), ('',))
    """
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    apart = re.sub(r"([^\W\d_])(\d)", r"\1 \2", apart)
    # 1. and 2、 number questions; 评分者一 and 評価者甲 number raters.
    apart = re.sub(r"^\s*\d{1,2}[.、)]\s*(?=\D)", "", apart)
    apart = re.sub(r"([\u3040-\u9fff])([一二三四五甲乙丙丁A-D])$", r"\1 \2", apart)
    return tuple(re.findall(r"[^\W_]+", apart.lower())) or ("",)


def _whole(name: str) -> str:
    return "_".join(words_of(name))


@functools.lru_cache(maxsize=_REMEMBERED)
def says(name: str, *roles: str) -> bool:
    """Tell whether a name, or a word in it, says one of some roles.

    Parameters
    ----------
    name : str
    *roles : {"actual", "predicted", "rater", "group", "id", "other", "measured"}

    Returns
    -------
    bool

    Examples
    --------
    >>> says("Human score", "actual"), says("rater_1", "rater", "id"), says("Helen", "rater")
    (True, True, False)
    """
    known = frozenset().union(*map(_known, roles))
    # In Chinese and Japanese a sign behind the word numbers it.
    return any(
        word in known or (not word.isascii() and word[:-1] in known)
        for word in (_whole(name), *words_of(name))
    )


@functools.lru_cache(maxsize=_REMEMBERED)
def names_raters(name: str) -> bool:
    """Tell whether a name, or a word in it, is a usual one for those who rate.

    Parameters
    ----------
    name : str

    Returns
    -------
    bool

    Examples
    --------
    >>> names_raters("responses.users"), names_raters("Prüfer"), names_raters("score")
    (True, True, False)
    """
    words, known = words_of(name), usual_words("rater")
    answers = map(folded, (" ".join(words), *words))
    return any(word in known or word.removesuffix("s") in known for word in answers)


@functools.lru_cache(maxsize=_REMEMBERED)
def is_called(name: str, role: str) -> bool:
    """Tell whether the whole name of a column says a role, and not only a word in it.

    Parameters
    ----------
    name : str
    role : {"count", "weight", "group"}
        It counts items; it may as well be a weight, or number the rows; it tells items apart.

    Returns
    -------
    bool

    Examples
    --------
    >>> [is_called(name, "count") for name in ("Freq.", "word_count", "Student Number")]
    [True, False, False]
    >>> is_called("weight", "weight"), is_called("count", "weight")
    (True, False)
    """
    return _whole(name) in _known(role)


def are_twins(one: str, other: str) -> bool:
    """Tell whether two names differ as those of two raters do, or of a rating and its prediction.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    bool

    Examples
    --------
    >>> are_twins("rater1_style", "rater2_style"), are_twins("first_marker", "second_marker")
    (True, True)
    >>> are_twins("class", "predicted_class"), are_twins("style", "grammar")
    (True, False)
    """
    if _NO_NAME.fullmatch(one):
        return False
    plain = [_BEHIND.sub("", name) for name in (one, other)]
    if plain[0] != plain[1] and all(plain):
        one, other = plain  # "Marker 1 (40121)", "Marker 2 [Total Pts: 5] |40122"
    first, second = words_of(one), words_of(other)
    if len(first) == len(second):
        unlike = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
        return len(unlike) == 1 and are_ends(*unlike[0])
    short, long = sorted((first, second), key=len)
    added = [word for word in long if word not in short]
    numbered = {"2"} | _known("predicted") | _known("actual")
    one_more = len(long) == len(short) + 1 and len(added) == 1 and added[0] in numbered
    return one_more and tuple(word for word in long if word in short) == short


def are_questions(one: str, other: str) -> bool:
    """Tell whether two names say what was asked, and not who rated: questions of one rater.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    bool

    Examples
    --------
    >>> are_questions("q1", "q2"), are_questions("How clear?", "How useful?")
    (True, True)
    >>> are_questions("Ana style", "Luis style"), are_questions("Good? (Ana)", "Good? (Eva)")
    (False, False)
    """
    names = (one, other)
    own = [_BEHIND.sub("", name.partition("?")[0]) for name in names]
    if own[0] == own[1] or any(says(name, *RATES) for name in names):
        return False
    if all("?" in name for name in names):
        return True
    if all(name.count(" ") > 1 and _SENTENCE.fullmatch(name) for name in names):
        return True
    first, second = ({*words_of(name)} for name in names)
    apart, known = first ^ second, _known("criterion")
    if first < second or second < first:  # toxic, severe_toxic
        return not are_twins(one, other)
    numbered = all(word.isdigit() or len(word) == 1 for word in apart)
    both_ask = not (first.isdisjoint(known) or second.isdisjoint(known))
    return both_ask and (numbered or not apart.isdisjoint(known))


def are_ends(one: str, other: str) -> bool:
    """Tell whether two words number raters: 1 and 2, a and c, first and second.

    Parameters
    ----------
    one, other : str
        In lower case.

    Examples
    --------
    >>> are_ends("1", "2"), are_ends("first", "second"), are_ends("style", "content")
    (True, True, False)
    """
    short = all(word.isdigit() or len(word) == 1 for word in (one, other))
    return short or f"{one} {other}" in _known("ends") or f"{other} {one}" in _known("ends")


def first_of_twins(names: Sequence[str]) -> Sequence[str]:
    """Return two names in the order of actual and predicted, as far as they say one.

    Parameters
    ----------
    names : sequence of str, length 2

    Returns
    -------
    sequence of str, length 2

    Examples
    --------
    >>> first_of_twins(["predicted", "actual"]), first_of_twins(["Ana", "Luis"])
    (['actual', 'predicted'], ['Ana', 'Luis'])
    """
    one, other = names
    predicted = says(one, "predicted") and not says(other, "predicted")
    actual = says(other, "actual") and not says(one, "actual")
    return [other, one] if predicted or actual else names


def likely_group(names: Sequence[str], kinds: Sequence[str]) -> str | None:
    """Return the column that items may be told apart by, judged by its name.

    Parameters
    ----------
    names, kinds : sequence of str, length k
        What the columns are called, and what they hold.

    Returns
    -------
    str or None

    Examples
    --------
    >>> likely_group(["essay", "school", "a"], ["whole", "text", "whole"])
    'school'
    """
    both = zip(names, kinds, strict=True)
    able = (one for one, kind in both if kind in _GROUPS and is_called(one, "group"))
    return next(able, None)
