"""For every room."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# How long a machine takes that others use as well says nothing about what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first, so that no process works on after all others have ended."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
