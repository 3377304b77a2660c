"""Widths of intervals for other numbers of items, and the items a width needs."""

import math

import numpy as np
import pytest

from qwk_core import RatingsError, kappa_interval
from qwk_core.statistics.planning import interval_widths, items_for_width
from qwk_core.teaching.examples import example

STEPS = example("steps").walk().observed


def test_more_items_narrow_the_interval():
    widths = interval_widths(STEPS, [10, 40, 1000], level=0.9)
    assert widths[0] == pytest.approx(kappa_interval(STEPS, level=0.9).width)
    assert widths[1] == pytest.approx(kappa_interval(STEPS * 4, level=0.9).width)
    assert widths[2] == pytest.approx(kappa_interval(STEPS * 100, level=0.9).width)
    needed = items_for_width(STEPS, 0.1)
    assert interval_widths(STEPS, [needed])[0] <= 0.1 < interval_widths(STEPS, [needed - 1])[0]
    assert items_for_width([[5, 0], [0, 5]], 0.1) is None
    assert items_for_width([[5, 0], [0, 0]], 0.1) is None
    assert np.isnan(interval_widths([[5, 0], [0, 0]], [10, 100])).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: interval_widths(STEPS, [10, 0]), "Sizes: every number of items must be positive."),
        (lambda: items_for_width(STEPS, 0), "Width: 0 is not a positive number."),
        (lambda: items_for_width(STEPS, math.inf), "Width: inf is not a positive number."),
    ],
)
def test_refusals(call, message):
    with pytest.raises(RatingsError) as caught:
        call()
    assert str(caught.value) == message
