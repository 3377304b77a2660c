"""On the page What if: the worst and the best κ that the totals allow, and this κ between them."""

import streamlit as st

from qwk_app.figures import panel as panels
from qwk_app.figures.limits import limits as limits_figure
from qwk_app.frame.state import Lesson
from qwk_app.parts.what_if.cells import MOST_BESIDE
from qwk_app.shared import components, matrices
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, plural
from qwk_core import Walkthrough
from qwk_core.pictures.panel import Panel
from qwk_core.statistics.extremes import kappa_extremes


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
    if len(lesson.labels) > MOST_BESIDE:
        return

    for place, key, name, one in zip(
        tables, ("worst", "best"), (_("worst"), _("best")), (worst, best), strict=True
    ):
        with place:
            st.markdown(f":blue[**O**] · {name}")
            matrices.linked(
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
