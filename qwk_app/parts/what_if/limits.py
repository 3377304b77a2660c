"""On the page What if: the worst and the best κ that the totals allow, and this κ between them."""

from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures import panel as panels
from qwk_app.figures.chart import table
from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.shared import components, matrices
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined, plural
from qwk_core import Walkthrough
from qwk_core.pictures.panel import Panel
from qwk_core.statistics.extremes import kappa_extremes

_LARGEST_FONT = 18


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
    text, *places = st.columns([2, 1, 1], gap="medium")
    with text:
        st.markdown(_limits_sentence(lesson, best))
        _line(lesson, worst.kappa, best.kappa)
    if matrices.is_large(lesson):
        return
    for place, key, name, one in zip(
        places, ("worst", "best"), (_("worst"), _("best")), (worst, best), strict=True
    ):
        with place:
            st.markdown(f":blue[**O**] · {name}")
            _observed(lesson, f"limit-{key}", name, one)


def _observed(lesson: Lesson, key: str, name: str, one: Walkthrough) -> None:
    agreed = one.observed.trace().item()
    alt = plural(
        agreed,
        "The {name} table with these totals: kappa {kappa}, {agreed} item agrees",
        "The {name} table with these totals: kappa {kappa}, {agreed} items agree",
        name=name,
        kappa=kappa_text(one.kappa),
        agreed=number(agreed),
    )
    texts, shades = panels.texts(one.observed), matrices.counted(lesson, "observed", one.observed)
    matrices.linked(lesson, Panel(key, texts, shades, alt=alt), axes=("", ""))


def _line(lesson: Lesson, worst: float, best: float) -> None:
    """Draw the stretch from the worst to the best κ on the line from −1 to 1, and κ on it.

    Weights of one's own can take the worst below −1.
    """
    palette, kappa = state.palette(), lesson.walk.kappa
    names, texts = [_("worst"), "κ", _("best")], list(map(kappa_text, (worst, kappa, best)))
    ends = [f"{escape(names[at])}<br>{texts[at]}" for at in (0, 2)]  # two lines: words may be long
    close = best - worst <= 0.5  # then the words stand apart
    sides = ["bottom left", "bottom right"] if close else ["bottom center"] * 2
    stretch = dict(color=palette.plain.high, width=14)
    dash = dict(symbol="line-ns", size=18, line=dict(color=palette.ink, width=3))
    end = dict(mode="markers+text", marker=dash)
    dot = dict(size=18, color=palette.kappa.high, line=dict(color=palette.ink, width=2))
    font = dict(size=_LARGEST_FONT, color=palette.kappa.ink)
    mark = dict(mode="markers+text", marker=dot, textfont=font)
    now = _("κ = {kappa}", kappa=texts[1])
    components.chart(
        marks.chart(
            [
                marks.lines("stretch", [worst, best], [0, 0], line=stretch),
                marks.words("ends", [worst, best], [0, 0], ends, sides, **end),
                marks.words("kappa", [kappa], [0], [now], "top center", **mark),
            ],
            130,
            table(names, {_("kappa"): texts}),
            margin=dict(l=48, r=48),  # half a word at −1 and at 1
            xaxis=marks.axis(-1.05, 1.05, marks.halves()),
            yaxis=marks.axis(-1.6, 1.4, visible=False),
            shapes=[marks.level(0, -1, 1, xref="x", width=2) | marks.BELOW],
        ),
        key="limits",
        alt=_(
            "Kappa {kappa} between the worst, {worst}, and the best, {best}, that these totals "
            "allow",
            worst=texts[0],
            kappa=texts[1],
            best=texts[2],
        ),
    )


def _limits_sentence(lesson: Lesson, best: Walkthrough) -> str:
    walk = lesson.walk
    if walk.has_constant_rater:
        return _(
            "One rater gives every item the same category, so there is only one way to "
            "pair the ratings: κ can only be 0."
        )
    how = _(KEYED["extremes"]["unweighted" if walk.scheme == "unweighted" else "weighted"])
    if best.kappa < 1:
        return joined([how, _("The best is not 1, because the totals differ.")])
    return how
