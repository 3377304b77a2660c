"""Your data with three raters or more: the choice, the questions and the results."""

import pytest

from qwk_app.report import settings
from qwk_app.words.numbers import kappa_text
from qwk_app.your_data import recognised
from qwk_core.study.interval_choice import INTERVALS, OF_MANY
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.acts import check_says, do
from tests.app.reading import panels
from tests.app.test_your_data import kappa, paste, upload

FILMS = RATER_EXAMPLES[0]
WIDE = "film\t" + "\t".join(FILMS.raters) + "\n"
WIDE += "\n".join(
    f"f{at}\t" + "\t".join("" if cell is None else str(cell) for cell in row)
    for at, row in enumerate(FILMS.rows)
)
LONG = "film\trater\tstars\n" + "\n".join(
    f"f{at}\t{rater}\t{cell}"
    for at, row in enumerate(FILMS.rows)
    for rater, cell in zip(FILMS.raters, row, strict=True)
    if cell is not None
)


def together(app, text):
    return do(paste(app, text), "All 4 together")


every_shape = pytest.mark.parametrize("text", [WIDE, LONG], ids=["items", "ratings"])


@every_shape
def test_all_raters_are_offered_and_shown_together(page, text):
    app = together(page, text)
    assert not app.error
    assert kappa(app) == kappa_text(FILMS.agreement().pooled)
    assert panels(app)["pairs"]["view"]["labels"] == list(FILMS.raters)
    message = "pasted rows: 12 items, 4 raters, 5 categories, 4 missing ratings"
    check_says(app, message, "Agreement of 4 raters")
    assert kappa(do(app, ("scheme", "linear"))) == kappa_text(FILMS.agreement("linear").pooled)


def test_the_interval_of_many_raters_is_chosen_and_followed(page):
    app = together(page, WIDE)
    assert list(app.selectbox(key=settings.INTERVAL).options) == [INTERVALS[one] for one in OF_MANY]
    do(app, (settings.INTERVAL, "bootstrap"), (settings.N_DRAWS, 300))
    check_says(app, "by the percentiles of 300 bootstrap samples of the items, seed 1")


def test_nothing_of_the_raters_goes_into_the_link(page):
    app = together(page, WIDE)
    do(app, ("First rater", "Ana"), ("Second rater", "Ben"))
    assert panels(app)["pairs"]["view"]["cell"] == [0, 1]
    assert not {"first_rater", "second_rater", "raters", "raters_order"} & set(app.query_params)


def test_raters_are_left_out_by_hand(page):
    app = do(together(page, WIDE), ("Raters", ["Ana", "Ben", "Dan"]))
    assert panels(app)["pairs"]["view"]["labels"] == ["Ana", "Ben", "Dan"]
    do(app, ("Raters", ["Ana"]))
    assert "at least two are needed" in app.error[0].value
    do(app, ("Raters", ["Ana", "Ben"]))
    assert kappa(app) == kappa_text(float(FILMS.agreement().pairs[0, 1]))
    do(app, ("4 columns or raters", recognised.ALL))
    assert kappa(app) == kappa_text(FILMS.agreement().pooled)
    do(app, ("4 columns or raters", recognised.TWO))
    assert kappa(app) is None, "which two?"


def test_words_wait_for_their_order(page):
    text = WIDE
    for digit, word in {1: "wee", 2: "odd", 3: "mid", 4: "big", 5: "huge"}.items():
        text = text.replace(f"\t{digit}", f"\t{word}")
    app = together(page, text)
    assert "pairs" not in panels(app)
    do(app, ("Categories", "wee, odd, mid, big, huge"), ("Yes, this is the order", True))
    assert kappa(app) == kappa_text(FILMS.agreement().pooled)


def test_two_raters_are_not_asked_about(page):
    app = paste(page, "a\tb\n" + "1\t2\n2\t2\n3\t1\n" * 3)
    assert not [one for one in app.button_group if "may be compared" in one.label]
    check_says(app, "The first row was read as names.")
    check_says(paste(page, "1\t2\n2\t2\n3\t1"), "not: was read as names")


@pytest.mark.parametrize(
    ("text", "recipes", "command"),
    [
        (WIDE, ["SQL", "Dask", "Spark"], "--raters=" + ",".join(FILMS.raters)),
        (LONG, ["SQL", "Spark"], "--item=film --rater=rater --rating=stars"),
    ],
    ids=["one item per row", "a rating"],
)
def test_queries_count_the_pairs_where_the_data_are(page, text, recipes, command):
    app = do(upload(page, text.encode()), "All 4 together")
    assert command in app.code[0].value
    for name in recipes:
        do(app, ("Count with", name))
        assert "first_rater" in app.code[0].value


@every_shape
def test_the_command_compares_large_files(page, monkeypatch, text):
    monkeypatch.setattr(recognised, "_MOST_BYTES", 10)
    do(paste(page, text), "Ana and Ben")
    command = "--item=film" if text == LONG else "--raters=Ana,Ben,Cleo,Dan"
    assert any(command in code.value for code in page.main.code)
