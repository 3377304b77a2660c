"""What fills the fields of the paragraph on the method: every number and name in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import Message
from qwk_core.statistics.raters.summaries import are_two_words
from qwk_core.study.decimals import (
    decimals_of_difference,
    decimals_of_ends,
    decimals_of_kappa,
    decimals_that_part,
)
from qwk_core.study.diagnostic import Share, diagnostics
from qwk_core.study.raw import RawAgreement, raw_agreement
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    NUMPY,
    PROGRAM,
    Source,
)
from qwk_core.study.sentences import (
    FixedKappa,
    against_methods,
    against_sources,
    against_words,
    cut_values,
    diagnostic_sources,
    difference_sources,
    given_words,
    interval_sources,
    items_words,
    kappa_words,
    means_sources,
    measure_sources,
    measure_words,
    method_words,
    n_words,
    one_by_one,
    percent_words,
    reference_words,
    short_percentage,
)
from qwk_core.study.study import Study
from qwk_core.study.texts import ends_words, message_of, percentage
from qwk_core.study.two_models import compare_with_reference

_MEAN_DECIMALS = 3  # of a difference of means, as messages show it


def values_of(study: Study, number: Callable[[float], FixedKappa], style: str) -> dict[str, object]:
    """Return what the sentences of a paragraph name.

    Parameters
    ----------
    study : Study
        The study.
    number : callable
        Writes a kappa.
    style : {"apa", "plain"}
        How the paragraph is written.

    Returns
    -------
    dict of str to object
        Without the blanks.
    """
    raw = raw_agreement(study)
    values = (
        _values_of_data(study)
        | _values_of_kappa(study, number)
        | _raw_values(raw, study, number)
        | _values_of_means(raw, study, style)
        | _values_of_groups(study, number, style)
        | _values_of_diagnostic(study, style)
    )
    if study.cutting is not None:
        values |= cut_values(study) | {"held_out": number(study.cutting.held_out)}
    if not study.is_pair:
        values |= _values_of_many(study, number)
    if study.against:
        values |= _values_against(study, number, style)
    return values


def n_apart(study: Study) -> int:
    """Return how many pairs of raters share no item.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    int
        0 of two raters.
    """
    return 0 if study.is_pair else int(np.count_nonzero(shared_items(study) == 0))


def shared_items(study: Study) -> NDArray[np.int64]:
    """Return how many items each pair of raters shares, shape (P,).

    Parameters
    ----------
    study : Study
        Each rater's ratings are known.

    Returns
    -------
    ndarray of int64, shape (P,)
    """
    counts = study.all_raters.pair_counts
    found: NDArray[np.int64] = counts[np.triu_indices(len(counts), 1)]
    return found


def has_means(study: Study, raw: RawAgreement) -> bool:
    """Tell whether the means differ, or have an interval that says how far they may.

    Parameters
    ----------
    study : Study
        The study.
    raw : RawAgreement
        Its raw agreement.

    Returns
    -------
    bool
    """
    return _is_sure(study, raw) or abs(round(raw.difference, _MEAN_DECIMALS)) > 0  # nan is not


def _is_sure(study: Study, raw: RawAgreement) -> bool:
    """Tell whether the difference of the means has an interval that shows a width, and can be.

    Of a few items the interval may reach beyond what the scale allows.
    """
    low, high = round(raw.low, _MEAN_DECIMALS), round(raw.high, _MEAN_DECIMALS)
    largest = len(study.categories) - 1  # a difference, in steps
    return -largest <= low < high <= largest  # nan is not


def are_alike(kappas: Collection[float], number: Callable[[float], FixedKappa]) -> bool:
    """Tell whether the kappas are one and the same number, as they are shown.

    Parameters
    ----------
    kappas : collection of float
    number : callable
        Writes a kappa.

    Returns
    -------
    bool
    """
    return len({round(kappa, _kappa(kappa, number).decimals) for kappa in kappas}) == 1


def _kappa(kappa: float, number: Callable[[float], FixedKappa]) -> FixedKappa:
    """Write one kappa of several: with more decimals where it would look like 1."""
    written = number(kappa)
    return type(written)(kappa, decimals_of_kappa(kappa, written.decimals))


def varied_groups(study: Study) -> list[Study]:
    """Return the groups whose kappa tells something: see `Study.varies`.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    list of Study
    """
    return [one for one in study.groups.values() if one.varies]


def _values_of_groups(
    study: Study, number: Callable[[float], FixedKappa], style: str
) -> dict[str, object]:
    """Return the lowest and the highest kappa of a group, each with its interval if it has one."""
    varied = varied_groups(study)
    found: dict[str, object] = {
        "groups": len(study.groups),
        "n_undefined_groups": len(study.groups) - len(varied),
    }
    if not varied:
        return found
    for name, choose in (("least", min), ("most", max)):
        group = choose(varied, key=lambda one: one.kappa)
        found[name] = _kappa(group.kappa, number)
        found[f"{name}_of_groups"] = _of_group(group, number, style)
    return found


def _of_group(
    group: Study, number: Callable[[float], FixedKappa], style: str
) -> Message | FixedKappa:
    """Return the kappa of a group with its interval, if it has one."""
    kappa, sure = _kappa(group.kappa, number), group.interval
    if not group.has_interval:
        return kappa
    decimals = decimals_of_ends(sure.low, sure.high, kappa.decimals)
    low, high = (type(kappa)(end, decimals) for end in (sure.low, sure.high))
    ends = ends_words(style, group.level, low, high)
    return message_of("method", "of-group", kappa=kappa, ends=ends, n=group.n)


def _within_groups(study: Study, number: Callable[[float], FixedKappa], style: str) -> Message:
    """Return between which kappas with the truth, or the reference, each other rater lies."""
    each = []
    for name in study.against:
        own = (group.against.get(name) for group in study.groups.values())
        varied = [one for one in own if one is not None and one.varies]
        kappas = [one.kappa for one in varied]
        key = "alike-of" if are_alike(kappas, number) else "range-of" if kappas else "none-of"
        ends: dict[str, object] = {}
        for end, choose in (("lowest", min), ("highest", max)) if kappas else ():
            group = choose(varied, key=lambda one: one.kappa)
            ends[end] = (
                _kappa(kappas[0], number) if key == "alike-of" else _of_group(group, number, style)
            )
        said = message_of("method", key, rater=shown(name), **ends)
        if 0 < len(kappas) < len(study.groups):
            values = {"n": len(kappas), "groups": len(study.groups)}
            said = message_of("method", "in-some", said=said, **values)
        each.append(said)
    return one_by_one(each)


def _difference_method(study: Study) -> Message | None:
    """Say how the interval of the difference was computed; None where nothing is compared."""
    compared = compare_with_reference(study)
    if compared is None:
        return None
    found = compared.difference
    key = "jackknife-clusters" if found.n_clusters else "jackknife"
    return message_of("computed", key, df=found.df, clusters=found.n_clusters)


def _values_of_data(study: Study) -> dict[str, object]:
    """Return what is said of raters, items and scale, and what only the author knows."""
    named, raters = study.named, study.raters
    return {
        "n": n_words(study),
        "rows": study.n_rows,
        "missing": study.n_missing,
        "items": items_words(study),
        "clusters": study.n_clusters,
        "codes": ", ".join(map(shown, study.codes)),
        "raters": len(raters),
        "row": shown(raters[0]),
        "column": shown(raters[1]),
        "own": named.columns,
        "other": named.rows,
        "columns": _columns(study),
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
        "tool": PROGRAM,
        "numpy": NUMPY,
    }


def _values_of_kappa(study: Study, number: Callable[[float], FixedKappa]) -> dict[str, object]:
    """Return what is said of kappa, its weights and its interval."""
    interval, own_sources = study.interval, measure_sources(study)
    return {
        "measure": kappa_words(study) if study.is_pair or study.against else measure_words(study),
        "source": _cited(own_sources[: 1 if study.against else None]),
        "pooled_source": _cited(own_sources),
        "weights": message_of("weights", study.named_scheme),
        "kappa": number(study.kappa),
        "level": percentage(study.level),
        "low": number(interval.low),
        "high": number(interval.high),
        "method": method_words(study),
        "sources": _cited(interval_sources(study)),
        "n_draws": interval.n_draws,
        "n_left_out": interval.n_undefined,
    }


def _cited(sources: Iterable[Source]) -> str:
    """Return papers as a sentence cites them."""
    return "; ".join(one.short for one in sources)


def _values_against(
    study: Study, number: Callable[[float], FixedKappa], style: str
) -> dict[str, object]:
    """Return what is said of the kappas with the truth, or the reference, of more than two."""
    interval = study.interval
    return {
        "reference": reference_words(study),
        "name": shown(study.raters[study.reference or 0]),
        "each": against_words(study, style, number),
        "within_groups": _within_groups(study, number, style),
        "ends": ends_words(style, study.level, number(interval.low), number(interval.high)),
        "against_method": against_methods(study),
        "against_sources": _cited(against_sources(study)),
        "difference_method": _difference_method(study),
        "difference_sources": _cited(difference_sources(study)),
    }


def _values_of_diagnostic(study: Study, style: str) -> dict[str, object]:
    """Return what is said of sensitivity and specificity; nothing where there are none."""
    found = diagnostics(study)
    if not found:
        return {}
    each = [
        message_of(
            "diagnostic",
            "both",
            **{of: share_words(share, study.level, style) for of, share in own.shares.items()},
        )
        for own in found.values()
    ]
    if not study.is_pair:
        each = [
            message_of("against", "method", rater=shown(name), method=said)
            for name, said in zip(found, each, strict=True)
        ]
    return {
        "diagnostic": one_by_one(each),
        "positive": shown(study.categories[1]),
        "diagnostic_sources": _cited(diagnostic_sources(study)),
    }


def share_words(share: Share, level: float, style: str) -> Message:
    """Return a share in hundredths with what it is of, and its interval where it has one.

    Parameters
    ----------
    share : Share
        A sensitivity or a specificity.
    level : float
        The level of confidence, between 0 and 1.
    style : {"apa", "plain"}
        How the interval is written.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> found = diagnostics(make_study([[40, 9], [6, 45]]))["predicted"]
    >>> print(share_words(found.sensitivity, 0.95, "apa"))
    88.2% (45 of 51; 95% CI [76.6%, 94.5%])
    """
    if math.isnan(share.estimate):
        return message_of("diagnostic", "undefined")
    if isinstance(share.n, float):  # a sum of weights is no number of items
        return percent_words(share.estimate)
    values = {"share": percent_words(share.estimate), "hits": share.hits, "n": share.n}
    if math.isnan(share.low):
        return message_of("diagnostic", "bare", **values)
    ends = ends_words(style, level, percent_words(share.low), percent_words(share.high))
    return message_of("diagnostic", "whole", **values, ends=ends)


def _raw_values(
    raw: RawAgreement, study: Study, number: Callable[[float], FixedKappa]
) -> dict[str, object]:
    """Return what is said of agreement that is not set against chance."""
    kappa = number(study.kappa)
    share, decimals = type(kappa), _decimals_of_shares(raw, kappa.decimals)
    return {
        "same": raw.same if math.isnan(raw.same) else short_percentage(raw.same),
        "observed": share(raw.observed, decimals),
        "expected": share(raw.expected, decimals),
    }


def _values_of_means(raw: RawAgreement, study: Study, style: str) -> dict[str, object]:
    """Return what is said of two raters' means, or of how often each gave the second of two words.

    Nothing of more raters.
    """
    if raw.means is None:
        return {}
    key, least, factor = means_key(study, raw), study.decimals, 1
    if key == "means-shares":
        least, factor = _MEAN_DECIMALS - 2, 100
    values = [factor * one for one in (raw.difference, raw.low, raw.high)]
    if key == "means-below":  # in that sentence, what is below 0 is above it
        values = [-raw.difference, -raw.high, -raw.low]
    decimals = decimals_that_part([(end, 0) for end in values[1:]], least)
    found: dict[str, object] = {}
    if key == "means-shares":
        first, second = raw.means
        decimals = decimals_of_difference(100 * second, 100 * first, decimals)
        own, other = percent_words(second), percent_words(first)
        if decimals > least:
            own, other = (
                message_of("diagnostic", "percent", number=FixedKappa(100 * one, decimals))
                for one in (second, first)
            )
        found = {"second": shown(study.categories[1]), "own_share": own, "other_share": other}
    difference, low, high = (FixedKappa(one, decimals) for one in values)
    ends = ends_words(style, study.level, low, high)
    cited = _cited(means_sources(study))
    sure = "sure-clusters" if study.n_clusters else "sure"
    said = message_of(style, sure, ends=ends, df=raw.degrees_of_freedom, sources=cited)
    return found | {"difference": difference, "sure": said if _is_sure(study, raw) else ""}


def _decimals_of_shares(raw: RawAgreement, decimals: int) -> int:
    """Return how many decimals p_o and p_e need, so that they give the kappa that is shown."""
    if math.isnan(raw.observed) or raw.expected == 1:
        return decimals
    kappa = round((raw.observed - raw.expected) / (1 - raw.expected), decimals)
    found, more = math.nan, decimals - 1
    while found != kappa:
        more += 1
        observed, expected = round(raw.observed, more), round(raw.expected, more)
        if expected < 1:
            found = round((observed - expected) / (1 - expected), decimals)
    return more


def means_key(study: Study, raw: RawAgreement) -> str:
    """Return the sentence on the means: whether the second is above, below or equal, as shown.

    Of two words it says how often each rater gave the second.

    Parameters
    ----------
    study : Study
        The study.
    raw : RawAgreement
        Its raw agreement.

    Returns
    -------
    str
        The key of a text.
    """
    if are_two_words(study.categories):
        return "means-shares"
    shown_difference = round(raw.difference, _MEAN_DECIMALS)
    if not shown_difference:
        return "means-equal"
    return "means-below" if shown_difference < 0 else "means"


def _columns(study: Study) -> str | Message:
    """Return the names of two raters' columns in brackets; nothing without names."""
    if not any(study.table.raters):
        return ""
    return message_of("method", "columns", columns=" / ".join(map(shown, study.raters)))


def kappas_of_pairs(study: Study) -> list[float]:
    """Return the kappas of the pairs of raters that both vary; none of two raters.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    list of float
    """
    if study.is_pair:
        return []
    agreement, found = study.all_raters, []
    for g, h in combinations(range(len(study.raters)), 2):
        kappa = float(agreement.pairs[g, h])
        constant = kappa == 0 and agreement.walk(g, h).has_constant_rater
        if not math.isnan(kappa) and not constant:
            found.append(kappa)
    return found


def _values_of_many(study: Study, number: Callable[[float], FixedKappa]) -> dict[str, object]:
    """Return what is said of more than two raters alone."""
    agreement, alpha = study.all_raters, study.coefficient_intervals["alpha"]
    defined, shared = kappas_of_pairs(study), shared_items(study)
    compared = shared[shared > 0]
    return {
        "given": given_words(study),
        "n_undefined": len(shared) - len(defined),
        "n_pairs": len(shared),
        "n_ratings": agreement.n_ratings,
        "n_cells": study.table.n_missing + agreement.n_ratings,
        "lowest": _kappa(min(defined, default=math.nan), number),
        "highest": _kappa(max(defined, default=math.nan), number),
        "n_apart": n_apart(study),
        "fewest": int(compared.min(initial=study.n)),
        "largest": int(compared.max(initial=0)),
        "alpha": _kappa(agreement.coefficients["alpha"], number),
        "alpha_low": number(alpha.low),
        "alpha_high": number(alpha.high),
        "alpha_source": COEFFICIENT_SOURCES["alpha"].short,
        "metric": message_of("metric", study.named_scheme),
    }
