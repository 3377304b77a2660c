"""The effect of the last change on the page What if, and the button to undo it."""

import streamlit as st

from qwk_app.frame import history
from qwk_app.frame.history import REPLACED, Change
from qwk_app.frame.state import Lesson, source_of
from qwk_app.shared import components, fields
from qwk_app.words import names
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined, plain
from qwk_core import Walkthrough, walk_through_counts
from qwk_core.statistics.one_item import direction


def show(lesson: Lesson) -> None:
    """Say what the last change did, whether it was foretold, and offer to take it back."""
    change = history.last_act()
    if change is None:
        return
    source = source_of(change.before)
    before = walk_through_counts(source.observed, scheme=lesson.walk.scheme)
    done, happened = _story(change, before, lesson.walk)
    right = change.forecast is None or change.forecast == direction(before.kappa, lesson.walk.kappa)
    with st.container(border=True):
        if change.forecast is None:
            st.markdown(joined([done, happened]))
        elif right:
            text = _("{done} Right: {happened}", done=done, happened=happened)
            st.success(text, icon=":material/check:")
        else:
            text = _("{done} Not quite: {happened}", done=done, happened=happened)
            st.info(text, icon=":material/lightbulb:")
        words, button = st.columns([3, 2], vertical_alignment="center")
        if change.kind != REPLACED:  # the sums of other items explain nothing
            with words:
                components.note(_why(before, lesson.walk))
        with button:
            fields.undo(history.undo, "undo")


def _story(change: Change, before: Walkthrough, after: Walkthrough) -> tuple[str, str]:
    decimals = digits(before.kappa, after.kappa)
    return (
        _(KEYED["done"][change.kind], cell=plain(names.cell(*change.label))),
        _(
            KEYED["happened"][direction(before.kappa, after.kappa)],
            before=kappa_text(before.kappa, decimals),
            after=kappa_text(after.kappa, decimals),
        ),
    )


def digits(*kappas: float) -> int:
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
