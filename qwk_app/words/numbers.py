"""Numbers as text, short enough to read aloud."""

import math

from qwk_app.words.language import current
from qwk_app.words.texts import _
from qwk_core.pictures.cells import write_number


def number(value: float, decimals: int = 2) -> str:
    """Write a number with at most `decimals` places, a true minus, and no trailing zeros.

    A value that would round to 0 keeps one digit instead.

    >>> number(3.0), number(-0.13924), number(1234567), number(0.0001), number(-0.0)
    ('3', '−0.14', '1,234,567', '0.0001', '0')
    """
    return current().digits(write_number(value, decimals))


def kappa_text(kappa: float, decimals: int = 3) -> str:
    """Write κ with a fixed number of places; a dash where it is undefined.

    >>> kappa_text(0.3181818), kappa_text(-1e-9), kappa_text(float("nan"))
    ('0.318', '0.000', '–')
    """
    if math.isnan(kappa):
        return "–"
    # Adding 0 after rounding takes the sign from a minus zero.
    return _localized(f"{round(kappa, decimals) + 0.0:.{decimals}f}")


def percent(share: float) -> str:
    """Write a share as a whole percentage; shares near 0 and 1 have their own words.

    >>> percent(0.887), percent(100_001 / 100_010), percent(0.999_999), percent(0.000_01)
    ('89%', '99.99%', 'over 99.99%', 'under 1%')
    """
    text = f"{share:.0%}"
    if text == "0%" and share > 0:
        return _("under 1%")
    if text == "100%" and share < 1:
        if share >= 0.99995:
            return _("over 99.99%")
        text = f"{share:.2%}"
    # Translators: if your language has a space before the sign, use a non-breaking one.
    return _("{number}%", number=_localized(text.rstrip("%")))


def signed(value: float, decimals: int = 3) -> str:
    """Write a change with its sign and a fixed number of places; "0" means exactly 0.

    >>> signed(0.2785), signed(-0.1214, 2), signed(0.0), signed(-0.001, 2), signed(float("nan"))
    ('+0.279', '−0.12', '0', '≈0', '–')
    """
    if math.isnan(value):
        return "–"
    if abs(value) < 0.5 * 10**-decimals:
        return "≈0" if value else "0"
    return _localized(f"{value:+,.{decimals}f}")


def tex(text: str) -> str:
    r"""Return a number for KaTeX, which would treat its marks as punctuation.

    >>> tex("−1,234.5"), tex("2e-07")
    ('-1{,}234.5', '2 \\cdot 10^{-7}')
    """
    digits, _e, exponent = text.replace("−", "-").partition("e")
    digits = digits.replace(",", "{,}").replace("\u202f", r"\,").replace("\xa0", r"\ ")
    return rf"{digits} \cdot 10^{{{int(exponent)}}}" if exponent else digits


def unit_of(largest: float, *, short: bool = False) -> tuple[int, int, str]:
    """Return the power of ten, the decimals and the name of a unit for small changes.

    `short` makes the text as short as possible, for small cells.

    >>> unit_of(0.3), unit_of(0.0182), unit_of(0.000_012), unit_of(0.0182, short=True)
    ((0, 2, ''), (0, 3, ''), (6, 1, 'millionths'), (3, 1, 'thousandths'))
    """
    if not largest > 0 or (largest >= 0.005 and not short):
        return 0, 3 if largest < 0.05 else 2, ""
    names = (_("thousandths"), _("millionths"), _("billionths"), _("trillionths"))
    step = max(1, min(len(names), math.ceil(-math.log10(largest) / 3)))
    return 3 * step, 1 if largest * 10 ** (3 * step) < 100 else 0, names[step - 1]


def duration(seconds: float) -> str:
    """Write a short time with two digits and its unit.

    >>> duration(8.2e-6), duration(0.0537), duration(1.5), duration(0.0009999)
    ('8.2 µs', '54 ms', '1.5 s', '1 ms')
    """
    rounded = float(f"{seconds:.2g}")
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if rounded >= size:
            return f"{number(rounded / size, 1)} {unit}"
    return f"{number(rounded / 1e-9, 1)} ns"


def _localized(digits: str) -> str:
    """Write Python's digits with a true minus and the marks of the reader's language."""
    return current().digits(digits.replace("-", "−"))
