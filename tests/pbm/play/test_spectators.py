from __future__ import annotations

import pytest

from pbm.core.model import Player
from pbm.play import spectators
from pbm.play.moves import resign
from pbm.play.news import WatchNews
from pbm.play.spectators import subscribe, unsubscribe
from pbm.play.work import Work
from tests.pbm.play.games import begin
from tests.pbm.play.table import refused


def test_watching_and_no_more_is_published(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    board = begin(work, alice, bob)
    subscribe(work, carol, board.number)
    unsubscribe(work, carol, board.number)
    assert work.published == [
        WatchNews(carol, board, watching=True),
        WatchNews(carol, board, watching=False),
    ]
    with refused("not_watched"):
        unsubscribe(work, carol, board.number)


def test_boards_that_are_over_do_not_count_for_the_most_that_are_watched(
    work: Work, alice: Player, bob: Player, carol: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "MOST_WATCHED", 1)
    first, second = (begin(work, alice, bob).number for _ in range(2))
    subscribe(work, carol, first)
    with refused("many_watched"):
        subscribe(work, carol, second)
    resign(work, alice, first)
    subscribe(work, carol, second)
