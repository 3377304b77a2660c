"""Which order do labels state themselves: 3/5, 3+4, Stage IIB, grade 2, ***, B+, 25–49%?

Each rule looks at all labels together and returns their order, or None where they are not of its
kind.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from qwk_core.errors import shown
from qwk_core.files.places import Order, certain_if_used, in_order, places_of
from qwk_core.files.usual_scales import listed_words
from qwk_core.messages import N_, Message

_MOST_FILLED = 30  # steps between that nobody used

_SUM = re.compile(r"(\d{1,2}) ?\+ ?(\d{1,2})(?: ?= ?\d{1,2})?")


def by_sums(labels: Sequence[str]) -> Order | None:
    """Order grades of two parts, as 3+4 and 4+3: by their sum, then by the first part.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def place(label: str) -> tuple[int, int] | None:
        match = _SUM.fullmatch(label)
        return (int(match[1]) + int(match[2]), int(match[1])) if match else None

    places = places_of(labels, place)
    reason = Message(N_("In the order of their sums, then of the first number. Is it yours?"))
    return Order(in_order(places), reason, certain=False) if places else None


_OVERLAP = re.compile(r"(\d{1,4}) ?(?:-|–|to|a|bis|/) ?(\d{1,4})")


_NUMBERED = Message(N_("The order of the numbers in the labels. Is it yours?"))


def by_middles(labels: Sequence[str]) -> Order | None:
    """Order numbers and what lies between two of them: 1, 1-2, 2.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def middle(label: str) -> float | None:
        ends = _OVERLAP.fullmatch(label)
        if ends:
            return (float(ends[1]) + float(ends[2])) / 2
        return float(label) if re.fullmatch(r"\d{1,4}(?:\.\d+)?", label) else None

    places = places_of(labels, middle)
    return Order(in_order(places), _NUMBERED, certain=False) if places else None


# -- Numbers and numerals with words around them ---------------------------------------------------

_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_NUMERALS = [tens + ones for tens in ("", "X", "XX", "XXX") for ones in _ONES]
_ROMAN = {numeral: value for value, numeral in enumerate(_NUMERALS) if value}
_PLACED = re.compile(
    r"""(?xi)
    (?P<before>[^\d]*?(?<![^\W\d_]))          # words before, which end before a numeral
    (?P<number>[ivx]{1,5}|\d{1,3})
    (?P<sub>[ .]?[a-h](?![^\W\d_])|[ .]?\d(?!\d)|(?<=[\d])[ivx]{1,4}(?![^\W\d_]))?
    (?P<sign>[+\-−–*]*)
    (?P<after>(?:[\s:;,.)\]=(–—-].*)?|)
    """
)
_PREFIXED = re.compile(
    r"(?i)(?P<before>[^\W\d_]+)(?P<number>\d{1,3})(?P<sub>[a-h])?(?P<sign>[+\-*]*)(?P<after>)"
)


_ORDINAL = re.compile(r"(?i)^(\d{1,2})(st|nd|rd|th|er|ème|eme|te|ste)$")
_ENGLISH = {1: "st", 2: "nd", 3: "rd"}
_BRACKETED = re.compile(r"[(\[]?\d+[)\]]?")
_LETTERS = " abcdefgh"  # behind a number, in their order

Place = tuple[int, int, int]  # the number, its letter, its sign


def by_numbers(labels: Sequence[str]) -> Order | None:
    """Order labels by the number in each: "grade 2", "4A", "Stage IIB", "3 – severe", "2+".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """
    words = [label for label in labels if not label.isdecimal()]
    if len(words) == 1 < len(labels) - 1 and roman(words[0]):
        return None  # X among 1, 2, 3 is no Roman ten
    found = {label: place for label in labels if (place := _place(label))}
    befores = {before.strip(" -–—_:.#(").casefold() for before, _ in found.values()}
    one_kind = len(befores) == 1 or all(re.match(r"\d", label) for label in labels)
    if len(found) < len(labels) or not one_kind:
        return _by_lone_numbers(labels)
    places = places_of(labels, lambda label: found[label][1])
    if places is None:
        return None
    ordered = in_order(places)
    numbers = {number for number, _, _ in places.values()}
    if len({(number, sign) for number, _, sign in places.values()}) > len(numbers):
        return _with_signs(ordered, places)
    reason = _NUMBERED
    if any(letter for _, letter, _ in places.values()):
        reason = Message(N_("Numbers first, then the letter behind them."))
    return certain_if_used(_between(ordered, places), labels, reason)


def _place(label: str) -> tuple[str, Place] | None:
    """Return the words before the number in a label, its number, its letter and its sign."""
    match = _parted(_ORDINAL.sub(r"\1", label))
    if not match or re.search(r"\d", match["after"] or ""):
        return None
    number = int(match["number"]) if match["number"].isdecimal() else roman(match["number"])
    if number is None:
        return None
    sub = (match["sub"] or "").strip(" .").lower()
    if sub.isdecimal():
        letter = int(sub)
    else:
        letter = _LETTERS.index(sub) if sub and sub in _LETTERS else roman(sub) or 0
    sign = match["sign"] or ""
    return match["before"], (number, letter, sign.count("+") - len(sign.replace("+", "")))


def _parted(label: str) -> re.Match[str] | None:
    """Return the parts of a label with a number, None for another one."""
    return _PLACED.fullmatch(label) or _PREFIXED.fullmatch(label)


def roman(word: str) -> int | None:
    """Return the value of a Roman numeral up to 39, None for what is none.

    Parameters
    ----------
    word : str

    Examples
    --------
    >>> roman("IV"), roman("xii"), roman("IC"), roman("")
    (4, 12, None, None)
    """
    return _ROMAN.get(word.upper())


def _between(ordered: Sequence[str], places: Mapping[str, Place]) -> tuple[str, ...]:
    """Return labels with the numbers and letters between them that nobody used."""
    whole = [ordered[0]]
    from_a = any(letter == 1 for _, letter, _ in places.values())  # the e of 2e is no letter
    for one, after in itertools.pairwise(ordered):
        (low, letter, _), (high, other, _) = places[one], places[after]
        if low == high and letter and other < len(_LETTERS):
            whole += [_written(one, low, at) for at in range(letter + 1, other)]
        elif low < high <= low + _MOST_FILLED:
            if letter == 1 and _is_lettered(one):  # who has an A has a B
                whole.append(_written(one, low, 2))
            whole += [_written(one, at, 0) for at in range(low + 1, high)]
            if from_a and other < len(_LETTERS):
                whole += [_written(after, high, at) for at in range(1, other)]
        whole.append(after)
    return tuple(whole)


def _is_lettered(label: str) -> bool:
    """Tell whether a letter stands behind the number in a label."""
    match = _parted(label)
    return bool(match and match["sub"] and match["sub"].strip(" .").lower() in _LETTERS)


def _written(like: str, number: int, letter: int) -> str:
    """Return a label for a step that nobody used, written as its neighbour is."""
    if ordinal := _ORDINAL.fullmatch(like):
        english = ordinal[2] in ("st", "nd", "rd", "th")
        return f"{number}{_ENGLISH.get(number, 'th') if english else ordinal[2]}"
    match = _parted(like)
    assert match, "it has a place"
    arabic = match["number"].isdecimal()
    written = str(number) if arabic else _NUMERALS[number]
    if match["number"].islower():
        written = written.lower()
    sub = ""
    if letter:
        old = match["sub"]
        plain = old.strip(" .")
        new = str(letter) if plain.isdecimal() else _LETTERS[letter]
        if not plain.isdecimal() and plain.lower() not in _LETTERS:
            new = _NUMERALS[letter].lower()
        sub = old.replace(plain, new.upper() if plain.isupper() else new)
    end = match["after"] if match["after"] in (".", ")") else ""
    return f"{match['before']}{written}{sub}{match['sign']}{end}"


def _with_signs(ordered: Sequence[str], places: Mapping[str, Place]) -> Order:
    """Offer both orders of 2-, 2 and 2+: plus is higher, or 1 is the best mark and 1+ better."""
    other = in_order({label: (n, letter, -sign) for label, (n, letter, sign) in places.items()})
    first, second = next(
        pair for pair in itertools.pairwise(ordered) if places[pair[0]][0] == places[pair[1]][0]
    )
    values = {"one": shown(first), "other": shown(second)}
    reason = Message(N_("Is {one} above or below {other}?"), values)
    return Order(tuple(ordered), reason, certain=False, ordered=False, others=(other,))


def _by_lone_numbers(labels: Sequence[str]) -> Order | None:
    """Order labels of which each has one number, wherever it stands."""

    def number(label: str) -> int | None:
        digits = re.findall(r"\d{1,9}", label)
        if digits:
            return int(digits[0]) if len(digits) == 1 else None
        last = re.findall(r"\w+", label)[-1:]
        return roman(last[0]) if last else None

    places = places_of(labels, number)
    # Letters of different kinds before the numbers, as in T1 and N1, are different scales.
    starts = {re.split(r"[\W\d_]", label)[0].casefold() for label in labels if label[-1:].isdigit()}
    if places is None or len(starts) > 1:
        return None
    low, high = min(places.values()), max(places.values())
    unused = range(low, high + 1) if high - low <= _MOST_FILLED else ()
    like = next(filter(None, map(_BRACKETED.search, labels)), None)
    between = {n: re.sub(r"\d+", str(n), like[0]) if like else _NUMERALS[n] for n in unused}
    found = certain_if_used(in_order(places, between), labels, _NUMBERED)
    return replace(found, certain=False)


# -- Signs -----------------------------------------------------------------------------------------

_FULL = "★⭐✭✯✮●⬤■◼▮▰✔✓♥❤🌟👍*$€£•#x✱"
_EMPTY = "☆✩○◯□◻▯▱✗♡·_."
_NEGATIVE = re.compile(r"(?i)0|neg\.?|negative?|negativ[oae]?|absent|none|阴性|陰性")
_MINUS = re.compile(r"[-–—−]+")
_TRACE = re.compile(r"(?i)\+\s?/\s?[-–—−]|±|\(\+\)|[-–—−]\s?/\s?\+|trace|tr|\+-|微量")
_PLUS = re.compile(r"\++")


def are_plus_signs(labels: Iterable[str]) -> bool:
    """Tell whether labels are plus and minus signs, so that “–” among them is a rating.

    Parameters
    ----------
    labels : iterable of str

    Examples
    --------
    >>> are_plus_signs(["-", "+/-", "+", "++"]), are_plus_signs(["-", "1", "2"])
    (True, False)
    """
    given = list(labels)
    rules = (_PLUS, _MINUS, _TRACE, _NEGATIVE)
    several = sum(bool(_PLUS.fullmatch(label)) for label in given) > 1
    return several and all(any(rule.fullmatch(label) for rule in rules) for label in given)


def by_plus_signs(labels: Sequence[str]) -> Order | None:
    """Order plus and minus signs: "-", "+/-", "+", "++".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def place(label: str) -> float:
        if _PLUS.fullmatch(label):
            return len(label)
        if _TRACE.fullmatch(label):
            return 0.5
        return -len(label) if _MINUS.fullmatch(label) else 0

    places = places_of(labels, place) if are_plus_signs(labels) else None
    if places is None:
        return None
    numbers = places.values()
    both = min(numbers) < -1 and 0 not in numbers
    between = {n: "+" * n for n in range(1, int(max(numbers)))}
    return Order(in_order(places, between), Message(N_("The plus signs are counted.")), not both)


def by_repeated_signs(labels: Sequence[str]) -> Order | None:
    """Count stars, or whatever sign is repeated; empty ones stand behind the full ones.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """
    cleaned = {label: "".join(label.replace("\ufe0f", "").split()) for label in labels}
    places = places_of(labels, lambda label: _count_of_signs(cleaned[label]))
    signs = {one[:1] for one in cleaned.values()} - set(_EMPTY)
    if places is None or len(signs) != 1:
        return None
    sign, wide = signs.pop(), max(map(len, cleaned.values()))
    empty = next((char for one in cleaned.values() for char in one if char in _EMPTY), "")
    unused = range(math.ceil(min(places.values())), int(max(places.values())))
    between = {n: sign * n + empty * (wide - n) for n in unused}
    reason = Message(N_("The signs are counted, such as stars."))
    return Order(in_order(places, between), reason, certain=True)


def _count_of_signs(signs: str) -> float | None:
    whole = signs.removesuffix("½")
    full = whole.rstrip(_EMPTY)
    if not signs or not set(full) <= set(_FULL) or len(set(full)) > 1:
        return None
    return len(full) + (whole != signs) / 2


# -- Letters ---------------------------------------------------------------------------------------

_GRADES = "ABCDEF"
_LETTER = re.compile(r"(?i)([A-F])\s?([+\-−–]?)")
_LETTER_AND_NUMBER = re.compile(r"([A-Z])\.?(\d{1,2})(?:\.(\d))?(\+?)")


def by_grades(labels: Sequence[str]) -> Order | None:
    """Order letter grades, from F to A+.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None

    Examples
    --------
    >>> found = by_grades(["A", "B+", "B-"])
    >>> found.categories, found.certain
    (('B-', 'B', 'B+', 'A-', 'A'), False)
    """

    def place(label: str) -> tuple[int, int] | None:
        match = _LETTER.fullmatch(label)
        sign = {"+": 1, "": 0}.get(match[2], -1) if match else 0
        return (-_GRADES.index(match[1].upper()), sign) if match else None

    places = places_of(labels, place)
    if places is None or len(labels) < 2:
        return None
    steps = _grades_between(set(places.values()))
    minus = next((label[-1] for label in labels if label[-1] in "-−–"), "-")
    names = {step: _GRADES[-step[0]] + ("", "+", minus)[step[1]] for step in steps}
    if all(label.islower() for label in labels):
        names = {step: name.lower() for step, name in names.items()}
    reason = Message(N_("Letter grades, from the lowest to the highest."))
    found = certain_if_used(in_order(places, names), labels, reason)
    return replace(found, certain=found.certain and set(places.values()) <= steps)


def _grades_between(used: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the grades from the lowest to the highest: with + and −, if any has one."""
    fine = any(sign for _, sign in used)
    letters = sorted({-letter for letter, _ in used})
    # Between D and F some schools have an E.
    run = [at for at in range(letters[0], letters[-1] + 1) if at != 4 or 4 in letters]
    steps = {(-at, sign) for at in run for sign in ((-1, 0, 1) if fine and at < 4 else (0,))}
    return {step for step in steps if min(used) <= step <= max(used)}


def by_letters_and_numbers(labels: Sequence[str]) -> Order | None:
    """Order A1, A2, B1: by the letter, then by the number.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """

    def place(label: str) -> tuple[str, int, int, int] | None:
        match = _LETTER_AND_NUMBER.fullmatch(label)
        return (match[1], int(match[2]), int(match[3] or 0), len(match[4])) if match else None

    places = places_of(labels, place)
    letters = sorted({letter for letter, *_ in places.values()}) if places else []
    if not places or len(letters) < 2 or ord(letters[-1]) - ord(letters[0]) != len(letters) - 1:
        return None
    reason = Message(N_("In the order of the letters, then of the numbers. Is it yours?"))
    return Order(in_order(places), reason, certain=False)


# -- Bands of numbers ------------------------------------------------------------------------------


def _any_of(role: str, signs: str) -> str:
    words = sorted(itertools.chain.from_iterable(listed_words(role)), key=len, reverse=True)
    return "|".join([signs, *map(re.escape, words)])


_LEAST, _MOST = _any_of("less", "<=|<|≤|＜"), _any_of("more", ">=|>|≥|＞")
_NUMBER = r"(\d{1,9}(?:[.,]\d{1,3})?)"
_UNIT = r"[\s%$€£°]*(?:[^\W\d_]{1,12}\.?)?\s*"
_LESS = re.compile(
    rf"(?i)(?:{_LEAST})\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:less|fewer|below|under|"
    r"younger|menos|weniger|darunter|moins|meno|以下|未満|未满)"
)
_MORE = re.compile(
    rf"(?i)(?:{_MOST})\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}(?:\+|(?:or|and|&|o|oder|ou|und|y|i)?\s*(?:more|above|over|"
    r"older|up|más|mehr|darüber|plus|mais|più|以上))"
)
_BETWEEN = re.compile(
    rf"(?i)[\[(]?(?:between |entre |zwischen )?{_NUMBER}{_UNIT}(?:-|–|—|~|～|至|"
    rf"\.\.|,|to|a|à|bis|until|and|y|und|t/m|tot|do)\s*{_NUMBER}{_UNIT}[\])]?"
)
_ONE = re.compile(rf"{_NUMBER}{_UNIT}")


def _band(label: str) -> tuple[float, float] | None:
    """Return the two ends of a band such as "25–49%" or ">10"."""
    for pattern in (_LESS, _MORE, _BETWEEN, _ONE):
        match = pattern.fullmatch(label)
        if match:
            ends = [float(end.replace(",", ".")) for end in match.groups() if end]
            low = -math.inf if pattern is _LESS else ends[0]
            return low, math.inf if pattern is _MORE else ends[-1]
    return None


def by_bands(labels: Sequence[str]) -> Order | None:
    """Order bands of numbers by their ends: "<5", "5 to 10", ">10".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Order or None
    """
    ends = places_of(labels, _band)
    if ends is None or sum(low < high for low, high in ends.values()) < 2:
        return None
    ordered = sorted(labels, key=ends.__getitem__)
    steps = [ends[after][0] - ends[one][1] for one, after in itertools.pairwise(ordered)]
    single = {low for low, high in ends.values() if low == high}
    shared = any(low < high and {low, high} & single for low, high in ends.values())
    if shared or min(steps) < 0 or any(low > high for low, high in ends.values()):
        return None
    gaps = [at for at, step in enumerate(steps) if step > max(2 * min(steps), 1)]
    if not gaps:
        reason = Message(N_("Bands of numbers, in the order of their ends."))
        return Order(tuple(ordered), reason, certain=True)
    between = {
        (ends[one][1] + min(steps), ends[after][0] - min(steps))
        for one, after in ((ordered[at], ordered[at + 1]) for at in gaps)
    }
    # A band for a gap is written as one of the bands with two ends is.
    like = (one for one in ordered if -math.inf < ends[one][0] < ends[one][1] < math.inf)
    parts = re.split(r"\d+(?:[.,]\d+)?", next(like, ""))
    names = {}
    if len(parts) == 3:
        names = {
            (low, high): f"{parts[0]}{low:g}{parts[1]}{high:g}{parts[2]}" for low, high in between
        }
    values = {"one": shown(ordered[gaps[0]]), "other": shown(ordered[gaps[0] + 1])}
    text = N_("Bands of numbers. Between {one} and {other} is a gap: is there a band in it?")
    return Order(in_order(ends, names), Message(text, values), certain=False)
