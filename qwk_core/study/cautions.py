"""What to know before a kappa is quoted: the checks that a study goes through."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from qwk_core.errors import shown, shown_categories
from qwk_core.kappa import SAME_KAPPA
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
    looks = _OF_A_PAIR if study.is_pair else _OF_MANY
    if study.agreement is not None:
        looks = (*looks, _coefficients)
    found = chain.from_iterable(look(study) for look in looks)
    return tuple(sorted(found, key=lambda caution: SEVERITIES.index(caution.severity)))


def _caution(key: str, severity: str, template: str, **values: object) -> Caution:
    return Caution(key, severity, Message(template, values))


def _undefined(study: Study) -> Iterator[Caution]:
    if study.undefined_reason is not None:
        yield _caution("undefined", "error", study.undefined_reason)


def _constant_rater(study: Study) -> Iterator[Caution]:
    named, walk = study.named, study.walk
    for totals, own, other in (
        (walk.actual_totals, named.rows, named.columns),
        (walk.predicted_totals, named.columns, named.rows),
    ):
        if np.count_nonzero(totals) == 1 and not math.isnan(study.kappa):
            yield _caution(
                "constant-rater",
                "warning",
                N_(
                    "All {own} are {category}. Then kappa is 0, or undefined, whatever the {other} "
                    "are: these items cannot show agreement beyond chance. Add items with other "
                    "{own}."
                ),
                category=shown(study.categories[int(totals.argmax())]),
                own=own,
                other=other,
            )
            return


# By the steps that are added to the positions: none where the scale is turned round.
_MISFITS = (
    N_(
        "The scale of one rater may run the other way: κ = {kappa} as it is, and {aligned} with "
        "the {own} turned round. Nothing was changed. Ask which end of the scale is which."
    ),
    N_(
        "The scale of one rater may lie a step off: κ = {kappa} as it is, and {aligned} with the "
        "{own} one step higher beside the {other}. Nothing was changed. Ask where each scale "
        "begins."
    ),
    N_(
        "The scale of one rater may lie a step off: κ = {kappa} as it is, and {aligned} with the "
        "{own} one step lower beside the {other}. Nothing was changed. Ask where each scale begins."
    ),
)
_MISFITS_OF_MANY = (
    N_(
        "The scale of {rater} may run the other way: κ = {kappa} as it is, and {aligned} with "
        "these ratings turned round. Nothing was changed. Ask which end of the scale is which."
    ),
    N_(
        "The scale of {rater} may lie a step off: κ = {kappa} as it is, and {aligned} with these "
        "ratings one step higher. Nothing was changed. Ask where each scale begins."
    ),
    N_(
        "The scale of {rater} may lie a step off: κ = {kappa} as it is, and {aligned} with these "
        "ratings one step lower. Nothing was changed. Ask where each scale begins."
    ),
)


def _misfit(study: Study) -> Iterator[Caution]:
    templates = _MISFITS
    who: dict[str, object] = {"own": study.named.columns, "other": study.named.rows}
    if not study.is_pair:
        templates, found = _MISFITS_OF_MANY, align_raters(study.all_raters)
        who = {} if found is None else {"rater": shown(study.raters[found.rater])}
    elif study.observed.dtype.kind != "i" or study.walk.has_constant_rater:
        return
    else:
        found = align_pair(study.observed, study.scheme)
    if found is not None:
        kappas = {"kappa": Kappa(study.kappa), "aligned": Kappa(found.kappa)}
        yield _caution("misfit", "warning", templates[found.steps], **kappas, **who)


def _no_interval(study: Study) -> Iterator[Caution]:
    caution = study.interval.caution
    if not (caution is None or math.isnan(study.kappa) or study.walk.has_constant_rater):
        yield _caution("no-interval", "warning", caution)


def _default_labels(study: Study) -> Iterator[Caution]:
    mine, theirs = study.kappa, study.default_kappa
    if math.isnan(mine) or abs(mine - theirs) < SAME_KAPPA:
        return
    reordered = study.default_order != sorted(study.default_order)
    template = (
        N_(
            "Your order gives {kappa}. Some programs give {theirs}, as they sort the categories: "
            "numbers by size, text by the alphabet. scikit-learn’s cohen_kappa_score does so "
            "unless labels= lists them in order. Before you compare with others, ask which order "
            "they took."
        )
        if reordered
        else N_(
            "This scale gives {kappa}. Some programs give {theirs}, as they drop the categories "
            "that nobody used and close the gap. scikit-learn’s cohen_kappa_score does so unless "
            "labels= lists them all. Before you compare with others, ask which scale they took."
        )
    )
    yield _caution("default-labels", "warning", template, kappa=Kappa(mine), theirs=Kappa(theirs))


def _unused_between(study: Study) -> Iterator[Caution]:
    unused = study.unused_between
    if unused and study.scheme != "unweighted" and not math.isnan(study.kappa):
        yield _caution(
            "unused-between",
            "note",
            N_(
                "Nobody gave {categories}, and the distance across still counts: kappa is for the "
                "whole scale that you declared. Name the scale whenever you quote kappa."
            ),
            categories=shown_categories(unused),
        )


def _prevalence(study: Study) -> Iterator[Caution]:
    walk = study.walk
    totals = walk.actual_totals + walk.predicted_totals
    largest = int(totals.argmax())
    if totals[largest] >= 2 * _PREVALENT * study.n and not walk.has_constant_rater:
        yield _caution(
            "prevalence",
            "warning",
            N_(
                "{count} of the {ratings} ratings are {category}. So chance alone would agree on "
                "{chance} of the {n} items; the raters agree on {agreed}. Quote both, and the "
                "matrix, beside kappa."
            ),
            count=totals[largest].item(),
            ratings=totals.sum().item(),
            category=shown(study.categories[largest]),
            agreed=np.trace(study.observed).item(),
            chance=np.trace(walk.expected).item(),
            n=study.n,
        )


def _few_items(study: Study) -> Iterator[Caution]:
    interval = study.interval
    few, wide = study.n < SMALL, interval.width > _WIDE
    if interval.caution is not None or not (few or wide):
        return
    ends = {"low": Kappa(interval.low), "high": Kappa(interval.high)}
    said = Message(
        N_(
            "These are {n} items, fewer than {few}: quote the interval, {low} to {high}, and not "
            "kappa alone."
        ),
        {"n": study.n, "few": SMALL, **ends},
    )
    if not few:
        template = N_("The interval is {width} wide, from {low} to {high}.")
        said = Message(template, {"width": Kappa(interval.width), **ends})
    needed = None
    if wide and study.independent_items is None:
        needed = items_for_width(study.observed, _WIDE, scheme=study.scheme, level=study.level)
    if needed is not None:
        template = N_(
            "{said} With {needed} items in the same proportions the smoothed interval would be "
            "{width} wide."
        )
        said = Message(template, {"said": said, "needed": needed, "width": _WIDE})
    yield Caution("few-items" if few else "wide-interval", "warning" if few else "note", said)


def _few_decide(study: Study) -> Iterator[Caution]:
    if study.n < SMALL or study.interval.caution is not None:
        return
    if 0 < informative_items(study.observed, scheme=study.scheme) < _FEW_DECIDE:
        yield _caution(
            "few-decide",
            "warning",
            N_(
                "Few items decide how sure kappa is: {half} of these {n} make up half of its "
                "variance, by the formula of 1969. Quote the interval, {low} to {high}."
            ),
            half=items_of_half_the_variance(study.observed, scheme=study.scheme),
            n=study.n,
            low=Kappa(study.interval.low),
            high=Kappa(study.interval.high),
        )


def _alike_groups(study: Study) -> Iterator[Caution]:
    known = study.independent_items is not None or study.interval.caution is not None
    if len(study.groups) < _GROUPS_ENOUGH or known:
        return
    tables = [group.observed for group in study.groups.values()]
    items = effective_items_of_groups(tables, scheme=study.scheme)
    if items > _ALIKE * study.n:
        return
    found = kappa_interval(
        study.observed, scheme=study.scheme, level=study.level, method="auto", effective_n=items
    )
    yield _caution(
        "alike-groups",
        "warning",
        N_(
            "The groups differ more than chance would make them: with them, these {n} items tell "
            "about as much as {items} independent ones. If the groups are a sample of many "
            "(pupils, patients, documents), quote the interval that allows for it: {low} to {high}."
        ),
        n=study.n,
        items=round(items),
        low=Kappa(found.low),
        high=Kappa(found.high),
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


def _pooled(study: Study) -> Iterator[Caution]:
    pooling = study.pooling
    if pooling is None or math.isnan(pooling.within) or math.isnan(pooling.pooled):
        return
    lift = pooling.pooled - pooling.within
    template = _POOLED if abs(lift) < _APART else _LOWERED
    if lift >= _APART:
        template = _LIFTED if pooling.groups_alone >= _APART else _LIFTED_BARE
    yield _caution(
        "pooling",
        "note" if template is _POOLED else "warning",
        template,
        pooled=Kappa(pooling.pooled),
        within=Kappa(pooling.within),
        alone=Kappa(pooling.groups_alone),
        lowest=Kappa(pooling.lowest),
        highest=Kappa(pooling.highest),
    )


def _small_groups(study: Study) -> Iterator[Caution]:
    small = sum(group.n < SMALL for group in study.groups.values())
    if small:
        template = N_(
            "{small} of {groups} groups have fewer than {few} items: quote their intervals."
        )
        values = {"small": small, "groups": len(study.groups), "few": SMALL}
        yield _caution("small-groups", "note", template, **values)


def _missing(study: Study) -> Iterator[Caution]:
    if study.n_missing:
        many = study.n_missing > _MANY_MISSING * study.n_rows
        yield _caution(
            "missing",
            "warning" if many else "note",
            N_(
                "{missing} of {rows} rows lack a rating and are left out. If the hard items are "
                "the ones that went unrated, kappa flatters: say how many were left out, and why "
                "they are missing."
            ),
            missing=study.n_missing,
            rows=study.n_rows,
        )


def _two_categories(study: Study) -> Iterator[Caution]:
    if len(study.categories) == 2:
        template = N_("With two categories there is one distance: all three weightings agree.")
        yield _caution("two-categories", "note", template)


def _gaps(study: Study) -> Iterator[Caution]:
    n_cells = study.all_raters.positions.size
    if study.table.n_missing:
        template = N_(
            "{n_missing} of {n_cells} ratings are missing: each pair is compared on the items that "
            "both rated."
        )
        values = {"n_missing": study.table.n_missing, "n_cells": n_cells}
        yield _caution("gaps", "note", template, **values)


def _few_items_of_many(study: Study) -> Iterator[Caution]:
    # Of `python -m tests.benchmarks.coverage --raters`: 3 and 5 raters, 10 and 20 items, κ from .37
    # to .86, even and skewed totals, 250 times each. The plain jackknife: 86 to 96, and 74 to 90.
    if study.n < SMALL:
        yield _caution(
            "few-items",
            "warning",
            N_(
                "With few items ({n}), intervals can be too narrow. In simulations with 10 and 20 "
                "items, those meant to hold the truth 95 times in 100 did so 93 to 97 times where "
                "all categories were used alike, and 76 to 93 times where most ratings were one "
                "category."
            ),
            n=study.n,
        )


def _coefficients(study: Study) -> Iterator[Caution]:
    """Yield which coefficients beside kappa are undefined, or have no interval, and why."""
    undefined, sure = study.all_raters.reasons, study.coefficient_intervals
    for name, interval in sure.items():
        reason = undefined.get(name) or interval.caution
        if reason is not None and (name != "pooled" or study.undefined_reason is None):
            key = f"undefined-{name}" if name in undefined else f"no-interval-{name}"
            values = {"coefficient": Message(COEFFICIENT_NAMES[name]), "why": Message(reason)}
            yield _caution(key, "note", N_("{coefficient}: {why}"), **values)


_OF_A_PAIR = (
    _undefined,
    _constant_rater,
    _misfit,
    _no_interval,
    _unused_between,
    _prevalence,
    _few_items,
    _few_decide,
    _alike_groups,
    _pooled,
    _small_groups,
    _missing,
    _default_labels,
    _two_categories,
)
_OF_MANY = (_undefined, _gaps, _few_items_of_many, _misfit)
