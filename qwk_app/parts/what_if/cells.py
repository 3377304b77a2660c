"""The chosen cell on the page What if: the effect of one more item, and buttons for changes."""

from functools import partial
from typing import Any

import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.frame import history, state
from qwk_app.frame.state import Lesson
from qwk_app.parts.what_if import outcome
from qwk_app.shared import components, fields, matrices
from qwk_app.shared.lines import line
from qwk_app.words import formulas, names
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number, percent, signed, unit_of
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import _
from qwk_core import Walkthrough
from qwk_core.pictures.cells import changed
from qwk_core.pictures.panel import Panel
from qwk_core.statistics.one_item import (
    CHANGES,
    add_one_item,
    direction,
    kappa_changes,
    possible_changes,
    walk_changed,
)
from qwk_core.study.export import matrix_csv

# Keys of the widgets; the first is in the page's link, too.
PREDICT = "predict"
CHANGE = "change"


def push(lesson: Lesson) -> None:
    """Show what one more item in each cell would do, and beside it the chosen cell's changes."""
    picture, panel = components.beside(lesson, [5, 6], gap="medium")
    with panel:
        top, bottom = st.container(), st.container()
    with bottom:
        guessing = fields.switch(PREDICT, _("Guess first"))
    with picture:
        if guessing:
            matrices.of_lesson(lesson, "observed", key="-predict")
        else:
            _changes(lesson)
    with top:
        st.latex(rf"\huge {formulas.kappa_now(lesson)}")
        outcome.show(lesson)
        if guessing:
            _foretell(lesson)
        else:
            _changes_of_cell(lesson)


def _changes(lesson: Lesson) -> None:
    """Show Δκ as a heatmap; a click chooses a cell, as everywhere."""
    walk, palette = lesson.walk, state.palette()
    becomes = add_one_item(walk.observed, scheme=walk.scheme)
    undefined = walk.undefined_reason is not None
    shown = becomes if undefined else kappa_changes(walk.observed, scheme=walk.scheme)
    flat = shown.ravel().tolist()
    largest = max((abs(value) for value in flat if value == value), default=0.0)
    power, decimals, unit = unit_of(largest, short=matrices.is_large(lesson))
    heading = "undefined" if undefined else "in_unit" if unit else "plain"
    st.markdown(_(KEYED["changes"][heading], unit=unit))
    panel = Panel(
        "changes",
        tuple(
            number(value) if undefined else signed(value * 10**power, decimals) for value in flat
        ),
        changed(shown, palette.kappa, palette.fall, palette),
        alt=_(
            "What one more item does to kappa, {n} by {n}: at {cell} it takes kappa from {before} "
            "to {after}",
            n=len(lesson.labels),
            cell=names.cell(*lesson.label),
            before=kappa_text(walk.kappa),
            after=kappa_text(float(becomes[lesson.cell])),
        ),
    )
    matrices.linked(lesson, panel, line=_line(becomes), share=matrices.SMALL_SHARE)


def _line(becomes: Matrix) -> dict[str, Any]:
    """Return the sentence of each cell, for `matrices`."""
    template = _(
        "One more item at {cell}: κ → {after}",
        cell=names.cell("{row}", "{column}"),
        after="{after}",
    )
    after = [kappa_text(kappa, 4) for kappa in becomes.ravel().tolist()]
    return line([template] * len(after), {"after": after})


def _changes_of_cell(lesson: Lesson) -> None:
    """Offer each change that an item of the chosen cell can undergo, with the κ it would give."""
    walk, cell = lesson.walk, lesson.cell
    possible = possible_changes(walk, *cell)
    after = {kind: walk_changed(walk, kind, *cell) for kind in possible}
    with st.container(border=True):
        st.markdown(components.chosen(lesson))
        for kind in CHANGES:
            st.button(
                _after(walk, after[kind], kind) if kind in after else _(KEYED["change"][kind]),
                key=f"do-{kind}",
                on_click=history.change,
                args=(kind, *cell),
                disabled=kind not in after,
                help=None if kind in after else _(KEYED["hindrance"][kind]),
                width="stretch",
            )
    st.markdown(_reason(walk, after["add"], lesson.label[0]))
    st.latex(formulas.one_more(lesson, after["add"]))


def _foretell(lesson: Lesson) -> None:
    """Let the reader choose a change and say what κ will do; saying so makes the change."""
    walk, cell = lesson.walk, lesson.cell
    possible = possible_changes(walk, *cell)
    with st.container(border=True):
        st.markdown(components.chosen(lesson))
        kind = fields.pick(
            _("What happens to an item there"),
            possible,
            f"{CHANGE}-{'-'.join(possible)}",
            lambda kind: _(KEYED["tried"][kind]),
            default=possible[0],
        )
        st.markdown(_("κ is {kappa} now. It will:", kappa=kappa_text(walk.kappa)))
        options = ("rise", "stay", "fall") if walk.undefined_reason is None else ("defined", "stay")
        if walk.undefined_reason is None and kind != "add":
            options = (*options, "undefined")
        with st.container(horizontal=True):
            for option in options:
                st.button(
                    _(KEYED["forecast"][option])
                    if walk.undefined_reason is None or option != "stay"
                    else _("stay undefined"),
                    key=f"say-{option}",
                    on_click=partial(history.change, forecast=option),
                    args=(kind, *cell),
                )
    components.note(
        _("Your guess makes the change: the item changes, and you see κ. You can undo it.")
    )


def _after(walk: Walkthrough, after: Walkthrough, kind: str) -> str:
    """Write on a button what it does, and what becomes of κ."""
    digits = min(outcome.digits(walk.kappa, after.kappa), 5)
    label = _(
        "{act}: κ → **{kappa}**",
        act=_(KEYED["change"][kind]),
        kappa=kappa_text(after.kappa, digits),
    )
    change = after.kappa - walk.kappa
    if not change or change != change:
        return label
    colour, arrow = ("green", "▲") if change > 0 else ("red", "▼")
    return f"{label} :{colour}[{arrow} {signed(change, digits)}]"


def _reason(before: Walkthrough, after: Walkthrough, category: object) -> str:
    """Explain the change of κ by one more item: even a miss can raise it."""
    if before.undefined_reason is not None or after.undefined_reason is not None:
        return ""
    way = direction(before.kappa, after.kappa)
    chance = after.denominator / before.denominator - 1
    same = after.numerator == before.numerator
    if not before.numerator and not same:
        return ""  # from 0, there is no percentage of growth
    if way == "stay":
        reason = "stay"
    elif same:
        reason = f"same, {way}"
    else:
        reason = "opposite" if chance < 0 else way
    cost = 0.0 if same else after.numerator / before.numerator - 1
    return _(
        KEYED["one_more"][reason],
        cost=percent(cost),
        chance=percent(abs(chance)),
        category=category,
    )


def code_and_csv(lesson: Lesson) -> None:
    """Offer the lines that compute Δκ, and Δκ itself."""
    walk = lesson.walk
    if place := components.code(snippet("changes", lesson)):
        with place:
            components.download(
                _("Download Δκ as CSV"),
                lambda: matrix_csv(
                    kappa_changes(walk.observed, scheme=walk.scheme), walk.categories
                ),
                "kappa_changes.csv",
                "text/csv",
                key="download-changes",
            )
