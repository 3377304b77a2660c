"""Fractions to categories: rounding, tuned cut-points and stretching, compared, and one chosen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures import cut_points as figures
from qwk_app.figures.common import Matrix
from qwk_app.frame import queue, state
from qwk_app.shared import access, components
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, signed
from qwk_app.words.texts import N_, _, error_text, plural
from qwk_app.your_data import cut_points_code
from qwk_app.your_data.kept import TRIALS as _TRIALS
from qwk_core import ExplainedError, read_ratings
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category
from qwk_core.statistics.cut_points import (
    CutPoints,
    CutPointTrial,
    CutPointTrials,
    cross_validated,
    round_to_nearest,
)
from qwk_core.statistics.histograms import score_histogram
from qwk_core.study.study import Cutting

# Keys of this section.
METHOD = "cut-points"
CODE = "cut-points-code"
WHY = "cut-points-why"

METHODS = (N_("rounded"), N_("tuned"), N_("stretched"))
_TITLES = {
    "rounded": N_("rounded to the nearest, halves up"),
    "tuned": N_("tuned for κ"),
    "stretched": N_("stretched, then rounded"),
}
_SAID = {
    "rounded": N_("Scores became categories by rounding to the nearest one, halves going up."),
    "tuned": N_(
        "Scores became categories by cut-points tuned for quadratic κ on these same items: "
        "{thresholds}. On them κ is {kappa}; on items held out from the tuning ({folds} folds) it "
        "is {held_out}. Intervals do not allow for the tuning."
    ),
    "stretched": N_(
        "Scores became categories by stretching them to the actual ratings' mean and spread, then "
        "rounding, which cuts at {thresholds}. On these items κ is {kappa}; on items held out "
        "({folds} folds) it is {held_out}."
    ),
}
N_FOLDS = 5
SEED = 1
_MANY = 50_000  # items; more take long enough for a bar that shows how far the work is
_COST = 12  # random numbers' worth of time that an item takes
_MOST_LISTED = 7  # cut-points in a table
_MOST_NAMED = 30  # categories in the picture
_ALL = 12  # decimals: all that a cut-point has
_SAME = 0.005  # kappas nearer than this are not told apart


@dataclass(frozen=True)
class ChosenCutPoints:
    """How the reader queue scores into categories.

    `predicted` holds a category for each score (int64, or object where categories are text),
    `message` says for the report what was chosen.
    """

    method: str
    cut_points: CutPoints
    predicted: Array
    message: Message
    cutting: Cutting

    @property
    def thresholds(self) -> Matrix:
        """The cut-points from lowest to highest, shape (N − 1,)."""
        return self.cut_points.thresholds


def section(
    actual: Array,
    scores: Array,
    categories: Sequence[Category],
    *,
    key: str = METHOD,
    proposed: bool = True,
) -> ChosenCutPoints | None:
    """Show three methods from fractions to categories, and return the chosen one; None before that.

    Raises RatingsError where the ratings or the scores cannot be used at all.
    """
    st.markdown(
        _(
            "Kappa compares categories, so the scores have to be cut somewhere, and **where** "
            "changes κ. Rounding is the plain way. A model that was trained to be near on average "
            "keeps to the middle, though: rounded, its scores hardly reach the ends of the scale. "
            "Tuning looks for the cut-points with the greatest κ; stretching gives the scores the "
            "mean and the spread of the actual ratings first."
        )
    )
    try:
        trials = _trials(actual, scores, categories)
    except ExplainedError as error:
        return _rounding_alone(actual, scores, categories, error)
    table = st.container()
    method = st.segmented_control(
        _("Cut the scores"),
        METHODS,
        default=METHODS[0] if proposed else None,
        required=True,
        format_func=lambda each: _(_TITLES[each]),
        key=key,
        persist_state="session",
    )
    with table:
        _table(trials, method)
        st.markdown(_honestly(trials))
    if method is None:
        return None
    trial = trials.trial(method)
    _picture(actual, scores, categories, trial.cut_points)
    _to_copy(method, trial)
    chosen = _chosen(method, trial, scores)
    components.note(_("The report will say: {said}", said=message_text(chosen.message)))
    _why(actual, categories, trials.tuned.cut_points)
    _code(method, actual, scores, trial.cut_points)
    return chosen


def _rounding_alone(
    actual: Array, scores: Array, categories: Sequence[Category], error: ExplainedError
) -> ChosenCutPoints:
    """Round, and say why nothing else can be had; raise where not even that can be done."""
    cut = round_to_nearest(actual, scores, categories=categories)
    st.info(_("{reason} You can still round.", reason=error_text(error)), icon=":material/info:")
    _picture(actual, scores, categories, cut)
    return ChosenCutPoints(
        "rounded", cut, cut.apply(scores), Message(_SAID["rounded"]), Cutting("rounded")
    )


def _chosen(method: str, trial: CutPointTrial, scores: Array) -> ChosenCutPoints:
    cut = trial.cut_points
    values = {
        "thresholds": " · ".join(_place(at, _ALL) for at in cut.thresholds.tolist()),
        "kappa": cut.kappa,
        "held_out": trial.held_out_kappa,
        "folds": N_FOLDS,
    }
    message = Message(_SAID[method], {} if method == "rounded" else values)
    cutting = Cutting("rounded")
    if method != "rounded":
        cutting = Cutting(method, tuple(cut.thresholds.tolist()), trial.held_out_kappa, N_FOLDS)
    return ChosenCutPoints(method, cut, cut.apply(scores), message, cutting)


def _trials(actual: Array, scores: Array, categories: Sequence[Category]) -> CutPointTrials:
    """Return the comparison, made anew only for other items: it may take a second or two."""
    digest = blake2b(repr(tuple(categories)).encode())
    for vector in (actual, scores):
        # An array of objects holds but their addresses.
        digest.update(
            repr(vector.tolist()).encode() if vector.dtype == object else vector.tobytes()
        )
    known = st.session_state.get(_TRIALS)
    if known is not None and known[0] == digest.digest():
        found: CutPointTrials = known[1]
        return found
    place = st.empty()
    try:
        with queue.place(cost=_COST * len(scores)):
            tell = partial(_tell, place) if len(scores) >= _MANY else None
            found = cross_validated(
                actual,
                scores,
                categories=categories,
                n_folds=N_FOLDS,
                seed=SEED,
                progress=tell,
            )
    finally:
        place.empty()
    st.session_state[_TRIALS] = (digest.digest(), found)
    return found


def _tell(place: DeltaGenerator, share: float) -> None:
    place.progress(share, _("Cutting …"))


def _table(trials: CutPointTrials, method: str | None) -> None:
    head = _("| Scores are | Cut at | κ here | κ held out |")
    rows = []
    for each in METHODS:
        trial = trials.trial(each)
        cells = [
            _(_TITLES[each]),
            _rounded_list(trial.cut_points),
            kappa_text(trial.cut_points.kappa),
            kappa_text(trial.held_out_kappa),
        ]
        if each == method:
            cells = [f"**{cell}**" for cell in cells]
        rows.append(f"| {' | '.join(cells)} |")
    access.wide("\n".join([head, "|:--|:--|--:|--:|", *rows]), "cut-points")


def _rounded_list(cut: CutPoints) -> str:
    """Write cut-points with as many decimals as tell them apart."""
    finite = cut.thresholds[np.isfinite(cut.thresholds)]
    if not len(finite):
        return _("nowhere: one category for all")
    if len(cut.thresholds) > _MOST_LISTED:
        return plural(len(finite), "one place", "{n} places")
    gaps = np.diff(np.unique(finite))
    least = float(gaps.min()) if len(gaps) else max(float(np.abs(finite).max()), 1e-9)
    decimals = min(max(1 - math.floor(math.log10(least)), 0), 12)
    return " · ".join(_place(threshold, decimals) for threshold in cut.thresholds.tolist())


def _place(threshold: float, decimals: int) -> str:
    if math.isinf(threshold):
        return "∞" if threshold > 0 else "−∞"
    return number(threshold, decimals)


def _honestly(trials: CutPointTrials) -> str:
    rounded, tuned, stretched = trials.rounded, trials.tuned, trials.stretched
    gain = tuned.cut_points.kappa - rounded.cut_points.kappa
    kept = tuned.held_out_kappa - rounded.held_out_kappa
    said = [
        _(
            "Tuned cut-points do well **here** because they were chosen here. So the items were "
            "also dealt into {folds} folds, and each fold was cut by what the others taught: that "
            "is the last column, and the one to expect from new items.",
            folds=N_FOLDS,
        ),
        _(
            "Tuning changes κ by **{gain}** on these items and by **{kept}** on items held out. "
            "Stretching, which learns two numbers and no more, changes it by {gain_stretched} and "
            "{kept_stretched}.",
            gain=signed(gain),
            kept=signed(kept),
            gain_stretched=signed(stretched.cut_points.kappa - rounded.cut_points.kappa),
            kept_stretched=signed(stretched.held_out_kappa - rounded.held_out_kappa),
        ),
    ]
    best = max(trial.held_out_kappa for trial in (rounded, tuned, stretched))
    if best <= 0:
        said.append(
            _(
                "On items held out, none is better than chance: these scores do not rise with "
                "the actual ratings. Is the scale the right way round?"
            )
        )
        return "\n\n".join(said)
    near = [method for method in METHODS if trials.trial(method).held_out_kappa > best - _SAME]
    # Of those that do as well, the one that learns least from the items.
    simplest = min(near, key=("rounded", "stretched", "tuned").index)
    said.append(_(_ADVICE[simplest], kappa=kappa_text(trials.trial(simplest).held_out_kappa)))
    return "\n\n".join(said)


_ADVICE = {
    "rounded": N_("On items held out, nothing is clearly better than rounding: keep it simple."),
    "stretched": N_(
        "On items held out, nothing is clearly better than stretching ({kappa}). It is "
        "the simpler way, too: it cannot adapt to the luck of a few items."
    ),
    "tuned": N_(
        "On items held out, tuning is best ({kappa}). If you use it, report that "
        "figure beside the one on these items."
    ),
}


def _picture(actual: Array, scores: Array, categories: Sequence[Category], cut: CutPoints) -> None:
    if len(categories) > _MOST_NAMED:
        return
    bars = score_histogram(actual, scores, categories=categories)
    palette = state.palette()
    names = [str(category) for category in categories]
    components.chart(
        figures.scores(
            bars,
            cut.thresholds.tolist(),
            names,
            [_("n = {n}", n=number(count)) for count in bars.counts.sum(axis=1).tolist()],
            palette=palette,
            axes=(_("actual"), _("score"), _("predicted")),
            hover=_("score {score}, items: {items}", score="%{x}", items="%{customdata}"),
        ),
        key="cut-points-picture",
        alt=_(
            "Scores by actual category, cut into predicted ones at {places}; kappa is {kappa}",
            places=_rounded_list(cut),
            kappa=kappa_text(cut.kappa),
        ),
    )
    components.note(
        _(
            "A row for each actual category, with its items by their score. Upright lines cut them "
            "into predicted categories: green agrees; the stronger the orange, the more the miss "
            "costs. Count each piece, and you have **O**."
        )
    )


def _to_copy(method: str, trial: CutPointTrial) -> None:
    components.note(_("The cut-points, exactly; a score at one belongs above it:"))
    st.code(_listed(trial.cut_points), language=None, wrap_lines=True)
    folds = trial.fold_kappas[~np.isnan(trial.fold_kappas)].tolist()
    if folds and method != "rounded":
        components.note(
            _(
                "In the {folds} folds one by one, κ runs from {low} to {high}.",
                folds=N_FOLDS,
                low=kappa_text(min(folds)),
                high=kappa_text(max(folds)),
            )
        )


def _listed(cut: CutPoints) -> str:
    """Write cut-points to be copied: with every digit they have, as programs read them."""
    return ", ".join(repr(threshold) for threshold in cut.thresholds.tolist())


def _why(actual: Array, categories: Sequence[Category], cut: CutPoints) -> None:
    folded = st.expander(
        _("How the best cut-points are found"),
        icon=":material/functions:",
        key=WHY,
        on_change="rerun",
    )
    if not folded.open:
        return
    mean = float(_positions(actual, categories).mean())
    bars = [(1 - cut.kappa) * mean + cut.kappa * (k - 0.5) for k in range(1, len(categories))]
    with folded:
        st.markdown(
            _(
                "Move one cut-point along the sorted scores: each item that it passes changes "
                "sides, and κ's two sums change by whole numbers. So every place is tried, and "
                "none has to be guessed. Given κ, no cut-point depends on the others. The best "
                "place for number k is where the actual ratings above it, counted from 0, have the "
                "greatest total surplus over this bar:"
            )
        )
        st.latex(r"(1-\kappa)\cdot\bar{x} \;+\; \kappa\cdot\left(k-\tfrac{1}{2}\right)")
        st.markdown(
            _(
                "Here, with κ = {kappa} and a mean of {mean}, the bars are {bars}: half-way "
                "points, drawn towards the mean. That is what stretching does to scores, the other "
                "way round. The κ of these places gives new bars, until nothing moves. Then no "
                "other cut-points have a greater κ (Dinkelbach 1967, Management Science 13, "
                "492–498).",
                kappa=kappa_text(cut.kappa),
                mean=number(mean),
                bars=", ".join(number(bar) for bar in bars[:_MOST_LISTED])
                + (" …" if len(bars) > _MOST_LISTED else ""),
            )
        )


def _code(method: str, actual: Array, scores: Array, cut: CutPoints) -> None:
    folded = st.expander(
        _("These cut-points in numpy"), icon=":material/code:", key=CODE, on_change="rerun"
    )
    if not folded.open:
        return
    places = _positions(actual, cut.categories).tolist()
    values = np.asarray(scores, dtype=np.float64).tolist()
    with folded:
        st.code(
            cut_points_code.code(method, places, values, cut.thresholds.tolist(), cut.categories),
            language="python",
        )
        if len(values) > cut_points_code.MOST_ITEMS:
            components.download(
                _("Download the file that it reads"),
                lambda: cut_points_code.file(places, values),
                cut_points_code.FILE,
                "text/csv",
                key="cut-points-file",
            )


def _positions(actual: Array, categories: Sequence[Category]) -> Matrix:
    return read_ratings(actual, actual, categories=categories).actual
