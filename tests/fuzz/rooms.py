"""Rooms for the fuzzer: one for each activity of a class, full of hostile words."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from classroom.activities import CHOICE, NUMBER, RATING, SENTENCE, Guess, Page, Solve, Task, solved
from classroom.rooms import CLOSED, OPEN, REVEALED, Item
from classroom.sets import OWN
from classroom.slowing import Slowing
from qwk_app.frame import plan
from qwk_app.parts.live import session
from qwk_app.parts.teaching import guide
from tests.classroom.course import begun
from tests.classroom.test_parts import drawn
from tests.fuzz import corpus

AS = "as"  # in a visit's query: the role of the visitor, and the scene
TEACHER, STUDENT, BOARD = "teacher", "student", "board"
PNG = drawn("PNG")

TASKS: tuple[Task | None, ...] = (
    None,  # the items are rated
    Guess(example="petfinder"),
    Guess(text="{0} <b>$x$", reply=NUMBER, truth="-0.0"),
    Guess(text="=1+1", reply=CHOICE, options=("<i>a</i>", "{n}", ":material/x:"), truth="1"),
    Guess(text="![x](https://evil.example/x.png)", reply=SENTENCE),
    Solve("compute-kappa-1-1"),
    Solve("which-higher-1-1"),
    Page(plan.line(guide.plan_of(guide.plan_sections()[0])[0])),
)
SCENES = tuple((task, phase) for task in TASKS for phase in (OPEN, REVEALED))
"""What the class does, and how far it is."""

_REPLIES = {NUMBER: "-3/4", CHOICE: "1", SENTENCE: "<script>window.hit=1</script>"}


def ready() -> None:
    """Remove the delays for guessing codes and for opening many rooms: the fuzzer does both."""
    store = session.store()
    store._codes = store._opened = Slowing(free=10**9)
    store._slowing = lambda: Slowing(free=10**9)


def resolved(query: dict[str, str]) -> dict[str, str]:
    """Return a visit's link; if it names a scene, with a new room."""
    who, _blank, scene = query.get(AS, "").partition(" ")
    if not scene.isdecimal():
        return query
    code, secret, token = _opened(*SCENES[int(scene) % len(SCENES)])
    keys = {TEACHER: {"host": secret}, STUDENT: {"me": token}}.get(who, {"board": "true"})
    rest = {key: value for key, value in query.items() if key not in (AS, "room", "host", "me")}
    return {**rest, "room": code, **keys}


def _opened(task: Task | None, phase: str) -> tuple[str, str, str]:
    """Open a room with this activity; return its code, the teacher's secret, a student's token."""
    ready()
    store = session.store()
    items = [Item(word, 0, word) for word in corpus.MARKUP[:6]]
    course = begun(store, OWN, ("=1", "<b>x</b>", "2"), items, {0: PNG})
    course.join("=1+1", "<b>Ana</b>")
    course.go(OPEN)
    number = RATING if task is None else course.ask(task)
    for name in course.people:
        if task is None:
            course.tap(name, 0, 1)
        elif not isinstance(task, Page):
            course.reply(name, number, _reply(task))
    if phase == REVEALED and not isinstance(task, Page):
        course.go(CLOSED, activity=number)
    course.go(phase, activity=number)
    return course.code, course.secret, course.tokens["=1+1"]


def _reply(task: Guess | Solve) -> str:
    if isinstance(task, Solve):
        return solved([str(one) for one in task.asked.right])
    return _REPLIES.get(task.reply, "-1")


@st.composite
def links(draw: DrawFn) -> dict[str, str]:
    """Draw a link to a scene for some role, or a link to the entrance page."""
    if draw(st.integers(0, 4)) == 0:
        return {}
    who = draw(st.sampled_from([TEACHER, STUDENT, STUDENT, BOARD]))
    return {AS: f"{who} {draw(st.integers(0, len(SCENES) - 1))}"}
