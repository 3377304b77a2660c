"""Which columns of a table are likeliest the ratings, by their names: a start, to be corrected."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# Whole words of a name, or the whole name.
_ACTUAL = (
    r"actuals?|truth|true|gold|reference|target|expected|human|expert|labels?|y_?true|"
    r"ground_?truth|adjudicated"
)
_PREDICTED = (
    r"predicted|predictions?|preds?|model|machine|system|y_?pred|outputs?|estimates?|forecast|"
    r"scores?"
)
_COUNT = r"counts?|n|freq|frequency|weights?|cnt|number"
_GROUP = (
    r"groups?|school|clinic|site|hospital|cent(?:re|er)|class|year|country|region|(?:essay_?)?set|"
    r"prompt|fold|cohort|language|sex"
)
_ID = r"id|index|items?|rows?|nr|no"
# The first and the second of two raters, as the end of a name: rater1, teacher_b, reader II.
_ENDS = (("1", "2"), ("a", "b"), ("i", "ii"), ("one", "two"), ("first", "second"), ("x", "y"))
_NUMBERS = ("whole", "fraction")
_RATED = ("whole", "fraction", "text", "mixed")  # kinds that a rating may be of


@dataclass(frozen=True)
class Guess:
    """Positions of columns; None where no column looks like it."""

    actual: int | None
    predicted: int | None
    count: int | None
    group: int | None


def guess(columns: Sequence[str], kinds: Sequence[str]) -> Guess:
    """Guess which columns hold the ratings, the counts and the groups.

    Parameters
    ----------
    columns : sequence of str, length k
        The names.
    kinds : sequence of str, length k
        What each holds: "whole", "fraction", "text" and so on.

    Examples
    --------
    >>> guess(["id", "school", "rater1", "rater2"], ["whole", "text", "whole", "whole"])
    Guess(actual=2, predicted=3, count=None, group=1)
    >>> guess(["predicted", "actual", "count"], ["text", "text", "whole"])
    Guess(actual=1, predicted=0, count=2, group=None)
    """
    words = [_words(name) for name in columns]
    count = _named(words, _COUNT, [at for at, kind in enumerate(kinds) if kind in _NUMBERS])
    group = _named(words, _GROUP, [at for at in range(len(columns)) if at != count])
    free = [
        at
        for at, kind in enumerate(kinds)
        if kind in _RATED and at not in (count, group) and not re.fullmatch(_ID, words[at][-1])
    ]
    actual = _named(words, _ACTUAL, free)
    predicted = _named(words, _PREDICTED, [at for at in free if at != actual])
    if actual is None and predicted is None:
        actual, predicted = _pair(words, free)
    # Of what is left, whole numbers are likelier than words, and the last columns than the first,
    # which often number the rows.
    rest = sorted(
        (at for at in free if at not in (actual, predicted)), key=lambda at: kinds[at] == "whole"
    )
    if predicted is None and rest:
        predicted = rest.pop()
    if actual is None and rest:
        actual = rest.pop()
    return Guess(actual, predicted, count, group)


def _words(name: str) -> list[str]:
    """Take a name apart: "Rater1" and "rater_1" are both rater and 1."""
    apart = re.sub(r"([a-z])([A-Z0-9])", r"\1 \2", name)
    return re.findall(r"[^\W_]+", apart.lower()) or [""]


def _named(words: Sequence[list[str]], pattern: str, among: Sequence[int]) -> int | None:
    """Return the first column that is named like this, else the first with such a word in it."""
    for names in (lambda at: ["_".join(words[at])], words.__getitem__):
        for at in among:
            if any(re.fullmatch(pattern, name) for name in names(at)):
                return at
    return None


def _pair(words: Sequence[list[str]], among: Sequence[int]) -> tuple[int | None, int | None]:
    """Return two columns whose names differ in their ends alone, as those of two raters do."""
    for first in among:
        for second in among:
            begin, end = words[first][:-1], words[first][-1]
            if begin == words[second][:-1] and (end, words[second][-1]) in _ENDS:
                return first, second
    return None, None
