"""The test against chance on the page How sure: shuffles, and the two standard errors."""

import math

import streamlit as st

from qwk_app.frame import queue
from qwk_app.frame.state import Lesson
from qwk_app.parts import expected
from qwk_app.parts.how_sure.interval import Certainty
from qwk_app.shared import components
from qwk_app.words.formulas import coloured
from qwk_app.words.numbers import number, tex
from qwk_app.words.texts import _, error_text
from qwk_core import ExplainedError, KappaInterval
from qwk_core.statistics.shuffle import shuffle_predictions

_LEAST_P = 0.0001  # the normal curve is not reliable for smaller p
_FORMULAS = r"""
\begin{aligned}
p_o &= \textstyle\sum v_{ij}\,p_{ij}\\
p_e &= \textstyle\sum v_{ij}\,p_{i\cdot}\,p_{\cdot j}\\
\bar v_{i\cdot} &= \textstyle\sum_j v_{ij}\,p_{\cdot j}\\
\bar v_{\cdot j} &= \textstyle\sum_i v_{ij}\,p_{i\cdot}\\[8pt]
A &= \textstyle\sum p_{ij}\bigl[v_{ij}(1-p_e)\\
&\qquad - (\bar v_{i\cdot}+\bar v_{\cdot j})(1-p_o)\bigr]^2\\
B &= (p_o\,p_e - 2p_e + p_o)^2\\
\mathrm{Var} &= \frac{A - B}{n\,(1-p_e)^4}\\[8pt]
A_0 &= \textstyle\sum p_{i\cdot}\,p_{\cdot j}\bigl[v_{ij}\\
&\qquad - (\bar v_{i\cdot}+\bar v_{\cdot j})\bigr]^2\\
\mathrm{Var}_0 &= \frac{A_0 - p_e^2}{n\,(1-p_e)^2}
\end{aligned}
"""


_test = st.cache_data(max_entries=64, show_spinner=False)(shuffle_predictions)


def test(lesson: Lesson, sure: Certainty | None) -> None:
    """Shuffle the predictions, and say how often chance alone does as well."""
    walk = lesson.walk
    if sure is None or walk.has_constant_rater:
        st.markdown(_("Shuffling always gives the same κ here, so there is nothing to test."))
        return
    try:
        with queue.place(cost=walk.observed.size * len(sure.draws), busy=_("Shuffling …")):
            tested = _test(
                walk.observed, n_shuffles=len(sure.draws), seed=sure.seed, scheme=walk.scheme
            )
    except ExplainedError as error:
        st.info(error_text(error), icon=":material/info:")
        return
    reached = tested.reaching(walk.kappa)
    expected.histogram(lesson, tested.kappas, reached, key="kappa-by-chance")
    st.markdown(
        _(
            "Shuffled predictions agree only by chance. **{hits} of {shuffles}** shuffles reached "
            "this κ or more: p = (1 + {hits}) ÷ (1 + {shuffles}) = **{p}** (one-sided).",
            hits=number(reached),
            shuffles=number(len(tested.kappas)),
            p=number(tested.p_value(walk.kappa), 3),
        )
    )


def errors(sure: Certainty | None) -> None:
    """Show the two standard errors: one for the interval, one for the test."""
    st.markdown(
        _(
            "**Two standard errors, two questions.** **Var** asks: how much would κ vary with "
            "other items? Use it for an interval. **Var₀** asks: if the raters agreed only by "
            "chance, how far from 0 would κ be? Use it for a test of κ = 0."
        )
    )
    k = coloured(r"\kappa", "kappa")
    if sure is not None:
        st.latex(_live_errors(k, sure.formula))
        if not math.isnan(sure.formula.z):
            st.markdown(_z_sentence(sure.formula))
    st.latex(_FORMULAS)
    components.note(
        _(
            "v = 1 − w, p = O ÷ n. Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, "
            "323–327, equations 8 and 9."
        )
    )


def _live_errors(k: str, formula: KappaInterval) -> str:
    numbers = formula.standard_error, formula.null_standard_error, formula.kappa
    error, null_error, kappa = (tex(number(value, 3)) for value in numbers)
    z = tex(number(formula.z))
    lines = [
        rf"{k} \pm z\sqrt{{\mathrm{{Var}}}} &= {kappa} \pm "
        rf"{tex(number(formula.n_standard_errors))} \times {error}"
    ]
    if not math.isnan(formula.z):
        lines.append(
            rf"\frac{{{k}}}{{\sqrt{{\mathrm{{Var}}_0}}}} &= \frac{{{kappa}}}{{{null_error}}} = "
            rf"{z}"
        )
    return r"\begin{aligned}" + r"\\[10pt] ".join(lines) + r"\end{aligned}"


def _z_sentence(formula: KappaInterval) -> str:
    return _(
        "This is z: κ in standard errors from 0. By the normal curve p = **{greater}** "
        "(one-sided) or {both} (two-sided). With few items, prefer the shuffles above.",
        greater=_p_text(formula.p_value_greater),
        both=_p_text(formula.p_value),
    )


def _p_text(p: float) -> str:
    return number(p, 3) if p >= _LEAST_P else _("under {least}", least=number(_LEAST_P, 4))
