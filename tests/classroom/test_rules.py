"""The rules of a room as a model without a database: store and model agree after every act.

Hypothesis draws acts of a teacher, another teacher and three students, in any order. Most of these
acts are not permitted at that moment.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom.activities import RATING, Guess, Page, Reply
from classroom.errors import RoomError
from classroom.rooms import CLOSED, MAY_FOLLOW, MOST_ROUNDS, OPEN, REVEALED, WAITING, Item
from tests.classroom.course import ITEMS, SCALE, begun

PETS = Guess(example="petfinder")
HOW_MANY = Guess(text="How many?", reply="number", truth="3.0")
PAGE = Page("kappa?hide_kappa=true")
NAMES = ("Ana", "Ben", "Cy")
CHANGED = "cannot follow now"


@dataclass
class Asked:
    """The state of an activity. The first activity is rating, which has no task."""

    task: Guess | Page | None = None
    phase: str = WAITING
    round: int = 1


@dataclass
class Model:
    """A room; each act returns the reason if it is refused, or an empty text."""

    asked: list[Asked] = field(default_factory=lambda: [Asked()])
    current: int = RATING
    removed: set[str] = field(default_factory=set)
    taps: dict[tuple[str, int, int], int] = field(default_factory=dict)
    replies: dict[tuple[str, int, int], str] = field(default_factory=dict)

    def go(self, phase, activity):
        now = self.asked[self.current]
        if activity != self.current:
            return CHANGED
        # A page can be open or revealed. It is closed only after the class has left it.
        may = {OPEN, REVEALED} if isinstance(now.task, Page) else {*MAY_FOLLOW[now.phase]}
        if phase not in may | {now.phase}:
            return CHANGED
        now.phase = phase
        return ""

    def again(self, after, activity):
        now = self.asked[self.current]
        if activity != self.current:
            return CHANGED
        if now.round != after:
            return ""  # the button was clicked twice
        if isinstance(now.task, Page):
            return "no reply"
        if now.phase not in (CLOSED, REVEALED):
            return "Close the room"
        if now.round == MOST_ROUNDS:
            return "up to 5 rounds"
        now.round, now.phase = now.round + 1, OPEN
        return ""

    def turn_to(self, activity):
        if activity >= len(self.asked):
            return "no such activity"
        if activity != self.current:
            before, after = self.asked[self.current], self.asked[activity]
            before.phase = CLOSED if before.phase == OPEN else before.phase
            if isinstance(after.task, Page) and after.phase != REVEALED:
                after.phase = OPEN
            self.current = activity
        return ""

    def add(self, task):
        self.asked.append(Asked(task))
        return self.turn_to(len(self.asked) - 1)

    def tap(self, name, item, category, round):
        rating = self.asked[RATING]
        if name in self.removed:
            return "removed you"
        if rating.phase != OPEN:
            return "is closed"
        if round != rating.round:
            return "round is over"
        if not (0 <= item < len(ITEMS) and 0 <= category < len(SCALE)):
            return "no such item or category"
        self.taps[name, round, item] = category
        return ""

    def reply(self, name, activity, value, round):
        now = self.asked[self.current]
        if name in self.removed:
            return "removed you"
        if activity != self.current or now.phase != OPEN:
            return "is closed"
        if round != now.round:
            return "round is over"
        if activity == RATING or isinstance(now.task, Page):
            return "no reply"
        self.replies[name, activity, round] = value.replace(",", ".")
        return ""

    def remove(self, name, removed):
        (self.removed.add if removed else self.removed.discard)(name)
        return ""


def do(course, act, *given):
    """Let the store do the same acts as the model."""
    store, code, secret = course.store, course.code, course.secret
    number = course.people[given[0]].number if act == "remove" else 0
    acts = {
        "go": lambda phase, activity: course.go(phase, activity=activity),
        "again": course.again,
        "turn_to": lambda activity: store.go_to(code, secret, activity),
        "add": lambda task: store.add(code, secret, [task]),
        "tap": course.tap,
        "reply": course.reply,
        "remove": lambda _name, removed: store.remove(code, secret, number, removed=removed),
    }
    acts[act](*given)


def check(course, model):
    """Check that everybody sees only the permitted parts of the room."""
    store, code, here = course.store, course.code, set(NAMES) - model.removed
    numbers = {name: one.number for name, one in course.people.items()}
    rating, *others = model.asked
    room, view = course.room, store.view(code)
    assert (room.activity, room.phase, room.round) == (model.current, rating.phase, rating.round)
    shown = ITEMS if rating.phase == REVEALED else [Item(each.text) for each in ITEMS]
    assert [*view.items] == [*shown]
    now = [tap for tap in model.taps if tap[0] in here and tap[1] == rating.round]
    assert view.answered == Counter(numbers[name] for name, _round, _item in now)
    assert view.per_item == Counter(item for _name, _round, item in now)
    if rating.phase == REVEALED and model.current == RATING:
        assert course.answers() == {
            (round, numbers[name], item, category)
            for (name, round, item), category in model.taps.items()
            if name in here
        }
    else:
        assert view.rounds == ()
    for name, token in course.tokens.items():
        taps = {(RATING, *tap[1:]): each for tap, each in model.taps.items() if tap[0] == name}
        replied = {
            (*which[1:], 0): each for which, each in model.replies.items() if which[0] == name
        }
        assert store.mine(code, token) == taps | replied
    listed = view.activities
    assert [(one.phase, one.round) for one in listed] == [(one.phase, one.round) for one in others]
    along = []
    for one, asked in zip(listed, others, strict=True):
        hidden = isinstance(asked.task, Guess) and asked.phase != REVEALED
        assert one.task == (replace(asked.task, truth="") if hidden else asked.task)
        found = sorted(
            (round, numbers[name], value)
            for (name, activity, round), value in model.replies.items()
            if activity == one.number and name in here
        )
        revealed = tuple(Reply(*each) for each in found if asked.phase == REVEALED)
        if one.number == model.current:
            who = {who for round, who, _value in found if round == asked.round}
            assert (view.replied.who, view.replied.replies) == (who, revealed)
        along += [(one, revealed)] if revealed else []
    assert store.all_replies(code) == along


names, activities = st.sampled_from(NAMES), st.integers(0, 3)
rounds = st.sampled_from((0, 1, 1, 2, 2, 3, 10**20))
places = st.sampled_from((-1, 0, 1, 2, 3, 4, 10**20))
acts = st.one_of(
    st.tuples(st.just("go"), st.sampled_from((*MAY_FOLLOW, "party")), activities),
    st.tuples(st.just("again"), rounds, activities),
    st.tuples(st.just("turn_to"), activities),
    st.tuples(st.just("add"), st.sampled_from((PETS, HOW_MANY, PAGE))),
    st.tuples(st.just("tap"), names, places, places, rounds),
    st.tuples(st.just("reply"), names, activities, st.sampled_from(("0.5", "0,7")), rounds),
    st.tuples(st.just("remove"), names, st.booleans()),
)
STORY = (
    ("go", OPEN, 0), ("tap", "Ana", 0, 1, 1), ("tap", "Ana", 0, 2, 1), ("go", CLOSED, 0),
    ("go", REVEALED, 0), ("again", 1, 0), ("again", 1, 0), ("tap", "Ben", 3, 0, 2),
    ("add", HOW_MANY), ("go", OPEN, 1), ("reply", "Cy", 1, "0.5", 1), ("go", CLOSED, 1),
    ("go", REVEALED, 1), ("again", 1, 1), ("reply", "Cy", 1, "0.7", 2), ("add", PAGE),
    ("turn_to", 1), ("go", REVEALED, 1), ("turn_to", 2), ("go", REVEALED, 2), ("turn_to", 0),
    ("go", REVEALED, 0), ("remove", "Cy", True), ("again", 2, 0), ("again", 1, 0),
)  # fmt: skip


class Played:
    """A room and its model, which get the same acts."""

    def __init__(self, store):
        self.course, self.model = begun(store), Model()
        self.course.join(*NAMES)

    def do(self, act, *with_what):
        refused = getattr(self.model, act)(*with_what)
        if refused:
            with pytest.raises(RoomError, match=refused):
                do(self.course, act, *with_what)
        else:
            do(self.course, act, *with_what)


def test_store_and_model_agree_on_a_lesson(store):
    played = Played(store)
    for act in STORY:
        played.do(*act)
        check(played.course, played.model)


@settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(begin=st.integers(0, len(STORY)), then=st.lists(acts, min_size=4, max_size=8))
def test_store_and_model_agree_wherever_a_lesson_goes(store, begin, then):
    played = Played(store)
    for act in STORY[:begin]:
        played.do(*act)
    for act in then:
        played.do(*act)
        check(played.course, played.model)
