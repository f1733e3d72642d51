"""How long a test waits for what must happen."""

from __future__ import annotations

PATIENCE = 180.0
"""Seconds after which a test that waits for something has failed.

Thousands of times what it takes on a quiet machine: only a test that fails waits so long.
"""
