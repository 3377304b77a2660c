"""Every matrix and table of a study as CSV, by file name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from qwk_core.statistics.intervals import KappaInterval
from qwk_core.study.export import csv_text, matrix_csv, walkthrough_csv
from qwk_core.study.study import Study


def study_csv(study: Study) -> dict[str, str]:
    """Return every matrix and table of a study as CSV, by file name.

    `observed.csv` and `expected.csv`; `weights.csv`, `weighted_observed.csv`,
    `weighted_expected.csv` and `shares.csv` (each cell's part of the numerator) under the scheme
    that is reported; `cells.csv` with all of these, a line for each cell; `kappas.csv` with the
    three schemes; and with groups `groups.csv`, a line for each. Where each rater's ratings are
    known, also `pairs.csv` (a line for each pair: its kappa, its common items, its E),
    `coefficients.csv`, `raters.csv` and `items.csv`; then the matrices are those of all pairs in
    one. What is undefined is an empty cell.

    Parameters
    ----------
    study : Study
        The study to export.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> files = study_csv(make_study([[40, 9], [6, 45]]))
    >>> len(files), files["observed.csv"].splitlines()
    (8, ['actual / predicted,0,1', '0,40,9', '1,6,45'])
    >>> files["kappas.csv"].splitlines()[0]
    'scheme,n,kappa,low,high,level,method,standard_error,formula_standard_error,null_standard_error'
    >>> from qwk_core.study.study import make_rater_study
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], raters=["Ann", "Ben", "Cy"])
    >>> study_csv(study)["pairs.csv"].splitlines()[:2]
    ['rater,other,kappa,items,expected', 'Ann,Ben,0.6666666666666666,3,0.25']
    """
    walk, files = study.walks.get(study.scheme), {}
    if walk is not None:
        matrices = {
            "observed": walk.observed,
            "expected": walk.expected,
            "weights": walk.weights,
            "weighted_observed": walk.weighted_observed,
            "weighted_expected": walk.weighted_expected,
            "shares": walk.shares,
        }
        files = {f"{name}.csv": matrix_csv(one, walk.categories) for name, one in matrices.items()}
        files["cells.csv"] = walkthrough_csv(walk)
    files["kappas.csv"] = _interval_table(
        "scheme", {scheme: (study.n, one) for scheme, one in study.intervals.items()}
    )
    if study.groups:
        files["groups.csv"] = _interval_table(
            "group", {name: (group.n, group.interval) for name, group in study.groups.items()}
        )
    return files if study.agreement is None else files | _raters_csv(study)


def _raters_csv(study: Study) -> dict[str, str]:
    """Return what there is where each rater's ratings are known: pairs, raters, items."""
    agreement, intervals = study.all_raters, study.coefficient_intervals
    names, expected = agreement.raters, agreement.pair_expected
    pairs = [
        [names[g], names[h], agreement.pairs[g, h], agreement.pair_counts[g, h], expected[g, h]]
        for g in range(len(names))
        for h in range(g + 1, len(names))
    ]
    ends = ("low", "high", "level", "method")
    coefficients = [
        [name, value, *(getattr(intervals[name], end) for end in ends)]
        for name, value in agreement.coefficients.items()
    ]
    raters = [
        [getattr(one, name) for name in _RATER_COLUMNS.values()] for one in agreement.raters_summary
    ]
    summary = agreement.items_summary
    items = [
        [at + 1, n_ratings, summary.spread[at], summary.share[at], *summary.ratings(at)]
        for at, n_ratings in enumerate(summary.n_ratings.tolist())
    ]
    return {
        "pairs.csv": csv_text([["rater", "other", "kappa", "items", "expected"], *pairs]),
        "coefficients.csv": csv_text([["coefficient", "estimate", *ends], *coefficients]),
        "raters.csv": csv_text([[*_RATER_COLUMNS], *raters]),
        "items.csv": csv_text([["item", "ratings", "spread", "share", *names], *items]),
    }


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


def _interval_table(first: str, intervals: Mapping[str, tuple[int | float, KappaInterval]]) -> str:
    columns = [
        "kappa",
        "low",
        "high",
        "level",
        "method",
        "standard_error",
        "formula_standard_error",
        "null_standard_error",
    ]
    rows = (
        [name, n, *(getattr(interval, column) for column in columns)]
        for name, (n, interval) in intervals.items()
    )
    return csv_text([[first, "n", *columns], *rows])
