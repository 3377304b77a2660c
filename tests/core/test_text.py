"""Ratings are read as people type and paste them, and written."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qwk_core import (
    RatingsError,
    format_categories,
    format_ratings,
    parse_categories,
    parse_ratings,
)
from qwk_core.text import MOST_TYPED_CATEGORIES
from tests.core.refused import error_of

TEXTS = json.loads(Path(__file__).with_name("texts.json").read_text("utf-8"))

# -- Vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", TEXTS["4, 0, -2"])
def test_every_usual_form_of_numbers(text):
    assert parse_ratings(text, "Actual") == [4, 0, -2]


# The lists have empty items, labels, and numbers mixed with words. A mix is kept, because a later
# check describes it.
@pytest.mark.parametrize(("text", "items"), [*TEXTS["lists"], ("0" * 5000 + "7", [7])])
def test_other_lists(text, items):
    assert parse_ratings(text, "Actual") == items


@pytest.mark.parametrize("digits", [19, 5000, 1_000_000])
def test_endless_numbers_are_refused(digits):
    shown = "9" * digits if digits < 40 else "9" * 39 + "…"
    message = f"Predicted, item 3: “{shown}” has more than 18 digits."
    assert error_of(parse_ratings, "1,x," + "9" * digits, "Predicted") == message


@pytest.mark.parametrize(
    "text",
    [" " * 10**6, "\n" * 10**6, '"' * 10**6, "[" * 10**6, "'a \"b " * 10**4, "np.a(" * 10**5],
)
def test_a_megabyte_of_anything_is_read(text):
    # A regular expression that backtracks would take hours for this.
    assert len(parse_ratings(text + "x", "Actual")) >= 1


LABELS = st.text(min_size=1, max_size=12).map(str.strip).filter(bool)
ODD = "ab ,;，、；\"'[]()-1–.\t\n"
ODD_LABELS = st.text(ODD, min_size=1, max_size=8).map(str.strip).filter(bool)
ITEMS = st.lists(
    st.one_of(
        st.none(),
        st.integers(1 - 10**18, 10**18 - 1),
        st.one_of(LABELS, ODD_LABELS).filter(
            # A text that reads as a number is a number, also in quotation marks.
            lambda label: not isinstance(parse_ratings(f'"{label}"', "")[0], int)
        ),
    )
)


@given(ITEMS)
@example(["not at all"])
@example([None])
@example(["c(", "np.x(1)", "(a", "dtype=x)"])
@example(["1 2", "x"])
def test_a_vector_is_read_as_it_was_written(items):
    assert parse_ratings(format_ratings(items), "Actual") == items


@given(st.text())
@example("np.int64(")
@example("'\"'\"\"'")
def test_any_text_is_read_or_refused_and_reads_the_same_again(text):
    try:
        items = parse_ratings(text, "Actual")
    except RatingsError:
        return
    assert parse_ratings(format_ratings(items), "Actual") == items


def test_writing_vectors():
    assert format_ratings([4, 4, 3]) == "4,4,3"
    assert format_ratings(np.array([4, 3])) == "4,3"
    assert format_ratings([None, 1, None]) == ",1,,"
    assert format_ratings(["not at all", "mild"]) == "not at all,mild"
    assert format_ratings(["not at all"]) == '"not at all"'
    assert format_ratings(["a,b", 'say "a"', "(a)"]) == '"a,b","say ""a""","(a)"'
    assert format_ratings([]) == ""


# -- Categories ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "categories"), TEXTS["scales"])
def test_declared_scales(text, categories):
    assert parse_categories(text) == (None if categories is None else tuple(categories))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *TEXTS["refused scales"],
        (
            ",".join(map(str, range(MOST_TYPED_CATEGORIES + 1))),
            "Categories: 1001 are too many; 1000 is the most.",
        ),
        (f"{'9' * 5000}-1", f"Categories, item 1: “{'9' * 39}…” has more than 18 digits."),
    ],
)
def test_refused_scales(text, message):
    assert error_of(parse_categories, text) == message


@given(
    st.one_of(
        st.tuples(st.integers(-(10**9), 10**9), st.integers(1, 50)).map(
            lambda ends: tuple(range(ends[0], ends[0] + ends[1]))
        ),
        st.lists(st.integers(-99, 99), min_size=1, unique=True).map(tuple),
        ITEMS.filter(lambda items: items and None not in items and len(set(items)) == len(items)),
    )
)
@example(("1-5",))
@example(("1 to 5",))
@example((2, 1, 0))
def test_a_scale_is_read_as_it_was_written(categories):
    assert parse_categories(format_categories(tuple(categories))) == tuple(categories)


def test_writing_scales():
    assert format_categories(range(5)) == "0-4"
    assert format_categories((0, 1)) == "0-1"
    assert format_categories((3,)) == "3"
    assert format_categories(("1-5",)) == '"1-5"'
    assert format_categories((1, 2, 4)) == "1,2,4"
    assert format_categories(("none", "mild")) == "none,mild"
