"""A town with two players, for the tests of every room that mail passes through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pbm.town import ALICE, BOB, PASSWORD, Town


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """Nobody plays here yet."""
    made = Town(tmp_path)
    yield made
    made.close()


@pytest.fixture
def players(town: Town) -> Town:
    """A town with alice, who has a password, and bob, who has none."""
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    return town
