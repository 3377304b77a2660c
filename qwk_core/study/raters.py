"""A study of many raters: who agrees with whom, by group too, as JSON and as text."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.errors import shown_categories
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category
from qwk_core.statistics.intervals import check_level
from qwk_core.statistics.raters import CoefficientInterval, RaterAgreement, rater_agreement
from qwk_core.study.export import json_value
from qwk_core.study.study import SMALL
from qwk_core.study.words import plain_text

FORMAT = "qwk-raters/1"
"""What the JSON of many raters calls itself; docs/raters_schema.json describes it."""

NAMES = {
    "pooled": "pooled kappa",
    "conger": "Conger's kappa",
    "light": "Light's kappa",
    "fleiss": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha",
    "ac2": "Gwet's AC2",
}
"""What the coefficients are called, in English."""

SEED = 1
"""The seed of the bootstrap draws."""

_WIDEST = 26  # raters: a larger matrix is not printed


@dataclass(frozen=True, eq=False)
class RaterStudy:
    """Many raters' ratings and all that follows from them, computed when first asked for.

    Made by `make_rater_study`, which checks what goes in.

    Attributes
    ----------
    agreement : RaterAgreement
        How far all raters agree.
    source : str
        Where the ratings came from, as people know it: a file's name.
    groups : mapping of str to RaterAgreement
        How far they agree on the items of each group, on the same scale; empty where there are
        none.
    read : tuple of Message
        What was recognised in the file, a sentence each.
    level : float
        The intervals' level of confidence, between 0 and 1.
    """

    agreement: RaterAgreement
    source: str = ""
    groups: Mapping[str, RaterAgreement] = field(default_factory=dict)
    read: tuple[Message, ...] = ()
    level: float = 0.95

    @cached_property
    def intervals(self) -> dict[str, CoefficientInterval]:
        """How sure each coefficient is: by the jackknife over items, on Fisher's scale."""
        return _intervals(self.agreement, self.level)

    @cached_property
    def group_intervals(self) -> dict[str, dict[str, CoefficientInterval]]:
        """The same in each group."""
        return {name: _intervals(one, self.level) for name, one in self.groups.items()}

    @property
    def remarks(self) -> tuple[Message, ...]:
        """What was recognised, and what to know about the numbers, a sentence each."""
        remarks = list(self.read)
        n_cells = self.agreement.positions.size
        n_missing = n_cells - self.agreement.n_ratings
        if n_missing:
            remarks.append(Message(_GAPS, {"n_missing": n_missing, "n_cells": n_cells}))
        if self.few_items is not None:
            remarks.append(self.few_items)
        return tuple(remarks)

    @property
    def few_items(self) -> Message | None:
        """What to know about the intervals where the items are few."""
        n = self.agreement.n_items
        return Message(_FEW_ITEMS, {"n": n}) if n < SMALL else None

    @property
    def decimals(self) -> int:
        """How many decimals a coefficient is written with: more for narrow intervals."""
        width = self.intervals["pooled"].high - self.intervals["pooled"].low
        return min(max(3, math.ceil(-math.log10(width)) + 1), 12) if width > 0 else 3


_GAPS = N_(
    "{n_missing} of {n_cells} ratings are missing: each pair is compared on the items that both "
    "rated."
)
# Of `python -m tests.benchmarks.raters_coverage`: 3 and 5 raters, 10 and 20 items, κ from .37 to
# .86, even and skewed totals, 250 times each. The plain jackknife: 86 to 96, and 74 to 90.
_FEW_ITEMS = N_(
    "With few items ({n}), intervals can be too narrow. In simulations with 10 and 20 items, those "
    "meant to hold the truth 95 times in 100 did so 93 to 97 times where all categories were used "
    "alike, and 76 to 93 times where most ratings were one category."
)


def _intervals(agreement: RaterAgreement, level: float) -> dict[str, CoefficientInterval]:
    return agreement.intervals(method="fisher", level=level)


def make_rater_study(
    ratings: Any,
    *,
    categories: Iterable[Category] | None = None,
    raters: Iterable[object] | None = None,
    groups: Sequence[str] = (),
    source: str = "",
    remarks: Iterable[Message] = (),
    scheme: str = "quadratic",
    level: float = 0.95,
) -> RaterStudy:
    """Check many raters' ratings and return all that a report says about them.

    Parameters
    ----------
    ratings, categories, raters
        As `rater_agreement` takes them.
    groups : sequence of str, length n or 0
        The group of each item. Groups without any rating are left out.
    source : str
        Where the ratings came from, as people know it: a file's name.
    remarks : iterable of Message
        What was recognised in the file, a sentence each.
    scheme : {"quadratic", "linear", "unweighted"}
        How disagreement is weighted.
    level : float
        The intervals' level of confidence, between 0 and 1.

    Returns
    -------
    RaterStudy

    Raises
    ------
    RatingsError
        If the ratings or a setting cannot be used.

    Examples
    --------
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], groups=["a", "a", "b"])
    >>> round(study.agreement.pooled, 3), list(study.groups)
    (0.538, ['a', 'b'])
    """
    check_level(level)
    agreement = rater_agreement(ratings, categories=categories, raters=raters, scheme=scheme)
    rated = np.count_nonzero(agreement.positions >= 0, axis=1)
    items_of: dict[str, list[int]] = {}
    for item, name in enumerate(groups):
        items_of.setdefault(name, []).append(item)
    return RaterStudy(
        agreement=agreement,
        source=source,
        groups={
            name: agreement.of_items(items)
            for name, items in items_of.items()
            if rated[items].any()
        },
        read=tuple(remarks),
        level=float(level),
    )


def rater_study_json(study: RaterStudy) -> str:
    """Return a study of many raters as JSON; docs/raters_schema.json describes every key.

    Parameters
    ----------
    study : RaterStudy
        What is written.

    Returns
    -------
    str

    Examples
    --------
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])
    >>> content = json.loads(rater_study_json(study))
    >>> content["raters"], round(content["pooled"], 3), content["pair_counts"][0]
    (['A', 'B', 'C'], 0.538, [3, 3, 3])
    """
    agreement = study.agreement
    content = {
        "format": FORMAT,
        "source": study.source,
        "n_items": agreement.n_items,
        "n_ratings": agreement.n_ratings,
        "remarks": [plain_text(remark) for remark in study.remarks],
        "scheme": agreement.scheme,
        "categories": agreement.categories,
        "raters": agreement.raters,
        **_agreement_content(agreement, study.intervals),
        "raters_summary": [asdict(one) for one in agreement.raters_summary],
        "groups": [
            {
                "name": name,
                "n_items": one.n_items,
                "n_ratings": one.n_ratings,
                **_agreement_content(one, study.group_intervals[name]),
            }
            for name, one in study.groups.items()
        ],
    }
    return json.dumps(json_value(content), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _agreement_content(
    agreement: RaterAgreement, intervals: Mapping[str, CoefficientInterval]
) -> dict[str, Any]:
    return {
        "pairs": agreement.pairs.tolist(),
        "pair_counts": agreement.pair_counts,
        **agreement.coefficients,
        "undefined_reasons": {name: agreement.reasons.get(name) for name in NAMES},
        "intervals": {
            name: {
                **{
                    key: value
                    for key, value in vars(intervals[name]).items()
                    if key not in ("coefficient", "estimate")
                },
                "seed": SEED if intervals[name].n_draws else None,
            }
            for name in NAMES
        },
    }


def rater_report(study: RaterStudy) -> str:
    r"""Return a study of many raters as text, in English.

    Parameters
    ----------
    study : RaterStudy
        What is reported.

    Returns
    -------
    str

    Examples
    --------
    >>> study = make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]], source="marks.csv")
    >>> report = rater_report(study).splitlines()
    >>> report[0]
    'marks.csv: 3 items, 3 raters, 9 ratings, categories 1–3'
    >>> print(*report[3:8], sep="\n")
    Kappa of each pair (quadratic weights)
             A      B      C
      A      –  0.667  0.667
      B  0.667      –  0.250
      C  0.667  0.250      –
    """
    return "\n".join([*_report(study), ""])


def _report(study: RaterStudy) -> Iterator[str]:
    agreement, digits = study.agreement, study.decimals
    n_raters = len(agreement.raters)
    yield (
        f"{study.source}: {agreement.n_items:,} items, {n_raters} raters, "
        f"{agreement.n_ratings:,} ratings, categories {shown_categories(agreement.categories)}"
    )
    yield from (plain_text(remark) for remark in study.remarks)
    yield ""
    if n_raters > _WIDEST:
        yield f"The matrix of pairs has {n_raters} rows: --json has it."
    else:
        yield f"Kappa of each pair ({agreement.scheme} weights)"
        yield from _square(agreement.pairs, agreement.raters, digits)
        if np.ptp(agreement.pair_counts):
            yield ""
            yield "Items that both of a pair rated"
            yield from _square(agreement.pair_counts, agreement.raters, 0)
    yield ""
    yield f"All raters, with {study.level * 100:.6g}% intervals over items"
    yield from _coefficients(agreement, study.intervals, digits)
    yield ""
    yield "Each rater"
    yield from _raters(agreement, digits)
    if study.groups:
        yield ""
        yield "Pooled kappa by group"
        yield from _groups(study, digits)


def _square(matrix: NDArray[Any], names: Sequence[str], digits: int) -> Iterator[str]:
    """Yield the lines of a matrix of shape (r, r), nothing on its diagonal."""
    cells = [
        ["–" if row == column else _number(cell, digits) for column, cell in enumerate(cells)]
        for row, cells in enumerate(matrix.tolist())
    ]
    return _table([["", *names], *([name, *row] for name, row in zip(names, cells, strict=True))])


def _coefficients(
    agreement: RaterAgreement, intervals: Mapping[str, CoefficientInterval], digits: int
) -> Iterator[str]:
    yield from _table(
        [
            [NAMES[name], _number(value, digits), _ends(intervals[name], digits)]
            for name, value in agreement.coefficients.items()
        ]
    )
    reasons = {name: one.caution for name, one in intervals.items() if one.caution is not None}
    for reason in dict.fromkeys(reasons.values()):
        about = ", ".join(NAMES[name] for name in reasons if reasons[name] == reason)
        yield f"  {about}: {reason}"


def _raters(agreement: RaterAgreement, digits: int) -> Iterator[str]:
    return _table(
        [
            ["", "items", "mean", "bias", "with consensus", "pooled without"],
            *(
                [
                    one.name,
                    str(one.n_rated),
                    _number(one.mean, 2),
                    _number(one.bias, 2, sign="+"),
                    _number(one.consensus_kappa, digits),
                    _number(one.pooled_without, digits),
                ]
                for one in agreement.raters_summary
            ),
        ]
    )


def _groups(study: RaterStudy, digits: int) -> Iterator[str]:
    return _table(
        [
            [
                name,
                _number(one.pooled, digits),
                _ends(study.group_intervals[name]["pooled"], digits),
                f"n = {one.n_items:,}",
            ]
            for name, one in study.groups.items()
        ]
    )


def _number(value: float, digits: int, sign: str = "") -> str:
    return "undefined" if math.isnan(value) else f"{value:{sign}.{digits}f}"


def _ends(interval: CoefficientInterval, digits: int) -> str:
    if math.isnan(interval.low):
        return "no interval"
    ends = f"{_number(interval.low, digits)} to {_number(interval.high, digits)}"
    return f"{ends}  ({interval.method})"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of aligned cells: the first column to the left, the others to the right."""
    stub, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, *cells in rows:
        aligned = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([f"  {name:{stub}}", *aligned])
