"""The next activity: the teacher adds one, or returns to an earlier one."""

from functools import partial

import streamlit as st

from classroom import activities
from classroom.activities import Guess, Page, Solve, Task
from classroom.errors import RoomError
from classroom.sets import SETS
from classroom.view import RoomView
from qwk_app.frame import plan
from qwk_app.frame.link import LONGEST_LINK
from qwk_app.parts.live import questions, scene, session
from qwk_app.parts.live.session import Visit, field_value
from qwk_app.parts.teaching import guide
from qwk_app.shared import fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.texts import _
from qwk_core import RatingsError
from qwk_core.teaching.examples import EXAMPLES

KIND = "live-next-kind"
EXAMPLE = "live-next-example"
QUESTION = "live-next-question"
REPLY = "live-next-reply"
OPTIONS = "live-next-options"
TRUTH = "live-next-truth"
EXERCISE = "live-next-exercise"
ACTIVITY = "live-next-activity"
PLAN = "live-next-plan"
LINK = "live-next-link"

GUESS, ASK, SOLVE, LESSON = "guess", "ask", "solve", "lesson"
KINDS, _REPLIES = KEYED["activity"], KEYED["reply"]
_FIRST = "compute-kappa-1-1"
_LONGEST_TRUTH = 80


def choose(place: Visit, view: RoomView) -> None:
    """Let the teacher choose what comes next."""
    kind = fields.choose(_("What the class does next"), KINDS, KIND)
    {GUESS: _example, ASK: _question, SOLVE: _exercise, LESSON: _lesson}[kind]()
    last = max((one.number for one in view.activities), default=activities.RATING)
    st.button(
        _("Go on to it"),
        icon=":material/arrow_forward:",
        type="primary",
        on_click=partial(session.teach, place, _add, last),
        key="live-next-go",
    )
    if not view.activities:
        return
    titles = {activities.RATING: rating(view)} | {
        one.number: f"{one.number + 1} · {name(one.task)}" for one in view.activities
    }
    # Buttons, because they keep no value. With the next click, a browser also sends the value of a
    # select box, perhaps the earlier activity: then the room would go back to it.
    st.markdown(
        _("Or back to"), help=_("Each activity is as you left it. One that was open is closed.")
    )
    for number, title in titles.items():
        if number != view.room.activity:
            st.button(
                title,
                type="tertiary",
                on_click=partial(session.teach, place, session.store().go_to, number),
                key=f"{ACTIVITY}-{number}",
            )


def _add(code: str, secret: str, after: int) -> None:
    session.store().add(code, secret, _tasks(), after=after)


def rating(view: RoomView) -> str:
    """Return what rating is called in the list of activities."""
    made = SETS.get(view.room.kind)
    return _("1 · Rate: {items}", items=_("items of your own") if made is None else _(made.title))


def name(task: Task) -> str:
    """Return what another activity is called in the list."""
    if isinstance(task, Page):
        return _("Lesson: {title}", title=scene.of(task).name)
    return questions.of(task).name


def _example() -> None:
    fields.choose(
        _("Example"),
        {one.key: one.title for one in EXAMPLES},
        EXAMPLE,
        help=_("The board shows its ratings and O, without κ."),
    )


def _question() -> None:
    st.text_input(
        _("Your question to the class"),
        key=QUESTION,
        max_chars=activities.LONGEST_QUESTION,
        placeholder=_("How many of you have rated before?"),
    )
    reply = fields.pick(
        _("They reply with"),
        _REPLIES,
        REPLY,
        lambda one: _(_REPLIES[one]),
        default=activities.NUMBER,
    )
    if reply == activities.CHOICE:
        st.text_area(_("Answers, a line each"), key=OPTIONS, height=120, max_chars=1_000)
    if reply != activities.SENTENCE:
        st.text_input(
            _("The right one, if there is one"),
            key=TRUTH,
            max_chars=_LONGEST_TRUTH,
            help=_("It stays hidden until you reveal it. A number; or one of the answers."),
        )


def _exercise() -> None:
    st.text_input(
        _("Name of the exercise"),
        _FIRST,
        key=EXERCISE,
        max_chars=40,
        help=_("As on the page Practice: the kind, the level from 1 to 3, and a number."),
    )


def _lesson() -> None:
    plans = guide.plan_sections()
    own = len(plans)
    chosen = st.selectbox(
        _("Lesson"),
        range(own + 1),
        format_func=lambda at: plans[at].title if at < own else _("the link of a lesson"),
        key=PLAN,
        help=_("Its pages come to the phones one at a time. You reveal what each one hides."),
    )
    if chosen == own:
        st.text_input(
            _("Link of a lesson"),
            key=LINK,
            max_chars=LONGEST_LINK,
            help=_("The page Teaching makes such links."),
        )


def _tasks() -> list[Task]:
    """Return what the fields ask for."""
    kind = st.session_state[KIND]
    if kind == GUESS:
        return [Guess(example=field_value(EXAMPLE, EXAMPLES[0].key))]
    if kind == SOLVE:
        return [Solve(field_value(EXERCISE, _FIRST))]
    if kind == LESSON:
        return [Page(plan.line(one)) for one in _scenes()]
    return [_own()]


def _scenes() -> plan.Plan:
    plans, chosen = guide.plan_sections(), field_value(PLAN, 0)
    if chosen < len(plans):
        return guide.plan_of(plans[chosen])
    try:
        return plan.decode(field_value(LINK, ""))
    except RatingsError as error:
        raise RoomError(error.template, **error.values) from None


def _own() -> Guess:
    """Return the teacher's own question."""
    reply = field_value(REPLY, activities.NUMBER)
    options = tuple(field_value(OPTIONS, "").split("\n")) if reply == activities.CHOICE else ()
    truth = field_value(TRUTH, "").strip() if reply != activities.SENTENCE else ""
    if reply == activities.CHOICE:
        lines = [line.strip() for line in options if line.strip()]
        # A text that is none of the answers becomes "?", which the store refuses.
        truth = str(lines.index(truth)) if truth in lines else truth and "?"
    return Guess(text=field_value(QUESTION, ""), reply=reply, options=options, truth=truth)
