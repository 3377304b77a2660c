"""Which dates were ratings such as 1-2 before a spreadsheet changed them?"""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan|ene|feb|m[aä]r|mrz|apr|abr|ma[yi]|jun|jul|aug|ago|sep|o[ck]t|nov|dec|dic|dez)[a-zé]*"
)
_DATE = re.compile(
    rf"(?i)\d{{1,2}}\.?[ -]{_MONTH}\.?(?:[ -]\d{{2,4}})?|{_MONTH}\.?[ -]\d{{1,4}}|"
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[T ]\d{1,2}:\d\d.*)?"
    r"|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)(?:[T ]\d{1,2}:\d\d.*)?"
)
_MONTHS = {
    name: at
    for at, names in enumerate(
        (
            ("jan", "ene"),
            ("feb",),
            ("mar", "mär", "mrz"),
            ("apr", "abr"),
            ("may", "mai"),
            ("jun",),
            ("jul",),
            ("aug", "ago"),
            ("sep",),
            ("oct", "okt"),
            ("nov",),
            ("dec", "dic", "dez"),
        ),
        start=1,
    )
    for name in names
}


def is_date(text: str) -> bool:
    """Tell whether a cell holds a date.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> is_date("1. Feb"), is_date("2024-02-01"), is_date("1-2")
    (True, True, False)
    """
    return bool(_DATE.fullmatch(text))


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
    >>> range_of_date("Feb 2024"), range_of_date("1-2")
    ('', '')
    """
    if not is_date(label):
        return ""
    word = re.search(r"[^\W\d_]{3,}", label)
    numbers = [int(number) for number in re.findall(r"\d+", label)]
    if word:
        month = _MONTHS.get(word[0][:3].lower(), 0)
        both = [numbers[0], month]
    else:
        both = numbers[1:3] if numbers[0] > 31 else numbers[:2]
    low, high = min(both), max(both)
    return f"{low}-{high}" if 0 < low <= 12 and high <= 31 else ""
