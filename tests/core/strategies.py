"""Hypothesis strategies for the tests of the core."""

from hypothesis import strategies as st


@st.composite
def counts(draw, largest=10**6):
    """Square matrices of counts, some sparse, some of one cell, never all zero."""
    n_categories = draw(st.integers(1, 6))
    cell = st.one_of(st.just(0), st.integers(0, 3), st.integers(0, largest))
    row = st.lists(cell, min_size=n_categories, max_size=n_categories)
    matrix = st.lists(row, min_size=n_categories, max_size=n_categories)
    return draw(matrix.filter(lambda rows: any(map(any, rows))))


@st.composite
def lopsided(draw, n_categories=None):
    """Matrices whose row and column totals differ: symmetric ones hide a transposed E."""
    n = n_categories or draw(st.integers(2, 5))
    row = st.lists(st.integers(0, 50), min_size=n, max_size=n)
    matrix = st.lists(row, min_size=n, max_size=n)
    return draw(
        matrix.filter(
            lambda rows: (
                [sum(row) for row in rows] != [sum(column) for column in zip(*rows, strict=True)]
            )
        )
    )


@st.composite
def rating_pairs(draw, highest=4):
    """Two vectors of equal length with ratings on a common scale."""
    rating = st.integers(0, highest)
    pairs = draw(st.lists(st.tuples(rating, rating), min_size=1, max_size=40))
    actual, predicted = zip(*pairs, strict=True)
    return list(actual), list(predicted)
