"""A race of all implementations, from 10 items to a million."""

from collections.abc import Sequence

import streamlit as st

from qwk_app.frame import queue, state
from qwk_app.parts.implementations.race_chart import race_chart
from qwk_app.shared import components
from qwk_app.words.numbers import duration, number
from qwk_app.words.texts import _, error_text
from qwk_core import ExplainedError
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS
from qwk_core.teaching.implementations.race import RACE_SIZES, Lap, race, race_programme

SIZES = RACE_SIZES
PATIENCE = 60  # seconds; later no run begins, because a small server may be slow

_STARTED = "_race-started"  # in a fragment: the race begins with the page in one piece


def racing() -> None:
    """Run the race of all installed implementations after a click; draw it while it runs."""
    # A click on Stop ends the race only outside a fragment; inside, it would wait (Streamlit 1.67).
    (_race if state.is_in_one_piece() else st.fragment(_race))()


def _race() -> None:
    buttons = st.container(horizontal=True)
    start = buttons.button(_("Start the race"), icon=":material/flag:", key="race-start")
    stop = buttons.empty()
    if not start and not st.session_state.pop(_STARTED, False):
        return
    if not state.is_in_one_piece():
        st.session_state[_STARTED] = True
        state.run_in_one_piece()
    # Any click on it ends this run of the script, with the race or the wait for it.
    stop.button(_("Stop"), icon=":material/stop:", key="race-stop")
    try:
        with queue.place(queue.RACE, cancels=False):
            laps = _run_race()
    except ExplainedError as error:  # too many others are waiting
        stop.empty()
        st.info(error_text(error), icon=":material/hourglass_top:")
        return
    stop.empty()
    st.markdown(_race_summary(laps))


def _run_race() -> list[Lap]:
    programme = race_programme(IMPLEMENTATIONS, SIZES)
    progress = st.progress(0.0, _("Ready …"))
    picture = st.empty()
    laps: list[Lap] = []
    for at, lap in enumerate(race(programme, patience=PATIENCE), start=1):
        laps.append(lap)
        following = programme[at : at + 1]
        progress.progress(
            at / len(programme),
            _("Next: {name}, {n} items", name=_(following[0][0].name), n=number(following[0][1]))
            if following
            else _("Finished"),
        )
        if not following or following[0][1] != lap.n:
            with picture:
                _draw_race(laps)
    if len(laps) < len(programme):
        progress.progress(1.0, _("Time is up: the slowest runs were left out."))
        with picture:
            _draw_race(laps)
    return laps


def _draw_race(laps: Sequence[Lap]) -> None:
    components.chart(
        race_chart(laps),
        key=f"race-{len(laps)}",
        alt=_(
            "Time against the number of items. {times}",
            times=" ".join(
                f"{_(lap.name)}, {number(lap.n)}: {duration(lap.seconds)}." for lap in laps
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
        fastest=_(first.name),
        short=duration(first.seconds),
        slowest=_(slowest.name),
        long=duration(slowest.seconds),
        times=number(slowest.seconds / first.seconds, 0),
    )
