"""Made-up files of every shape: none gives a wrong kappa, and answers can lead to the right one."""

import numpy as np
import pytest

from tests.survey_files import SHAPES, can_be_right, make_file, outcome, with_proposals


@pytest.mark.parametrize("shape", SHAPES)
def test_no_file_of_a_shape_is_read_wrong(shape):
    random = np.random.default_rng(5)
    for _ in range(3):
        file = make_file(random, shape)
        end, why = outcome(file)
        assert end in ("right", "question"), why
        if end == "question":
            taken, why = with_proposals(file)
            assert taken in ("right", "open"), why
            assert can_be_right(file), why
