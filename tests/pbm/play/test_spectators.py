from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.play import spectators
from pbm.play.moves import resign
from pbm.play.news import WatchNews
from pbm.play.spectators import subscribe, unsubscribe
from pbm.play.work import Work
from tests.pbm.play.helpers import begin, finish, refused, unchanged


def test_starting_and_stopping_to_watch_is_published(
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


def test_finished_boards_do_not_count_towards_the_limit_of_watched_boards(
    work: Work, alice: Player, bob: Player, carol: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "MOST_WATCHED", 1)
    first, second = (begin(work, alice, bob).number for _ in range(2))
    subscribe(work, carol, first)
    with refused("many_watched"):
        subscribe(work, carol, second)
    resign(work, alice, first)
    subscribe(work, carol, second)


def test_a_player_cannot_watch_their_own_board(work: Work, alice: Player, board: Board) -> None:
    with unchanged(work, board), refused("own_board", board=board.number, game="gyges"):
        subscribe(work, alice, board.number)


def test_a_finished_game_cannot_be_watched(
    work: Work, bob: Player, alice: Player, carol: Player
) -> None:
    over = finish(work, alice, bob)
    with unchanged(work, over), refused("nothing_to_watch", board=over.number, game="gyges"):
        subscribe(work, carol, over.number)


def test_a_board_is_watched_once(work: Work, carol: Player, board: Board) -> None:
    subscribe(work, carol, board.number)
    with refused("watched_already", board=board.number, game="gyges"):
        subscribe(work, carol, board.number)
