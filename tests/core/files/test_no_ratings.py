"""Columns that contain no ratings, and which pairs come first."""

import numpy as np
import pytest

from qwk_core.files.criteria import compared, find_criteria
from qwk_core.files.no_ratings import are_codes, are_times, sums_of_others
from qwk_core.files.profiles import Profile, find_pairs, profiles
from tests.core.files.test_labels import LABELS


def test_codes_and_addresses():
    assert all(map(are_codes, LABELS["addresses"]["codes"]))
    assert not any(map(are_codes, LABELS["addresses"]["ratings"]))


@pytest.mark.parametrize("labels", [["12:30", "9:05 am"], ["2 min", "35 s"], ["PT5M", "PT12M"]])
def test_times(labels):
    assert are_times(labels)


def test_a_constant_is_no_rating_unless_its_name_is_one():
    assert not Profile("batch", ("4",) * 9).is_rating
    rows = [["3", str(1 + n % 3)] for n in range(9)]
    assert find_pairs(profiles(["batch", "x", "y"], [[*row, row[1]] for row in rows]))[0].names == (
        "x",
        "y",
    )
    assert find_pairs(profiles(["rater1", "rater2", "z"], [[*row, "q"] for row in rows]))


def test_two_columns_that_copy_a_name_are_no_pair():
    rows = [[str(n), str(n), str(n % 4), str(n * 3 % 4)] for n in range(2, 80)]
    names = ["image_1", "image_2", "grade_1", "grade_2"]
    assert find_pairs(profiles(names, rows * 2))[0].names == ("grade_1", "grade_2")


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


def test_where_names_do_not_say_who_rated_the_agreement_does():
    names = ["Style Ana", "Tone Ana", "Style Luis", "Tone Luis"]
    rows = [[str(n % 4), str(n * 3 % 5), str(n % 4), str(n * 3 % 5)] for n in range(40)]
    assert find_pairs(profiles(names, rows))[0].names == ("Style Ana", "Style Luis")


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
