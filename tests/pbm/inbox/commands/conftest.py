from __future__ import annotations

import pytest

from tests.pbm.town import Mail, Town


@pytest.fixture
def mails(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> tuple[Mail, Mail]:
    """The mails after 16-35; bob, North, is to move.

        1   2   3   4   5   6
      +---+---+---+---+---+---+
    6 | 3 | 2 | 1 | 1 | 2 | 3 | 6
    5 |   |   |   |   |   |   | 5
    4 |   |   |   |   |   |   | 4
    3 |   |   |   |   | 3 |   | 3
    2 |   |   |   |   |   |   | 2
    1 | 2 | 3 | 1 | 1 | 2 |   | 1
      +---+---+---+---+---+---+
    """
    return town_with_game.play(placed_mails, "16-35")
