"""Labels as files write them: what is missing, what is a number, and in which order they stand."""

from __future__ import annotations

import datetime
import itertools
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from qwk_core.errors import RatingsError, shown
from qwk_core.files.layouts import Layout
from qwk_core.files.usual_scales import usual_order
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.text import parse_categories

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "-nan", "null", "<na>", "nat"})
"""What stands for a missing value, in lower case. Not "none": the mildest of many scales."""

# A run of whole numbers is proposed as it is up to here; beyond, its empty steps are left out.
_LONGEST_RUN = 25
_MOST_CATEGORIES = 1_000
_MOST_STEPS = 60  # of a scale with fractions

_NUMBER = re.compile(
    r"[+-]?(?:\d{1,300}+(?:\.\d{0,300}+)?|\.\d{1,300}+)(?:[eE][+-]?\d{1,4}+)?", re.ASCII
)
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|∞)", re.IGNORECASE)
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
_RANGE = re.compile(r"(\d{1,4}) ?(?:-|–|to|a|bis|/) ?(\d{1,4})")
_MINUS_SIGNS = str.maketrans("−–", "--")
_LONGEST_LABEL = 200
# Signs that nobody sees.
_UNSEEN = dict.fromkeys(
    (0xAD, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, 0xFEFF)
)
# Letters that look like a Latin one in most fonts: Cyrillic, then Greek.
_LOOKS = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕЅІЈКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "aeopcyxijshdqwABESIJKMHOPCTXYABEZHIKMNOPTYXo",
)

_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_LETTER = re.compile(r"(?i)([A-F])\s?([+\-−–]?)")


@dataclass(frozen=True)
class Order:
    """An order proposed for labels, from lowest to highest.

    Attributes
    ----------
    categories : tuple of int or str, length N
        Whole numbers as int, everything else as str.
    reason : Message
        Why this order, in a sentence.
    certain : bool
        Whether the labels themselves say so: numbers do. Words are proposed, and a person decides.
    """

    categories: tuple[Category, ...]
    reason: Message
    certain: bool


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
    >>> label_of(" 1.0 "), label_of("−2,5", ","), label_of("Mild "), label_of("NaN")
    ('1', '-2.5', 'Mild', '')
    """
    label = seen(text).strip()
    if label.lower() in MISSING:
        return ""
    if len(label) > _LONGEST_LABEL or "\n" in label or "\r" in label:
        raise RatingsError(
            "Column {column}, row {row}: a label of {n} characters, or of several lines, begins "
            "with {value}. Look for a quotation mark that is opened and never closed.",
            column="",
            row=0,
            n=len(label),
            value=shown(label.splitlines()[0]),
        )
    label = " ".join(label.split())
    number = label.translate(_MINUS_SIGNS).removesuffix("%").rstrip()
    if decimal == ",":
        number = number.replace(",", ".")
    if _NUMBER.fullmatch(number):
        return number_label(number)
    if _INFINITE.fullmatch(number):
        raise _infinite(label)
    if _DATE.fullmatch(label):
        raise _date(label)
    return label


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
        raise _infinite(str(number))
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
        raise _date(str(value))
    raise RatingsError(
        "Column {column}, row {row}: {value} is neither a number nor text.",
        column="",
        row=0,
        value=shown(str(value)),
    )


def _infinite(label: str) -> RatingsError:
    return RatingsError(
        "Column {column}, row {row}: {value} is infinite. A rating is a finite number or a word.",
        column="",
        row=0,
        value=shown(label),
    )


def _date(label: str) -> RatingsError:
    return RatingsError(
        "Column {column}, row {row}: {value} is a date, not a rating. Choose the column with the "
        "ratings; spreadsheets also turn ratings such as 1-2 into dates.",
        column="",
        row=0,
        value=shown(label),
    )


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
    return bool(_NUMBER.fullmatch(label))


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
    if not _DATE.fullmatch(label):
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
    number = value.translate(_MINUS_SIGNS).removesuffix("%").rstrip()
    if decimal == ",":
        number = number.replace(",", ".")
    if _NUMBER.fullmatch(number):
        exact = Decimal(number)
        whole = math.isfinite(float(exact)) and exact == exact.to_integral_value()
        return "whole" if whole else "fraction"
    if _INFINITE.fullmatch(number):
        return "fraction"
    return "date" if _DATE.fullmatch(value) else "text"


def propose_order(labels: Iterable[str], *, declared: Sequence[str] = ()) -> Order:
    """Propose the order of labels from lowest to highest, and say why.

    Parameters
    ----------
    labels : iterable of str
        As `label_of` spells them, in the order in which they were met.
    declared : sequence of str
        An order that the file itself declares (an ordered Categorical), if any.

    Returns
    -------
    Order
        Whole numbers: every one from the smallest to the largest, since the distance between 2
        and 4 is 2 even if nobody gave a 3.

    Raises
    ------
    RatingsError
        If there is no label, or if whole numbers lie more than 1,000 steps apart.

    Examples
    --------
    >>> propose_order(["4", "2", "1"]).categories
    (1, 2, 3, 4)
    >>> order = propose_order(["severe", "none", "mild"])
    >>> order.categories, order.certain
    (('none', 'mild', 'severe'), False)
    >>> propose_order(["III", "I", "II"]).categories
    ('I', 'II', 'III')
    """
    given = list(dict.fromkeys(labels))
    if not given:
        raise RatingsError("There is no rating in these columns: every row misses one of the two.")
    if declared and set(given) <= set(declared):
        return Order(
            tuple(map(category_of, declared)),
            Message(N_("The file itself declares this order.")),
            True,
        )
    if all(map(is_whole, given)):
        return _whole_numbers(sorted(map(int, given)))
    if all(map(_NUMBER.fullmatch, given)):
        return _fractions(sorted(given, key=float))
    return _words(given)


def _whole_numbers(numbers: list[int]) -> Order:
    lowest, highest = numbers[0], numbers[-1]
    step = 1
    if highest - lowest >= _LONGEST_RUN:
        step = math.gcd(*(number - lowest for number in numbers))
    n_categories = (highest - lowest) // step + 1
    if n_categories > _MOST_CATEGORIES:
        raise RatingsError(
            "The ratings run from {lowest} to {highest}: that looks like a score or an identifier, "
            "not a scale of categories. Choose another column, or group the scores first.",
            lowest=shown(lowest),
            highest=shown(highest),
        )
    categories = tuple(range(lowest, highest + 1, step))
    if step > 1:
        reason = Message(
            N_("Numbers in steps of {step}, from {lowest} to {highest}."),
            {"step": step, "lowest": lowest, "highest": highest},
        )
    elif n_categories > len(numbers):
        reason = Message(
            N_(
                "Whole numbers: every one from {lowest} to {highest}, "
                "with {unused} of them unused so far."
            ),
            {"lowest": lowest, "highest": highest, "unused": n_categories - len(numbers)},
        )
    else:
        reason = Message(
            N_("Whole numbers, from {lowest} to {highest}."),
            {"lowest": lowest, "highest": highest},
        )
    return Order(categories, reason, True)


def _fractions(labels: list[str]) -> Order:
    values = [Decimal(label) for label in labels]
    step = _common_step(values)
    size = int((values[-1] - values[0]) / step) + 1
    # Few places left empty: the scale has steps like these, and the ones between belong to it.
    if size <= max(2 * len(values), 4) and size <= _MOST_STEPS:
        steps = [number_label(values[0] + step * place) for place in range(size)]
        return Order(
            tuple(map(category_of, steps)),
            Message(
                N_("Numbers in even steps, from {lowest} to {highest}."),
                {"lowest": labels[0], "highest": labels[-1]},
            ),
            True,
        )
    return Order(
        tuple(map(category_of, labels)),
        Message(
            N_(
                "Numbers from {lowest} to {highest} whose steps are uneven: kappa counts each step "
                "as one. Add the values in between, or set the order yourself."
            ),
            {"lowest": labels[0], "highest": labels[-1]},
        ),
        False,
    )


def _common_step(values: list[Decimal]) -> Decimal:
    """Return the greatest step of which all distances are multiples."""
    digits = max(-int(value.as_tuple().exponent) for value in values)
    scaled = [int(value.scaleb(max(digits, 0))) for value in values]
    step = math.gcd(*(one - scaled[0] for one in scaled)) or 1
    return Decimal(step).scaleb(-max(digits, 0))


def _letter_grades(labels: list[str]) -> Order | None:
    """Return the order of letter grades, from F to A+; None where the labels are others."""
    found = {label: _LETTER.fullmatch(label) for label in labels}
    if len(labels) < 2 or None in found.values():
        return None
    ranks = {
        label: (-"ABCDEF".index(match[1].upper()), {"+": 1, "": 0}.get(match[2], -1))
        for label, match in found.items()
        if match
    }
    ordered = sorted(labels, key=ranks.__getitem__)
    fine = any(rank[1] for rank in ranks.values())
    letters = sorted({-rank[0] for rank in ranks.values()})
    # Between D and F some schools have an E.
    run = [at for at in range(letters[0], letters[-1] + 1) if at != 4 or 4 in letters]
    steps = [
        (-at, sign) for at in reversed(run) for sign in ((-1, 0, 1) if fine and at < 4 else (0,))
    ]
    inner = [step for step in steps if ranks[ordered[0]] <= step <= ranks[ordered[-1]]]
    whole = inner == [ranks[label] for label in ordered]
    return Order(
        tuple(ordered),
        Message(N_("Letter grades, from the lowest to the highest. Is any grade between unused?")),
        whole,
    )


def _words(labels: list[str]) -> Order:
    grades = _letter_grades(labels)
    if grades:
        return grades
    ranks = usual_order(labels)
    if ranks:
        ranked = sorted(labels, key=ranks[0].__getitem__)
        return Order(
            tuple(map(category_of, ranked)),
            Message(N_("The usual order of these words, from lowest to highest. Is it yours?")),
            ranks[1],
        )
    numbered = {label: _number_in(label) for label in labels}
    if None not in numbered.values() and len(set(numbered.values())) == len(labels):
        by_number = sorted(labels, key=lambda label: numbered[label] or 0)
        found = sorted(number for number in numbered.values() if number is not None)
        run = found[-1] - found[0] == len(found) - 1
        return Order(
            tuple(map(category_of, by_number)),
            Message(N_("The order of the numbers in the labels. Is it yours?")),
            run and len(found) > 1 and all(map(_is_numbered, labels)),
        )
    middles = {label: _middle(label) for label in labels}
    if None not in middles.values():
        return Order(
            tuple(map(category_of, sorted(labels, key=lambda label: middles[label] or 0))),
            Message(N_("The order of the numbers in the labels. Is it yours?")),
            False,
        )
    others = [label for label in labels if not _NUMBER.fullmatch(label)]
    if len(others) < len(labels):
        numbers = sorted(set(labels) - set(others), key=float)
        return Order(
            tuple(map(category_of, [*numbers, *sorted(others)])),
            Message(
                N_(
                    "Some labels are numbers and some are words ({value} is one): "
                    "set their order, from lowest to highest."
                ),
                {"value": shown(others[0])},
            ),
            False,
        )
    return Order(
        tuple(sorted(labels)),
        Message(
            N_(
                "These labels do not say their order, and alphabetical order is not an order of "
                "severity: set it, from lowest to highest."
            )
        ),
        False,
    )


def _is_numbered(label: str) -> bool:
    """Tell whether a label says its number plainly: "3 – moderate", "grade 2", "II", "stage IV"."""
    return bool(
        re.fullmatch(r"(?i)[(\[]?\d{1,3}[)\]]?\s*[-–—:.=)]*\s*\D*", label)
        or re.fullmatch(r"(?i)\D{0,30}?[\s_-]?[(\[]?\d{1,3}[)\]]?", label)
        or _ROMAN.fullmatch(label.split()[-1].upper())
    )


def _number_in(label: str) -> int | None:
    """Return the one number in "grade 2", "3+" or "stage IV", None where there is none or more."""
    digits = re.findall(r"\d{1,9}", label)
    if digits:
        return int(digits[0]) if len(digits) == 1 else None
    return _roman(label.split()[-1]) or None


def _middle(label: str) -> float | None:
    """Return the middle of "1-2", or a number; None where there is none."""
    ends = _RANGE.fullmatch(label)
    if ends:
        return (float(ends[1]) + float(ends[2])) / 2
    return float(label) if _NUMBER.fullmatch(label) else None


def _roman(word: str) -> int:
    """Return the value of a roman numeral, 0 for what is none."""
    upper = word.upper()
    if not _ROMAN.fullmatch(upper):
        return 0
    digits = [_ROMAN_DIGITS[letter] for letter in upper]
    return sum(
        -digit if digit < following else digit
        for digit, following in itertools.zip_longest(digits, digits[1:], fillvalue=0)
    )
