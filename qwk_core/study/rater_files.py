"""Many raters to take along: the sentence for a paper, and tables as CSV."""

from __future__ import annotations

import math

from qwk_core.errors import shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.study.export import csv_text
from qwk_core.study.raters import RaterStudy
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    JACKKNIFE_SOURCE,
    MEASURE_SOURCES,
    TOOL,
    Source,
    tool_bibtex,
)


def rater_sentence(study: RaterStudy) -> Message:
    """Return the sentence for a paper: pooled kappa, its interval and method, raters and items.

    Parameters
    ----------
    study : RaterStudy
        What the sentence is about.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.raters import make_rater_study
    >>> from qwk_core.study.words import plain_text
    >>> print(plain_text(rater_sentence(make_rater_study([[1, 1], [1, 1]]))))
    Agreement of 2 raters, as one kappa of all pairs (quadratic weights), is undefined \
(n = 2 items, 4 ratings, 1 ordered categories: 1).
    """
    agreement, interval = study.agreement, study.intervals["pooled"]
    values = {
        "raters": len(agreement.raters),
        "kappa": Kappa(agreement.pooled),
        "weights": Message(_WEIGHTS[agreement.scheme]),
        "n": agreement.n_items,
        "ratings": agreement.n_ratings,
        "size": len(agreement.categories),
        "categories": shown_categories(agreement.categories),
    }
    if math.isnan(agreement.pooled):
        return Message(_UNDEFINED, values)
    if math.isnan(interval.low):
        return Message(_BARE, values)
    ends = {
        "level": round(100 * study.level, 4),
        "low": Kappa(interval.low),
        "high": Kappa(interval.high),
        "method": Message(_METHODS[interval.method]),
    }
    return Message(_SENTENCE, values | ends)


_WEIGHTS = {
    "quadratic": N_("quadratic weights"),
    "linear": N_("linear weights"),
    "unweighted": N_("no weights"),
}
_METHODS = {
    "fisher": N_("jackknife over items, on Fisher’s scale"),
    "jackknife": N_("jackknife over items"),
    "bootstrap": N_("bootstrap over items"),
}
_SENTENCE = N_(
    "Agreement of {raters} raters, as one kappa of all pairs ({weights}), was κ = {kappa} "
    "({level}% confidence interval {low} to {high}, {method}; n = {n} items, {ratings} ratings, "
    "{size} ordered categories: {categories})."
)
_BARE = N_(
    "Agreement of {raters} raters, as one kappa of all pairs ({weights}), was κ = {kappa} (no "
    "confidence interval can be given; n = {n} items, {ratings} ratings, {size} ordered "
    "categories: {categories})."
)
_UNDEFINED = N_(
    "Agreement of {raters} raters, as one kappa of all pairs ({weights}), is undefined (n = {n} "
    "items, {ratings} ratings, {size} ordered categories: {categories})."
)


def rater_citation(study: RaterStudy) -> tuple[str, ...]:
    """Return what to cite beside the pooled kappa, an entry each: measure, interval, tool.

    Parameters
    ----------
    study : RaterStudy
        What is cited.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from qwk_core.study.raters import make_rater_study
    >>> for entry in rater_citation(make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])):
    ...     print(entry.split(" ")[0])
    Cohen,
    Conger,
    Efron,
    QWK
    """
    return (*(source.text for source in _sources(study)), TOOL)


def rater_bibtex(study: RaterStudy) -> str:
    """Return the references of a study of many raters in BibTeX, those of all coefficients too.

    Parameters
    ----------
    study : RaterStudy
        The study.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.raters import make_rater_study
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])
    >>> [line for line in rater_bibtex(study).splitlines() if "@" in line][:2]
    ['@article{cohen1968weighted,', '@article{conger1980integration,']
    """
    sources = dict.fromkeys([*_sources(study), *COEFFICIENT_SOURCES.values()])
    return "\n".join([*(source.bibtex() for source in sources), tool_bibtex()])


def _sources(study: RaterStudy) -> list[Source]:
    sources = [MEASURE_SOURCES[study.agreement.scheme], COEFFICIENT_SOURCES["conger"]]
    if not math.isnan(study.intervals["pooled"].low):
        sources.append(JACKKNIFE_SOURCE)
    return sources


def rater_study_csv(study: RaterStudy) -> dict[str, str]:
    """Return a study of many raters as CSV files, at full precision.

    Parameters
    ----------
    study : RaterStudy
        What is written.

    Returns
    -------
    dict of str to str
        By file name: pairs.csv (a line for each pair: its kappa, its common items, its E),
        coefficients.csv, raters.csv, items.csv. What is undefined is an empty cell.

    Examples
    --------
    >>> from qwk_core.study.raters import make_rater_study
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], raters=["Ann", "Ben", "Cy"])
    >>> rater_study_csv(study)["pairs.csv"].splitlines()[:2]
    ['rater,other,kappa,items,expected', 'Ann,Ben,0.6666666666666666,3,0.25']
    """
    agreement = study.agreement
    names, expected = agreement.raters, agreement.pair_expected
    pairs = [
        [names[g], names[h], agreement.pairs[g, h], agreement.pair_counts[g, h], expected[g, h]]
        for g in range(len(names))
        for h in range(g + 1, len(names))
    ]
    intervals = study.intervals
    coefficients = [
        [
            name,
            value,
            *(getattr(intervals[name], end) for end in ("low", "high", "level", "method")),
        ]
        for name, value in agreement.coefficients.items()
    ]
    raters = [
        [
            one.name,
            one.n_rated,
            one.mean,
            one.bias,
            one.bias_spread,
            one.consensus_kappa,
            one.pooled_without,
        ]
        for one in agreement.raters_summary
    ]
    summary = agreement.items_summary
    items = [
        [at + 1, n_ratings, summary.spread[at], summary.share[at], *summary.ratings(at)]
        for at, n_ratings in enumerate(summary.n_ratings.tolist())
    ]
    return {
        "pairs.csv": _table(["rater", "other", "kappa", "items", "expected"], pairs),
        "coefficients.csv": _table(
            ["coefficient", "estimate", "low", "high", "level", "method"], coefficients
        ),
        "raters.csv": _table(
            [
                "rater",
                "items",
                "mean",
                "above_the_others",
                "spread",
                "kappa_with_consensus",
                "pooled_without",
            ],
            raters,
        ),
        "items.csv": _table(["item", "ratings", "spread", "share", *names], items),
    }


def _table(head: list[str], rows: list[list[object]]) -> str:
    return csv_text([head, *(["" if cell is None else cell for cell in row] for row in rows)])
