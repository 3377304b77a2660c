"""How many decimals do numbers need, so that what is written of them is true?"""

from __future__ import annotations

from collections.abc import Iterable

MOST_DECIMALS = 12
_MORE = 3  # decimals that are tried for a difference
_MOST_STEPS = 10_000  # of the last decimal, from one end to the other: more would feign exactness


def decimals_that_part(pairs: Iterable[tuple[float, float]], least: int) -> int:
    """Return the fewest decimals with which no two numbers that differ are written alike.

    Parameters
    ----------
    pairs : iterable of (float, float)
        The numbers, two by two; nan differs from none.
    least : int
        How many at the least.

    Returns
    -------
    int
        At most 12.

    Examples
    --------
    >>> decimals_that_part([(0.9996, 1), (0.2, 0)], 3), decimals_that_part([(0.0, 0)], 2)
    (4, 2)
    """
    apart = [(one, other) for one, other in pairs if abs(one - other) > 10**-MOST_DECIMALS]
    for decimals in range(least, MOST_DECIMALS):
        if all(round(one, decimals) != round(other, decimals) for one, other in apart):
            return decimals
    return MOST_DECIMALS


def decimals_of_kappa(kappa: float, least: int) -> int:
    """Return the fewest decimals with which a kappa that is not 1, or −1, is not written so.

    Parameters
    ----------
    kappa : float
        nan needs no more.
    least : int
        How many at the least.

    Returns
    -------
    int

    Examples
    --------
    >>> decimals_of_kappa(0.9996, 3), decimals_of_kappa(1.0, 3), decimals_of_kappa(0.0004, 3)
    (4, 3, 3)
    """
    return decimals_that_part([(kappa, 1), (kappa, -1)], least)


def decimals_of_ends(low: float, high: float, least: int) -> int:
    """Return the fewest decimals with which no end of an interval is written as 0, 1 or −1.

    An end of a wide interval may be written as 1 or −1 that nearly is.

    Parameters
    ----------
    low, high : float
        The ends; one that is 0, 1 or −1 is written so.
    least : int
        How many at the least.

    Returns
    -------
    int
        For both ends.

    Examples
    --------
    >>> decimals_of_ends(0.0004, 0.5, 3), decimals_of_ends(0.55, 0.9996, 2)
    (4, 4)
    >>> decimals_of_ends(0, 1, 3), decimals_of_ends(-0.9999, 0.99999, 3)
    (3, 3)
    """
    least = decimals_that_part([(end, 0) for end in (low, high)], least)
    wanted = decimals_that_part([(end, one) for end in (low, high) for one in (-1, 1)], least)
    return wanted if 10**wanted * (high - low) < _MOST_STEPS else least


def decimals_of_difference(one: float, other: float, least: int) -> int:
    """Return the fewest decimals with which two numbers have the difference that is written.

    Parameters
    ----------
    one, other : float
    least : int
        How many at the least.

    Returns
    -------
    int
        The least as well where two more do not help: ⅓ and ⅙ never have it.

    Examples
    --------
    >>> decimals_of_difference(0.475, 0.4125, 3), decimals_of_difference(1 / 3, 1 / 6, 3)
    (4, 3)
    """
    for decimals in range(least, least + _MORE):
        written = round(one, decimals) - round(other, decimals)
        if abs(written - round(one - other, decimals)) < 0.5 * 10.0**-decimals:
            return decimals
    return least
