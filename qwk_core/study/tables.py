"""Every matrix and table of a study as CSV, by file name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from qwk_core.statistics.intervals import KappaInterval
from qwk_core.statistics.raters import scale_numbers
from qwk_core.study.checklist import checklist
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.export import csv_text, matrix_csv, walkthrough_csv
from qwk_core.study.raw import raw_agreement
from qwk_core.study.sentences import plain_text
from qwk_core.study.study import Study
from qwk_core.study.two_models import compare_with_reference


def study_tables(study: Study) -> dict[str, Callable[[], str]]:
    """Return what writes each matrix and table of a study as CSV, by file name.

    `observed.csv` and `expected.csv`; `weights.csv`, `weighted_observed.csv`,
    `weighted_expected.csv` and `shares.csv` (each cell's part of the numerator) under the scheme
    that is reported; `cells.csv` with all of these, a line for each cell; `kappas.csv` with the
    three schemes (where items come in clusters or bear weights, the standard errors by the formula
    are for `independent_items`); and with groups `groups.csv`, a line for each. Where one of more
    than two raters is the truth or the reference, `against.csv` has the kappa of each other one
    with it, what it is made of and both means; `groups_against.csv` the same kappa in each group;
    and `difference.csv`, of two others, the difference of their kappas. Of two categories,
    `diagnostic_accuracy.csv` has the sensitivity and the specificity. Where each rater's ratings
    are known, also `pairs.csv` (a line for each pair: its kappa, its common items, its E),
    `coefficients.csv`, `raters.csv` (`means_in` says whether the categories count as the numbers
    that they are, as 1, 2, 3, …, or two words as 0, 1) and `items.csv` (with the weight of each
    item, where items bear some); then the matrices are those of all pairs in one. `checklist.csv`
    has the items of GRRAS with what the author filled in. What is undefined is an empty cell.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    dict of str to callable

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> tables = study_tables(make_study([[40, 9], [6, 45]]))
    >>> len(tables), tables["observed.csv"]().splitlines()
    (10, ['actual / predicted,0,1', '0,40,9', '1,6,45'])
    >>> tables["kappas.csv"]().splitlines()[0][:41]
    'scheme,n,kappa,low,high,level,method,stan'
    >>> from qwk_core.study.study import make_rater_study
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], raters=["Ann", "Ben", "Cy"])
    >>> study_tables(study)["pairs.csv"]().splitlines()[:2]
    ['rater,other,kappa,items,expected', 'Ann,Ben,0.6666666666666666,3,0.25']
    """
    tables: dict[str, Callable[[], str]] = {}
    walk = study.walks.get(study.scheme)
    if walk is not None:
        for name in _MATRICES:
            tables[f"{name}.csv"] = partial(matrix_csv, getattr(walk, name), walk.categories)
        tables["cells.csv"] = partial(walkthrough_csv, walk)
    known = study.agreement is not None
    listed = {
        "kappas": (_kappas, True),
        "groups": (_groups, bool(study.groups)),
        "against": (_against, bool(study.against)),
        "groups_against": (_groups_against, bool(study.groups and study.against)),
        "difference": (_difference, compare_with_reference(study) is not None),
        "diagnostic_accuracy": (_diagnostic, bool(diagnostics(study))),
        "pairs": (_pairs, known),
        "coefficients": (_coefficients, known),
        "raters": (_raters, known),
        "items": (_items, known),
        "checklist": (_checklist, True),
    }
    for name, (rows, wanted) in listed.items():
        if wanted:
            tables[f"{name}.csv"] = partial(_written, rows, study)
    return tables


def _written(rows: Callable[[Study], Iterable[Sequence[object]]], study: Study) -> str:
    return csv_text(rows(study))


_MATRICES = (
    "observed",
    "expected",
    "weights",
    "weighted_observed",
    "weighted_expected",
    "shares",
)
_ENDS = ("low", "high", "level", "method")
_ERRORS = ("standard_error", "formula_standard_error", "null_standard_error")
_SURE = ("n", "kappa", *_ENDS, *_ERRORS, "independent_items")
# Of a rater beside the truth, or the reference, whose mean comes first.
_BESIDE = ("same", "observed", "expected", "mean_of_reference", "mean")
_OF_DIFFERENCE = ("low", "high", "level", "degrees_of_freedom", "caution")
_OF_MEANS = ("difference", "difference_low", "difference_high")


def _kappas(study: Study) -> Iterator[Sequence[object]]:
    yield "scheme", *_SURE
    for scheme, interval in study.intervals.items():
        yield scheme, *_sure(study.n, interval, study.effective.get(scheme))


def _sure(n: int | float, interval: KappaInterval, independent: float | None) -> list[object]:
    return [n, *(getattr(interval, name) for name in _SURE[1:-1]), independent]


def _sure_of(part: Study) -> list[object]:
    return _sure(part.n, part.interval, part.independent_items)


def _groups(study: Study) -> Iterator[Sequence[object]]:
    yield "group", *_SURE
    for name, group in study.groups.items():
        yield name, *_sure_of(group)


def _against(study: Study) -> Iterator[Sequence[object]]:
    yield "rater", *_SURE, *_BESIDE, *_OF_MEANS
    for name, one in study.against.items():
        raw = raw_agreement(one)
        means = raw.means or ()
        beside = raw.same, raw.observed, raw.expected, *means, raw.difference, raw.low, raw.high
        yield name, *_sure_of(one), *beside


def _groups_against(study: Study) -> Iterator[Sequence[object]]:
    yield "group", "rater", *_SURE
    for group, part in study.groups.items():
        for name, one in part.against.items():
            yield group, name, *_sure_of(one)


def _difference(study: Study) -> Iterator[Sequence[object]]:
    compared = compare_with_reference(study)
    assert compared is not None, "two raters have a kappa with the truth"
    found = compared.difference
    kappas = found.first.kappa, found.second.kappa
    sure = found.low, found.high, found.level, found.df or None, found.caution
    yield "first", "second", "n", "kappa_first", "kappa_second", "difference", *_OF_DIFFERENCE
    yield *compared.names[1:], found.n, *kappas, found.difference, *sure


def _diagnostic(study: Study) -> Iterator[Sequence[object]]:
    yield "rater", "positive", "measure", "estimate", "hits", "n", *_ENDS
    for name, one in diagnostics(study).items():
        for measure, share in one.shares.items():
            ends = share.low, share.high, study.level, one.method
            yield name, one.positive, measure, share.estimate, share.hits, share.n, *ends


def _pairs(study: Study) -> Iterator[Sequence[object]]:
    agreement = study.all_raters
    names, expected = agreement.raters, agreement.pair_expected
    yield "rater", "other", "kappa", "items", "expected"
    for g, h in combinations(range(len(names)), 2):
        pair = agreement.pairs[g, h], agreement.pair_counts[g, h], expected[g, h]
        yield names[g], names[h], *pair


def _coefficients(study: Study) -> Iterator[Sequence[object]]:
    yield "coefficient", "estimate", *_ENDS
    for name, value in study.all_raters.coefficients.items():
        interval = study.coefficient_intervals[name]
        yield name, value, *(getattr(interval, end) for end in _ENDS)


def _raters(study: Study) -> Iterator[Sequence[object]]:
    words = "0, 1" if len(study.categories) == 2 else "1, 2, 3, …"
    unit = "scale" if scale_numbers(study.categories) else words
    yield *_RATER_COLUMNS, "means_in"
    for one in study.all_raters.raters_summary:
        yield [*(getattr(one, name) for name in _RATER_COLUMNS.values()), unit]


def _items(study: Study) -> Iterator[Sequence[object]]:
    summary, table = study.all_raters.items_summary, study.all_raters.table
    weights = table.item_weights
    weight = [] if weights is None else ["weight"]
    yield "item", *weight, "ratings", "spread", "share", *table.raters
    for at, n_ratings in enumerate(summary.n_ratings.tolist()):
        own = [] if weights is None else [weights[at]]
        yield at + 1, *own, n_ratings, summary.spread[at], summary.share[at], *table.ratings(at)


def _checklist(study: Study) -> Iterator[Sequence[object]]:
    yield "number", "item", "where", "answered", "filled_in"
    for item in checklist(study):
        own = " ".join(map(plain_text, item.own))
        yield item.number, plain_text(item.text), plain_text(item.where), item.answered, own


# What the columns are called, and which attribute of a `RaterSummary` each holds.
_RATER_COLUMNS = {
    "rater": "name",
    "items": "n_rated",
    "mean": "mean",
    "above_the_others": "bias",
    "spread": "bias_spread",
    "kappa_with_consensus": "consensus_kappa",
    "pooled_without": "pooled_without",
}


def counts_csv(study: Study) -> str:
    """Return the counts as CSV, a line for each pair of categories that occurs.

    The columns are actual, predicted and count: what "Your data" and the command read again.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> counts_csv(make_study([[40, 0], [6, 45]])).splitlines()
    ['actual,predicted,count', '0,0,40', '1,0,6', '1,1,45']
    """
    categories = study.categories
    rows, columns = np.nonzero(study.observed)
    counts = study.observed[rows, columns].tolist()
    pairs = zip(rows.tolist(), columns.tolist(), counts, strict=True)
    lines = ([categories[row], categories[column], count] for row, column, count in pairs)
    return csv_text([["actual", "predicted", "count"], *lines])
