from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Moved, Resigned
from pbm.core.model import Player
from pbm.core.ratings import Rating
from pbm.play.moves import IllegalMoveError, NotYourTurnError, move, resign
from pbm.play.work import Work
from tests.pbm.play.helpers import MOVES, lines, news, play, refused, unchanged
from tests.pbm.town import NORTH, SOUTH


def test_a_move_is_played_and_published(work: Work, alice: Player, board: Board) -> None:
    after = move(work, alice, board.number, SOUTH, said=("Good luck!",))
    assert (lines(after), after.turn) == ([SOUTH], Seat.SECOND)
    assert work.board(board.number) == after
    told = news(work)
    assert (told.by, told.what, told.said) == (alice, Moved(Seat.FIRST, SOUTH), ("Good luck!",))
    assert (told.before, told.after) == (board, after)


def test_a_move_out_of_turn_is_refused_with_the_board(
    work: Work, bob: Player, board: Board
) -> None:
    with unchanged(work, board), refused("not_your_turn") as told:
        move(work, bob, board.number, NORTH)
    assert isinstance(told.value, NotYourTurnError)
    assert told.value.board == board


def test_an_illegal_move_names_the_rule_and_the_line(
    work: Work, alice: Player, board: Board
) -> None:
    with unchanged(work, board), refused("illegal", rule="G1") as told:
        move(work, alice, board.number, "111222")
    assert isinstance(told.value, IllegalMoveError)
    assert (told.value.board, told.value.line) == (board, "111222")


def test_only_players_of_a_board_can_move(work: Work, carol: Player, board: Board) -> None:
    with unchanged(work, board), refused("not_your_board", board=board.number, game="gyges"):
        move(work, carol, board.number, SOUTH)


@pytest.mark.parametrize("number", [None, 17])
def test_an_unknown_board_is_refused(work: Work, alice: Player, number: int | None) -> None:
    with refused("unknown_board", board=number):
        move(work, alice, number, SOUTH)


def test_a_finished_game_takes_no_moves(work: Work, alice: Player, placed: Board) -> None:
    over = resign(work, alice, placed.number)
    with unchanged(work, over), refused("not_running", status="over"):
        move(work, alice, placed.number, "11-31")


def test_a_move_with_an_outdated_ply_number_is_refused(
    work: Work, alice: Player, bob: Player, board: Board
) -> None:
    after = move(work, alice, board.number, f"{SOUTH}#0")
    with unchanged(work, after), refused("other_ply", expected=2, played=1):
        move(work, bob, board.number, f"{NORTH}#2")


def test_several_moves_without_semicolons_are_refused(
    work: Work, alice: Player, placed: Board
) -> None:
    with unchanged(work, placed), refused("several_moves", moves=2):
        move(work, alice, placed.number, "11-31 12-33")


def test_resigning_an_early_game_aborts_it(work: Work, bob: Player, board: Board) -> None:
    after = resign(work, bob, board.number)
    assert news(work).what == Aborted(Seat.SECOND)
    assert not after.running
    assert work.tx.ratings.now("gyges", bob.id) == Rating()


def test_resigning_later_loses_the_game(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    play(work, placed, *MOVES)
    after = resign(work, bob, placed.number, said=("Well played.",))
    told = news(work)
    assert (told.what, told.said) == (Resigned(Seat.SECOND), ("Well played.",))
    assert (after.match.result, after.match.reason) == ("1-0", "resigned")
    assert work.tx.ratings.now("gyges", alice.id).points > Rating().points
    assert work.tx.ratings.now("gyges", bob.id).points < Rating().points
