"""From a file to its kappa: the reader's answers and choices, and the texts of the page.

tests/core/files tests what the app recognises in a file. These tests check that a person can
correct it.
"""

import pytest

from qwk_core.statistics.difference import kappa_difference
from tests.app.acts import check_says, do, field, page_text
from tests.app.conftest import WAITING
from tests.app.test_your_data import CUT, ODD_WORDS, TEN, kappa, upload

AGREED = ("Yes, this is the order", True)
SCORES = b"truth,score\n" + b"".join(
    b"%d,%.2f\n" % (n % 3, n % 3 + (n * 7 % 5 - 2) / 5) for n in range(40)
)
TITLED = b"Study 7\n\n" + TEN + b"Total,23\n"
COUNTED = b"actual,predicted,count,school\n0,0,40,x\n0,1,9,x\n1,0,6,y\n1,1,45,y\n"
PUPILS = b"pupil,a,b\n" + b"".join(
    b"P%d,%d,%d\n" % (n // 6, n % 5, min(n % 5 + (n // 6 % 2), 4)) for n in range(120)
)
SURVEY = b"a,b,weight\n" + b"0,0,2\n1,2,0.5\n2,1,0.5\n" * 14
SPELLED = b"a,b\n" + b"KL 1,KL 1\nKL 2,KL 1\nKL 3,KL 3\n" * 4 + b"KL2,KL 2\nodd,KL 3\n"
GRADERS = b"essay,rater1,rater2,rater3\n1,3,4,3\n2,4,4,2\n3,1,2,1\n4,2,2,2\n5,3,3,4\n6,4,3,4\n"
VISITS = b"subject,visit,reader,score\n" + b"".join(
    b"%d,%d,%s,%d\n" % (subject, visit, reader, (subject + visit + at * (subject % 3)) % 4)
    for subject in range(1, 9)
    for visit in (1, 2)
    for at, reader in enumerate((b"A", b"B"))
)
RATED = [(1, 2, 1), (2, 2, 3), (4, 4, 4), (4, 3, 4), (0, 1, 1), (5, 5, 6), (2, 3, 3)]
CODED = b"a,b\n" + b"1,2\n2,2\n3,3\n4,3\n" * 6 + b"4,1\n1,4\n"

# One case for each field and button of the page: the content of a file, the reader's answers and
# choices, the kappa (None: not ready), and words on the page. The kappas are those of
# scikit-learn's `cohen_kappa_score`.
JOURNEYS = {
    "whole numbers": (
        TEN,
        [
            ([], "0.318", "Found: comma between cells, decimal point, utf-8"),
            ([], "0.318", "ratings.csv, 0.1 kB"),
        ],
    ),
    "other words": (
        ODD_WORDS,
        [
            ([], None, "κ waits for the order"),
            ([], None, "wee < big < huge"),
            ([("Categories", "huge, wee, big")], None, "huge < wee < big"),
            (
                [("Which label?", "big"), "One step lower", "One step lower", "Turn around"],
                None,
                "wee < huge < big",
            ),
            (["One step lower"], None, "wee < big < huge"),
            ([AGREED], "0.571", "3 ordered categories"),
            ([("Categories", "big, huge, wee")], "0.250", "big < huge < wee"),
            ([("Categories", "wee, big, huge, extreme")], "0.571", "4 ordered categories"),
            ([("Categories", "wee, huge")], None, "“big” is not one of the categories"),
        ],
    ),
    "other words that stand in order already": (
        ODD_WORDS,
        [
            ([], None, "Not ordered yet"),
            ([("They already stand", True)], "0.571", "wee < big < huge"),
            ([("They already stand", False)], None, "κ waits for the order"),
        ],
    ),
    "a table of counts in the order of the alphabet": (
        b",high,low,medium\nhigh,8,1,3\nlow,2,10,0\nmedium,2,0,9\n",
        [
            ([], None, "low < medium < high"),
            ([AGREED], "0.638", "3 ordered categories"),
            ([("Categories", "high, low, medium"), AGREED], "0.511", "high < low < medium"),
        ],
    ),
    "missing ratings": (
        TEN + b"1,\n,\n,3\n2,NA\n",
        [([], "0.318", "Left out: 3 of 13 items, since a rating is missing (only the first")],
    ),
    "codes that are not": (
        TEN + b"9,1\n1,9\n",
        [
            ([], None, "Do these stand for a missing rating? 9 (2)."),
            (["Yes, count as missing: 9"], "0.318", "Counted as missing: 9 (2)."),
            (["Start these questions over"], None, "Do these stand for"),
            (["No, they are ratings"], "−0.108", "10 ordered categories"),
        ],
    ),
    "codes by hand": (
        CODED,
        [
            ([], "0.333", ""),
            ([("Codes for a missing", "4, x")], "0.667", "No rating is “x”"),
            ([("Codes for a missing", "2024-05-01")], "0.333", ""),
        ],
    ),
    "titles and totals": (
        TITLED,
        [
            ([], "0.318", "Left out: row 14, “Total” (a total or a mean, no item)."),
            (["Row 14 is an item"], None, ""),
        ],
    ),
    "two spellings": (
        SPELLED,
        [
            ([], None, ""),
            (["“KL2” is “KL 2”"], None, "Made one by hand: “KL2” = “KL 2”."),
            ([("A label to change", "odd"), "Change it"], "0.800", "Counted as missing: odd (1)."),
        ],
    ),
    "counts and groups": (
        COUNTED,
        [
            ([], None, "Does “count” count how many items"),
            (["Yes, each row stands for"], "0.700", "Group by group"),
            ([("Count", "")], "0.000", "4 items"),
            ([("Predicted", "actual")], None, "one and the same column"),
        ],
    ),
    "survey weights": (SURVEY, [(["It is a survey weight"], "0.714", "effective number")]),
    "items that belong together": (
        PUPILS,
        [
            ([("Group", "pupil")], "0.900", ""),
            ([("Items with the same", True)], "0.900", "since items come in 20 clusters"),
            ([], "0.900", "whole clusters are drawn"),
            ([("Items with the same", False)], "0.900", "by Fisher’s transformation"),
        ],
    ),
    "items of many raters that belong together": (
        b"pupil,a,b,c\n" + b"".join(b"P%d,%d,%d,%d\n" % (n // 3, *RATED[n % 7]) for n in range(21)),
        [
            (["All 3 together"], "0.883", "with a jackknife over items"),
            ([("Items that belong together", "pupil")], "0.883", "over the 7 clusters"),
            ([("Items that belong together", "")], "0.883", "with a jackknife over items"),
        ],
    ),
    "too many groups": (
        b"actual,predicted,group\n"
        + b"".join(b"%d,%d,g%d\n" % (at % 2, at % 3 % 2, at) for at in range(201)),
        [([], None, "has 201 different values"), ([("Group", "")], "0.013", "")],
    ),
    "other columns": (
        b"p,q,r\n0,0,1\n1,1,0\n0,0,1\n1,1,0\n",
        [
            ([("Actual", "p"), ("Predicted", "q")], "1.000", ""),
            ([("Predicted", "r")], "−1.000", ""),
        ],
    ),
    "a rating a row": (
        VISITS,
        [
            ([("Each row of the table is", "one rating")], None, "Which ratings count?"),
            (["All 2 together"], "0.095", ""),
            ([("Item", ["subject", "visit"]), ("Rater", "reader")], "0.095", ""),
            ([("Rating", "score"), "Read it so"], "0.095", "16 items"),
            ([("Each row of the table is", "an item")], "−0.080", "32 items"),
        ],
    ),
    "rows that are raters": (
        b",a,b,c,d,e,f,g\nAna,4,4,3,0,1,2,1\nLuis,0,4,1,0,1,2,1\n",
        [
            ([], None, ""),
            (["A row is a rater"], "0.364", "7 items"),
            ([("Each row of the table is", "an item")], None, ""),
            ([("Each row of the table is", "one rater")], "0.364", ""),
        ],
    ),
    "how the file is read": (
        b"0,0\n1,1\n0,1\n1,1\n",
        [
            ([], "0.500", "4 items"),
            ([("Row with the names", 1)], "0.000", "3 items"),
            ([("Between cells", ";")], None, "This table has one column"),
            ([("Between cells", ",")], "0.000", "3 items"),
        ],
    ),
    "scores": (
        SCORES,
        [
            ([], None, "are these fractions scores, or categories?"),
            ([CUT], None, "how are the scores cut?"),
            ([("Cut the scores", "rounded")], "1.000", "The report will say"),
            ([("The fractions in", "categories of their own")], "0.944", ""),
        ],
    ),
    "kappa is undefined": (
        b"actual,predicted,group\n3,3,a\n3,3,b\n3,3,\n",
        [([], None, "Kappa is undefined here"), ([], None, "no kappa to quote")],
    ),
}


@pytest.mark.parametrize(("data", "steps"), JOURNEYS.values(), ids=list(JOURNEYS))
def test_from_a_file_to_kappa(page, data, steps):
    upload(page, data)
    for clicked, expected, message in steps:
        do(page, *clicked)
        assert (kappa(page), message in page_text(page)) == (expected, True), clicked


def test_a_question_stands_above_the_fold_it_opens(visit):
    page = upload(visit("your_data", folded=True, state=WAITING), GRADERS)
    kinds = [part.type for part in page.main]
    assert page.main.expander[0].proto.expanded
    assert kinds.index("warning") < kinds.index("expander")


# Two models and the actual ratings: the second model has larger errors.
ACTUAL = [n % 5 for n in range(80)]
NEAR, FAR = ([min(n % 5 + n % most, 4) for n in range(80)] for most in (2, 4))


def test_another_column_is_compared_on_the_same_items(page):
    rows = [f"{at + 1001},{ACTUAL[at]},{NEAR[at]},{FAR[at]}" for at in range(80)]
    table = "\n".join(["essay,actual,predicted,model_b", *rows])
    do(upload(page, table.encode()), "actual and predicted")
    assert field(page, COMPARED).options == ["model_b"], "no numbers of essays"
    found = kappa_difference(ACTUAL, NEAR, FAR)
    check_says(
        do(page, (COMPARED, "model_b")),
        f"The difference is {found.difference:.3f} (95% confidence interval",
        f"{found.low:.3f} to {found.high:.3f}",
        "“predicted” agrees better than “model_b”",
    )
    # The page does not offer a column on another scale.
    upload(page, table.replace("\n", ".5\n").encode() + b".5")
    assert not [box for box in page.main.selectbox if box.label.startswith(COMPARED)]


COMPARED = "Compare “"
