"""Who among the raters is severe, lenient or erratic."""

from __future__ import annotations

import pytest

from qwk_core import rater_agreement
from qwk_core.statistics.raters.characters import ERRATIC, LENIENT, SEVERE, limits

FIRST = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("third", "called"),
    [
        (FIRST, ()),
        ([max(rating - 2, 1) for rating in FIRST], (SEVERE,)),
        ([min(rating + 2, 5) for rating in FIRST], (LENIENT,)),
        ([6 - rating for rating in FIRST], (ERRATIC,)),
    ],
)
def test_raters_are_called_by_how_they_differ_from_the_others(
    third: list[int], called: tuple[str, ...]
) -> None:
    rows = list(zip(FIRST, FIRST, FIRST, third, strict=True))
    agreement = rater_agreement(rows, categories=range(1, 6))
    found = limits(agreement)
    assert [found.names(rater) for rater in agreement.raters_summary] == [(), (), (), called]
