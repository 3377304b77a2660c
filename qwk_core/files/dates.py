"""Which dates were ratings such as 1-2 before a spreadsheet changed them?"""

from __future__ import annotations

import re
from functools import cache

from qwk_core.files.usual_scales import listed_words

_WORD = r"[^\W\d_]{3,}"
_DATE = re.compile(
    rf"\d{{1,2}}\.?[ -]{_WORD}\.?(?:[ -]\d{{2,4}})?|{_WORD}\.?(?:-\d{{1,4}}| \d{{2,4}})|"
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[Tt ]\d{1,2}:\d\d.*)?"
    r"|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)(?:[Tt ]\d{1,2}:\d\d.*)?"
)
_TIME = re.compile(r"[Tt ](?!0?0:00)\d{1,2}:\d\d")  # a spreadsheet adds none


def _month(text: str) -> int | None:
    """Return the number of the month that a text names; 0 for none, None where no word is in it."""
    word = re.match(rf"\W*\d*\W*({_WORD})", text)
    if word is None:
        return None
    begins = re.compile(rf"\b{word[1].lower()}")
    return next((at for at, names in enumerate(_months(), start=1) if begins.search(names)), 0)


@cache
def _months() -> tuple[str, ...]:
    """Return the names of each month in all languages."""
    return tuple(map(" ".join, zip(*listed_words("months"), strict=True)))


def is_date(text: str) -> bool:
    """Tell whether a cell holds a date.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> is_date("1. Feb"), is_date("2024-02-01"), is_date("1-2"), is_date("Mayo 3")
    (True, True, False, False)
    """
    return bool(_DATE.fullmatch(text)) and _month(text) != 0


def range_of_date(label: str) -> str:
    """Return the two numbers that a spreadsheet made a date of, the lower first; "" for no date.

    Parameters
    ----------
    label : str
        As a file has it: a day and a month, with a year or without.

    Returns
    -------
    str

    Examples
    --------
    >>> range_of_date("1. Feb"), range_of_date("2-Jan"), range_of_date("2024-02-01 00:00")
    ('1-2', '1-2', '1-2')
    >>> range_of_date("Feb 2024"), range_of_date("1-2"), range_of_date("2024-02-01 10:30")
    ('', '', '')
    """
    if not is_date(label) or _TIME.search(label):
        return ""
    month = _month(label)
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    both = numbers[1:3] if numbers[0] > 31 else numbers[:2]
    if month:
        both = [numbers[0], month]
    low, high = min(both), max(both)
    return f"{low}-{high}" if 0 < low <= 12 and high <= 31 else ""
