"""The slowest known letters neither take long nor hold the write lock for long.

``python -m tests.pbm.security.slow_letters`` has found them. The limits are five times the promised
ones, because other work on the machine makes CPU times longer.
"""

from __future__ import annotations

import pytest

from tests.pbm.security.slow_letters.found import FOUND
from tests.pbm.security.slow_letters.making import LARGEST, Slow
from tests.pbm.security.slow_letters.measuring import Scales
from tests.pbm.town import ALICE, STRANGER, Mail, Town

MOST, MOST_HELD, ROOM = 0.3, 0.05, 5


@pytest.mark.parametrize("slow", FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("author", [ALICE, STRANGER])
def test_no_letter_takes_long_or_holds_the_write_lock_long(
    town_with_game: Town, board_mails: tuple[Mail, Mail], slow: Slow, author: str
) -> None:
    cost = Scales(town_with_game).weigh(slow, author)
    assert cost.total < ROOM * MOST
    assert cost.held < ROOM * MOST_HELD


def test_a_letter_twice_as_large_takes_no_more_than_a_few_times_as_long(
    town_with_players: Town,
) -> None:
    scales = Scales(town_with_players)
    size = LARGEST // 4
    small = sum(scales.weigh(slow, STRANGER, size=size).total for slow in FOUND.values())
    large = sum(scales.weigh(slow, STRANGER, size=2 * size).total for slow in FOUND.values())
    assert large < 4 * small
