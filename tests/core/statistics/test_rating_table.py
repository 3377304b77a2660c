"""A table of ratings and the counts of its pairs: two raters are one case of it."""

import numpy as np
import pytest

from qwk_core.statistics.rating_table import RatingTable

POSITIONS = [[0, 1, 2], [1, 1, -1], [2, -1, 2], [-1, -1, 0], [2, 2, 1]]
TABLE = RatingTable(
    np.array(POSITIONS, dtype=np.int16),
    ("no", "perhaps", "yes"),
    ("Ann", "Ben", "Cy"),
    groups=("a", "a", "b", "b", "b"),
)


def test_a_table_says_how_large_it_is_and_what_it_lacks() -> None:
    assert (TABLE.n_items, TABLE.n_raters, TABLE.n_missing) == (5, 3, 4)
    with pytest.raises(ValueError, match="read-only"):
        TABLE.positions[0, 0] = 1


def test_the_counts_of_a_pair_are_those_of_the_items_that_both_rated() -> None:
    pair = TABLE.pair(0, 1)
    assert pair.raters == ("Ann", "Ben")
    assert pair.observed.tolist() == [[0, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert (pair.n, pair.n_missing, pair.n_items, pair.n_raters) == (3, 2, 5, 2)
    assert pair.missing == (0, 1, 1)
    assert pair.groups["a"].observed.tolist() == [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert np.array_equal(sum(one.observed for one in pair.groups.values()), pair.observed)


def test_a_pair_the_other_way_round() -> None:
    there, back = TABLE.pair(0, 2), TABLE.pair(2, 0)
    assert np.array_equal(there.observed.T, back.observed)
    assert (there.missing, back.missing) == ((1, 1, 0), (1, 1, 0))
    assert there.pair() is there
    assert back.raters == ("Cy", "Ann")
    assert np.array_equal(there.groups["b"].observed.T, back.groups["b"].observed)
