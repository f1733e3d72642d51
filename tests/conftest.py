"""For every room."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long a machine takes that others use as well says nothing about what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
