from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.clocks import DAY
from pbm.core.model import Match, Player
from pbm.play.blocks import block
from pbm.play.invitations import challenge
from pbm.play.listings import (
    AWAY,
    BoardFilter,
    boards_of,
    boards_with,
    finished_boards,
    listed_players,
    opponents,
    running_boards,
    standings,
)
from pbm.play.moves import resign
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, MOVES, begin, play
from tests.pbm.town import NORTH, SOUTH


def numbers(matches: list[Match]) -> list[int]:
    return [match.board for match in matches]


@pytest.fixture
def ended(work: Work, bob: Player, placed: Board) -> Board:
    """A game that alice has won."""
    play(work, placed, *MOVES)
    return resign(work, bob, placed.number)


@pytest.fixture
def running(work: Work, alice: Player, bob: Player) -> Board:
    return begin(work, alice, bob)


@pytest.fixture
def invited(work: Work, alice: Player, carol: Player) -> Board:
    return challenge(work, alice, carol, GameOptions(GYGES))


def test_players_are_listed_by_their_last_move(
    work: Work, alice: Player, bob: Player, carol: Player, placed: Board
) -> None:
    listed = {each.player.userid: each for each in listed_players(work.tx)}
    assert [*listed][-1] == "carol"
    assert [listed[name].boards for name in ("alice", "bob", "carol")] == [1, 1, 0]
    assert listed["alice"].moved == work.now and listed["carol"].moved is None
    assert listed["bob"].ratings["gyges"].games == 0
    work.tx.players.drop_address(carol.id, carol.mailbox)
    assert "carol" not in {each.player.userid for each in listed_players(work.tx)}


def test_standings_count_results_and_are_sorted_by_wins(
    work: Work, alice: Player, bob: Player, ended: Board, running: Board, invited: Board
) -> None:
    first, second = standings(work.tx, "gyges")
    assert (first.player, first.won, first.lost, first.running, first.played) == (alice, 1, 0, 1, 1)
    assert (second.player, second.won, second.lost, second.running) == (bob, 0, 1, 1)
    assert first.rating.games == 1
    assert standings(work.tx, "dvonn") == []


def test_boards_of_a_player_can_be_filtered(
    work: Work, alice: Player, bob: Player, ended: Board, running: Board, invited: Board
) -> None:
    over, runs, waits = ended.number, running.number, invited.number
    found = {which: {*numbers(boards_of(work.tx, alice, which))} for which in BoardFilter}
    assert found == {
        BoardFilter.ALL: {over, runs, waits},
        BoardFilter.ACTIVE: {runs},
        BoardFilter.INACTIVE: {over, waits},
        BoardFilter.NEXT: {runs},
    }
    assert boards_of(work.tx, bob, BoardFilter.NEXT) == []
    assert boards_of(work.tx, alice, BoardFilter.ALL, "dvonn") == []
    assert numbers(finished_boards(work.tx, alice, ["gyges"])) == [over]


def test_boards_of_a_game_can_be_filtered_by_several_players(
    work: Work, alice: Player, bob: Player, carol: Player, running: Board, invited: Board
) -> None:
    both = boards_with(work.tx, "gyges", BoardFilter.ALL, [alice, carol])
    assert numbers(both) == [invited.number]
    assert boards_with(work.tx, "gyges", BoardFilter.ALL, [bob, carol]) == []
    assert {*numbers(boards_with(work.tx, "gyges", BoardFilter.ALL, []))} == {
        running.number,
        invited.number,
    }
    assert numbers(running_boards(work.tx, ["gyges"])) == [running.number]
    assert running_boards(work.tx, ["dvonn"]) == []
    assert numbers(running_boards(work.tx, [])) == [running.number]


def test_opponents_are_those_who_moved_last_and_can_be_challenged(
    work: Work, alice: Player, bob: Player, carol: Player, placed: Board
) -> None:
    assert [each.userid for each in opponents(work.tx, carol)] == ["alice", "bob"]
    block(work, carol, "bob")
    assert [each.userid for each in opponents(work.tx, carol)] == ["alice"]
    assert [each.userid for each in opponents(work.tx, bob)] == ["alice"]


def test_who_has_not_moved_for_long_is_not_proposed(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    begin(work, alice, bob)
    work.now += AWAY + DAY
    board = begin(work, alice, bob)
    play(work, board, SOUTH, NORTH)
    assert [each.userid for each in opponents(work.tx, alice)] == ["bob"]
