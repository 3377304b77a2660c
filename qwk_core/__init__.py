"""Quadratic weighted kappa, and every step on the way to it.

Two raters put the same items into ordered categories. Kappa says how far they agree beyond what
chance would give: κ = 1 − ΣwO / ΣwE, with O observed, E expected, and w weighing disagreements.

>>> actual = [4, 4, 3, 4, 4, 0, 1, 1, 2, 1]
>>> predicted = [0, 4, 1, 0, 4, 0, 1, 1, 2, 1]
>>> quadratic_weighted_kappa(actual, predicted)
0.3181818181818182

>>> walk = walk_through(actual, predicted)
>>> walk.observed
array([[1, 0, 0, 0, 0],
       [0, 3, 0, 0, 0],
       [0, 0, 1, 0, 0],
       [0, 1, 0, 0, 0],
       [2, 0, 0, 0, 2]])
>>> walk.numerator, walk.denominator
(2.25, 3.3)
>>> walk.costliest
((4, 0), (3, 1))
"""

from importlib import import_module
from typing import TYPE_CHECKING

from qwk_core.changes import (
    CHANGES,
    change_ratings,
    direction,
    possible_changes,
    walk_changed,
)
from qwk_core.construction import Construction, construct_weights, penalty_by_distance
from qwk_core.costs import Cost, correct_one, rank_costs
from qwk_core.errors import RatingsError
from qwk_core.examples import EXAMPLES, Example, example
from qwk_core.export import matrix_csv, walkthrough_csv, walkthrough_json
from qwk_core.generators import (
    DIALS,
    Dial,
    RaterSettings,
    dial_values,
    kappa_curve,
    rater_probabilities,
    second_rater,
)
from qwk_core.interval import (
    DrawHistogram,
    KappaInterval,
    PermutationTest,
    band_probabilities,
    bootstrap_kappas,
    draw_histogram,
    interval_widths,
    items_for_width,
    kappa_interval,
    permutation_test,
)
from qwk_core.kappa import quadratic_weighted_kappa
from qwk_core.matrices import SCHEMES, expected_matrix, observed_matrix, weight_matrix
from qwk_core.measures import MEASURES, Comparison, Measure, Measures, measures, rankings_flip
from qwk_core.ratings import MAX_CATEGORIES, Ratings, read_counts, read_ratings
from qwk_core.scales import READING_SCALES, Band, ReadingScale
from qwk_core.sensitivity import (
    CellEffect,
    ItemEffect,
    KappaExtremes,
    RankShift,
    add_one_item,
    compare_rankings,
    correct_one_item,
    kappa_changes,
    kappa_extremes,
    leave_out_one_item,
    rank_cells,
    rank_items,
)
from qwk_core.shuffle import KappaHistogram, Shuffles, shuffle_predictions
from qwk_core.stages import Stage, stages_of_counts, stages_of_ratings
from qwk_core.text import (
    format_categories,
    format_counts,
    format_ratings,
    format_weights,
    parse_categories,
    parse_counts,
    parse_ratings,
    parse_weights,
)
from qwk_core.walkthrough import Walkthrough, walk_through, walk_through_counts

# These take time to load and are not needed for a kappa: they come when they are asked for.
_LATER = {
    "checks": ("Check",),
    "cut_points": (
        "CutPointTrials",
        "CutPoints",
        "CutPointTrial",
        "apply_cut_points",
        "best_cut_points",
        "cross_validated",
        "round_to_nearest",
        "stretch_to_match",
    ),
    "implementations": (
        "IMPLEMENTATIONS",
        "RACE_SIZES",
        "TRAP_CASES",
        "Implementation",
        "Lap",
        "Outcome",
        "Trap",
        "TrapCase",
        "available",
        "digits_shared",
        "items_of_counts",
        "judge",
        "race",
        "race_programme",
        "run_implementation",
        "source",
        "time_once",
    ),
    "pitfalls": (
        "PITFALLS",
        "Pitfall",
        "PitfallExample",
        "binned_normal",
        "pitfall",
    ),
    "study": (
        "Pooling",
        "Study",
        "make_study",
        "study_csv",
        "study_json",
    ),
}

if TYPE_CHECKING:
    from qwk_core.checks import Check
    from qwk_core.cut_points import (
        CutPoints,
        CutPointTrial,
        CutPointTrials,
        apply_cut_points,
        best_cut_points,
        cross_validated,
        round_to_nearest,
        stretch_to_match,
    )
    from qwk_core.implementations import (
        IMPLEMENTATIONS,
        RACE_SIZES,
        TRAP_CASES,
        Implementation,
        Lap,
        Outcome,
        Trap,
        TrapCase,
        available,
        digits_shared,
        items_of_counts,
        judge,
        race,
        race_programme,
        run_implementation,
        source,
        time_once,
    )
    from qwk_core.pitfalls import PITFALLS, Pitfall, PitfallExample, binned_normal, pitfall
    from qwk_core.study import Pooling, Study, make_study, study_csv, study_json
else:  # out of a type checker's sight, which would take any name for one of these

    def __getattr__(name: str) -> object:
        for module, names in _LATER.items():
            if name in names:
                return getattr(import_module(f"qwk_core.{module}"), name)
        raise AttributeError(f"module 'qwk_core' has no attribute {name!r}")


__all__ = [
    "CHANGES",
    "DIALS",
    "EXAMPLES",
    "IMPLEMENTATIONS",
    "MAX_CATEGORIES",
    "MEASURES",
    "PITFALLS",
    "RACE_SIZES",
    "READING_SCALES",
    "SCHEMES",
    "TRAP_CASES",
    "Band",
    "CellEffect",
    "Check",
    "Comparison",
    "Construction",
    "Cost",
    "CutPointTrial",
    "CutPointTrials",
    "CutPoints",
    "Dial",
    "DrawHistogram",
    "Example",
    "Implementation",
    "ItemEffect",
    "KappaExtremes",
    "KappaHistogram",
    "KappaInterval",
    "Lap",
    "Measure",
    "Measures",
    "Outcome",
    "PermutationTest",
    "Pitfall",
    "PitfallExample",
    "Pooling",
    "RankShift",
    "RaterSettings",
    "Ratings",
    "RatingsError",
    "ReadingScale",
    "Shuffles",
    "Stage",
    "Study",
    "Trap",
    "TrapCase",
    "Walkthrough",
    "add_one_item",
    "apply_cut_points",
    "available",
    "band_probabilities",
    "best_cut_points",
    "binned_normal",
    "bootstrap_kappas",
    "change_ratings",
    "compare_rankings",
    "construct_weights",
    "correct_one",
    "correct_one_item",
    "cross_validated",
    "dial_values",
    "digits_shared",
    "direction",
    "draw_histogram",
    "example",
    "expected_matrix",
    "format_categories",
    "format_counts",
    "format_ratings",
    "format_weights",
    "interval_widths",
    "items_for_width",
    "items_of_counts",
    "judge",
    "kappa_changes",
    "kappa_curve",
    "kappa_extremes",
    "kappa_interval",
    "leave_out_one_item",
    "make_study",
    "matrix_csv",
    "measures",
    "observed_matrix",
    "parse_categories",
    "parse_counts",
    "parse_ratings",
    "parse_weights",
    "penalty_by_distance",
    "permutation_test",
    "pitfall",
    "possible_changes",
    "quadratic_weighted_kappa",
    "race",
    "race_programme",
    "rank_cells",
    "rank_costs",
    "rank_items",
    "rankings_flip",
    "rater_probabilities",
    "read_counts",
    "read_ratings",
    "round_to_nearest",
    "run_implementation",
    "second_rater",
    "shuffle_predictions",
    "source",
    "stages_of_counts",
    "stages_of_ratings",
    "stretch_to_match",
    "study_csv",
    "study_json",
    "time_once",
    "walk_changed",
    "walk_through",
    "walk_through_counts",
    "walkthrough_csv",
    "walkthrough_json",
    "weight_matrix",
]
