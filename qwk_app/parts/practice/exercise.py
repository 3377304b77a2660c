"""The page Practice: an exercise, its fields, the feedback, and results."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import groupby

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.browser.kappa_box.figure import still_box
from qwk_app.figures import panel as panels
from qwk_app.frame import sharing, state
from qwk_app.parts.practice import results as practice_results
from qwk_app.shared import components, fields, matrices
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, error_text, plain
from qwk_core import RatingsError
from qwk_core.pictures.cells import by_value
from qwk_core.pictures.panel import VIEWS, Panel
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, MOST_SEED, exercise_of
from qwk_core.teaching.exercises.model import (
    Box,
    Exercise,
    Grid,
    Name,
    Part,
    Strip,
    Verdict,
    judge,
    read_given,
)
from qwk_core.teaching.exercises.progress import MOST_TRIES, Progress

NAME = "exercise"  # the exercise's name: a key, and a parameter of the link
# They follow the name and change it. They are not bound, or a link would carry their words.
KIND = "practice-kind"
LEVEL = "practice-level"

PROGRESS = "_practice"  # the progress in this session, by exercise
LAST = "_exercise"  # the name of the exercise that was shown last
ANSWERS = "_answers"  # the last answers, by exercise

FIRST = str(Name(next(iter(KINDS)), LEVELS[0], 1))

_LONGEST = 40  # characters of an answer, and of a name
_PICTURE = 640  # pixels: the width of the picture of kappa
_FIELD = 74  # pixels of a cell: four fit a phone, three the smallest one


def choose(foot: DeltaGenerator) -> Exercise:
    """Let the reader choose an exercise; the link carries its name.

    The name is at the `foot` of the exercise, because a phone's first screen is for the question.
    """
    names = homework()
    if names and NAME not in st.session_state and NAME not in st.query_params:
        st.session_state[NAME] = names[0]  # the link names only the whole homework
    slot = st.container(horizontal=True, vertical_alignment="top")
    with foot.container(horizontal=True, vertical_alignment="bottom"):
        name = fields.text(
            NAME,
            _("Name of the exercise"),
            FIRST,
            width=state.width(205),
            help=_(
                "The same name gives everyone the same exercise. Type the name that "
                "your class uses."
            ),
        )
        st.button(_("Another exercise"), icon=":material/shuffle:", on_click=_another, key="throw")
    try:
        asked = exercise_of(name or FIRST)
    except RatingsError as error:
        foot.error(
            _("{problem} You see the last exercise you had.", problem=error_text(error)),
            icon=":material/edit:",
        )
        asked = exercise_of(st.session_state.get(LAST, FIRST))
    with slot:
        _choose_kind(asked)
    return asked


def _choose_kind(asked: Exercise) -> None:
    st.session_state[LAST] = asked.key
    st.session_state[KIND], st.session_state[LEVEL], _seed = asked.name
    st.selectbox(
        _("Exercise"),
        list(KINDS),
        format_func=lambda kind: _(KINDS[kind]),
        key=KIND,
        on_change=lambda: _go(asked.name._replace(kind=st.session_state[KIND])),
        width=state.width(195),
    )
    st.segmented_control(
        _("Level"),
        LEVELS,
        required=True,
        key=LEVEL,
        on_change=lambda: _go(asked.name._replace(level=st.session_state[LEVEL])),
    )


def homework() -> tuple[str, ...]:
    """Return the names of the exercises that a teacher's link sets; wrong names are left out.

    >>> homework()
    ()
    """
    found: list[str] = []
    for name in str(st.session_state.get(state.EXERCISES) or "").split(","):
        try:
            key = exercise_of(name).key
        except RatingsError:
            continue
        if key not in found:
            found.append(key)
    return tuple(found)


def show_homework(asked: Exercise) -> None:
    """Show the exercises of a homework in order; mark the solved ones and the current one."""
    names = homework()
    if not names:
        return
    done = [name for name in names if _is_done(name)]
    st.markdown(_("**Homework**: {done} of {all} exercises done.", done=len(done), all=len(names)))
    with st.container(horizontal=True, gap="xsmall"):
        for at, name in enumerate(names):
            st.button(
                f"{at + 1} ✓" if name in done else f"{at + 1}",
                key=f"homework-{at}",
                disabled=name == asked.key,  # the current one
                on_click=partial(_go, name),
                help=name,
            )


def _go(name: Name | str) -> None:
    """Go to another exercise. For callbacks."""
    st.session_state[NAME] = str(name)


def _another() -> None:
    kind, level = st.session_state[KIND], st.session_state[LEVEL]
    _go(Name(kind, level, random.randint(1, MOST_SEED)))


def ask(asked: Exercise) -> None:
    """Show the question, its matrices or lists, the fields for an answer, and the feedback."""
    verdict, error = _last(asked)
    st.markdown(f"**{message_text(asked.ask)}**")
    one_matrix = len(asked.given) == 1 and isinstance(asked.given[0], Grid)
    picture, fields = st.columns(2) if one_matrix else (st.container(), st.container())
    with picture:
        show(asked.given, f"given-{asked.key}", least=1 if one_matrix else 2)
    with fields, st.form(f"form-{asked.key}"):
        answer(asked, verdict)
        st.form_submit_button(
            _("Check my answer"),
            icon=":material/check:",
            on_click=partial(_check, asked),
            disabled=progress(asked).solved,
        )
    if error is not None:
        st.warning(error_text(error), icon=":material/edit:")
    elif verdict is not None:
        _comment(asked, verdict)


def _last(asked: Exercise) -> tuple[Verdict | None, RatingsError | None]:
    """Judge the last answer, if there is one, or return the error of reading it."""
    given: tuple[str, ...] | None = st.session_state.get(ANSWERS, {}).get(asked.key)
    if given is None:
        return None, None
    try:
        return judge(asked, read_given(asked, given)), None
    except RatingsError as error:
        return None, error


def _field(asked: Exercise, at: int) -> str:
    return f"answer-{asked.key}-{at}"


def answer(asked: Exercise, verdict: Verdict | None = None) -> None:
    """Draw the fields or options for an answer, within a form.

    The fields are marked by the verdict on the last answer.
    """
    if asked.options:
        st.radio(
            _("Your answer"),
            range(len(asked.options)),
            index=None,
            format_func=lambda at: message_text(asked.options[at]),
            key=_field(asked, 0),
            persist_state="session",
        )
        return
    marks = [""] * len(asked.fields)
    if verdict is not None:
        marks = [" ✓" if right else " ✗" for right in verdict.fields]
    for start in range(0, len(asked.fields), asked.columns):
        with st.container(horizontal=True, gap="xsmall"):
            for at in range(start, start + asked.columns):
                st.text_input(
                    asked.fields[at] + marks[at],
                    key=_field(asked, at),
                    max_chars=_LONGEST,
                    # Wide enough for a short answer and Streamlit's own hint beside it.
                    width=state.width(_FIELD if asked.columns > 1 else 340),
                    # A phone's number pad for counts; it lacks characters of other answers.
                    type="default" if asked.tolerance else "phone",
                    icon="",
                    placeholder="",
                    autocomplete="off",
                    persist_state="session",
                )
    if asked.tolerance:
        components.note(_("Two decimals are enough. Fractions are welcome: 3/20, 0.15 or 0,15."))


def typed(asked: Exercise) -> tuple[str, ...]:
    """Return the texts of the fields, or the chosen option's position."""
    if asked.options:
        option = st.session_state[_field(asked, 0)]
        return ("",) if option is None else (str(option),)
    return tuple(st.session_state[_field(asked, at)] or "" for at in range(len(asked.fields)))


def _check(asked: Exercise) -> None:
    """Keep the answer. For callbacks."""
    st.session_state.setdefault(ANSWERS, {})[asked.key] = typed(asked)
    verdict, _error = _last(asked)
    if verdict is not None:  # an unreadable answer does not count as a try
        _keep(progress(asked).answered(right=verdict.right))


def _give_up(asked: Exercise) -> None:
    """Show the solution in place of the feedback on the last answer. For callbacks."""
    st.session_state.get(ANSWERS, {}).pop(asked.key, None)
    _keep(progress(asked).asked_for_solution())


def _made() -> dict[str, Progress]:
    """Return the reader's progress in this session, by the exercises' names."""
    made: dict[str, Progress] = st.session_state.setdefault(PROGRESS, {})
    return made


def progress(asked: Exercise) -> Progress:
    """Return the reader's progress with an exercise."""
    return _made().get(asked.key, Progress(asked.name))


def _is_done(name: str) -> bool:
    return name in _made() and _made()[name].done


def _keep(made: Progress) -> None:
    _made()[made.key] = made


def _comment(asked: Exercise, verdict: Verdict) -> None:
    if verdict.right:
        points = progress(asked).points
        st.success(
            _("Right. {points} of 3 points.", points=points) if points else _("Right."),
            icon=":material/check_circle:",
        )
        return
    sentences = [_("Not yet. {why}", why=message_text(verdict.feedback))]
    wrong = [plain(name) for name, ok in zip(asked.fields, verdict.fields, strict=False) if not ok]
    if asked.columns > 1 and len(wrong) < len(asked.fields):
        sentences.append(_("Still wrong: {cells}.", cells=", ".join(wrong)))
    if progress(asked).tries == MOST_TRIES - 1 and not progress(asked).done:
        sentences.append(_("One more wrong answer shows the solution."))
    st.info("\n\n".join(sentences), icon=":material/lightbulb:")


def hint_and_solution(asked: Exercise) -> None:
    """Draw the buttons for a hint and the solution, or show these."""
    made = progress(asked)
    if not made.done:
        with st.container(horizontal=True):
            if not made.sees_hint:
                st.button(
                    _("Give me a hint"),
                    icon=":material/tips_and_updates:",
                    on_click=lambda: _keep(progress(asked).asked_for_hint()),
                    key="hint",
                )
            st.button(
                _("Show me the solution"),
                icon=":material/school:",
                on_click=partial(_give_up, asked),
                key="solution",
            )
    if made.sees_hint and not made.done:
        st.info(
            _("**Hint.** {hint}", hint=message_text(asked.hint)), icon=":material/tips_and_updates:"
        )
    if made.done:
        with st.container(border=True):
            st.markdown(
                _("**Worked out**")
                if made.solved
                else _("**Worked out.** Follow it step by step, then try another one like it.")
            )
            solution(asked)


def solution(asked: Exercise) -> None:
    """Show the answer and its calculation."""
    if asked.options:
        right = message_text(asked.options[int(asked.right[0])])
        st.markdown(_("The answer: **{answer}**", answer=right))
    show(asked.solution, f"solution-{asked.key}")


def go_on(asked: Exercise) -> None:
    """Offer the next exercise after this one is done, and a link to this one."""
    name = asked.name
    after = list(KINDS)[list(KINDS).index(name.kind) + 1 :]
    names = homework()
    left = [one for one in names if not _is_done(one)]
    with st.container(horizontal=True):
        if progress(asked).done and left:
            st.button(
                _("Next exercise of the homework"),
                icon=":material/arrow_forward:",
                on_click=partial(_go, left[0]),
                key="next-homework",
            )
        elif progress(asked).done and not names:
            st.button(
                _("Another one like it"),
                icon=":material/shuffle:",
                on_click=_another,
                key="another",
            )
            if name.level < LEVELS[-1]:
                st.button(
                    _("Level {level}", level=name.level + 1),
                    icon=":material/trending_up:",
                    on_click=partial(_go, name._replace(level=name.level + 1)),
                    key="harder",
                )
            if after:
                st.button(
                    _("Next: {title}", title=_(KINDS[after[0]])),
                    icon=":material/arrow_forward:",
                    on_click=partial(_go, name._replace(kind=after[0])),
                    key="next-kind",
                )
        _share(asked)


def _share(asked: Exercise) -> None:
    """Share the exercise with a class, in a dialog with room for a QR code."""
    pressed = st.button(
        _("Share this exercise"), icon=":material/share:", key="share-exercise", type="tertiary"
    )

    @st.dialog(_("Share this exercise"), width="medium")
    def offer() -> None:
        components.note(_("Whoever opens this link gets the same exercise."))
        address = state.address("practice", {NAME: asked.key})
        sharing.offer(address, _(KINDS[asked.name.kind]), key="share-exercise")

    if pressed and not st.session_state.get(state.SHARE):  # one dialog at a time
        offer()


def results() -> None:
    """Show the results of this session, and offer them as files."""
    practice_results.show(list(_made().values()), set_=homework())


def show(parts: Sequence[Part], key: str, *, least: int = 2) -> None:
    """Show parts in order, with consecutive matrices side by side.

    There are at least `least` columns for them.
    """
    at = 0
    for is_grid, run in groupby(parts, key=lambda part: isinstance(part, Grid)):
        together = list(run)
        columns = max(len(together), least) if is_grid else 1
        places = st.columns(columns) if columns > 1 else [st.container()] * len(together)
        counted = [part for part in together if isinstance(part, Grid) and part.name in _COUNTED]
        top = max((float(max(map(max, one.values))) for one in counted), default=None)
        for place, part in zip(places, together, strict=False):
            at += 1
            with place:
                if isinstance(part, Grid):
                    _matrix(part, top if part.name in _COUNTED else None, f"{key}-{at}")
                elif isinstance(part, Strip):
                    _strip(part, f"{key}-{at}")
                elif isinstance(part, Box):
                    _box(part, f"{key}-{at}")
                else:
                    st.markdown(message_text(part))


_COUNTED = ("observed", "expected")  # counts, on one colour scale
_PRODUCTS = ("weighted_observed", "weighted_expected")


def _matrix(grid: Grid, top: float | None, key: str) -> None:
    view, palette = VIEWS[grid.name], state.palette()
    values = np.array([[float(cell) for cell in row] for row in grid.values])
    labels = [str(category) for category in grid.categories]
    hue = palette.hue(view.hue)
    heading = f":{hue.word}[**{view.symbol}** · {_(view.title)}]"
    if grid.title is not None:
        heading = _("{matrix}, {whose}", matrix=heading, whose=message_text(grid.title))
    st.markdown(heading)
    rows = [
        _("actual {row}: {values}", row=label, values="; ".join(number(v, 4) for v in row))
        for label, row in zip(labels, values.tolist(), strict=True)
    ]
    decimals = 3 if grid.name in _PRODUCTS else 2
    matrices.show(
        [
            Panel(
                grid.name,
                panels.texts(values, decimals),
                by_value(values, top or float(values.max()), hue, palette),
                totals=panels.totals(values.sum(axis=1), values.sum(axis=0))
                if grid.totals
                else None,
                alt=_(
                    "{title} matrix, row by row. {rows}", title=_(view.title), rows=". ".join(rows)
                ),
            )
        ],
        labels,
        key=key,
        axes=(_("actual"), _("predicted")),  # as the exercise calls them
        cell=grid.cell,
    )


def _strip(strip: Strip, key: str) -> None:
    labels = [str(category) for category in strip.categories]
    names = [message_text(name) for name in strip.names]
    lines = [
        _("{name}: {ratings}", name=name, ratings=", ".join(labels[at] for at in vector))
        for name, vector in zip(names, strip.vectors, strict=True)
    ]
    matrices.strip(
        [np.array(vector) for vector in strip.vectors],
        names,
        labels,
        key=key,
        chosen=strip.chosen,
        alt=_("The ratings item by item. {lines}", lines=". ".join(lines)),
    )


def _box(drawn: Box, key: str) -> None:
    """Show a small picture of kappa, which cannot be moved."""
    scale = drawn.ratings.categories
    actual, predicted = ([scale[at] for at in vector] for vector in drawn.ratings.vectors)
    source = state.source_of_ratings(actual, predicted, scale)
    with st.container(width=state.width(_PICTURE)):
        still_box(state.lesson(source, state.SCHEMES[0]), key)
