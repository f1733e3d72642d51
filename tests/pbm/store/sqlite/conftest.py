"""Fixtures of the tests of SQLite."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _store() -> None:
    """Keep towns in files, whatever the option --store says: these tests are about files."""
