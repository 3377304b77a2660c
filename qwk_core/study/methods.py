"""A paragraph on the method by GRRAS and STARD, with blanks that only its author can fill."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import Kappa, Message
from qwk_core.study.raw import RawAgreement, raw_agreement
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    NUMPY,
    PROGRAM,
    Source,
)
from qwk_core.study.sentences import (
    FixedKappa,
    ShortKappa,
    against_methods,
    against_sources,
    against_words,
    cut_values,
    difference_sources,
    given_words,
    interval_sources,
    items_words,
    kappa_words,
    measure_sources,
    measure_words,
    method_words,
    one_by_one,
    program_of,
    reference_words,
    sentence,
    short_percentage,
    sources,
)
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS, ends_words, message_of, percentage
from qwk_core.study.two_models import compare_with_reference

METHOD_STYLES = ("abstract", "apa", "plain")
"""A sentence for an abstract; a paragraph for the methods, in APA style; one in plain words."""

BLANKS = TEXTS["blank"]
"""What only the author knows, by its key: what stands in the blank until it is filled."""

_MEAN_DECIMALS = 3  # of a difference of means, as messages show it

# What the sentences of `TEXTS` call each.
_FIELDS = {
    "who": "raters",
    "why": "size",
    "blinding": "blinding",
    "sampling": "sampling",
    "scheme": "scheme",
}


def filled_blanks(study: Study, keys: Iterable[str] = tuple(BLANKS)) -> tuple[Message, ...]:
    """Return what the author filled into the blanks, a sentence each: what every file carries.

    Parameters
    ----------
    study : Study
        The study.
    keys : iterable of str
        Some of `BLANKS`; all without.

    Returns
    -------
    tuple of Message
        Without those that are still open.

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> study = make_study([[40, 9], [6, 45]]).with_details({"raters": "two nurses"})
    >>> print(*filled_blanks(study))
    The ratings were given by two nurses.
    """
    return tuple(_blank_sentence(key, _own(study, key)) for key in keys if _own(study, key))


def _own(study: Study, key: str) -> str:
    return study.details.get(key, "").strip()


def _blank_sentence(key: str, text: str) -> Message:
    return message_of("both", f"blank-{key}", **dict.fromkeys(_FIELDS, text))


def blank_sentence(key: str) -> Message:
    """Return the sentence that a blank stands in, with three dots in its place.

    Parameters
    ----------
    key : str
        One of `BLANKS`.

    Returns
    -------
    Message

    Examples
    --------
    >>> str(blank_sentence("size"))
    'This number of items was chosen because ….'
    """
    return _blank_sentence(key, "…")


def methods(study: Study, style: str = "apa") -> tuple[Message, ...]:
    """Return a paragraph on how a kappa came about, a sentence each.

    By GRRAS (Kottner et al., 2011): raters, items, scale, weights, whether between raters or within
    one, kappa with its interval and method, raw agreement, p_o and p_e, the difference of the
    means, and what was left out. What only the author knows stands in brackets.

    Parameters
    ----------
    study : Study
        The study.
    style : {"abstract", "apa", "plain"}
        One sentence; APA style, with citations and a kappa without its leading 0; or plain words.

    Returns
    -------
    tuple of Message

    References
    ----------
    Kottner, J., Audigé, L., Brorson, S., et al. (2011). Guidelines for Reporting Reliability and
    Agreement Studies (GRRAS) were proposed. Journal of Clinical Epidemiology 64(1), 96–106.

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> study = make_study([[40, 9], [6, 45]], ("no", "yes"), n_missing=3, codes=["-99"])
    >>> for text in methods(study)[6:8]:
    ...     print(text)
    Excluded because a rating was missing: 3 of 103 items.
    The code “-99” was treated as a missing rating.
    """
    if style == "abstract":
        return (sentence(study),)
    kind, least = (ShortKappa, 2) if style == "apa" else (FixedKappa, 3)
    number = partial(kind, decimals=study.decimals_from(least))
    values = _values(study, number, style)
    keys = _keys(study, number)
    sentences = [
        message_of(style if key in TEXTS[style] else "both", key, **values) for key in keys
    ]
    for at, key in enumerate(keys, 1):
        if key in ("bare", "bare-mixed", "undefined-many") and study.interval.caution is not None:
            sentences.insert(at, Message(study.interval.caution))  # why
    compared = compare_with_reference(study)
    if compared is not None:
        number = partial(kind, decimals=compared.decimals_from(study.decimals_from(least)))
        at = keys.index("difference" if "difference" in keys else "mixed")
        sentences.insert(at, compared.sentence(style, number))
    at = keys.index("measure")
    return (*sentences[:at], *study.exclusions, *sentences[at:])


def _keys(study: Study, number: Callable[[float], FixedKappa]) -> list[str]:
    """Return the keys of the sentences of a paragraph, in their order."""
    known, raw, pair = study.has_interval, raw_agreement(study), study.is_pair
    undefined = "undefined" if pair else "undefined-many"
    mixed, smoothed = bool(study.against), study.interval.method == "smoothed"
    result = ("result" if known else "bare") + ("-mixed" if mixed else "")
    n_pairs, n_apart = math.comb(len(study.raters), 2), _n_apart(study)
    n_undefined = 0 if pair else study.all_raters.n_undefined_pairs
    several = not pair and n_undefined < n_pairs - 1  # of the pairs have a kappa
    alike = not pair and len({*_shared(study)} - {0}) == 1
    group_kappas = _group_kappas(study)
    of_groups = {
        "groups-alike" if _are_alike(group_kappas, number) else "groups": len(group_kappas) > 1,
        "groups-undefined": 1 < len(group_kappas) < len(study.groups),
    }
    with_reference = [one for one in study.against.values() if one.has_interval]
    two_items = {"two-items": any(one.interval.method == "smoothed" for one in with_reference)}
    sentences = {
        _first_key(study): True,
        **{f"blank-{key}": True for key in ("raters", "blinding", "sampling", "size")},
        "scale-names" if study.is_unordered else "scale": True,
        "missing": study.n_missing > 0,
        "gaps": not pair and study.table.n_missing > 0,
        "code": len(study.codes) == 1,
        "codes": len(study.codes) > 1,
        **({} if study.cutting is None else {study.cutting.way: True}),
        "measure": True,
        "blank-scheme": True,
        "against": mixed,
        "against-interval": bool(with_reference),
        **(two_items if mixed else {}),
        "difference": bool(difference_sources(study)),
        "groups-mixed": _within_groups(study, number) is not None,
        "mixed": mixed,
        "pairs-alike" if alike else "pairs": several,
        "proportion": several,
        "range-alike" if _are_alike(_kappas_of_pairs(study), number) else "range": several,
        "apart": 0 < n_apart < n_pairs,
        "undefined-pairs": n_apart < n_undefined < n_pairs,
        (undefined if math.isnan(study.kappa) else result): True,
        "interval": known,
        **({} if mixed else {"two-items": known and smoothed}),
        "undefined-draws": known and study.interval.n_undefined > 0,
        "tuned-interval": known and study.cutting is not None and study.cutting.folds > 0,
        "clusters": not known and study.n_clusters > 0,
        _raw_key(study): not math.isnan(raw.same),
        "weighted": study.is_weighted,
        _means_key(raw): _has_means(raw) and not study.is_unordered,
        **({} if mixed else of_groups),
        _alpha_key(study): not pair and not math.isnan(study.all_raters.coefficients["alpha"]),
        "independent-clusters": known and study.n_clusters > 0,
        "independent": known
        and not study.n_clusters
        and (study.independent_items is None or study.is_weighted),
        "tool": True,
    }
    return [key for key, wanted in sentences.items() if wanted]


def _first_key(study: Study) -> str:
    """Return the key of the first sentence: what was compared."""
    if not study.is_pair:
        return "many-against" if study.against else "many"
    unnamed = study.roles == "equal" and not any(study.table.raters)
    return "equal-unnamed" if unnamed else study.roles


def _n_apart(study: Study) -> int:
    """Return how many pairs of raters share no item."""
    return 0 if study.is_pair else int(np.count_nonzero(_shared(study) == 0))


def _shared(study: Study) -> NDArray[np.int64]:
    """Return how many items each pair of raters shares, shape (P,)."""
    counts = study.all_raters.pair_counts
    found: NDArray[np.int64] = counts[np.triu_indices(len(counts), 1)]
    return found


def _has_means(raw: RawAgreement) -> bool:
    """Tell whether the means differ, or have an interval that says how far they may."""
    return _is_sure(raw) or abs(round(raw.difference, _MEAN_DECIMALS)) > 0  # nan is not


def _is_sure(raw: RawAgreement) -> bool:
    """Tell whether the difference of the means has an interval, and one that shows a width."""
    low, high = round(raw.low, _MEAN_DECIMALS), round(raw.high, _MEAN_DECIMALS)
    return low < high  # nan is not


def _are_alike(kappas: Collection[float], number: Callable[[float], FixedKappa]) -> bool:
    """Tell whether the kappas are one and the same number, as they are shown."""
    return len({round(kappa, number(kappa).decimals) for kappa in kappas}) == 1


def _raw_key(study: Study) -> str:
    key = "raw" if study.is_pair else "raw-many"
    return f"{key}-unweighted" if study.named_scheme == "unweighted" else key


def _group_kappas(study: Study) -> list[float]:
    """Return the kappas of the groups that have one."""
    return [group.kappa for group in study.groups.values() if not math.isnan(group.kappa)]


def _values_of_groups(
    study: Study, number: Callable[[float], FixedKappa], style: str
) -> dict[str, object]:
    """Return the lowest and the highest kappa of a group, each with its interval if it has one."""
    defined = [group for group in study.groups.values() if not math.isnan(group.kappa)]
    if not defined:
        return {}
    found: dict[str, object] = {}
    for name, choose in (("least", min), ("most", max)):
        group = choose(defined, key=lambda one: one.kappa)
        kappa = number(group.kappa)
        sure = group.interval
        ends = ends_words(style, group.level, number(sure.low), number(sure.high))
        found[name] = kappa
        found[f"{name}_of_groups"] = (
            message_of("method", "of-group", kappa=kappa, ends=ends)
            if group.has_interval
            else kappa
        )
    return found


def _within_groups(study: Study, number: Callable[[float], FixedKappa]) -> Message | None:
    """Return between which kappas with the truth, or the reference, each other rater lies.

    None with fewer than two groups.
    """
    each = []
    for name in study.against:
        own = (group.against.get(name) for group in study.groups.values())
        kappas = [one.kappa for one in own if one is not None and not math.isnan(one.kappa)]
        key = "alike-of" if _are_alike(kappas, number) else "range-of" if kappas else "none-of"
        lowest, highest = min(kappas, default=math.nan), max(kappas, default=math.nan)
        ends = {"lowest": number(lowest), "highest": number(highest)}
        said = message_of("method", key, rater=shown(name), **ends)
        if 0 < len(kappas) < len(study.groups):
            values = {"n": len(kappas), "groups": len(study.groups)}
            said = message_of("method", "in-some", said=said, **values)
        each.append(said)
    return one_by_one(each) if len(study.groups) > 1 and each else None


def _difference_method(study: Study) -> Message | None:
    """Say how the interval of the difference was computed; None where nothing is compared."""
    compared = compare_with_reference(study)
    if compared is None:
        return None
    found = compared.difference
    key = "jackknife-clusters" if found.n_clusters else "jackknife"
    return message_of("computed", key, df=found.df, clusters=found.n_clusters)


def _alpha_key(study: Study) -> str:
    known = not study.is_pair and not math.isnan(study.coefficient_intervals["alpha"].low)
    return "alpha" if known else "alpha-bare"


def _values(study: Study, number: Callable[[float], FixedKappa], style: str) -> dict[str, object]:
    """Return what the sentences of a paragraph name."""
    interval, named, raters = study.interval, study.named, study.raters
    own_sources = measure_sources(study)[: 1 if study.against else None]
    values: dict[str, object] = {
        "n": study.n,
        "groups": len(study.groups),
        "n_undefined_groups": len(study.groups) - len(_group_kappas(study)),
        "clusters": study.n_clusters,
        **_values_of_groups(study, number, style),
        "items": items_words(study),
        "n_draws": interval.n_draws,
        "n_left_out": interval.n_undefined,
        "row": shown(raters[0]),
        "column": shown(raters[1]),
        "own": named.columns,
        "other": named.rows,
        "columns": _columns(study),
        "raters": len(study.raters),
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
        "measure": kappa_words(study) if study.is_pair or study.against else measure_words(study),
        "source": "; ".join(one.short for one in own_sources),
        "pooled_source": "; ".join(one.short for one in measure_sources(study)),
        "weights": message_of("weights", study.named_scheme),
        "rows": study.n_rows,
        "missing": study.n_missing,
        "codes": ", ".join(map(shown, study.codes)),
        "kappa": number(study.kappa),
        "level": percentage(study.level),
        "low": number(interval.low),
        "high": number(interval.high),
        "method": method_words(study),
        "sources": "; ".join(one.short for one in interval_sources(study)),
        "tool": PROGRAM,
        "numpy": NUMPY,
        **_raw_values(raw_agreement(study), study, number, style),
        **{
            field: _own(study, key) or message_of("method", "blank", blank=Message(BLANKS[key]))
            for field, key in _FIELDS.items()
        },
    }
    if study.cutting is not None:
        values |= cut_values(study) | {"held_out": number(study.cutting.held_out)}
    if not study.is_pair:
        values |= _values_of_many(study, number)
    if study.against:
        values |= {
            "reference": reference_words(study),
            "name": shown(raters[study.reference or 0]),
            "each": against_words(study, style, number),
            "within_groups": _within_groups(study, number),
            "ends": ends_words(style, study.level, number(interval.low), number(interval.high)),
            "against_method": against_methods(study),
            "difference_method": _difference_method(study),
            "difference_sources": "; ".join(one.short for one in difference_sources(study)),
            "against_sources": "; ".join(one.short for one in against_sources(study)),
        }
    return values


def _raw_values(
    raw: RawAgreement, study: Study, number: Callable[[float], FixedKappa], style: str
) -> dict[str, object]:
    """Return what is said of agreement that is not set against chance, and of the means."""
    kappa = number(study.kappa)
    share, decimals = type(kappa), _decimals_of_shares(raw, kappa.decimals)
    means = raw.difference, raw.low, raw.high
    if _means_key(raw) == "means-below":  # in that sentence, what is below 0 is above it
        means = -raw.difference, -raw.high, -raw.low
    difference, low, high = map(Kappa, means)
    ends = ends_words(style, study.level, low, high)
    sure = "sure-clusters" if study.n_clusters else "sure"
    return {
        "same": raw.same if math.isnan(raw.same) else short_percentage(raw.same),
        "observed": share(raw.observed, decimals),
        "expected": share(raw.expected, decimals),
        "difference": difference,
        "sure": message_of(style, sure, ends=ends, df=raw.degrees_of_freedom)
        if _is_sure(raw)
        else "",
    }


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


def _means_key(raw: RawAgreement) -> str:
    """Return the sentence on the means: whether the second is above, below or equal, as shown."""
    shown_difference = round(raw.difference, _MEAN_DECIMALS)
    if not shown_difference:
        return "means-equal"
    return "means-below" if shown_difference < 0 else "means"


def _columns(study: Study) -> str | Message:
    """Return the names of two raters' columns in brackets; nothing without names."""
    if not any(study.table.raters):
        return ""
    return message_of("method", "columns", columns=" / ".join(map(shown, study.raters)))


def _kappas_of_pairs(study: Study) -> list[float]:
    """Return the kappas of the pairs of raters that have one; none of two raters."""
    if study.is_pair:
        return []
    kappas = study.all_raters.pairs[np.triu_indices(len(study.raters), 1)]
    found: list[float] = kappas[~np.isnan(kappas)].tolist()
    return found


def _values_of_many(study: Study, number: Callable[[float], FixedKappa]) -> dict[str, object]:
    """Return what is said of more than two raters alone."""
    agreement, alpha = study.all_raters, study.coefficient_intervals["alpha"]
    defined, shared = _kappas_of_pairs(study), _shared(study)
    compared = shared[shared > 0]
    return {
        "given": given_words(study),
        "n_undefined": agreement.n_undefined_pairs,
        "n_pairs": len(shared),
        "n_ratings": agreement.n_ratings,
        "n_cells": study.table.n_missing + agreement.n_ratings,
        "lowest": number(min(defined, default=math.nan)),
        "highest": number(max(defined, default=math.nan)),
        "n_apart": _n_apart(study),
        "fewest": int(compared.min(initial=study.n)),
        "largest": int(compared.max(initial=0)),
        "alpha": number(agreement.coefficients["alpha"]),
        "alpha_low": number(alpha.low),
        "alpha_high": number(alpha.high),
        "alpha_source": COEFFICIENT_SOURCES["alpha"].short,
        "metric": message_of("metric", study.named_scheme),
    }


def bibtex(study: Study) -> str:
    """Return the references of a study in BibTeX.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> [line for line in bibtex(make_study([[40, 9], [6, 45]])).splitlines() if "@" in line][:2]
    ['@article{cohen1960coefficient,', '@article{fleiss1969large,']
    """
    return "\n".join(source.bibtex() for source in _all_sources(study))


def ris(study: Study) -> str:
    """Return the references of a study in RIS, which Zotero, EndNote and Mendeley read.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> ris(make_study([[40, 9], [6, 45]])).splitlines()[:2]
    ['TY  - JOUR', 'AU  - Cohen, Jacob']
    """
    return "\n".join(source.ris() for source in _all_sources(study))


def _all_sources(study: Study) -> tuple[Source, ...]:
    more = () if study.agreement is None else COEFFICIENT_SOURCES.values()
    return (*dict.fromkeys([*sources(study), *more]), program_of(study))
