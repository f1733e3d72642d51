"""Corrections by the operator. Their mails and commands are tested elsewhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Corrected, Forfeited, Granted, Reopened
from pbm.core.model import Offer, Player, PlayerStatus
from pbm.core.ratings import Rating
from pbm.core.results import Reason, Result
from pbm.core.time_controls import chosen_limits
from pbm.play.autoplay import plan_of
from pbm.play.corrections import decide_again, grant, reopen
from pbm.play.invitations import challenge
from pbm.play.moves import resign
from pbm.play.proposals import propose
from pbm.play.ratings.table import replayed_game
from pbm.play.rulings import abort, adjudicate
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, begin, finish, news, play, refused, unchanged
from tests.pbm.town import NORTH, SOUTH
from tests.rules.playouts import whole_game

DAY = timedelta(days=1)
WHY = "the server was wrong"


@pytest.fixture
def resigned(work: Work, alice: Player, bob: Player) -> Board:
    """A rated game that alice has resigned."""
    return finish(work, alice, bob)


def later(work: Work, **time: float) -> None:
    work.now += timedelta(**time)


def points(work: Work, player: Player) -> int:
    return work.tx.ratings.now("gyges", player.id).points


# Deciding again


def test_a_finished_game_gets_another_result(work: Work, resigned: Board) -> None:
    after = decide_again(work, resigned.number, Result.FIRST_WON, WHY)
    assert (after.match.result, after.match.reason) == (Result.FIRST_WON, Reason.ADJUDICATED)
    told = news(work)
    assert (told.by, told.what) == (None, Corrected(Result.FIRST_WON, WHY))
    assert (told.before, told.after) == (resigned, after)


def test_a_decision_can_be_changed_but_not_repeated(work: Work, placed: Board) -> None:
    adjudicate(work, placed.number, Result.FIRST_WON, "first")
    after = decide_again(work, placed.number, Result.DRAWN, "second")
    assert after.match.result is Result.DRAWN
    with unchanged(work, after), refused("decided_so", result=Result.DRAWN):
        decide_again(work, placed.number, Result.DRAWN, "third")


def test_a_running_game_cannot_be_decided_again(work: Work, placed: Board) -> None:
    with unchanged(work, placed), refused("cannot_decide_again", status="running"):
        decide_again(work, placed.number, Result.DRAWN, WHY)


def test_a_cancelled_invitation_cannot_be_decided_or_reopened(
    work: Work, alice: Player, bob: Player
) -> None:
    invited = challenge(work, alice, bob, GameOptions(GYGES))
    ended = abort(work, invited.number, WHY)
    with unchanged(work, ended), refused("never_begun", board=ended.number):
        decide_again(work, ended.number, Result.DRAWN, WHY)
    with unchanged(work, ended), refused("never_begun", board=ended.number):
        reopen(work, ended.number, WHY)


# Ratings


def test_a_corrected_game_is_unrated_and_later_games_are_rated_again(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    first = finish(work, alice, bob)
    later(work, hours=1)
    second = finish(work, bob, carol)
    decide_again(work, first.number, Result.DRAWN, WHY)
    assert points(work, alice) == 1500
    assert (points(work, bob), points(work, carol)) == (1480, 1520)
    assert replayed_game(work.tx, first.number) is None
    assert replayed_game(work.tx, second.number) is not None


def test_correcting_an_unrated_game_changes_no_ratings(
    work: Work, alice: Player, bob: Player
) -> None:
    finish(work, alice, bob)
    unrated = finish(work, alice, bob, replace(GameOptions(GYGES), rated=False))
    before = list(work.tx.ratings.list())
    decide_again(work, unrated.number, Result.DRAWN, WHY)
    reopen(work, unrated.number, WHY)
    assert list(work.tx.ratings.list()) == before


def test_a_reopened_game_is_rated_by_its_new_end(work: Work, resigned: Board, bob: Player) -> None:
    assert points(work, bob) == 1520
    reopen(work, resigned.number, WHY)
    assert work.tx.ratings.now("gyges", bob.id) == Rating()
    later(work, days=1)
    resign(work, bob, resigned.number)
    assert points(work, bob) == 1480
    rated = replayed_game(work.tx, resigned.number)
    assert rated is not None
    assert (rated.score, rated.ended) == (1.0, work.now)


# Reopening


def test_a_reopened_game_goes_on(work: Work, resigned: Board, alice: Player) -> None:
    later(work, days=3)
    after = reopen(work, resigned.number, WHY)
    assert after.running
    assert (after.turn, after.plies) == (Seat.FIRST, resigned.plies)
    assert (after.match.result, after.match.reason) == (Result.NONE, Reason.NONE)
    assert news(work).what == Reopened(WHY)
    assert play(work, after, "11-12").turn is Seat.SECOND
    assert not plan_of(work.tx, after, alice)


def test_both_clocks_of_a_reopened_game_start_again(work: Work, alice: Player, bob: Player) -> None:
    limits = chosen_limits({"totaltime": "30d"})
    board = play(work, begin(work, alice, bob, GameOptions(GYGES, limits=limits)), SOUTH, NORTH)
    later(work, days=20)
    resign(work, alice, board.number)
    later(work, days=5)
    clock = reopen(work, board.number, WHY).match.clock
    assert clock.limits == limits
    assert (clock.seat, clock.since) == (Seat.FIRST, work.now)
    assert not any(clock.spent)
    assert clock.deadline() == work.now + 21 * DAY


def test_a_current_vacation_counts_in_a_reopened_game(
    work: Work, resigned: Board, alice: Player
) -> None:
    work.tx.vacations.add(alice.id, work.now - DAY, work.now + 2 * DAY)
    clock = reopen(work, resigned.number, WHY).match.clock
    assert clock.deadline() == work.now + 23 * DAY


@pytest.mark.parametrize("end", ["abort", "adjudicate", "forfeit"])
def test_any_end_of_a_game_can_be_undone(work: Work, placed: Board, end: str) -> None:
    if end == "abort":
        over = abort(work, placed.number, WHY)
    elif end == "adjudicate":
        over = adjudicate(work, placed.number, Result.DRAWN, WHY)
    else:
        deadline = placed.match.clock.deadline()
        assert deadline is not None
        over = work.record(placed, Forfeited(Seat.FIRST, deadline))
    assert not over.running
    assert reopen(work, placed.number, WHY).running


def test_a_game_that_its_moves_ended_gets_their_result_back(
    work: Work, alice: Player, bob: Player
) -> None:
    moves = whole_game("gyges/classic")
    won = play(work, begin(work, alice, bob), *moves)
    with unchanged(work, won), refused("over_by_moves"):
        reopen(work, won.number, WHY)
    decide_again(work, won.number, Result.DRAWN, "a mistake")
    assert replayed_game(work.tx, won.number) is None
    after = reopen(work, won.number, WHY)
    assert (after.match.result, after.match.reason) == (won.match.result, "goal")
    assert replayed_game(work.tx, won.number) is not None


def test_a_running_game_cannot_be_reopened(work: Work, placed: Board) -> None:
    with unchanged(work, placed), refused("cannot_reopen", status="running"):
        reopen(work, placed.number, WHY)


def test_a_game_with_a_suspended_player_is_not_reopened(
    work: Work, resigned: Board, bob: Player
) -> None:
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    with unchanged(work, resigned), refused("player_suspended", userid="bob"):
        reopen(work, resigned.number, WHY)


# Deadlines


def test_a_deadline_is_set_in_place_of_the_limits(work: Work, placed: Board) -> None:
    later(work, days=20)
    after = grant(work, placed.number, 5 * DAY, WHY)
    assert after.match.clock.deadline() == work.now + 5 * DAY
    assert news(work).what == Granted(Seat.FIRST, work.now, 5 * DAY, WHY)
    assert (after.plies, after.turn) == (placed.plies, Seat.FIRST)


def test_a_granted_deadline_holds_for_one_turn_outside_the_total_time(
    work: Work, alice: Player, bob: Player
) -> None:
    limits = chosen_limits({"totaltime": "2d"})
    board = play(work, begin(work, alice, bob, GameOptions(GYGES, limits=limits)), SOUTH, NORTH)
    later(work, hours=47)
    given = grant(work, board.number, 5 * DAY, WHY)
    later(work, days=4)
    moved = play(work, given, "11-31")
    assert not any(moved.match.clock.spent)
    assert moved.match.clock.deadline() == work.now + 2 * DAY


def test_a_granted_deadline_keeps_the_proposal(work: Work, placed: Board, bob: Player) -> None:
    proposed = propose(work, bob, placed.number, Offer.DRAW)
    work.published.clear()
    assert grant(work, placed.number, DAY, WHY).proposal == proposed.proposal


def test_a_game_without_limits_gets_no_deadline(work: Work, alice: Player, bob: Player) -> None:
    limits = chosen_limits({"forfeittime": "off", "nagtime": "off"})
    board = begin(work, alice, bob, GameOptions(GYGES, limits=limits))
    with unchanged(work, board), refused("no_limits"):
        grant(work, board.number, DAY, WHY)


def test_a_finished_game_gets_no_deadline(work: Work, resigned: Board) -> None:
    with unchanged(work, resigned), refused("cannot_grant", status="finished"):
        grant(work, resigned.number, DAY, WHY)
