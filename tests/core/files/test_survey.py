"""Made-up files of every shape: none gives a wrong kappa, and answers can lead to the right one."""

import numpy as np
import pytest

from tests.survey.exports import SHAPES
from tests.survey.outcomes import can_be_right, outcome, with_proposals

release = pytest.mark.release


@pytest.mark.parametrize(
    "seed", [5, pytest.param(6, marks=release), pytest.param(7, marks=release)]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_file_of_a_shape_is_read_wrong(shape, seed):
    file = SHAPES[shape](np.random.default_rng(seed))
    end, reason = outcome(file)
    assert end in ("right", "question"), reason
    if end == "question":
        end, reason = with_proposals(file)
        assert end in ("right", "question"), reason
        assert can_be_right(file), reason
