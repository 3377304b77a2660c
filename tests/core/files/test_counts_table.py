"""A table of counts is found, with its totals; what may be one, or no counts, is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwk_core import RatingsError
from qwk_core.files.answers import Answers
from qwk_core.files.counts_table import split_headings
from qwk_core.files.reading import read
from tests.core.files.made import excel, keys, of

# -- Tables of counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        ",low,mid,high,Alle!\nlow,4,1,0,5\nmid,1,5,1,7\nhigh,0,1,6,7\n",
        ",low,mid,high\nlow,4,1,0\nmid,1,5,1\nhigh,0,1,6\nAlle!,5,7,7\n",
        ",low,mid,high\nlow,4,1,0,5\nmid,1,5,1,7\nhigh,0,1,6,7\n,5,7,7,19\n",
    ],
)
def test_margins_are_found_by_arithmetic(text):
    reading = of(text)
    assert reading.categories == ("low", "mid", "high")
    assert reading.table.n == 19


@pytest.mark.parametrize(
    ("text", "row", "n"),
    [
        # The last category happens to hold the sums of the others.
        (",none,mild,severe\nnone,8,2,10\nmild,1,9,10\nsevere,9,11,20\n", 4, (20, 80)),
        ("none,mild,severe\n8,2,10\n1,9,10\n9,11,20\n", 4, (20, 80)),
        ("8,2,10\n1,9,10\n9,11,20\n", 3, (20, 80)),
        (",Summa,ja,nej\nSumma,20,10,10\nja,10,8,2\nnej,10,2,8\n", 2, (20, 80)),
        # Its name may be that of a total.
        (",none,some,all\nnone,8,2,0\nsome,1,9,4\nall,0,3,9\n", 4, (None, 36)),
    ],
)
def test_what_may_be_a_category_or_a_total_is_asked_about(text, row, n):
    reading = of(text)
    assert keys(reading) == ["rows"]
    (question,) = reading.questions
    assert not question.proposed
    assert f"row {row}, " in str(question.message)
    total, category = (replace(option.answers, shape="counts") for option in question.options)
    assert of(text, category).table.n == n[1]
    if n[0] is None:
        with pytest.raises(RatingsError, match="sums of the others"):
            of(text, total)
    else:
        assert of(text, total).table.n == n[0]


@pytest.mark.parametrize("names", ["leicht,mittel,schwer", "poor,average,good", "low,median,high"])
def test_a_category_may_have_the_name_of_a_mean(names):
    one, two, three = names.split(",")
    text = f",{names}\n{one},20,5,1\n{two},4,15,6\n{three},1,5,18\n"
    assert of(text).categories == (one, two, three)


SHARES = ",a,b,c\na,{},{},{}\nb,{},{},{}\nc,{},{},{}\n"


@pytest.mark.parametrize(
    "text",
    [
        SHARES.format(*["0.26", "0.07", "0.01", "0.05", "0.20", "0.08", "0.01", "0.07", "0.25"]),
        SHARES.format(*["26%", "7%", "1%", "5%", "20%", "8%", "1%", "7%", "25%"]),
        SHARES.format(*["26.3", "7.1", "1.2", "5.0", "20.0", "8.0", "1.1", "7.0", "24.3"]),
        SHARES.format(*["76.0", "21.0", "3.0", "15.1", "60.9", "24.0", "3", "21", "76"]),
        SHARES.format(*["0.76", "0.21", "0.03", "0.15", "0.61", "0.24", "0.03", "0.21", "0.76"]),
        SHARES.format(*["1", "0.5", "0.2", "0.5", "1", "0.3", "0.2", "0.3", "1"]),
        ",a,b,Total\na,0.3,0.2,0.5\nb,0.1,0.4,0.5\nTotal,0.4,0.6,1\n",
        "actual,predicted,count\n0,0,0.4\n0,1,0.1\n1,0,0.2\n1,1,0.3\n",
        "actual,predicted,count\n0,0,40%\n0,1,10%\n1,0,20%\n1,1,30%\n",
    ],
)
def test_shares_are_no_counts(text):
    with pytest.raises(RatingsError, match="look like shares or percentages"):
        of(text)


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        (((80, 15, 5), (10, 85, 5), (5, 5, 90)), True),
        (((67, 11), (33, 89)), True),  # each column
        (((33, 33, 33), (17, 33, 51), (0, 1, 99)), True),  # rounded
        (((50, 10), (10, 30)), False),  # 100 items in all
    ],
)
def test_counts_that_may_be_whole_percentages_are_asked_about(rows, asked):
    names = [chr(ord("a") + place) for place in range(len(rows))]
    lines = [[name, *map(str, row)] for name, row in zip(names, rows, strict=True)]
    text = "\n".join(map(",".join, [["", *names], *lines]))
    questions = of(text).questions
    assert ["about 100" in str(one.message) for one in questions] == [True] * asked
    assert not any(one.proposed for one in questions)
    assert of(text, Answers(shape="counts")).table.n == sum(map(sum, rows))


@pytest.mark.parametrize(
    ("text", "n"),
    [
        (',a,b\na,"1,204",310\nb,9,"3,050"\n', 4573),
        (";a;b\na;1.204;310\nb;9;3.050\n", 4573),
        (";a;b\na;1 204;310\nb;9;3’050\n", 4573),
        (";a;b\na;1.204.000;1.310\nb;9;3.051\n", 1_208_370),
        ("actual;predicted;count\n0;0;1 204\n0;1;310\n1;0;9\n1;1;3.050\n", 4573),
        (",a,b\na,12.125,3\nb,4,0.5\n", 19.625),
    ],
)
def test_marks_between_thousands_of_counts(text, n):
    assert of(text).table.n == n


@pytest.mark.parametrize(
    "text",
    [
        ";a;b\na;1.204;2.310\nb;9.100;3.050\n",
        ";a;b\na;12.333;3\nb;4;20.667\n",
        "actual;predicted;count\n0;0;1.204\n0;1;310\n1;0;9\n1;1;3.051\n",
    ],
)
def test_counts_that_may_be_thousands_or_fractions(text):
    with pytest.raises(RatingsError, match=r"“[\d.]+” may be \d+ or a fraction. Write \d+, or "):
        of(text)


def test_a_point_of_a_number_with_a_type_is_a_decimal_one():
    rows = [("", "a", "b"), ("a", 12.333, 3), ("b", 4, 20.667)]
    assert read(excel(rows), "file").table.n == 40


@pytest.mark.parametrize(
    ("text", "observed"),
    [
        (",none,mild,severe\nnone,20,5,1\nmild,4,15,6\n", [[20, 5, 1], [4, 15, 6], [0, 0, 0]]),
        (",none,mild\nnone,20,5\nmild,4,15\nsevere,1,2\n", [[20, 5, 0], [4, 15, 0], [1, 2, 0]]),
        (
            ",leicht,mittel,schwer\nleicht,20,5,1\nschwer,4,15,6\n",
            [[20, 5, 1], [0] * 3, [4, 15, 6]],
        ),
        ("y_true,1,2,3\n1,10,2,0\n3,0,2,9\n", [[10, 2, 0], [0, 0, 0], [0, 2, 9]]),
    ],
)
def test_a_category_that_one_of_the_two_never_gave_counts_as_0(text, observed):
    reading = of(text)
    if reading.questions:  # numbers may name items, too
        assert keys(reading) == ["shape"]
        reading = of(text, reading.questions[0].options[0].answers)
    assert reading.table.observed.tolist() == observed
    assert "it counts as 0" in str(reading.remarks[-1])


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (",high,low,medium\nhigh,8,1,3\nlow,2,10,0\nmedium,2,0,9\n", ["low", "medium", "high"]),
        (",mild,none,severe\nmild,8,1,3\nnone,2,10,0\nsevere,2,0,9\n", ["none", "mild", "severe"]),
        (",ants,bees,cats\nants,8,1,3\nbees,2,10,0\ncats,2,0,9\n", ["ants", "bees", "cats"]),
    ],
)
def test_an_order_that_may_be_that_of_the_alphabet_is_asked_about(text, orders):
    reading = of(text)
    assert keys(reading) == ["order"]
    found = {option.answers.categories for option in reading.questions[0].options}
    assert tuple(orders) in found
    said = of(text, Answers(categories=tuple(orders)))
    assert said.categories == tuple(orders)
    assert said.table.observed.trace() == 27


@pytest.mark.parametrize(
    "text",
    [
        ",1,2,3,NA\n1,10,2,0,1\n2,1,8,3,0\n3,0,2,9,0\nNA,1,0,0,0\n",
        ",no,yes,NA\nno,10,2,0\nyes,1,8,3\n",
    ],
)
def test_counts_of_missing_ratings_are_left_out(text):
    reading = of(text)
    assert reading.table.observed.sum() in (35, 21)
    assert "Its counts of missing ratings were left out." in map(str, reading.remarks)


def test_shares_without_a_row_are_no_counts():
    with pytest.raises(RatingsError, match="shares or percentages"):
        of(",a,b,c\na,0.2,0.3,0.1\nb,0.1,0.2,0.1\n")


def test_numbers_are_ordered_by_their_size():
    assert of(",10,11,9\n10,8,1,3\n11,2,10,0\n9,2,0,9\n").categories == (9, 10, 11)


def test_a_scale_can_be_said_for_a_table_of_counts():
    sentence = Answers(categories=("no", "maybe", "yes"))
    assert of(",no,yes\nno,20,5\nyes,10,15\n", sentence).categories == ("no", "maybe", "yes")


@pytest.mark.parametrize(
    "text",
    [
        ",no,yes\nno,20,x\nyes,10,15\n",
        ",no,,yes\nno,20,5,1\nyes,10,15,2\n",
        ",no,yes\nno,20,5\nyes,10,15\n\n7,8,9\n",
        ",no,yes\nno,20,-5\nyes,10,15\n",
        ",no,yes\nno,20,2024-05-01\nyes,10,15\n",
        "7,no,yes\nno,20,5\nyes,10,15\n",
        "a,a\n20,5\n10,15\n",
        "1.5,2\n1,1\n",
        "none,mild,severe\n50%,60%,70%\n60%,60%,70%\n50%,70%,70%\n",
        ",no,yes\nno,20,5\n",
        ",1,2,3,4,5\n1,3,2,1,4,2\n2,2,3,1,1,1\n",
    ],
)
def test_what_looks_like_a_table_of_counts_and_is_none(text):
    try:
        reading = of(text)
    except RatingsError:
        return
    assert reading.structure.shape != "counts"


def test_names_that_stand_above_and_before_in_different_orders():
    with pytest.raises(RatingsError, match="same order"):
        split_headings(",no,yes\nyes,20,5\nno,10,15")
    assert split_headings("no,yes\n20,5\n10,15") == ("20,5\n10,15", ("no", "yes"))
    assert split_headings("") == ("", None)


def test_totals_of_a_pasted_table_are_left_out():
    text = ",no,yes,Total\nno,20,5,25\nyes,10,15,25\nTotal,30,20,50"
    tabs = "\tno\tyes\nno\t1 204\t5\nyes\t10\t15"
    assert split_headings(text) == ("20,5\n10,15", ("no", "yes"))
    assert split_headings(text.replace(",", " ").strip()) == ("20 5\n10 15", ("no", "yes"))
    assert split_headings(tabs) == ("1204\t5\n10\t15", ("no", "yes"))
    assert split_headings(",no,yes\nno,20,x\nyes,10,15")[0] == "20,x\n10,15"
    with pytest.raises(RatingsError, match="sums of the others"):
        split_headings(text.replace("50", "51"))


@pytest.mark.parametrize("names", ["Ana,Luis,Eva", "none,mild,severe", "x,y,z"])
def test_a_square_of_numbers_below_names_may_be_a_table_of_counts(names):
    text = f"{names}\n4,5,2\n3,6,1\n4,4,9\n"
    reading = of(text)
    assert keys(reading) == ["shape"]
    counts, items = (option.answers for option in reading.questions[0].options)
    assert of(text, counts).categories == tuple(names.split(","))
    assert of(text, items).structure.shape == "pairs"


def test_a_square_below_names_of_raters_is_none():
    assert of("actual,predicted\n1,2\n2,1\n").structure.shape == "pairs"
    assert of("id,rater1,rater2\n1,2,3\n2,1,3\n3,3,2\n").structure.shape == "pairs"
