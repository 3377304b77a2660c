"""The coefficients of many raters in exact rational arithmetic, written like their formulas."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from statistics import mean

from tests.core import oracle

Row = Sequence[int | None]


def pair_counts(rows: Sequence[Row], g: int, h: int, q: int) -> list[list[int]]:
    """Return O of two raters from the items that both rated."""
    observed = [[0] * q for _ in range(q)]
    for row in rows:
        if row[g] is not None and row[h] is not None:
            observed[row[g]][row[h]] += 1
    return observed


def pairs(rows: Sequence[Row], q: int, scheme: str) -> dict[tuple[int, int], tuple[Fraction, ...]]:
    """Return D and E of each pair that shares an item."""
    w = oracle.weights(q, scheme)
    found = {}
    for pair in combinations(range(len(rows[0])), 2):
        observed = pair_counts(rows, *pair, q)
        n = sum(map(sum, observed))
        if n:
            both = (observed, oracle.expected(observed))
            found[pair] = tuple(oracle.weighted_sum(w, matrix) / n for matrix in both)
    return found


def ratio(seen: Fraction, expected: Fraction) -> Fraction | None:
    return 1 - seen / expected if expected else None


def coefficients(rows: Sequence[Row], q: int, scheme: str) -> dict[str, Fraction | None]:
    """Return the six coefficients, each a Fraction, or None where undefined.

    `rows` has one row per item, with positions 0 … q − 1 or None.
    """
    w = oracle.weights(q, scheme)
    categories = range(q)
    counts = [[sum(x == k for x in row) for k in categories] for row in rows]
    r_i = [sum(row) for row in counts]
    twice = [i for i, m in enumerate(r_i) if m >= 2]
    rated = [i for i, m in enumerate(r_i) if m >= 1]
    if not twice:
        return dict.fromkeys(("pooled", "conger", "light", "fleiss", "alpha", "ac2"))
    means = pairs(rows, q, scheme).values()
    kappas = [kappa for each in means if (kappa := ratio(*each)) is not None]
    v = [[1 - w[k][j] for j in categories] for k in categories]  # weights of agreement
    cells = [(k, j) for k in categories for j in categories]
    p_a = mean(
        sum(Fraction(counts[i][k] * (v[k][j] * counts[i][j] - (k == j))) for k, j in cells)
        / (r_i[i] * (r_i[i] - 1))
        for i in twice
    )
    # Conger: the mean over pairs of raters of Σ v p_gk p_hl, p are the shares of each rater
    columns = [[x for x in column if x is not None] for column in zip(*rows, strict=True)]
    own = [[Fraction(c.count(k), len(c)) for k in categories] for c in columns if c]
    by_pairs = mean(sum(v[k][j] * p[k] * s[j] for k, j in cells) for p, s in combinations(own, 2))
    pi = [mean(Fraction(counts[i][k], r_i[i]) for i in rated) for k in categories]
    by_shares = sum(v[k][j] * pi[k] * pi[j] for k, j in cells)
    # Krippendorff: Σ over pairs of ratings within items, against all pairs of pairable ratings
    total = [sum(counts[i][k] for i in twice) for k in categories]
    seen = sum(
        sum(w[k][j] * counts[i][k] * counts[i][j] for k, j in cells) / (r_i[i] - 1) for i in twice
    )
    by_chance = sum(w[k][j] * total[k] * total[j] for k, j in cells)
    found = {
        "pooled": ratio(sum(d for d, _ in means), sum(e for _, e in means)),
        "conger": ratio(1 - p_a, 1 - by_pairs),
        "light": mean(kappas) if kappas else None,
        "fleiss": ratio(1 - p_a, 1 - by_shares),
        "alpha": ratio(seen * (sum(total) - 1), by_chance),
        "ac2": None,
    }
    if q > 1:
        p_e = sum(map(sum, v)) / (q * (q - 1)) * sum(p * (1 - p) for p in pi)
        found["ac2"] = ratio(1 - p_a, 1 - p_e)
    return found
