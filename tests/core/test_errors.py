"""Errors say what to do, can be translated, and can be passed between processes."""

import pickle

import pytest

from qwk_core import ExplainedError, NoRoomError, RatingsError
from qwk_core.errors import shown_categories
from tests.translations import KEYWORDS

KINDS = (ExplainedError, RatingsError, NoRoomError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_keeps_its_template_and_values_in_a_pickle(kind):
    error = kind("{name}: {n} are too many.", name="Actual", n=7)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert str(copy) == str(error) == "Actual: 7 are too many."
    assert (copy.template, copy.values) == (error.template, error.values)


def test_wrong_ratings_are_a_value_error_and_a_busy_server_is_none():
    assert issubclass(RatingsError, ValueError)
    assert not issubclass(NoRoomError, ValueError)
    assert issubclass(NoRoomError, ExplainedError)


def test_the_messages_of_every_error_of_the_core_are_translated():
    """They are found by the names of the errors. Rooms have errors too, and mark each message."""
    kinds = [kind for kind in ExplainedError.__subclasses__() if "qwk_core" in kind.__module__]
    assert {"RatingsError"} <= {kind.__name__ for kind in kinds} <= set(KEYWORDS)


@pytest.mark.parametrize(
    ("categories", "text"),
    [
        (range(-2, 3), "−2 … 2"),
        (range(-3, -1), "−3 … −2"),
        ((4, "4.5", 5, "5.5", 6, "6.5", 7, "7.5", 8), "4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8"),
        (tuple(f"{n}.5" for n in range(10)), "0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, …, 9.5"),
        (("1", "2"), "“1”, “2”"),  # text, where 1 is not one of the categories
        ((1, "high"), "1, “high”"),
    ],
)
def test_categories_are_shown_from_the_first_to_the_last(categories, text):
    assert shown_categories(categories) == text
