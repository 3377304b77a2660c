"""How numbers are written: short enough to read aloud, exact where they are exact."""

import math

from pages.ui.texts import _


def number(value: float, decimals: int = 2) -> str:
    """Write a number with at most `decimals` places, a true minus, and no trailing zeros.

    What would round to nothing is written with one digit instead.

    >>> number(3.0), number(-0.13924), number(1234567), number(0.0001)
    ('3', '−0.14', '1,234,567', '0.0001')
    """
    if math.isnan(value):
        return "–"
    if value and abs(value) < 0.5 * 10**-decimals:
        text = f"{value:.1g}"
    else:
        text = f"{value:,.{decimals}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")


def kappa_text(kappa: float, decimals: int = 3) -> str:
    """Write κ with a fixed number of places; a dash where it is undefined.

    >>> kappa_text(0.3181818), kappa_text(float("nan"))
    ('0.318', '–')
    """
    if math.isnan(kappa):
        return "–"
    return f"{kappa:.{decimals}f}".replace("-", "−")


def percent(share: float) -> str:
    """Write a share as whole per cents; what is almost all or almost nothing says so.

    >>> percent(0.887), percent(100_001 / 100_010), percent(0.999_999), percent(0.000_01)
    ('89%', '99.99%', 'over 99.99%', 'under 1%')
    """
    text = f"{share:.0%}"
    if text == "0%" and share > 0:
        return _("under 1%")
    if text != "100%" or share >= 1:
        return text
    return f"{share:.2%}" if share < 0.99995 else _("over 99.99%")
