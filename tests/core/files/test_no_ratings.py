"""Columns that contain no ratings, and raters by criteria."""

import numpy as np
import pytest

from qwk_core.files.criteria import compared, find_criteria
from qwk_core.files.no_ratings import are_codes, are_times, sums_of_others
from tests.core.files.test_labels import LABELS


def test_codes_and_addresses():
    assert all(map(are_codes, LABELS["addresses"]["codes"]))
    assert not any(map(are_codes, LABELS["addresses"]["ratings"]))


@pytest.mark.parametrize("labels", [["12:30", "9:05 am"], ["2 min", "35 s"], ["PT5M", "PT12M"]])
def test_times(labels):
    assert are_times(labels)


@pytest.mark.parametrize(
    ("names", "pair"),
    [
        (["r1_style", "r1_content", "r2_style", "r2_content"], ("r1_style", "r2_style")),
        (["q1_ana", "q2_ana", "q3_ana", "q1_luis", "q2_luis", "q3_luis"], ("q1_ana", "q1_luis")),
        (["reader a tone", "reader a wit", "reader b tone", "reader b wit"], None),
    ],
)
def test_raters_by_criteria(names, pair):
    found = find_criteria(names)
    one, other = pair or (names[0], names[2])
    assert compared(found, one, other) == 1
    assert compared(found, names[0], next(name for name in names[1:] if name != other)) == -1
    assert compared(found, names[0], "essay") == 0


def test_three_raters_and_two_criteria():
    names = [f"{who} {what}" for who in ("kim", "lee", "ann") for what in ("tone", "wit")]
    assert compared(find_criteria(names), "kim tone", "kim wit") == 1  # two raters are usual


def test_a_constant_is_no_sum_of_others():
    one = np.array([1.0, 2, 3, 2, 1])
    assert sums_of_others([one, 4 - one, np.full(5, 4.0)]) == set()
    assert sums_of_others([one, one[::-1], one + one[::-1] + [0, 0, 1, 0, 0]]) == set()


def test_a_total_of_three_columns_is_found():
    one, other = np.array([3.0, 2, 1, 4, 5]), np.array([3.0, 2, 1, 4, 4])
    assert sums_of_others([one, other, other**2, one + other + other**2]) == {3}


def test_raters_who_agree_on_every_item_are_no_means_of_one_another():
    """Otherwise three of the five raters would be left out without a question."""
    one, other = np.array([3.0, 2, 1, 4, 5]), np.array([3.0, 2, 1, 4, 4])
    assert sums_of_others([one, one, one, other, other]) == set()
    assert sums_of_others([one, other, (one + other) / 2]) == {2}


def test_names_that_are_no_table_of_raters_and_criteria():
    assert compared(find_criteria(["a", "b", "score one"]), "a", "b") == 0
