"""What to know before a kappa is quoted: the checks that a study goes through."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from weakref import WeakKeyDictionary

import numpy as np

from qwk_core.errors import shown, shown_categories
from qwk_core.kappa import SAME_KAPPA
from qwk_core.messages import Kappa, Message
from qwk_core.ratings import Array
from qwk_core.statistics.alignment import align_pair, align_raters
from qwk_core.statistics.dependence import effective_items_of_groups, shuffled_groups
from qwk_core.statistics.intervals import KappaInterval, kappa_interval
from qwk_core.statistics.one_item import informative_items, items_of_half_the_variance
from qwk_core.statistics.planning import items_for_width
from qwk_core.statistics.rating_table import Doubt
from qwk_core.study.decimals import decimals_of_difference, decimals_that_part
from qwk_core.study.interval_choice import FEW_CLUSTERS
from qwk_core.study.sentences import FixedKappa, reference_words, short_percentage
from qwk_core.study.study import SMALL, Study
from qwk_core.study.texts import TEXTS, message_of

SEVERITIES = ("error", "warning", "note")
"""How much a check matters: there is no figure; read it with care; good to know."""

_WIDE = 0.2  # an interval wider than this says little
_MANY_MISSING = 0.05  # of the rows
_PREVALENT = 0.8  # of all ratings, in one category
_APART = 0.05  # between pooled and within-group kappa
_SIMULATED_LEVEL = 0.95  # of the intervals whose hits were counted
_FEW_DECIDE = 10  # informative items; with fewer, the usual formula holds kappa too rarely. Half
# of the variance must rest on fewer than that as well: on 24 of 150 it may, and these are not few.
_GROUPS_ENOUGH = 10  # to see how alike the items of one are
_FEW_CLUSTERS = 10  # with fewer, how far they differ is hard to tell
_ALIKE = 0.8  # of the items: where groups make them worth less, it matters
_SHUFFLES = 49  # of the items over the groups: one with groups in it is the farthest with p = .02
_SAME = 1e-9  # two figures that differ by this share of one are one
_MOST_SHUFFLED = 10**9  # items; with more, groups that differ do not differ by chance

FEW_COMMON = 10
"""With fewer common items, the kappa of a pair of raters says little."""


@dataclass(frozen=True)
class Caution:
    """One thing to know before a kappa is quoted.

    Attributes
    ----------
    key : str
        A short name that never changes.
    severity : str
        "error", "warning" or "note".
    message : Message
        What it is, and what to do about it.
    """

    key: str
    severity: str
    message: Message


def find_cautions(study: Study) -> tuple[Caution, ...]:
    """Return what to know before the kappa of a study is quoted, the gravest first.

    Parameters
    ----------
    study : Study
        The study to check.

    Returns
    -------
    tuple of Caution

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> [check.key for check in find_cautions(make_study([[0, 3], [0, 4]]))]
    ['constant-rater', 'two-categories']
    """
    if study not in _FOUND:
        _FOUND[study] = _look(study)
    return _FOUND[study]


# The page looks at the same study after every edit, and a study never changes.
_FOUND: WeakKeyDictionary[Study, tuple[Caution, ...]] = WeakKeyDictionary()


def _look(study: Study) -> tuple[Caution, ...]:
    looks = _OF_A_PAIR if study.is_pair else _OF_MANY
    found = [caution for look in looks if (caution := look(study)) is not None]
    found += [
        Caution("repeated", "warning", one) for one in study.choices if isinstance(one, Doubt)
    ]
    if study.agreement is not None:
        few_is_said = any(one.message.template == FEW_CLUSTERS for one in found)
        found += _coefficients(study, few_is_said=few_is_said)
    if study.against:
        found += _with_reference(study, {one.key: one.message for one in found})
    return tuple(sorted(found, key=lambda caution: SEVERITIES.index(caution.severity)))


def _caution(severity: str, key: str, text: str = "", /, **values: object) -> Caution:
    """Return a caution; its text has the same key unless another is named."""
    return Caution(key, severity, message_of("caution", text or key, **values))


def _undefined(study: Study) -> Caution | None:
    reason = study.undefined_reason
    return None if reason is None else Caution("undefined", "error", Message(reason))


def _constant_rater(study: Study) -> Caution | None:
    named, walk = study.named, study.walk
    for totals, own, other in (
        (walk.actual_totals, named.rows, named.columns),
        (walk.predicted_totals, named.columns, named.rows),
    ):
        if np.count_nonzero(totals) == 1 and not math.isnan(study.kappa):
            category = shown(study.categories[int(totals.argmax())])
            return _caution("warning", "constant-rater", category=category, own=own, other=other)
    return None


# By the steps that are added to the positions: none where the scale is turned round.
_MISFITS = ("misfit-turned", "misfit-up", "misfit-down")


def _misfit(study: Study) -> Caution | None:
    who: dict[str, object] = {"own": study.named.columns, "other": study.named.rows}
    if study.is_weighted:
        return None  # how far a weighted item decides is not looked at
    if not study.is_pair:
        found = align_raters(study.all_raters)
        who = {} if found is None else {"rater": shown(study.raters[found.rater])}
    elif study.observed.dtype.kind != "i" or study.walk.has_constant_rater:
        return None
    else:
        found = align_pair(study.observed, study.scheme)
    if found is None:
        return None
    text = _MISFITS[found.steps] + ("" if study.is_pair else "-of-many")
    kappas = {"kappa": Kappa(study.kappa), "aligned": Kappa(found.kappa)}
    return _caution("warning", "misfit", text, **kappas, **who)


def _no_interval(study: Study) -> Caution | None:
    reason = study.interval.caution
    if reason is None or math.isnan(study.kappa) or study.walk.has_constant_rater:
        return None
    return Caution("no-interval", "warning", Message(reason))


def _no_interval_with_reference(study: Study) -> Caution | None:
    if not study.against or study.interval.caution != FEW_CLUSTERS:
        return None  # other reasons are said of each rater, and of each coefficient
    return Caution("no-interval", "warning", Message(FEW_CLUSTERS))


def _default_labels(study: Study) -> Caution | None:
    mine, theirs = study.kappa, study.default_kappa
    if math.isnan(mine) or abs(mine - theirs) < SAME_KAPPA:
        return None
    all_used = len(study.default_order) == len(study.categories)
    text = "default-labels-order" if all_used else "default-labels"
    decimals = decimals_that_part([(mine, theirs)], study.decimals)
    kappas = {"kappa": FixedKappa(mine, decimals), "theirs": FixedKappa(theirs, decimals)}
    return _caution("warning", "default-labels", text, **kappas)


def _unused_between(study: Study) -> Caution | None:
    unused = study.unused_between
    if not unused or study.scheme == "unweighted" or math.isnan(study.kappa):
        return None
    return _caution("note", "unused-between", categories=shown_categories(unused))


def _prevalence(study: Study) -> Caution | None:
    walk = study.walks.get(study.scheme)
    if walk is None or math.isnan(study.kappa) or walk.has_constant_rater:
        return None
    totals = _times_given(study)
    largest = int(totals.argmax())
    share = totals[largest] / totals.sum()
    if share < _PREVALENT:
        return None
    chance, same = (float(np.trace(one)) / float(walk.n) for one in (walk.expected, walk.observed))
    return _caution(
        "warning",
        "prevalence",
        "prevalence-weighted" if study.is_weighted else "",
        share=short_percentage(share),
        category=shown(study.categories[largest]),
        chance=short_percentage(chance),
        same=short_percentage(same),
    )


def _times_given(study: Study) -> Array:
    """Return how often each category was given, or the weights of these ratings: shape (N,)."""
    if study.is_pair:
        return study.walk.actual_totals + study.walk.predicted_totals
    table = study.all_raters.table
    rated, weights = table.positions >= 0, table.item_weights
    each = None if weights is None else np.broadcast_to(weights[:, np.newaxis], rated.shape)[rated]
    return np.bincount(table.positions[rated], weights=each)


def _few_items(study: Study) -> Caution | None:
    interval, worth = study.interval, round(study.independent_items or study.n)
    few, wide = min(study.n, worth) < SMALL, interval.width > _WIDE
    if interval.caution is not None or not (few or wide):
        return None
    key = "few-items" if few else "wide-interval"
    decimals = study.decimals
    if not few:  # the width is the difference of the ends as they are written, and not 0.2
        decimals = decimals_that_part([(interval.width, _WIDE)], decimals)
        decimals = decimals_of_difference(interval.high, interval.low, decimals)
    text = message_of(
        "caution",
        "few-items-worth" if few and worth < study.n else key,
        n=study.n,
        worth=worth,
        few=SMALL,
        width=FixedKappa(interval.width, decimals),
        low=FixedKappa(interval.low, decimals),
        high=FixedKappa(interval.high, decimals),
    )
    needed = None
    if wide and study.independent_items is None:
        needed = items_for_width(study.observed, _WIDE, scheme=study.scheme, level=study.level)
    if needed is not None:
        text = message_of("caution", "items-needed", said=text, needed=needed, width=_WIDE)
    return Caution(key, "warning" if few else "note", text)


def _few_decide(study: Study) -> Caution | None:
    if study.n < SMALL or study.interval.caution is not None or study.is_weighted:
        return None  # how far a weighted item decides is not in the table
    if not 0 < informative_items(study.observed, scheme=study.scheme) < _FEW_DECIDE:
        return None
    half = items_of_half_the_variance(study.observed, scheme=study.scheme)
    if half >= _FEW_DECIDE:
        return None
    return _caution("warning", "few-decide", half=half, n=study.n, **_ends(study.interval))


def _ends(interval: KappaInterval) -> dict[str, Kappa]:
    return {"low": Kappa(interval.low), "high": Kappa(interval.high)}


def _beyond_one(study: Study) -> Caution | None:
    if not study.has_interval or max(study.interval.high, -study.interval.low) <= 1 + SAME_KAPPA:
        return None
    return _caution("note", "beyond-one")


def _few_clusters(study: Study) -> Caution | None:
    # The cluster bootstrap holds as clusters become many: Field & Welsh (2007). With 10 clusters,
    # `python -m tests.benchmarks.coverage --groups`.
    if not 0 < study.n_clusters < _FEW_CLUSTERS or not study.has_interval:
        return None
    return _caution("warning", "few-clusters", clusters=study.n_clusters, few=_FEW_CLUSTERS)


def _alike_groups(study: Study) -> Caution | None:
    known = study.independent_items is not None or study.interval.caution is not None
    if len(study.groups) < _GROUPS_ENOUGH or known:
        return None
    tables = [group.observed for group in study.groups.values()]
    items = effective_items_of_groups(tables, scheme=study.scheme)
    if items > _ALIKE * study.n:
        return None
    if not _beyond_chance(study, partial(effective_items_of_groups, scheme=study.scheme)):
        return None
    found = kappa_interval(
        study.observed, scheme=study.scheme, level=study.level, method="auto", effective_n=items
    )
    return _caution("warning", "alike-groups", n=study.n, items=round(items), **_ends(found))


def _pooled(study: Study) -> Caution | None:
    pooling = study.pooling
    if pooling is None or math.isnan(pooling.lowest):
        return None
    lift = pooling.pooled - pooling.within
    if abs(lift) >= _APART and not _beyond_chance(study, partial(_within, study, lift)):
        return None
    text = "pooling-little" if abs(lift) < _APART else "pooling-lowers"
    if lift >= _APART:
        text = "pooling-lifts" if pooling.groups_alone >= _APART else "pooling-lifts-bare"
    severity = "note" if text == "pooling-little" else "warning"
    pooled, within, alone = map(Kappa, (pooling.pooled, pooling.within, pooling.groups_alone))
    return _caution(severity, "pooling", text, pooled=pooled, within=within, alone=alone)


def _groups_differ(study: Study) -> Caution | None:
    varied = [group.kappa for group in study.groups.values() if group.varies]
    if not 1 < len(varied) <= len(study.groups) < _GROUPS_ENOUGH:
        return None  # of many groups it is said what they do to the interval
    if study.n_clusters or study.independent_items is not None:
        return None  # to deal single items to the groups shows nothing of clusters
    if not _beyond_chance(study, partial(_alikeness, study)):
        return None
    ends = {"lowest": Kappa(min(varied)), "highest": Kappa(max(varied))}
    return _caution("warning", "groups-differ", **ends)


def _alikeness(study: Study, tables: Array) -> float:
    """Return minus how far the groups' kappas lie apart, O of each of shape (G, N, N)."""
    seen = (tables * study.walk.weights).sum(axis=(1, 2))
    by_chance = _by_chance(study, tables)
    apart = seen / np.where(by_chance, by_chance, 1) - seen.sum() / by_chance.sum()
    return -float((by_chance * apart**2).sum())


def _by_chance(study: Study, tables: Array) -> Array:
    """Return what chance gives in each group, O of each of shape (G, N, N)."""
    sizes = tables.sum(axis=(1, 2))
    costs = ((tables.sum(axis=2) @ study.walk.weights) * tables.sum(axis=1)).sum(axis=1)
    by_chance: Array = costs / sizes
    return by_chance


def _within(study: Study, lift: float, tables: Array) -> float:
    """Return what chance gives within groups, O of each of shape (G, N, N); less, if they lower."""
    return math.copysign(_by_chance(study, tables).sum(), lift)


def _beyond_chance(study: Study, figure: Callable[[Array], float]) -> bool:
    """Tell whether a figure of the groups is lower than any of groups dealt at random.

    `figure` takes O of each group, shape (G, N, N).
    """
    tables = np.array([group.observed for group in study.groups.values()])
    if tables.dtype.kind != "i" or study.n >= _MOST_SHUFFLED:
        return tables.dtype.kind == "i"  # sums of weights cannot be dealt
    dealt = shuffled_groups(tables, n_draws=_SHUFFLES, seed=1)
    own = figure(tables)
    return all(own < figure(one) - _SAME * abs(own) for one in dealt)


def _small_groups(study: Study) -> Caution | None:
    small = sum(group.n < SMALL for group in study.groups.values())
    if not small or len(study.groups) == 1:
        return None
    return _caution("note", "small-groups", small=small, groups=len(study.groups), few=SMALL)


def _missing(study: Study) -> Caution | None:
    if not study.n_missing:
        return None
    severity = "warning" if study.n_missing > _MANY_MISSING * study.n_rows else "note"
    return _caution(severity, "missing", missing=study.n_missing, rows=study.n_rows)


def _two_categories(study: Study) -> Caution | None:
    return _caution("note", "two-categories") if len(study.categories) == 2 else None


def _gaps(study: Study) -> Caution | None:
    n_missing, n_cells = study.table.n_missing, study.all_raters.positions.size
    return _caution("note", "gaps", n_missing=n_missing, n_cells=n_cells) if n_missing else None


def _thin_pairs(study: Study) -> Caution | None:
    shared = study.all_raters.pair_counts[np.triu_indices(len(study.raters), 1)]
    thin = np.count_nonzero((shared > 0) & (shared < FEW_COMMON))
    most = np.max(shared)
    fewest = np.min(shared[shared > 0], initial=most)
    if not thin or (most >= FEW_COMMON and fewest >= most / 2):  # all pairs are alike
        return None
    text = "thin-pairs" if most >= FEW_COMMON else "thin-pairs-all"
    return _caution("warning", "thin-pairs", text, thin=thin, n_pairs=len(shared), few=FEW_COMMON)


def _constant_rater_of_many(study: Study) -> Caution | None:
    ratings = study.all_raters.positions
    constant = [
        shown(name)
        for name, own in zip(study.raters, ratings.T, strict=True)
        if np.count_nonzero(own >= 0) >= max(len(own) / 2, 2) and len(np.unique(own[own >= 0])) == 1
    ]
    if not constant or math.isnan(study.kappa):
        return None
    text = "constant-rater-of-many"
    return _caution("warning", "constant-rater", text, raters=", ".join(constant))


def _few_items_of_many(study: Study) -> Caution | None:
    # Of `python -m tests.benchmarks.coverage --raters`, the jackknife on Fisher's scale at 95%: 3
    # and 5 raters, 10 and 20 items, κ from .37 to .86, even and skewed totals, 250 times each. The
    # plain jackknife: 86 to 96, and 74 to 90.
    worth = study.all_raters.table.n_equal
    if worth >= SMALL or not study.has_interval:
        return None
    alone = study.interval.method == "fisher" and not (study.n_clusters or study.is_weighted)
    simulated = alone and study.level == _SIMULATED_LEVEL and not study.against
    text = "few-items-simulated" if simulated else "few-items-of-many"
    text = "few-items-of-weights" if study.is_weighted else text
    n = study.all_raters.n_shared_items
    return _caution("warning", "few-items", text, n=n, worth=round(worth))


def _coefficients(study: Study, *, few_is_said: bool) -> Iterator[Caution]:
    """Yield which coefficients are undefined, or have no interval; what has one reason together.

    That there are too few clusters for any interval may be said already.
    """
    undefined = study.all_raters.reasons
    found: dict[tuple[str, bool], list[str]] = {}
    for name, interval in study.coefficient_intervals.items():
        reason = undefined.get(name) or interval.caution
        if reason == FEW_CLUSTERS and few_is_said:
            continue
        if reason is not None and (name != "pooled" or study.undefined_reason is None):
            found.setdefault((reason, name in undefined), []).append(name)
    for (reason, is_undefined), names in found.items():
        key = f"{'undefined' if is_undefined else 'no-interval'}-{names[0]}"
        called = reduce(_and, (Message(TEXTS["coefficient"][name]) for name in names))
        yield _caution("note", key, "coefficient", coefficient=called, why=Message(reason))


def _with_reference(study: Study, known: dict[str, Message]) -> Iterator[Caution]:
    """Yield what to know of each other rater's kappa with the truth, or the reference.

    What is said of all raters together is not said again.
    """
    for name, one in study.against.items():
        for found in filter(None, (look(one) for look in _OF_ONE)):
            if found.key in known and _is_about(known[found.key], name):
                continue
            values = {"rater": shown(name), "reference": reference_words(study)}
            severity = "note" if found.severity == "note" else "warning"
            yield _caution(severity, found.key, "of-one", **values, said=found.message)


def _is_about(message: Message, rater: str) -> bool:
    """Tell whether a caution on all raters is about this one: it names some, or means all."""
    named = message.values.get("raters")
    return named is None or shown(rater) in str(named)


def _and(one: Message, other: Message) -> Message:
    return message_of("caution", "coefficients", first=one, second=other)


# Whether each is said as well of one of more raters with the truth, or the reference.
_OF_A_PAIR = {
    _undefined: True,
    _constant_rater: True,
    _misfit: False,
    _no_interval: True,
    _unused_between: False,
    _prevalence: True,
    _few_items: True,
    _few_decide: True,
    _beyond_one: False,
    _few_clusters: True,
    _alike_groups: False,
    _pooled: True,
    _groups_differ: True,
    _small_groups: True,
    _missing: False,
    _default_labels: False,
    _two_categories: False,
}
_OF_ONE = [look for look, of_one in _OF_A_PAIR.items() if of_one]
_OF_MANY = (
    _undefined,
    _no_interval_with_reference,
    _constant_rater_of_many,
    _prevalence,
    _gaps,
    _thin_pairs,
    _few_items_of_many,
    _few_clusters,
    _small_groups,
    _misfit,
)
