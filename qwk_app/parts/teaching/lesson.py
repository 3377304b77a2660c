"""The lesson on the page Teaching: choose, start and change it."""

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import link, plan, sharing
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, PRESENT, QUESTION
from qwk_app.parts.teaching import guide
from qwk_app.parts.teaching.prepare import MATRICES
from qwk_app.shared import fields, matrices
from qwk_app.words.texts import _, error_text, plain
from qwk_core import RatingsError

LESSON = "lesson"  # the key of the choice

_OWN = "own"
_SCENES = "_scenes"  # of the lesson that a teacher made


def show() -> DeltaGenerator:
    """Let a teacher choose and start a lesson; show its first scene beside it.

    Return the place below the lesson.
    """
    words, picture = st.columns([3, 2], gap="medium")
    with words:
        lessons = _lessons()
        first = next(iter(lessons))
        fields.pick(_("Lesson"), lessons, LESSON, lambda key: lessons[key][0], default=first)
        scenes = _scenes()
        start = st.container(horizontal=True)
        st.markdown("\n".join(f"{at}. {_line(one)}" for at, one in enumerate(scenes, start=1)))
    if not scenes:
        words.markdown(_("No scene yet. Prepare a link below, and add it."))
        return words
    with picture:
        _first(scenes[0])
    address = _address(scenes)
    if address is None:
        return words
    presented = f"{address}&{PRESENT}=true"
    with start:
        st.link_button(_("Present it"), presented, icon=":material/present_to_all:", type="primary")
        st.link_button(_("Try it as a student"), address, icon=":material/open_in_new:")
    return words


def _address(scenes: plan.Plan) -> str | None:
    try:
        return plan.address(scenes)
    except RatingsError as error:
        st.error(error_text(error), icon=":material/link_off:")
        return None


def _lessons() -> dict[str, tuple[str, plan.Plan]]:
    """Return the title and the scenes of each lesson: the plans of the guide, the teacher's own."""
    of_guide = zip(guide.PLANS, guide.plan_sections(), strict=True)
    return {
        **{str(at): (each.title, guide.plan_of(each)) for at, each in of_guide},
        _OWN: (_("Your own"), st.session_state.get(_SCENES, ())),
    }


def _scenes() -> plan.Plan:
    """Return the scenes of the chosen lesson."""
    lessons = _lessons()
    _title, scenes = lessons[st.session_state.get(LESSON, next(iter(lessons)))]
    return scenes


def _line(one: plan.Scene) -> str:
    asked = plain(one.query.get(QUESTION, ""))
    return f"**{one.name}** · {asked}" if asked else f"**{one.name}**"


def _first(one: plan.Scene) -> None:
    """Show the matrix of a scene as the class sees it, with hidden parts covered."""
    seen = one.lesson()
    if seen is None:
        return
    st.markdown(_("**What the class sees first**"))
    if seen.hides(HIDE_KAPPA):
        st.markdown(f":green[**{_('κ = {kappa}', kappa='?')}**]")
    matrices.show(
        [matrices.panel(seen, MATRICES.get(one.stem, "observed"))],
        seen.labels,
        key="first-scene",
        cell=seen.cell,
        closed=[seen.cell] if seen.hides(HIDE_CELL) else [],
    )


def share() -> None:
    """Offer the chosen lesson as a link, a QR code or a frame."""
    scenes = _scenes()
    address = _address(scenes) if scenes else None
    if address is not None:
        sharing.offer(address, _("Lesson"), key="lesson")


def change() -> None:
    """Let a teacher reorder or remove scenes of the lesson."""
    scenes = _scenes()
    st.markdown(
        _(
            "A lesson is one link that opens several pages, one after the other: its scenes. What "
            "you change here becomes a lesson of your own."
        )
    )
    for at, one in enumerate(scenes):
        _scene_row(scenes, at, one)
    if scenes:
        st.button(
            _("Empty the lesson"),
            icon=":material/playlist_remove:",
            on_click=partial(_put, ()),
            key="scenes-empty",
        )


def _scene_row(scenes: plan.Plan, at: int, one: plan.Scene) -> None:
    """Show a scene with buttons to move it up or down, or to remove it."""
    without = scenes[:at] + scenes[at + 1 :]
    moves = (
        (":material/arrow_upward:", _("Earlier"), at - 1, at > 0),
        (":material/arrow_downward:", _("Later"), at + 1, at + 1 < len(scenes)),
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"{at + 1}. **{one.name}**", width="stretch")
        for icon, label, to, possible in moves:
            st.button(
                label,
                icon=icon,
                on_click=partial(_put, (*without[:to], one, *without[to:])),
                disabled=not possible,
                key=f"scene-{at}-to-{to}",
                type="tertiary",
            )
        st.button(
            _("Remove"),
            icon=":material/delete:",
            on_click=partial(_put, without),
            key=f"scene-{at}-out",
            type="tertiary",
        )


def _put(scenes: plan.Plan) -> None:
    """Make these the scenes of the teacher's own lesson. For callbacks."""
    st.session_state[_SCENES] = scenes[: link.MOST_SCENES]
    st.session_state[LESSON] = _OWN


def add(one: plan.Scene) -> None:
    """Add a scene to the chosen lesson, which becomes the teacher's own. For callbacks."""
    _put((*_scenes(), one))
