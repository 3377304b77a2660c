"""Weights of one's own: a grid, the κ that they give, and the new ranking of the cells."""

import math

import streamlit as st

from qwk_app.frame import history
from qwk_app.frame.editor import weights_grid
from qwk_app.frame.state import HIDE_KAPPA, OWN_WEIGHTS, SCHEMES, Lesson
from qwk_app.parts.kappa import pair
from qwk_app.shared import access, components, fields
from qwk_app.words.numbers import kappa_text, percent, signed
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_core import RatingsError, Walkthrough, format_weights, parse_weights, walk_through_counts
from qwk_core.matrices import disagreement
from qwk_core.teaching.costs import RankShift, compare_rankings

TITLE = N_("Weights of your own")

_FOLD = "own-weights"
_MOST_RANKED = 8


def own(lesson: Lesson, *, opens: bool = False) -> None:
    """Let the reader set every weight, in a fold. It is not there while a class guesses κ."""
    if lesson.hides(HIDE_KAPPA):
        return
    if place := components.fold(_FOLD, _(TITLE), asked=[OWN_WEIGHTS], opens=opens):
        with place:
            _own(lesson)


def _own(lesson: Lesson) -> None:
    """Show the grid, and κ and the ranking of the cells that follow."""
    if len(lesson.labels) == 1:
        st.info(
            _(
                "With one category two ratings cannot differ, so there is nothing to "
                "weigh. Enter a longer scale under Categories, such as 0-4."
            ),
            icon=":material/straighten:",
        )
        return
    st.markdown(
        _(
            "What should a miss cost? You choose the weights :orange[**w**]. Only their "
            "proportions count: double every cost, and κ stays the same."
        )
    )
    left, right = components.beside(lesson, 2, gap="medium")
    with left:
        grid, field = st.container(), st.container()
        with field:
            text = _field(lesson)
        with grid:
            walk = _walk(lesson, text)
            weights_grid(walk.weights.tolist(), lesson.labels)
            history.offer(OWN_WEIGHTS)
    with right:
        _effect(lesson, walk)


def _field(lesson: Lesson) -> str:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        components.note(_("Start from"), width="content")
        for scheme in SCHEMES:
            st.button(
                _(scheme),
                key=f"start-{scheme}",
                on_click=fields.put,
                args=(OWN_WEIGHTS, _whole(len(lesson.labels), scheme)),
            )
    return fields.text(
        OWN_WEIGHTS, _("The same as text, for your link"), placeholder="0,1,4; 1,0,1; 4,1,0"
    )


def _whole(size: int, scheme: str) -> str:
    """Write a scheme's weights before division: whole numbers are easier to edit."""
    return format_weights(disagreement(size, scheme))


def _walk(lesson: Lesson, text: str) -> Walkthrough:
    """Walk through the example with these weights, or with those to begin with."""
    walk = lesson.walk
    if text.strip():
        try:
            return walk_through_counts(
                walk.observed, categories=walk.categories, scheme=parse_weights(text)
            )
        except RatingsError as error:
            st.warning(error_text(error), icon=":material/edit:")
    # They are those of a scheme that is not in force, or nothing would be seen.
    other = "unweighted" if walk.scheme == "quadratic" else "quadratic"
    start = parse_weights(_whole(len(lesson.labels), other))
    return walk_through_counts(walk.observed, categories=walk.categories, scheme=start)


def _effect(lesson: Lesson, own_walk: Walkthrough) -> None:
    """Show both kappas, and how the ranking of the cells by cost has changed."""
    walk = lesson.walk
    before, after = st.columns(2)
    before.metric(_("κ, {scheme}", scheme=_(walk.scheme)), kappa_text(walk.kappa))
    change = own_walk.kappa - walk.kappa
    after.metric(
        _("κ, with these weights"),
        kappa_text(own_walk.kappa),
        None if change != change else signed(round(change, 9)),
        delta_color="off",
        delta_arrow="off",
    )
    if own_walk.undefined_reason is not None:
        st.markdown(_(own_walk.undefined_reason))
    shifts = compare_rankings(walk, own_walk)
    if not shifts:
        st.markdown(_("No cell costs anything, with these weights or without: all items agree."))
        return
    if not own_walk.numerator:
        st.markdown(_("With these weights nothing costs anything."))
    _ranked(lesson, shifts)


def _ranked(lesson: Lesson, shifts: tuple[RankShift, ...]) -> None:
    """Show the place of each cell among the costliest, before and with these weights."""
    rows = [
        (
            f"**{name}**" if cell == lesson.cell else name,
            _placed(one.before, one.share_before),
            _placed(one.after, one.share_after) + _moved(one),
        )
        for one in shifts[:_MOST_RANKED]
        for cell in [(one.row, one.column)]
        for name in [plain(pair(lesson, cell))]
    ]
    head = _("| Miss | {before} | these weights |", before=_(lesson.walk.scheme))
    access.table(head, "|:--|:--|:--|", rows, "ranking")
    components.note(_("Each miss: its place by cost, and its share of the disagreement."))
    if len(shifts) > len(rows):
        components.note(_("The first {most} of {n} cells.", most=len(rows), n=len(shifts)))


def _placed(rank: int | None, share: float) -> str:
    return "–" if rank is None else f"{rank}. · {percent(share)}"


def _moved(one: RankShift) -> str:
    """Return an arrow up or down where these weights give the cell another place."""
    before, after = one.before or math.inf, one.after or math.inf
    if before == after:
        return ""
    return " :orange[▲]" if after < before else " :gray[▼]"
