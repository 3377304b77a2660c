"""What is the quantile of Student's t distribution?"""

from __future__ import annotations

import math
from statistics import NormalDist


def fisher_ends(estimate: float, error: float, df: int, level: float) -> tuple[float, float]:
    """Return the interval of a coefficient, symmetric on Fisher's scale, by Student's t.

    Parameters
    ----------
    estimate : float
        Between −1 and 1, without these.
    error : float
        Its standard error.
    df : int
        Degrees of freedom.
    level : float
        The level of confidence, between 0 and 1.

    Returns
    -------
    low, high : float

    Examples
    --------
    >>> low, high = fisher_ends(0.5, 0.1, 20, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.265, 0.679)
    """
    centre = math.atanh(estimate)
    margin = student_quantile((1 + level) / 2, df) * error / (1 - estimate**2)
    return math.tanh(centre - margin), math.tanh(centre + margin)


def student_quantile(share: float, df: int) -> float:
    """Return the quantile of Student's t distribution, above the median.

    Parameters
    ----------
    share : float
        From 0.5 to 1.
    df : int
        Degrees of freedom.

    Returns
    -------
    float
        To six digits.

    References
    ----------
    Hill, G. W. (1970). Algorithm 396: Student's t-quantiles. Communications of the ACM 13(10),
    619–620.

    Examples
    --------
    >>> round(student_quantile(0.975, 9), 4), round(student_quantile(0.975, 1), 3)
    (2.2622, 12.706)
    """
    tails = 2 * (1 - share)
    if df == 1:
        return math.cos(tails * math.pi / 2) / math.sin(tails * math.pi / 2)
    if df == 2:
        return math.sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (df - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * df
    y = (d * tails) ** (2 / df)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2)
        y = x**2
        if df < 5:
            c += 0.3 * (df - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y**2)
    else:
        y = (
            (1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4)) * y
            - 1
        ) * (df + 1) / (df + 2) + 1 / y
    return math.sqrt(df * y)
