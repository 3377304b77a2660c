"""Ratings and categories as text, in both directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from qwk_core.errors import RatingsError, is_run, shown
from qwk_core.ratings import Category, read_categories

MOST_TYPED_CATEGORIES = 1_000
"""The most categories a text may declare."""

# Longer numbers may exceed 64 bits, and Python refuses to read the very long ones.
MOST_DIGITS = 18
TOO_LONG = int("1" + "0" * MOST_DIGITS)  # stands for any longer number

WIDE_SIGNS = str.maketrans("，、；", ",,;")  # as a Chinese or Japanese keyboard writes them
_MINUS_SIGNS = str.maketrans("−–", "--")  # the minus sign, and the dash often put in its place
_NUMBER = r"[+\-−–]?\d++"
_WHOLE = re.compile(rf"({_NUMBER})(?:\.0*+)?")
_RANGE = re.compile(rf"({_NUMBER})\s*+(?:[-–—:…～至]|\.\.\.?|to)\s*+({_NUMBER})")

# Possessive quantifiers (++, *+) keep the time linear, whatever is pasted.
_TOKEN = re.compile(
    r"""
      (?P<comma>[,;，、；])
    | (?P<space>[\s\[\]]++)
    | (?P<call>\A\(|(?:(?:np|numpy)\.\w++|array|c)\()
    | "(?P<double>(?:[^"]|"")*+)"(?=[\s,;，、；\[\])]|\Z)
    | '(?P<single>(?:[^']|'')*+)'(?=[\s,;，、；\[\])]|\Z)
    | (?P<word>[^\s,;，、；\[\]]++)
    """,
    re.VERBOSE,
)
_PLAIN_WORD = r"""[^\s,;，、；\[\]()"'][^\s,;，、；\[\]()]*+"""
_PLAIN_LABEL = re.compile(rf"{_PLAIN_WORD}(?: {_PLAIN_WORD})*+")


def parse_ratings(text: str, name: str) -> list[int | str | None]:
    """Read a vector of ratings as people type it, paste it, or print it from Python or R.

    Items are separated by commas or semicolons, also by the wide ones of a Chinese keyboard, by
    tabs or new lines, and by spaces where there are none of these; whole numbers are separated by
    spaces in any case. The brackets around a vector and the quotation marks around a label are no
    part of it.

    Parameters
    ----------
    text : str
        For example "4, 4, 3", "[4 4 3]", "array([4, 4, 3])", or "not at all, mild".
    name : str
        The vector's name in errors: "Actual" or "Predicted".

    Returns
    -------
    list of int, str or None
        Whole numbers ("3", "−2", "3.0") as int, all else as str; None for an item left empty.
        One separator at the end adds no item.

    Raises
    ------
    RatingsError
        If a number has more than 18 digits.

    Examples
    --------
    >>> parse_ratings("[0, 2, 1,]", "Actual"), parse_ratings("not at all, mild", "Actual")
    ([0, 2, 1], ['not at all', 'mild'])
    >>> parse_ratings("4,,−2.0", "Actual")
    [4, None, -2]
    """
    slots, separated = _slots(text.strip())
    items: list[int | str | None] = []
    for slot in slots:
        if separated and not all(quoted or _WHOLE.fullmatch(word) for word, quoted in slot):
            slot = [(" ".join(word for word, _ in slot), False)]
        for word, _ in slot or [("", False)]:
            items.append(_rating(word, name, len(items) + 1))
    return items


def _slots(text: str) -> tuple[list[list[tuple[str, bool]]], bool]:
    """Return the slots between the separators, and whether there are any separators.

    A slot is a list of words, each with whether it was quoted.
    """
    slots: list[list[tuple[str, bool]]] = [[]]
    separated = called = False
    after_comma = True  # or at the start: new lines there separate nothing
    line_breaks = 0  # tabs and new lines that separate, unless a comma follows them
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup or ""
        if kind == "comma":
            slots.append([])
            after_comma, separated, line_breaks = True, True, 0
        elif kind == "space":
            if not after_comma:
                line_breaks = _line_breaks(token[0])
        elif kind == "call":
            called = True
        else:
            word = _unquoted(token[kind], kind)
            if called and kind == "word":
                word = word.rstrip(")")
                if word.startswith("dtype="):
                    if len(slots) > 1:
                        slots.pop()  # the one begun by the comma before it
                    break
                if not word:
                    continue
            slots.extend([] for _ in range(line_breaks))
            separated = separated or line_breaks > 0
            slots[-1].append((word, kind != "word"))
            after_comma, line_breaks = False, 0
    if not slots[-1]:
        slots.pop()
    return slots, separated


def _line_breaks(space: str) -> int:
    """Return how many tabs and new lines in white space, which may hold brackets, separate."""
    count = sum(map(space.replace("\r\n", "\n").count, "\t\n\r"))
    # Between brackets a new line is only for looks: "[[1],\n [2]]".
    return min(count, 1) if "[" in space or "]" in space else count


def _unquoted(text: str, kind: str) -> str:
    quote = {"double": '"', "single": "'"}.get(kind)
    return text.replace(quote * 2, quote).strip() if quote else text


def _rating(word: str, name: str, item: int) -> int | str | None:
    number = whole_number(word)
    if number is None:
        return word or None
    if number == TOO_LONG:
        raise RatingsError(
            "{name}, item {item}: {value} has more than {most} digits.",
            name=name,
            item=item,
            value=shown(word),
            most=MOST_DIGITS,
        )
    return number


def whole_number(word: str) -> int | None:
    """Return the whole number a word stands for, None for none, `TOO_LONG` for any longer one.

    Parameters
    ----------
    word : str
    """
    match = _WHOLE.fullmatch(word)
    if match is None:
        return None
    digits: str = match[1].translate(_MINUS_SIGNS)
    magnitude = digits.lstrip("+-").lstrip("0") or "0"
    if len(magnitude) > MOST_DIGITS:
        return TOO_LONG
    return -int(magnitude) if digits.startswith("-") else int(magnitude)


def format_ratings(values: Iterable[int | str | None]) -> str:
    """Return a vector of ratings as text that `parse_ratings` reads back.

    Parameters
    ----------
    values : iterable of int, str or None, length n
        The ratings; None for one that is missing.

    Examples
    --------
    >>> format_ratings([4, 4, None, 3]), format_ratings(["not at all", "mild, or so"])
    ('4,4,,3', 'not at all,"mild, or so"')
    """
    items = list(values)
    text = ",".join(_format_item(value, alone=len(items) == 1) for value in items)
    # The last separator is not read as an item, so an empty item at the end needs another.
    return text + "," if items and items[-1] is None else text


def _format_item(value: int | str | None, *, alone: bool) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(int(value))
    words = value.split(" ")
    plain = _PLAIN_LABEL.fullmatch(value) and not (alone and len(words) > 1)
    if plain and not all(map(_WHOLE.fullmatch, words)):
        return value
    return '"' + value.replace('"', '""') + '"'


def parse_categories(text: str) -> tuple[int | str, ...] | None:
    """Read a scale as people declare it, from lowest to highest.

    Parameters
    ----------
    text : str
        The two ends of a run of whole numbers ("0-4", "1..5", "1 to 5"), or all categories
        ("none, mild, severe").

    Returns
    -------
    tuple of int or str, or None
        None where nothing is declared.

    Raises
    ------
    RatingsError
        If a category is empty or appears twice, or if there are more than 1,000.

    Examples
    --------
    >>> parse_categories("0-4"), parse_categories("none, mild, severe"), parse_categories("")
    ((0, 1, 2, 3, 4), ('none', 'mild', 'severe'), None)
    """
    ends = _RANGE.fullmatch(text.strip())
    if ends:
        first, last = (
            _rating(end, "Categories", item) for item, end in enumerate(ends.groups(), 1)
        )
        assert isinstance(first, int) and isinstance(last, int)
        step = 1 if first <= last else -1
        run = range(first, last + step, step)
        _check_count(len(run))
        return tuple(run)
    categories = parse_ratings(text, "Categories")
    if not categories:
        return None
    _check_count(len(categories))
    return tuple(read_categories(categories))


def _check_count(n_categories: int) -> None:
    if n_categories > MOST_TYPED_CATEGORIES:
        raise RatingsError(
            "Categories: {given} are too many; {most} is the most.",
            given=n_categories,
            most=MOST_TYPED_CATEGORIES,
        )


def format_categories(categories: Sequence[Category]) -> str:
    """Return a scale as text that `parse_categories` reads back.

    Parameters
    ----------
    categories : sequence of int or str, length N
        From lowest to highest.

    Examples
    --------
    >>> format_categories((0, 1, 2, 3, 4)), format_categories((1, 2, 4))
    ('0-4', '1,2,4')
    """
    if len(categories) > 1 and is_run(categories):
        return f"{categories[0]}-{categories[-1]}"
    if len(categories) == 1 and _RANGE.fullmatch(str(categories[0])):
        return f'"{categories[0]}"'
    return format_ratings(categories)
