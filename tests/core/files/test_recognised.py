"""Small tables lead to the right counts, a question, or a reason why not."""

from __future__ import annotations

import bz2
import io
import zipfile
from dataclasses import replace

import pytest

from qwk_core import RatingsError
from qwk_core.files import grid
from qwk_core.files.answers import Answers
from qwk_core.files.counts_table import split_headings
from qwk_core.files.header import find_table
from qwk_core.files.missing import find_codes
from qwk_core.files.names import are_twins, likely_group
from qwk_core.files.packed import unpacked
from qwk_core.files.profiles import Profile
from qwk_core.files.reading import read
from qwk_core.statistics.rating_table import Exclusion
from tests.core.files.made import excel


def of(text, answers=None):
    return read(io.BytesIO(text.encode()), "file", answers)


def pairs(*rows, times=6):
    return "".join(f"{row}\n" for row in rows * times)


def keys(reading):
    assert reading.table is None
    return [one.key for one in reading.questions]


# -- Tables that need no answer --------------------------------------------------------------------

LONG = "item,rater,rating\n" + "".join(
    f"{n},{who},{n % 3}\n" for n in range(1, 9) for who in ("Ana", "Luis")
)


@pytest.mark.parametrize(
    ("text", "n", "missing", "remark"),
    [
        ("none,mild,Total\n20,5,25\n10,15,25\n30,20,50\n", 50, 0, "Its totals were left out."),
        (",low,mid\nlow,4,1\nmid,1,5\n,9,\n", 11, 0, ""),
        (",,no,yes\nAna,no,20,-\n,yes,10,15\n", 45, 0, ""),
        (",no,yes\nno,20 (40%),5 (10.0%)\nyes,10 (20 %),15(30%)\n", 50, 0, ""),
        ("a,b\n" + pairs("1,2", "2,3", "3,1") + "Note:,by hand\n", 18, 0, "“Note:” (a note)"),
        ("actual,predicted,count\n1,1,40\n1,2,9\n2,1,6\n2,2,45\n", 100, 0, ""),
        (LONG + "9,Ana,2\n10,Luis,\n", 8, 2, ""),
        (LONG + ",Ana,2\n9,,2\n", 8, 0, "2 ratings, as their rows name no item"),
        ("a,b,day\n" + pairs("1,2,2024-02-01", "2,2,2024-03-02", "3,1,2024-02-01"), 18, 0, ""),
    ],
)
def test_what_is_counted_and_said(text, n, missing, remark):
    reading = of(text)
    assert (reading.table.n, reading.table.n_missing) == (n, missing)
    assert remark in " ".join(map(str, reading.remarks))


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
    ("names", "size", "said", "remarked"),
    [
        ("patient_id,eye", 10, {}, True),
        ("patient_id,eye", 9, {}, False),
        ("weather,eye", 10, {}, False),
        ("patient_id,eye", 10, {"cluster": "patient_id"}, False),
        ("patient_id,eye", 10, {"group": "eye"}, False),
    ],
)
def test_items_of_one_patient_are_remarked_on(names, size, said, remarked):
    rows = [f"p{at},{eye},{at % 3},{at % 2}\n" for at in range(size) for eye in ("OD", "OS")]
    answers = Answers(columns=("reader1", "reader2"), **said)
    reading = of(f"{names},reader1,reader2\n" + "".join(rows), answers)
    assert any("Several rows have" in str(one) for one in reading.remarks) == remarked


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


@pytest.mark.parametrize("names", ["leicht,mittel,schwer", "poor,good,average", "low,median,high"])
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
    ("text", "answers"),
    [
        (",none,mild,severe\nnone,20,5,1\nmild,4,15,6\n", None),
        (",none,mild\nnone,20,5\nmild,4,15\nsevere,1,2\n", None),
        (",leicht,mittel,schwer\nleicht,20,5,1\nschwer,4,15,6\n", None),
        (",1,2,3\n1,20,5,1\n2,4,15,6\n", Answers(shape="counts")),
    ],
)
def test_a_category_with_a_row_alone_or_a_column_alone(text, answers):
    with pytest.raises(RatingsError, match="the same names in the same order"):
        of(text, answers)


def test_numbers_before_rows_are_no_categories_without_a_word():
    assert of(",1,2,3\n1,3,2,1\n2,2,3,1\n").structure.shape != "counts"


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


# -- Long tables -----------------------------------------------------------------------------------


def test_a_long_table_whose_names_do_not_say_so_is_asked_about():
    text = LONG.replace("item,rater,rating", "thing,kind,worth")
    reading = of(text)
    assert keys(reading) == ["shape"]
    found = of(text, reading.questions[0].options[0].answers)
    assert found.table.n == 8
    assert found.structure.raters == ("Ana", "Luis")


def test_two_ratings_of_one_item_by_one_rater_are_asked_about_where_they_differ():
    text = LONG + "".join(f"{n},Ana,1\n{n},Luis,2\n" for n in range(9, 80)) + "1,Ana,1\n2,Ana,0\n"
    reading = of(text)
    assert keys(reading) == ["duplicates"]
    (question,) = reading.questions
    assert "“Ana” rated “2” as “2”, and in row 161 as “0”" in str(question.message)
    assert "Ratings that came twice, alike, and count once: 1." in map(str, reading.remarks)
    drop, first = (of(text, option.answers) for option in question.options)
    assert (first.table.n, first.table.n_missing) == (79, 0)
    assert (drop.table.n, drop.table.n_missing) == (78, 0)
    for reading, says in ((drop, "they were left out (1)"), (first, "by the order of rows (1)")):
        found = [one for one in reading.remarks if isinstance(one, Exclusion)]
        assert [says in str(one) for one in found] == [True]


# -- Columns ---------------------------------------------------------------------------------------


def test_a_table_in_which_no_column_can_be_a_rating_offers_the_first_two():
    rows = "".join(f"essay {n},{1000 + 37 * n},text {n}\n" for n in range(20))
    reading = of("a,b,c\n" + rows)
    assert keys(reading) == ["columns"]
    assert [option.answers.columns for option in reading.questions[0].options] == [("a", "b")]


def test_rounding_and_a_scale_that_is_said():
    text = "truth,prediction\n" + pairs("1,1.13", "2,2.41", "3,2.87", "2,1.52", "1,1.7")
    sentence = Answers(columns=("truth", "prediction"), predicted_as="round", categories=(1, 2, 3))
    assert of(text, sentence).table.observed[0, 1] == 6
    assert of(text, replace(sentence, predicted_as=(1.5, 2.5))).table.observed[2, 2] == 6


def rows(names, *lines):
    return f"{names}\n" + "".join(
        line.format(n=n, r=n % 3) + "\n" for n in range(12) for line in lines
    )


@pytest.mark.parametrize(
    ("text", "option", "proposed"),
    [
        (rows("id,a,b", "{n},NA,{r}"), "a and b", True),
        (rows("id,a,b", "{n},NA,NA"), "a and b", True),
        (rows("item,first,second", "{r},{r},{r}", "{r},0,2"), "first and second", True),
        (
            rows("patient,day,score", "{n},2024-01-25,{r}", "{n},2024-01-25,2"),
            "patient and score",
            False,
        ),
        (rows("patient,teacher", "{r},{r}", "{r},1"), "patient and teacher", True),
        (rows("a,b", "{r},{r}", "{r},1", "0,X"), "Yes, count as missing: X", True),
        (rows("essay,who,mark", "{n},Ann,{r}", "{n},Average,{r}", "{n},Bo,1"), "Ann and Bo", True),
        (
            rows("essay,who,mark", "{n},A,{r}", "{n},Total,{r}", "{n},B,1", "{n},C,1"),
            "All 3 together",
            True,
        ),
        (
            rows("patient,rater,score", "{n},A,{r}", "{n},B,{r}", "{n},A,3", "{n},B,4"),
            "One rating per row, by rater",
            False,
        ),
    ],
)
def test_what_is_offered_first(text, option, proposed):
    question = of(text).questions[0]
    assert str(question.options[0].label) == option
    assert question.proposed is proposed


def test_a_rater_who_says_the_same_of_all_is_one():
    reading = of(rows("id,a,b", "{n},2,{r}"))
    assert reading.table.raters == ("a", "b")


def test_items_that_come_again_for_most_raters_are_not_left_out_without_a_look():
    text = rows("patient,rater,score", "{n},A,{r}", "{n},B,{r}", "{n},A,3", "{n},B,4")
    asked = of(text, Answers(shape="long"))
    assert keys(asked) == ["duplicates"]
    assert not asked.questions[0].proposed


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("1,000", "500", "“1,000” may be 1000 or 1"),
        ("1,0000", "500", ""),
        ("0,125", "500", ""),
        ("1,000", "999", ""),
        ("1,000", "2", ""),
    ],
)
def test_a_mark_that_may_stand_between_thousands(one, other, told):
    text = "a;b\n" + pairs(f"{one};{other}", f"{other};{other}", f"{one};{one}", "1,500;1,500")
    if told:
        with pytest.raises(RatingsError, match=told):
            of(text)
    else:
        assert of(text).structure.columns


@pytest.mark.parametrize("columns", [("a", "b"), ("a", "b", "c")])
def test_words_for_a_missing_rating_are_counted(columns):
    reading = of("a,b,c\n" + pairs("1,2,1", "2,2,2", "1,N/A,2"), Answers(columns=columns))
    assert "Counted as missing: N/A (6)." in map(str, reading.remarks)


SCORED = "truth,prediction\n" + pairs("0,-0.62", "1,1.1", "2,2.4", "3,2.9", "0,0.2")
ROUND, CUT = "round", (0.5, 1.5, 2.5)


@pytest.mark.parametrize(
    ("more", "said", "n", "missing"),
    [
        ("", {"predicted_as": ROUND}, 30, {}),  # rounding makes -1 of -0.62
        ("", {"predicted_as": ROUND, "missing": ("-1",)}, 30, {}),
        ("2,-99\n", {"predicted_as": ROUND}, 30, {"-99": 1}),
        ("2,-99\n", {"predicted_as": CUT}, 30, {"-99": 1}),
        ("2,7\n", {"predicted_as": CUT, "missing": ("7",)}, 30, {"7": 1}),
        ("2,7\n", {"predicted_as": CUT, "missing": ()}, 31, {}),
        ("2,7\n", {"predicted_as": CUT, "rated": ("7",)}, 31, {}),
        ("2,3\n2,-1\n2,\n", {"predicted_as": ROUND}, 32, {}),
    ],
)
def test_codes_are_looked_for_among_the_scores_themselves(more, said, n, missing):
    reading = of(SCORED + more, Answers(columns=("truth", "prediction"), **said))
    assert (reading.table.n, reading.categories) == (n, (0, 1, 2, 3))
    assert reading.missing == missing
    assert reading.table.observed[0, 0] == 12


def test_a_code_among_the_scores_is_asked_about():
    said = Answers(columns=("truth", "prediction"), predicted_as=CUT)
    assert keys(of(SCORED + "2,7\n", said)) == ["missing"]
    assert keys(of(SCORED.replace("0,-0.62", "-1,0.62"), said)) == ["missing"]


def test_a_number_far_below_the_others_is_asked_about():
    reading = of("a,b\n" + pairs("11,12", "12,13", "13,11") + "2,12\n")
    assert keys(reading) == ["missing"]
    assert "2 (1) lies far" in str(reading.questions[0].message)


def test_many_columns_are_not_all_listed():
    names = ",".join(f"topic {chr(97 + n)}x" for n in range(24))
    reading = of(names + "\n" + pairs(",".join("12" * 12), ",".join("21" * 12)))
    assert keys(reading) == ["columns"]
    assert "…" in str(reading.questions[0].message)


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        (("1", "2"), "is_rating"),
        (tuple(map(str, range(1000, 1020))), "is_id"),
        (tuple(f"{n % 15}.25" for n in range(20)), "is_continuous"),
    ],
)
def test_what_a_column_is(cells, what):
    column = Profile("x", cells)
    kinds = ("is_rating", "is_id", "is_continuous")
    assert [one for one in kinds if getattr(column, one)] == [what]


def test_a_count_that_merely_numbers_the_rows_is_none():
    assert not Profile("n", ("1", "2", "3", "4", "5")).looks_like_counts
    assert Profile("n", ("40", "9", "6", "45")).looks_like_counts
    assert not Profile("n", ("a", "b")).looks_like_counts


def test_four_rows_are_too_few_to_call_a_column_the_sum_of_two_others():
    assert keys(of("ana,luis,eva\n1,2,3\n2,1,3\n3,1,4\n1,1,2\n")) == ["columns"]


# -- Rows that are not items -----------------------------------------------------------------------


def test_the_total_at_the_end_of_a_long_text_is_left_out(monkeypatch):
    monkeypatch.setattr(grid, "_LARGEST_WHOLE", 100)
    reading = of("id,a,b\n" + "".join(f"{n},{n % 3},{n % 2}\n" for n in range(200)) + "Total,9,9\n")
    assert reading.table.n == 200
    assert any(str(one).startswith("Left out: row 202, “Total”") for one in reading.remarks)


# -- Codes for missing ratings ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "certain", "likely"),
    [
        (["0", "1", "2", "-1"], (), ("-1",)),
        (["9", "99"], (), ()),
        (["0", "25", "50", "75", "100", "99"], (), ("99",)),
        (["0", "25", "50", "75", "100", "88"], (), ("88",)),
        (["1", "2", "3", "999"], ("999",), ()),
        (["6", "7", "8", "9"], (), ()),
        (["mild", "none", "severe", "-99"], ("-99",), ()),
        (["1", "2", "unknown"], ("unknown",), ()),
        (["1", "2", "3", "-8"], ("-8",), ()),
        (["0.5", "1.5", "98", "97.5"], (), ()),
    ],
)
def test_codes_for_missing_ratings(labels, certain, likely):
    found = find_codes(labels)
    assert (found.certain, found.likely) == (certain, likely)


# -- Names -----------------------------------------------------------------------------------------


def test_names_of_groups_and_of_two_raters():
    assert likely_group(["school"], ["fraction"]) is None
    assert likely_group(["a", "b"], ["whole", "whole"]) is None
    assert are_twins("rater a", "rater c")
    assert are_twins("score", "score 2")
    assert not are_twins("score", "essay score mean")


# -- Two files, compressed files -------------------------------------------------------------------


def test_an_archive_of_many_files_names_the_first_of_them():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        for n in range(7):
            zipped.writestr(f"{n}.csv", "a,b\n1,2\n")
    with pytest.raises(RatingsError, match=r"holds 7 files: “0.csv”, .*“4.csv”, …"):
        unpacked(archive)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", excel([("a", "b"), (1, 2)]).getvalue()])
def test_what_is_not_compressed_stays_as_it_is(content):
    file = io.BytesIO(content)
    assert unpacked(file) is file
    with unpacked(io.BytesIO(bz2.compress(content))) as unpacked_again:
        assert unpacked_again.read() == content


# -- Headings and titles ---------------------------------------------------------------------------

WORDS = "".join(
    f"E{n},{one},{other}\n"
    for n, (one, other) in enumerate(
        [("mild", "none"), ("none", "none"), ("severe", "moderate"), ("moderate", "mild")] * 5
    )
)


def test_two_rows_of_headings_above_words():
    reading = of(",Ana,Luis\nid,style,style\n" + WORDS)
    assert reading.table.n == 20
    assert "Names in rows 1 and 2, joined." in map(str, reading.remarks)


def test_a_first_item_with_rare_words_is_no_second_row_of_headings():
    reading = of("id,ana,luis\nE99,extreme,absurd\n" + WORDS)
    assert reading.structure.names == ("id", "ana", "luis")


def test_one_item_between_titles_and_a_note():
    rows = [("Study",), ("Spring",), ("1", "2")]
    table = find_table(grid.Grid(tuple(grid.Row(at, row) for at, row in enumerate(rows, 1))))
    assert [row.cells for row in table.rows] == [("1", "2")]
    assert len(table.titles) == 2
    assert of("a,b\n1,2\nNote: counted by hand\n").structure.left_out[0].row == 3


def test_headings_that_come_again_are_no_item():
    with pytest.raises(RatingsError, match="nothing below it"):
        of("a,b\na,b\n", Answers(header_row=1))


def test_the_rating_of_a_long_table_is_told_from_an_age():
    text = "item,rater,rating,age\n" + "".join(
        f"{n},{who},{n % 3},{30 + n % 4}\n" for n in range(1, 9) for who in ("Ana", "Luis")
    )
    reading = of(text)
    assert reading.structure.rows.rating == "rating"


def test_lists_in_json_lines_are_joined_too():
    first, second = (
        "".join(f'{{"id": "E{n}", "grade": {n % 3}}}\n' for n in range(1, 13)) for _ in range(2)
    )
    reading = read((io.BytesIO(first.encode()), io.BytesIO(second.encode())))
    assert reading.table.n == 12


@pytest.mark.parametrize("title", ["Study,7\n", "Study,7,\n", "Round,2,2024\n"])
def test_a_title_with_a_number_is_no_item(title):
    rows = "".join(f"{n},{n % 3},{n * 7 % 4}\n" for n in range(1, 30))
    reading = of(title + "id,Ana,Luis\n" + rows)
    assert reading.structure.names == ("id", "Ana", "Luis")
    assert reading.table.n == 29
    assert "Names in row 2, below 1 row" in str(reading.remarks[0])


def test_a_word_among_the_first_ratings_is_no_heading():
    reading = of("1,absurd\nfine,2\n" + pairs("1,2", "2,3", "3,1"))
    assert reading.structure.names == ("column 1", "column 2")
    assert keys(reading) == ["order"]


def test_one_name_over_two_headings_above_words():
    reading = of(",Ana,\nid,style,style\n" + WORDS)
    assert reading.structure.names == ("id", "Ana style (1)", "Ana style (2)")
    assert reading.table.n == 20


def test_a_column_without_a_name_above_words():
    reading = of(",Ana,Luis\nE99,extreme,absurd\n" + WORDS)
    assert reading.structure.names[1:] == ("Ana", "Luis")
    assert keys(reading) == ["order"]  # 21 items, and no scale has all of their words
    two = of(",Ana,Luis\nid,mark x,mark y\n" + WORDS)
    assert two.table.n == 20


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


# -- Dates that were ratings, codes that a person names --------------------------------------------


def test_a_date_that_a_spreadsheet_made_of_a_rating_is_asked_about():
    text = "id,r1,r2\n" + "".join(
        f"{n},{a},{b}\n"
        for n, (a, b) in enumerate(
            [("1", "1. Feb"), ("1. Feb", "2. Mar"), ("2", "2. Mar"), ("3", "3")] * 5
        )
    )
    reading = of(text)
    assert keys(reading) == ["dates"]
    (option,) = reading.questions[0].options
    assert option.answers.dates
    order = of(text, option.answers)
    assert keys(order) == ["order"]
    found = of(text, order.questions[0].options[0].answers)
    assert found.categories == (1, "1-2", 2, "2-3", 3)
    assert found.table.observed[1, 3] == 5


def test_other_columns_are_offered_where_dates_may_be_none():
    reading = of("x1,y1,y2\n" + pairs("2-Jan,1,2", "3-Feb,2,2", "3-Feb,3,1"), Answers())
    assert reading.structure.columns.actual == "y1"
    sentence = Answers(columns=("x1", "y1"))
    asked = of("x1,y1,y2\n" + pairs("2-Jan,1,2", "3-Feb,2,2", "3-Feb,3,1"), sentence)
    assert keys(asked) == ["dates"]
    assert asked.questions[0].options[1].answers.columns == ("y1", "y2")


@pytest.mark.parametrize("cells", [("2024-05-21", "1"), ("2-Jan", "x"), ("Feb 2024", "1")])
def test_dates_that_were_no_ratings(cells):
    assert Profile("a", cells).dates == ()


def test_two_codes_are_asked_about_one_by_one():
    text = "a,b\n" + pairs("1,2", "2,3", "3,2", times=10) + "55,2\n2,9\n"
    first = of(text)
    assert keys(first) == ["missing"]
    second = of(text, first.questions[0].options[0].answers)
    assert keys(second) == ["missing"]
    sentence = [(one.answers.missing, one.answers.rated) for one in second.questions[0].options]
    assert sentence == [(("55", "9"), ()), (("55",), ("9",))]
    for option, highest in zip(second.questions[0].options, (3, 9), strict=True):
        assert of(text, option.answers).categories[-1] == highest


def test_a_code_beside_those_that_a_person_named_is_asked_about():
    text = "a,b\n" + pairs("1,2", "2,3", "3,2", times=10) + "-9,2\n2,9\n"
    assert keys(of(text, Answers(missing=("3",)))) == ["missing"]
    assert of(text, Answers(missing=())).table.n_missing == 1


def test_a_code_that_occurs_nowhere_is_said():
    reading = of("a,b\n" + pairs("1,2", "2,3", "3,2"), Answers(missing=("7",)))
    assert "No rating is “7”." in map(str, reading.remarks)
    assert reading.table.n == 18
