"""What the page on implementations shows: results, sources, traps, and a race."""

import math
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from qwk_app.figures import race as figures
from qwk_app.frame import link, queue, state
from qwk_app.frame.state import Lesson
from qwk_app.shared import access, components
from qwk_app.words.language import current, offered
from qwk_app.words.numbers import duration, number
from qwk_app.words.texts import N_, _, error_text, plain, plural
from qwk_core import ExplainedError, RatingsError
from qwk_core.pictures.hues import Palette
from qwk_core.teaching.implementations.cases import (
    TRAP_CASES,
    Outcome,
    TrapCase,
    digits_shared,
    items_of_counts,
    judge,
    run_function,
)
from qwk_core.teaching.implementations.catalogue import (
    IMPLEMENTATIONS,
    Implementation,
    available,
    source,
)
from qwk_core.teaching.implementations.race import RACE_SIZES, Lap, race, race_programme
from qwk_core.teaching.implementations.traps import Trap

# Keys of this page's widgets, and their names in its link.
EXTRAS = "extras"
WHICH = "implementation"
CASE = "case"

_STARTED = "_race-started"  # in a fragment: the race begins with the page in one piece
SIZES = RACE_SIZES
PATIENCE = 60  # seconds after which no lap begins: a small server may be slow

_ALL_DIGITS = 17
_FIRST_CASE = 2  # one that they part over
_LIBRARIES = {"numba": "numba", "sklearn": "scikit-learn"}  # by the name they are imported by
_KEYS = tuple(one.key for one in IMPLEMENTATIONS)
_VERDICTS = {
    "right": N_(":material/check: right"),
    "refuses": N_(":material/check: refuses"),
    "stops": N_(":material/block: stops"),
    "wrong": N_(":material/close: **wrong**"),
}


@dataclass(frozen=True)
class Result:
    """What became of one implementation on the example: an outcome, or why it did not run."""

    implementation: Implementation
    outcome: Outcome | None
    why_not: str = ""


def libraries() -> bool:
    """Let numba and scikit-learn take part where they are; else say how to add them."""
    missing = [_LIBRARIES[one.needs] for one in IMPLEMENTATIONS if one.needs and not available(one)]
    if missing:
        components.note(
            plural(
                len(missing),
                "{names} is not installed here and does not take part. In your own copy "
                "of this app, add it with:",
                "{names} are not installed here and do not take part. In your own copy "
                "of this app, add them with:",
                names=_(" and ").join(missing),
            )
        )
        st.code(f"pip install {' '.join(missing)}", language="shell")
    if len(missing) == len(_LIBRARIES):
        return False
    return st.toggle(
        _("Run the libraries too"),
        key=EXTRAS,
        bind=link.bind(EXTRAS),
        help=_("Loading them, and compiling, takes a few seconds the first time."),
    )


def results(lesson: Lesson) -> bool:
    """Show what each implementation makes of the example; return whether libraries take part."""
    picture = st.container()
    extras = libraries()
    exact = lesson.walk.kappas["quadratic"]
    try:
        actual, predicted = _ratings(lesson)
    except RatingsError as error:
        picture.info(error_text(error), icon=":material/info:")
        return extras
    with st.spinner(_("Loading the libraries …")) if extras else nullcontext():
        found = [
            _run(one, actual, predicted, len(lesson.labels), extras=extras)
            for one in IMPLEMENTATIONS
        ]
    with picture:
        access.wide(_answers(found, exact), "answers")
        st.markdown(_summary(found, exact))
        if lesson.walk.scheme != "quadratic":
            components.note(_("All seven compute quadratic kappa, whatever the weights chosen."))
    return extras


def _answers(found: Sequence[Result], exact: float) -> str:
    """Return a table: what each implementation answers, and to how many digits it is right."""
    rows = [_("| program | kappa | right to |"), "|:--|:--|:--|"]
    for result in found:
        cells = _(result.implementation.key), _value(result), _note(result, exact)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _ratings(lesson: Lesson) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both ratings as positions: whole numbers, whatever the categories are called."""
    if lesson.ratings is None:
        return items_of_counts(lesson.walk.observed)
    return lesson.ratings.actual, lesson.ratings.predicted


def _run(
    one: Implementation,
    actual: NDArray[np.int64],
    predicted: NDArray[np.int64],
    size: int,
    *,
    extras: bool,
) -> Result:
    if one.needs and not available(one):
        return Result(one, None, _("not installed"))
    if one.needs and not extras:
        return Result(one, None, _("a library: switch it on"))
    if one.takes == "lists":
        outcome = run_function(one.function, actual.tolist(), predicted.tolist(), range(size))
    else:
        outcome = run_function(one.function, actual, predicted, range(size))
    return Result(one, outcome)


def _digits(result: Result, exact: float) -> int:
    outcome = result.outcome
    if outcome is None or outcome.error is not None:
        return 0
    return digits_shared(outcome.kappa, exact)


def _value(result: Result) -> str:
    if result.outcome is None:
        return result.why_not
    if result.outcome.error is not None:
        return plain(result.outcome.error)
    return _full(result.outcome.kappa)


def _full(kappa: float) -> str:
    """Write all digits of κ, as Python does.

    >>> _full(-0.25), _full(float("nan"))
    ('−0.25', 'nan')
    """
    return current().digits(repr(kappa + 0.0).replace("-", "−"))


def _note(result: Result, exact: float) -> str:
    outcome = result.outcome
    if outcome is None or outcome.error is not None:
        return ""
    if math.isnan(exact):
        return _("as it should") if math.isnan(outcome.kappa) else ""
    return _digits_text(digits_shared(outcome.kappa, exact))


def _digits_text(shared: int) -> str:
    if shared == _ALL_DIGITS:
        return _("to the last bit")
    return plural(shared, "{n} digit", "{n} digits")


def _summary(found: Sequence[Result], exact: float) -> str:
    ran = [result for result in found if result.outcome is not None]
    if math.isnan(exact):
        stopped = sum(result.outcome is not None and bool(result.outcome.error) for result in ran)
        return _(
            "Kappa is 0 ÷ 0 here. Of the {ran} that ran, {stopped} stop with an error; the others "
            "say nan: not a number.",
            ran=len(ran),
            stopped=stopped,
        )
    least = min(_digits(result, exact) for result in ran)
    if least == _ALL_DIGITS:
        return _("All {ran} that ran agree **to the last bit**.", ran=len(ran))
    return _(
        "All {ran} that ran agree to **{digits}** or more. What differs is rounding: each adds the "
        "same numbers in another order.",
        ran=len(ran),
        digits=_digits_text(least),
    )


@st.fragment
def inside(lesson: Lesson, extras: bool) -> None:
    """Let the reader choose an implementation; show its source, its answer here and its traps."""
    key = st.segmented_control(
        _("Implementation"),
        offered(WHICH, _KEYS, _),
        default=_KEYS[0],
        required=True,
        format_func=_,
        key=WHICH,
        bind=link.bind(WHICH),
        label_visibility="collapsed",
    )
    one = next((each for each in IMPLEMENTATIONS if each.key == key), IMPLEMENTATIONS[0])
    st.markdown(f"**{_(one.title)}.** {_(one.idea)}")
    st.markdown(_answer(lesson, one, extras=extras))
    st.code(source(one), language="python")
    st.markdown(_("**Its traps**, tried now:"))
    for trap, place in zip(one.traps, st.columns(len(one.traps)), strict=True):
        place.markdown(f"**{_(trap.title)}.** {_outcome(trap, extras=extras)}")


def _answer(lesson: Lesson, one: Implementation, *, extras: bool) -> str:
    exact = lesson.walk.kappas["quadratic"]
    try:
        actual, predicted = _ratings(lesson)
    except RatingsError as error:
        return error_text(error)
    result = _run(one, actual, predicted, len(lesson.labels), extras=extras)
    if result.outcome is None:
        return _("On your example: {why_not}.", why_not=result.why_not)
    if result.outcome.error is not None:
        return _("On your example it stops: {error}.", error=plain(result.outcome.error))
    note = _note(result, exact)
    return _(
        "On your example: :green[**{kappa}**]{note}.",
        kappa=_full(result.outcome.kappa),
        note=f", {note}" if note else "",
    )


def _outcome(trap: Trap, *, extras: bool) -> str:
    if not available(trap):
        return _("It needs {name}, which is not installed here.", name=trap.needs)
    if trap.needs and not extras:
        return _("Switch the libraries on, above, to see it.")
    answers = trap.demonstrate().items()
    return _(trap.text, **{name: _format_answer(value) for name, value in answers})


def _format_answer(value: float | str) -> str:
    return plain(value) if isinstance(value, str) else number(value, 3)


@st.fragment
def cases(lesson: Lesson, extras: bool) -> None:
    """Let the reader choose hard ratings; show who is right about them, and who is not."""
    by_title = {case.title: case for case in TRAP_CASES}
    title = st.selectbox(
        _("Ratings"),
        offered(CASE, list(by_title), _),
        index=_FIRST_CASE,
        format_func=_,
        key=CASE,
        bind=link.bind(CASE),
        filter_mode=None,
        label_visibility="collapsed",
    )
    case = by_title[title]
    ratings, answers = st.columns(2)
    with ratings:
        st.markdown(_(case.idea))
        st.code(
            f"actual     = {list(case.actual)}\n"
            f"predicted  = {list(case.predicted)}\n"
            f"categories = {list(case.categories)}",
            language="python",
        )
        st.markdown(_right_answer(case))
    with answers:
        access.wide(_verdicts(case, extras=extras), "verdicts")


def _right_answer(case: TrapCase) -> str:
    exact = case.exact()
    if isinstance(exact, RatingsError):
        return _("The right answer is an error: {error}", error=error_text(exact))
    if math.isnan(exact):
        return _("The right answer: undefined.")
    return _("The right answer: **{kappa}**.", kappa=number(exact, 4))


def _verdicts(case: TrapCase, *, extras: bool) -> str:
    exact = case.exact()
    rows = [_("| program | answers | verdict |"), "|:--|:--|:--|"]
    sits_out = _("does not take part")
    for one in IMPLEMENTATIONS:
        if not available(one) or (one.needs and not extras):
            rows.append(f"| {_(one.key)} | – | {sits_out} |")
            continue
        pair = (list(case.actual), list(case.predicted))
        outcome = run_function(one.function, *pair, case.categories)
        answer = (
            plain(outcome.error.partition(":")[0])
            if outcome.error is not None
            else "nan"
            if math.isnan(outcome.kappa)
            else number(outcome.kappa, 4)
        )
        rows.append(f"| {_(one.key)} | {answer} | {_(_VERDICTS[judge(outcome, exact)])} |")
    return "\n".join(rows)


def racing(palette: Palette) -> None:
    """Race all that are installed, when asked to; draw as they run, and keep nothing."""
    # Outside a fragment a click on Stop ends the race; inside, it would wait for the end.
    (_race if state.is_in_one_piece() else st.fragment(_race))(palette)


def _race(palette: Palette) -> None:
    buttons = st.container(horizontal=True)
    start = buttons.button(_("Start the race"), icon=":material/flag:", key="race-start")
    stop = buttons.empty()
    if not start and not st.session_state.pop(_STARTED, False):
        return
    if not state.is_in_one_piece():
        st.session_state[_STARTED] = True
        state.run_in_one_piece()
    # Any click on it ends this run of the script, and with it the race, or the wait for it.
    stop.button(_("Stop"), icon=":material/stop:", key="race-stop")
    try:
        with queue.place(queue.RACE):
            laps = _run_race(palette)
    except ExplainedError as error:  # too many others race
        stop.empty()
        st.info(error_text(error), icon=":material/hourglass_top:")
        return
    stop.empty()
    st.markdown(_race_summary(laps))


def _run_race(palette: Palette) -> list[Lap]:
    programme = race_programme(IMPLEMENTATIONS, SIZES)
    progress = st.progress(0.0, _("Ready …"))
    picture = st.empty()
    laps: list[Lap] = []
    for at, lap in enumerate(race(IMPLEMENTATIONS, SIZES, patience=PATIENCE), start=1):
        laps.append(lap)
        following = programme[at : at + 1]
        progress.progress(
            at / len(programme),
            _("Next: {name}, {n} items", name=_(following[0][0].key), n=number(following[0][1]))
            if following
            else _("Finished"),
        )
        if not following or following[0][1] != lap.n:
            with picture:
                _draw_race(laps, palette=palette)
    if len(laps) < len(programme):
        progress.progress(1.0, _("Time is up: the slowest runs were left out."))
        with picture:
            _draw_race(laps, palette=palette)
    return laps


def _draw_race(laps: Sequence[Lap], *, palette: Palette) -> None:
    names = {key: _(key) for key in _KEYS}
    components.chart(
        figures.race(
            laps,
            palette=palette,
            axes=(_("items"), _("time")),
            names=names,
        ),
        key=f"race-{len(laps)}",
        alt=_(
            "Time against the number of items. {times}",
            times=" ".join(
                f"{names[lap.key]}, {number(lap.n)}: {duration(lap.seconds)}." for lap in laps
            ),
        ),
    )


def _race_summary(laps: Sequence[Lap]) -> str:
    last = laps[-1].n
    final = sorted((lap for lap in laps if lap.n == last), key=lambda lap: lap.seconds)
    first, slowest = final[0], final[-1]
    return _(
        "With {n} items, **{fastest}** took {short} and **{slowest}** {long}: {times} "
        "times as long. Measured just now: the fastest of three runs each.",
        n=number(last),
        fastest=_(first.key),
        short=duration(first.seconds),
        slowest=_(slowest.key),
        long=duration(slowest.seconds),
        times=number(slowest.seconds / first.seconds, 0),
    )


@st.fragment
def question(lesson: Lesson) -> None:
    """Ask who notices a rating off the scale; the answer comes from running all three."""
    case = next(case for case in TRAP_CASES if case.key == "above")
    exact = case.exact()
    asked = [one for one in IMPLEMENTATIONS if one.key in ("double-loop", "histograms", "moments")]
    turn = int(lesson.walk.n) % len(asked)  # the place must not give the answer away
    asked = asked[turn:] + asked[:turn]
    outcomes = [
        run_function(one.function, case.actual, case.predicted, case.categories) for one in asked
    ]
    verdicts = [judge(outcome, exact) for outcome in outcomes]
    components.question(
        "implementations",
        _("One prediction is 7, on a scale that ends at 4. Which of these notices it?"),
        [_(one.key) for one in asked],
        verdicts.index("refuses"),
        _(
            "{answers}. None of them checks its input; one of them fails by accident.",
            answers="; ".join(
                _("{name} stops with {error}", name=_(one.key), error=plain(outcome.error))
                if outcome.error is not None
                else _("{name} answers {kappa}", name=_(one.key), kappa=number(outcome.kappa, 3))
                for one, outcome in zip(asked, outcomes, strict=True)
            ),
        ),
    )
