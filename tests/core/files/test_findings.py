"""Files of real readers, as bytes: each leads to the right kappa, a question, or a reason.

Each file tests one rule. Its name says what was once read wrongly without a message. What the
command prints of `RIGHT` and `ASKED` is recorded: tests/core/test_recorded.py compares it.
"""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pyarrow as pa
import pytest

from qwk_core import RatingsError
from qwk_core.files.answers import Answers
from qwk_core.files.packed import unpacked
from tests.core.files.made import IDS, KAPPA, A, B, N, excel, in_parquet, kappa, of, table
from tests.survey.made import written

SUMS = [a + b for a, b in zip(A, B, strict=True)]
NUMBERS = np.random.default_rng(13).permutation(9000)[:N].tolist()
DAYS = [f"2024-05-{1 + n % 28:02}" for n in IDS]
PAIRS = list(zip(A, B, strict=True))
OBSERVED = [[PAIRS.count((i, j)) for j in range(1, 6)] for i in range(1, 6)]
WHO = ["Kim"] * N + ["Lee"] * N


def words(scale, ratings):
    return [scale[rating - 1] for rating in ratings]


def half(number):
    """Return half a number, with a decimal comma as in the spreadsheets of some countries."""
    return number // 2 if number % 2 == 0 else f"{number / 2}".replace(".", ",")


def zipped(content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("ratings.csv", content)
    return file.getvalue()


AB = ("a", "b")
ROWS = [AB, *zip(A, B, strict=True)]
LONG = [("item", "rater", "rating")] + [
    (f"E{n}", who, rating)
    for n, both in enumerate(zip(A, B, strict=True))
    for who, rating in zip(("Ana", "Luis"), both, strict=True)
]
COUNTS = [["", *range(1, 6)], *([i, *row] for i, row in enumerate(OBSERVED, start=1))]
TOTALS = [[*COUNTS[0], "Total"], *([*row, sum(row[1:])] for row in COUNTS[1:])]
TOTALS.append(["Total", *map(sum, zip(*OBSERVED, strict=True)), N])
LIKERT = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
DE_ACUERDO = [
    "Totalmente en desacuerdo",
    "En desacuerdo",
    "Neutral",
    "De acuerdo",
    "Totalmente de acuerdo",
]


def lines(rows, mark=","):
    return "".join(mark.join(map(str, row)) + "\n" for row in rows).encode()


RIGHT = {
    # A column counts items only if its whole name says so. One word of the name is not enough.
    "student number": table(("Student Number", "Rater 1", "Rater 2"), NUMBERS, A, B),
    "word count": table(("a", "b", "word_count"), A, B, NUMBERS),
    "weight in kg": table(("rater_a", "rater_b", "weight"), A, B, [45 + n % 7 for n in IDS]),
    "number of the item": table(("number", "a", "b"), IDS, A, B),
    # Totals are not ratings.
    "table of counts": lines(COUNTS),
    "table of counts with totals": lines(TOTALS),
    "table of counts by tabs": lines(TOTALS, "\t"),
    "total below, in text": table(("id", *AB), IDS, A, B, after=f"Total,{sum(A)},{sum(B)}\n"),
    "total below, in Excel": written([*ROWS, (sum(A), sum(B))], "excel"),
    "word Total, in Excel": written(
        [("id", *AB), *zip(IDS, A, B, strict=True), ("Total", sum(A), sum(B))], "excel"
    ),
    "mean after a gap": table(AB, A, B, after=f"\n{sum(A) / N:.2f},{sum(B) / N:.2f}\n"),
    "number of items below": table(("id", *AB), IDS, A, B, after=f"N,{N},{N}\n"),
    "note below": table(AB, A, B, after="Note: two raters\n"),
    # Codes for missing ratings are not categories.
    "-99": table(AB, [*A, -99, 2], [*B, 2, -99]),
    "-9": table(AB, [*A, -9], [*B, 2]),
    "999": table(AB, [*A, 999], [*B, 2]),
    "a point": table(AB, [*A, ".", 3], [*B, 2, "."]),
    "a dash": table(AB, [*A, "-"], [*B, 2]),
    "N/A": table(AB, [*A, "N/A"], [*B, 2]),
    "blank": table(AB, [*A, ""], [*B, 2]),
    "error of a spreadsheet": table(AB, [*A, "#DIV/0!"], [*B, 2]),
    # Shapes.
    "long": lines(LONG),
    "long by semicolons": lines(LONG, ";"),
    "long in Excel": written(LONG, "excel"),
    # Ids, sums and page counts are not ratings.
    "domain score": table(
        ("essay_id", "rater1_domain1", "rater2_domain1", "domain1_score"), IDS, A, B, SUMS
    ),
    "class and predicted class": table(("image_id", "class", "predicted_class"), IDS, A, B),
    "first and second marker": table(("essay", "first_marker", "second_marker"), IDS, A, B),
    "pages": table(("id", "rater1", "rater2", "pages"), IDS, A, B, [1 + n % 6 for n in IDS]),
    "date of the exam": table(("rater1", "rater2", "date"), A, B, DAYS),
    # The first row of the table.
    "title": table(AB, A, B, before="Agreement study\n"),
    "title of two cells": table(AB, A, B, before="Study,7\n"),
    "titles and a blank line": table(("id", *AB), IDS, A, B, before="Study 7\nSpring\n\n"),
    "comments": table(AB, A, B, before="# a tool\n# 2024\n"),
    "two rows of headings": table(("id", "style", "style"), IDS, A, B, before=",Ana,Luis\n"),
    "sep=": table(AB, A, B, mark=";", before="sep=;\n"),
    "blank lines between": table(AB, A, B, end="\n\n"),
    "no headings": table(tuple(A[:1] + B[:1]), A[1:], B[1:]),
    "blank rows above, in Excel": written([(), (), (), *ROWS], "excel"),
    "byte order mark": table(AB, A, B, encoding="utf-8-sig"),
    "UTF-16": table(AB, A, B, mark="\t", encoding="utf-16"),
    "Latin 1": table(("Añó", "Niñó"), A, B, encoding="cp1252"),
    "old line ends": table(AB, A, B, end="\r\n"),
    # Categories.
    "numbered labels": table(
        AB, *(words(("1 – a", "2 – b", "3 – c", "4 – d", "5 – e"), one) for one in (A, B))
    ),
    "Roman numerals": table(AB, *(words(("I", "II", "III", "IV", "V"), one) for one in (A, B))),
    "letter grades": table(AB, *(words(("F", "D", "C", "B", "A"), one) for one in (A, B))),
    "Likert words": table(AB, *(words(LIKERT, one) for one in (A, B))),
    "Likert words in Spanish": table(AB, *(words(DE_ACUERDO, one) for one in (A, B))),
    "percents": table(AB, *(words(("0%", "25%", "50%", "75%", "100%"), one) for one in (A, B))),
    "half points": table(AB, *([(one + 5) / 2 for one in each] for each in (A, B))),
    "decimal commas in quotation marks": table(
        AB, *([f'"{(one + 5) / 2}"'.replace(".", ",") for one in each] for each in (A, B))
    ),
    "decimal commas": table(
        AB,
        *([f"{(one + 5) / 2}".replace(".", ",") for one in each] for each in (A, B)),
        mark=";",
    ),
    "1.0": table(AB, [f"{a}.0" for a in A], B),
    # Formats.
    ".xlsx": written(ROWS, "excel"),
    ".xls": written(ROWS, "xls"),
    ".ods": written(ROWS, "ods"),
    "Parquet": written(ROWS, "parquet"),
    "JSON lines": "".join(f'{{"a": {a}, "b": {b}}}\n' for a, b in zip(A, B, strict=True)).encode(),
    "zipped": zipped(table(AB, A, B)),
    # Other files that were once read wrongly.
    "blank first line": table(("id", *AB), IDS, A, B, before="\n"),
    "headings again": table(("id", *AB), IDS, A, B, after="id,a,b\n"),
    "total below, without a word": table(AB, A, B, after=f"{sum(A)},{sum(B)}\n"),
    "number of items below, without a word": table(AB, A, B, after=f"{N},{N}\n"),
    "months that are none": table(AB, *([f"Mark {n}" for n in each] for each in (A, B))),
    "decimal commas as text beside whole numbers": "".join(
        json.dumps({"a": half(a), "b": half(b)}) + "\n" for a, b in PAIRS
    ).encode(),
    "counts below the name of the other rater": lines(
        [
            ["", "", "B"],
            ["", *COUNTS[0]],
            *(["" if row[0] > 1 else "A", *row] for row in COUNTS[1:]),
        ],
        "\t",
    ),
    "another name of the items": table(
        ("code", "title", "reader", "grade"),
        *([f"{what}{n}" for n in IDS * 2] for what in ("ck", "img ")),
        WHO,
        A + B,
    ),
    "how far a rater is trusted": table(
        ("essay", "who", "trust", "mark"), IDS * 2, WHO, [0.81] * N + [0.86] * N, A + B
    ),
    "how sure each rater is": table(
        ("essay", "rater1", "conf1", "rater2", "conf2"),
        *(IDS, A, [n % 3 for n in IDS], B, [n % 4 for n in IDS]),
    ),
    "weight and day between the raters": table(
        ("dr_smith", "weight", "date", "dr_jones"), A, [45 + n % 30 for n in IDS], DAYS, B
    ),
}
# The first answer to the question leads to the right kappa.
LED = {
    "square without names": lines(OBSERVED),
    "a rating per row, and no name says so": table(
        ("e", "k", "s"), IDS * 2, ["x"] * N + ["y"] * N, A + B
    ),
    "a rating per row, and numbers alone": table((0, 1, 3), IDS * 2, [1] * N + [2] * N, A + B),
    "answers to a form, by e-mail address": table(
        ("Timestamp", "Email Address", "Essay", "How good is it? (1-5)"),
        ["2026/03/01 10:00:00"] * 2 * N,
        ["ana@x.org"] * N + ["bo@x.org"] * N,
        [f"E{n}" for n in IDS * 2],
        A + B,
    ),
    "one rater, two times": table(
        ("essay", "rater", "time", "score"),
        *(IDS * 2, ["Kim"] * 2 * N, ["t1"] * N + ["t2"] * N, A + B),
    ),
    "two ratings in a row, by rater": table(
        ("essay", "rater", "style", "spelling", "sex"), IDS * 2, WHO, A + B, B + A, IDS * 2
    ),
    "letters that may be names": table(("A", "B"), *(words("FDCBA", each) for each in (A, B))),
    "raters of merged cells": table(
        ("essay", "reader", "grade"),
        *(
            [f"E{n}" for n in IDS * 2],
            [("" if n > 1 else who) for who, n in zip(WHO, IDS * 2, strict=True)],
            A + B,
        ),
    ),
    "items of merged cells": table(
        ("essay", "reader", "grade"),
        *(
            [cell for n in IDS for cell in (f"E{n}", "")],
            ["Kim", "Lee"] * N,
            [rating for pair in PAIRS for rating in pair],
        ),
    ),
}
ASKED = {
    "9 on a scale to 5": table(AB, [*A, 9, 2], [*B, 2, 9]),
    "55 on a scale to 5": table(AB, [*A, 55], [*B, 3]),
    "-1 on a scale from 0": table(AB, [*A, 0, -1], [*B, 0, 2]),
    "99 among percents": table(AB, [0, 25, 50, 75, 100, 99] * 9, [25, 25, 50, 75, 75, 0] * 9),
    "item names and one score": table(("item", "score"), [f"E{n}" for n in IDS], A),
    "three raters": table(("id", "r1", "r2", "r3"), IDS, A, B, A[::-1]),
    "small square under words": b"Ana,Luis,Eva\n4,5,2\n3,6,1\n4,4,9\n",
    "scores": table(("truth", "score"), A, [f"{b + n / 97:.2f}" for n, b in enumerate(B)]),
    "probabilities": table(("truth", "p"), [n % 2 for n in IDS], [n / 61 for n in IDS]),
    "weights": table((*AB, "weight"), A, B, [0.5 + n / N for n in IDS]),
    "counts": b"a,b,n\n1,1,40\n1,2,9\n2,1,6\n2,2,45\n",
    "dates": table(AB, ["1. Feb", "2. Mar", "3. Apr"] * 9, ["1. Feb", "1. Feb", "3. Apr"] * 9),
    "words without an order": table(AB, ["wee", "big", "huge"] * 9, ["big", "big", "wee"] * 9),
    "numbers and words": table(AB, [*A, "low"], [*B, "low"]),
    "total that may be an item": table(
        ("name", *AB), [f"N{n}" for n in IDS], A, B, after="Max,3,3\n"
    ),
    "scales that differ": table(("human", "model"), A, [20 * b for b in B]),
    **LED,
}


@pytest.mark.parametrize("content", LED.values(), ids=LED)
def test_the_first_answer_leads_to_the_right_kappa(content):
    (question,) = of(content).questions
    assert kappa(of(content, question.options[0].answers)) == pytest.approx(KAPPA)


def test_row_numbers_are_those_of_the_sheet():
    sheet = written([(), (), *ROWS, (), (3, "2024-05-21")], "excel")
    with pytest.raises(RatingsError, match=f"row {N + 5}: .* is a date"):
        of(sheet, Answers(columns=AB))


def test_formulas_without_results_are_refused():
    with pytest.raises(RatingsError, match="have no result"):
        of(excel([*ROWS, (3, "=A3")]).getvalue())


def test_a_parquet_file_whose_names_are_no_text_is_said_to_be_damaged() -> None:
    data = in_parquet(
        pa.table({"actual": [1, 2], "predicted": [1, 2]}), store_schema=False
    ).getvalue()
    at = data.index(b"predicted")  # in the schema
    with pytest.raises(RatingsError, match="damaged"):
        of(data[:at] + b"\xbd" + data[at + 1 :])


@pytest.mark.parametrize("name", ["ratings.csv", "xl/workbook.xml"])
def test_a_zip_archive_with_any_byte_changed_is_read_or_refused(name, monkeypatch):
    monkeypatch.setattr("qwk_core.files.formats.excel.as_rows", lambda *_: (_ for _ in [b""]))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, "actual,predicted\n1,2\n2,2\n")
    refused = 0
    for at in range(len(out.getvalue())):
        for value in (0, 1, 9, 127, 128, 255):
            data = bytearray(out.getvalue())
            data[at] = value
            try:
                unpacked(io.BytesIO(data)).close()
            except RatingsError:
                refused += 1
    assert refused > 100
