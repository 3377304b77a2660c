"""What is a label in its one spelling? What is missing, and what is a number?"""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache

from qwk_core.errors import RatingsError, shown
from qwk_core.files.dates import is_date, range_of_date
from qwk_core.files.layouts import Layout
from qwk_core.messages import N_
from qwk_core.ratings import Category
from qwk_core.text import parse_categories

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "-nan", "null", "<na>", "nat"})
"""What stands for a missing value, in lower case. Not "none": the mildest of many scales."""

NUMBER = re.compile(
    r"[+-]?(?:\d{1,300}+(?:\.\d{0,300}+)?|\.\d{1,300}+)(?:[eE][+-]?\d{1,4}+)?", re.ASCII
)
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|∞)", re.IGNORECASE)
_PARTS = {"¼": ".25", "½": ".5", "¾": ".75", "1/4": ".25", "1/2": ".5", "3/4": ".75"}
_PART = re.compile(r"(\d{0,9})(?: ?([¼½¾])|(?<=\d) (1/2|1/4|3/4))")
_SIGNS = str.maketrans("−–٫", "--.")
_LONGEST_LABEL = 200
_ENDLESS = N_(
    "Column {column}, row {row}: a label of {n} characters, or of several lines, begins "
    "with {value}. If the column holds text, choose a column of ratings. If not, look for a "
    "quotation mark that is opened and never closed."
)
_IS_INFINITE = N_(
    "Column {column}, row {row}: {value} is infinite. A rating is a finite number or a word."
)
_IS_DATE = N_(
    "Column {column}, row {row}: {value} is a date, not a rating. Choose the column with the "
    "ratings; spreadsheets also turn ratings such as 1-2 into dates."
)
IS_NEITHER = N_("Column {column}, row {row}: {value} is neither a number nor text.")
"""What is said of a value that is no label, such as a list."""

# Signs that nobody sees.
_UNSEEN = dict.fromkeys(
    (0xAD, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, 0xFEFF)
)
# Letters that look like a Latin one in most fonts: Cyrillic, then Greek.
_LOOKS = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕЅІЈКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "aeopcyxijshdqwABESIJKMHOPCTXYABEZHIKMNOPTYXo",
)


@lru_cache(maxsize=8_192)
def label_of(text: str, decimal: str = ".") -> str:
    """Return a label in its one spelling; "" where it stands for a missing value.

    Numbers lose what does not matter ("1.0", "+1" and "01" are "1"), text the space around it and
    the signs that nobody sees.

    Parameters
    ----------
    text : str
        As the file has it.
    decimal : {".", ","}
        What stands before decimals.

    Raises
    ------
    RatingsError
        If the label is infinite, a date, longer than 200 characters, or has several lines; the
        template's `{column}` and `{row}` are left to the caller.

    Examples
    --------
    >>> label_of(" 1.0 "), label_of("−2,5", ","), label_of("3½"), label_of("Mild "), label_of("NaN")
    ('1', '-2.5', '3.5', 'Mild', '')
    """
    label = seen(text).strip()
    if label.lower() in MISSING:
        return ""
    if len(label) > _LONGEST_LABEL or "\n" in label or "\r" in label:
        raise _refused(_ENDLESS, label.splitlines()[0], n=len(label))
    label = " ".join(label.split())
    number = as_number(label, decimal)
    if NUMBER.fullmatch(number):
        return number_label(number)
    if _INFINITE.fullmatch(number):
        raise _refused(_IS_INFINITE, label)
    if is_date(label):
        raise _refused(_IS_DATE, label)
    return label


def as_number(label: str, decimal: str) -> str:
    """Return a label as Python writes numbers, if it is one.

    Parameters
    ----------
    label : str
    decimal : {".", ","}

    Returns
    -------
    str

    Examples
    --------
    >>> as_number("−2,5", ","), as_number("3½", "."), as_number("٤٫٥", "."), as_number("mild", ".")
    ('-2.5', '3.5', '4.5', 'mild')
    """
    number = label.strip("'\"=").removesuffix("%").rstrip()  # '3 and ="3": Excel's text
    if not number.isascii():
        number = "".join(str(unicodedata.decimal(c, c)) for c in number.translate(_SIGNS))
    if part := _PART.fullmatch(number):
        return f"{part[1] or 0}{_PARTS[part[2] or part[3]]}"
    return number.replace(",", ".") if decimal == "," else number


def seen(text: str) -> str:
    r"""Return text without the signs that nobody sees, each letter in its one form (NFC).

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> seen("mi\u200bld"), seen("e\u0301") == seen("\u00e9")
    ('mild', True)
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text.translate(_UNSEEN))


def look_of(label: str) -> str:
    r"""Return what labels have in common that a reader takes for one.

    The width of letters does not count, nor do letters of Greek and Cyrillic that look like Latin
    ones (of the confusables of Unicode Technical Standard 39, those that cannot be told apart).

    Parameters
    ----------
    label : str
        As `label_of` spells it.

    Examples
    --------
    >>> [look_of(label) == "mild" for label in ("m\u0456ld", "\uff4dild", "Mild")]
    [True, True, False]
    """
    if not label.isascii():
        label = "".join(c for c in label if unicodedata.category(c) != "Cf").translate(_LOOKS)
        label = "".join(unicodedata.normalize("NFKC", c) if _is_wide(c) else c for c in label)
    return label


def kept_spellings(
    totals: Mapping[str, int | float], alike: Callable[[str], str] | None = None
) -> dict[str, str]:
    """Return the spelling that is kept of each label that comes in several.

    Parameters
    ----------
    totals : mapping of str to number
        How often each label occurs; the most frequent spelling is kept.
    alike : callable, optional
        What spellings of one label have in common: else all but capitals.

    Returns
    -------
    dict of str to str
        By label, the one that is kept included; without those that come in one spelling.

    Examples
    --------
    >>> kept_spellings({"mild": 3, "Mild": 1, "severe": 2})
    {'mild': 'mild', 'Mild': 'mild'}
    """
    spellings: dict[str, list[str]] = {}
    for label in totals:
        common = alike(label) if alike else look_of(label).casefold()
        spellings.setdefault(common, []).append(label)
    several = (labels for labels in spellings.values() if len(labels) > 1)
    return {label: max(labels, key=totals.__getitem__) for labels in several for label in labels}


def typed_scale(text: str) -> tuple[Category, ...] | None:
    r"""Read a scale as people type it; what nobody sees is left out.

    Parameters
    ----------
    text : str
        As `parse_categories` takes it.

    Returns
    -------
    tuple of int or str, or None
        None where nothing is declared.

    Raises
    ------
    RatingsError
        If it is no scale, or if two categories look alike.

    Examples
    --------
    >>> typed_scale("none, mild\u200b"), typed_scale("0-2")
    (('none', 'mild'), (0, 1, 2))
    """
    categories = parse_categories(seen(text))
    looks: dict[str, Category] = {}
    for category in categories or ():
        before = looks.setdefault(look_of(str(category)), category)
        if before != category:
            raise RatingsError(
                "Categories: {first} and {second} look alike. Give them names that a reader can "
                "tell apart.",
                first=shown(before),
                second=shown(category),
            )
    return categories


def _is_wide(character: str) -> bool:
    return unicodedata.decomposition(character).startswith(("<wide>", "<narrow>"))


def number_label(number: str | float | Decimal) -> str:
    """Return a number in its one spelling: whole without decimals, else the shortest there is.

    Parameters
    ----------
    number : str, float or Decimal
        A finite number, or its text.

    Returns
    -------
    str

    Examples
    --------
    >>> number_label("1e1"), number_label(0.50), number_label("12345678901234567890")
    ('10', '0.5', '12345678901234567890')
    """
    exact = Decimal(number)
    if math.isinf(float(exact)):
        raise _refused(_IS_INFINITE, str(number))
    if exact != exact.to_integral_value():
        exact = Decimal(f"{exact:.12g}")  # 0.1 + 0.2 is 0.3
    if exact == exact.to_integral_value():
        return str(int(exact))
    return repr(float(exact))


def value_label(value: object, decimal: str = ".") -> str:
    """Return the label of a value that has a type: from Excel, Parquet or JSON.

    Parameters
    ----------
    value : object
        A cell: a number, a date, text, or None.
    decimal : str
        The decimal sign of numbers in text.

    Returns
    -------
    str

    Examples
    --------
    >>> [value_label(value) for value in (None, True, 2.0, float("nan"), "2", 0.1)]
    ['', '1', '2', '', '2', '0.1']
    """
    if isinstance(value, str):
        return label_of(value, decimal)
    if value is None:
        return ""
    if isinstance(value, (bool, int)):
        return str(int(value))
    if isinstance(value, (float, Decimal)):
        if math.isnan(value):
            return ""
        return number_label(repr(value) if isinstance(value, float) else value)
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        raise _refused(_IS_DATE, str(value))
    raise _refused(IS_NEITHER, str(value))


def _refused(text: str, value: str, **values: object) -> RatingsError:
    """Return the error for a value, whose column and row the caller knows."""
    return RatingsError(text, column="", row=0, value=shown(value), **values)


def is_whole(label: str) -> bool:
    """Tell whether a label is a whole number.

    Parameters
    ----------
    label : str
        The label of a cell.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_whole("-3"), is_whole("0.5"), is_whole("mild")
    (True, False, False)
    """
    return label.removeprefix("-").isdecimal() and label.isascii()


def is_number(label: str) -> bool:
    """Tell whether a label is a number, whole or not.

    Parameters
    ----------
    label : str
        As `label_of` spells it.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_number("-3"), is_number("0.5"), is_number("mild")
    (True, True, False)
    """
    return bool(NUMBER.fullmatch(label))


def date_label(value: object, decimal: str = ".") -> str:
    """Return the label of a value, a date being the range that a spreadsheet made it of.

    Parameters
    ----------
    value : object
        A cell.
    decimal : {".", ","}

    Returns
    -------
    str

    Examples
    --------
    >>> date_label("1. Feb"), date_label("2"), date_label(datetime.date(2024, 3, 2))
    ('1-2', '2', '2-3')
    """
    return range_of_date(str(value).strip()) or value_label(value, decimal)


def reader_of(layout: Layout) -> Callable[[object, str], str]:
    """Return what reads the labels of a file: `value_label`, or `date_label`.

    Parameters
    ----------
    layout : Layout

    Returns
    -------
    callable
    """
    return date_label if layout.dates else value_label


def category_of(label: str) -> Category:
    """Return the category a label stands for: whole numbers as int.

    Parameters
    ----------
    label : str
        The label of a cell.

    Returns
    -------
    int or str

    Examples
    --------
    >>> category_of("3"), category_of("0.5"), category_of("mild")
    (3, '0.5', 'mild')
    """
    return int(label) if is_whole(label) and len(label.removeprefix("-")) <= 18 else label


def kind_of(values: Iterable[str], decimal: str = ".") -> str:
    """Return what a column holds, judged by some of its cells.

    Parameters
    ----------
    values : iterable of str
        Some cells of the column.
    decimal : str
        The decimal sign of its numbers.

    Returns
    -------
    {"empty", "whole", "fraction", "date", "text", "mixed"}
        "mixed" is numbers and text; infinite numbers are "fraction".

    Examples
    --------
    >>> kind_of(["1", "", "2.0"]), kind_of(["1", "2.5"]), kind_of(["1", "two"])
    ('whole', 'fraction', 'mixed')
    """
    kinds = {_kind(value.strip(), decimal) for value in values} - {"empty"}
    if kinds == {"whole", "fraction"}:
        return "fraction"
    if len(kinds) > 1:
        return "mixed"
    return kinds.pop() if kinds else "empty"


def _kind(value: str, decimal: str) -> str:
    if value.lower() in MISSING:
        return "empty"
    number = as_number(value, decimal)
    if NUMBER.fullmatch(number):
        exact = Decimal(number)
        whole = math.isfinite(float(exact)) and exact == exact.to_integral_value()
        return "whole" if whole else "fraction"
    if _INFINITE.fullmatch(number):
        return "fraction"
    return "date" if is_date(value) else "text"
