"""A paragraph on the method, as a paper has it: in APA style, and in plain words; references."""

from __future__ import annotations

import math

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.statistics.intervals import INDEPENDENT
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    MEASURE_SOURCES,
    NUMPY,
    PROGRAM,
    tool_bibtex,
)
from qwk_core.study.sentences import (
    MEASURES,
    ShortKappa,
    cut_values,
    measure_words,
    method_words,
    percentage,
    sources,
)
from qwk_core.study.study import Study

METHOD_STYLES = ("apa", "plain")
"""The styles of a paragraph."""


def methods(study: Study, style: str = "apa") -> tuple[Message, ...]:
    """Return a paragraph on how a kappa came about, a sentence each.

    It names the items and those left out, the codes for missing ratings, rounding and cut-points,
    the weights, the interval's method and the program's version.

    Parameters
    ----------
    study : Study
        The study.
    style : {"apa", "plain"}
        APA style, with citations and a kappa without its leading 0; or plain words.

    Returns
    -------
    tuple of Message

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> study = make_study([[40, 9], [6, 45]], ("no", "yes"), n_missing=3, codes=["-99"])
    >>> for said in methods(study)[2:4]:
    ...     print(said)
    Of 103 rows, 3 were excluded because a rating was missing.
    The code “-99” was treated as a missing rating.
    """
    words, number = _WORDS[style], ShortKappa if style == "apa" else Kappa
    interval = study.interval
    values: dict[str, Message | str | float] = {
        "n": study.n,
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
        "measure": measure_words(study) if not study.is_pair else Message(MEASURES[study.scheme]),
        "raters": len(study.raters),
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
    }
    said = ["data" if study.is_pair else "data_many", "scale"]
    said += ["missing"] * bool(study.n_missing)
    said += [] if not study.codes else ["code" if len(study.codes) == 1 else "codes"]
    if study.cutting is not None:
        said.append(study.cutting.way)
        values |= cut_values(study)
        values["held_out"] = number(study.cutting.held_out)
    said.append("measure")
    known = study.has_interval
    said += (
        ["undefined" if study.is_pair else "undefined_many"]
        if math.isnan(study.kappa)
        else ["result" if known else "bare"]
    )
    said += ["interval"] * known
    supposed = (Message(INDEPENDENT),) if known and study.independent_items is None else ()
    first = tuple(Message(words[key], values) for key in said)
    return (*first, *supposed, Message(words["tool"], values))


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
    own = sources(study)
    if study.agreement is not None:
        own = tuple(dict.fromkeys([*own, *COEFFICIENT_SOURCES.values()]))
    return "\n".join([*(source.bibtex() for source in own), tool_bibtex()])


_WEIGHTS = {
    "quadratic": N_("a disagreement costs the square of its distance in categories"),
    "linear": N_("a disagreement costs its distance in categories"),
    "unweighted": N_("every disagreement costs the same"),
}
_SHARED = {
    "missing": N_("Of {rows} rows, {missing} were excluded because a rating was missing."),
    "code": N_("The code {codes} was treated as a missing rating."),
    "undefined_many": N_("Kappa was undefined."),
    "codes": N_("The codes {codes} were treated as missing ratings."),
}
_WORDS = {
    "apa": {
        **_SHARED,
        "data": N_("Two ratings of each of {n} items were compared."),
        "data_many": N_("Ratings of {n} items by {raters} raters were compared, pair by pair."),
        "scale": N_("The scale had {size} ordered categories ({categories})."),
        "rounded": N_("Predicted scores were rounded to the nearest category, halves up."),
        "given": N_("Predicted scores were cut into categories at {thresholds}."),
        "tuned": N_(
            "Predicted scores were cut into categories at cut-points tuned for quadratically "
            "weighted kappa on the same items ({thresholds}); in cross-validation with {folds} "
            "folds it was {held_out} on the items held out."
        ),
        "stretched": N_(
            "Predicted scores were stretched to the mean and the standard deviation of the actual "
            "ratings of the same items, then rounded; in cross-validation with {folds} folds, "
            "quadratically weighted kappa was {held_out} on the items held out."
        ),
        "measure": N_("Agreement was quantified by {measure} ({source}), in which {weights}."),
        "result": N_("Agreement was κ = {kappa}, {level}% CI [{low}, {high}]."),
        "bare": N_("Agreement was κ = {kappa}; no confidence interval is given."),
        "undefined": N_("Kappa was undefined, because both ratings were constant."),
        "interval": N_("The interval was computed {method} ({sources})."),
        "tool": N_("Computations were made with {tool} and {numpy}."),
    },
    "plain": {
        **_SHARED,
        "data": N_("We compared two ratings of the same {n} items."),
        "data_many": N_("We compared the ratings of {n} items by {raters} raters, pair by pair."),
        "scale": N_("Each rating is one of {size} ordered categories: {categories}."),
        "missing": N_("We left out {missing} of {rows} rows, since a rating was missing."),
        "rounded": N_("We rounded predicted scores to the nearest category, halves up."),
        "given": N_("We cut predicted scores into categories at {thresholds}."),
        "tuned": N_(
            "We cut predicted scores into categories at {thresholds}, which we chose on these same "
            "items for the highest quadratic kappa. On items kept out of that choice ({folds} "
            "folds) it is {held_out}."
        ),
        "stretched": N_(
            "We stretched predicted scores to the mean and the spread of these items’ actual "
            "ratings, then rounded. On items kept out of that ({folds} folds) quadratic kappa is "
            "{held_out}."
        ),
        "measure": N_(
            "We measured agreement with {measure}: 1 is perfect, 0 is what chance would give, and "
            "{weights}."
        ),
        "result": N_("Kappa is {kappa}, with a {level}% confidence interval from {low} to {high}."),
        "bare": N_("Kappa is {kappa}; we give no confidence interval."),
        "undefined": N_("Kappa is undefined: both raters gave every item the same category."),
        "interval": N_("We computed the interval {method}."),
        "tool": N_("We used {tool} and {numpy}."),
    },
}
