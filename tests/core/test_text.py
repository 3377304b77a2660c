"""What people type and paste, and back."""

import re

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

# -- Vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "4,0,-2", "4, 0, -2", " 4 , 0 , -2 ,", "4;0;-2", "4 0 -2", "4\t0\t-2", "4\n0\n-2\n",
        "4\r\n0\r\n-2\r\n", "4,\n0,\n-2", "4\n,0\n,-2", "4 0\n-2", "4, 0 -2", "[4, 0, -2]",
        "[ 4  0 -2]", "[4\n 0\n -2]", "[\n    4,\n    0,\n    -2,\n]", "(4, 0, -2)", "[4, 0, -2",
        "4, 0, -2]", "(4, 0, -2", "array([4, 0, -2])", "array([ 4,  0, -2], dtype=int8)",
        "np.array([4, 0, -2])", "np.array([4, 0, -2], dtype=np.int8)",
        "[np.int64(4), np.int64(0), np.int64(-2)]", "[[4], [0], [-2]]", "[[4]\n [0]\n [-2]]",
        "[[[4]]\n\n [[0]]\n\n [[-2]]]", "c(4, 0, -2)", "4.0, 0., −2", "+4, 00, –2.00",
        '"4","0","-2"', "['4', '0', '-2']", "['4' '0' '-2']", "٤, ٠, -٢",
        "4，0，-2", "4、0、−2，", "４；０；-２",
    ],
)  # fmt: skip
def test_every_usual_form_of_numbers(text):
    assert parse_ratings(text, "Actual") == [4, 0, -2]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("[]", []),
        ("array([], dtype=int64)", []),
        ("array(dtype=int64)", []),
        ("3", [3]),
        ("3,", [3]),
        # An item left empty
        (",", [None]),
        (",3", [None, 3]),
        ("3,,4", [3, None, 4]),
        ("3, ,4", [3, None, 4]),
        ("3,,", [3, None]),
        ("3\t\t4", [3, None, 4]),
        ("3\n\n4", [3, None, 4]),
        ("3\r\n\r\n4", [3, None, 4]),
        ('3,"",4', [3, None, 4]),
        # Labels
        ("none mild severe", ["none", "mild", "severe"]),
        ("not at all, mild", ["not at all", "mild"]),
        ("not at all\nmild", ["not at all", "mild"]),
        ('"not at all" mild', ["not at all", "mild"]),
        ("['not at all', 'mild']", ["not at all", "mild"]),
        ("['not at all' 'mild'\n 'severe']", ["not at all", "mild", "severe"]),
        ("array(['not at all', 'mild'], dtype='<U10')", ["not at all", "mild"]),
        ("[np.str_('not at all'), np.str_('mild')]", ["not at all", "mild"]),
        ('"mild, or so", severe', ["mild, or so", "severe"]),
        ('"so-called ""mild""", severe', ['so-called "mild"', "severe"]),
        ("'it''s mild', severe", ["it's mild", "severe"]),
        ("it's mild, don't know", ["it's mild", "don't know"]),
        ("mild (early), severe (late)", ["mild (early)", "severe (late)"]),
        ('"mild, severe', ['"mild', "severe"]),
        ("don't, it's", ["don't", "it's"]),
        ("3 mild, 4", ["3 mild", 4]),
        # Numbers and words are left mixed: the check names the culprit
        ("3, x, 4", [3, "x", 4]),
        ("3 x 4", [3, "x", 4]),
        ("1e3 0x1 - . nan", ["1e3", "0x1", "-", ".", "nan"]),
        ("0-4", ["0-4"]),
        ("<b>1</b>", ["<b>1</b>"]),
        ("9" * 18, [10**18 - 1]),
        ("0" * 5000 + "7", [7]),
    ],
)
def test_other_vectors(text, items):
    assert parse_ratings(text, "Actual") == items


@pytest.mark.parametrize("digits", [19, 5000, 1_000_000])
def test_endless_numbers_are_refused(digits):
    shown = "9" * digits if digits < 40 else "9" * 39 + "…"
    message = f"Predicted, item 3: “{shown}” has more than 18 digits."
    with pytest.raises(RatingsError, match=f"^{re.escape(message)}$"):
        parse_ratings("1,x," + "9" * digits, "Predicted")


@pytest.mark.parametrize(
    "text",
    [" " * 10**6, "\n" * 10**6, '"' * 10**6, "[" * 10**6, "'a \"b " * 10**4, "np.a(" * 10**5],
)
def test_a_megabyte_of_anything_is_read(text):
    # What a backtracking pattern would take hours for.
    assert len(parse_ratings(text + "x", "Actual")) >= 1


LABELS = st.text(min_size=1, max_size=12).map(str.strip).filter(bool)
ODD = "ab ,;，、；\"'[]()-1–.\t\n"
ODD_LABELS = st.text(ODD, min_size=1, max_size=8).map(str.strip).filter(bool)
ITEMS = st.lists(
    st.one_of(
        st.none(),
        st.integers(1 - 10**18, 10**18 - 1),
        st.one_of(LABELS, ODD_LABELS).filter(
            # What reads as a number is one, in quotation marks too.
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


@pytest.mark.parametrize(
    ("text", "categories"),
    [
        ("", None),
        ("[]", None),
        ("0-4", (0, 1, 2, 3, 4)),
        ("0～4", (0, 1, 2, 3, 4)),
        ("0至4", (0, 1, 2, 3, 4)),
        ("差，中、好", ("差", "中", "好")),
        ('差，"中，或好"', ("差", "中，或好")),
        (" 0 - 4 ", (0, 1, 2, 3, 4)),
        ("1..5", (1, 2, 3, 4, 5)),
        ("1…5", (1, 2, 3, 4, 5)),
        ("1 to 5", (1, 2, 3, 4, 5)),
        ("1:5", (1, 2, 3, 4, 5)),
        ("-2-2", (-2, -1, 0, 1, 2)),
        ("−2–2", (-2, -1, 0, 1, 2)),
        ("-3--1", (-3, -2, -1)),
        ("3-1", (3, 2, 1)),
        ("3-3", (3,)),
        ("3", (3,)),
        ("1,2,4", (1, 2, 4)),
        ("none, mild, severe", ("none", "mild", "severe")),
        ("none\nnot severe\n", ("none", "not severe")),
        ("['none', 'mild']", ("none", "mild")),
        ("0-9, 10-19", ("0-9", "10-19")),
    ],
)
def test_declared_scales(text, categories):
    assert parse_categories(text) == categories


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "none, mild, none",
            "Categories: “none” appears twice; list each one once, from lowest to highest.",
        ),
        ("none,,mild", "Categories, position 2: the category is missing."),
        ("0-1000", "Categories: 1001 are too many; 1000 is the most."),
        ("0-999999999999", "Categories: 1000000000000 are too many; 1000 is the most."),
        (
            ",".join(map(str, range(MOST_TYPED_CATEGORIES + 1))),
            "Categories: 1001 are too many; 1000 is the most.",
        ),
        (f"0-{'9' * 19}", f"Categories, item 2: “{'9' * 19}” has more than 18 digits."),
        (f"{'9' * 5000}-1", f"Categories, item 1: “{'9' * 39}…” has more than 18 digits."),
    ],
)
def test_refused_scales(text, message):
    with pytest.raises(RatingsError) as caught:
        parse_categories(text)
    assert str(caught.value) == message


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
