"""Which columns hold no ratings, whatever their names say: codes, times, sums of others?"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

_CODES = 6  # labels such as E101: fewer may be grades
_SHARE = 0.9  # of the labels
_AGREED = 9  # items: on fewer a third rater may agree with the others by chance
_MOST_PARTS = 24  # columns that may add up

_TIME = re.compile(r"(?i)\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?: ?[ap]\.?m\.?)?")
_SPAN = re.compile(
    r"(?i)(?:\d+(?:[.,]\d+)? ?(?:h|hrs?|hours?|m|min|mins?|minutes?|s|secs?|seconds?|ms|时|小时|"
    r"分钟|秒|秒钟|分間|時間)\b ?)+|pt?(?:\d+[hms])+|"
    r"\d+(?:秒|分钟|小时|時間)(?:\d+(?:秒|分))*|\d+分\d+秒"  # 分 alone are points
)
_ADDRESS = re.compile(
    r"(?i)[^\s@]+@[^\s@]+\.\w+|(?:https?|ftp|s3|gs)://\S+|(?:\d{1,3}\.){3}\d{1,3}\b.*|"
    r"\S+\.(?:png|jpe?g|gif|tiff?|bmp|dcm|nii|svs|wav|mp[34]|pdf|txt|docx?|json|xml|csv|webp)"
)
_HASH = re.compile(r"(?i)(?:[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
_TOKEN = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9_\-=+/]{10,}")
_CODE = re.compile(r"(?=.*\d)[A-Za-z]{0,12}[-_ ]?\d{2,}(?:[-_A-Za-z]\w*)?")


def are_times(labels: Iterable[str]) -> bool:
    """Tell whether labels are times of day or how long something took.

    Parameters
    ----------
    labels : iterable of str

    Examples
    --------
    >>> are_times(["12:30:07", "09:15:44"]), are_times(["35秒", "61秒"]), are_times(["1", "2"])
    (True, True, False)
    """
    return _are(labels, _TIME) or _are(labels, _SPAN)


def are_codes(labels: Iterable[str]) -> bool:
    """Tell whether labels are codes: hashes, addresses, names of files, numbers with letters.

    Parameters
    ----------
    labels : iterable of str

    Examples
    --------
    >>> are_codes(["9f3a77c2e1", "0b1c2d3e4f", "77aa88bb99"]), are_codes(["T1a", "T2", "T3"])
    (True, False)
    >>> are_codes([f"E{n}" for n in range(101, 110)]), are_codes(["A1", "B2", "C1"])
    (True, False)
    """
    given = list(labels)
    if _are(given, _ADDRESS) or _are(given, _HASH) or _are(given, _TOKEN):
        return True
    return len(given) >= _CODES and _are(given, _CODE)


def _are(labels: Iterable[str], pattern: re.Pattern[str]) -> bool:
    given = list(labels)
    words = [one for one in given if not one.isdecimal()]
    found = sum(bool(pattern.fullmatch(label)) for label in given)
    return bool(words) and found >= max(_SHARE * len(given), 1)


def one_decides(columns: Sequence[Sequence[str]]) -> bool:
    """Tell whether one rater says what the others agree on, or nothing: who settles disputes does.

    Parameters
    ----------
    columns : sequence of sequence of str, shape (r, n)
        The label of each item, "" where it is missing.

    Examples
    --------
    >>> ann, ben, ed = "1233213211233", "1232213111233", "1233213211233"
    >>> one_decides([ann, ben, ed]), one_decides([ann, ben, "1" * 13]), one_decides([ann, ben])
    (True, False, False)
    """
    rows = list(zip(*columns, strict=True))
    for at in range(len(columns) if len(columns) > 2 else 0):
        given = [(row[at], {*row[:at], *row[at + 1 :]}) for row in rows]
        one = [(own, *others) for own, others in given if len(others) == 1 and others != {""}]
        agreed = [own in ("", other) for own, other in one]
        if len(given) > len(agreed) > _AGREED and all(agreed):
            return True
    return False


def sums_of_others(columns: Sequence[NDArray[np.float64]]) -> set[int]:
    """Return the places of the columns that are the sum or the mean of others, row by row.

    Parameters
    ----------
    columns : sequence of ndarray, shape (k, n_rows)
        Numbers, nan where there is none.

    Returns
    -------
    set of int
        A column that equals another one is no mean of it: raters may agree on every item.

    Examples
    --------
    >>> one, two, three = np.array([1.0, 2, 3, 4, 1]), np.array([2.0, 4, 1, 3, 3]), np.arange(5.0)
    >>> sums_of_others([one, two, three, one + two + three])
    {3}
    """
    given = columns[:_MOST_PARTS]
    found = set()
    for at, total in enumerate(given):
        others = [one for one in given if not np.array_equal(one, total, equal_nan=True)]
        if _is_made_of(total, others):
            found.add(at)
    return found


def _is_made_of(total: NDArray[np.float64], others: Sequence[NDArray[np.float64]]) -> bool:
    """Tell whether a column, shape (n,), is made of two others, or of some side by side."""
    with np.errstate(over="ignore", invalid="ignore"):  # 1e308 twice is as good as infinite
        for one, other in itertools.combinations(others, 2):
            if _is_sum(total, one + other, 2):
                return True
        for begin in range(len(others)):
            summed = others[begin]
            for n, other in enumerate(others[begin + 1 :], start=2):
                summed = summed + other
                if n > 2 and _is_sum(total, summed, n):
                    return True
    return False


def _is_sum(total: NDArray[np.float64], summed: NDArray[np.float64], n: int) -> bool:
    """Tell whether numbers are sums, or means of n parts, both of shape (n_rows,)."""
    known = np.isfinite(total) & np.isfinite(summed)
    if np.count_nonzero(known) < 5:
        return False
    value, sums = total[known], summed[known]
    if len(np.unique(value)) < 3:
        return False
    return bool(np.all(abs(sums - value) < 1e-9) or np.all(abs(sums / n - value) < 0.006))
