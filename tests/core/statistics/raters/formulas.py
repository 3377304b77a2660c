"""The coefficients of many raters in exact rational arithmetic, written as their formulas read."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from statistics import mean

from tests.core import oracle

Row = Sequence[int | None]


def pair_counts(rows: Sequence[Row], g: int, h: int, q: int) -> list[list[int]]:
    """O of two raters over the items that both rated."""
    observed = [[0] * q for _ in range(q)]
    for row in rows:
        if row[g] is not None and row[h] is not None:
            observed[row[g]][row[h]] += 1
    return observed


def pairs(rows: Sequence[Row], q: int, scheme: str) -> dict[tuple[int, int], Fraction | None]:
    """Kappa of each pair, None where 0 ÷ 0."""
    found = {}
    for g, h in combinations(range(len(rows[0])), 2):
        observed = pair_counts(rows, g, h, q)
        found[g, h] = oracle.kappa(observed, scheme) if any(map(any, observed)) else None
    return found


def _pair_means(rows: Sequence[Row], q: int, scheme: str) -> list[tuple[Fraction, Fraction]]:
    """D and E of each pair that shares an item."""
    w = oracle.weights(q, scheme)
    found = []
    for g, h in combinations(range(len(rows[0])), 2):
        observed = pair_counts(rows, g, h, q)
        n = sum(map(sum, observed))
        if n:
            expected = oracle.expected(observed)
            found.append(
                (oracle.weighted_sum(w, observed) / n, oracle.weighted_sum(w, expected) / n)
            )
    return found


def _ratio(seen: Fraction, expected: Fraction) -> Fraction | None:
    return 1 - seen / expected if expected else None


def coefficients(rows: Sequence[Row], q: int, scheme: str = "quadratic") -> dict:
    """The six coefficients, each a Fraction, or None where undefined. From many_raters' formulas.

    `rows` has one row an item, positions 0 … q − 1 or None.
    """
    w = oracle.weights(q, scheme)
    categories = range(q)
    counts = [[sum(x == k for x in row) for k in categories] for row in rows]
    r_i = [sum(row) for row in counts]
    twice = [i for i, m in enumerate(r_i) if m >= 2]
    rated = [i for i, m in enumerate(r_i) if m >= 1]
    means = _pair_means(rows, q, scheme)
    defined = [kappa for kappa in pairs(rows, q, scheme).values() if kappa is not None]
    found = {
        "pooled": _ratio(sum(d for d, _ in means), sum(e for _, e in means)),
        "light": mean(defined) if defined else None,
    }
    if not twice:
        return dict.fromkeys(("pooled", "conger", "light", "fleiss", "alpha", "ac2"))
    v = [[1 - w[k][j] for j in categories] for k in categories]  # weights of agreement
    p_a = mean(
        Fraction(
            sum(
                counts[i][k] * (sum(v[k][j] * counts[i][j] for j in categories) - 1)
                for k in categories
            ),
            r_i[i] * (r_i[i] - 1),
        )
        for i in twice
    )
    # Conger: the mean over pairs of raters of Σ v p_gk p_hl, p over each rater's own ratings
    columns = [[x for x in column if x is not None] for column in zip(*rows, strict=True)]
    own = [[Fraction(c.count(k), len(c)) for k in categories] for c in columns if c]
    p_e = mean(
        sum(v[k][j] * p[k] * s[j] for k in categories for j in categories)
        for p, s in combinations(own, 2)
    )
    found["conger"] = _ratio(1 - p_a, 1 - p_e)
    pi = [mean(Fraction(counts[i][k], r_i[i]) for i in rated) for k in categories]
    p_e = sum(v[k][j] * pi[k] * pi[j] for k in categories for j in categories)
    found["fleiss"] = _ratio(1 - p_a, 1 - p_e)
    # Krippendorff: Σ over pairs of ratings within items, against all pairs of pairable ratings
    total = [sum(counts[i][k] for i in twice) for k in categories]
    n = sum(total)
    seen = sum(
        sum(w[k][j] * counts[i][k] * counts[i][j] for k in categories for j in categories)
        / (r_i[i] - 1)
        for i in twice
    )
    by_chance = sum(w[k][j] * total[k] * total[j] for k in categories for j in categories)
    found["alpha"] = _ratio(seen * (n - 1), by_chance)
    if q > 1:
        t_w = sum(map(sum, v))
        p_e = t_w / (q * (q - 1)) * sum(p * (1 - p) for p in pi)
        found["ac2"] = _ratio(1 - p_a, 1 - p_e)
    else:
        found["ac2"] = None
    return found
