"""A room with a teacher, a board and phones, each in its own browser, on a real server."""

import asyncio
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from classroom import activities
from classroom.activities import CHOICE, RATING, Guess, Solve
from classroom.rooms import CLOSED, OPEN, REVEALED, Item
from classroom.store import Store
from qwk_app.frame import plan
from qwk_app.parts.teaching import guide
from tests.benchmarks.visitor import Visitor
from tests.browser.pilot import (
    NewPage,
    apart,
    box_of,
    come_in,
    main,
    open_page,
    open_room,
    overflow,
    press,
    resize,
    small_letters,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.test_access import MAIN, check
from tests.classroom.course import Course, begun

# The largest number of visible buttons, counted after each change of the page.
WATCH_THE_BUTTONS = """() => {
    window.qwkMostButtons = 0;
    new MutationObserver(() => {
        const shown = [...document.querySelectorAll(".st-key-live-choices button")]
            .filter(button => button.checkVisibility({opacityProperty: true}));
        window.qwkMostButtons = Math.max(window.qwkMostButtons, shown.length);
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def rate(page: Page, category: int, most: int = 10) -> None:
    """Tap through the items of the first round, until all, or `most` of them, are rated.

    The buttons of two items are never visible together: they would move under the finger.
    """
    page.evaluate(WATCH_THE_BUTTONS)
    for _item in range(most):
        heading = page.get_by_role("heading", level=1).inner_text()
        at = int(heading.split()[0]) - 1
        page.locator(f".st-key-live-1-{at}-{category} button").tap()
        expect(page.get_by_role("heading", level=1)).not_to_have_text(heading)
    assert page.evaluate("window.qwkMostButtons") == 5


def check_small_phone(page: Page) -> None:
    """Check that the picture, its buttons and the saved count fit the smallest screen."""
    resize(page, 320, 568)
    expect(page.get_by_test_id("stImage")).to_be_in_viewport(ratio=1)
    choices = page.locator(".st-key-live-choices button")
    for at in range(choices.count()):
        box = box_of(choices.nth(at))
        assert min(box["width"], box["height"]) >= 44
    expect(page.get_by_text("4 of 10 saved")).to_be_in_viewport(ratio=1)
    assert overflow(page) == 0
    resize(page, 390, 844)


def test_a_class_rates_on_phones_before_a_board(new_page: NewPage) -> None:
    teacher, board = new_page("projector"), new_page("projector")
    code = open_room(teacher)
    secret = parse_qs(urlsplit(teacher.url).query)["host"][0]
    open_page(board, "live", {"room": code, "board": "true", "present": "true"})
    phones = new_page("phone"), new_page("phone")
    for phone in phones:
        come_in(phone, code)
    first, second = phones
    for page in (teacher, board):
        expect(page.get_by_test_id("stMetricValue").first).to_have_text("2")
    assert not small_letters(board, 28)  # pixels, readable from the third row; includes the address

    teacher.keyboard.press("ArrowRight")
    for page in phones:
        expect(page.locator(".st-key-live-choices button").first).to_be_visible()
    check(first, MAIN)
    rate(first, 1)
    rate(second, 2, most=4)
    second.reload()  # the phone slept and is back
    wait_settled(second)
    expect(second.get_by_role("heading", level=1)).to_have_text("5 of 10")
    check_small_phone(second)
    expect(board.get_by_test_id("stMetricValue").nth(1)).to_have_text("1 of 2")

    for closed in (True, False):
        wait_settled(teacher)
        teacher.keyboard.press("ArrowRight")
        if closed:
            expect(main(first)).to_contain_text("The room is closed.")
    for page in (teacher, board):
        expect(page.locator('svg[data-name="pairs"]')).to_be_visible()
        wait_settled(page)
    check(board)
    assert not small_letters(board, 28)
    expect(first.get_by_role("heading", level=1)).to_have_text(re.compile("^Your κ is"))
    check(first, MAIN)
    for page in (*phones, board):
        assert secret not in page.content()
    # After another page and back, the teacher is the same, with room and key in the address again.
    teacher.get_by_role("link", name="1 · Count").click()
    expect(teacher).to_have_url(re.compile("/observed"))
    wait_settled(teacher)
    teacher.go_back()
    expect(teacher.get_by_role("heading", level=1)).to_have_text(f"Room {code}")


@pytest.mark.walk
def test_the_space_key_leads_on_but_in_a_field(new_page: NewPage) -> None:
    teacher, phone = new_page("projector"), new_page("phone")
    come_in(phone, open_room(teacher))
    text = main(phone)

    def space(follows: Locator) -> None:
        wait_settled(teacher)
        teacher.keyboard.press("Space")
        expect(follows).to_be_visible()

    space(phone.locator(".st-key-live-choices button").first)
    wait_settled(teacher)
    teacher.get_by_role("button", name="Next activity").click()
    teacher.get_by_label("What the class does next").click()
    teacher.get_by_role("option", name="A question of your own").click()
    question = teacher.get_by_label("Your question to the class")
    question.click()
    teacher.keyboard.type("How many?", delay=20)
    expect(question).to_have_value("How many?")
    expect(main(teacher)).to_contain_text("The class is rating.")
    teacher.get_by_label("What the class does next").click()
    teacher.get_by_role("option", name="Guess the κ of an example").click()
    press(teacher, "live-next-go")
    # A phone that shows an item and is not touched changes when the class goes on.
    expect(text).to_contain_text("Something new comes.")
    space(phone.get_by_role("slider"))
    phone.get_by_role("slider").press("ArrowRight")
    phone.get_by_role("button", name="Send").tap()
    expect(text).to_contain_text("Saved: −1.00")
    expect(teacher.get_by_test_id("stMetricValue").nth(1)).to_have_text("1 of 1")


@pytest.fixture
def rooms(server: Server) -> Iterator[Store]:
    """Open the server's store of rooms."""
    store = Store(server.rooms)
    yield store
    store.close()


def with_ana(rooms: Store, *items: Item) -> Course:
    """Open a room of these items; Ana is in it."""
    course = begun(rooms, "own", (1, 2, 3), items)
    course.join("Ana")
    return course


def phone_of(server: Server, course: Course) -> Visitor:
    """Return Ana's phone, without a browser."""
    return Visitor(server.base, "live", {"room": course.code, "me": course.tokens["Ana"]})


def test_the_last_tap_draws_no_whole_page(server: Server, rooms: Store) -> None:
    course = with_ana(rooms, Item("one"), Item("two"))
    course.go(OPEN)

    async def rated() -> tuple[int, list[str], dict[str, float]]:
        async with phone_of(server, course) as visitor:
            before = visitor.whole
            for label in ("1", "3"):
                await visitor.press(label)
            return visitor.whole - before, visitor.texts, visitor.repeats

    whole, sentence, repeats = apart(rated())
    assert whole == 0
    assert "All rated" in sentence
    assert repeats  # the phone checks for the reveal by itself
    saved = rooms.mine(course.code, course.tokens["Ana"])
    assert saved == {(RATING, 1, 0): 0, (RATING, 1, 1): 2}


def test_a_phone_keeps_nothing_of_a_deleted_room(server: Server, rooms: Store) -> None:
    course = with_ana(rooms, Item("one"))

    async def seen() -> tuple[int, list[str]]:
        async with phone_of(server, course) as visitor:
            before = visitor.whole
            rooms.delete(course.code, course.secret)
            for _look in range(50):  # the server reads a room again after a second
                await visitor.run(fragment=min(visitor.repeats, key=visitor.repeats.__getitem__))
                if visitor.whole > before:
                    break
                await asyncio.sleep(0.1)
            return visitor.whole - before, visitor.texts

    whole, after = apart(seen())
    assert whole == 1  # all that was drawn goes
    assert "There is no room with this code" in "".join(after)
    assert "You are **Ana**." not in after


# Questions with a slider, with options and with a field, each with a reply.
ASKED = (
    (Guess(example="petfinder"), "0.01"),
    (Guess(text="Which?", reply=CHOICE, options=("<i>Ape</i>", "Zebra")), "1"),
    (Solve("compute-kappa-1-1"), '["0,34"]'),
)


def test_every_kind_of_question_is_for_everyone(rooms: Store, new_page: NewPage) -> None:
    """A page of a lesson, then question after question on the same phone and board."""
    course = with_ana(rooms, Item("one"))
    here = {"room": course.code}
    phone = open_page(new_page("phone"), "live", {**here, "me": course.tokens["Ana"]})
    board = open_page(new_page("projector"), "live", {**here, "board": "true", "present": "true"})
    course.ask(activities.Page(plan.line(guide.plan_of(guide.plan_sections()[0])[0])))
    for page in (phone, board):
        expect(page.locator('svg[data-name="observed"]')).to_be_visible()
        expect(main(page)).to_contain_text("Guess first")
        check(page, MAIN)
    for task, reply in ASKED:
        number = course.ask(task)
        send = phone.get_by_role("button", name="Send")
        expect(send).to_be_visible()
        check(phone, MAIN)
        course.reply("Ana", number, reply)
        course.go(CLOSED, REVEALED, activity=number)
        expect(send).to_have_count(0)
        expect(board.get_by_test_id("stPlotlyChart").first).to_be_visible()
        check(board)
    check(phone, MAIN)
