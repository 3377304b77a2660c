"""Activities beside rating: a phone and a board in browsers; the test changes the store."""

import io
import re
from collections.abc import Callable, Iterator

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from classroom import activities
from classroom.activities import CHOICE, RATING, Guess, Solve
from classroom.rooms import CLOSED, OPEN, REVEALED, Item
from classroom.store import Store
from qwk_app.frame import plan
from qwk_app.parts.teaching import guide
from tests.benchmarks.visitor import Visitor
from tests.browser.pilot import (
    PHONE,
    PROJECTOR,
    NewPage,
    apart,
    main,
    open_page,
    overflow,
    press,
    room_of,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.test_access import MAIN, ours


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
        visitor = Visitor(server.base, "live", {"room": room.code, "me": token})
        await visitor.arrive()
        before = visitor.whole
        for label in ("1", "3"):
            await visitor.press(label)
        await visitor.leave()
        return visitor.whole - before, visitor.texts, visitor.repeats

    whole, sentence, repeats = apart(rated())
    assert whole == 0
    assert "All rated" in sentence
    assert repeats  # the phone checks for the reveal by itself
    assert rooms.mine(room.code, token) == {(RATING, 1, 0): 0, (RATING, 1, 1): 2}


class Led:
    """A room with a phone and a board; the test acts as the teacher."""

    def __init__(self, server: Server, rooms: Store, new_page: NewPage) -> None:
        self.rooms = rooms
        room, self.secret = rooms.open_room("own", (1, 2, 3), [Item("one")])
        self.code = room.code
        _someone, token = rooms.join(self.code, "Ana")
        self.phone, self.board = new_page(**PHONE), new_page(**PROJECTOR)
        open_page(self.phone, server.base, "live", {"room": self.code, "me": token})
        open_page(
            self.board, server.base, "live", {"room": self.code, "board": "true", "present": "true"}
        )

    def ask(self, task: activities.Task) -> int:
        """Go on to an activity, and open it."""
        number = self.rooms.add(self.code, self.secret, [task])
        self.to(OPEN, number)
        return number

    def to(self, phase: str, number: int) -> None:
        self.rooms.set_phase(self.code, self.secret, phase, number)

    def reveal(self, number: int) -> None:
        self.to(CLOSED, number)
        self.to(REVEALED, number)

    def check(self, *pages: Page) -> None:
        """Check the current views with axe."""
        for page in pages or (self.phone, self.board):
            wait_settled(page)
            assert ours(page, within=MAIN if page is self.phone else None) == []
            assert overflow(page) == 0


# A task for each gesture, the student's act, the text after saving, and the board's final text.
# Students type numbers and sentences like a solution.
ASKED: list[tuple[Guess | Solve, Callable[[Page], None], str, str]] = [
    (
        Guess(example="petfinder"),
        lambda phone: phone.get_by_role("slider").press("ArrowRight"),
        "Saved: 0.01",
        "0.318",
    ),
    (
        Guess(text="Which?", reply=CHOICE, options=("<i>Ape</i>", "Zebra")),
        lambda phone: phone.get_by_text("Zebra").tap(),
        "Saved: Zebra",
        "Which?",
    ),
    (
        Solve("compute-kappa-1-1"),
        lambda phone: phone.get_by_role("textbox").last.fill("0,34"),
        "Saved: 0,34",
        "0 of 1 are right",
    ),
]
WHY = "1 minus that ratio"  # the answer of the exercise, shown at the reveal


def test_questions_for_each_gesture(server: Server, rooms: Store, new_page: NewPage) -> None:
    """A page of a lesson, then question after question on the same phone; check each result."""
    led = Led(server, rooms, new_page)
    led.ask(activities.Page(plan.line(guide.plan_of(guide.plan_sections()[0])[0])))
    for page in (led.phone, led.board):
        expect(page.locator('svg[data-name="observed"]')).to_be_visible()
        expect(main(page)).to_contain_text("Guess first")
    led.check()
    replied = led.board.get_by_test_id("stMetricValue").nth(1)
    for task, type_in, saved, shown in ASKED:
        number = led.ask(task)
        expect(led.phone.get_by_role("button", name="Send")).to_be_visible()
        expect(replied).to_have_text("0 of 1")
        if isinstance(task, Guess):
            for page in (led.phone, led.board):
                expect(main(page)).to_contain_text(task.text or "Which κ do you expect")
        led.check(led.phone)
        type_in(led.phone)
        led.phone.get_by_role("button", name="Send").tap()
        expect(main(led.phone)).to_contain_text(saved)
        expect(replied).to_have_text("1 of 1")
        expect(main(led.phone)).not_to_contain_text(WHY)
        led.reveal(number)
        expect(main(led.board)).to_contain_text(shown)
        if isinstance(task, Guess):
            expect(main(led.phone)).to_contain_text("Your reply:")
        led.check(led.board)
    expect(led.phone.get_by_role("heading", level=1)).to_have_text("Not yet")
    for page in (led.phone, led.board):
        expect(main(page)).to_contain_text(WHY)
    led.check()


def test_a_picture_that_the_teacher_brings_is_on_the_phone(
    server: Server, rooms: Store, new_page: NewPage
) -> None:
    drawn = io.BytesIO()
    Image.new("RGB", (60, 40), "green").save(drawn, "PNG")
    teacher = new_page()
    open_page(teacher, server.base, "live")
    teacher.get_by_label("What is rated").click()
    teacher.get_by_role("option", name="Items of your own").click()
    upload = teacher.get_by_test_id("stFileUploader")
    files: list[FilePayload] = [
        {"name": "a bridge.png", "mimeType": "image/png", "buffer": drawn.getvalue()},
        {"name": "list.csv", "mimeType": "text/csv", "buffer": b"picture\na bridge.png\n"},
    ]
    upload.locator("input").first.set_input_files(files)
    for file in files:
        expect(upload).to_contain_text(file["name"])
    wait_settled(teacher)
    press(teacher, "live-open")
    expect(teacher).to_have_url(re.compile("host="))
    code = room_of(teacher)
    _someone, token = rooms.join(code, "Ana")
    wait_settled(teacher)
    teacher.keyboard.press("ArrowRight")
    expect(main(teacher)).to_contain_text("The class is rating.")
    phone = new_page(**PHONE)
    open_page(phone, server.base, "live", {"room": code, "me": token})
    shown = phone.get_by_role("img", name="a bridge")
    expect(shown).to_be_visible()
    phone.wait_for_function("one => one.naturalWidth === 60", arg=shown.element_handle())
    assert ours(phone, within=MAIN) == []
    assert overflow(phone) == 0
    # The screen shows all buttons and the picture.
    for at in (0, 4):
        expect(phone.locator(".st-key-live-choices button").nth(at)).to_be_in_viewport()
    phone.locator(".st-key-live-choices button").nth(1).tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("All rated")


def test_a_teacher_goes_on_to_a_second_activity_and_stays_there(
    server: Server, rooms: Store, new_page: NewPage
) -> None:
    room, secret = rooms.open_room("own", (1, 2, 3), [Item("one")])
    teacher = new_page()
    open_page(teacher, server.base, "live", {"room": room.code, "host": secret})
    for number in (1, 2, 3):
        teacher.get_by_role("button", name="Next activity").click()
        teacher.get_by_role("button", name="Go on to it").click()
        # Press at once, with all that the browser sends of the fields before.
        teacher.get_by_role("button", name="Open: they reply").click()
        wait_settled(teacher)
        expect(main(teacher)).to_contain_text("The class is replying.")
        assert rooms.room(room.code).activity == number
        press(teacher, "live-next")  # close
        press(teacher, "live-next")  # reveal
