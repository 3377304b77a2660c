"""Fractions to categories: rounding, tuned cut-points and stretching, compared, and one chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from pages.ui.figures.common import Matrix
from pages.ui.texts import N_, _
from qwk_core.cut_points import CutPoints, CutPointTrials, cross_validated
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category

# Keys of this section's widgets.
WAY = "cut-points"

WAYS = ("rounded", "tuned", "stretched")
_NAMES = {"rounded": N_("rounded"), "tuned": N_("tuned"), "stretched": N_("stretched")}


@dataclass(frozen=True)
class ChosenCutPoints:
    """How the reader turns scores into categories.

    `predicted` holds a category for each score (int64, or object where categories are text),
    `message` says for the report what was chosen.
    """

    way: str
    cut_points: CutPoints
    predicted: Array
    message: Message

    @property
    def thresholds(self) -> Matrix:
        """The cut-points from lowest to highest, shape (N − 1,)."""
        return self.cut_points.thresholds


def section(actual: Array, scores: Array, categories: Sequence[Category]) -> ChosenCutPoints:
    """Show three ways from fractions to categories, and return the chosen one.

    Raises RatingsError where the ratings or scores cannot be used.
    """
    trials = cross_validated(actual, scores, categories=categories)
    way = st.segmented_control(
        _("From fractions to categories"),
        WAYS,
        default=WAYS[0],
        required=True,
        format_func=lambda each: _(_NAMES[each]),
        key=WAY,
        persist_state="session",
    )
    return _chosen(way if way in WAYS else WAYS[0], trials, scores)


def _chosen(way: str, trials: CutPointTrials, scores: Array) -> ChosenCutPoints:
    cut = trials.trial(way).cut_points
    return ChosenCutPoints(way, cut, cut.apply(scores), Message(_NAMES[way]))
