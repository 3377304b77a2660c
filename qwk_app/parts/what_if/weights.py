"""Weights of one's own on the page What if: a grid, the κ it gives, and the cells' new ranking."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.frame import link
from qwk_app.frame.editor import weights_grid
from qwk_app.frame.state import OWN_WEIGHTS, SCHEMES, Lesson
from qwk_app.parts.kappa import pair
from qwk_app.shared import components
from qwk_app.words.numbers import kappa_text, percent, signed
from qwk_app.words.texts import _, error_text, plain
from qwk_core import RatingsError, Walkthrough, format_weights, parse_weights, walk_through_counts
from qwk_core.pictures.hues import Palette
from qwk_core.teaching.construction import construct_weights
from qwk_core.teaching.costs import RankShift, compare_rankings

_MOST_RANKED = 8
_ROW = 44  # pixels: two lines
_LONGEST_NAME = 6  # characters of a category: a phone shows both rankings side by side


def own(lesson: Lesson) -> None:
    """Let the reader set every weight, and show κ and the ranking of the cells that follow."""
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
    with right:
        _effect(lesson, walk)


def _field(lesson: Lesson) -> str:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        components.note(_("Start from"), width="content")
        for scheme in SCHEMES:
            st.button(
                _(scheme),
                key=f"start-{scheme}",
                on_click=_start,
                args=(len(lesson.labels), scheme),
            )
    return st.text_input(
        _("The same as text, for your link"),
        "",
        key=OWN_WEIGHTS,
        bind=link.bind(OWN_WEIGHTS),
        max_chars=link.LONGEST_TEXT,
        placeholder="0,1,4; 1,0,1; 4,1,0",
    )


def _start(size: int, scheme: str) -> None:
    st.session_state[OWN_WEIGHTS] = _whole(size, scheme)


def _whole(size: int, scheme: str) -> str:
    """Write a scheme's weights before division: whole numbers are easier to edit."""
    return format_weights(construct_weights(size, scheme).undivided)


def _other(scheme: str) -> str:
    """Return the scheme to begin with: one that is not in force, or nothing would be seen."""
    return "unweighted" if scheme == "quadratic" else "quadratic"


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
    start = parse_weights(_whole(len(lesson.labels), _other(walk.scheme)))
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
    st.markdown(_shifts_sentence(lesson, shifts))
    _ranked(lesson, shifts)


def _ranked(lesson: Lesson, shifts: tuple[RankShift, ...]) -> None:
    """Show how the cells' ranking by cost has changed."""
    shown = shifts[:_MOST_RANKED]
    names = [pair(lesson, (one.row, one.column), most=_LONGEST_NAME) for one in shown]
    values = [
        _(
            "{name}: {before} to {after}.",
            name=name,
            before=_rank(one.before),
            after=_rank(one.after),
        )
        for name, one in zip(names, shown, strict=True)
    ]
    components.chart(
        _slopes(lesson, shown, names),
        key="ranking",
        alt=_(
            "The cells' ranking by cost before and with these weights. {list}",
            list=" ".join(values),
        ),
    )
    if len(shifts) > len(shown):
        components.note(_("The first {most} of {n} cells.", most=len(shown), n=len(shifts)))


def _slopes(lesson: Lesson, shown: Sequence[RankShift], names: Sequence[str]) -> Chart:
    """Draw two rankings side by side, a line from each place in the one to that in the other."""
    palette, high = lesson.palette, len(shown)
    titles = _(lesson.walk.scheme), _("these weights")
    sides = [
        [(one.before, percent(one.share_before)) for one in shown],
        [(one.after, percent(one.share_after)) for one in shown],
    ]
    places = [_places([rank for rank, _share in side]) for side in sides]
    lines = [
        _line(start, end, palette, moves=one.before != one.after, thick=cell == lesson.cell)
        for start, end, one, cell in zip(
            *places, shown, [(one.row, one.column) for one in shown], strict=True
        )
    ]
    left, right = (
        [write(escape(name), *one) for name, one in zip(names, side, strict=True)]
        for write, side in zip((_left, _right), sides, strict=True)
    )
    columns = {
        title: [f"{_rank(rank)}. {share}" for rank, share in side]
        for title, side in zip(titles, sides, strict=True)
    }
    return marks.chart(
        [
            *lines,
            marks.words("before", [0] * high, places[0], left, "middle left"),
            marks.words("after", [1] * high, places[1], right),
        ],
        palette,
        _ROW * high + 48,
        table(names, columns),
        margin=dict(t=36),
        # More room for the names on either side than for the lines between them.
        xaxis=marks.axis(-1.6, 2.6, visible=False),
        yaxis=marks.axis(high - 0.4, -0.6, visible=False),
        annotations=[
            marks.note(0, -0.5, f"<b>{escape(titles[0])}</b>", side="right"),
            marks.note(1, -0.5, f"<b>{escape(titles[1])}</b>", side="left"),
        ],
    )


def _line(start: int, end: int, palette: Palette, *, moves: bool, thick: bool) -> marks.Mark:
    colour = palette.weights.high if moves else palette.plain.high
    return marks.lines(
        f"line {start}",
        [0, 1],
        [start, end],
        mode="lines+markers",
        line=dict(color=colour, width=5 if thick else 3),
        marker=dict(size=10, color=colour),
    )


def _places(ranks: Sequence[int | None]) -> list[int]:
    """Return a place of its own for each, in the order of the ranks; what has none comes last.

    >>> _places([2, None, 1, 2])
    [1, 3, 0, 2]
    """
    order = sorted(range(len(ranks)), key=lambda at: ranks[at] or len(ranks) + 1)
    return sorted(range(len(ranks)), key=order.__getitem__)


def _left(name: str, rank: int | None, share: str) -> str:
    return f"{name}  <b>{_rank(rank, '.')}</b>   <br>{share}   "


def _right(name: str, rank: int | None, share: str) -> str:
    return f"   <b>{_rank(rank, '.')}</b>  {name}<br>   {share}"


def _rank(rank: int | None, point: str = "") -> str:
    return "–" if rank is None else f"{rank}{point}"


def _shifts_sentence(lesson: Lesson, shifts: tuple[RankShift, ...]) -> str:
    """Say which cell leads now, and whether that is new."""
    leaders = [one for one in shifts if one.after == 1]
    if not leaders:
        return _("With these weights nothing costs anything.")
    if len(leaders) > 1:
        return _("{n} cells now cost the most, all the same.", n=len(leaders))
    (leader,) = leaders
    values = dict(
        name=plain(pair(lesson, (leader.row, leader.column))),
        share=percent(leader.share_after),
        before=percent(leader.share_before),
        rank=_rank(leader.before),
    )
    if leader.before != 1:
        return _(
            "{name} now costs the most, {share} of the disagreement; it was number {rank} before.",
            **values,
        )
    if all(one.before == one.after for one in shifts):
        sentence = _("The ranking of the cells is the same")
    else:
        sentence = _("The ranking changes, but not the first place")
    if values["share"] == values["before"]:
        return sentence + _("; {name} still causes {share} of the disagreement.", **values)
    return sentence + _(
        "; {name} still costs the most: {share} of the disagreement, before {before}.", **values
    )
