"""Rated games that do not count: ended too soon, or too many between the same two players."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbm.core.board import Board
from pbm.core.happenings import Uncounted, Unrated
from pbm.core.marks import Trouble
from pbm.core.model import Offer, Player
from pbm.core.ratings import MOST_OF_PAIR, WITHIN
from pbm.core.time_controls import chosen_limits
from pbm.play.clock import forfeit
from pbm.play.corrections import reopen
from pbm.play.moves import resign
from pbm.play.proposals import agree, propose
from pbm.play.ratings.gifts import Gifts, gifts
from pbm.play.ratings.table import is_consistent, replayed_game
from pbm.play.ratings.uncounted import uncounted, why_uncounted
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import DVONN, GYGES, MOVES, begin, finish, play
from tests.pbm.town import NORTH, SOUTH

pytestmark = pytest.mark.usefixtures("long_games_count")

SHORT, OFTEN = Unrated(Uncounted.SHORT, 6), Unrated(Uncounted.OFTEN, MOST_OF_PAIR)


@pytest.fixture
def timed(work: Work, alice: Player, bob: Player) -> Board:
    limits = chosen_limits({"forfeittime": "1d"})
    return play(work, begin(work, alice, bob, GameOptions(GYGES, limits=limits)), SOUTH, NORTH)


def last_kinds(work: Work, board: Board) -> list[str]:
    return [event.kind.value for event in work.tx.matches.events(board.number)[-2:]]


def why(work: Work, board: Board) -> Unrated | None:
    return uncounted(work.tx, work.board(board.number).match)


def points(work: Work, player: Player, game: str = "gyges") -> int:
    return work.tx.ratings.now(game, player.id).points


@pytest.mark.parametrize("plies", range(4))
def test_a_game_resigned_after_few_moves_does_not_count(
    work: Work, alice: Player, placed: Board, plies: int
) -> None:
    play(work, placed, *MOVES[:plies])
    over = resign(work, alice, placed.number)
    assert over.match.result == "0-1"
    assert why(work, over) == SHORT
    assert last_kinds(work, over) == ["resigned", "unrated"]
    assert list(work.tx.ratings.list()) == []
    assert replayed_game(work.tx, over.number) is None
    assert is_consistent(work.tx, over.number, None)


def test_a_game_resigned_later_counts(work: Work, alice: Player, bob: Player) -> None:
    over = finish(work, alice, bob)
    assert (over.match.rated, why(work, over)) == (True, None)
    assert points(work, bob) == 1520


def test_a_game_lost_by_time_after_few_moves_does_not_count(work: Work, timed: Board) -> None:
    work.now += timedelta(days=2)
    assert why(work, forfeit(work, timed.match)) == SHORT


def test_a_draw_agreed_after_few_moves_does_not_count(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    propose(work, alice, placed.number, Offer.DRAW)
    assert why(work, agree(work, bob, placed.number, None)) == SHORT


def test_the_placing_of_pieces_is_no_play(work: Work, alice: Player, bob: Player) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    state = board.game.start()
    moves: list[str] = []
    while len(moves) < 49:
        move = next(board.game.legal_moves(state))
        moves.append(board.game.format(state, move))
        state = board.game.apply(state, move)
    play(work, board, *moves)
    assert why(work, resign(work, alice, board.number)) == Unrated(Uncounted.SHORT, 53)


def test_a_game_that_its_moves_have_ended_counts(work: Work, alice: Player, bob: Player) -> None:
    match = replace(finish(work, alice, bob).match, plies=5)
    assert why_uncounted(work.tx, match, work.now) == SHORT
    assert why_uncounted(work.tx, replace(match, reason="goal"), work.now) is None


def test_an_unrated_game_is_not_recorded_as_uncounted(
    work: Work, alice: Player, bob: Player
) -> None:
    unrated = replace(GameOptions(GYGES), rated=False)
    board = play(work, begin(work, alice, bob, unrated), SOUTH, NORTH)
    over = resign(work, alice, board.number)
    assert why(work, over) is None
    assert last_kinds(work, over) == ["moved", "resigned"]


def test_a_game_that_goes_on_counts_again(work: Work, alice: Player, placed: Board) -> None:
    resign(work, alice, placed.number)
    again = reopen(work, placed.number, "a mistake")
    assert again.match.rated
    play(work, again, *MOVES)
    over = resign(work, alice, placed.number)
    assert why(work, over) is None
    assert replayed_game(work.tx, over.number) is not None


def test_only_some_games_of_a_pair_count_in_a_time(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    for number in range(MOST_OF_PAIR + 2):
        pair = (alice, bob) if number % 2 else (bob, alice)
        over = finish(work, *pair)
        assert why(work, over) == (OFTEN if number >= MOST_OF_PAIR else None)
        work.now += timedelta(hours=1)
    assert why(work, finish(work, alice, carol)) is None


def test_the_time_is_a_window_that_moves_along(work: Work, alice: Player, bob: Player) -> None:
    counted = []
    for _ in range(40):
        if why(work, finish(work, alice, bob)) is None:
            counted.append(work.now)
        work.now += timedelta(days=2)
    for end in counted:
        assert len([at for at in counted if end - WITHIN < at <= end]) <= MOST_OF_PAIR
    assert len(counted) > 2 * MOST_OF_PAIR


def test_a_clock_that_was_set_back_frees_no_games(work: Work, alice: Player, bob: Player) -> None:
    for _ in range(MOST_OF_PAIR):
        finish(work, alice, bob)
    work.now -= timedelta(days=20)
    assert why(work, finish(work, alice, bob)) == OFTEN


def test_gifts_are_told_once_for_five(work: Work, alice: Player, bob: Player) -> None:
    told = []
    for _ in range(11):
        board = play(work, begin(work, alice, bob), SOUTH, NORTH)
        resign(work, alice, board.number)
        told.append(work.tx.marks.count(Trouble.FEEDING.mark, work.now - WITHIN))
        work.now += timedelta(minutes=10)
    assert told == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]
    assert gifts(work.tx, work.now) == [Gifts(alice.id, bob.id, 11)]
    assert gifts(work.tx, work.now + WITHIN) == []


def test_games_that_go_both_ways_are_no_gifts(work: Work, alice: Player, bob: Player) -> None:
    for number in range(12):
        finish(work, *((alice, bob) if number % 2 else (bob, alice)))
    assert gifts(work.tx, work.now) == []
