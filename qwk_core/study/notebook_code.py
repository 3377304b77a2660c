"""The code of a notebook's cells: each runs with numpy alone, after those before it.

Fields in braces are filled in.
"""

WEIGHTS = """\
i, j = np.indices((N, N))
far = max(N - 1, 1)
schemes = {{
    "quadratic": (i - j) ** 2 / far**2,
    "linear": abs(i - j) / far,
    "unweighted": (i != j).astype(float),
}}
w = schemes["{scheme}"]
w"""

# Of the counts of two raters.

EXPECTED = """\
E = np.outer(O.sum(axis=1), O.sum(axis=0)) / n
E"""

PICTURES = """\
def picture(figure):
    try:
        import plotly.graph_objects as go
    except ImportError:
        return "plotly is not installed: no picture"
    return go.Figure(figure)"""

KAPPA = """\
def kappa_of(O, w):
    E = np.outer(O.sum(axis=1), O.sum(axis=0)) / O.sum()
    denominator = (w * E).sum()
    if denominator == 0:
        return math.nan  # one and the same category throughout: 0 / 0
    return float(1 - (w * O).sum() / denominator)


kappa = kappa_of(O, w)
kappas = {name: kappa_of(O, weights) for name, weights in schemes.items()}
print((w * O).sum(), (w * E).sum(), kappa)
kappas"""

SHARES = """\
cost = w * O
shares = cost / cost.sum() if cost.any() else cost
for cell in np.argsort(-shares, axis=None, kind="stable")[: min(5, np.count_nonzero(shares))]:
    row, column = divmod(int(cell), N)
    names = f"actual {categories[row]!r}, predicted {categories[column]!r}"
    print(f"{names}: {shares[row, column]:.1%}")"""

GROUPS = """\
assert np.allclose(sum(groups.values()), O)
group_kappas = {name: kappa_of(one, w) for name, one in groups.items()}
seen, by_chance = 0.0, 0.0
for one in groups.values():
    chance = np.outer(one.sum(axis=1), one.sum(axis=0)) / one.sum()
    seen, by_chance = seen + (w * one).sum(), by_chance + (w * chance).sum()
within = 1 - seen / by_chance if by_chance else math.nan
print("pooled", kappa, "within groups", within)
group_kappas"""

SKLEARN = """\
try:
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    print("scikit-learn is not installed: nothing to compare with")
else:
    actual, predicted = np.indices(O.shape).reshape(2, -1)
    for scheme, mine in kappas.items():
        if math.isnan(mine):
            print(scheme, "is undefined: nothing to compare")
            continue
        weights = None if scheme == "unweighted" else scheme
        theirs = cohen_kappa_score(
            actual, predicted, labels=range(N), weights=weights, sample_weight=O.ravel()
        )
        assert math.isclose(mine, theirs, abs_tol=1e-9), (scheme, mine, theirs)
        print(scheme, theirs, "the same")"""

# Of the ratings of each rater.

PAIRS = """\
def kappa_of(seen, chance):
    return float(1 - seen / chance) if chance > 0 else math.nan  # 0 / 0


def pairs_of(R):
    return [(g, h) for g in range(R.shape[1]) for h in range(g + 1, R.shape[1])]


def observed(R, g, h, counting=item_weights):
    both = (R[:, g] >= 0) & (R[:, h] >= 0)
    sums = np.bincount(R[both, g] * N + R[both, h], counting[both], minlength=N * N)
    return sums.reshape(N, N) * (both.sum() / sums.sum() if both.any() else 0)


def disagreement(R, counting):
    D, E = np.zeros((2, R.shape[1], R.shape[1]))
    for g, h in pairs_of(R):
        O = observed(R, g, h, counting)
        n = O.sum()
        if n:
            D[g, h] = D[h, g] = (w * O).sum() / n
            E[g, h] = E[h, g] = O.sum(axis=1) @ w @ O.sum(axis=0) / n**2
    return D, E


rated = R >= 0
D, E = disagreement(R, item_weights)
kappas = {(g, h): kappa_of(D[g, h], E[g, h]) for g, h in pairs_of(R)}
counts = {(g, h): int((rated[:, g] & rated[:, h]).sum()) for g, h in pairs_of(R)}
{(raters[g], raters[h]): kappa for (g, h), kappa in kappas.items()}"""

POOLED = """\
pooled = kappa_of(D.sum(), E.sum())
pooled"""

COEFFICIENTS = """\
def coefficients(R):
    D, E = disagreement(R, np.ones(len(R)))
    of_pairs = [kappa_of(D[pair], E[pair]) for pair in pairs_of(R)]
    defined = [kappa for kappa in of_pairs if not math.isnan(kappa)]

    # How often each item was given each category; those with two ratings or more can be compared.
    K = sum((R[:, [g]] == np.arange(N)).astype(int) for g in range(R.shape[1]))
    m = K.sum(axis=1)
    twice = m >= 2
    unlike = ((K @ w) * K).sum(axis=1)[twice]
    seen = (unlike / (m[twice] * (m[twice] - 1))).mean() if twice.any() else math.nan

    shares = (K[m > 0] / m[m > 0, np.newaxis]).mean(axis=0)
    totals = [np.bincount(one[one >= 0], minlength=N) for one in R.T if (one >= 0).any()]
    own = np.array([one / one.sum() for one in totals])
    chances = (own @ w @ own.T)[np.triu_indices(len(own), 1)]
    pairable = K[twice].sum(axis=0)
    by_chance = (1 - w).sum() / max(N * (N - 1), 1) * (shares * (1 - shares)).sum()
    return {
        "pooled": kappa_of(D.sum(), E.sum()),
        "conger": kappa_of(seen, chances.mean() if len(chances) else 0),
        "light": float(np.mean(defined)) if defined else math.nan,
        "fleiss": kappa_of(seen, shares @ w @ shares),
        "alpha": kappa_of(
            (pairable.sum() - 1) * (unlike / (m[twice] - 1)).sum(), pairable @ w @ pairable
        ),
        "ac2": kappa_of(seen, 1 - by_chance) if w.any() else math.nan,
    }


all_together = coefficients(R)
all_together"""

JACKKNIFE = """\
t = {t!r}  # of Student's distribution
rated_items = R[(R >= 0).any(axis=1)]
n = len(rated_items)
alike, times = np.unique(rated_items, axis=0, return_counts=True)
without = []
for item in alike:
    place = (rated_items == item).all(axis=1).argmax()
    without.append(coefficients(np.delete(rated_items, place, axis=0)))


def interval(name):
    estimate, values = all_together[name], np.array([one[name] for one in without])
    if math.isnan(estimate) or np.isnan(values).any():
        return math.nan, math.nan
    deviations = values - times @ values / n
    error = math.sqrt((n - 1) / n * (times @ deviations**2))
    if error < {same}:
        return math.nan, math.nan  # without a spread no interval can be given
    margin = t * error
    if abs(estimate) > 1 - {same}:  # this has no place on Fisher's scale
        return estimate - margin, estimate + margin
    middle, margin = math.atanh(estimate), margin / (1 - estimate**2)
    return math.tanh(middle - margin), math.tanh(middle + margin)


intervals = {{name: interval(name) for name in all_together}}
intervals"""

DIFFERENCE = """\
three = R[:, {places}]  # the truth, or the reference, and both others
by_all = (three >= 0).all(axis=1)
worth = item_weights[by_all]
kinds, kind = np.unique(three[by_all], axis=0, return_inverse=True)
times = np.bincount(kind.ravel(), weights=worth)


def difference_of(times):
    found = []
    for rater in (1, 2):
        cells, n = kinds[:, 0] * N + kinds[:, rater], times.sum()
        O = np.bincount(cells, weights=times, minlength=N * N).reshape(N, N)
        by_chance = O.sum(axis=1) @ w @ O.sum(axis=0) / n**2
        found.append(kappa_of((w * O).sum() / n, by_chance))
    return found[0] - found[1]


difference = difference_of(times)
difference"""

OF_ITEMS = """\
left_out, units = np.eye(len(kinds)), times  # an item of each kind
"""

OF_CLUSTERS = """\
clusters = {clusters}  # of each item
left_out = np.zeros((clusters.max() + 1, len(kinds)))
np.add.at(left_out, (clusters, kind.ravel()), worth)
units = np.ones(len(left_out))
"""

DIFFERENCE_INTERVAL = """\
t = {t!r}  # of Student's distribution
without = np.array([difference_of(times - one) for one in left_out])
n_units = units.sum()
deviations = without - units @ without / n_units
error = math.sqrt((n_units - 1) / n_units * (units @ deviations**2))
# Half a difference lies between -1 and 1, as a kappa.
middle, margin = math.atanh(difference / 2), t * error / 2 / (1 - (difference / 2) ** 2)
difference_low, difference_high = 2 * math.tanh(middle - margin), 2 * math.tanh(middle + margin)
difference_low, difference_high"""

JACKKNIFE_OF_WEIGHTED = """\
t = {t!r}  # of Student's distribution
without = []
for item in np.flatnonzero(rated.any(axis=1)):
    rest = np.arange(len(R)) != item
    D_rest, E_rest = disagreement(R[rest], item_weights[rest])
    without.append(kappa_of(D_rest.sum(), E_rest.sum()))
n = len(without)
margin = t * math.sqrt((n - 1) / n * ((without - np.mean(without)) ** 2).sum())
middle, margin = math.atanh(pooled), margin / (1 - pooled**2)  # on Fisher's scale
ends = math.tanh(middle - margin), math.tanh(middle + margin)
ends"""

RATERS = """\
def mean(values):
    return float(values.mean()) if len(values) else math.nan


def spread(values):
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan


costs = {{
    "quadratic": lambda x, y: (x - y) ** 2,
    "linear": lambda x, y: abs(x - y),
    "unweighted": lambda x, y: (x != y).astype(float),
}}
cost = costs["{scheme}"]


def kappa_with(x, y):
    if not len(x):
        return math.nan
    (a, n_a), (b, n_b) = (np.unique(one, return_counts=True) for one in (x, y))
    return kappa_of(cost(x, y).mean(), n_a @ cost(a[:, np.newaxis], b) @ n_b / len(x) ** 2)


lowest = {lowest}  # what the lowest category counts
worth = {worth}  # how far above it each category lies
up = 1 if worth[-1] >= 0 else -1
ratings = np.where(R >= 0, R, math.nan)
values = np.where(R >= 0, worth[R], math.nan)
each_rater = []
for g in range(len(raters)):
    own = values[rated[:, g], g]
    shared = rated[:, g] & (rated.sum(axis=1) >= 2)
    x, others = R[shared, g], np.delete(ratings[shared], g, axis=1)
    above = up * (values[shared, g] - np.nanmean(np.delete(values[shared], g, axis=1), axis=1))
    keep = np.ix_(*2 * [np.arange(len(raters)) != g])
    each_rater.append(
        (
            len(own),
            mean(own) + lowest,
            spread(own),
            mean(above),
            spread(above),
            kappa_with(x, np.nanmedian(others, axis=1)),
            kappa_of(D[keep].sum(), E[keep].sum()),
        )
    )
usual = spread(values[rated])
print("severe or lenient beyond", usual / 2, "erratic beyond", usual)
dict(zip(raters, each_rater))"""

ITEMS = """\
shares = np.zeros(len(R))
for g, h in pairs_of(R):
    both = rated[:, g] & rated[:, h]
    if both.any():
        shares[both] += w[R[both, g], R[both, h]] / both.sum()
if shares.any():
    shares /= shares.sum()
for at in np.argsort(-shares, kind="stable")[:5]:
    given = {raters[g]: categories[R[at, g]] for g in range(len(raters)) if rated[at, g]}
    print(f"item {at + 1}: {shares[at]:.1%}, {given}")"""

SKLEARN_PAIRS = """\
try:
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    print("scikit-learn is not installed: nothing to compare with")
else:
    weighted = 0.0
    for (g, h), mine in kappas.items():
        if math.isnan(mine):
            continue  # undefined: nothing to compare
        both = rated[:, g] & rated[:, h]
        theirs = cohen_kappa_score(
            R[both, g],
            R[both, h],
            labels=range(N),
            weights={weights!r},
            sample_weight=item_weights[both],
        )
        assert math.isclose(mine, theirs, abs_tol=1e-9), (raters[g], raters[h], mine, theirs)
        weighted += E[g, h] * theirs
    if not math.isnan(pooled):
        theirs = weighted / np.triu(E).sum()
        assert math.isclose(pooled, theirs, abs_tol=1e-9), (pooled, theirs)
        print("pooled", theirs, "the same")"""

# Of both.

OF_THE_PAIR = """\
O, kappa = observed(R, {pair}), kappas[{pair}]
n = O.sum()
"""

INTERVAL = """\
z = {z!r}  # of the normal distribution
items = {items}  # independent ones
rows, columns = O.sum(axis=1) / n, O.sum(axis=0) / n
used = np.flatnonzero(rows + columns)
near = (np.arange(N) >= used[0] - 1) & (np.arange(N) <= used[-1] + 1)
with_two = O * (items / n) + np.outer(rows, columns) + np.diag(near / near.sum())

p = with_two / with_two.sum()
rows, columns = p.sum(axis=1), p.sum(axis=0)
c = w / (rows @ w @ columns)
ratio = (p * c).sum()  # 1 - kappa
means = np.add.outer(c @ columns, rows @ c)
standard_error = math.sqrt((p * (c + ratio * (1 - means)) ** 2).sum() / with_two.sum())
middle, margin = math.atanh(1 - ratio), z * standard_error / (ratio * (2 - ratio))
low, high = min(math.tanh(middle - margin), kappa), max(math.tanh(middle + margin), kappa)
low, high"""

CHECK = """\
from math import nan


def same(mine, reported):
    if math.isnan(reported):
        return math.isnan(mine)
    return math.isclose(mine, reported, rel_tol=1e-9, abs_tol=1e-9)


def check(mine, reported):
    if isinstance(reported, dict):
        mine, reported = [mine[name] for name in reported], list(reported.values())
    if isinstance(reported, list | tuple):
        for one, other in zip(mine, reported, strict=True):
            check(one, other)
    else:
        assert same(mine, reported), (mine, reported)


"""
