from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.model import Player
from pbm.play.invitations import challenge, decline
from pbm.play.moves import resign
from pbm.play.seats import running_board, seat_on
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, refused, suspend


def test_each_player_has_their_seat_on_a_running_board(
    work: Work, alice: Player, bob: Player, board: Board
) -> None:
    assert running_board(work, alice, board.number) == (board, Seat.FIRST)
    assert running_board(work, bob, board.number) == (board, Seat.SECOND)


def test_others_have_no_seat(carol: Player, board: Board) -> None:
    with refused("not_your_board", board=board.number, game="gyges"):
        seat_on(board, carol)


def test_a_suspended_player_gets_no_running_board(work: Work, alice: Player, board: Board) -> None:
    with refused("suspended"):
        running_board(work, suspend(work, alice), board.number)


@pytest.mark.parametrize(
    ("end", "status"),
    [(lambda *_: None, "waiting"), (decline, "declined")],
    ids=["invitation", "declined"],
)
def test_an_invitation_is_not_a_running_board(
    work: Work, alice: Player, bob: Player, end: Callable[..., object], status: str
) -> None:
    invited = challenge(work, alice, bob, GameOptions(GYGES))
    end(work, bob, invited.number)
    with refused("not_running", status=status):
        running_board(work, alice, invited.number)


def test_a_finished_game_is_not_a_running_board(work: Work, alice: Player, placed: Board) -> None:
    resign(work, alice, placed.number)
    with refused("not_running", status="over"):
        running_board(work, alice, placed.number)
