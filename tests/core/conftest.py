"""How Hypothesis searches: as long as it takes, since no test asserts a time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "core", deadline=None, max_examples=75, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("core")
