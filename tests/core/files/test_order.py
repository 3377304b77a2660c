"""The order that is proposed for labels, and the reason for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError
from qwk_core.files.labels import is_whole, label_of
from qwk_core.files.number_order import by_numbers
from qwk_core.files.order import propose_order


def in_order(order):
    return " | ".join(map(str, order.categories))


# -- Numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "categories", "reason"),
    [
        (["2", "0", "1"], (0, 1, 2), "Whole numbers, from 0 to 2."),
        (["4", "1"], (1, 2, 3, 4), "every one from 1 to 4, with 2 of them unused"),
        (["-1", "1"], (-1, 0, 1), "every one from -1 to 1"),
        (["3"], (3,), "from 3 to 3"),
        (["0", "50", "100"], (0, 50, 100), "in steps of 50"),
        (["0.5", "1", "1.5"], ("0.5", 1, "1.5"), "even steps, from 0.5 to 1.5"),
        (["0.1", "0.2", "0.3"], ("0.1", "0.2", "0.3"), "even steps"),
        (["2.5"], ("2.5",), "even steps"),
    ],
)
def test_numbers_order_themselves(labels, categories, reason):
    order = propose_order(labels)
    assert order.categories == categories
    assert order.certain
    assert reason in str(order.reason)


def test_fractions_in_uneven_steps_are_left_to_the_person():
    order = propose_order(["1.5", "4", "1"])
    assert order.categories == (1, "1.5", 4)
    assert not order.certain
    assert "uneven" in str(order.reason)


@pytest.mark.parametrize(
    ("labels", "filled"),
    [
        (["2", "0", "0.5", "1"], (0, "0.5", 1, "1.5", 2)),
        (["0", "10", "50", "20"], (0, 10, 20, 30, 40, 50)),
        (["0", "5", "20"], (0, 5, 10, 15, 20)),
    ],
)
def test_steps_other_than_one_that_nobody_used_are_asked_about(labels, filled):
    order = propose_order(labels)
    assert order.categories == filled
    assert list(map(str, order.others[0])) == sorted(labels, key=float)
    assert not order.certain
    assert not order.ordered
    assert str(order.reason).startswith("Nobody used")


def test_of_fine_steps_every_one_is_there():
    order = propose_order([str(n / 10) for n in range(40) if n != 7])
    assert order.certain
    assert len(order.categories) == 40


def test_scores_are_no_scale():
    with pytest.raises(RatingsError, match="run from 1 to 90001: that looks like a score"):
        propose_order(["1", "90001", "2"])


def test_no_label_has_no_order():
    with pytest.raises(RatingsError, match="no rating in these columns"):
        propose_order([])


# -- Labels that state their place -----------------------------------------------------------------


@pytest.mark.parametrize(
    "printed",
    [
        "2 | 3 | 4A | 4B | 4C | 5",
        "1a | 1b | 2a | 2b | 3",
        "★☆☆☆☆ | ★★☆☆☆ | ★★★☆☆ | ★★★★☆",
        "⭐ | ⭐⭐ | ⭐⭐⭐",
        "* | ** | ***",
        "★ | ★½ | ★★",
        "- | +/- | + | ++ | +++",
        "– | +/– | + | ++",
        "0 | 1+ | 2+ | 3+",
        "neg | trace | + | ++",
        "1/5 | 2/5 | 3/5",
        "7 / 10 | 8 / 10 | 9 / 10",
        "1 of 4 | 2 of 4 | 3 of 4",
        "0–24% | 25–49% | 50–74% | 75–100%",
        "<5 | 5 to 10 | >10",
        "under 18 | 18-34 | 35-54 | 55+",
        "(0, 5] | (5, 10] | (10, 20]",
        "menos de 5 | 5 a 10 | más de 10",
        "3以下 | 4~6 | 7以上",
        "I | IIA | IIB | III",
        "Stage I | Stage II | Stage III | Stage IV",
        "stage i | stage ii | stage iii",
        "T1a | T1b | T2 | T3",
        "BI-RADS 2 | BI-RADS 3 | BI-RADS 4a | BI-RADS 4b",
        "1st | 2nd | 3rd",
        "0 (none) | 1 | 2 | 3 (severe)",
        "1=never | 2=rarely | 3=often",
        "C | B | A",
        "d | c | b | a",
        "A1 | A2 | B1 | B2 | C1",
    ],
)
def test_what_labels_state_needs_no_answer(printed):
    labels = printed.split(" | ")
    order = propose_order(labels[1::2] + labels[::2][::-1])
    assert in_order(order) == printed
    assert order.certain
    assert order.ordered


@pytest.mark.parametrize(
    ("used", "whole"),
    [
        ("1/5 | 3/5", "1/5 | 3/5"),
        ("1/100 | 2/100 | 90/100", "1/100 | 2/100 | 90/100"),
        ("1/5 | 3/5 | 4/5", "1/5 | 2/5 | 3/5 | 4/5"),
        ("★☆☆ | ★★★ | ☆☆☆", "☆☆☆ | ★☆☆ | ★★☆ | ★★★"),
        ("- | + | +++", "- | + | ++ | +++"),
    ],
)
def test_a_step_that_was_counted_is_there_though_nobody_used_it(used, whole):
    order = propose_order(used.split(" | "))
    assert in_order(order) == whole
    assert order.certain


@pytest.mark.parametrize(
    ("used", "whole"),
    [
        ("2 | 4A | 4C | 5", "2 | 3 | 4A | 4B | 4C | 5"),
        ("Stage I | Stage II | Stage IV", "Stage I | Stage II | Stage III | Stage IV"),
        ("ii | iii | v", "ii | iii | iv | v"),
        ("1.1. | 1.3. | 2.", "1.1. | 1.2. | 1.3. | 2."),
        ("KL 0 | KL 1 | KL 3", "KL 0 | KL 1 | KL 2 | KL 3"),
        ("0–24% | 25–49% | 75–100%", "0–24% | 25–49% | 50–74% | 75–100%"),
        ("B- | B+ | A", "B- | B | B+ | A- | A"),
        ("d | c | a", "d | c | b | a"),
        ("none | mild | severe", "none | mild | moderate | severe"),
        ("None | Mild | Severe", "None | Mild | Moderate | Severe"),
        ("no pain | mild pain | severe pain", "no pain | mild pain | moderate pain | severe pain"),
    ],
)
def test_a_step_between_that_nobody_used_is_asked_about(used, whole):
    order = propose_order(used.split(" | "))
    assert in_order(order) == whole
    assert not order.certain
    assert order.ordered
    assert [" | ".join(map(str, other)) for other in order.others] == [used]


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("3+3 | 3+4 | 4+3 | 4+4", "order of their sums"),
        ("1 | 1-2 | 2 | 2-3", "order of the numbers"),
        ("A1 | A2 | B1 | C3", "order of the letters"),
        ("-- | - | + | ++", "plus signs"),
        ("1 low | level 2 | 4 high", "order of the numbers"),
        ("<5 | 5-9 | >30", "is a gap"),
        ("<5 | 20 | >300", "is a gap"),
    ],
)
def test_what_has_a_reason_and_is_asked(printed, reason):
    labels = printed.split(" | ")
    order = propose_order(labels[::-1])
    assert in_order(order).startswith(printed[:7])
    assert (order.certain, order.ordered) == (False, True)
    assert reason in str(order.reason)


def test_marks_with_signs_have_two_orders_and_no_proposal():
    order = propose_order(["2-", "2", "2+", "3-", "3"])
    assert not order.ordered
    assert order.categories == ("2-", 2, "2+", "3-", 3)
    assert order.others == (("2+", 2, "2-", 3, "3-"),)
    assert "above or below" in str(order.reason)


# -- Words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "categories"),
    [
        ("None Proliferative Mild Moderate Severe", "None Mild Moderate Severe Proliferative"),
        ("No_DR Mild", "No_DR Mild"),
        ("high low medium", "low medium high"),
        ("L M S", "S M L"),
        ("Good Poor Excellent Fair", "Poor Fair Good Excellent"),
        ("yes no", "no yes"),
        ("true false", "false true"),
        ("positive neutral negative", "negative neutral positive"),
        ("2 0 3+ 1", "0 1 2 3+"),
    ],
)
def test_usual_words_are_put_in_order(labels, categories):
    order = propose_order(labels.split())
    assert [str(category) for category in order.categories] == categories.split()
    assert order.certain


def test_of_two_categories_the_order_does_not_matter():
    order = propose_order(["dog", "cat"])
    assert order.categories == ("dog", "cat")
    assert order.certain
    assert propose_order(["odd"]).certain
    assert not propose_order(["3", "unsure"]).certain


@pytest.mark.parametrize(
    "labels",
    [
        ["cat", "ant", "bee"],
        ["mild", "slight", "severe"],
        ["3/4", "2/5", "1/4"],
        ["7/5 x", "3/5 y", "1/5"],
        ["+", "++", "-", "–"],
        ["*", "★", "★★"],
        ["1-5", "2-4", "3-3"],
        ["T1", "N1", "M0"],
        ["T1", "N2", "M0"],
        ["2a", "2A", "3"],
        ["A", "a", "b"],
        ["2 of 3 in 1", "4 of 5 in 1", "x"],
        ["alpha", "grade 1", "grade 2"],
    ],
)
def test_without_a_reason_no_order_is_proposed(labels):
    order = propose_order(labels)
    assert list(map(str, order.categories)) == labels, "as they were first met"
    assert (order.certain, order.ordered, order.others) == (False, False, ())
    assert "Not ordered yet" in str(order.reason)


def test_numbers_among_words_are_named():
    order = propose_order(["2", "unsure", "1.5", "1"])
    assert order.categories == (2, "unsure", "1.5", 1)
    assert (order.certain, order.ordered) == (False, False)
    assert "some are words (“unsure” is one)" in str(order.reason)


def test_an_order_that_the_file_declares_comes_first():
    order = propose_order(["good", "bad"], declared=["good", "so-so", "bad"])
    assert order.categories == ("good", "so-so", "bad")
    assert order.certain
    # A declared order that lacks a label is not used.
    assert propose_order(["x", "y", "z"], declared=["y"]).categories == ("x", "y", "z")


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12))
def test_an_order_has_every_label_once(texts):
    labels = []
    for text in texts:
        try:
            labels.append(label_of(text))
        except RatingsError:
            continue
    labels = [label for label in labels if label]
    if not labels:
        return
    if all(map(is_whole, labels)):  # another test covers numbers too far apart
        return
    order = propose_order(labels)
    written = [str(category) for category in order.categories]
    assert len(set(written)) == len(written)
    assert set(labels) <= set(written)


def test_a_single_x_among_numbers_is_no_roman_ten():
    assert by_numbers(["1", "2", "3", "X"]) is None
