"""How Hypothesis searches, and which tests count for the core's coverage."""

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

# As long as it takes, since no test asserts a time.
settings.register_profile(
    "core", deadline=None, max_examples=75, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("core")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count no test that searches: what it comes by is chance, and to note it takes half as long
    again. Each line has an example of its own.
    """
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.no_cover)
