"""From fractions to categories: compares three methods, and the reader chooses one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import queue
from qwk_app.shared import access, components, fields
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, signed
from qwk_app.words.texts import N_, _, error_text, plural
from qwk_app.your_data import cut_points_code
from qwk_app.your_data.cut_points_chart import scores_chart
from qwk_app.your_data.datasets import Dataset
from qwk_app.your_data.texts import TEXTS
from qwk_core import ExplainedError, read_ratings
from qwk_core.messages import Message
from qwk_core.ratings import Array, Category
from qwk_core.statistics.cut_points import (
    CutPoints,
    CutPointTrial,
    cross_validated,
    round_to_nearest,
)
from qwk_core.statistics.histograms import score_histogram
from qwk_core.study.study import Cutting

# Keys of this section.
METHOD = "cut-points"
CODE = "cut-points-code"
WHY = "cut-points-why"
FOLD = "cut-points-all"

METHODS = (N_("rounded"), N_("tuned"), N_("stretched"))
N_FOLDS = 5
SEED = 1
_MANY = 50_000  # items; more take so long that a progress bar is shown
_COST = 12  # random numbers that take as long as an item
_MOST_LISTED = 7  # cut-points in a table
_MOST_NAMED = 30  # categories in the picture
_ALL = 12  # decimals of a cut-point
_SAME = 0.005  # kappas that differ by less count as equal


@dataclass(frozen=True)
class Cut:
    """How fractions become categories: not at all, by rounding, or by cut-points."""

    predicted_as: str | tuple[float, ...] | None = None
    categories: tuple[Category, ...] = ()
    remarks: tuple[Message, ...] = ()  # for the report
    cutting: Cutting | None = None


Items = tuple[Array, Array, Sequence[Category]]
"""The actual ratings and the scores of the same items, and the scale from lowest to highest."""

Trials = dict[str, CutPointTrial]
"""What each of the methods gives."""


def section(dataset: Dataset, items: Items, *, key: str, proposed: bool = True) -> Cut | None:
    """Show three methods from fractions to categories; return the chosen one, or None.

    Raises RatingsError if the ratings or the scores cannot be used.
    """
    try:
        trials = _trials(dataset, items, key)
    except ExplainedError as error:
        return _rounding_alone(items, error)
    method = fields.pick(
        _("Cut the scores"),
        METHODS,
        key,
        lambda name: _(TEXTS["cut"][name]),
        default=METHODS[0] if proposed else None,
    )
    if method is None:
        _compared(trials, None)
        return None
    trial = trials[method]
    chosen = _cut(method, trial.cut_points, trial.held_out_kappa)
    components.note(_("The report will say: {said}", said=message_text(chosen.remarks[0])))
    if place := components.fold(FOLD, _("How the scores become categories")):
        with place:
            _compared(trials, method)
            _picture(items, trial.cut_points)
            _to_copy(method, trial)
            positions = read_ratings(items[0], items[0], categories=items[2]).actual
            _why(positions, trials["tuned"].cut_points)
            _code(method, positions, items[1], trial.cut_points)
    return chosen


def _compared(trials: Trials, method: str | None) -> None:
    """Explain the three methods, with the κ of each on these items and on held-out items."""
    st.markdown(
        _(
            "Kappa compares categories, so the scores have to be cut somewhere, and **where** "
            "changes κ. Rounding is the plain way. A model that was trained to be near on average "
            "keeps to the middle, though: rounded, its scores hardly reach the ends of the scale. "
            "Tuning looks for the cut-points with the greatest κ; stretching gives the scores the "
            "mean and the spread of the actual ratings first."
        )
    )
    _table(trials, method)
    st.markdown(_honestly(trials))


def _rounding_alone(items: Items, error: ExplainedError) -> Cut:
    """Round, and say why no other method is possible; raise if rounding is not possible."""
    cut = round_to_nearest(*items[:2], categories=items[2])
    st.info(_("{reason} You can still round.", reason=error_text(error)), icon=":material/info:")
    _picture(items, cut)
    return _cut("rounded", cut)


def _cut(method: str, cut: CutPoints, held_out: float = math.nan) -> Cut:
    """Return how a method cuts, and what the report says of it."""
    thresholds = tuple(cut.thresholds.tolist())
    values: dict[str, object] = {}
    cutting = Cutting(method)
    if method != "rounded":
        cutting = Cutting(method, thresholds, held_out, N_FOLDS)
        values = {
            "thresholds": " · ".join(_place(at, _ALL) for at in thresholds),
            "kappa": cut.kappa,
            "held_out": held_out,
            "folds": N_FOLDS,
        }
    remark = Message(TEXTS["cut-remark"][method], values)
    return Cut(thresholds, tuple(cut.categories), (remark,), cutting)


def _trials(dataset: Dataset, items: Items, key: str) -> Trials:
    """Return the comparison. It may take two seconds, so it is computed once."""
    actual, scores, categories = items
    what = (key, tuple(categories))
    place = st.empty()
    progress = partial(_show_progress, place) if len(scores) >= _MANY else None
    try:
        with queue.place(cost=0 if what in dataset.readings else _COST * len(scores)):
            return dataset.reading(
                what,
                lambda: cross_validated(
                    actual,
                    scores,
                    categories=categories,
                    n_folds=N_FOLDS,
                    seed=SEED,
                    progress=progress,
                ),
            )
    finally:
        place.empty()


def _show_progress(place: DeltaGenerator, share: float) -> None:
    place.progress(share, _("Cutting …"))


def _table(trials: Trials, method: str | None) -> None:
    rows = []
    for each in METHODS:
        trial = trials[each]
        cells = [
            _(TEXTS["cut"][each]),
            _rounded_list(trial.cut_points),
            kappa_text(trial.cut_points.kappa),
            kappa_text(trial.held_out_kappa),
        ]
        if each == method:
            cells = [f"**{cell}**" for cell in cells]
        rows.append(cells)
    head = _("| Scores are | Cut at | κ here | κ held out |")
    access.table(head, "|:--|:--|--:|--:|", rows, "cut-points")


def _rounded_list(cut: CutPoints) -> str:
    """Write cut-points with as many decimals as they need to be different."""
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


def _honestly(trials: Trials) -> str:
    rounded, tuned, stretched = (trials[method] for method in METHODS)
    gain = tuned.cut_points.kappa - rounded.cut_points.kappa
    held_out_gain = tuned.held_out_kappa - rounded.held_out_kappa
    paragraphs = [
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
            kept=signed(held_out_gain),
            gain_stretched=signed(stretched.cut_points.kappa - rounded.cut_points.kappa),
            kept_stretched=signed(stretched.held_out_kappa - rounded.held_out_kappa),
        ),
    ]
    best = max(trial.held_out_kappa for trial in (rounded, tuned, stretched))
    if best <= 0:
        paragraphs.append(
            _(
                "On items held out, none is better than chance: these scores do not rise with "
                "the actual ratings. Is the scale the right way round?"
            )
        )
        return "\n\n".join(paragraphs)
    near = [method for method in METHODS if trials[method].held_out_kappa > best - _SAME]
    # Of equally good methods, the one that learns least from the items.
    simplest = min(near, key=("rounded", "stretched", "tuned").index)
    kappa = kappa_text(trials[simplest].held_out_kappa)
    paragraphs.append(_(TEXTS["cut-advice"][simplest], kappa=kappa))
    return "\n\n".join(paragraphs)


def _picture(items: Items, cut: CutPoints) -> None:
    actual, scores, categories = items
    if len(categories) > _MOST_NAMED:
        return
    bars = score_histogram(actual, scores, categories=categories)
    names = [str(category) for category in categories]
    components.chart(
        scores_chart(bars, cut.thresholds.tolist(), names),
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
    """Write cut-points for a program, with all their digits."""
    return ", ".join(repr(threshold) for threshold in cut.thresholds.tolist())


def _why(positions: Array, cut: CutPoints) -> None:
    title = _("How the best cut-points are found")
    if (folded := components.fold(WHY, title, icon=":material/functions:")) is None:
        return
    mean, n_categories = float(positions.mean()), len(cut.categories)
    bars = [(1 - cut.kappa) * mean + cut.kappa * (k - 0.5) for k in range(1, n_categories)]
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


def _code(method: str, positions: Array, scores: Array, cut: CutPoints) -> None:
    title = _("These cut-points in numpy")
    if (folded := components.fold(CODE, title, icon=":material/code:")) is None:
        return
    places, values = positions.tolist(), scores.tolist()
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
