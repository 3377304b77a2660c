"""Your data: what comes in is asked about, what is wrong is said, what comes out is the core's."""

from __future__ import annotations

import io
import logging
import zipfile
from typing import Any

import openpyxl
import pandas as pd
import pytest
import streamlit as st
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from qwk_app.figures.forest import Branch, forest
from qwk_app.frame import holding
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.your_data import counting, large, many
from qwk_app.your_data import kept as keeping
from qwk_app.your_data.load import _PAPER as PAPER
from qwk_app.your_data.result import LONGEST_CARRIED
from qwk_core import parse_counts, walk_through_counts
from qwk_core.files.columns import Columns
from qwk_core.files.samples import sample_files
from qwk_core.pictures.hues import DARK, LIGHT
from tests.app.reading import figures, markdown, matrix_texts, panels
from tests.apptest import Visit

TEN = (
    b"actual,predicted\n" + b"4,0\n4,4\n3,1\n4,0\n4,4\n0,0\n1,1\n1,1\n2,2\n1,1\n"
)  # the first example of the app, whose kappa is 0.318
ODD_WORDS = b"a,b\nwee,wee\nwee,big\nbig,big\nbig,huge\nhuge,huge\nhuge,big\n"
WORDS = b"a,b\nlow,low\nlow,medium\nmedium,medium\nmedium,high\nhigh,high\nhigh,medium\n"


@pytest.fixture
def page(visit: Visit) -> AppTest:
    return visit("your_data")


def way(app: AppTest, name: str) -> AppTest:
    return app.button_group(key=keeping.INPUT).set_value(name).run()


def upload(app: AppTest, data: bytes, name: str = "ratings.csv") -> AppTest:
    if not app.file_uploader:
        way(app, keeping.BY_FILE)
    app.file_uploader[0].set_value((name, data, "application/octet-stream")).run()
    assert not app.exception
    return app


def paste(app: AppTest, text: str) -> AppTest:
    way(app, keeping.BY_PASTING)
    return app.text_area(key=keeping.PASTED).set_value(text).run()


def labelled(widgets: Any, start: str) -> Any:
    return next(widget for widget in widgets if widget.label.startswith(start))


def pick(app: AppTest, label: str, column: str) -> AppTest:
    return labelled(app.main.selectbox, label).set_value(column).run()


def kappa(app: AppTest) -> str | None:
    """The kappa that the page reports, None where it reports none."""
    rows = [line for line in markdown(app.main).splitlines() if line.startswith("| **")]
    return rows[0].split("|")[2].strip(" *") if rows else None


def test_the_page_teaches_before_anyone_brings_anything(page: AppTest) -> None:
    assert kappa(page) == "0.769"
    assert set(panels(page)) == {"observed", "weights", "expected", "weighted_observed"}
    assert len(figures(page)) == 1  # the forest
    assert matrix_texts(page, "observed")[0] == "12"
    assert "Pooling lifts kappa" in markdown(page)
    assert "(quadratically weighted kappa; 95% confidence interval" in page.main.code[0].value
    assert "4 of 160 rows were left out" in page.main.code[0].value


@pytest.mark.parametrize("sample", sample_files(), ids=lambda sample: sample.key)
def test_every_sample_leads_to_a_kappa_at_once(page: AppTest, sample: Any) -> None:
    page.selectbox(key=keeping.SAMPLE).set_value(sample.key).run()
    assert not page.exception
    assert not page.error
    assert kappa(page)
    assert sample.file_name in markdown(page).replace("\\", "")


def test_a_file_of_whole_numbers_needs_no_word_from_its_owner(page: AppTest) -> None:
    upload(page, TEN)
    assert kappa(page) == "0.318"
    assert matrix_texts(page, "observed")[20] == "2"
    assert "**ratings\\.csv**, 0.1 kB" in markdown(page)


def test_every_scheme_has_its_row_and_the_sidebar_chooses_the_one_reported(page: AppTest) -> None:
    upload(page, TEN)
    page.button_group(key="scheme").set_value("linear").run()
    walk = walk_through_counts(
        [[1, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [2, 0, 0, 0, 2]]
    )
    assert kappa(page) == f"{walk.kappas['linear']:.3f}"
    for value in walk.kappas.values():
        assert f"{value:.3f}" in markdown(page)
    assert "linearly weighted" in page.main.code[0].value


def test_words_of_a_usual_scale_are_put_in_order(page: AppTest) -> None:
    upload(page, WORDS)
    assert kappa(page) == "0.571"  # of the pitfall on text labels, in true order
    assert "Categories, from lowest to highest" in markdown(page)


def test_other_words_wait_for_their_order_to_be_confirmed(page: AppTest) -> None:
    upload(page, ODD_WORDS)
    assert kappa(page) is None
    assert not figures(page)
    assert "κ waits for the order" in page.info[0].value
    assert "**wee** < **big** < **huge**" in markdown(page), "as they were first met"
    assert labelled(page.checkbox, "Yes, this is the order").disabled
    labelled(page.main.text_input, "Categories").set_value("huge, wee, big").run()
    labelled(page.main.text_input, "Categories").set_value("wee, big, huge").run()
    labelled(page.checkbox, "Yes, this is the order").check().run()
    assert kappa(page) == "0.571"


def test_the_order_of_words_is_set_by_the_person(page: AppTest) -> None:
    upload(page, ODD_WORDS)
    labelled(page.main.button, "huge").click().run()
    labelled(page.main.button, "huge").click().run()
    assert "**huge** < **wee** < **big**" in markdown(page)
    labelled(page.main.button, "big").click().run()
    labelled(page.main.button, "Turn around").click().run()
    assert "**wee** < **big** < **huge**" in markdown(page)
    labelled(page.main.button, "Turn around").click().run()
    assert "**huge** < **big** < **wee**" in markdown(page)
    labelled(page.checkbox, "Yes, this is the order").check().run()
    assert kappa(page) == "0.571"
    labelled(page.main.text_input, "Categories").set_value("big, huge, wee").run()
    assert kappa(page) == "0.250"  # alphabetical
    labelled(page.main.text_input, "Categories").set_value("wee, big, huge, extreme").run()
    assert kappa(page) == "0.571"
    labelled(page.main.text_input, "Categories").set_value("wee, huge").run()
    assert "“big” is not one of the categories" in page.error[0].value
    assert kappa(page) is None


def test_missing_ratings_are_counted_and_left_out(page: AppTest) -> None:
    upload(page, TEN + b"1,\n,\n,3\n2,NA\n")
    assert kappa(page) == "0.318"
    left_out = "Left out: 4 of 14 items, since a rating is missing (only the actual one: 1;"
    assert left_out in markdown(page).replace("\\", "")
    assert "4 of 14 rows" in page.main.code[0].value


def test_codes_for_missing_ratings_are_left_out_or_asked_about(page: AppTest) -> None:
    upload(page, TEN + b"-99,1\n1,.\n")
    assert kappa(page) == "0.318"
    assert "Counted as missing: . (1), -99 (1)." in markdown(page).replace("\\", "")
    upload(page, TEN + b"9,1\n1,9\n")
    assert kappa(page) is None
    assert "Do these stand for a missing rating? 9 (2)." in page.warning[0].value.replace("\\", "")
    labelled(page.main.button, "Yes, 9 means missing").click().run()
    assert kappa(page) == "0.318"
    labelled(page.main.button, "Start these questions over").click().run()
    labelled(page.main.button, "No, they are ratings").click().run()
    assert matrix_texts(page, "observed")[-1] == "0"
    assert len(matrix_texts(page, "observed")) == 100


def test_titles_and_totals_are_left_out_and_can_be_put_back(page: AppTest) -> None:
    rows = TEN.decode() + "Total,23\n"
    upload(page, b"Study 7\n\n" + rows.encode())
    assert kappa(page) == "0.318"
    assert "Left out: row 14, “Total” (a total or a mean, no item)." in markdown(page).replace(
        "\\", ""
    )
    labelled(page.main.button, "Row 14 is an item").click().run()
    assert kappa(page) is None
    labelled(page.main.button, "Start these questions over").click().run()
    assert kappa(page) == "0.318"


def test_columns_are_asked_for_where_several_may_be_meant(page: AppTest) -> None:
    rows = "1,3,4,3\n2,4,4,2\n3,1,2,1\n4,2,2,2\n5,3,3,4\n6,4,3,4\n"
    upload(page, b"essay,rater1,rater2,rater3\n" + rows.encode())
    assert kappa(page) is None
    assert "Which columns are the ratings: two of these, or all 3?" in page.warning[
        0
    ].value.replace("\\", "")
    labelled(page.main.button, "rater1 and rater2").click().run()
    assert kappa(page) == "0.727"


@pytest.mark.parametrize(
    "data",
    [
        b"item,rater,rating\n"
        + b"".join(
            f"{at},{who},{score}\n".encode()
            for at, pair in enumerate(["40", "44", "31", "40", "44", "00", "11", "11", "22", "11"])
            for who, score in zip(("Ana", "Luis"), pair, strict=True)
        ),
        b",0,1,2,3,4,Total\n0,1,0,0,0,0,1\n1,0,3,0,0,0,3\n2,0,0,1,0,0,1\n3,0,1,0,0,0,1\n"
        b"4,2,0,0,0,2,4\nTotal,3,4,1,0,2,10\n",
    ],
    ids=["a row a rating", "a table of counts with totals"],
)
def test_other_shapes_are_recognised(page: AppTest, data: bytes) -> None:
    upload(page, data)
    assert kappa(page) == "0.318"


def test_a_row_can_be_said_to_be_one_rating(page: AppTest) -> None:
    rows = [
        f"{subject},{visit},{reader},{(subject + visit + (reader == 'B') * (subject % 3)) % 4}"
        for subject in range(1, 9)
        for visit in (1, 2)
        for reader in "AB"
    ]
    upload(page, ("subject,visit,reader,score\n" + "\n".join(rows) + "\n").encode())
    labelled(page.main.button_group, "Each row of the table is").set_value("one rating").run()
    labelled(page.main.multiselect, "Item").set_value(["subject", "visit"]).run()
    pick(page, "Rater", "reader")
    pick(page, "Rating", "score")
    labelled(page.main.button, "Read it so").click().run()
    assert not page.exception
    assert kappa(page) is not None
    assert "16 items" in markdown(page.main)
    labelled(page.main.button_group, "Each row of the table is").set_value("an item").run()
    assert not page.exception
    assert "32 items" in markdown(page.main)


def test_rows_can_be_raters(page: AppTest) -> None:
    upload(page, b",a,b,c,d,e,f,g\nAna,4,4,3,0,1,2,1\nLuis,0,4,1,0,1,2,1\n")
    assert kappa(page) is None
    labelled(page.main.button, "A row is a rater").click().run()
    assert not page.exception
    assert kappa(page) is not None
    control = labelled(page.main.button_group, "Each row of the table is")
    assert control.value == "one rater"
    control.set_value("an item").run()
    assert kappa(page) is None
    labelled(page.main.button_group, "Each row of the table is").set_value("one rater").run()
    assert kappa(page) is not None


def test_labels_are_made_one_and_taken_for_missing_by_hand(page: AppTest) -> None:
    rows = "KL 1,KL 1\nKL 2,KL 1\nKL 3,KL 3\n" * 4 + "KL2,KL 2\nodd,KL 3\n"
    upload(page, ("a,b\n" + rows).encode())
    assert kappa(page) is None
    labelled(page.main.button, "“KL2” is “KL 2”").click().run()
    pick(page, "A label to change", "odd")
    labelled(page.main.button, "Change it").click().run()
    said = markdown(page.main).replace("\\", "")
    assert "Made one by hand: “KL2” = “KL 2”." in said
    assert "Counted as missing: odd (1)." in said
    for box in page.main.checkbox:
        if box.label.startswith("Yes, this is the order"):
            box.check().run()
    assert matrix_texts(page, "observed") == ["4", "0", "0", "4", "1", "0", "0", "0", "4"]


def test_a_file_without_a_question_shows_the_sentence_first(page: AppTest) -> None:
    upload(page, TEN)
    words = markdown(page.main)
    assert words.index("Agreement between") < words.index("| Weights | κ |")
    assert not page.main.expander[0].proto.expanded


def test_counts_and_groups_have_columns_of_their_own(page: AppTest) -> None:
    upload(page, b"actual,predicted,count,school\n0,0,40,x\n0,1,9,x\n1,0,6,y\n1,1,45,y\n")
    assert kappa(page) is None
    assert "Does “count” count how many items" in page.warning[0].value.replace("\\", "")
    labelled(page.main.button, "Yes, each row stands for").click().run()
    assert [labelled(page.main.selectbox, each).value for each in ("Count", "Group")] == [
        "count",
        "school",
    ]
    assert kappa(page) == "0.700"
    assert matrix_texts(page, "observed") == ["40", "9", "6", "45"]
    forest = figures(page)[-1]
    assert forest["layout"]["yaxis"]["ticktext"] == ["x", "y", "all as one"]
    pick(page, "Group", "")
    assert len(panels(page)) == 4
    assert not figures(page)
    pick(page, "Count", "")
    assert matrix_texts(page, "observed") == ["1", "1", "1", "1"]


def test_too_many_groups_are_said_to_be_too_many(page: AppTest) -> None:
    rows = "".join(f"{at % 2},{at % 3 % 2},g{at}\n" for at in range(201))
    upload(page, b"actual,predicted,group\n" + rows.encode())
    assert "has 201 different values" in page.error[0].value
    pick(page, "Group", "")
    assert not page.error
    assert kappa(page)


def test_the_columns_can_be_changed(page: AppTest) -> None:
    upload(page, b"p,q,r\n0,0,1\n1,1,0\n0,0,1\n1,1,0\n")
    pick(page, "Actual", "p")
    pick(page, "Predicted", "q")
    assert kappa(page) == "1.000"
    pick(page, "Predicted", "r")
    assert kappa(page) == "−1.000"
    pick(page, "Predicted", "p")
    assert "one and the same column" in page.error[0].value


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (TEN, "Found: comma between cells, decimal point, utf-8"),
        (b"1,5;2\n2,5;2\n", "Found: semicolon between cells, decimal comma, utf-8"),
        (b"sep=#\na#b\n1#2\n", "Found: \\# between cells"),
        (b'{"a": 1, "b": 2}\n', "Found: JSON lines, utf-8"),
        ("a\tb\n1\t2\n".encode("utf-16"), "Found: tab between cells, decimal point, utf-16"),
    ],
)
def test_what_was_found_is_said(page: AppTest, data: bytes, says: str) -> None:
    upload(page, data)
    assert says in markdown(page.main)
    assert labelled(page.main.expander, "Found").label.endswith("a row an item")


def test_sheets_of_a_workbook(page: AppTest) -> None:
    book = openpyxl.Workbook()
    for name, second in (("first", 2), ("second <b>", 1)):
        sheet = book.create_sheet(name)
        for row in (("a", "b"), (1, 1), (2, second), (1, 2)):
            sheet.append(row)
    del book["Sheet"]
    file = io.BytesIO()
    book.save(file)
    upload(page, file.getvalue(), "book.xlsx")
    # Both sheets hold a table: that is asked, and the other one can still be taken.
    assert not panels(page)
    labelled(page.main.button, "The sheet “first”").click().run()
    assert matrix_texts(page, "observed") == ["1", "1", "0", "1"]
    labelled(page.main.selectbox, "Sheet").set_value("second <b>").run()
    assert matrix_texts(page, "observed") == ["1", "1", "1", "0"]


def test_what_was_found_can_be_corrected(page: AppTest) -> None:
    upload(page, b"0,0\n1,1\n0,1\n1,1\n")
    header = labelled(page.number_input, "Row with the names")
    assert header.value == 0
    assert matrix_texts(page, "observed") == ["1", "1", "0", "2"]
    header.set_value(1).run()
    assert matrix_texts(page, "observed") == ["0", "1", "0", "2"]
    labelled(page.main.selectbox, "Between cells").set_value(";").run()
    assert "This table has one column" in page.error[0].value
    labelled(page.main.selectbox, "Between cells").set_value(",").run()
    assert not page.error


def test_rows_pasted_from_a_spreadsheet(page: AppTest) -> None:
    paste(page, TEN.decode().replace(",", "\t"))
    assert kappa(page) == "0.318"
    assert "κ = 0.318" in page.main.code[0].value


def test_a_table_of_counts_from_a_paper(page: AppTest) -> None:
    way(page, keeping.BY_COUNTS)
    assert kappa(page) == "0.567"  # as published, table 1 of Fleiss, Cohen & Everitt
    assert sum(map(sum, parse_counts(PAPER))) == 200
    page.text_area(key=keeping.COUNTS).set_value("40 9\n6 45").run()
    assert kappa(page) == "0.700"
    page.text_input(key=keeping.NAMES).set_value("no, yes, maybe").run()
    assert "3 are declared for 2 rows" in page.error[0].value
    page.text_area(key=keeping.COUNTS).set_value("40 9\n6").run()
    assert "Counts, row 2" in page.error[0].value
    assert kappa(page) is None


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("\tno\tyes\nno\t40\t9\nyes\t6\t45", "no yes"),
        ("no\tyes\n40\t9\n6\t45", "no yes"),
        ("actual / predicted,1,2\n1,40,9\n2,6,45\n", "1 2"),
        ("[[40, 9], [6, 45]]", "0 1"),
        ("40,9;6,45", "0 1"),
    ],
)
def test_the_names_of_a_pasted_table(page: AppTest, text: str, labels: str) -> None:
    way(page, keeping.BY_COUNTS)
    page.text_area(key=keeping.COUNTS).set_value(text).run()
    assert kappa(page) == "0.700"
    assert panels(page)["observed"]["view"]["labels"][:2] == labels.split()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\tno\tyes\nyes\t40\t9\nno\t6\t45", "the same order"),
        ("-1,2\n3,4", "Counts, row 1"),
        ("x,2\n3,4", "the same order"),
        ("", "Counts: the matrix is empty"),
        ("1,2,3\n4,5,6", "2 × 3"),
        ("no\nyes", "Counts"),
    ],
)
def test_a_table_that_cannot_be_read(page: AppTest, text: str, says: str) -> None:
    way(page, keeping.BY_COUNTS)
    page.text_area(key=keeping.COUNTS).set_value(text).run()
    assert not page.exception
    assert says in page.error[0].value
    assert kappa(page) is None


def test_scores_of_a_model_are_cut_in_the_open(page: AppTest) -> None:
    page.selectbox(key=keeping.SAMPLE).set_value("pets").run()
    fractions = labelled(page.main.get("button_group"), "The fractions in")
    assert fractions.value == "scores, to be cut into categories"
    fractions.set_value("categories of their own").run()
    assert not page.exception


def test_scores_of_the_reader_wait_for_an_answer(page: AppTest) -> None:
    rows = "".join(f"{n % 3},{n % 3 + (n * 7 % 5 - 2) / 5:.2f}\n" for n in range(40))
    upload(page, f"truth,score\n{rows}".encode())
    assert kappa(page) is None
    fractions = labelled(page.main.get("button_group"), "The fractions in")
    assert fractions.value is None
    fractions.set_value("scores, to be cut into categories").run()
    assert kappa(page) is None
    labelled(page.main.get("button_group"), "Cut the scores").set_value("rounded").run()
    assert not page.exception
    assert kappa(page) is not None


def test_any_code_can_be_said_to_be_missing(page: AppTest) -> None:
    upload(page, b"a,b\n" + b"1,2\n2,2\n3,3\n4,3\n" * 6 + b"4,1\n1,4\n")
    before = kappa(page)
    labelled(page.text_input, "Codes for a missing").set_value("4, x").run()
    assert not page.exception
    assert "Counted as missing: 4" in markdown(page)
    assert "No rating is" in markdown(page)
    assert kappa(page) not in (None, before)
    assert labelled(page.text_input, "Codes for a missing").value == "4, x"
    labelled(page.text_input, "Codes for a missing").set_value("2024-05-01").run()
    assert kappa(page) == before


def add(app: AppTest, data: bytes, name: str = "submission.csv") -> AppTest:
    """Upload the second of two files."""
    app.file_uploader[1].set_value((name, data, "text/csv")).run()
    assert not app.exception
    return app


TRUTH = b"id,grade\n" + b"".join(b"E%d,%d\n" % (n, n % 4) for n in range(40))


def test_two_files_are_joined_by_id(page: AppTest) -> None:
    upload(page, TRUTH, "truth.csv")
    rows = b"".join(b"E%d,%d\n" % (n, (n + (n % 5 == 0)) % 4) for n in range(39, 1, -1))
    add(page, b"id,grade\n" + rows + b"E5,1\nE77,2\n")
    assert kappa(page) is None
    assert "more than once: 0 in truth.csv, 1 in submission.csv" in page.warning[0].value.replace(
        "\\", ""
    )
    labelled(page.main.button, "Leave these items out").click().run()
    assert "Ids in one file alone: 2 in truth.csv, 1 in submission" in page.warning[
        0
    ].value.replace("\\", "")
    assert kappa(page) is None
    labelled(page.main.button, "Leave these items out").click().run()
    assert "Joined by “id”" in markdown(page)
    assert kappa(page) is not None
    assert "n = 37 items" in page.main.code[0].value
    assert "truth\\.csv" in markdown(page)
    labelled(page.main.button, "Forget the second file").click().run()
    assert not page.exception
    assert kappa(page) is None  # an id and one rating


def test_scores_of_a_second_file_are_cut_as_those_of_one_file(page: AppTest) -> None:
    upload(page, TRUTH, "truth.csv")
    rows = b"".join(b"E%d,%.2f\n" % (n, n % 4 + (n % 7 - 3) / 8) for n in range(40))
    add(page, b"id,score\n" + rows)
    assert kappa(page) is None
    fractions = labelled(page.main.get("button_group"), "The fractions in")
    fractions.set_value("scores, to be cut into categories").run()
    assert kappa(page) is None
    labelled(page.main.get("button_group"), "Cut the scores").set_value("tuned").run()
    assert not page.exception
    assert kappa(page) is not None
    assert "Joined by “id”" in markdown(page)
    quoted = " ".join(one.value for one in page.main.code)
    assert "tuned on the same items" in quoted
    assert "held out" in quoted
    labelled(page.main.get("button_group"), "Cut the scores").set_value("rounded").run()
    assert "n = 40 items" in " ".join(one.value for one in page.main.code)
    upload(page, TRUTH, "truth.csv")
    assert len(page.file_uploader) == 2
    assert "submission" not in markdown(page)


def test_where_no_proposal_is_right_the_columns_of_two_files_are_chosen(page: AppTest) -> None:
    head = b"essay,first,second,third,fourth\n"
    rows = b"".join(
        b"E%d,%d,%d,%d,%d\n" % (n, n % 4, n % 3, n // 2 % 4, (n + n // 9) % 4) for n in range(40)
    )
    upload(page, head + rows, "truth.csv")
    add(page, head.replace(b"essay", b"text") + rows)
    labelled(page.main.selectbox, "Or, in truth").set_value("essay")
    labelled(page.main.button, "Use these columns").click().run()
    assert "Choose a column of each file." in page.main.error[0].value
    labelled(page.main.selectbox, "Or, in truth").set_value("essay")
    labelled(page.main.selectbox, "Or, in submission").set_value("text")
    labelled(page.main.button, "Use these columns").click().run()
    assert not page.exception
    assert kappa(page) is None
    assert "Which columns are the ratings?" in page.warning[0].value
    labelled(page.main.selectbox, "Or, in truth").set_value("third")
    labelled(page.main.selectbox, "Or, in submission").set_value("fourth")
    labelled(page.main.button, "Use these columns").click().run()
    assert not page.exception
    assert "third is the actual rating, fourth the predicted one" in markdown(page)
    assert kappa(page) is not None


def test_items_of_one_pupil_widen_the_interval(page: AppTest) -> None:
    rows = b"".join(
        b"P%d,%d,%d\n" % (n // 6, n % 5, min(n % 5 + (n // 6 % 2), 4)) for n in range(120)
    )
    upload(page, b"pupil,a,b\n" + rows)
    pick(page, "Group", "pupil")
    before = page.main.code[0].value
    labelled(page.checkbox, "Items with the same").check().run()
    assert not page.exception
    assert "since items come in 20 clusters" in page.main.code[0].value
    assert "whole clusters are drawn" in markdown(page)
    labelled(page.checkbox, "Items with the same").uncheck().run()
    assert page.main.code[0].value == before


def test_survey_weights_are_no_counts(page: AppTest) -> None:
    rows = b"".join(b"%d,%d,%s\n" % (n % 3, (n * 2) % 3, (b"0.5", b"2")[n % 2]) for n in range(40))
    upload(page, b"a,b,weight\n" + rows)
    labelled(page.main.button, "It is a survey weight").click().run()
    assert not page.exception
    assert "independent items" in page.main.code[0].value
    assert "holds survey weights" in markdown(page)
    assert labelled(page.main.selectbox, "Survey weights").value == "weight"


def test_dates_that_a_spreadsheet_made_are_asked_about(page: AppTest) -> None:
    upload(page, b"a,b\n" + b"1. Feb,1. Feb\n2. Mar,1. Feb\n3. Apr,2. Mar\n" * 6)
    assert kappa(page) is None
    assert "is a date" in page.warning[0].value
    labelled(page.button, "Yes, read each date").click().run()
    assert not page.exception
    assert kappa(page) is not None


def bomb(claimed: int) -> bytes:
    """A workbook of a few hundred bytes that claims to unpack to so many."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("xl/workbook.xml", "xl/worksheets/sheet1.xml"):
            archive.writestr(name, b"0" * 10_000)
    data = bytearray(file.getvalue())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = claimed.to_bytes(4, "little")
    return bytes(data)


BAD = {
    "a zip bomb": (bomb(2**31), "This workbook unpacks to 2,048 MB"),
    "a zip archive": (bomb(2**31).replace(b"xl/workbook", b"xx/workbook"), "holds 2 files"),
    "old Excel": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "damaged"),
    "JSON": (b'{"a": [1, 2],\n "b": [2]}', "not one whole object"),
    "empty": (b"", "This file is empty"),
    "blank": (b" \n\n", "This file is empty"),
    "header only": (b"a,b\n", "nothing below it"),
    "one column": (b"a\n1\n2\n", "one column"),
    "ragged": (b"a,b\n1,2\n1,2,3\n", "Row 3 has 3 cells"),
    "binary": (bytes(range(256)) * 20, "is not text"),
    "infinite": (b"a,b\ninf,1\n2,2\n", "is infinite"),
    "dates": (b"a,b\n2020-01-21,2020-01-22\n", "is a date"),
    "all missing": (b"a,b\n1,\n,2\n", "There is no rating"),
}


@pytest.mark.parametrize(("data", "says"), BAD.values(), ids=list(BAD))
def test_bad_files_say_what_is_wrong_and_lose_nothing(
    page: AppTest, data: bytes, says: str
) -> None:
    upload(page, TEN, "good.csv")
    upload(page, data, "bad.csv")
    assert says in page.error[0].value.replace("\\", "")
    # A file that was not taken leaves the one before in its place, under its name.
    refused = "**bad.csv**" in page.error[0].value.replace("\\", "")
    assert kappa(page) == ("0.318" if refused else None)
    upload(page, TEN, "good.csv")
    assert not page.error


def test_names_are_shown_letter_by_letter(page: AppTest) -> None:
    data = "<img src=x onerror=alert(1)>,=cmd(),**bold**\n0,0,<b>\n1,1,$x$\n0,1,<b>\n1,1,$x$\n"
    upload(page, data.encode(), "[a](http://b.example).csv")
    pick(page, "Group", "**bold**")
    assert kappa(page) == "0.500"
    assert "[a]" not in markdown(page)
    assert "\\[a\\]\\(http\\:" in markdown(page)
    ticks = figures(page)[-1]["layout"]["yaxis"]["ticktext"]
    assert ticks[:2] == ["&lt;b&gt;", "$x$"]


def test_a_file_in_an_old_encoding_with_decimal_commas(page: AppTest) -> None:
    data = "prüfer 1;prüfer 2\n1,0;1\n2,0;2\n1;2\n".encode("cp1252")
    upload(page, data)
    assert labelled(page.main.selectbox, "Encoding").value == "cp1252"
    assert labelled(page.main.selectbox, "Decimals").value == ","
    assert labelled(page.main.selectbox, "Actual").value == "prüfer 1"
    assert matrix_texts(page, "observed") == ["1", "1", "0", "1"]


def test_mixed_types_wait_for_an_order(page: AppTest) -> None:
    upload(page, b"a,b\n1,low\n2,high\n1,2\n")
    assert kappa(page) is None
    assert "Some labels are numbers and some are words" in markdown(page)
    labelled(page.main.text_input, "Categories").set_value("1, 2, low, high").run()
    labelled(page.main.text_input, "Categories").set_value("1, low, 2, high").run()
    labelled(page.checkbox, "Yes, this is the order").check().run()
    assert matrix_texts(page, "observed")[:4] == ["0", "1", "1", "0"]


def test_an_ordered_categorical_brings_its_order_for_confirmation(page: AppTest) -> None:
    order = ["low", "high", "extreme"]
    table = pd.DataFrame({"a": ["high", "low", "high"], "b": ["high", "low", "low"]})
    file = io.BytesIO()
    table.astype(pd.CategoricalDtype(order, ordered=True)).to_parquet(file)
    upload(page, file.getvalue(), "ratings.parquet")
    assert labelled(page.main.text_input, "Categories").value == "low,high,extreme"
    assert kappa(page) == "0.400"


def test_the_counts_that_a_query_makes_are_an_upload(page: AppTest) -> None:
    upload(
        page,
        b'{"actual": "b", "predicted": "a", "count": 3}\n'
        b'{"actual": "a", "predicted": "a", "count": 3}\n',
        "counts.jsonl",
    )
    assert sorted(matrix_texts(page, "observed")) == ["0", "0", "3", "3"]


def test_more_scores_than_can_be_searched_are_rounded_if_the_reader_agrees(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwk_core.files.columns.MOST_SCORES", 3)
    monkeypatch.setattr("qwk_app.your_data.questions._MANY_SCORES", 10)
    upload(page, b"actual,score\n0,0.2\n1,1.4\n2,1.6\n2,2.9\n")
    assert kappa(page) is None
    fractions = labelled(page.main.get("button_group"), "The fractions in")
    fractions.set_value("scores, to be cut into categories").run()
    assert "too many to search for cut-points" in page.warning[0].value.replace("\\", "")
    assert kappa(page) is None
    labelled(page.checkbox, "Round the scores").check().run()
    assert matrix_texts(page, "observed") == ["1", "0", "0", "0", "1", "0", "0", "0", "2"]
    assert kappa(page) == "1.000"


def test_what_was_uploaded_survives_a_visit_elsewhere(page: AppTest) -> None:
    upload(page, WORDS)
    page.switch_page("pages/overview.py").run()
    assert "0.318" in markdown(page)
    page.switch_page("pages/your_data.py").run()
    assert kappa(page) == "0.571"
    assert "**ratings\\.csv**" in markdown(page)


def test_a_forgotten_file_is_gone(page: AppTest) -> None:
    upload(page, WORDS)
    suffix = page.session_state["_data"][keeping.BY_FILE].suffix
    assert [key for key in page.session_state if str(key).endswith(suffix)]
    labelled(page.main.button, "Forget this file").click().run()
    assert kappa(page) is None
    assert "ratings\\.csv" not in markdown(page)
    assert keeping.BY_FILE not in page.session_state["_data"]
    assert not [key for key in page.session_state if str(key).endswith(suffix)]


def test_a_page_that_reports_a_file_again_is_not_told_of_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A click right after an upload comes with the uploader's last state; the file is gone."""
    state: dict[str, Any] = {"upload": DeletedFile("one")}
    monkeypatch.setattr(st, "session_state", state)
    keeping.take_upload("upload", lambda _name, _data: None)
    refused = keeping.refused()
    assert refused is not None
    assert "Upload it again" in str(refused[1])
    state.clear()
    record = UploadedFileRec("two", "a.csv", "text/csv", TEN)
    state["upload"] = UploadedFile(record, FileURLs())
    keeping.take_upload("upload", lambda _name, _data: None)
    state["upload"] = DeletedFile("two")
    keeping.take_upload("upload", lambda _name, _data: None)
    assert keeping.refused() is None
    kept = keeping.get(keeping.BY_FILE)
    assert kept is not None
    assert kept.data == TEN
    keeping.forget(keeping.BY_FILE)
    assert kept.data is None


def test_matrices_made_of_a_file_are_part_of_what_it_weighs(page: AppTest) -> None:
    rows = "".join(f"{at},{at + at % 2}\n" for at in range(101))
    upload(page, b"actual,predicted\n" + rows.encode())
    kept = page.session_state["_data"][keeping.BY_FILE]
    one = 101 * 101 * 8  # bytes: O of the categories 0 to 100
    assert kept.weight() >= kept.size + one
    kept.let_go()
    assert kept.weight() == 0


def test_streamlit_keeps_no_copy_of_the_file(page: AppTest) -> None:
    upload(page, TEN)
    assert page.file_uploader[0].value is None


def test_the_data_go_to_every_page_as_counts(page: AppTest) -> None:
    upload(page, WORDS)
    labelled(page.main.button, "Open on Overview").click().run()
    assert page.text_input(key="counts").value == "1,1,0;0,1,1;0,1,1"
    assert page.text_input(key="categories").value == "low,medium,high"
    assert "Items: 6, each rated from low (the lowest) to high (the highest)." in markdown(page)
    page.switch_page("pages/kappa.py").run()
    assert "0.571" in markdown(page)
    page.switch_page("pages/your_data.py").run()
    assert kappa(page) == "0.571"


def test_what_an_address_cannot_carry_is_not_offered(page: AppTest) -> None:
    labels = [f"an immeasurably long name of category {at}" for at in range(20)]
    rows = "".join(f"{a},{b}\n" for a in labels for b in labels)
    upload(page, ("actual,predicted\n" + rows * 11).encode())
    assert kappa(page) == "0.000"
    assert not [each for each in page.main.button if each.label == "Open on Overview"]
    assert f"A link carries {LONGEST_CARRIED:,} at most" in markdown(page)


def test_more_categories_than_can_be_drawn_still_have_a_kappa(page: AppTest) -> None:
    rows = "".join(f"{at},{at + at % 2}\n" for at in range(25))
    upload(page, b"actual,predicted\n" + rows.encode())
    assert kappa(page)
    assert not figures(page)
    assert "25 categories are too many to draw" in page.info[0].value
    assert "shows up to 20 categories" in markdown(page)


def test_matrices_too_large_to_be_written_are_not_offered_and_the_counts_are(
    page: AppTest,
) -> None:
    rows = "".join(f"{at},{at + at % 2}\n" for at in range(101))
    upload(page, b"actual,predicted\n" + rows.encode())
    offered = [each.label for each in page.get("download_button")]
    assert "Counts (CSV)" in offered
    assert "Report (HTML)" in offered
    assert "Everything as JSON" not in offered
    assert "Take it all" not in offered
    assert "With 101 categories each matrix has 10,201 cells" in markdown(page)


def test_counts_of_nothing_are_refused(page: AppTest) -> None:
    upload(page, b"actual,predicted,count\n0,1,0\n1,1,0\n")
    assert "every cell is 0" in page.error[0].value
    assert kappa(page) is None


def test_an_undefined_kappa_is_said_to_be_undefined(page: AppTest) -> None:
    upload(page, b"actual,predicted,group\n3,3,a\n3,3,b\n3,3,\n")
    assert kappa(page) == "–"
    assert "Kappa is undefined here" in markdown(page)
    assert "no kappa to quote" in markdown(page)
    assert figures(page)[-1]["layout"]["yaxis"]["ticktext"][2] == "no group"


def test_many_groups_show_the_largest(page: AppTest) -> None:
    rows = "".join(f"{at % 3},{(at + at % 2) % 3},{at % 35}\n" for at in range(350))
    upload(page, b"actual,predicted,group\n" + rows.encode() + b"1,1,34\n")
    ticks = figures(page)[-1]["layout"]["yaxis"]["ticktext"]
    assert len(ticks) == 31
    assert "34" in ticks
    assert "The 30 largest of 35 groups" in markdown(page)


def test_weights_that_are_no_whole_numbers_stay_on_this_page(page: AppTest) -> None:
    upload(page, b"actual,predicted,weight\n0,0,1.5\n0,1,1\n1,1,2.25\n")
    labelled(page.main.button, "Yes, each row stands for").click().run()
    assert kappa(page)
    assert "not whole numbers" in markdown(page)


def test_a_cell_is_chosen_for_these_data_alone(page: AppTest) -> None:
    upload(page, TEN)
    assert "O[4, 0] = 2." in markdown(page)
    pick(page, "actual", "3")
    assert "O[3, 1] = 1." in markdown(page)
    page.switch_page("pages/kappa.py").run()
    assert page.selectbox(key="row").value is None  # the example's cell is its own
    page.switch_page("pages/your_data.py").run()
    upload(page, b"one,two\n7,8\n8,8\n7,7\n")
    assert "O[7, 8] = 1." in markdown(page)


def test_a_query_in_the_person_s_own_names(page: AppTest) -> None:
    page.session_state["data-large"] = True
    way(page, keeping.BY_FILE)
    assert "--actual=actual --predicted=predicted" in page.main.code[-1].value
    upload(page, b'"my ""a""",b,n\n1,1,3\n2,1,4\n2,2,9\n')
    labelled(page.main.button, "Yes, each row stands for").click().run()
    assert "python -m qwk_core" in page.main.code[-1].value
    page.button_group(key="data-query").set_value("SQL").run()
    assert '"my ""a"""' in page.main.code[-1].value
    for name in ("Dask", "Spark"):
        page.button_group(key="data-query").set_value(name).run()
        assert "b" in page.main.code[-1].value
    assert "Tried on a local Spark" in markdown(page)


def test_nothing_of_a_file_is_logged_or_put_into_the_link(
    page: AppTest, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    secret = "xylophone"
    with caplog.at_level(logging.DEBUG):
        upload(page, f"{secret} a,b\n{secret},1\n".encode(), f"{secret}.csv")
        upload(page, f"a,b\n1,{secret}\n2,2\n".encode(), f"{secret}.csv")
    assert secret in page.session_state["_data"][keeping.BY_FILE].name
    written = capfd.readouterr()
    assert secret not in caplog.text + written.out + written.err
    assert secret not in str(dict(page.query_params))


def test_a_large_file_is_counted_when_asked_and_then_let_go(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(keeping.LARGE, "text", 100)
    monkeypatch.setattr("qwk_app.your_data.questions.LET_GO", 200)
    upload(page, b"actual,predicted,other\n" + b"1,1,0\n2,1,1\n2,2,0\n" * 30)
    assert kappa(page) is None
    labelled(page.main.button, "Count all rows").click().run()
    assert kappa(page) == "0.400"
    assert matrix_texts(page, "observed") == ["30", "0", "30", "30"]
    assert page.session_state["_data"][keeping.BY_FILE].data is None
    page.switch_page("pages/overview.py").run()
    page.switch_page("pages/your_data.py").run()
    assert kappa(page) == "0.400"
    pick(page, "Predicted", "other")
    labelled(page.main.button, "Count all rows").click().run()
    assert "Upload it again" in page.error[0].value


def test_a_large_file_is_there_until_every_question_is_answered(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(keeping.LARGE, "text", 100)
    monkeypatch.setattr("qwk_app.your_data.questions.LET_GO", 200)
    rows = b"1,1\n2,1\n2,2\n3,3\n4,4\n" * 10 + b"9,1\n"
    upload(page, b"actual,predicted\n" + rows * 3)
    labelled(page.main.button, "Count all rows").click().run()
    assert kappa(page) is None
    labelled(page.main.button, "Yes, 9 means missing").click().run()
    assert kappa(page) is not None
    assert page.session_state["_data"][keeping.BY_FILE].data is None


RATED = b"essay,grader,score\n" + b"".join(
    b"e%d,Ana,%d\ne%d,Luis,%d\n" % (n, n % 3, n, n % 4 % 3) for n in range(40)
)


@pytest.mark.parametrize("what", ["a row a rating", "two files", "all raters"])
def test_what_takes_long_begins_by_itself_and_waits_once_it_was_cancelled(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for shape in (keeping.LONG, keeping.JOINED, keeping.RATERS):
        monkeypatch.setitem(keeping.LARGE, shape, 50)
    told: list[float] = []
    teller = counting._teller
    monkeypatch.setattr(
        counting,
        "_teller",
        lambda bar, size: lambda share: (told.append(share), teller(bar, size)(share)),
    )
    if what == "a row a rating":
        upload(page, RATED)
        key, shown = "asked", "40 items"
    elif what == "two files":
        upload(page, TRUTH)
        add(page, TRUTH.replace(b",3", b",2"))
        key, shown = "joined-asked", "40 items"
    else:
        upload(page, b"a,b,c\n" + b"1,2,2\n2,2,1\n3,3,3\n" * 20)
        labelled(page.button_group, "3 columns or raters").set_value(many.ALL).run()
        key, shown = "raters-asked", "60 items"
    assert not page.exception
    assert shown in markdown(page.main)
    assert max(told) == 1.0
    # As a click on Cancel leaves it, which ends the run in the middle.
    held = page.session_state["_data"][
        keeping.BY_SECOND if what == "two files" else keeping.BY_FILE
    ]
    held.readings.clear()
    page.session_state[held.key(key)] = False
    page.run()
    assert shown not in markdown(page.main)
    labelled(page.main.button, "Count all rows").click().run()
    assert shown in markdown(page.main)


def test_large_files_wait_only_as_long_as_there_is_room(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other tests' files may not be gone yet.
    monkeypatch.setattr(holding, "_kept", type(holding._kept)())
    monkeypatch.setattr(holding, "MOST", 2 * len(TEN))
    monkeypatch.setattr(holding, "SMALL", 50)
    monkeypatch.setattr("qwk_app.your_data.questions.LET_GO", 50)
    monkeypatch.setitem(keeping.LARGE, "text", 50)
    readers = [visit("your_data") for _reader in range(3)]
    for reader in readers[:2]:
        upload(reader, TEN)
        assert not reader.error
    upload(readers[2], TEN)
    assert "Try again in a few minutes" in readers[2].error[0].value
    upload(readers[2], b"a,b\n1,2\n2,2\n1,1\n")  # a small one always finds room
    assert kappa(readers[2])
    labelled(readers[0].main.button, "Count all rows").click().run()
    upload(readers[2], TEN)
    assert not readers[2].error
    for reader in readers:
        labelled(reader.main.button, "Forget this file").click().run()


def test_longer_texts_are_not_taken(page: AppTest) -> None:
    way(page, keeping.BY_COUNTS)
    assert page.text_area(key=keeping.COUNTS).max_chars == LONGEST_TEXT


def test_a_forest_of_what_is_there() -> None:
    nan = float("nan")
    groups = [
        Branch("<i>a group with a very long name", 90, 0.5, 0.3, 0.7, "0.5"),
        Branch("undefined", 3, nan, nan, nan, "–"),
        Branch("wide", 2, -0.4, -1.6, 1.2, "−0.4"),
    ]
    drawn = forest(
        groups, Branch("all", 95, 0.4, 0.2, 0.6, "0.4"), palette=LIGHT, axes=("κ", "group")
    )
    intervals, squares, diamond, notes = drawn.figure.data
    assert intervals.x == (0.3, 0.7, None, -1.0, 1.0, None, 0.2, 0.6, None)
    assert squares.x == (0.5, -0.4)
    assert squares.marker.size[0] > squares.marker.size[1]
    assert diamond.x == (0.4,)
    assert notes.text == ("0.5", "–", "−0.4", "<b>0.4</b>")
    assert drawn.figure.layout.xaxis.range == (-1.0, 1.0)
    assert drawn.figure.layout.yaxis.ticktext[0] == "&lt;i&gt;a group with…"
    [table] = drawn.tables
    assert table.corner == "group"
    assert table.names == (groups[0].name, "undefined", "wide", "all")
    nothing = Branch("all", 0, nan, nan, nan, "–")
    assert not forest([], nothing, palette=DARK, axes=("κ", "group")).figure.layout.shapes


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_way_in_speaks_the_reader_s_language(visit: Visit, language: str) -> None:
    app = visit("your_data", lang=language)
    for name in keeping.INPUTS:
        way(app, name)
        assert not app.exception


def test_the_command_holds_nothing_that_a_terminal_obeys() -> None:
    written = large.command(Columns("a\x1b[201~\x15touch X #\x0f", "-b\nc"))
    assert written.isprintable()
    assert "--predicted='-b c'" in written
