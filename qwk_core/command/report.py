"""A study as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import shown, shown_categories
from qwk_core.ratings import Array
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.statistics.raters import RaterAgreement, scale_numbers
from qwk_core.statistics.raters.summaries import are_two_words
from qwk_core.study.cautions import find_cautions
from qwk_core.study.decimals import decimals_of_ends, decimals_of_kappa
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.method_values import share_words
from qwk_core.study.sentences import (
    given_words,
    interval_notes,
    method_words,
    percent_words,
    plain_text,
    reference_words,
)
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS

_WIDEST = 26  # categories, or raters: a larger matrix is not printed


def report_text(study: Study) -> str:
    r"""Write kappa, its interval, the matrices and what to know, as text.

    Parameters
    ----------
    study : Study
        What was computed.

    Returns
    -------
    str
        Lines for a terminal.

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], source="marks.csv")
    >>> report = report_text(study).splitlines()
    >>> report[0]
    'marks.csv: n = 3, 3 raters, 9 ratings, categories 1–3'
    >>> print(*report[5:10], sep="\n")
    Kappa of each pair (quadratic weights)
             A      B      C
      A      –  0.667  0.667
      B  0.667      –  0.250
      C  0.667  0.250      –
    """
    parts = [
        [*_heading(study)],
        [*_each(f"With {reference_words(study)}", study.against, study)] if study.against else [],
        [*_kappa(study)],
        [*_diagnostic(study)],
        [*_each(f"By group{_of_all(study)}", study.groups, study)],
    ]
    if study.is_pair:
        parts += _matrices(study)
    if study.against:
        title = f"By group, with {reference_words(study)}"
        parts.append([*_each(title, _against_by_group(study), study)])
    if study.agreement is not None:
        parts += _raters(study, study.agreement)
    digits = study.decimals
    parts.append(
        [f"{one.severity}: {plain_text(one.message, digits)}" for one in find_cautions(study)]
    )
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _heading(study: Study) -> Iterator[str]:
    about = [f"n = {_items(study.n)}"]
    if study.agreement is not None:
        about += [f"{len(study.raters)} raters", plain_text(given_words(study))]
    scale = shown_categories(study.categories)
    yield f"{study.source}: {', '.join(about)}, categories {scale}"
    yield from (plain_text(choice, study.decimals) for choice in study.remarks)


def _kappa(study: Study) -> Iterator[str]:
    digits = study.decimals
    yield f"kappa     {_number(study.kappa, digits)}  ({_weights(study.scheme)}{_of_all(study)})"
    if math.isnan(study.interval.low):
        yield "interval  none"
        return
    method = plain_text(method_words(study), digits)
    yield f"interval  {_ends(study.interval, digits)}  ({study.level * 100:.6g}%, {method})"
    if study.n_clusters:
        yield from (plain_text(note, digits) for note in interval_notes(study)[1:])


def _of_all(study: Study) -> str:
    of = "" if study.is_pair else ", all pairs in one"
    return of + (
        f", those with {shown(study.raters[study.reference or 0])} too" if study.against else ""
    )


def _weights(scheme: str) -> str:
    return scheme if scheme == "unweighted" else f"{scheme} weights"


def _each(title: str, studies: Mapping[str, Study], study: Study) -> Iterator[str]:
    """Yield the kappa of each study, which is a part of the whole one."""
    if studies:
        yield title
        yield from _table(
            [
                [
                    name,
                    _number(one.kappa, study.decimals),
                    _ends(one.interval, study.decimals),
                    f"n = {_items(one.n)}",
                ]
                for name, one in studies.items()
            ]
        )


def _against_by_group(study: Study) -> dict[str, Study]:
    """Return the study of each other rater with the truth in each group."""
    return {
        f"{group}, {name}": one
        for group, part in study.groups.items()
        for name, one in part.against.items()
    }


def _diagnostic(study: Study) -> Iterator[str]:
    found = diagnostics(study)
    if not found:
        return
    yield f"Positive: {shown(study.categories[1])}, the second of the two categories"
    rows = [
        [name, *(plain_text(share_words(share, study.level, "apa")) for share in shares)]
        for name, shares in ((name, one.shares.values()) for name, one in found.items())
    ]
    yield from _table([["", "sensitivity", "specificity"], *rows])
    yield from {one.caution: None for one in found.values() if one.caution is not None}


def _matrices(study: Study) -> Iterator[list[str]]:
    walk = study.walk
    if len(walk.categories) > _WIDEST:
        yield [f"The matrices have {len(walk.categories)} rows: --json has them."]
        return
    names = list(map(str, walk.categories))
    row, column = str(study.named.row), str(study.named.column)
    for title, matrix in (
        ("Observed", walk.observed),
        ("Weights", walk.weights),
        ("Expected", walk.expected),
    ):
        yield [f"{title} (rows {row}, columns {column})", *_matrix(matrix, names)]


def _matrix(matrix: Array, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a matrix, shape (N, N), its columns equally wide."""
    decimals = _decimals(matrix)
    cells = [[f"{cell:.{decimals}f}" for cell in row] for row in matrix.tolist()]
    width = max(map(len, [*names, *(cell for row in cells for cell in row)]))
    head = [f"{name:>{width}}" for name in names]
    return _table([["", *head], *([name, *row] for name, row in zip(names, cells, strict=True))])


def _decimals(matrix: Array) -> int:
    """Return how many decimals a matrix, shape (N, N), needs: four at most, one with thousands."""
    most = 1 if matrix.max() >= 1_000 else 4
    rounded = (places for places in range(most) if np.allclose(matrix, matrix.round(places)))
    return next(rounded, most)


def _raters(study: Study, agreement: RaterAgreement) -> Iterator[list[str]]:
    """Yield what there is where each rater's ratings are known."""
    digits, n_raters = study.decimals, len(agreement.raters)
    if n_raters > _WIDEST:
        yield [f"The matrix of pairs has {n_raters} rows: --json has it."]
    else:
        title = f"Kappa of each pair ({_weights(agreement.scheme)})"
        yield [title, *_square(agreement.pairs, agreement.raters, digits)]
        if np.ptp(agreement.pair_counts):
            counts = _square(agreement.pair_counts, agreement.raters, 0)
            yield ["Items that both of a pair rated", *counts]
    over = "clusters" if study.n_clusters else "items"
    title = f"All raters, with {study.level * 100:.6g}% intervals over {over}"
    yield [title, *_coefficients(agreement, study.coefficient_intervals, digits)]
    places = " (mean and bias count the categories as 1, 2, 3, …)"
    if are_two_words(agreement.categories):
        places = f" (share of {shown(agreement.categories[1])}; bias in steps)"
    title = f"Each rater{'' if scale_numbers(agreement.categories) else places}"
    yield [title, *_each_rater(agreement, digits)]


def _square(matrix: NDArray[np.generic], names: Sequence[str], digits: int) -> Iterator[str]:
    """Yield the lines of a matrix of shape (r, r), nothing on its diagonal."""
    cells = [
        ["–" if row == column else _number(cell, digits) for column, cell in enumerate(cells)]
        for row, cells in enumerate(matrix.tolist())
    ]
    return _table([["", *names], *([name, *row] for name, row in zip(names, cells, strict=True))])


def _coefficients(
    agreement: RaterAgreement, intervals: dict[str, KappaInterval], digits: int
) -> Iterator[str]:
    return _table(
        [
            [TEXTS["coefficient"][name], _number(value, digits), _ends(intervals[name], digits)]
            for name, value in agreement.coefficients.items()
        ]
    )


def _each_rater(agreement: RaterAgreement, digits: int) -> Iterator[str]:
    share = are_two_words(agreement.categories)
    return _table(
        [
            ["", "items", "share" if share else "mean", "bias", "with consensus", "pooled without"],
            *(
                [
                    one.name,
                    str(one.n_rated),
                    _share(one.mean) if share else _number(one.mean, 2),
                    _number(one.bias, 2, sign="+"),
                    _number(one.consensus_kappa, digits),
                    _number(one.pooled_without, digits),
                ]
                for one in agreement.raters_summary
            ),
        ]
    )


def _share(share: float) -> str:
    return "undefined" if math.isnan(share) else plain_text(percent_words(share))


def _items(n: int | float) -> str:
    return f"{n:,}" if isinstance(n, int) else f"{n:.2f}".rstrip("0").rstrip(".")


def _number(value: float, digits: int, sign: str = "") -> str:
    """Write a number; more digits where it would look like 1, which it is not."""
    if math.isnan(value):
        return "undefined"
    return _rounded(value, decimals_of_kappa(value, digits), sign)


def _rounded(value: float, digits: int, sign: str = "") -> str:
    rounded = round(value, digits) + 0.0  # this takes the sign from a minus zero
    return f"{rounded:{sign if rounded else ''}.{digits}f}"


def _ends(interval: KappaInterval, digits: int) -> str:
    if math.isnan(interval.low):
        return "no interval"
    digits = decimals_of_ends(interval.low, interval.high, digits)
    return f"{_rounded(interval.low, digits)} to {_rounded(interval.high, digits)}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of aligned cells: the first column to the left, the others to the right."""
    stub, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, *cells in rows:
        aligned = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([f"  {name:{stub}}", *aligned])
