"""Results cannot be changed, and arguments stay unchanged."""

from dataclasses import fields, is_dataclass

import numpy as np
import pytest

from qwk_core import rater_agreement, read_ratings, walk_through_counts, weight_matrix
from qwk_core.statistics.cut_points import cross_validated
from qwk_core.statistics.one_item import change_ratings
from qwk_core.statistics.rating_table import RatingTable
from qwk_core.study.study import make_study
from qwk_core.teaching.generators import RaterSettings, second_rater
from qwk_core.teaching.stages import stages_of_counts

COUNTS = np.array([[5, 1, 0], [7, 2, 3], [0, 0, 1]])
AGREEMENT = rater_agreement([[1, 1], [2, 3], [3, 3]])
MADE = {
    "ratings": read_ratings(COUNTS[0], COUNTS[0]),
    "changed ratings": change_ratings(read_ratings([1, 1, 0], [0, 0, 0]), "add", 1, 1),
    "walk": walk_through_counts(COUNTS),
    "cut-points": cross_validated([0, 1, 0, 1], [1, 2, 3, 4], n_folds=2)["tuned"],
    "table of ratings": RatingTable(COUNTS.astype(np.int16), (0, 1, 2), ("Ann", "Ben", "Cy")),
    "agreement": AGREEMENT,
    "items of many raters": AGREEMENT.items_summary,
    "study": make_study(COUNTS, groups={"all": COUNTS}),
    "drawn ratings": second_rater(RaterSettings(n=100), seed=3),
    "stage": stages_of_counts(COUNTS)[0],
}


def arrays(value):
    """Yield the arrays in a result and in its parts."""
    if isinstance(value, np.ndarray):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from arrays(getattr(value, field.name))
    elif isinstance(value, (dict, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from arrays(each)


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_nothing_in_a_result_can_be_changed(made):
    found = list(arrays(made))
    assert found
    assert not any(array.flags.writeable for array in found)
    with pytest.raises(AttributeError):
        setattr(made, fields(made)[0].name, None)


def test_what_was_handed_in_is_copied_and_stays_as_it_was():
    counts, weights = COUNTS.copy(), np.array([[0, 2.5], [1, 0]])
    walk, study, copied = walk_through_counts(counts), make_study(counts), weight_matrix(2, weights)
    ratings = read_ratings(counts[0], counts[0])
    assert counts.flags.writeable
    counts[0, 0] = weights[0, 1] = 99
    assert walk.observed[0, 0] == study.observed[0, 0] == 5
    assert copied[0, 1] == 2.5
    assert ratings.categories[ratings.actual[0]] == 5
