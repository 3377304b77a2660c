"""A paragraph on the method by GRRAS and STARD, with blanks that only its author can fill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial

from qwk_core.messages import Message
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.method_values import (
    are_alike,
    has_means,
    kappas_of_pairs,
    means_key,
    n_apart,
    shared_items,
    values_of,
    varied_groups,
)
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    Source,
)
from qwk_core.study.sentences import (
    FixedKappa,
    ShortKappa,
    diagnostic_sources,
    difference_sources,
    program_of,
    sentence,
    sources,
)
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS, message_of
from qwk_core.study.two_models import compare_with_reference

METHOD_STYLES = ("abstract", "apa", "plain")
"""A sentence for an abstract; a paragraph for the methods, in APA style; one in plain words."""

BLANKS = TEXTS["blank"]
"""What only the author knows, by its key: what stands in the blank until it is filled."""

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
    values = values_of(study, number, style) | _values_of_blanks(study)
    keys = _keys(study, number)
    sentences = [
        message_of(style if key in TEXTS[style] else "both", key, **values) for key in keys
    ]
    compared, why = compare_with_reference(study), study.interval.caution
    known = compared is not None and compared.difference.caution == why  # said before
    for at, key in enumerate(keys, 1):
        if key in ("bare", "bare-mixed", "undefined-many") and why is not None and not known:
            sentences.insert(at, Message(why))
    if compared is not None:
        number = partial(kind, decimals=compared.decimals_from(study.decimals_from(least)))
        at = keys.index("difference" if "difference" in keys else "mixed")
        sentences.insert(at, compared.sentence(style, number))
    at = keys.index("measure")
    return (*sentences[:at], *study.exclusions, *study.dependence, *sentences[at:])


def _keys(study: Study, number: Callable[[float], FixedKappa]) -> list[str]:
    """Return the keys of the sentences of a paragraph, in their order."""
    known, raw, pair = study.has_interval, raw_agreement(study), study.is_pair
    undefined = "undefined" if pair else "undefined-many"
    mixed = bool(study.against)
    result = ("result" if known else "bare") + ("-mixed" if mixed else "")
    n_pairs, apart = math.comb(len(study.raters), 2), n_apart(study)
    n_undefined = 0 if pair else study.all_raters.n_undefined_pairs
    several = not pair and n_undefined < n_pairs - 1  # of the pairs have a kappa
    of_pairs = kappas_of_pairs(study)
    alike = not pair and len({*shared_items(study)} - {0}) == 1
    of_each = [group.kappa for group in varied_groups(study)]
    of_groups = {
        "groups-alike" if are_alike(of_each, number) else "groups": len(of_each) > 1,
        "groups-undefined": len(study.groups) > 1 and len(of_each) < len(study.groups),
    }
    with_reference = [one for one in study.against.values() if one.has_interval]
    smooth = [one for one in (with_reference if mixed else [study]) if _is_smoothed(one)]
    two_items = {"two-items": bool(smooth), "set-to-kappa": any(map(_is_set_to_kappa, smooth))}
    of_diagnostic = {
        "diagnostic": bool(diagnostics(study)),
        "diagnostic-interval": bool(diagnostic_sources(study)),
        "diagnostic-dependent": any(one.caution for one in diagnostics(study).values()),
    }
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
        **(two_items | of_diagnostic if mixed else {}),
        "difference": bool(difference_sources(study)),
        "groups-mixed": bool(study.against) and len(study.groups) > 1,
        "mixed": mixed,
        "pairs-alike" if alike else "pairs": several,
        "proportion": several,
        "range-alike" if are_alike(of_pairs, number) else "range": len(of_pairs) > 1,
        "apart": 0 < apart < n_pairs,
        "undefined-pairs": not pair and apart < n_pairs - len(of_pairs) < n_pairs,
        (undefined if math.isnan(study.kappa) else result): True,
        "interval": known,
        **({} if mixed else two_items),
        "undefined-draws": known and study.interval.n_undefined > 0,
        "tuned-interval": known and study.cutting is not None and study.cutting.folds > 0,
        "clusters": not known and study.n_clusters > 0,
        _raw_key(study): not math.isnan(raw.same),
        "weighted": study.is_weighted,
        means_key(study, raw): has_means(study, raw) and not study.is_unordered,
        **({} if mixed else of_diagnostic | of_groups),
        _alpha_key(study): not pair and not math.isnan(study.all_raters.coefficients["alpha"]),
        "independent-clusters": known and study.n_clusters > 0,
        "independent": known
        and not study.n_clusters
        and (study.independent_items is None or study.is_weighted),
        "tool": True,
    }
    return [key for key, wanted in sentences.items() if wanted]


def _is_smoothed(study: Study) -> bool:
    return study.has_interval and study.interval.method == "smoothed"


def _is_set_to_kappa(study: Study) -> bool:
    """Tell whether an end of the interval is kappa: the one computed fell short of it."""
    return study.kappa in (study.interval.low, study.interval.high)


def _values_of_blanks(study: Study) -> dict[str, object]:
    """Return what the author filled in, or else what is asked for, in brackets."""
    return {
        field: _own(study, key) or message_of("method", "blank", blank=Message(BLANKS[key]))
        for field, key in _FIELDS.items()
    }


def _first_key(study: Study) -> str:
    """Return the key of the first sentence: what was compared."""
    if not study.is_pair:
        return "many-against" if study.against else "many"
    unnamed = study.roles == "equal" and not any(study.table.raters)
    return "equal-unnamed" if unnamed else study.roles


def _raw_key(study: Study) -> str:
    key = "raw" if study.is_pair else "raw-many"
    return f"{key}-unweighted" if study.named_scheme == "unweighted" else key


def _alpha_key(study: Study) -> str:
    known = not study.is_pair and not math.isnan(study.coefficient_intervals["alpha"].low)
    return "alpha" if known else "alpha-bare"


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
