"""Settings of Hypothesis, and the tests in which coverage is measured."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

# There is no deadline, because no test asserts a time. `make check` tries more examples.
for name, examples in (("every day", 25), ("release", 100)):
    settings.register_profile(
        name, deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("every day")

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage in the tests of this folder, but not in those that search.

    The lines that a search reaches depend on chance, and measuring them is slow. Each line of the
    core needs a test with a fixed example.
    """
    for item in items:
        searches = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if HERE in item.path.parents and searches:
            item.add_marker(pytest.mark.no_cover)
