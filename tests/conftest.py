"""For every room."""

from __future__ import annotations

from hypothesis import settings

# How long a machine takes that others use as well says nothing about what is tested.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
