"""The settings of a study: the roles of the raters, and the interval."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import numpy as np
import streamlit as st

from qwk_app.frame import queue, state
from qwk_app.report.pictures import axes
from qwk_app.shared.fields import choose
from qwk_app.words import names
from qwk_app.words.texts import _, error_text, joined
from qwk_core import ExplainedError
from qwk_core.study.interval_choice import DRAWN, INTERVALS, IntervalChoice, possible_intervals
from qwk_core.study.roles import ROLES, TIMES
from qwk_core.study.study import Study

# Keys of this section.
SETTINGS = "study-settings"
ROLE = "study-roles"
INTERVAL = "study-interval"
N_DRAWS = "study-draws"
SEED = "study-seed"

_MOST_DRAWS = 100_000  # because others wait; the command allows ten times as many


def chosen(study: Study, made: dict[str, Study]) -> Study:
    """Return the study with the roles and the interval that the reader chose.

    `made` are the studies that were already made of these data, by their settings.
    """
    roles = st.session_state.get(ROLE)
    roles = roles if roles in _possible_roles(study) else study.roles
    choice = _choice(study)
    if (roles, choice) == (study.roles, study.choice):
        return study
    key = f"{study.scheme} {roles} {choice}"
    if key not in made:
        try:
            found = replace(study, roles=roles, choice=choice)
            if found.n_draws:
                _draw(found)
        except ExplainedError as error:
            st.error(error_text(error), icon=":material/edit:")
            return study
        made[key] = found
    return made[key]


def _possible_roles(study: Study) -> dict[str, str]:
    """Return what these raters can be to one another, and what that is called."""
    return {one: ROLES[one] for one in ROLES if one != TIMES or study.table.n_raters == 2}


def _draw(study: Study) -> None:
    """Draw the samples for every interval of a study, with a progress bar."""
    of_a_draw = study.n if study.counts is None else np.count_nonzero(study.counts)
    cost, place = study.n_draws * of_a_draw, st.empty()

    def show_progress(share: float) -> None:
        if cost > queue.LIGHT:
            place.progress(min(share, 1.0), _("Drawing …"))

    try:
        with queue.place(cost=cost):
            show_progress(0)
            study.draw(show_progress)
    finally:
        place.empty()


def _choice(study: Study) -> IntervalChoice:
    """Return the chosen interval, if it can be computed for these data."""
    method, usual = st.session_state.get(INTERVAL), IntervalChoice()
    possible = possible_intervals(study.table)
    if method not in possible or method == possible[0]:
        return usual
    return IntervalChoice(
        method,
        int(st.session_state.get(N_DRAWS) or usual.n_draws),
        int(st.session_state.get(SEED) or usual.seed),
    )


def fields(study: Study) -> None:
    """Draw the fields for the roles and the interval."""
    possible, usual = possible_intervals(study.table), IntervalChoice()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        follow = _("Headings, sentences, the report and the notebook follow.")
        if not study.is_pair:
            which = _("The truth or the reference: whose name says it, or the first.")
            follow = joined([follow, which])
        known, wide = _possible_roles(study), state.width(280)
        at = list(known).index(study.roles)
        choose(_("The raters are"), known, ROLE, width=wide, index=at, help=follow)
        titles = {name: INTERVALS[name] for name in possible}
        choose(_("Interval"), titles, INTERVAL, width=state.width(420))
        if st.session_state.get(INTERVAL) in DRAWN:
            _whole(_("Draws"), N_DRAWS, (100, _MOST_DRAWS), usual.n_draws, step=1_000)
            _whole(_("Seed"), SEED, (1, 10**9), usual.seed)


def _whole(label: str, key: str, ends: tuple[int, int], usual: int, step: int = 1) -> None:
    st.number_input(
        label,
        min_value=ends[0],
        max_value=ends[1],
        value=usual,
        step=step,
        key=key,
        persist_state="session",
        width=state.width(140),
    )


@contextmanager
def called(study: Study) -> Iterator[None]:
    """Use the study's names for rows and columns within the block."""
    with names.of_pair(*axes(study)) if study.is_pair else nullcontext():
        yield
