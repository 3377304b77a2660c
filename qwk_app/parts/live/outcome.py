"""The board while the class guesses or solves: the question, and the revealed replies."""

from collections.abc import Callable

import streamlit as st

from classroom import activities
from classroom.activities import CHOICE, KAPPA, SENTENCE, Activity, Guess, Page, Solve
from classroom.outcomes import Numbers, chosen, numbers, solutions, values
from classroom.rooms import REVEALED
from classroom.watch import RoomView
from qwk_app.figures import classroom as figures
from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.parts.live import reply, scene, session, shown, tasks
from qwk_app.parts.practice import exercise
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import N_, _, plain

# What the mistakes in a number are called, by their keys. Of a choice the board shows the options.
MISTAKES = {
    "agreement": N_("weights for agreement, not for disagreement"),
    "categories": N_("divided by the number of categories"),
    "column": N_("the total of the column"),
    "difference": N_("a difference in place of the ratio"),
    "divided-by-n": N_("divided by one too many"),
    "divisor-not-squared": N_("did not square the divisor"),
    "either": N_("counted the mirrored cell, too"),
    "from-zero": N_("counted rows and columns from 0"),
    "inverted": N_("the ratio upside down"),
    "inverted-ratio": N_("the ratio upside down, and no “1 −”"),
    "labels": N_("took names of categories for distances"),
    "mean": N_("the plain mean"),
    "not-divided": N_("did not divide"),
    "not-squared": N_("did not square"),
    "not-the-mean": N_("compared with one rater alone"),
    "not-weighted": N_("left the weights out"),
    "observed": N_("took O in place of E"),
    "ratio": N_("forgot “1 −”"),
    "row": N_("the total of the row"),
    "shares": N_("divided by n twice"),
    "sign": N_("turned the sign round"),
    "squared": N_("squared linear weights"),
    "sum": N_("did not divide the sum"),
    "transposed": N_("row and column transposed"),
}


def show(view: RoomView, lesson: Lesson) -> None:
    """Show what the projector shows of the current activity."""
    asked = view.activity
    assert asked is not None, "rating has a board of its own"
    if isinstance(asked.task, Page):
        st.markdown(f"**{scene.name(asked.task)}**")
        scene.show(asked, asked.task, large=True)
        session.follow(view)
        return
    if asked.phase == REVEALED:
        results(view, asked, lesson)
        session.follow(view, closely=True)
        return
    st.header(tasks.question(asked.task), anchor=False)
    session.follow(view, shown.progress)
    tasks.about(asked.task, lesson, large=True)
    if isinstance(asked.task, Guess) and asked.task.options:
        st.markdown("\n".join(f"- {plain(option)}" for option in asked.task.options))


# -- after the reveal ------------------------------------------------------------------------------


def results(view: RoomView, asked: Activity, lesson: Lesson) -> None:
    """Show what came of it, and of the round before."""
    assert not isinstance(asked.task, Page)
    st.header(tasks.question(asked.task), anchor=False)
    if not values(view.replied.replies, asked.round):
        st.info(_("Nobody replied in this round."), icon=":material/info:")
    elif isinstance(asked.task, Solve):
        _solutions(view, asked, asked.task)
    elif asked.task.reply == CHOICE:
        _choices(view, asked, asked.task)
    elif asked.task.reply == SENTENCE:
        st.markdown(
            "\n".join(f"- {plain(one)}" for one in values(view.replied.replies, asked.round))
        )
    else:
        _numbers(view, asked, asked.task, lesson)
    if isinstance(asked.task, Solve):
        with st.container(border=True):
            st.markdown(_("**Worked out**"))
            exercise.solution(lesson, activities.exercise(asked.task.exercise))
    elif asked.task.example:
        tasks.about(asked.task, lesson, large=True)


def _numbers(view: RoomView, asked: Activity, task: Guess, lesson: Lesson) -> None:
    replies = view.replied.replies
    now = numbers(task, replies, asked.round)
    before = numbers(task, replies, asked.round - 1)

    def written(value: float) -> str:
        return reply.text(task, str(value))

    sentences = [
        _(
            "From {low} to {high}; the middle guess is {middle}.",
            low=written(now.values[0]),
            high=written(now.values[-1]),
            middle=written(now.middle),
        )
    ]
    if now.truth is not None:
        sentences.append(
            _(
                "Near, at most {reach} off: **{near} of {n}**.",
                reach=number(now.reach),
                near=now.near,
                n=len(now.values),
            )
        )
    if before.values:
        sentences.append(_before(before, now, written))
    line = _truth(task, now.truth)
    st.markdown("  \n".join(sentences))
    components.chart(
        figures.dots(
            now.values,
            now.truth,
            before=before.values,
            ends=(-1, 1) if task.reply == KAPPA else _ends(now, before),
            palette=lesson.palette,
            words=(_("guesses"), line, _("before"), _("now")),
        ),
        key="live-dots",
        alt=" ".join([*sentences, line]).replace("**", ""),
    )


def _truth(task: Guess, truth: float | None) -> str:
    if truth is None:
        return ""
    if task.reply == KAPPA:
        return _("κ = {kappa}", kappa=kappa_text(truth))
    return _("the truth: {truth}", truth=number(truth, 4))


def _before(before: Numbers, now: Numbers, written: Callable[[float], str]) -> str:
    if now.truth is None:
        return _(
            "The middle guess was {before} before, and is **{after}** now.",
            before=written(before.middle),
            after=written(now.middle),
        )
    return _(
        "Before the discussion the middle guess was {before}, and {near} of {n} were near.",
        before=written(before.middle),
        near=before.near,
        n=len(before.values),
    )


def _ends(now: Numbers, before: Numbers) -> tuple[float, float]:
    """Return a scale that holds all numbers, with some room at both ends."""
    found = [*now.values, *before.values, *([] if now.truth is None else [now.truth])]
    low, high = min(found), max(found)
    room = 0.08 * (high - low) or max(abs(high), 1) / 2
    return low - room, high + room


def _choices(view: RoomView, asked: Activity, task: Guess) -> None:
    now = chosen(task, view.replied.replies, asked.round)
    before = chosen(task, view.replied.replies, asked.round - 1)
    right = int(task.truth) if task.truth else None
    names = [
        _("{option} (right)", option=option) if at == right else option
        for at, option in enumerate(task.options)
    ]
    _bars(names, now, before if any(before) else None, right)


def _solutions(view: RoomView, asked: Activity, task: Solve) -> None:
    replies, last = view.replied.replies, asked.round - 1
    now, earlier = (
        solutions(task, replies, asked.round),
        solutions(task, replies, last),
    )
    st.markdown(_("**{right} of {n}** are right.", right=now.right, n=now.n))
    if earlier.n:
        st.markdown(_("Before the discussion: {right} of {n}.", right=earlier.right, n=earlier.n))
    if now.asked.options:
        _bars(
            [message_text(option) for option in now.asked.options],
            chosen(task, replies, asked.round),
            chosen(task, replies, last) if earlier.n else None,
            int(now.asked.right[0]),
        )
    else:
        made = {mistake.key: count for mistake, count in earlier.mistakes}
        before = [earlier.right, *(made.get(one.key, 0) for one, _n in now.mistakes)]
        _bars(
            [_("right"), *(_(MISTAKES[one.key]) for one, _n in now.mistakes), _("something else")],
            [now.right, *(count for _one, count in now.mistakes), now.others],
            [*before, earlier.n - sum(before)] if earlier.n else None,
            0,
        )
    lines = [
        _("- {n} × {why}", n=count, why=message_text(mistake.feedback))
        for mistake, count in now.mistakes
    ]
    st.markdown("\n".join(lines))


def _bars(names: list[str], now: list[int], before: list[int] | None, right: int | None) -> None:
    texts = [str(count) for count in now]
    if before is not None:
        # Translators: how many it was before, and how many it is now.
        texts = [
            _("{before} → {after}", before=old, after=new)
            for old, new in zip(before, now, strict=True)
        ]
    components.chart(
        figures.bars(
            names, now, texts, right=right, palette=state.palette(), counted=_("how many")
        ),
        key="live-bars",
        alt="; ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True)),
    )
