"""Games that the operator sets up, and ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Adjudicated, Created
from pbm.core.model import MatchStatus, Player, PlayerStatus
from pbm.core.ratings import Rating
from pbm.core.results import Reason, Result
from pbm.play.invitations import challenge
from pbm.play.rulings import abort, adjudicate, create, why_ended
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.games import GYGES
from tests.pbm.play.table import news, refused, unchanged

OPTIONS = GameOptions(GYGES)


def test_a_game_that_is_set_up_begins_at_once(work: Work, alice: Player, bob: Player) -> None:
    board = create(work, replace(OPTIONS, first="bob"), alice, bob)
    assert (board.running, board.turn, board.match.players) == (
        True,
        Seat.FIRST,
        (bob.id, alice.id),
    )
    told = news(work)
    assert isinstance(told.what, Created)
    assert (told.by, told.what.terms.by, told.before, told.after) == (None, None, None, board)


def test_nobody_plays_against_themselves(work: Work, alice: Player) -> None:
    with refused("one_player", userid="alice"):
        create(work, OPTIONS, alice, alice)


def test_who_is_suspended_or_has_left_is_given_no_game(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    with refused("player_suspended", userid="bob"):
        create(work, OPTIONS, alice, work.player("bob"))
    for address in alice.addresses:
        work.tx.players.drop_address(alice.id, address)
    with refused("no_address", userid="alice"):
        create(work, OPTIONS, work.player("alice"), bob)
    assert work.published == []


def test_a_decided_game_counts_for_nobodys_rating(work: Work, placed: Board, bob: Player) -> None:
    after = adjudicate(work, placed.number, Result.SECOND_WON, "a reason")
    assert (after.match.result, after.match.reason) == (Result.SECOND_WON, Reason.ADJUDICATED)
    assert news(work).what == Adjudicated(Result.SECOND_WON, "a reason")
    assert work.tx.ratings.now("gyges", bob.id) == Rating()
    assert why_ended(work.tx, after) == "a reason"


def test_an_aborted_game_has_no_result(work: Work, placed: Board) -> None:
    after = abort(work, placed.number, "a reason")
    assert (after.match.result, after.match.reason) == (Result.NONE, Reason.ABORTED)
    assert news(work).what == Aborted(why="a reason")


def test_an_invitation_can_be_called_off_but_not_decided(
    work: Work, alice: Player, bob: Player
) -> None:
    invited = challenge(work, alice, bob, OPTIONS)
    work.published.clear()
    with unchanged(work, invited), refused("cannot_decide", status=MatchStatus.INVITED.value):
        adjudicate(work, invited.number, Result.DRAWN, "a reason")
    abort(work, invited.number, "a reason")
    assert news(work).before == invited


@pytest.mark.parametrize("again", ["decide", "abort"])
def test_a_game_that_is_over_cannot_be_ended(work: Work, placed: Board, again: str) -> None:
    over = abort(work, placed.number, "first")
    with unchanged(work, over), refused(f"cannot_{again}", status="finished"):
        if again == "abort":
            abort(work, placed.number, "second")
        else:
            adjudicate(work, placed.number, Result.DRAWN, "second")
    assert why_ended(work.tx, over) == "first"


def test_where_no_operator_ended_it_there_is_no_reason(work: Work, placed: Board) -> None:
    assert why_ended(work.tx, placed) == ""
