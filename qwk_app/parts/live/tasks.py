"""The tasks beside rating, as the board and the phones show them, without hidden parts."""

from dataclasses import replace

import streamlit as st

from classroom import activities
from classroom.activities import (
    CHOICE,
    KAPPA,
    NUMBER,
    SENTENCE,
    Activity,
    Asked,
    Page,
    Solve,
)
from qwk_app.frame import state
from qwk_app.frame.state import HIDE_KAPPA, Lesson, Texts
from qwk_app.parts.live import scene, shown
from qwk_app.parts.practice import exercise
from qwk_app.words import names
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, plain
from qwk_core.teaching.examples import Example, example
from qwk_core.teaching.exercises.catalogue import KINDS

REPLIES = {
    NUMBER: N_("a number"),
    CHOICE: N_("one of several answers"),
    SENTENCE: N_("a sentence"),
}
_LONGEST = 40  # characters of a question in a list


def name(activity: Activity) -> str:
    """Return what an activity is called in a list."""
    task = activity.task
    if isinstance(task, Page):
        return _("Lesson: {title}", title=scene.name(task))
    if isinstance(task, Solve):
        kind = activities.exercise(task.exercise).name.kind
        return _("Solve: {exercise}", exercise=_(KINDS[kind]))
    if task.example:
        return _("Guess: {example}", example=_(example(task.example).title))
    text = task.text if len(task.text) <= _LONGEST else task.text[: _LONGEST - 1] + "…"
    return _("Question: {text}", text=plain(text))


def question(task: Asked) -> str:
    """Return what is asked, as Markdown."""
    if isinstance(task, Solve):
        return message_text(activities.exercise(task.exercise).ask)
    if task.reply == KAPPA:
        return _("Which κ do you expect, from −1 to 1?")
    return plain(task.text)


def about(task: Asked, lesson: Lesson, *, large: bool) -> None:
    """Show what the question is about: the example without its kappa, what the exercise gives.

    A phone, which is not `large`, has no room for an example's matrix: the board shows that.
    """
    if isinstance(task, Solve):
        asked = activities.exercise(task.exercise)
        exercise.show(lesson, asked.given, f"live-given-{asked.key}", least=2 if large else 1)
    elif task.example:
        _example(example(task.example), large=large)


def _example(one: Example, *, large: bool) -> None:
    source, _errors = state.read(Texts.of(one))
    assert source is not None, "the app's own examples can be read"
    lesson = state.lesson(source, one, "quadratic", None, None)
    covered = replace(lesson, hidden={HIDE_KAPPA: None})
    words, picture = st.columns(2) if large else (st.container(), st.container())
    with words, names.of_pair(f"● {_('actual')}", f"○ {_('predicted')}"):
        st.markdown(_("**{title}.** {text}", title=_(one.title), text=_(one.story)))
        shown.ratings(covered)
    if large or lesson.ratings is None:
        with picture:
            shown.quietly(covered, "observed", key="asked")
