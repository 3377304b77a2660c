"""The page on pitfalls: fourteen cards to find, to link to, and to open in the walkthrough."""

import pytest

from qwk_app.parts import pitfalls
from qwk_app.words.numbers import kappa_text, number
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, pitfall
from tests.app.acts import LINKS, check_says, do
from tests.app.reading import markdown, opened_by, picture, views

EXAMPLES = [(one, example) for one in PITFALLS for example in one.examples]
# One with ratings, one with counts, and one with another scheme.
OPENED = [
    EXAMPLES[0],
    next(pair for pair in EXAMPLES if pair[1].observed is not None),
    next(pair for pair in EXAMPLES if pair[1].scheme != "quadratic"),
]


def beliefs(app, *buttons):
    """Return the beliefs of the cards, or of those that have one of these buttons."""
    keys = [str(button.key).partition("-") for button in app.main.button]
    wanted = buttons or ("guess", "close")
    return [pitfall(key).belief for name, _dash, key in keys if name in wanted]


def unfolded(app):
    return beliefs(app, "close")


def guess(app, one, name="high"):
    return do(app, (f"guessed-{one.key}", name))


def test_every_belief_is_there_and_cards_open_where_they_stand(visit):
    first, fifth = PITFALLS[0], PITFALLS[4]
    app = visit("pitfalls")
    assert beliefs(app) == [one.belief for one in PITFALLS]
    assert unfolded(app) == [first.belief]
    check_says(app, "κ = ?", "not: What really happens", "not: κ = 0")
    check_says(
        guess(app, first),
        "You guessed: 0.5 or more. It is 0.000.",
        "kappa is 0. The scale against its reverse gives −1",
        "all five swapped: −0.471.",
    )
    do(app, f"guess-{fifth.key}")
    assert unfolded(app) == [first.belief, fifth.belief]
    assert beliefs(app) == [one.belief for one in PITFALLS]
    do(app, f"close-{first.key}")
    assert unfolded(app) == [fifth.belief]


@pytest.mark.parametrize("one", PITFALLS, ids=lambda one: one.key)
def test_a_link_opens_its_card_first(visit, one):
    app = visit("pitfalls", find=one.key)
    assert beliefs(app)[0] == one.belief
    assert unfolded(app) == [one.belief]
    text = markdown(guess(app, one, pitfalls.range_of(one.examples[0].walk())))
    for part in ("You guessed right.", pitfalls.what_happens(one), one.why, one.instead):
        assert part in text
    assert "{" not in text
    drawn = [view["panels"][0]["texts"].split("\t") for view in views(app)]
    assert drawn == [
        [number(count) if count else "" for count in example.walk().observed.flat]
        for example in one.examples
    ]
    # The link of a card leads to this card; AppTest does not know the host.
    assert [opened_by(code.value) for code in app.main.code] == [("pitfalls", {"find": one.key})]


@pytest.mark.parametrize(("one", "example"), OPENED)
def test_an_example_opens_in_the_walkthrough(visit, one, example):
    app = guess(visit("pitfalls", find=one.key, row="4", column="0", scheme="linear"), one)
    do(app, f"open-{one.key}-{example.key}")
    assert not app.error
    assert app.title[0].value == "How well do two raters agree?"
    assert app.segmented_control(key="scheme").value == example.scheme
    assert app.session_state["row"] is None
    assert picture(app)["base"]["kappa"] == kappa_text(example.walk().kappa)


def test_the_search_keeps_the_cards_with_all_its_words(visit):
    app = do(visit("pitfalls"), ("find", "Bootstrap SAMPLES"))
    assert beliefs(app) == unfolded(app) == [pitfall("small-samples").belief]
    check_says(app, f"1 of {len(PITFALLS)} pitfalls")
    do(app, "show-all")
    assert len(beliefs(app)) == len(PITFALLS)
    assert app.text_input(key="find").value == ""
    # A card with this name comes before cards that only mention it.
    found = [one.key for one in pitfalls.found("correlation")]
    assert found == ["correlation", "no-exact-hit", "more-categories"]


def test_what_is_in_no_card(visit):
    app = visit("pitfalls", find="<img src=x> ![](https://example.org/x.png)")
    assert beliefs(app) == []
    (text,) = (each.value for each in app.main.markdown if "speaks of" in each.value)
    for part in (r"\<img", r"\!\["):
        assert part in text
    check_says(app, f"not: 0 of {len(PITFALLS)} pitfalls")  # it is said once


@pytest.mark.parametrize(("key", "message"), LINKS["pitfalls"]["happens"])
def test_numbers_are_written_as_their_kind_is(key, message):
    assert message in pitfalls.what_happens(pitfall(key))
