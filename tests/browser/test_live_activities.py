"""Activities beside rating: a phone and a board in browsers; the test changes the store."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

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
    click,
    main,
    open_page,
    press,
)
from tests.browser.server import Server
from tests.browser.test_access import MAIN, check


@pytest.fixture
def rooms(server: Server) -> Iterator[Store]:
    """Open the server's store of rooms."""
    store = Store(server.rooms)
    yield store
    store.close()


def test_the_last_tap_draws_no_whole_page(server: Server, rooms: Store) -> None:
    room, secret = rooms.open_room("own", (1, 2, 3), [Item("one"), Item("two")])
    _someone, token = rooms.join(room.code, "Ana")
    rooms.set_phase(room.code, secret, OPEN)

    async def rated() -> tuple[int, list[str], dict[str, float]]:
        async with Visitor(server.base, "live", {"room": room.code, "me": token}) as visitor:
            before = visitor.whole
            for label in ("1", "3"):
                await visitor.press(label)
            return visitor.whole - before, visitor.texts, visitor.repeats

    whole, sentence, repeats = apart(rated())
    assert whole == 0
    assert "All rated" in sentence
    assert repeats  # the phone checks for the reveal by itself
    assert rooms.mine(room.code, token) == {(RATING, 1, 0): 0, (RATING, 1, 1): 2}


# A task for each gesture, the student's act, and the text after saving. Students type numbers and
# sentences like a solution.
ASKED: list[tuple[Guess | Solve, Callable[[Page], None], str]] = [
    (
        Guess(example="petfinder"),
        lambda phone: phone.get_by_role("slider").press("ArrowRight"),
        "Saved: 0.01",
    ),
    (
        Guess(text="Which?", reply=CHOICE, options=("<i>Ape</i>", "Zebra")),
        lambda phone: phone.get_by_text("Zebra").tap(),
        "Saved: Zebra",
    ),
    (
        Solve("compute-kappa-1-1"),
        lambda phone: phone.get_by_role("textbox").last.fill("0,34"),
        "Saved: 0,34",
    ),
]


def test_questions_for_each_gesture(rooms: Store, new_page: NewPage) -> None:
    """A page of a lesson, then question after question on the same phone and board."""
    room, secret = rooms.open_room("own", (1, 2, 3), [Item("one")])
    _someone, token = rooms.join(room.code, "Ana")
    here = {"room": room.code}
    phone = open_page(new_page("phone"), "live", {**here, "me": token})
    board = open_page(new_page("projector"), "live", {**here, "board": "true", "present": "true"})

    def ask(task: activities.Task) -> int:
        number = rooms.add(room.code, secret, [task])
        rooms.set_phase(room.code, secret, OPEN, number)
        return number

    ask(activities.Page(plan.line(guide.plan_of(guide.plan_sections()[0])[0])))
    for page in (phone, board):
        expect(page.locator('svg[data-name="observed"]')).to_be_visible()
        expect(main(page)).to_contain_text("Guess first")
        check(page, MAIN)
    for task, type_in, saved in ASKED:
        number = ask(task)
        send = phone.get_by_role("button", name="Send")
        expect(send).to_be_visible()
        check(phone, MAIN)
        type_in(phone)
        send.tap()
        expect(main(phone)).to_contain_text(saved)
        for phase in (CLOSED, REVEALED):
            rooms.set_phase(room.code, secret, phase, number)
        expect(send).to_have_count(0)
        expect(board.get_by_test_id("stPlotlyChart").first).to_be_visible()
        check(board)
    check(phone, MAIN)


def test_a_teacher_goes_on_to_a_second_activity_and_stays_there(
    rooms: Store, new_page: NewPage
) -> None:
    room, secret = rooms.open_room("own", (1, 2, 3), [Item("one")])
    teacher = open_page(new_page(), "live", {"room": room.code, "host": secret})
    for number in (1, 2, 3):
        teacher.get_by_role("button", name="Next activity").click()
        teacher.get_by_role("button", name="Go on to it").click()
        # Press at once, with all that the browser sends of the fields before.
        click(teacher.get_by_role("button", name="Open: they reply"))
        expect(main(teacher)).to_contain_text("The class is replying.")
        assert rooms.room(room.code).activity == number
        press(teacher, "live-next")  # close
        press(teacher, "live-next")  # reveal
