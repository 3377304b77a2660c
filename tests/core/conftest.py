"""How Hypothesis searches, and which tests count for the core's coverage."""

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
    """Count the tests of this folder that do not search.

    Which lines a search reaches is chance, and to measure it is slow. So `make test` runs those
    tests with the app's. Each line of the core needs an example of its own.
    """
    for item in items:
        searches = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if HERE in item.path.parents and not searches:
            item.add_marker(pytest.mark.counted)
