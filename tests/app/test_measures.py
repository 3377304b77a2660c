"""The page on other measures: all of them here, the identity behind three, and A against B."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.common import Matrix
from qwk_app.parts.measures import every
from qwk_app.words.numbers import kappa_text, number
from qwk_core import format_counts
from qwk_core.statistics.measures import MEASURES, measures
from qwk_core.teaching.examples import EXAMPLES, Example
from qwk_core.teaching.pitfalls.catalogue import pitfall
from tests.app.reading import figures, markdown, query, right_answers, trace, views
from tests.apptest import Visit

A = pitfall("rankings-flip").examples[0].walk().observed


def scale(app: AppTest) -> dict[str, Any]:
    """Return the picture with a dot for each measure."""
    return figures(app)[0]


def glance(app: AppTest, at: int) -> list[str]:
    """Return the numbers in the cells of A or of B, row by row."""
    texts: str = views(app)[at]["panels"][0]["texts"]
    return texts.split("\t")


def shown(observed: Matrix) -> list[str]:
    """Write the counts as they are shown: zeros are left empty."""
    return [str(count) if count else "" for count in observed.ravel().tolist()]


def table(app: AppTest) -> dict[str, list[str]]:
    """Return the cells of the table of A and B, by the measure's title."""
    (text,) = (block.value for block in app.markdown if block.value.startswith("| Measure | A"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n")]
    return {title: cells for title, *cells in rows[2:]}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_measure_of_every_example(visit: Visit, example: Example) -> None:
    app = visit("measures", **query(example))
    assert not app.exception
    found = measures(example.walk().observed)
    stems, dots, texts = scale(app)["data"]
    shown = [m for m in MEASURES if m.higher_is_better]
    titles = scale(app)["layout"]["yaxis"]["ticktext"]
    assert [title.replace("<b>", "").replace("</b>", "") for title in titles] == [
        m.title.replace("'", "&#x27;") for m in shown
    ]
    assert [text.replace("<b>", "").replace("</b>", "") for text in texts["text"]] == [
        kappa_text(found[m.key]) for m in shown
    ]
    defined = [at for at, m in enumerate(shown) if found[m.key] == found[m.key]]
    assert dots["y"] == defined
    assert dots["x"] == [found[shown[at].key] for at in defined]
    assert len(stems["x"]) == 3 * len(defined)
    text = markdown(app)
    assert f"Mean absolute error: **{number(found.mean_absolute_error)}**" in text
    assert f"Mean squared error: **{number(found.mean_squared_error)}**" in text


def test_the_identity_has_the_live_numbers(visit: Visit) -> None:
    # Of the first example: 36 squared categories among 10 items; by chance 52.8 among 10.
    app = visit("measures")
    fraction, product = (block.value for block in app.main.latex)
    assert r"1 - \frac{3.6}{5.28}" in fraction
    assert r"\frac{2 \times 0.84}{2.24 + 2.04 + (-1)^2}" in fraction
    assert "0.318" in fraction.split(r"\\")[-1]
    for part, name in (("0.393", "correlation"), ("0.999", "spread"), ("0.811", "means")):
        assert rf"\underbrace{{{part}}}_{{\text{{{name}}}}}" in product
    assert "The raters make :blue[**68%**] of that: :green[**κ = 1 − 68%**]." in markdown(app)
    assert "different means 19% of the rest." in markdown(app)
    mse, *parts = figures(app)[1]["data"]
    assert mse["x"] == [3.6]
    assert [part["x"][0] for part in parts] == pytest.approx([2.24, 2.04, 1])


@pytest.mark.parametrize(
    ("predicted", "says"),
    [
        ("0,1,2,3,4", "κ equals the correlation"),
        ("1,2,3,4,5", "Here different means take away 20% of the correlation."),
        ("1,1,2,3,3", "Here different spreads take away 10% of the correlation."),
    ],
)
def test_what_takes_the_correlation_down(visit: Visit, predicted: str, says: str) -> None:
    app = visit("measures", actual="0,1,2,3,4", predicted=predicted, categories="0-5")
    assert says in markdown(app)


def test_without_a_correlation_there_is_nothing_to_split(visit: Visit) -> None:
    app = visit("measures", actual="0,0,0,0", predicted="1,2,3,4")
    assert len(app.main.latex) == 1
    assert "There is no correlation here" in app.main.info[1].value
    assert "without spread there is nothing to divide by" in app.main.info[0].value
    assert "κ = 1 − 100%" in markdown(app)


def test_undefined_kappa_is_said_and_not_drawn(visit: Visit) -> None:
    app = visit("measures", actual="3,3,3,3,3", predicted="3,3,3,3,3")
    assert r"1 - \frac{0}{0}" in app.main.latex[0].value
    assert app.main.latex[0].value.count("undefined") == 1
    assert "kappa is 0 ÷ 0" in app.main.info[0].value
    assert "Random pairing makes no error here" in markdown(app)
    assert trace(scale(app), "dots")["y"] == [0, 1]
    assert len(figures(app)) == 1  # the scale
    assert len(views(app)) == 2  # A and B


def test_billions_keep_their_digits(visit: Visit) -> None:
    app = visit("measures", counts="999999998,1;1,0", categories="0-1")
    assert r"-1 \cdot 10^{-9}" in app.main.latex[0].value
    assert trace(scale(app), "dots")["x"][4] == pytest.approx(-1.0e-9, abs=1e-15)


def test_what_each_one_counts_is_folded_away(visit: Visit) -> None:
    assert MEASURES[0].idea not in markdown(visit("measures", closed=[every.IDEAS]))
    app = visit("measures")
    for measure in MEASURES:
        assert measure.idea in markdown(app)


def test_the_rankings_of_the_first_two_flip(visit: Visit) -> None:
    app = visit("measures")
    assert table(app)["Accuracy"] == ["0.600", "**0.900**", "B"]
    assert table(app)["Quadratic kappa"] == ["**0.894**", "0.600", "A"]
    assert table(app)["Mean absolute error"] == ["0.4", "0.4", "–"]
    assert table(app)["Mean squared error"] == ["**0.4**", "1.6", "A"]
    assert "**The measures do not agree on who is better.**" in markdown(app)
    assert "For B: Accuracy, Unweighted kappa, Linear kappa." in markdown(app)
    assert "Undecided: Mean absolute error." in markdown(app)


def test_an_example_is_kept_and_stays(visit: Visit) -> None:
    app = visit("measures")
    observed = EXAMPLES[0].walk().observed
    app.button(key="keep-A").click().run()
    assert app.text_input(key="a").value == format_counts(observed)
    assert glance(app, 0) == shown(observed)
    assert "10 items, 5 categories" in markdown(app)
    app.selectbox(key="example").set_value("perfect").run()
    app.button(key="keep-B").click().run()
    assert glance(app, 0) == shown(observed)
    assert "The rankings agree: by every measure, B is better." in markdown(app)
    assert {cells[2] for cells in table(app).values()} == {"B"}


def test_a_and_b_come_by_the_link(visit: Visit) -> None:
    app = visit("measures", a="5,0;0,5", b="5,0;0,5")
    assert "No measure tells A and B apart." in markdown(app)
    app = visit("measures", a="5,0,0;0,5,0;0,0,5", b="5,5;5,5")
    assert "no measure speaks against A" in markdown(app)
    assert "Undecided: Within-one accuracy." in markdown(app)
    assert "A has 3 categories and B has 2" in app.main.info[0].value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1,2;3", "Counts, row 2"),
        ("<img src=x>", "is not a count"),
    ],
)
def test_what_cannot_be_read_is_said_and_the_first_stays(
    visit: Visit, text: str, says: str
) -> None:
    app = visit("measures", a=text)
    assert not app.exception
    (warning,) = app.main.warning
    assert says in warning.value.replace("\\", "")
    assert warning.value.count("<") == warning.value.count("\\<")
    assert "A is the one it was at first" in warning.value
    assert glance(app, 0) == shown(A)
    app.text_input(key="a").set_value(" ").run()  # an emptied field is the first again
    assert not app.main.warning
    assert glance(app, 0) == shown(A)


def test_errors_are_written_in_categories_and_all_else_to_three_places() -> None:
    accuracy, mse = MEASURES[0], MEASURES[3]
    assert every.format_value(accuracy, 0.6) == "0.600"
    assert every.format_value(mse, 3.6) == "3.6"


def test_the_question_has_one_right_answer_and_not_always_in_the_same_place(visit: Visit) -> None:
    places = set()
    for example in EXAMPLES[:3]:
        app = visit("measures", **query(example))
        right = number(measures(example.walk().observed).expected_mse, 3)
        key = app.main.radio[0].key.removeprefix("question-")
        assert right_answers(app, key) == [right]
        places.add(app.main.radio[0].options.index(right))
    assert len(places) > 1
