"""Reporting κ on the page How sure: a line to quote, and how certain the usual word is."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.frame.state import Lesson
from qwk_app.parts import kappa as kappa_parts
from qwk_app.parts.how_sure.interval import Certainty, level_text
from qwk_app.shared import components
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import N_, _
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.bands import band_probabilities

REPORT = "sure-report"  # the key of what is folded away

_ROW = 34  # pixels of a bar
_WORDS = {
    "smoothed": N_(
        "by Fisher’s transformation with a small-sample correction that smooths the table by two "
        "items"
    ),
    "analytic": N_("by the formula of Fleiss, Cohen & Everitt"),
    "bootstrap": N_("percentile bootstrap, {draws} draws, seed {seed}"),
    "bca": N_("BCa bootstrap, {draws} draws, seed {seed}"),
}


def quote(lesson: Lesson, sure: Certainty) -> None:
    """Show the line to quote, ready to copy."""
    chosen = sure.chosen
    how = _(_WORDS[chosen.method], draws=number(chosen.n_draws), seed=sure.seed)
    st.code(
        _(
            "κ = {kappa}, {level} interval {low} to {high} ({how}); {scheme} weights, "
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


def words(lesson: Lesson, sure: Certainty) -> None:
    """Show how probable each band of a reading scale is: the share of the draws in it."""
    st.markdown(_("**Would you use the same word?**"))
    scale = kappa_parts.choose_scale()
    shares = band_probabilities(sure.draws, scale).tolist()
    band = scale.band(sure.chosen.kappa)
    assert band is not None, "kappa is defined here"
    names = [_(each.label) for each in scale.bands]
    chosen, notes = scale.bands.index(band), [percent(share) for share in shares]
    components.chart(
        _bars(shares, names, notes, chosen, lesson.palette),
        key="bands",
        alt=_(
            "Share of the resamples in each band: {bands}",
            bands=", ".join(f"{name} {note}" for name, note in zip(names, notes, strict=True)),
        ),
    )
    if shares[chosen] < 1:
        template = N_(
            "You would report **{band}**. {share} of the resamples give the same word; "
            "the others give another one."
        )
    else:
        template = N_("You would report **{band}**, and every resample gives the same word.")
    st.markdown(_(template, band=names[chosen], share=notes[chosen]))


def _bars(
    shares: Sequence[float],
    names: Sequence[str],
    notes: Sequence[str],
    chosen: int,
    palette: Palette,
) -> Chart:
    """Draw the share of draws in each band, the highest on top; the chosen one is framed."""
    rows = list(range(len(shares)))
    frames = [3 if row == chosen else 0 for row in rows]
    bars = marks.bars(
        "shares",
        [round(share, 3) for share in shares],
        rows,
        lying=True,
        width=0.62,
        marker=dict(color=palette.kappa.high, line=dict(color=palette.ink, width=frames)),
        text=[f" {note}" for note in notes],
        textposition="outside",
    )
    return marks.chart(
        [bars],
        palette,
        _ROW * len(rows) + 38,
        table(names, {_("share of the resamples"): notes}),
        xaxis=marks.axis(0, 1.35 * max(shares), visible=False),
        yaxis=marks.axis(-0.5, len(rows) - 0.5, rows, map(escape, names)),
    )
