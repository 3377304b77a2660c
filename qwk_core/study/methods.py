"""A paragraph on the method by GRRAS and STARD, with blanks that only its author can fill."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

import numpy as np

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    MEASURE_SOURCES,
    NUMPY,
    PROGRAM,
    Source,
)
from qwk_core.study.sentences import (
    MEASURES,
    ShortKappa,
    cut_values,
    measure_words,
    method_words,
    percentage,
    program_of,
    sentence,
    sources,
)
from qwk_core.study.study import Study

METHOD_STYLES = ("abstract", "apa", "plain")
"""A sentence for an abstract; a paragraph for the methods, in APA style; one in plain words."""

BLANKS = {
    "raters": N_("who the raters were, and how they were trained"),
    "blinding": N_("independently of each other? what did they not know?"),
    "sampling": N_("how the items were sampled"),
    "size": N_("why so many"),
    "scheme": N_("before the ratings were seen?"),
}
"""What only the author knows, by its key: what stands in the blank until it is filled."""

_BLANK = N_("[{blank}]")
_BOTH = N_("{row} and {column}")


def filled(study: Study, key: str) -> str | Message:
    """Return what the author wrote into a blank, or the blank itself.

    Parameters
    ----------
    study : Study
        The study.
    key : str
        One of `BLANKS`.

    Returns
    -------
    str or Message

    Examples
    --------
    >>> from qwk_core.study.sentences import plain_text
    >>> from qwk_core.study.study import make_study
    >>> print(plain_text(filled(make_study([[40, 9], [6, 45]]), "size")))
    [why so many]
    """
    own = study.details.get(key, "").strip()
    return own or Message(_BLANK, {"blank": Message(BLANKS[key])})


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
    dots = dict.fromkeys(("who", "why", "blinding", "sampling", "scheme"), "…")
    return Message(_SENTENCES["apa"][f"blank {key}"], dots)


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
    >>> for said in methods(study)[6:8]:
    ...     print(said)
    Of 103 rows, 3 were excluded because a rating was missing.
    The code “-99” was treated as a missing rating.
    """
    if style == "abstract":
        return (sentence(study),)
    values = _values(study, ShortKappa if style == "apa" else Kappa)
    words = _SENTENCES[style]
    return tuple(Message(words[key], values) for key in _said(study))


def _said(study: Study) -> list[str]:
    """Return the keys of the sentences of a paragraph, in their order."""
    known, raw = study.has_interval, raw_agreement(study)
    said = [study.roles if study.is_pair else "many", *(f"blank {key}" for key in _OF_DESIGN)]
    said += ["scale"]
    said += ["missing"] * bool(study.n_missing)
    said += ["gaps"] * (not study.is_pair and study.table.n_missing > 0)
    said += [] if not study.codes else ["code" if len(study.codes) == 1 else "codes"]
    said += [] if study.cutting is None else [study.cutting.way]
    said += ["measure", "blank scheme"]
    said += [] if study.is_pair else ["pairs"]
    if math.isnan(study.kappa):
        said.append("undefined" if study.is_pair else "undefined many")
    else:
        said.append("result" if known else "bare")
    said += ["interval"] * known
    said += [] if math.isnan(raw.same) else ["raw"]
    said += [] if math.isnan(raw.low) else ["means"]
    said += ["alpha"] * (not study.is_pair and not math.isnan(study.all_raters.alpha))
    said += ["independent"] * (known and study.is_pair and study.independent_items is None)
    return [*said, "tool"]


_OF_DESIGN = ("raters", "blinding", "sampling", "size")


def _values(study: Study, number: type[Kappa]) -> dict[str, object]:
    """Return what the sentences of a paragraph name."""
    interval, raw = study.interval, raw_agreement(study)
    named = study.named
    values: dict[str, object] = {
        "n": study.n,
        "row": named.row,
        "column": named.column,
        "own": named.columns,
        "other": named.rows,
        "columns": _columns(study),
        "raters": len(study.raters),
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
        "measure": Message(MEASURES[study.scheme]) if study.is_pair else measure_words(study),
        "source": MEASURE_SOURCES[study.scheme].short,
        "weights": Message(_WEIGHTS[study.scheme]),
        "rows": study.n_rows,
        "missing": study.n_missing,
        "codes": ", ".join(map(shown, study.codes)),
        "kappa": number(study.kappa),
        "level": percentage(study.level),
        "low": number(interval.low),
        "high": number(interval.high),
        "method": method_words(study),
        "sources": "; ".join(source.short for source in sources(study)[1:]),
        "tool": PROGRAM,
        "numpy": NUMPY,
        "same": percentage(round(raw.same, 3)) if not math.isnan(raw.same) else raw.same,
        "observed": number(raw.observed),
        "expected": number(raw.expected),
        "difference": raw.difference,
        "least": raw.low,
        "most": raw.high,
        "who": filled(study, "raters"),
        "why": filled(study, "size"),
        "blinding": filled(study, "blinding"),
        "sampling": filled(study, "sampling"),
        "scheme": filled(study, "scheme"),
    }
    if study.cutting is not None:
        values |= cut_values(study) | {"held_out": number(study.cutting.held_out)}
    if not study.is_pair:
        values |= _values_of_many(study, number)
    return values


def _columns(study: Study) -> str | Message:
    """Return the names of two raters' columns; without names, what the two are."""
    if any(study.table.raters):
        return " / ".join(map(shown, study.raters))
    return Message(_BOTH, {"row": study.named.row, "column": study.named.column})


def _values_of_many(study: Study, number: type[Kappa]) -> dict[str, object]:
    """Return what is said of more than two raters alone."""
    agreement = study.all_raters
    kappas = agreement.pairs[np.triu_indices(len(agreement.raters), 1)]
    defined = kappas[~np.isnan(kappas)]
    shared = agreement.pair_counts[np.triu_indices(len(agreement.raters), 1)]
    return {
        "ratings": agreement.n_ratings,
        "n_gaps": study.table.n_missing,
        "lowest": number(defined.min() if len(defined) else math.nan),
        "highest": number(defined.max() if len(defined) else math.nan),
        "fewest": int(shared.min()),
        "largest": int(shared.max()),
        "alpha": number(agreement.alpha),
        "metric": Message(_METRICS[study.scheme]),
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
    ['@article{cohen1968weighted,', '@article{fleiss1969large,']
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


_WEIGHTS = {
    "quadratic": N_("a disagreement costs the square of its distance in categories"),
    "linear": N_("a disagreement costs its distance in categories"),
    "unweighted": N_("every disagreement costs the same"),
}
_METRICS = {
    "quadratic": N_("interval metric: squared distances"),
    "linear": N_("metric of absolute distances"),
    "unweighted": N_("nominal metric"),
}
_CATALOGUE = tomllib.loads(Path(__file__).with_name("methods.toml").read_text("utf-8"))
_SENTENCES = {
    style: {one["key"]: one["text"] for one in (*_CATALOGUE["both"], *_CATALOGUE[style])}
    for style in ("apa", "plain")
}
