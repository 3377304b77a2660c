"""Tables of many raters that several tests share."""

import numpy as np
from hypothesis import strategies as st


def seeded_table():
    generator = np.random.default_rng(1980)
    truth = generator.integers(0, 5, 40)[:, np.newaxis]
    ratings = np.clip(truth + generator.integers(-1, 2, (40, 4)), 0, 4).astype(float)
    ratings[generator.random(ratings.shape) < 0.25] = np.nan
    return ratings


SEEDED = [[None if np.isnan(one) else int(one) for one in row] for row in seeded_table()]
WEIGHTS = np.random.default_rng(7).choice([0.25, 1, 1.5, 4], len(SEEDED))
CLUSTERS = [str(at // 3) for at in range(len(SEEDED))]
# The key says what is special. The value is the number of categories, and one row per item.
KNOWN = {
    "gaps": (5, SEEDED),
    "two raters": (3, [[0, 0], [0, 1], [1, 1], [2, 1]]),
    "a constant rater": (4, [[0, 2, 0], [1, 2, 1], [2, 2, 1], [3, 2, 3]]),
    "no pair shares an item": (3, [[0, None], [None, 1], [2, None]]),
    "one who rated nothing": (3, [[0, 0, None], [1, 2, None], [2, 2, None]]),
    "one who rated one item": (3, [[0, 0, None], [1, 2, 1], [2, 2, None]]),
    "one who rated alone": (2, [[0, 0, None], [1, 1, None], [None, None, 1]]),
    "one category of one": (1, [[0, 0, 0], [0, 0, None]]),
    "one category of four": (4, [[1, 1, 1], [1, 1, None]]),
    "one category wherever two met": (3, [[0, 0, None], [1, None, None], [None, None, 2]]),
    "unequal pairs": (2, [[0, 0, None], [0, 1, None], [1, 1, 0], [1, 1, 1], [None, 0, 0]]),
    "ties of the others": (4, [[0, 0, 0], [1, 1, 2], [2, 3, 2], [3, 3, 3]]),
    "equal shares": (3, [[0, 1], [2, 2], [1, 0], [0, 2]]),
}


@st.composite
def tables_with_gaps(draw, most_raters=5, most_items=8):
    """Positions on a scale of q categories, with gaps, some lopsided, some with empty rows."""
    q = draw(st.integers(1, 4))
    n_raters = draw(st.integers(2, most_raters))
    rating = st.one_of(st.none(), *[st.integers(0, q - 1)] * 3)
    row = st.lists(rating, min_size=n_raters, max_size=n_raters)
    rows = st.lists(row, min_size=1, max_size=most_items)
    return q, draw(rows.filter(lambda rows: any(x is not None for row in rows for x in row)))
