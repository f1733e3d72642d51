"""Rulings of the operator. Their mails and commands are tested elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Adjudicated
from pbm.core.model import MatchStatus, Player, PlayerStatus
from pbm.core.openings import Created
from pbm.core.ratings import Rating
from pbm.core.results import Reason, Result
from pbm.play.corrections import reopen
from pbm.play.invitations import challenge
from pbm.play.rulings import abort, adjudicate, create, why_ended
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, news, refused, unchanged

OPTIONS = GameOptions(GYGES)


def test_a_game_created_by_the_operator_begins_at_once(
    work: Work, alice: Player, bob: Player
) -> None:
    board = create(work, replace(OPTIONS, first="bob"), alice, bob)
    assert (board.running, board.turn, board.match.players) == (
        True,
        Seat.FIRST,
        (bob.id, alice.id),
    )
    told = news(work)
    assert isinstance(told.what, Created)
    assert (told.by, told.what.terms.by, told.before, told.after) == (None, None, None, board)


def test_no_game_is_created_for_one_player(work: Work, alice: Player) -> None:
    with refused("one_player", userid="alice"):
        create(work, OPTIONS, alice, alice)


def test_no_game_is_created_for_a_suspended_or_departed_player(
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


def test_a_decided_game_is_unrated(work: Work, placed: Board, bob: Player) -> None:
    after = adjudicate(work, placed.number, Result.SECOND_WON, "a reason")
    assert (after.match.result, after.match.reason) == (Result.SECOND_WON, Reason.ADJUDICATED)
    assert news(work).what == Adjudicated(Result.SECOND_WON, "a reason")
    assert work.tx.ratings.now("gyges", bob.id) == Rating()
    assert why_ended(work.tx, after) == "a reason"


def test_an_aborted_game_has_no_result(work: Work, placed: Board) -> None:
    after = abort(work, placed.number, "a reason")
    assert (after.match.result, after.match.reason) == (Result.NONE, Reason.ABORTED)
    assert news(work).what == Aborted(why="a reason")


def test_an_invitation_can_be_aborted_but_not_decided(
    work: Work, alice: Player, bob: Player
) -> None:
    invited = challenge(work, alice, bob, OPTIONS)
    work.published.clear()
    with unchanged(work, invited), refused("cannot_decide", status=MatchStatus.INVITED.value):
        adjudicate(work, invited.number, Result.DRAWN, "a reason")
    abort(work, invited.number, "a reason")
    assert news(work).before == invited


@pytest.mark.parametrize("again", ["decide", "abort"])
def test_a_finished_game_cannot_be_ended_again(work: Work, placed: Board, again: str) -> None:
    over = abort(work, placed.number, "first")
    with unchanged(work, over), refused(f"cannot_{again}", status="finished"):
        if again == "abort":
            abort(work, placed.number, "second")
        else:
            adjudicate(work, placed.number, Result.DRAWN, "second")
    assert why_ended(work.tx, over) == "first"


def test_a_game_that_no_operator_ended_has_no_reason(work: Work, placed: Board) -> None:
    assert why_ended(work.tx, placed) == ""


def test_a_reopened_game_has_no_reason_any_more(work: Work, placed: Board) -> None:
    adjudicate(work, placed.number, Result.DRAWN, "a reason")
    assert why_ended(work.tx, reopen(work, placed.number, "a mistake")) == ""
