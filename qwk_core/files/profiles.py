"""What the columns of a table hold, and which two of them are ratings of the same items."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import Answers
from qwk_core.files.count_cells import plain_count
from qwk_core.files.criteria import compared, find_criteria
from qwk_core.files.dates import range_of_date
from qwk_core.files.formats.common import listed
from qwk_core.files.labels import is_number, kind_of, label_of
from qwk_core.files.missing import find_codes, may_be_code
from qwk_core.files.names import (
    RATES,
    are_questions,
    are_twins,
    is_called,
    names_raters,
    says,
    words_of,
)
from qwk_core.files.no_ratings import are_codes, are_times, sums_of_others
from qwk_core.files.usual_scales import folded, usual_words
from qwk_core.messages import N_, Message

_WIDEST = 100  # whole numbers of a scale
_WIDER = 12  # steps of a scale of which the other rater uses less than a third
_WIDEST_RANGE = 5  # from the first number of a rating such as 1-2 to the second
_RANGE = re.compile(r"\d+ ?[-–] ?\d+")
_TWO = re.compile(r"[\[(]?\d{1,3} ?[|;,&/] ?(\d{1,3})[\])]?")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}[.,]\d{3}")
_HUNDREDS = re.compile(r"-?[1-9]\d{2}")
_AGAIN = re.compile(r" \(\d+\)$")  # behind a name that comes twice: "Sure?" is another question
_CLOSE = 2.0  # two proposals nearer than this are a question
ENOUGH = 3.0
"""What a pair of columns needs to be taken without asking."""
_MOST_COMPARED = 60  # columns; of more, those that promise most are compared


@dataclass(frozen=True)
class Profile:
    """What a column holds.

    Attributes
    ----------
    name : str
    cells : tuple of str
        As written, one a row.
    decimal : {".", ","}
    made : bool
        Whether it was made of columns that hold a category each: ratings, whatever it is called.
    """

    name: str
    cells: tuple[str, ...]
    decimal: str = "."
    made: bool = False

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Each cell's label, "" where it is missing; dates and texts as they are."""
        return tuple(self._label(cell) for cell in self.cells)

    def _label(self, cell: str) -> str:
        try:
            return label_of(cell, self.decimal)
        except RatingsError:
            return cell[:200]

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each label occurs; codes for missing values are left out."""
        counts = Counter(label for label in self.labels if label)
        for code in find_codes(counts).certain:
            del counts[code]
        return counts

    @cached_property
    def kind(self) -> str:
        """The kind of its labels: "whole", "fraction", "text", "date", "mixed" or "empty".

        Numbers of which one is infinite, such as 1e999, are text: nobody rates so.
        """
        kind = kind_of(self.counts)
        endless = kind in ("whole", "fraction") and not all(map(_is_finite, self.counts))
        return "text" if endless else kind

    @cached_property
    def n(self) -> int:
        """How many of its cells have a label."""
        return self.counts.total()

    @cached_property
    def numbers(self) -> list[float]:
        """Its different numbers, sorted; none is infinite."""
        return sorted({float(label) for label in self.counts if _is_finite(label)})

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """Each cell's number, nan where it has none; shape (n_rows,)."""
        numbers = {
            label: float(label) if _is_finite(label) else np.nan for label in set(self.labels)
        }
        return np.array([numbers[label] for label in self.labels], dtype=np.float64)

    def numbers_by(self, mark: str) -> NDArray[np.float64]:
        """Return each cell's number; of words 1 where it is a mark, such as yes, and 0 elsewhere.

        Parameters
        ----------
        mark : str
            "" for numbers.

        Returns
        -------
        ndarray of float64, shape (n_rows,)
        """
        return np.array([one == mark for one in self.labels], dtype=float) if mark else self.values

    @cached_property
    def caseless(self) -> frozenset[str]:
        """Its labels in small letters."""
        return frozenset(map(str.casefold, self.counts))

    @property
    def is_numeric(self) -> bool:
        """Whether all its labels are numbers."""
        return self.kind in ("whole", "fraction")

    @property
    def has_each_once(self) -> bool:
        """Whether no label comes twice."""
        return len(self.counts) == self.n

    @property
    def counts_rows(self) -> bool:
        """Whether its whole numbers follow one another, each once."""
        once = self.kind == "whole" and self.has_each_once
        return once and self.numbers[-1] - self.numbers[0] == self.n - 1

    @property
    def is_id(self) -> bool:
        """Whether each label occurs once, or the whole numbers merely count the rows."""
        if self.n < 3 or self.kind == "fraction" or not self.has_each_once:
            return False
        if self.kind == "whole":
            return self.counts_rows or self.n > 12 or self.numbers[-1] > _WIDEST
        return self.n > 5

    @property
    def is_constant(self) -> bool:
        """Whether all cells say the same."""
        return len(self.counts) == 1 and self.n > 3

    @cached_property
    def is_code(self) -> bool:
        """Whether its labels are codes, addresses or times: nobody rates so."""
        if self.kind not in ("text", "mixed"):
            return False
        return are_codes(self.counts) or (are_times(self.counts) and not names_raters(self.name))

    @property
    def is_continuous(self) -> bool:
        """Whether its numbers are scores: fractions with few repeated."""
        if self.kind != "fraction" or len(self.counts) <= 12:
            return False
        return not self.in_quarters or len(self.counts) > self.n // 4

    def has_scores(self, predicted: Profile, answers: Answers) -> bool:
        """Tell whether predictions of these ratings are scores, perhaps to be cut into categories.

        Parameters
        ----------
        predicted : Profile
        answers : Answers
            What a person said: fractions that are to be rounded or cut are scores.

        Returns
        -------
        bool
        """
        if predicted.kind != "fraction" or answers.conversion is not None:
            return predicted.kind == "fraction"
        one_scale = self.in_quarters and predicted.in_quarters  # 0, 0.5, 1
        return not one_scale and (self.kind == "whole" or predicted.is_continuous)

    @property
    def in_quarters(self) -> bool:
        """Whether its numbers are fractions in steps of a quarter or a half."""
        even = all(abs(math.remainder(one, 0.25)) <= 1e-9 for one in self.numbers)
        return self.kind == "fraction" and even

    @property
    def is_rating(self) -> bool:
        """Whether its labels may be categories."""
        if self.kind in ("empty", "date") or self.is_id or self.is_code or self.is_constant:
            return False
        if self.kind == "whole":
            return self.numbers[-1] - self.numbers[0] <= _WIDEST or len(self.counts) <= 12
        if self.kind == "fraction":
            return not self.is_continuous
        return not self.two_in_a_cell

    @property
    def may_rate(self) -> bool:
        """Whether its labels may be categories, or its numbers scores."""
        return self.is_rating or self.is_continuous

    @cached_property
    def two_in_a_cell(self) -> str:
        """A cell that holds two ratings, such as "3|4", where half of the cells do; "" without."""
        both = {label: two for label in self.counts if (two := _TWO.fullmatch(label))}
        points = len({two[1] for two in both.values()}) == 1  # 3/5, 4/5
        found = [label for label in both if not (points and "/" in label)]
        n = sum(self.counts[label] for label in found)
        return found[0] if found and 2 * n >= self.n else ""

    @property
    def dates(self) -> tuple[str, ...]:
        """Its dates that may be ratings such as 1-2; () where another cell is neither."""
        found = {cell: range_of_date(cell.strip()) for cell in self.cells}
        ranges = {one for one in found.values() if one}
        widths = [int(high) - int(low) for low, high in (one.split("-") for one in ranges)]
        others = [label for label in self.counts if not range_of_date(label)]
        narrow = all(0 < width <= _WIDEST_RANGE for width in widths) and len(ranges) <= 12
        if (
            says(self.name, "measured")
            or not narrow
            or not all(is_number(one) or _RANGE.fullmatch(one) for one in others)
        ):
            return ()
        return tuple(cell for cell, one in found.items() if one)

    @property
    def looks_like_counts(self) -> bool:
        """Whether its name says that it counts items, and its values are numbers from 0 on."""
        if not is_called(self.name, "count"):
            return False
        cells = tuple(map(plain_count, self.cells))
        if cells != self.cells:
            return replace(self, cells=cells).looks_like_counts
        if not self.is_numeric:
            return False
        numbered = self.counts_rows and self.n > 3 and self.numbers[0] in (0, 1)
        return self.numbers[0] >= 0 and not numbered


def profiles(
    names: Sequence[str], rows: Sequence[Sequence[str]], decimal: str = "."
) -> list[Profile]:
    """Return the profiles of the columns of a table.

    Parameters
    ----------
    names : sequence of str, length k
    rows : sequence of sequence of str
        Shorter rows miss their last cells.
    decimal : {".", ","}

    Returns
    -------
    list of Profile, length k
    """
    columns = itertools.zip_longest(names, *rows, fillvalue="")
    return [
        Profile(name, tuple(cells), decimal)
        for name, *cells in itertools.islice(columns, len(names))
    ]


def check_one_in_a_cell(columns: Iterable[Profile]) -> None:
    """Refuse columns whose cells hold two ratings each, or a mark between thousands, perhaps.

    Parameters
    ----------
    columns : iterable of Profile
        Those of the ratings.

    Raises
    ------
    RatingsError
        Naming the first.
    """
    given = list(columns)
    _check_thousands([one for one in given if one.is_numeric])
    for one in given:
        if one.two_in_a_cell:
            raise RatingsError(
                "Column {column} holds two ratings in a cell, such as {value}. Write each in a "
                "column of its own; in Excel: Data, Text to Columns.",
                column=shown(one.name),
                value=shown(one.two_in_a_cell),
            )


def check_side_by_side(columns: Sequence[Profile]) -> None:
    """Refuse two tables beside each other: of other items, or in different orders.

    Parameters
    ----------
    columns : sequence of Profile
        Of a table, in their order.

    Raises
    ------
    RatingsError
        A row would compare the ratings of two items.
    """
    ids = [
        at
        for at, one in enumerate(columns)
        if _names_items(one)
        and one.has_each_once
        and (one.kind == "text" or says(one.name, "id"))  # points may all differ, too
    ]
    for at, then in itertools.combinations(ids, 2):
        one, other = columns[at], columns[then]
        between, behind = columns[at + 1 : then], columns[then + 1 :]
        shared = len(one.counts.keys() & other.counts.keys())
        halves = all(any(each.may_rate for each in half) for half in (between, behind))
        alike = one.name.rpartition(" (")[0] == other.name.rpartition(" (")[0] != ""
        moved = 2 * shared >= min(one.n, other.n) > 1 and one.labels != other.labels
        if halves and (moved or (alike and not shared)):
            raise RatingsError(
                "{one} and {other} do not name the same items in each row: these are two tables "
                "side by side. Save each as a file of its own, or put one below the other.",
                one=shown(one.name),
                other=shown(other.name),
            )


def _check_thousands(columns: Sequence[Profile]) -> None:
    """Refuse 1,000 and 1,500 beside 500: are they thousands, or fractions?"""
    cells = [
        (one.name, cell.strip(), one.decimal)
        for one in columns
        if not one.is_continuous
        for cell in dict.fromkeys(one.cells)
    ]
    marked = [each for each in cells if each[2] in each[1]]
    plain = (cell for _, cell, _ in cells if not may_be_code(cell))
    hundreds = [cell for cell in plain if _HUNDREDS.fullmatch(cell)]
    if marked and hundreds and all(_THOUSANDS.fullmatch(cell) for _, cell, _ in marked):
        name, cell, mark = marked[0]
        raise RatingsError(
            "Column {column}: beside {other}, {value} may be {whole} or {fraction}. Write "
            "thousands without a mark, or fractions with a fourth decimal.",
            column=shown(name),
            other=shown(hundreds[0]),
            value=shown(cell),
            whole=cell.replace(mark, ""),
            fraction=label_of(cell, mark),
        )


@dataclass(frozen=True)
class Pair:
    """Two columns that may be the ratings.

    Attributes
    ----------
    names : tuple of str, length 2
    score : float
        How much speaks for them.
    reason : Message
        Why these two, in a sentence.
    items : bool
        Whether one of them may name the items, or groups of them, or say something else of them.
    doubtful : bool
        Whether one is called a score, and the other says nothing of ratings; or both are called as
        questions; or only a number behind their names speaks for them, where two others may be the
        ratings.
    numbered : bool
        Whether their names differ as those of two raters do, and say nothing of ratings.
    """

    names: tuple[str, str]
    score: float
    reason: Message
    items: bool = False
    doubtful: bool = False
    numbered: bool = False


def find_pairs(columns: Sequence[Profile]) -> list[Pair]:
    """Return the pairs of columns that may be the ratings, the likeliest first.

    Parameters
    ----------
    columns : sequence of Profile

    Returns
    -------
    list of Pair

    Examples
    --------
    >>> rows = [["E1", "3", "4"], ["E2", "4", "4"], ["E3", "1", "3"], ["E4", "3", "1"]]
    >>> found = find_pairs(profiles(["essay", "Ana", "Luis"], rows))
    >>> found[0].names, str(found[0].reason)
    (('Ana', 'Luis'), 'These two share the values 1–4.')
    """
    derived = _derived(columns)
    alone = len(columns) == 2
    able = [
        one
        for one in columns
        if one.may_rate
        or (one.is_constant and _says_role(one))
        or (alone and one.kind not in ("empty", "date"))
    ]
    able = [one for one in able if not (one.is_constant and _names_points(one))]
    if sum(not _names_items(one) for one in able) < 2:
        # A rater may say the same of all items, or nothing.
        said = [one for one in columns if one.kind != "date" and not one.is_code]
        able = [one for one in said if one in able or one.is_constant or one.kind == "empty"]
        able = [one for one in able if not _names_points(one)]
    promise = {one.name: _promise(one, derived) for one in able}
    crowded = len(able) > _MOST_COMPARED
    if crowded:
        able = sorted(able, key=lambda one: -promise[one.name] - 2 * _says_role(one))
        able = able[:_MOST_COMPARED]
    by_name = {one.name: one for one in able}

    def alike(one: str, other: str) -> float:
        pairs = zip(by_name[one].labels, by_name[other].labels, strict=True)
        return sum(a == b for a, b in pairs) / max(by_name[one].n, 1)

    criteria = find_criteria([one.name for one in able], alike)
    found = [
        _pair(one, other, promise, criteria, alone=alone, by_name=crowded)
        for one, other in itertools.combinations(able, 2)
    ]
    # A number behind bp or room makes no raters of two columns, if two others share a scale.
    others = [{*pair.names} for pair in found if pair.score > 0 and not pair.numbered]
    found = [
        replace(pair, doubtful=True)
        if pair.numbered and any(one.isdisjoint(pair.names) for one in others)
        else pair
        for pair in found
    ]
    return sorted(found, key=lambda pair: (pair.score <= 0, pair.items, -pair.score))


def is_clear(pairs: Sequence[Pair]) -> bool:
    """Tell whether the first of some pairs can be taken without asking.

    Parameters
    ----------
    pairs : sequence of Pair
        The likeliest first.

    Returns
    -------
    bool
    """
    if not pairs or pairs[0].doubtful or pairs[0].score < ENOUGH:
        return False
    return len(pairs) == 1 or pairs[0].score - max(one.score for one in pairs[1:]) >= _CLOSE


def _says_role(column: Profile) -> bool:
    return says(column.name, *RATES)


def _names_points(column: Profile) -> bool:
    """Tell whether a column is called as the most that a rating can be: "Maximum Grade"."""
    return folded(column.name) in usual_words("points")


def _names_items(column: Profile) -> bool:
    named = says(column.name, "id", "group")
    return column.is_id or (named and not _says_role(column))


def _promise(column: Profile, derived: set[str]) -> float:
    """Return what speaks for one column by itself."""
    if column.made:
        return 0.0
    score = 1.0 if says(column.name, "rater") else 0.0
    score -= 4 if column.is_id else 0
    score -= 4 if column.name in derived else 0
    score -= 4 if column.looks_like_counts else 0
    score -= 2 if column.is_constant else 0
    who = words_of(column.name)[-1] in ("id", "name", "code")  # of a rater
    score -= 6 if says(column.name, "measured") or column.is_code or who else 0
    if not _says_role(column):
        score -= 3 if says(column.name, "other") else 0
        score -= 2 if says(column.name, "id", "group") else 0
    return score


def _pair(
    one: Profile,
    other: Profile,
    promise: Mapping[str, float],
    criteria: Mapping[str, str],
    *,
    alone: bool,
    by_name: bool,
) -> Pair:
    """Return two columns with what speaks for them; `by_name`, only their names can be enough."""
    shared = _shared(one, other)
    if (alone or shared) and are_near(one, other):
        shared = max(shared, 0.5)  # with few items, few values are shared
    score = -4.0 if shared == 0 else 0.0 if shared < 0.34 else 1.5 if shared < 0.5 else 3.0
    named = any(
        says(first.name, "actual") and says(second.name, "predicted")
        for first, second in ((one, other), (other, one))
    )
    if named:
        score = max(score, -1.0)  # and where they share nothing, that is asked about
    if {one.kind, other.kind} == {"whole", "fraction"}:
        meet = _ranges_meet(one, other) and _ranges_meet(other, one)
        score = 2.5 + alone if meet else -2.0
    same = compared(criteria, one.name, other.name)
    again = _AGAIN.sub("", one.name) == _AGAIN.sub("", other.name)
    related = named or (are_twins(one.name, other.name) and same >= 0 and not again)
    score += promise[one.name] + promise[other.name] + same
    score -= 6 if _are_copies(one, other) else 0
    unnamed = False
    if related:
        score += 4
    else:
        score -= 3 * sum(_says_role(each) and says(each.name, "other") for each in (one, other))
        # A word for what is given, such as score, says of no other column that it is a rating.
        given = [
            says(each.name, "rater")
            and not (says(each.name, "actual", "predicted") or names_raters(each.name))
            for each in (one, other)
        ]
        made = one.made or other.made
        unnamed = (
            not (alone or made) and given[0] != given[1] and not all(map(_says_role, (one, other)))
        )
        score = min(score, ENOUGH - 1) if by_name else score
    asked = not (one.made or other.made) and are_questions(one.name, other.name)
    values = Message(_SHARED, {"values": _values(one, other)})
    if shared < 0.5:
        values = Message(_NAMED)
    items = any(map(_names_items, (one, other))) and not related and not (alone and shared >= 0.5)
    numbered = related and not (one.made or any(map(_says_role, (one, other))))
    doubtful = unnamed or asked
    return Pair((one.name, other.name), score, values, items or unnamed, doubtful, numbered)


def _are_copies(one: Profile, other: Profile) -> bool:
    """Tell whether both columns copy something else, such as an item's name: they never differ."""
    many = len(one.counts) > max(12, one.n // 5)
    whole = one.kind != "fraction" or one.is_continuous
    return many and whole and one.labels == other.labels


_SHARED = N_("These two share the values {values}.")
_NAMED = N_("Their names say so; their values differ.")


def _shared(one: Profile, other: Profile) -> float:
    """Return the share of the smaller set of labels that is in the other, too."""
    first, second = one.caseless, other.caseless
    smaller = max(min(len(first), len(second)), 1)  # nobody may have said anything
    spans = sorted(each.numbers[-1] - each.numbers[0] for each in (one, other) if each.numbers)
    if len(spans) == 2 and spans[1] >= _WIDER and spans[1] > 3 * spans[0]:
        return 0.0  # items counted from 1 on share the first few numbers with any scale
    return len(first & second) / smaller


def are_near(one: Profile, other: Profile) -> bool:
    """Tell whether two columns hold whole numbers of about the same size.

    Parameters
    ----------
    one, other : Profile

    Returns
    -------
    bool
    """
    return one.kind == other.kind == "whole" and _ranges_meet(one, other)


def _ranges_meet(one: Profile, other: Profile) -> bool:
    low, high = one.numbers[0], one.numbers[-1]
    span = max(high - low, 1.0)
    return other.numbers[0] >= low - span and other.numbers[-1] <= high + span


def _values(one: Profile, other: Profile) -> str:
    both = set(one.counts) | set(other.counts)
    if both and all(map(is_number, both)):
        ends = sorted(both, key=float)
        between = " … " if ends[0].startswith("-") else "–"
        return between.join(dict.fromkeys([ends[0], ends[-1]])).replace("-", "−")
    return listed(sorted(set(one.counts) & set(other.counts)) or sorted(both), 4)


def _derived(columns: Sequence[Profile]) -> set[str]:
    """Return the names of the columns that are the sum or the mean of others, row by row."""
    numeric = [one for one in columns if one.is_numeric and len(one.counts) > 2 and not one.is_id]
    above = [one for one in numeric if one.numbers[0] >= 0]
    numeric = above if len(above) > 1 else numeric  # the others are differences
    return {numeric[at].name for at in sums_of_others([one.values for one in numeric])}


def _is_finite(label: str) -> bool:
    return is_number(label) and math.isfinite(float(label))
