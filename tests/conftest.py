"""Settings of Hypothesis and the order of tests, for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# Other programs slow the machine down, so the time that an example takes proves nothing.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the slow tests, so that all processes of a parallel run end at the same time."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
