"""How Hypothesis searches, and in which tests coverage is measured."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

# As long as it takes, since no test asserts a time.
settings.register_profile(
    "core", deadline=None, max_examples=75, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("core")

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage in the tests of this folder, but not in those that search.

    Which lines a search reaches is chance, and to measure it is slow. Each line of the core needs
    an example of its own.
    """
    for item in items:
        searches = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if HERE in item.path.parents and searches:
            item.add_marker(pytest.mark.no_cover)
