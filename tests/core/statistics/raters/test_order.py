"""Raters in an order in which those who agree stand side by side."""

from __future__ import annotations

import numpy as np
import pytest

from qwk_core.statistics.raters import by_similarity


def test_a_chain_of_raters_is_found_again() -> None:
    places = np.array([3, 0, 4, 1, 2])  # where each rater stands in the chain
    pairs = 1 - np.abs(places[:, np.newaxis] - places) / 10
    pairs[1, 3] = pairs[3, 1] = 0.99  # the chain begins here
    assert by_similarity(pairs) == (1, 3, 4, 0, 2)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_without_any_kappa_the_order_is_the_tables(size: int) -> None:
    assert by_similarity(np.full((size, size), np.nan)) == tuple(range(size))


def test_an_undefined_pair_agrees_least() -> None:
    assert by_similarity([[1, np.nan, 0.1], [np.nan, 1, -0.9], [0.1, -0.9, 1]]) == (0, 2, 1)
