from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.changes import BrokenBoardError
from pbm.core.games import Seat
from pbm.core.happenings import Resigned, Returned
from pbm.core.model import Player
from pbm.play.news import BoardNews, UntoldError
from pbm.play.work import Work
from tests.pbm.play.helpers import refused


def test_boards_and_players_are_found_or_refused(work: Work, alice: Player, board: Board) -> None:
    assert (work.board(board.number), work.player("alice")) == (board, alice)
    for number in (None, 17):
        with refused("unknown_board", board=number):
            work.board(number)
    with refused("unknown_player", userid="nobody"):
        work.player("nobody")


def test_recording_publishes_nothing_and_enacting_does(
    work: Work, alice: Player, placed: Board
) -> None:
    resigned = Resigned(Seat.FIRST)
    assert not work.record(placed, resigned).running
    assert work.published == []
    with pytest.raises(BrokenBoardError):
        work.enact(work.board(placed.number), resigned, alice)
    assert work.published == []


def test_an_enacted_happening_is_published_with_the_board_before_and_after(
    work: Work, alice: Player, placed: Board
) -> None:
    resigned = Resigned(Seat.FIRST)
    after = work.enact(placed, resigned, alice, ("Well played",))
    assert work.published == [BoardNews(alice, resigned, placed, after, said=("Well played",))]
    (told,) = work.published
    assert isinstance(told, BoardNews)
    assert list(told.covered) == [(after.number, range(placed.match.seq + 1, after.match.seq + 1))]


def test_a_change_of_clocks_is_an_event_with_the_cause_of_the_work(
    work: Work, board: Board
) -> None:
    after = work.adjust(board.match, Returned(Seat.FIRST, work.now))
    latest = work.tx.matches.events(board.number)[-1]
    assert (latest.seq, latest.cause) == (after.seq, work.cause)
    assert work.board(board.number).match == after


def test_published_news_that_nobody_handles_is_a_bug(
    work: Work, alice: Player, placed: Board
) -> None:
    work.check_told()
    work.enact(placed, Resigned(Seat.FIRST), alice)
    with pytest.raises(UntoldError, match="BoardNews"):
        work.check_told()
