"""Reporting κ on the page How sure: a line to quote, and how certain the usual word is."""

import streamlit as st

from qwk_app.frame.state import Lesson
from qwk_app.parts import kappa as kappa_parts
from qwk_app.parts.how_sure.interval import LEVELS, Certainty, level_text
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import number, percent
from qwk_app.words.snippets import snippet
from qwk_app.words.texts import N_, _, capitalized
from qwk_core.statistics.bands import band_probabilities


def quote(lesson: Lesson, sure: Certainty) -> None:
    """Show the line to quote, ready to copy."""
    chosen = sure.chosen
    how = _(KEYED["interval_by"][chosen.method], draws=number(chosen.n_draws), seed=sure.seed)
    st.code(
        _(
            "κ = {kappa}, {level} interval {low} to {high} ({how}); {scheme} kappa, "
            "{categories} categories, n = {n}",
            kappa=sure.places(chosen.kappa),
            level=level_text(sure.level),
            low=sure.places(chosen.low),
            high=sure.places(chosen.high),
            how=how,
            scheme=_(lesson.walk.scheme),
            categories=len(lesson.labels),
            n=number(lesson.walk.n),
        ),
        language=None,
        wrap_lines=True,
    )


def words(sure: Certainty) -> None:
    """Show how probable each word of a reading scale is: the share of the draws in its range."""
    st.markdown(_("**Would you use the same word?**"))
    scale = kappa_parts.choose_scale()
    shares = band_probabilities(sure.draws, scale).tolist()
    band = scale.band(sure.chosen.kappa)
    assert band is not None, "kappa is defined here"
    share = shares[scale.bands.index(band)]
    kappa_parts.words_of(
        scale, band, capitalized(_("share of the resamples")), list(map(percent, shares))
    )
    if share < 1:
        text = N_(
            "You would report **{band}**. {share} of the resamples give the same word; "
            "the others give another one."
        )
    else:
        text = N_("You would report **{band}**, and every resample gives the same word.")
    st.markdown(_(text, band=_(band.label), share=percent(share)))


def code(lesson: Lesson, sure: Certainty) -> None:
    """Show the lines that compute both kinds of interval on this example."""
    level, n_draws = LEVELS[sure.level], len(sure.draws)
    st.code(
        snippet("interval", lesson, level=level, n_draws=n_draws, seed=sure.seed), language="python"
    )
