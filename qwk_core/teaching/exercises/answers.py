"""Which number did somebody type? A decimal with point or comma, a fraction, a per cent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from qwk_core.errors import RatingsError, shown

_SIGN = r"[+\-−–]?"
_DIGITS = r"(?:\d{1,12}(?:[.,]\d{0,12})?|[.,]\d{1,12})"
_ANSWER = re.compile(
    rf"(?P<sign>{_SIGN})\s*(?P<number>{_DIGITS})\s*"
    rf"(?:(?P<percent>%)|[/÷∕⁄:]\s*(?P<below_sign>{_SIGN})(?P<below>{_DIGITS}))?",
    re.ASCII,
)


@dataclass(frozen=True)
class Answer:
    """A number that was given as an answer.

    Attributes
    ----------
    value : Fraction
        The number, exactly as it was typed.
    places : int or None
        How many decimal places it has; None for a fraction or a choice.
    """

    value: Fraction
    places: int | None = None


def parse_answer(text: str, name: str) -> Answer:
    """Read a number as people type it.

    Parameters
    ----------
    text : str
        For example "0.15", "0,15", "−.15", "15%" or "3/20"; both parts of a fraction may have
        decimals.
    name : str
        The name of the number in errors: "κ" or "E[0, 1]".

    Returns
    -------
    Answer

    Raises
    ------
    RatingsError
        If the text is empty, is no number, or divides by 0.

    Examples
    --------
    >>> parse_answer("0,15", "κ")
    Answer(value=Fraction(3, 20), places=2)
    >>> parse_answer("−3 / 20", "κ").value, parse_answer("15%", "κ").value
    (Fraction(-3, 20), Fraction(3, 20))
    """
    text = text.strip()
    if not text:
        raise RatingsError("{name}: nothing is written here yet.", name=name)
    match = _ANSWER.fullmatch(text)
    if match is None:
        raise RatingsError(
            "{name}: {value} is not a number. Write it like 3, 0.15, 15% or 3/20.",
            name=name,
            value=shown(text),
        )
    value = _signed(match["sign"], match["number"])
    if match["below"] is not None:
        below = _signed(match["below_sign"], match["below"])
        if below == 0:
            raise RatingsError("{name}: {value} divides by 0.", name=name, value=shown(text))
        return Answer(value / below)
    places = len(match["number"].replace(",", ".").partition(".")[2])
    return Answer(value / 100, places + 2) if match["percent"] else Answer(value, places)


def _signed(sign: str, digits: str) -> Fraction:
    magnitude = Fraction(f"0{digits.replace(',', '.')}".removesuffix("."))
    return -magnitude if sign in ("-", "−", "–") else magnitude
