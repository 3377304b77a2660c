"""Tables of counts, weights and shares, read as people type and paste them, and written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import (
    RatingsError,
    format_counts,
    format_weights,
    parse_counts,
    parse_shares,
    parse_weights,
)
from tests.core.beside import beside
from tests.core.refused import error_of

FORMS = beside(__file__, "typed.toml")


@pytest.mark.parametrize("text", FORMS["counts"])
def test_every_usual_form_of_counts(text):
    assert parse_counts(text) == [[1, 2], [30, 4]]


@pytest.mark.parametrize("text", FORMS["weights"])
def test_every_usual_form_of_weights(text):
    assert parse_weights(text) == [[0, 0.5], [10, 0]]


def test_shares_nothing_and_one_cell():
    assert parse_counts("") == parse_counts(" ; \n") == parse_counts("[[]]") == []
    assert parse_weights("") == parse_shares("") == []
    assert parse_counts("7") == parse_counts("[[7]]") == [[7]]
    assert parse_shares(" 50 %,30, 0.5") == [[50, 30, 0.5]]
    assert parse_shares("[[1, 2],\n [3, 4]]") == [[1, 2], [3, 4]]


NOT = {
    "NOT A COUNT": "is not a count. A count is a whole number, 0 or more, of at most 18 digits.",
    "NOT A WEIGHT": "is not a weight. A weight is a number, 0 or more.",
}
REFUSED = [
    (parse, text, says)
    for parse in (parse_counts, parse_weights, parse_shares)
    for text, says in FORMS["refused"][parse.__name__.removeprefix("parse_")]
]


@pytest.mark.parametrize(
    ("parse", "text", "says"),
    [*REFUSED, (parse_counts, "9" * 5000, f"Counts, row 1, column 1: “{'9' * 39}…” NOT A COUNT")],
)
def test_what_is_refused(parse, text, says):
    for short, whole in NOT.items():
        says = says.replace(short, whole)
    assert error_of(parse, text) == says


@given(
    st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda shape: st.lists(
            st.lists(st.integers(0, 10**18 - 1), min_size=shape[0], max_size=shape[0]),
            min_size=shape[1],
            max_size=shape[1],
        )
    )
)
def test_counts_are_read_as_they_were_written(counts):
    assert parse_counts(format_counts(counts)) == counts
    # Python and numpy print counts in these forms.
    assert parse_counts(str(counts)) == counts
    assert parse_counts(repr(np.array(counts))) == counts
    assert parse_counts(str(np.array(counts))) == counts


def test_writing_matrices():
    assert format_counts([[20, 5], [10, 10**17]]) == "20,5;10,100000000000000000"
    assert format_counts(np.array([[1.0, 2.0]])) == "1,2"
    assert format_weights([[0, 0.25], [1.0, 1e-9]]) == "0,0.25;1,1e-09"


@given(st.text("0123456789,;[]() \n\t-.xarray"))
def test_any_text_is_counts_or_refused(text):
    try:
        counts = parse_counts(text)
    except RatingsError:
        return
    assert all(cell >= 0 for row in counts for cell in row)


@given(st.lists(st.floats(0, 1e100), min_size=1, max_size=9))
def test_weights_are_read_as_they_were_written(row):
    assert parse_weights(format_weights([row])) == [row]
    assert parse_weights(str([row])) == [row]
