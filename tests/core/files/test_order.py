"""The order that is proposed for labels, and the reason for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError
from qwk_core.files.labels import is_whole, label_of
from qwk_core.files.order import propose_order
from qwk_core.files.stated_order import by_numbers
from tests.core.beside import beside
from tests.core.refused import error_of

# The labels of a scale stand between bars.
ORDERS = beside(__file__, "orders.toml")


def order_of(printed):
    return propose_order(printed.split(" | "))


def in_order(order):
    return " | ".join(map(str, order.categories))


@pytest.mark.parametrize("case", ORDERS["cases"], ids=lambda case: " ".join(case["labels"]))
def test_an_order_is_what_its_labels_say(case):
    order = propose_order(case["labels"], declared=case.get("declared", ()))
    found = {
        "order": [*order.categories],
        "others": [[*other] for other in order.others],
        "certain": order.certain,
        "ordered": order.ordered,
    }
    for key in found.keys() & case.keys():
        assert found[key] == case[key], key
    assert case.get("reason", "") in str(order.reason)


def test_of_fine_steps_every_one_is_there():
    order = propose_order([str(n / 10) for n in range(40) if n != 7])
    assert order.certain
    assert len(order.categories) == 40


def test_scores_are_no_scale():
    assert "1 to 90001: that looks like a score" in error_of(propose_order, ["1", "90001", "2"])


def test_no_label_has_no_order():
    assert "no rating in these columns" in error_of(propose_order, [])


# -- Labels that state their place -----------------------------------------------------------------


@pytest.mark.parametrize("printed", ORDERS["stated"])
def test_what_labels_state_needs_no_answer(printed):
    labels = printed.split(" | ")
    order = propose_order(labels[1::2] + labels[::2][::-1])
    assert in_order(order) == printed
    assert order.certain
    assert order.ordered


# Of each kind of labels: whether their order is certain, whether there is one, and whether they are
# offered as they are, too, without the steps that nobody used.
KINDS = {
    "words": (True, True, False),
    "counted": (True, True, False),
    "between": (False, True, True),
    "between_numbers": (False, False, True),
}


@pytest.mark.parametrize(
    ("kind", "used", "whole"), [(kind, *pair) for kind in KINDS for pair in ORDERS[kind].items()]
)
def test_labels_are_put_in_order_with_the_steps_that_nobody_used(kind, used, whole):
    order = order_of(used)
    assert in_order(order) == whole
    others = [" | ".join(map(str, other)) for other in order.others]
    assert (order.certain, order.ordered, others == [used]) == KINDS[kind]


@pytest.mark.parametrize(("printed", "reason"), ORDERS["with_reason"].items())
def test_what_has_a_reason_and_is_asked(printed, reason):
    labels = printed.split(" | ")
    order = propose_order(labels[::-1])
    assert in_order(order).startswith(printed[:7])
    assert (order.certain, order.ordered) == (False, True)
    assert reason in str(order.reason)


@pytest.mark.parametrize("labels", ORDERS["without_reason"])
def test_without_a_reason_no_order_is_proposed(labels):
    order = order_of(labels)
    assert in_order(order) == labels, "as they were first met"
    assert (order.certain, order.ordered, order.others) == (False, False, ())
    assert "Not ordered yet" in str(order.reason)


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
