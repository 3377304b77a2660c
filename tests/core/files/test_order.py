"""The order that is proposed for labels, and the reason for it."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError
from qwk_core.files.labels import is_whole, label_of
from qwk_core.files.order import propose_order
from qwk_core.files.stated_order import by_numbers

# The labels of a scale stand between bars.
ORDERS = tomllib.loads(Path(__file__).with_name("orders.toml").read_text("utf-8"))


def order_of(printed):
    return propose_order(printed.split(" | "))


def in_order(order):
    return " | ".join(map(str, order.categories))


def each(kind, names):
    return pytest.mark.parametrize(names, ORDERS[kind].items())


# -- Numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("labels", "categories", "reason"), ORDERS["numbers"]["ordered"])
def test_numbers_order_themselves(labels, categories, reason):
    order = propose_order(labels)
    assert [*order.categories] == categories
    assert order.certain
    assert reason in str(order.reason)


def test_fractions_in_uneven_steps_are_left_to_the_person():
    order = propose_order(["1.5", "4", "1"])
    assert order.categories == (1, "1.5", 4)
    assert not order.certain
    assert "uneven" in str(order.reason)


@pytest.mark.parametrize(("labels", "filled"), ORDERS["numbers"]["filled"])
def test_steps_other_than_one_that_nobody_used_are_asked_about(labels, filled):
    order = propose_order(labels)
    assert [*order.categories] == filled
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


@pytest.mark.parametrize("printed", ORDERS["stated"])
def test_what_labels_state_needs_no_answer(printed):
    labels = printed.split(" | ")
    order = propose_order(labels[1::2] + labels[::2][::-1])
    assert in_order(order) == printed
    assert order.certain
    assert order.ordered


@each("counted", ("used", "whole"))
def test_a_step_that_was_counted_is_there_though_nobody_used_it(used, whole):
    order = order_of(used)
    assert in_order(order) == whole
    assert order.certain


@each("between", ("used", "whole"))
def test_a_step_between_that_nobody_used_is_asked_about(used, whole):
    order = order_of(used)
    assert in_order(order) == whole
    assert not order.certain
    assert order.ordered
    assert [" | ".join(map(str, other)) for other in order.others] == [used]


@each("between_numbers", ("used", "whole"))
def test_a_step_between_numbers_with_a_word_is_asked_about_as_between_numbers(used, whole):
    order = order_of(used)
    assert in_order(order) == whole
    assert (order.certain, order.ordered) == (False, False)
    assert [" | ".join(map(str, other)) for other in order.others] == [used]


@each("with_reason", ("printed", "reason"))
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


@each("words", ("labels", "printed"))
def test_usual_words_are_put_in_order(labels, printed):
    order = order_of(labels)
    assert in_order(order) == printed
    assert order.certain


def test_of_two_categories_the_order_does_not_matter():
    order = propose_order(["dog", "cat"])
    assert order.categories == ("dog", "cat")
    assert order.certain
    assert propose_order(["odd"]).certain
    assert not propose_order(["3", "unsure"]).certain


@pytest.mark.parametrize("labels", ORDERS["without_reason"])
def test_without_a_reason_no_order_is_proposed(labels):
    order = order_of(labels)
    assert in_order(order) == labels, "as they were first met"
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
