"""Your data with three raters or more: offered, asked about, and shown all together."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.words.numbers import kappa_text
from qwk_app.your_data import kept as keeping
from qwk_app.your_data import many
from qwk_core.teaching.rater_examples import RATER_EXAMPLES
from tests.app.reading import markdown, panels
from tests.app.test_your_data import labelled, paste
from tests.apptest import Visit

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


@pytest.fixture
def page(visit: Visit) -> AppTest:
    return visit("your_data")


def together(app: AppTest, text: str) -> AppTest:
    paste(app, text)
    return labelled(app.button_group, "4 columns or raters").set_value(many.ALL).run()


@pytest.mark.parametrize("text", [WIDE, LONG], ids=["a row an item", "a row a rating"])
def test_all_raters_are_offered_and_shown_together(page: AppTest, text: str) -> None:
    app = together(page, text)
    assert not app.exception
    assert not app.error
    pooled = FILMS.agreement().pooled
    said = markdown(app.main)
    assert f"All together: :green[κ = **{kappa_text(pooled)}**]" in said
    assert panels(app)["pairs"]["view"]["labels"] == list(FILMS.raters)
    assert "pasted rows: 4 raters, 12 items" in said
    assert "4 ratings are missing" in said
    assert any("Agreement of 4 raters" in code.value for code in app.code)
    app.segmented_control(key="scheme").set_value("linear").run()
    linear = FILMS.agreement("linear").pooled
    assert f"All together: :green[κ = **{kappa_text(linear)}**]" in markdown(app.main)


def test_nothing_of_the_raters_goes_into_the_link(page: AppTest) -> None:
    app = together(page, WIDE)
    held = app.session_state[keeping._KEPT][keeping.BY_PASTING]
    app.selectbox(key=f"first_rater{held.suffix}").set_value("Ana").run()
    app.selectbox(key=f"second_rater{held.suffix}").set_value("Ben").run()
    assert panels(app)["pairs"]["view"]["cell"] == [0, 1]
    assert not {"first_rater", "second_rater", "raters", "raters_order"} & set(app.query_params)


def test_raters_are_left_out_by_hand_and_one_alone_is_an_error(page: AppTest) -> None:
    app = together(page, WIDE)
    labelled(app.multiselect, "Raters").set_value(["Ana", "Ben"]).run()
    assert panels(app)["pairs"]["view"]["labels"] == ["Ana", "Ben"]
    labelled(app.multiselect, "Raters").set_value(["Ana"]).run()
    assert "at least two are needed" in app.error[0].value


def test_words_wait_for_their_order(page: AppTest) -> None:
    words = {1: "wee", 2: "odd", 3: "mid", 4: "big", 5: "huge"}
    text = WIDE
    for digit, word in words.items():
        text = text.replace(f"\t{digit}", f"\t{word}")
    app = together(page, text)
    assert not app.exception
    assert "pairs" not in panels(app)
    (take,) = [button for button in app.main.button if button.label == "Take this order"]
    assert take.disabled, "as they were first met, without a reason"
    scale = next(one for one in app.main.text_input if "-order-" in str(one.key))
    scale.set_value("wee, odd, mid, big, huge").run()
    (take,) = [button for button in app.main.button if button.label == "Take this order"]
    take.click().run()
    assert "pairs" in panels(app)


def test_two_raters_are_not_asked_about(page: AppTest) -> None:
    app = paste(page, "a\tb\n" + "1\t2\n2\t2\n3\t1\n" * 3)
    assert not [one for one in app.button_group if "may be compared" in one.label]


@pytest.mark.parametrize(("text", "n"), [(WIDE, 3), (LONG, 2)], ids=["a row an item", "a rating"])
def test_queries_count_the_pairs_where_the_data_are(visit: Visit, text: str, n: int) -> None:
    app = together(visit("your_data", unfold={"data-raters-queries": True}), text)
    codes = [code.value for code in app.code if "first_rater" in code.value]
    assert len(codes) == n
    assert "pyspark" in codes[-1]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (WIDE, "--raters=" + ",".join(FILMS.raters)),
        (LONG, "--item=film --rater=rater --rating=stars"),
    ],
    ids=["a row an item", "a row a rating"],
)
def test_of_a_large_file_the_command_compares_all(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, text: str, command: str
) -> None:
    monkeypatch.setattr(many, "_MOST_BYTES", 10)
    paste(page, text)
    assert not page.exception
    assert any(command in code.value for code in page.main.code)
