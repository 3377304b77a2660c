"""Corrections of items on the page What if, ranked by their effect on κ."""

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.frame import history, state
from qwk_app.frame.state import Lesson
from qwk_app.parts.kappa import pair
from qwk_app.parts.what_if.cells import PREDICT
from qwk_app.parts.what_if.outcome import digits
from qwk_app.shared import components
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import _
from qwk_core.statistics.one_item import Effect, rank_corrections

CORRECT = "correct"  # part of the field's key

_MOST_BARS = 6
_LONGEST_NAME = 10  # characters of a category beside a bar: a phone has no room for more
_ROW = 34  # pixels
_ROOM = 0.45  # of the span: room for the words beside the farthest bar


def corrections(lesson: Lesson) -> None:
    """Rank what correcting each item would do to κ, each to be applied with one click."""
    if st.session_state.get(PREDICT):
        st.markdown(_("The ranking is hidden while you guess: it would give the answer away."))
        return
    effects = _wrong(lesson)
    if not effects:
        st.markdown(_("Every prediction is right: there is nothing to correct."))
        return
    picture, words = st.columns([6, 5], gap="medium", vertical_alignment="center")
    with words:
        if any(effect.corrected_change < 0 for effect in effects):
            st.markdown(
                _(
                    "A correction can even lower κ: it changes the totals, and so what chance "
                    "would cost."
                )
            )
        st.markdown(_("Click a bar, or choose."))
        _choose_correction(lesson, effects)
    with picture:
        _ranked(lesson, effects)


def _ranked(lesson: Lesson, effects: list[Effect]) -> None:
    """Show the first of the ranking; a click on a bar makes the correction."""
    first = effects[:_MOST_BARS]
    components.chart(
        _bars(lesson, first),
        key=f"corrections-{history.depth()}",
        size=len(first),
        on_cell=_corrector(effects),
        alt=_(
            "Kappa after each correction, the best first. {list}",
            list=" ".join(
                f"{_name(lesson, effect)}: {kappa_text(effect.corrected)}." for effect in first
            ),
        ),
    )


def _bars(lesson: Lesson, effects: Sequence[Effect]) -> Chart:
    """Draw how far corrections take κ from where it is; one that leaves it undefined has no bar."""
    now, palette, rows = lesson.walk.kappa, state.palette(), list(range(len(effects)))
    names = [_name(lesson, effect, most=_LONGEST_NAME) for effect in effects]
    notes = [
        _("undefined") if kappa != kappa else kappa_text(kappa, digits(now, kappa))
        for kappa in (effect.corrected for effect in effects)
    ]
    reached = [now if each.corrected != each.corrected else each.corrected for each in effects]
    low, high = min(now, *reached), max(now, *reached)
    span = high - low or 1.0
    bars = marks.bars(
        "bars",
        [round(kappa - now, 6) for kappa in reached],
        rows,
        lying=True,
        base=round(now, 6),
        width=0.6,
        marker=dict(
            color=[(palette.kappa if kappa >= now else palette.fall).high for kappa in reached]
        ),
        customdata=[[row, row] for row in rows],
        hoverinfo="none",  # with "skip" there would be no clicks
    )
    ends = [round(max(kappa, now), 6) for kappa in reached]
    texts = marks.words("notes", ends, rows, [f"  {escape(note)}" for note in notes])
    text, font = _("κ = {kappa} now", kappa=kappa_text(now)), dict(color=palette.kappa.ink)
    return marks.chart(
        [bars | marks.UNFADED, texts | marks.UNFADED],
        _ROW * len(rows) + 42,
        table(names, {_("kappa"): notes}),
        xaxis=marks.axis(low - 0.04 * span, high + _ROOM * span, visible=False),
        yaxis=marks.rows(names, above=0.6, below=0.6),
        shapes=[marks.upright(now, width=2)],
        annotations=[marks.at_top(now, escape(text), side="left", font=font)],
    )


def _choose_correction(lesson: Lesson, effects: list[Effect]) -> None:
    place = st.container(horizontal=True)
    # Written once, because Streamlit asks for the words of each option several times.
    options = [
        _(
            "{name}: κ → {kappa}",
            name=_name(lesson, effect),
            kappa=kappa_text(effect.corrected),
        )
        for effect in effects
    ]
    at = place.selectbox(
        _("Item") if lesson.ratings is not None else _("One item of"),
        range(len(effects)),
        format_func=options.__getitem__,
        key=f"{CORRECT}-{history.depth()}",
        filter_mode=None,
        label_visibility="collapsed",
        width=state.width(320),
    )
    place.button(
        _("Correct it"),
        on_click=_corrector(effects),
        args=(at, at),
        key="correct-item",
    )


def _wrong(lesson: Lesson) -> list[Effect]:
    source = lesson.walk.observed if lesson.ratings is None else lesson.ratings
    effects = rank_corrections(source, scheme=lesson.walk.scheme)
    return [effect for effect in effects if effect.row != effect.column]


def _corrector(effects: list[Effect]) -> Callable[[int, int], None]:
    """Return the callback that corrects the item at a place of the ranking."""

    def correct(at: int, _same: int) -> None:
        effect = effects[at]
        history.change("correct", effect.row, effect.column, item=effect.item)

    return correct


def _name(lesson: Lesson, effect: Effect, *, most: int | None = None) -> str:
    name = pair(lesson, (effect.row, effect.column), most=most)
    if effect.item is None:
        return name
    return _("item {item}: {pair}", item=effect.item + 1, pair=name)
