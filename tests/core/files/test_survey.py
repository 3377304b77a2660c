"""Made-up files of every shape: none gives a wrong kappa, and answers can lead to the right one."""

import numpy as np
import pytest

from tests.survey.exports import SHAPES
from tests.survey.outcomes import can_be_right, outcome, with_proposals


@pytest.mark.parametrize("shape", SHAPES)
def test_no_file_of_a_shape_is_read_wrong(shape):
    random = np.random.default_rng(5)
    for _ in range(3):
        file = SHAPES[shape](random)
        end, reason = outcome(file)
        assert end in ("right", "question"), reason
        if end == "question":
            end, reason = with_proposals(file)
            assert end in ("right", "question"), reason
            assert can_be_right(file), reason
