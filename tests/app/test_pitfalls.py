"""The page on pitfalls: fourteen cards to find, to link to, and to open in the walkthrough."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.parts import pitfalls
from qwk_app.words.numbers import kappa_text, number
from qwk_core.teaching.examples import Example
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, Pitfall, pitfall
from tests.app.reading import markdown, picture, views
from tests.apptest import Visit

EXAMPLES = [(one, example) for one in PITFALLS for example in one.examples]
every_pitfall = pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
SPECIAL = [
    next(pair for pair in EXAMPLES if pair[1].observed is not None),
    next(pair for pair in EXAMPLES if pair[1].scheme != "quadratic"),
]


def cards(app: AppTest, *buttons: str) -> list[str]:
    """Return the beliefs of the cards that have one of these buttons, in their order."""
    keys = [str(button.key).partition("-") for button in app.main.button]
    return [pitfall(key).belief for name, _dash, key in keys if name in buttons]


def beliefs(app: AppTest) -> list[str]:
    return cards(app, "guess", "close")


def unfolded(app: AppTest) -> list[str]:
    return cards(app, "close")


def guess(app: AppTest, one: Pitfall, name: str = "high") -> AppTest:
    return app.button_group(key=f"guessed-{one.key}").set_value(name).run()


def test_every_belief_is_there_and_the_first_is_unfolded(visit: Visit) -> None:
    app = visit("pitfalls")
    assert beliefs(app) == [one.belief for one in PITFALLS]
    assert unfolded(app) == [PITFALLS[0].belief]
    assert "What really happens" not in markdown(app)
    assert "κ = **?**" in markdown(app)
    assert "κ = **0" not in markdown(app)
    app = guess(app, PITFALLS[0])
    assert "You guessed: 0.5 or more. It is **0.000**." in markdown(app)
    assert "kappa is **0**. The scale against its reverse gives **−1**" in markdown(app)
    assert "all five swapped: **−0.471**." in markdown(app)
    assert len(views(app)) == len(PITFALLS[0].examples)


@every_pitfall
def test_a_link_opens_its_card_first(visit: Visit, one: Pitfall) -> None:
    app = visit("pitfalls", find=one.key)
    assert not app.exception
    assert beliefs(app)[0] == one.belief
    assert unfolded(app) == [one.belief]
    right = pitfalls.range_of(one.examples[0].walk())
    app = guess(app, one, right)
    text = markdown(app)
    assert "You guessed right." in text
    assert pitfalls.what_happens(one) in text
    assert one.why in text
    assert one.instead in text
    assert "{" not in text
    pictures = [view["panels"][0] for view in views(app)]
    assert len(pictures) == len(one.examples)
    for drawn, example in zip(pictures, one.examples, strict=True):
        counts = [number(count) if count else "" for count in example.walk().observed.flat]
        assert drawn["texts"].split("\t") == counts
    # The card's own link leads back to it; whose host it is, AppTest does not say.
    (address,) = (code.value for code in app.main.code)
    assert parse_qs(urlsplit(address).query) == {"find": [one.key]}
    assert urlsplit(address).path.endswith("/pitfalls")


# Ratings, counts, and a scheme of its own.
@pytest.mark.parametrize(("one", "example"), [EXAMPLES[0], *SPECIAL])
def test_an_example_opens_in_the_walkthrough(visit: Visit, one: Pitfall, example: Example) -> None:
    app = visit("pitfalls", find=one.key, row="4", column="0", scheme="linear")
    app = guess(app, one)
    app.button(key=f"open-{one.key}-{example.key}").click().run()
    assert not app.exception
    assert not app.error
    assert app.title[0].value == "How well do two raters agree?"
    assert app.segmented_control(key="scheme").value == example.scheme
    assert app.selectbox(key="row").value is None
    shown = picture(app)["base"]
    assert shown["kappa"] == kappa_text(example.walk().kappa)


def test_the_search_keeps_the_cards_with_all_its_words(visit: Visit) -> None:
    app = visit("pitfalls")
    app.text_input(key="find").set_value("Bootstrap SAMPLES").run()
    assert beliefs(app) == [pitfall("small-samples").belief]
    assert unfolded(app) == beliefs(app)
    assert f"1 of {len(PITFALLS)} pitfalls" in markdown(app)
    app.button(key="show-all").click().run()
    assert len(beliefs(app)) == len(PITFALLS)
    assert app.text_input(key="find").value == ""


def test_cards_open_where_they_stand_and_close_again(visit: Visit) -> None:
    app = visit("pitfalls")
    fifth = PITFALLS[4]
    app.button(key=f"guess-{fifth.key}").click().run()
    assert unfolded(app) == [PITFALLS[0].belief, fifth.belief]
    assert beliefs(app) == [one.belief for one in PITFALLS]
    app.button(key=f"close-{PITFALLS[0].key}").click().run()
    assert unfolded(app) == [fifth.belief]


def test_a_name_comes_before_those_that_mention_it() -> None:
    found = pitfalls.found("correlation")
    assert found[0].key == "correlation"
    assert [one.key for one in found[1:]] == ["no-exact-hit", "more-categories"]


def test_what_is_in_no_card(visit: Visit) -> None:
    app = visit("pitfalls", find="<img src=x> ![](https://example.org/x.png)")
    assert not app.exception
    assert beliefs(app) == []
    assert "speaks of" in app.main.info[0].value
    assert r"\<img" in app.main.info[0].value
    assert r"\!\[" in app.main.info[0].value


def test_numbers_are_written_as_their_kind_is() -> None:
    prevalence = pitfalls.what_happens(pitfall("prevalence"))
    assert "agree on **85%** of the items: κ is **0.700**" in prevalence
    small = pitfalls.what_happens(pitfall("small-samples"))
    assert "With **10** items κ is **0.513**" in small
    assert "more than 0.2 in **26%** of samples of 10, and still in **7%**" in small
