"""The figures of published.toml, with their sources, and tables that several tests use."""

import pytest

from tests.core.beside import beside

PUBLISHED = beside(__file__, "published.toml")


def printed(figure):
    """Return a value that equals a figure: a text to its last digit, a number to the last bit."""
    if not isinstance(figure, str):
        return figure
    return pytest.approx(float(figure), abs=0.51 * 10 ** -len(figure.partition(".")[2]))


def table(ratings):
    """Return one row per item from one text per rater; a dot is a missing rating."""
    raters = [[None if c == "." else int(c) for c in rater] for rater in ratings]
    return [list(row) for row in zip(*raters, strict=True)]


RATED = {one["name"]: table(one["ratings"]) for one in PUBLISHED["raters"]}
ANXIETY, RAW4, RAW5, ZAPF = (
    RATED[name] for name in ("anxiety", "raw4raters", "raw5observers", "zapf")
)
FLEISS_1969 = next(
    one["observed"] for one in PUBLISHED["tables"] if one["source"].startswith("Fleiss")
)
