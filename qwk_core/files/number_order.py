"""Which labels state a number: 3/5, 3+4, 4A, Stage IIB, grade 2?

Each rule looks at all labels together and returns their order, or None where they are not of its
kind.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from qwk_core.errors import shown
from qwk_core.files.stated import UNUSED, Stated
from qwk_core.messages import N_, Message

_MOST_FILLED = 30  # steps between that nobody used

_OF = re.compile(
    r"(?i)(\d{1,4})\s?(?:/|of|out of|von|de|sur|su|van|z|out-of|／|分之)\s?(\d{1,4})(\D{0,12})"
)
_SUM = re.compile(r"(\d{1,2}) ?\+ ?(\d{1,2})(?: ?= ?\d{1,2})?")


def by_denominator(labels: Sequence[str]) -> Stated | None:
    """Order labels of one denominator: "3/5", "4 out of 5".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    found = {label: _OF.fullmatch(label) for label in labels}
    matches = [match for match in found.values() if match]
    if len(matches) < len(labels) or len({match[2] for match in matches}) != 1:
        return None
    places = {label: int(match[1]) for label, match in found.items() if match}
    whole = int(matches[0][2])
    if len(set(places.values())) < len(labels) or max(places.values()) > whole:
        return None
    return Stated(
        _filled(places),
        Message(N_("All labels are so many of {n}."), {"n": whole}),
        True,
    )


def _filled(places: Mapping[str, int]) -> tuple[str, ...]:
    """Return labels in the order of their numbers, with those between that nobody used.

    A label for such a step is written as the first label is.
    """
    by_number = {number: label for label, number in places.items()}
    low, high = min(by_number), max(by_number)
    if high - low - len(by_number) > _MOST_FILLED:
        return tuple(by_number[number] for number in sorted(by_number))
    pattern, own = next(iter(places.items()))
    before, _, after = pattern.partition(str(own))
    return tuple(
        by_number.get(number, f"{before}{number}{after}") for number in range(low, high + 1)
    )


def by_sums(labels: Sequence[str]) -> Stated | None:
    """Order grades of two parts, as 3+4 and 4+3: by their sum, then by the first part.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    found = {label: _SUM.fullmatch(label) for label in labels}
    if None in found.values():
        return None
    places = {
        label: (int(match[1]) + int(match[2]), int(match[1]))
        for label, match in found.items()
        if match
    }
    return Stated(
        tuple(sorted(labels, key=places.__getitem__)),
        Message(N_("In the order of their sums, then of the first number. Is it yours?")),
        certain=False,
    )


_OVERLAP = re.compile(r"(\d{1,4}) ?(?:-|–|to|a|bis|/) ?(\d{1,4})")


def by_middles(labels: Sequence[str]) -> Stated | None:
    """Order numbers and what lies between two of them: 1, 1-2, 2.

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    middles: dict[str, float] = {}
    for label in labels:
        ends = _OVERLAP.fullmatch(label)
        if ends:
            middles[label] = (float(ends[1]) + float(ends[2])) / 2
        elif re.fullmatch(r"\d{1,4}(?:\.\d+)?", label):
            middles[label] = float(label)
        else:
            return None
    if len(set(middles.values())) < len(labels):
        return None
    return Stated(tuple(sorted(labels, key=middles.__getitem__)), Message(_NUMBERED), certain=False)


_NUMBERED = N_("The order of the numbers in the labels. Is it yours?")


# -- Numbers and numerals with words around them ---------------------------------------------------

_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}
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


def by_numbers(labels: Sequence[str]) -> Stated | None:
    """Order labels by the number in each: "grade 2", "4A", "Stage IIB", "3 – severe", "2+".

    Parameters
    ----------
    labels : sequence of str

    Returns
    -------
    Stated or None
    """
    found = {label: place for label in labels if (place := _place(label))}
    if len(found) < len(labels):
        return _any_number(labels)
    befores = {before.strip(" -–—_:.#(").casefold() for before, _ in found.values()}
    if len(befores) > 1 and not all(re.fullmatch(r"\d.*", label) for label in labels):
        return _any_number(labels)
    places = {label: place for label, (_, place) in found.items()}
    if len(set(places.values())) < len(labels):
        return None
    ordered = sorted(labels, key=places.__getitem__)
    numbers = [places[label][0] for label in ordered]
    signs = {
        number: {places[one][2] for one in labels if places[one][0] == number} for number in numbers
    }
    if any(len(one) > 1 for one in signs.values()):
        return _with_signs(ordered, places)
    subs = [places[label][1] for label in ordered]
    whole = _between(ordered, places)
    unused = [one for one in whole if one not in labels]
    if unused:
        return Stated(whole, Message(UNUSED, {"steps": ", ".join(unused)}), certain=False)
    if any(subs):
        return Stated(whole, Message(N_("Numbers first, then the letter behind them.")), True)
    return Stated(whole, Message(_NUMBERED), True)


Place = tuple[int, int, int]
_ORDINAL = re.compile(r"(?i)^(\d{1,2})(?:st|nd|rd|th|º|ª|°|er|ème|eme|te|ste|級|级|番)$")


def _place(label: str) -> tuple[str, Place] | None:
    """Return the words before the number in a label, its number, its letter and its sign."""
    plain = _ORDINAL.sub(r"\1", label)
    match = _PLACED.fullmatch(plain) or _PREFIXED.fullmatch(plain)
    if not match or re.search(r"\d", match["after"] or ""):
        return None
    number = int(match["number"]) if match["number"].isdecimal() else roman(match["number"])
    if number is None:
        return None
    sub = (match["sub"] or "").strip(" .").lower()
    if sub.isdecimal():
        letter = int(sub)
    elif len(sub) == 1 and sub in "abcdefgh":
        letter = "abcdefgh".index(sub) + 1
    else:
        letter = roman(sub) or 0
    sign = match["sign"] or ""
    return match["before"], (number, letter, sign.count("+") - len(sign.replace("+", "")))


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
    upper = word.upper()
    if not upper or not _ROMAN.fullmatch(upper):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in upper]
    return sum(
        -digit if digit < following else digit
        for digit, following in itertools.zip_longest(digits, digits[1:], fillvalue=0)
    )


def _between(ordered: Sequence[str], places: Mapping[str, Place]) -> tuple[str, ...]:
    """Return labels with the numbers and letters between them that nobody used."""
    whole = [ordered[0]]
    for one, after in itertools.pairwise(ordered):
        (low, letter, _), (high, other, _) = places[one], places[after]
        if low == high and other - letter > 1 and letter:
            whole += [_written(one, low, at) for at in range(letter + 1, other)]
        elif high - low - 1 > 0 and high - low <= _MOST_FILLED:
            whole += [_written(one, at, 0) for at in range(low + 1, high)]
        whole.append(after)
    return tuple(whole)


def _written(like: str, number: int, letter: int) -> str:
    """Return a label for a step that nobody used, written as its neighbour is."""
    match = _PLACED.fullmatch(like) or _PREFIXED.fullmatch(like)
    assert match, "it has a place"
    arabic = match["number"].isdecimal()
    written = str(number) if arabic else _numeral(number)
    if match["number"].islower():
        written = written.lower()
    sub = ""
    if letter:
        old = match["sub"]
        plain = old.strip(" .")
        new = str(letter) if plain.isdecimal() else "abcdefgh"[letter - 1]
        sub = old.replace(plain, new.upper() if plain.isupper() else new)
    end = match["after"] if match["after"] in (".", ")") else ""
    return f"{match['before']}{written}{sub}{match['sign']}{end}"


def _numeral(number: int) -> str:
    return next(
        tens + ones
        for tens in ("", "X", "XX", "XXX")
        for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
        if (roman(tens + ones) or 0) == number
    )


def _with_signs(ordered: Sequence[str], places: Mapping[str, Place]) -> Stated | None:
    """Offer both orders of 2-, 2 and 2+: plus is higher, or 1 is the best mark and 1+ better."""
    other = sorted(
        ordered, key=lambda label: (places[label][0], places[label][1], -places[label][2])
    )
    return Stated(
        tuple(ordered),
        Message(N_("Is {one} above or below {other}?"), _first_sign(ordered, places)),
        certain=False,
        others=(tuple(other),),
    )


def _first_sign(ordered: Sequence[str], places: Mapping[str, Place]) -> dict[str, object]:
    one, other = next(
        pair for pair in itertools.pairwise(ordered) if places[pair[0]][0] == places[pair[1]][0]
    )
    return {"one": shown(one), "other": shown(other)}


def _any_number(labels: Sequence[str]) -> Stated | None:
    """Order labels of which each has one number, wherever it stands."""
    numbers: dict[str, int] = {}
    for label in labels:
        digits = re.findall(r"\d{1,9}", label)
        if len(digits) > 1:
            return None
        if digits:
            numbers[label] = int(digits[0])
            continue
        last = re.findall(r"\w+", label)[-1:]
        value = roman(last[0]) if last else None
        if value is None:
            return None
        numbers[label] = value
    if len(set(numbers.values())) < len(labels):
        return None
    # Letters of different kinds before the numbers, as in T1 and N1, are different scales.
    starts = {re.split(r"[\W\d_]", label)[0].casefold() for label in labels if label[-1:].isdigit()}
    if len(starts) > 1:
        return None
    return Stated(tuple(sorted(labels, key=numbers.__getitem__)), Message(_NUMBERED), certain=False)
