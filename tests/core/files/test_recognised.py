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
from qwk_core.files.header import find_table
from qwk_core.files.missing import find_codes
from qwk_core.files.names import are_twins, likely_group
from qwk_core.files.packed import unpacked
from qwk_core.files.profiles import Profile
from qwk_core.files.reading import read
from qwk_core.statistics.rating_table import Exclusion
from tests.core.files.made import excel, keys, of, pairs

# -- Tables that need no answer --------------------------------------------------------------------

LONG = "item,rater,rating\n" + "".join(
    f"{n},{who},{n % 3}\n" for n in range(1, 9) for who in ("Ana", "Luis")
)


@pytest.mark.parametrize(
    ("text", "n", "missing", "remark"),
    [
        ("none,mild,Total\n20,5,25\n10,15,25\n30,20,50\n", 50, 0, "Its totals were left out."),
        (",low,mid\nlow,4,1\nmid,1,5\n,9,\n", 11, 0, ""),
        (",,no,yes\nAna,no,20,-\n,yes,10,15\n", 45, 0, "Its empty cells count as 0."),
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
        (["1", "2", "*"], ("*",), ()),
        (["*", "**", "***", "NA"], ("NA",), ()),
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


# -- Short tables whose structure tells ------------------------------------------------------------

PAIRS_OF_LABELS = "y_true,y_pred,{}\n0,0,20\n0,1,5\n1,0,4\n1,1,11\n1,2,2\n2,2,8\n"


@pytest.mark.parametrize("name", ["0", "patients", ""])
def test_whole_numbers_beside_pairs_that_never_come_twice_may_be_counts(name):
    reading = of(PAIRS_OF_LABELS.format(name))
    assert keys(reading) == ["count"]
    assert of(PAIRS_OF_LABELS.format(name), reading.questions[0].options[0].answers).table.n == 50


@pytest.mark.parametrize("names", ["item,rater,rating", "patient,reader,score", "Fall,Prüfer,Note"])
def test_raters_by_their_number_are_no_ratings(names):
    few = of(f"{names}\n1,1,2\n1,2,3\n2,1,1\n2,2,1\n3,1,3\n3,2,3\n4,1,2\n4,2,2\n")
    assert (few.structure.shape, few.table.n) == ("long", 4)
    rows = "".join(
        f"{n},{who},{(n + who // 3) % 4 + 1}\n" for n in range(1, 5) for who in range(1, 5)
    )
    assert keys(of(f"{names}\n{rows}")) == ["raters"]


@pytest.mark.parametrize(
    "rows",
    [("1,1,2", "2,2,2", "3,3,2", "1,2,2", "2,2,2", "3,2,2"), ("1,2,2", "2,2,2", "3,2,2", "1,2,2")],
)
def test_a_rater_with_one_category_is_not_left_out_in_silence(rows):
    text = "rater1,rater2,rater3\n" + "".join(f"{row}\n" for row in rows)
    question = of(text).questions[0]
    assert question.options[0].answers.columns == ("rater1", "rater2", "rater3")
    assert of(text.replace("rater3", "site")).structure.many == ()


def test_a_first_item_with_words_is_no_heading_where_the_items_count_on():
    text = "case,rater1,rater2\n1,neg,neg\n2,1,2\n3,2,2\n4,3,2\n5,1,1\n6,1,1\n7,2,3\n8,3,3\n"
    said = of(text, Answers(categories=("neg", 1, 2, 3)))
    assert (said.table.n, said.table.raters) == (8, ("rater1", "rater2"))


def test_a_score_that_begins_like_a_month_is_no_date():
    rows = [f"Mayo {one},Mayo {other}" for one, other in ((0, 0), (1, 1), (2, 2), (3, 3), (0, 1))]
    assert of("a,b\n" + pairs(*rows)).table.n == 30
    stamped = [f"2024-01-0{n} 10:00:0{n},{n % 3},{n % 2}" for n in range(1, 9)]
    assert of("Timestamp,Ann,Ben\n" + pairs(*stamped, times=1)).table.raters == ("Ann", "Ben")
