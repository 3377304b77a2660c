"""A student’s phone while the class guesses or solves: the reply, and the outcome."""

import streamlit as st

from classroom import activities
from classroom.activities import (
    CHOICE,
    KAPPA,
    LONGEST_FIELD,
    LONGEST_SENTENCE,
    NUMBER,
    SENTENCE,
    Activity,
    Asked,
    Guess,
    Page,
    Solve,
)
from classroom.outcomes import verdict
from classroom.rooms import OPEN, REVEALED
from classroom.watch import RoomView
from qwk_app.frame import frame
from qwk_app.frame.state import Lesson
from qwk_app.parts.live import scene, session, submitted, tasks
from qwk_app.parts.live.session import Visit
from qwk_app.parts.practice import exercise
from qwk_app.shared.components import note
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, plain

_FIELD = "live-reply"

Replies = dict[tuple[int, int], str]


def show(place: Visit, view: RoomView, lesson: Lesson) -> None:
    """Show what a student sees of the current activity while it is open or revealed."""
    asked = view.activity
    assert asked is not None, "rating has a view of its own"
    with st.container(key="live-phone"):
        if isinstance(asked.task, Page):
            _page(asked, asked.task)
        elif asked.phase == REVEALED:
            _revealed(asked, asked.task, submitted.replies(place), lesson)
        else:
            _open(place, asked, asked.task, lesson)
    # Unsaved replies are tried again; this also shows that the store does not answer.
    if not submitted.unsaved(place):
        session.follow(view, slowly=True, rates=asked.phase == OPEN)


def _page(asked: Activity, task: Page) -> None:
    frame.title(scene.name(task))
    scene.show(asked, task, large=False)
    if asked.phase == REVEALED:
        scene.way_to(task, present=False)


def _open(place: Visit, asked: Activity, task: Asked, lesson: Lesson) -> None:
    frame.title(_("Your turn") if asked.round == 1 else _("Once more"))
    st.markdown(f"**{tasks.question(task)}**")
    tasks.about(task, lesson, large=False)
    mine = submitted.replies(place)
    now = (asked.number, asked.round)
    kept = mine.get(now, mine.get((asked.number, asked.round - 1)))
    with st.form(f"live-form-{asked.number}-{asked.round}", border=False):
        if isinstance(task, Solve):
            exercise.answer(activities.exercise(task.exercise))
        else:
            _field(asked, task, kept)
        st.form_submit_button(
            _("Send") if now not in mine else _("Send again"),
            icon=":material/send:",
            type="primary",
            width="stretch",
            on_click=_send,
            args=(place, asked, task),
        )
    session.show_problem()
    saved(place, asked)


def _key(asked: Activity) -> str:
    return f"{_FIELD}-{asked.number}-{asked.round}"


def _field(asked: Activity, task: Guess, kept: str | None) -> None:
    """Draw what a guess is given in, as it was left."""
    key, label = _key(asked), _("Your reply")
    if task.reply == KAPPA:
        start = float(kept) if kept is not None else 0.0
        st.slider(_("Your κ"), -1.0, 1.0, start, 0.01, key=key)
        note(_("below 0: worse than random pairing · 0: as by chance · 1: always the same"))
    elif task.reply == NUMBER:
        text = number(float(kept), 4) if kept is not None else ""
        st.text_input(label, text, key=key, max_chars=LONGEST_FIELD)
    elif task.reply == CHOICE:
        options = list(range(len(task.options)))
        st.radio(
            label,
            options,
            index=int(kept) if kept is not None else None,
            format_func=lambda at: plain(task.options[at]),
            key=key,
        )
    elif task.reply == SENTENCE:
        st.text_area(label, kept or "", key=key, max_chars=LONGEST_SENTENCE)


def _send(place: Visit, asked: Activity, task: Asked) -> None:
    if isinstance(task, Solve):
        value = activities.solved(exercise.typed(activities.exercise(task.exercise)))
    else:
        typed = st.session_state[_key(asked)]
        value = "" if typed is None else str(typed)
    session.attempt(lambda: _keep(place, asked, task, value))


def _keep(place: Visit, asked: Activity, task: Asked, value: str) -> None:
    # Checked here as well, because the store may not answer and get the reply later.
    submitted.submit(place, (asked.number, asked.round, 0), activities.check_reply(task, value))


def saved(place: Visit, asked: Activity) -> None:
    """Say what was replied in this round, and whether the store has it."""
    assert not isinstance(asked.task, Page), "nothing is replied to a page"
    task = asked.task
    value = submitted.replies(place).get((asked.number, asked.round))
    if value is None:
        return
    if submitted.is_saved(place, (asked.number, asked.round, 0)):
        st.markdown(_(":green[:material/cloud_done: Saved: {reply}]", reply=text(task, value)))
    else:
        st.markdown(_("Your reply: {reply}.", reply=text(task, value)))


def text(task: Asked, value: str) -> str:
    """Return a reply as it is read."""
    if isinstance(task, Solve):
        typed = activities.solution(value)
        options = activities.exercise(task.exercise).options
        if options:
            return message_text(options[int(typed[0])])
        return ", ".join(map(plain, typed))
    if task.reply == KAPPA:
        return kappa_text(float(value), 2)
    if task.reply == NUMBER:
        return number(float(value), 4)
    return plain(task.options[int(value)] if task.reply == CHOICE else value)


# -- after the reveal ------------------------------------------------------------------------------


def _revealed(asked: Activity, task: Asked, mine: Replies, lesson: Lesson) -> None:
    value = mine.get((asked.number, asked.round))
    if isinstance(task, Solve):
        _solved(task, value, lesson)
    else:
        _guessed(asked, task, value, mine)
    session.leave()


def _guessed(asked: Activity, task: Guess, value: str | None, mine: Replies) -> None:
    right = activities.truth(task)
    if task.example and right is not None:
        frame.title(_("κ is {kappa}", kappa=kappa_text(right)))
    elif task.truth:
        frame.title(_("It is {truth}", truth=text(task, task.truth)))
    else:
        frame.title(_("Look at the board"))
    st.markdown(f"**{tasks.question(task)}**")
    if value is None:
        st.info(_("You sent nothing in this round."))
        return
    before = mine.get((asked.number, asked.round - 1))
    if before is not None and before != value:
        st.markdown(
            _("Before: {before}. Now: {now}.", before=text(task, before), now=text(task, value))
        )
    else:
        st.markdown(_("Your reply: {reply}.", reply=text(task, value)))


def _solved(task: Solve, value: str | None, lesson: Lesson) -> None:
    asked = activities.exercise(task.exercise)
    made = None if value is None else verdict(task, value)
    if made is None:
        frame.title(_("Worked out"))
        st.info(_("You sent nothing in this round."))
    elif made.right:
        frame.title(_("Right"))
    else:
        frame.title(_("Not yet"))
    if value is not None:
        st.markdown(_("Your reply: {reply}.", reply=text(task, value)))
    if made is not None and not made.right:
        st.info(message_text(made.feedback), icon=":material/lightbulb:")
    st.markdown(f"**{message_text(asked.ask)}**")
    with st.container(border=True):
        st.markdown(_("**Worked out**"))
        exercise.solution(lesson, asked)
