"""A student’s phone, and the board, during an activity beside rating."""

from functools import partial

import streamlit as st

from classroom import outcomes
from classroom.activities import Activity, Page
from classroom.rooms import OPEN, REVEALED
from classroom.view import RoomView
from qwk_app.frame import frame
from qwk_app.parts.live import questions, scene, session, shown, submitted
from qwk_app.parts.live.questions import Question
from qwk_app.parts.live.session import Visit
from qwk_app.words.texts import _


def board(view: RoomView) -> None:
    """Show what the projector shows of the current activity."""
    asked = view.activity
    if isinstance(asked.task, Page):
        st.markdown(f"**{scene.of(asked.task).name}**")
        scene.show(asked, asked.task, large=True)
        session.follow(view)
        return
    question = questions.of(asked.task)
    st.header(question.ask, anchor=False)
    if asked.phase != REVEALED:
        session.follow(view, shown.progress)
        question.about(large=True)
        return
    now, before = (
        outcomes.values(view.replied.replies, round) for round in (asked.round, asked.round - 1)
    )
    if now:
        question.outcome(now, before)
    else:
        st.info(_("Nobody replied in this round."), icon=":material/info:")
    question.worked_out()
    session.follow(view, closely=True)


def phone(place: Visit, view: RoomView) -> None:
    """Show what a student sees of the current activity while it is open or revealed."""
    asked = view.activity
    with st.container(key="live-phone"):
        if isinstance(asked.task, Page):
            frame.title(scene.of(asked.task).name)
            scene.show(asked, asked.task, large=False)
            if asked.phase == REVEALED:
                scene.way_to(asked.task, present=False)
        elif asked.phase == REVEALED:
            mine = submitted.of(place).replies()
            now, before = (
                mine.get((asked.number, round)) for round in (asked.round, asked.round - 1)
            )
            questions.of(asked.task).show_result(now, before)
            session.leave()
        else:
            _open(place, asked)
    # Unsaved replies are tried again; this also shows that the store does not answer.
    if not submitted.of(place).waiting:
        session.follow(view, every=session.pause(view, rates=asked.phase == OPEN))


def _open(place: Visit, asked: Activity) -> None:
    question = questions.of(asked.task)
    frame.title(_("Your turn") if asked.round == 1 else _("Once more"))
    st.markdown(f"**{question.ask}**")
    question.about(large=False)
    mine = submitted.of(place).replies()
    now = (asked.number, asked.round)
    key = f"live-reply-{asked.number}-{asked.round}"
    with st.form(f"live-form-{asked.number}-{asked.round}", border=False):
        question.field(key, mine.get(now, mine.get((asked.number, asked.round - 1))))
        # Above the button, which may be the last thing on the screen.
        session.show_problem()
        saved(place, asked)
        st.form_submit_button(
            _("Send") if now not in mine else _("Send again"),
            icon=":material/send:",
            type="primary",
            width="stretch",
            on_click=partial(_send, place, asked, question, key),
        )


def _send(place: Visit, asked: Activity, question: Question, key: str) -> None:
    given, where = question.given(key), (asked.number, asked.round, 0)
    # Checked here as well, because the store may not answer and get the reply later.
    session.attempt(lambda: submitted.of(place).submit(where, asked.task.check_reply(given)))


def saved(place: Visit, asked: Activity) -> None:
    """Say what was replied in this round, and whether the store has it."""
    kept = submitted.of(place)
    value = kept.replies().get((asked.number, asked.round))
    if value is None:
        return
    read = questions.of(asked.task).read(value)
    if (asked.number, asked.round, 0) not in kept.waiting:
        st.markdown(_(":green[:material/cloud_done: Saved: {reply}]", reply=read))
    else:
        st.markdown(_("Your reply: {reply}.", reply=read))
