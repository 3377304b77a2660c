"""What to know before a kappa is quoted: the checks that a study goes through."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.statistics.alignment import align_pair, align_raters
from qwk_core.statistics.dependence import effective_items_of_groups
from qwk_core.statistics.intervals import kappa_interval
from qwk_core.statistics.one_item import informative_items, items_of_half_the_variance
from qwk_core.statistics.planning import items_for_width
from qwk_core.study.sentences import COEFFICIENT_NAMES
from qwk_core.study.study import SMALL, Study

SEVERITIES = ("error", "warning", "note")
"""How much a check matters: there is no figure; read it with care; good to know."""

_WIDE = 0.2  # an interval wider than this says little
_MANY_MISSING = 0.05  # of the rows
_PREVALENT = 0.8  # of all ratings, in one category
_APART = 0.05  # between pooled and within-group kappa
_FEW_DECIDE = 10  # informative items; with fewer, the usual formula holds kappa too rarely
_GROUPS_ENOUGH = 10  # to see how alike the items of one are
_ALIKE = 0.8  # of the items: where groups make them worth less, it matters
_SAME = 1e-9  # kappas nearer than this are one, computed in another order


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
    looks = (
        _undefined,
        _constant_rater,
        _misfit,
        _no_interval,
        _default_labels,
        _unused_between,
        _prevalence,
        _few_items,
        _few_decide,
        _alike_groups,
        _pooled,
        _small_groups,
        _missing,
        _two_categories,
    )
    if study.is_pair:
        found = [caution for look in looks if (caution := look(study)) is not None]
    else:
        found = [*_of_many(study)]
    if study.agreement is not None:
        found += _of_coefficients(study)
    return tuple(sorted(found, key=lambda caution: SEVERITIES.index(caution.severity)))


def _of_many(study: Study) -> Iterator[Caution]:
    """Yield what to know of more than two raters: what is undefined, gaps, few items."""
    agreement = study.all_raters
    if study.undefined_reason is not None:
        yield Caution("undefined", "error", Message(study.undefined_reason))
    n_cells = agreement.positions.size
    n_gaps = n_cells - agreement.n_ratings
    if n_gaps:
        yield Caution("gaps", "note", Message(_GAPS, {"n_missing": n_gaps, "n_cells": n_cells}))
    if study.n < SMALL:
        yield Caution("few-items", "warning", Message(_FEW_ITEMS, {"n": study.n}))
    found = align_raters(agreement)
    if found is not None:
        values: dict[str, object] = {"kappa": Kappa(study.kappa), "aligned": Kappa(found.kappa)}
        values["rater"] = shown(agreement.raters[found.rater])
        template = (_RATER_TURNED, _RATER_HIGHER, _RATER_LOWER)[found.steps]
        yield Caution("misfit", "warning", Message(template, values))


def _of_coefficients(study: Study) -> Iterator[Caution]:
    """Yield which coefficients beside kappa are undefined, or have no interval, and why."""
    agreement = study.all_raters
    sure = study.coefficient_intervals
    reasons = {
        name: agreement.reasons.get(name) or sure[name].caution for name in agreement.coefficients
    }
    for name, reason in reasons.items():
        if reason is not None and (name != "pooled" or study.undefined_reason is None):
            undefined = name in agreement.reasons
            key = f"undefined-{name}" if undefined else f"no-interval-{name}"
            values = {"coefficient": Message(COEFFICIENT_NAMES[name]), "why": Message(reason)}
            yield Caution(key, "note", Message(_OF_COEFFICIENT, values))


_GAPS = N_(
    "{n_missing} of {n_cells} ratings are missing: each pair is compared on the items that both "
    "rated."
)
# Of `python -m tests.benchmarks.raters_coverage`: 3 and 5 raters, 10 and 20 items, κ from .37 to
# .86, even and skewed totals, 250 times each. The plain jackknife: 86 to 96, and 74 to 90.
_FEW_ITEMS = N_(
    "With few items ({n}), intervals can be too narrow. In simulations with 10 and 20 items, those "
    "meant to hold the truth 95 times in 100 did so 93 to 97 times where all categories were used "
    "alike, and 76 to 93 times where most ratings were one category."
)
_RATER_TURNED = N_(
    "The scale of {rater} may run the other way: κ = {kappa} as it is, and {aligned} with these "
    "ratings turned round. Nothing was changed. Ask which end of the scale is which."
)
_RATER_HIGHER = N_(
    "The scale of {rater} may lie a step off: κ = {kappa} as it is, and {aligned} with these "
    "ratings one step higher. Nothing was changed. Ask where each scale begins."
)
_RATER_LOWER = N_(
    "The scale of {rater} may lie a step off: κ = {kappa} as it is, and {aligned} with these "
    "ratings one step lower. Nothing was changed. Ask where each scale begins."
)
_OF_COEFFICIENT = N_("{coefficient}: {why}")


def _undefined(study: Study) -> Caution | None:
    reason = study.walk.undefined_reason
    return None if reason is None else Caution("undefined", "error", Message(reason))


def _constant_rater(study: Study) -> Caution | None:
    if math.isnan(study.kappa):
        return None
    named, walk = study.named, study.walk
    for totals, own, other in (
        (walk.actual_totals, named.rows, named.columns),
        (walk.predicted_totals, named.columns, named.rows),
    ):
        if np.count_nonzero(totals) == 1:
            category = shown(study.categories[int(totals.argmax())])
            values = {"category": category, "own": own, "other": other}
            return Caution("constant-rater", "warning", Message(_CONSTANT, values))
    return None


_CONSTANT = N_(
    "All {own} are {category}. Then kappa is 0, or undefined, whatever the {other} are: these "
    "items cannot show agreement beyond chance. Add items with other {own}."
)


def _misfit(study: Study) -> Caution | None:
    if study.observed.dtype.kind != "i" or study.walk.has_constant_rater:
        return None
    found = align_pair(study.observed, study.scheme)
    if found is None:
        return None
    values: dict[str, object] = {"kappa": Kappa(study.kappa), "aligned": Kappa(found.kappa)}
    values |= {"own": study.named.columns, "other": study.named.rows}
    template = (_TURNED, _HIGHER, _LOWER)[found.steps]
    return Caution("misfit", "warning", Message(template, values))


_TURNED = N_(
    "The scale of one rater may run the other way: κ = {kappa} as it is, and {aligned} with the "
    "{own} turned round. Nothing was changed. Ask which end of the scale is which."
)
_HIGHER = N_(
    "The scale of one rater may lie a step off: κ = {kappa} as it is, and {aligned} with the {own} "
    "one step higher beside the {other}. Nothing was changed. Ask where each scale begins."
)
_LOWER = N_(
    "The scale of one rater may lie a step off: κ = {kappa} as it is, and {aligned} with the {own} "
    "one step lower beside the {other}. Nothing was changed. Ask where each scale begins."
)


def _no_interval(study: Study) -> Caution | None:
    caution = study.interval.caution
    if caution is None or math.isnan(study.kappa) or study.walk.has_constant_rater:
        return None
    return Caution("no-interval", "warning", Message(caution))


def _default_labels(study: Study) -> Caution | None:
    mine, theirs = study.kappa, study.default_kappa
    if math.isnan(mine) or abs(mine - theirs) < _SAME:
        return None
    reordered = study.default_order != sorted(study.default_order)
    return Caution(
        "default-labels",
        "warning",
        Message(
            _REORDERED if reordered else _COLLAPSED, {"kappa": Kappa(mine), "theirs": Kappa(theirs)}
        ),
    )


_COLLAPSED = N_(
    "scikit-learn’s cohen_kappa_score, unless its labels= lists every category, drops those that "
    "nobody used and closes the gap: it gives {theirs} where this scale gives {kappa}. If you "
    "compare with others’ figures, ask which one they took."
)
_REORDERED = N_(
    "scikit-learn’s cohen_kappa_score, unless its labels= lists the categories in order, sorts "
    "them, numbers by size and text by the alphabet: it gives {theirs} where your order gives "
    "{kappa}. If you compare with "
    "others’ figures, ask which one they took."
)


def _unused_between(study: Study) -> Caution | None:
    unused = study.unused_between
    if not unused or study.scheme == "unweighted" or math.isnan(study.kappa):
        return None
    return Caution(
        "unused-between", "note", Message(_UNUSED, {"categories": shown_categories(unused)})
    )


_UNUSED = N_(
    "Nobody gave {categories}, and the distance across still counts: kappa is for the whole scale "
    "that you declared. Name the scale whenever you quote kappa."
)


def _prevalence(study: Study) -> Caution | None:
    walk = study.walk
    if walk.has_constant_rater:
        return None
    totals = walk.actual_totals + walk.predicted_totals
    largest = int(totals.argmax())
    if totals[largest] < 2 * _PREVALENT * study.n:
        return None
    return Caution(
        "prevalence",
        "warning",
        Message(
            _PREVALENCE,
            {
                "count": totals[largest].item(),
                "ratings": totals.sum().item(),
                "category": shown(study.categories[largest]),
                "agreed": np.trace(study.observed).item(),
                "chance": np.trace(walk.expected).item(),
                "n": study.n,
            },
        ),
    )


_PREVALENCE = N_(
    "{count} of the {ratings} ratings are {category}. So chance alone would agree on {chance} of "
    "the {n} items; the raters agree on {agreed}. Quote both, and the matrix, beside kappa."
)


def _few_items(study: Study) -> Caution | None:
    interval = study.interval
    if interval.caution is not None:
        return None
    few, wide = study.n < SMALL, interval.width > _WIDE
    if not few and not wide:
        return None
    values = {
        "n": study.n,
        "few": SMALL,
        "low": Kappa(interval.low),
        "high": Kappa(interval.high),
        "width": Kappa(interval.width),
    }
    said = Message(_FEW if few else _WIDE_INTERVAL, values)
    if wide and study.independent_items is None:
        needed = items_for_width(study.observed, _WIDE, scheme=study.scheme, level=study.level)
        if needed is not None:
            said = Message(_WITH_NEEDED, {"said": said, "needed": needed, "width": _WIDE})
    return Caution("few-items" if few else "wide-interval", "warning" if few else "note", said)


_FEW = N_(
    "These are {n} items, fewer than {few}: quote the interval, {low} to {high}, and not kappa "
    "alone."
)
_WIDE_INTERVAL = N_("The interval is {width} wide, from {low} to {high}.")
_WITH_NEEDED = N_(
    "{said} With {needed} items in the same proportions the smoothed interval would be {width} "
    "wide."
)


def _few_decide(study: Study) -> Caution | None:
    if study.n < SMALL or study.interval.caution is not None:
        return None
    if not 0 < informative_items(study.observed, scheme=study.scheme) < _FEW_DECIDE:
        return None
    half = items_of_half_the_variance(study.observed, scheme=study.scheme)
    values = {"half": half, "n": study.n, "low": Kappa(study.interval.low)}
    values |= {"high": Kappa(study.interval.high)}
    return Caution("few-decide", "warning", Message(_DECIDED, values))


_DECIDED = N_(
    "Few items decide how sure kappa is: {half} of these {n} make up half of its variance, by the "
    "formula of 1969. Quote the interval, {low} to {high}."
)


def _alike_groups(study: Study) -> Caution | None:
    if (
        len(study.groups) < _GROUPS_ENOUGH
        or study.independent_items is not None
        or study.interval.caution is not None
    ):
        return None
    tables = [group.observed for group in study.groups.values()]
    items = effective_items_of_groups(tables, scheme=study.scheme)
    if items > _ALIKE * study.n:
        return None
    found = kappa_interval(
        study.observed,
        scheme=study.scheme,
        level=study.level,
        method="auto",
        effective_n=items,
    )
    return Caution(
        "alike-groups",
        "warning",
        Message(
            _ALIKE_GROUPS,
            {
                "n": study.n,
                "items": round(items),
                "low": Kappa(found.low),
                "high": Kappa(found.high),
            },
        ),
    )


_ALIKE_GROUPS = N_(
    "The groups differ more than chance would make them: with them, these {n} items tell about as "
    "much as {items} independent ones. If the groups are a sample of many (pupils, patients, "
    "documents), quote the interval that allows for it: {low} to {high}."
)


def _pooled(study: Study) -> Caution | None:
    pooling = study.pooling
    if pooling is None or math.isnan(pooling.within) or math.isnan(pooling.pooled):
        return None
    lift = pooling.pooled - pooling.within
    template = _POOLED if abs(lift) < _APART else _LOWERED
    if lift >= _APART:
        template = _LIFTED if pooling.groups_alone >= _APART else _LIFTED_BARE
    return Caution(
        "pooling",
        "note" if template is _POOLED else "warning",
        Message(
            template,
            {
                "pooled": Kappa(pooling.pooled),
                "within": Kappa(pooling.within),
                "alone": Kappa(pooling.groups_alone),
                "lowest": Kappa(pooling.lowest),
                "highest": Kappa(pooling.highest),
            },
        ),
    )


_POOLED = N_(
    "Pooling changes little here: κ = {pooled} for all groups as one, {within} within groups (from "
    "{lowest} to {highest}). Quote both all the same."
)
_LIFTED = N_(
    "Pooling lifts kappa: κ = {pooled} for all groups as one, but {within} within groups (from "
    "{lowest} to {highest}). The groups lie at different levels, and that alone would give "
    "{alone}, even if within each group the raters agreed by chance only. Quote the groups’ kappas "
    "beside the pooled one."
)
_LIFTED_BARE = N_(
    "Pooling lifts kappa: κ = {pooled} for all groups as one, but {within} within groups (from "
    "{lowest} to {highest}). Quote the groups’ kappas beside the pooled one."
)
_LOWERED = N_(
    "Pooling lowers kappa: κ = {pooled} for all groups as one, but {within} within groups (from "
    "{lowest} to {highest}). Quote the groups’ kappas beside the pooled one."
)


def _small_groups(study: Study) -> Caution | None:
    small = sum(group.n < SMALL for group in study.groups.values())
    if not small:
        return None
    return Caution(
        "small-groups",
        "note",
        Message(_SMALL_GROUPS, {"small": small, "groups": len(study.groups), "few": SMALL}),
    )


_SMALL_GROUPS = N_("{small} of {groups} groups have fewer than {few} items: quote their intervals.")


def _missing(study: Study) -> Caution | None:
    if not study.n_missing:
        return None
    many = study.n_missing > _MANY_MISSING * study.n_rows
    return Caution(
        "missing",
        "warning" if many else "note",
        Message(_MISSING, {"missing": study.n_missing, "rows": study.n_rows}),
    )


_MISSING = N_(
    "{missing} of {rows} rows lack a rating and are left out. If the hard items are the ones that "
    "went unrated, kappa flatters: say how many were left out, and why they are missing."
)


def _two_categories(study: Study) -> Caution | None:
    if len(study.categories) != 2:
        return None
    return Caution("two-categories", "note", Message(_TWO_CATEGORIES))


_TWO_CATEGORIES = N_("With two categories there is one distance: all three weightings agree.")
