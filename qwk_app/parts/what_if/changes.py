"""What the page What if shows: every change of one item, corrections, and how far κ could go."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Protocol

import streamlit as st

from qwk_app.figures import panel as panels
from qwk_app.figures.limits import corrections as corrections_figure
from qwk_app.figures.limits import limits as limits_figure
from qwk_app.frame import history, link
from qwk_app.frame.history import MOVED, REPLACED, Change
from qwk_app.frame.state import Lesson, read
from qwk_app.parts.kappa import pair
from qwk_app.shared import components, matrices
from qwk_app.words import formulas
from qwk_app.words.language import tabs
from qwk_app.words.numbers import kappa_text, number, percent, signed, unit_of
from qwk_app.words.texts import N_, _, plain, plural
from qwk_core import Walkthrough, walk_through_counts
from qwk_core.pictures.cells import changed
from qwk_core.pictures.panel import Panel
from qwk_core.statistics.extremes import kappa_extremes
from qwk_core.statistics.one_item import (
    CHANGES,
    Effect,
    add_one_item,
    direction,
    kappa_changes,
    possible_changes,
    rank_cells,
    rank_items,
    walk_changed,
)
from qwk_core.study.export import matrix_csv

# Keys of this page's widgets, and their names in its link.
PREDICT = "predict"
CHANGE = "change"
CORRECT = "correct"
EXPERIMENT = "experiment"

_MOST_BESIDE = 8  # categories of a matrix that leaves room for words beside it
_MOST_BARS = 6
_LONGEST_NAME = 10  # characters of a category beside a bar: a phone has no room for more

_TRIED = {
    "add": N_("One more"),
    "correct": N_("One corrected"),
    "leave_out": N_("One left out"),
}
_BUTTONS = {
    "add": N_("Add it"),
    "correct": N_("Correct it"),
    "leave_out": N_("Leave out"),
}
_HINDRANCES = {
    "correct": N_("Choose a cell off the diagonal that holds an item."),
    "leave_out": N_("Choose a cell that holds an item, and not the only one."),
}
_FORETOLD = {
    "rise": N_("rise"),
    "stay": N_("stay"),
    "fall": N_("fall"),
    "defined": N_("become defined"),
    "undefined": N_("become undefined"),
}
_HAPPENED = {
    "rise": N_("κ **rose** from {before} to {after}."),
    "stay": N_("κ **stayed** at {after}."),
    "fall": N_("κ **fell** from {before} to {after}."),
    "defined": N_("κ was undefined, and **became** {after}."),
    "undefined": N_("κ was {before}, and **became undefined**."),
}
_DONE = {
    "add": N_("Added one item: actual {row}, predicted {column}."),
    "correct": N_("Corrected one item: actual {row}, predicted {column} before."),
    "leave_out": N_("Left out one item: actual {row}, predicted {column}."),
    MOVED: N_("Moved a prediction: actual {row}, now predicted {column}."),
    REPLACED: N_("Put the second rater's ratings in place of the example."),
}


def push(lesson: Lesson) -> None:
    """Show what one more item in each cell would do, and beside it the chosen cell's changes."""
    roomy = len(lesson.labels) <= _MOST_BESIDE
    picture, panel = st.columns([5, 6], gap="medium") if roomy else (st.container(), st.container())
    with picture:
        predicting = _predicting()
        if predicting:
            _counts(lesson)
        else:
            _changes(lesson)
    with panel:
        st.latex(rf"\Huge {formulas.kappa_now(lesson)}")
        _outcome(lesson)
        if predicting:
            _foretell(lesson)
        else:
            _changes_of_cell(lesson)


def _predicting() -> bool:
    return st.toggle(
        _("Guess first"),
        key=PREDICT,
        bind=link.bind(PREDICT),
        help=_("Hides the result until you have guessed: will κ rise, stay or fall?"),
    )


def _counts(lesson: Lesson) -> None:
    """Show O in place of what would happen; a click chooses a cell."""
    components.matrix(lesson, "observed", key="-predict")


def _changes(lesson: Lesson) -> None:
    """Show Δκ as a heatmap; a click chooses a cell, as everywhere."""
    walk, palette = lesson.walk, lesson.palette
    becomes = add_one_item(walk.observed, scheme=walk.scheme)
    changes = kappa_changes(walk.observed, scheme=walk.scheme)
    undefined = walk.undefined_reason is not None
    shown = becomes if undefined else changes
    flat = shown.ravel().tolist()
    largest = max((abs(value) for value in flat if value == value), default=0.0)
    power, decimals, unit = unit_of(largest, short=len(lesson.labels) > _MOST_BESIDE)
    st.markdown(_heading(undefined, unit))
    row, column = lesson.label
    matrices.one(
        lesson,
        Panel(
            "changes",
            "",
            "",
            palette.ink,
            tuple(
                number(value) if undefined else signed(value * 10**power, decimals)
                for value in flat
            ),
            changed(shown, palette.kappa, palette.fall, palette).listed,
            alt=_(
                "What one more item does to kappa, {n} by {n}: at actual {row}, predicted {column} "
                "it takes kappa from {before} to {after}",
                n=len(lesson.labels),
                row=row,
                column=column,
                before=kappa_text(walk.kappa),
                after=kappa_text(float(becomes[lesson.cell])),
            ),
        ),
        line={
            "templates": [
                _(
                    "One more item at actual {row}, predicted {column}: κ from {before} to {after}",
                    row="{row}",
                    column="{column}",
                    before=kappa_text(walk.kappa, 4),
                    after="{after}",
                )
            ],
            "kinds": "0" * becomes.size,
            "lists": {
                "after": "\t".join(kappa_text(kappa, 4) for kappa in becomes.ravel().tolist())
            },
        },
        note=_("Tap a cell to choose it; nothing changes yet."),
        share=matrices.SMALL_SHARE,
    )


def _heading(undefined: bool, unit: str) -> str:
    if undefined:
        return _(":green[**κ**] with one more item there: so far, it is undefined")
    if unit:
        return _(":green[**Δκ**], the change of κ, with one more item there, in {unit}", unit=unit)
    return _(":green[**Δκ**], the change of κ, with one more item there")


def _outcome(lesson: Lesson) -> None:
    """Say what the last change did, whether it was foretold, and offer to take it back."""
    change = history.last()
    if change is None:
        return
    source, _errors = read(change.before)
    assert source is not None, "only an example that could be read was changed"
    before = walk_through_counts(source.observed, scheme=lesson.walk.scheme)
    done, happened = _story(change, before, lesson.walk)
    right = change.forecast is None or change.forecast == direction(before.kappa, lesson.walk.kappa)
    with st.container(border=True):
        if change.forecast is None:
            st.markdown(f"{done} {happened}")
        elif right:
            said = _("{done} Right: {happened}", done=done, happened=happened)
            st.success(said, icon=":material/check:")
        else:
            said = _("{done} Not quite: {happened}", done=done, happened=happened)
            st.info(said, icon=":material/lightbulb:")
        words, button = st.columns([3, 2], vertical_alignment="center")
        if change.kind != REPLACED:  # sums over other items would explain nothing
            with words:
                components.note(_why(before, lesson.walk))
        button.button(
            _("Undo"), icon=":material/undo:", on_click=history.undo, key="undo", width="stretch"
        )


def _story(change: Change, before: Walkthrough, after: Walkthrough) -> tuple[str, str]:
    row, column = map(plain, change.label)
    digits = _digits(before.kappa, after.kappa)
    return (
        _(_DONE[change.kind], row=row, column=column),
        _(
            _HAPPENED[direction(before.kappa, after.kappa)],
            before=kappa_text(before.kappa, digits),
            after=kappa_text(after.kappa, digits),
        ),
    )


def _digits(*kappas: float) -> int:
    """Return how many places tell these kappas apart, 3 at least."""
    known = {kappa for kappa in kappas if kappa == kappa}
    return next(
        (n for n in range(3, 15) if len({kappa_text(kappa, n) for kappa in known}) == len(known)),
        15,
    )


def _why(before: Walkthrough, after: Walkthrough) -> str:
    return _(
        "The sum of w × O went from {seen} to {now_seen}, that of w × E from {chance} to "
        "{now_chance}.",
        seen=number(before.numerator, 3),
        now_seen=number(after.numerator, 3),
        chance=number(before.denominator, 3),
        now_chance=number(after.denominator, 3),
    )


def _chosen(lesson: Lesson) -> str:
    row, column = map(plain, lesson.label)
    return _("**The chosen cell: actual {row}, predicted {column}**", row=row, column=column)


def _changes_of_cell(lesson: Lesson) -> None:
    """Show κ after each change that an item of the chosen cell can undergo, and offer it."""
    walk, cell = lesson.walk, lesson.cell
    possible = possible_changes(walk, *cell)
    with st.container(border=True):
        st.markdown(_chosen(lesson))
        for place, kind in zip(st.columns(len(CHANGES)), CHANGES, strict=True):
            with place:
                after = walk_changed(walk, kind, *cell).kappa if kind in possible else None
                digits = 3 if after is None else min(_digits(walk.kappa, after), 5)
                delta = None if after is None else after - walk.kappa
                up = None if not delta or delta != delta else delta > 0
                st.metric(
                    _(_TRIED[kind]),
                    "–" if after is None else kappa_text(after, digits),
                    None if delta is None or delta != delta else signed(delta, digits),
                    # Said, since Streamlit knows a fall by a hyphen alone.
                    delta_arrow="off" if up is None else "up" if up else "down",
                    delta_color="off" if up is None else "green" if up else "red",
                )
                st.button(
                    _(_BUTTONS[kind]),
                    key=f"do-{kind}",
                    on_click=history.change,
                    args=(kind, *cell),
                    disabled=kind not in possible,
                    help=None if kind in possible else _(_HINDRANCES[kind]),
                    width="stretch",
                )
    added = walk_changed(walk, "add", *cell)
    st.markdown(_reason(walk, added))
    st.latex(formulas.one_more(lesson, added))


def _reason(before: Walkthrough, after: Walkthrough) -> str:
    """Say why one more item moves κ as it does: even a miss can raise it."""
    if before.undefined_reason is not None or after.undefined_reason is not None:
        return ""
    way = direction(before.kappa, after.kappa)
    if way == "stay":
        return _("Both costs change alike, so κ stays as it is.")
    chance = after.denominator / before.denominator - 1
    shown = percent(abs(chance))
    if after.numerator == before.numerator:
        if way == "rise":
            return _(
                "One more item there leaves the cost as it is and makes the cost by chance "
                "{chance} larger, so κ rises.",
                chance=shown,
            )
        return _(
            "One more item there leaves the cost as it is and makes the cost by chance {chance} "
            "smaller, so κ falls.",
            chance=shown,
        )
    if not before.numerator:
        return ""  # from nothing to something: no share says how much
    cost = percent(after.numerator / before.numerator - 1)
    if chance < 0:
        return _(
            "One more item there makes the cost {cost} larger and the cost by chance {chance} "
            "smaller, so κ falls.",
            cost=cost,
            chance=shown,
        )
    if way == "rise":
        return _(
            "One more item there makes the cost {cost} larger and the cost by chance {chance} "
            "larger. The cost by chance grows more, so κ rises.",
            cost=cost,
            chance=shown,
        )
    return _(
        "One more item there makes the cost {cost} larger and the cost by chance {chance} larger. "
        "The cost itself grows more, so κ falls.",
        cost=cost,
        chance=shown,
    )


def _foretell(lesson: Lesson) -> None:
    """Let the reader choose a change and say what κ will do; saying so makes the change."""
    walk, cell = lesson.walk, lesson.cell
    possible = possible_changes(walk, *cell)
    with st.container(border=True):
        st.markdown(_chosen(lesson))
        kind = st.segmented_control(
            _("What happens to an item there"),
            possible,
            default=possible[0],
            required=True,
            format_func=lambda kind: _(_TRIED[kind]),
            key=f"{CHANGE}-{'-'.join(possible)}",
            persist_state="session",
        )
        st.markdown(_("κ is {kappa} now. It will:", kappa=kappa_text(walk.kappa)))
        options = ("rise", "stay", "fall") if walk.undefined_reason is None else ("defined", "stay")
        if walk.undefined_reason is None and kind != "add":
            options = (*options, "undefined")
        with st.container(horizontal=True):
            for said in options:
                st.button(
                    _(_FORETOLD[said])
                    if walk.undefined_reason is None or said != "stay"
                    else _("stay undefined"),
                    key=f"say-{said}",
                    on_click=partial(history.change, forecast=said),
                    args=(kind, *cell),
                )
    components.note(
        _("Your guess makes the change: the item changes, and you see κ. You can undo it.")
    )


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
        st.markdown(_what_corrections_say(lesson, effects))
        _choose_correction(lesson, effects)
    with picture:
        _ranked(lesson, effects)


def _ranked(lesson: Lesson, effects: list[Effect]) -> None:
    """Draw the first of the ranking; a click on a bar makes the correction."""
    first = effects[:_MOST_BARS]
    walk = lesson.walk
    components.chart(
        corrections_figure(
            walk.kappa,
            [effect.corrected for effect in first],
            [_name(lesson, effect, most=_LONGEST_NAME) for effect in first],
            [
                _("undefined")
                if effect.corrected != effect.corrected
                else kappa_text(effect.corrected, _digits(walk.kappa, effect.corrected))
                for effect in first
            ],
            _("κ = {kappa} now", kappa=kappa_text(walk.kappa)),
            palette=lesson.palette,
        ),
        key=f"corrections-{history.depth()}",
        labels=lesson.labels,
        on_cell=_corrector(effects),
        alt=_(
            "Kappa after each correction, the best first. {list}",
            list=" ".join(
                f"{_name(lesson, effect)}: {kappa_text(effect.corrected)}." for effect in first
            ),
        ),
    )


def _choose_correction(lesson: Lesson, effects: list[Effect]) -> None:
    choice, button = st.columns([3, 2], vertical_alignment="bottom")
    at = choice.selectbox(
        _("Item") if lesson.ratings is not None else _("One item of"),
        range(len(effects)),
        format_func=lambda at: _(
            "{name}: κ → {kappa}",
            name=_name(lesson, effects[at]),
            kappa=kappa_text(effects[at].corrected),
        ),
        key=f"{CORRECT}-{history.depth()}",
        filter_mode=None,
    )
    button.button(
        _("Correct it"),
        icon=":material/check:",
        on_click=_corrector(effects),
        args=(at, at),
        key="correct-item",
        width="stretch",
    )


def _wrong(lesson: Lesson) -> list[Effect]:
    scheme = lesson.walk.scheme
    if lesson.ratings is None:
        effects = rank_cells(lesson.walk.observed, scheme=scheme)
    else:
        effects = rank_items(lesson.ratings, scheme=scheme)
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


def _what_corrections_say(lesson: Lesson, effects: list[Effect]) -> str:
    walk, best = lesson.walk, effects[0]
    if best.corrected != best.corrected:
        said = _(
            "Correcting {name} would leave κ undefined: both raters would give every "
            "item the same category.",
            name=plain(_name(lesson, best)),
        )
    else:
        digits = _digits(walk.kappa, best.corrected)
        template = {
            "rise": N_("Correcting {name} raises κ from {before} to **{after}**."),
            "stay": N_("Correcting {name} leaves κ at {after}."),
            "fall": N_("Correcting {name} lowers κ from {before} to **{after}**."),
        }[direction(walk.kappa, best.corrected)]
        said = _(
            template,
            name=plain(_name(lesson, best)),
            before=kappa_text(walk.kappa, digits),
            after=kappa_text(best.corrected, digits),
        )
    if any(effect.corrected_change < 0 for effect in effects):
        said += " " + _(
            "A correction can even lower κ: it changes the totals, and so what chance would cost."
        )
    return said + " " + _("Click a bar, or choose below.")


def limits(lesson: Lesson) -> None:
    """Show the worst and the best κ that the totals allow, and this κ between them."""
    walk = lesson.walk
    if walk.undefined_reason is not None:
        st.markdown(
            _(
                "With these totals there is only one way to pair the ratings, and no "
                "kappa: both raters put all items into the same category."
            )
        )
        return
    worst, best = kappa_extremes(walk.actual_totals, walk.predicted_totals, scheme=walk.scheme)
    said, *tables = st.columns([2, 1, 1], gap="medium")
    said.markdown(_what_limits_say(lesson, worst, best))
    with said:
        _line(lesson, worst, best)
    if len(lesson.labels) > _MOST_BESIDE:
        return

    for place, key, name, one in zip(
        tables, ("worst", "best"), (_("worst"), _("best")), (worst, best), strict=True
    ):
        with place:
            st.markdown(f":blue[**O**] · {name}")
            matrices.one(
                lesson,
                Panel(
                    f"limit-{key}",
                    "",
                    "",
                    lesson.palette.ink,
                    panels.texts(one.observed),
                    matrices.counted(lesson, "observed", one.observed),
                    alt=plural(
                        one.observed.trace().item(),
                        "The {name} table with these totals: kappa {kappa}, {agreed} item agrees",
                        "The {name} table with these totals: kappa {kappa}, {agreed} items agree",
                        name=name,
                        kappa=kappa_text(one.kappa),
                        agreed=number(float(one.observed.trace())),
                    ),
                ),
                axes=("", ""),
            )


def _line(lesson: Lesson, worst: Walkthrough, best: Walkthrough) -> None:
    walk = lesson.walk
    components.chart(
        limits_figure(
            worst.kappa,
            walk.kappa,
            best.kappa,
            (_("worst"), _("best")),
            palette=lesson.palette,
        ),
        key="limits",
        alt=_(
            "Kappa {kappa} between the worst, {worst}, and the best, {best}, that these totals "
            "allow",
            kappa=kappa_text(walk.kappa),
            worst=kappa_text(worst.kappa),
            best=kappa_text(best.kappa),
        ),
    )


def _what_limits_say(lesson: Lesson, worst: Walkthrough, best: Walkthrough) -> str:
    walk = lesson.walk
    if walk.has_constant_rater:
        return _(
            "One rater gives every item the same category, so there is only one way to "
            "pair the ratings: κ can only be 0."
        )
    how = (
        _(
            "Keep both raters' totals and pair their ratings differently. The best has "
            "as many equal pairs as possible, the worst as few as possible."
        )
        if walk.scheme == "unweighted"
        else _(
            "Keep both raters' totals and pair their ratings differently. Sort both: "
            "that is the best κ. Sort one and reverse the other: that is the worst."
        )
    )
    if best.kappa < 1:
        how += " " + _("The best is not 1, because the totals differ.")
    return how


def code_and_csv(lesson: Lesson, snippet: Callable[[Lesson], str]) -> None:
    """Offer the lines that compute Δκ, and Δκ itself."""
    walk = lesson.walk
    components.code(snippet(lesson))
    components.download(
        _("Download Δκ as CSV"),
        lambda: matrix_csv(kappa_changes(walk.observed, scheme=walk.scheme), walk.categories),
        "kappa_changes.csv",
        "text/csv",
        key="download-changes",
    )


class Tab(AbstractContextManager[object], Protocol):
    """The place below one of several tabs."""

    @property
    def open(self) -> bool | None:
        """Whether it is the one that is shown."""


def experiments() -> Sequence[Tab]:
    """Return the places of the three larger experiments; those that are closed are not drawn."""
    titles = (
        N_("Between worst and best"),
        N_("Weights of your own"),
        N_("Simulate a second rater"),
    )
    return st.tabs(
        tabs(EXPERIMENT, titles),
        key=EXPERIMENT,
        on_change="rerun",
        bind=link.bind(EXPERIMENT),
    )
