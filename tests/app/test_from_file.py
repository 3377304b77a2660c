"""From a file to its kappa: the reader's answers and choices, and the texts of the page.

tests/core/files tests what the app recognises in a file. These tests check that a person can
correct it.
"""

import pytest

from qwk_core.statistics.difference import kappa_difference
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.acts import check_says, do, field
from tests.app.conftest import WAITING
from tests.app.test_your_data import ODD_WORDS, TEN, kappa, upload
from tests.core.beside import beside
from tests.core.files.test_cases import content_of

GRADERS = b"essay,rater1,rater2,rater3\n1,3,4,3\n2,4,4,2\n3,1,2,1\n4,2,2,2\n5,3,3,4\n6,4,3,4\n"
FILMS = RATER_EXAMPLES[0]
RATED = [(1, 2, 1), (2, 2, 3), (4, 4, 4), (4, 3, 4), (0, 1, 1), (5, 5, 6), (2, 3, 3)]
# Files that a template cannot write.
STARS = [[cell or "" for cell in row] for row in FILMS.rows]
MADE = {
    "films": "\t".join(["film", *FILMS.raters])
    + "\n"
    + "".join("\t".join(map(str, [f"f{at}", *row])) + "\n" for at, row in enumerate(STARS)),
    "films, a rating a row": "film\trater\tstars\n"
    + "".join(
        f"f{at}\t{rater}\t{stars}\n"
        for at, row in enumerate(STARS)
        for rater, stars in zip(FILMS.raters, row, strict=True)
        if stars
    ),
    "ten": TEN.decode(),
    "odd words": ODD_WORDS.decode(),
    "scores": "truth,score\n"
    + "".join(f"{n % 3},{n % 3 + (n * 7 % 5 - 2) / 5:.2f}\n" for n in range(40)),
    "pupils": "pupil,a,b\n"
    + "".join(f"P{n // 6},{n % 5},{min(n % 5 + (n // 6 % 2), 4)}\n" for n in range(120)),
    "pupils of three raters": "pupil,a,b,c\n"
    + "".join(f"P{n // 3},{','.join(map(str, RATED[n % 7]))}\n" for n in range(21)),
    "weighed": "site,pupil,w,a,b,c\n"
    + "".join(
        f"{'NS'[n % 2]},P{n // 4},{(0.5, 1, 2.5)[n % 7 % 3]},{','.join(map(str, RATED[n % 7]))}\n"
        for n in range(42)
    ),
    "visits": "subject,visit,reader,score\n"
    + "".join(
        f"{subject},{visit},{reader},{(subject + visit + at * (subject % 3)) % 4}\n"
        for subject in range(1, 9)
        for visit in (1, 2)
        for at, reader in enumerate("AB")
    ),
}
JOURNEYS = beside(__file__, "journeys.toml")


@pytest.mark.parametrize("case", JOURNEYS.values(), ids=JOURNEYS)
def test_from_a_file_to_kappa(page, case):
    file = MADE[case["made"]] if "made" in case else case["file"]
    upload(page, content_of(case | {"file": file}).encode())
    for acts, expected, message in case["steps"]:
        do(page, *acts)
        assert (kappa(page) or "") == expected, acts
        check_says(page, message)


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
    # Where items belong together, whole clusters are left out.
    patients = [f"p{at // 2}" for at in range(80)]
    lines = [f"{row},{patient}" for row, patient in zip(rows, patients, strict=True)]
    upload(page, "\n".join(["essay,actual,predicted,model_b,patient", *lines]).encode())
    do(page, "actual and predicted", ("Items that belong together", "patient"))
    found = kappa_difference(ACTUAL, NEAR, FAR, clusters=patients)
    check_says(do(page, (COMPARED, "model_b")), f"{found.low:.3f} to {found.high:.3f}")
    # The page does not offer a column on another scale.
    upload(page, table.replace("\n", ".5\n").encode() + b".5")
    assert not [box for box in page.main.selectbox if box.label.startswith(COMPARED)]


COMPARED = "Compare “"
