from __future__ import annotations

from datetime import timedelta

from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Resigned
from pbm.core.model import Player
from pbm.core.openings import Declined
from pbm.mail.correspondence import Purpose
from pbm.play.blocks import block
from pbm.play.departures import (
    FORGETS,
    Departed,
    ForgettingAsked,
    ForgettingCancelled,
    ask_to_forget,
    cancel_forgetting,
    due,
    due_moment,
    forget,
    forget_again,
    latest_request,
    leave,
    open_boards,
    put_off,
)
from pbm.play.invitations import challenge
from pbm.play.news import BoardNews
from pbm.play.seeks import seek
from pbm.play.settings import choose
from pbm.play.spectators import subscribe
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, begin, finish, play, refused
from tests.pbm.store.samples import token
from tests.pbm.town import NORTH, SOUTH


def test_leaving_resigns_games_and_declines_invitations(
    work: Work, alice: Player, bob: Player
) -> None:
    over = finish(work, bob, alice)
    running = play(work, begin(work, alice, bob), SOUTH, NORTH)
    young = begin(work, bob, alice)
    invited = [challenge(work, *pair, GameOptions(GYGES)) for pair in ((alice, bob), (bob, alice))]
    work.published.clear()
    leave(work, alice, ("Farewell",))
    farewell, *boards = work.published
    declined = tuple(each.number for each in invited)
    assert farewell == Departed(alice, (running.number,), declined, cancelled=(young.number,))
    assert [(each.what, each.said) for each in boards if isinstance(each, BoardNews)] == [
        (Resigned(Seat.FIRST), ("Farewell",)),
        (Aborted(Seat.SECOND), ("Farewell",)),
        (Declined(), ("Farewell",)),
        (Declined(), ("Farewell",)),
    ]
    assert open_boards(work.tx, alice) == []
    assert work.board(over.number).match == over.match


def test_leaving_erases_everything_but_the_userid(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    subscribe(work, alice, begin(work, bob, carol).number)
    block(work, alice, "bob")
    seek(work, alice, GYGES, 1, {})
    leave(work, choose(work, alice, "lang", "de"))
    left = work.tx.players.get(alice.id)
    assert (left.userid, left.left, left.password, left.settings) == ("alice", True, None, {})
    for kept in (work.tx.blocks, work.tx.subscriptions, work.tx.seeks):
        assert not kept.of(alice.id)


def test_the_operator_erases_a_player_as_if_they_had_left(
    work: Work, alice: Player, bob: Player
) -> None:
    running = play(work, begin(work, alice, bob), SOUTH, NORTH)
    forget(work, alice, "a request")
    assert work.published[0] == Departed(alice, (running.number,), (), "a request")
    assert open_boards(work.tx, alice) == []
    left = work.tx.players.get(alice.id)
    assert left.left
    with refused("left_already", userid="alice"):
        forget(work, left, "again")


def test_an_erasure_is_due_after_a_week(work: Work, alice: Player) -> None:
    due_then = ask_to_forget(work, alice, "a request")
    assert due_then == due_moment(work.tx, alice) == work.now + timedelta(days=7)
    assert work.published == [ForgettingAsked(None, alice, due_then, "a request")]
    assert work.tx.players.get(alice.id) == alice
    assert due(work.tx, due_then - timedelta(seconds=1)) == []
    assert due(work.tx, due_then) == [alice]
    with refused("forgetting_asked", userid="alice", due=due_then):
        ask_to_forget(work, alice, "once more")


def test_an_erasure_can_be_cancelled(work: Work, alice: Player) -> None:
    with refused("no_forgetting", userid="alice"):
        cancel_forgetting(work, alice, "a mistake")
    due_then = ask_to_forget(work, alice, "a request")
    work.published.clear()
    cancel_forgetting(work, alice, "a mistake")
    assert work.published == [ForgettingCancelled(None, alice, "a mistake")]
    assert due(work.tx, due_then) == []


def test_a_player_who_leaves_before_their_erasure_is_not_erased_again(
    work: Work, alice: Player
) -> None:
    due_then = ask_to_forget(work, alice, "a request")
    leave(work, alice)
    assert due(work.tx, due_then) == []


def test_the_latest_act_that_asked_for_an_erasure_is_found(work: Work, alice: Player) -> None:
    for userid in ("alice", "alice", "bob"):
        work.tx.acts.add("pbm players forget Alice", "why", {FORGETS: userid}, work.now)
    found = latest_request(work.tx, alice)
    assert found is not None
    assert [act.facts for act in work.tx.acts.list() if act.id >= found.id] == [
        {FORGETS: "bob"},
        {FORGETS: "alice"},
    ]


def test_leaving_invalidates_all_tokens(work: Work, alice: Player, bob: Player) -> None:
    for number, player in enumerate((alice, bob)):
        work.tx.tokens.add(token(f"{number}", Purpose.ACCOUNT, player=player.id))
    leave(work, alice)
    assert not work.tx.tokens.counts(alice.id)
    assert work.tx.tokens.counts(bob.id)


def test_a_player_who_is_back_after_a_restored_backup_is_erased_without_a_farewell(
    work: Work, alice: Player, bob: Player
) -> None:
    running = play(work, begin(work, alice, bob), SOUTH, NORTH)
    forget_again(work, alice)
    assert work.tx.players.get(alice.id).left
    (told,) = work.published
    assert isinstance(told, BoardNews)
    assert (told.after.number, told.what) == (running.number, Resigned(Seat.FIRST))


def test_an_erasure_can_be_postponed(work: Work, alice: Player) -> None:
    due_then = ask_to_forget(work, alice, "a request")
    put_off(work, alice, due_then + timedelta(hours=1))
    assert due(work.tx, due_then) == []
    assert due(work.tx, due_then + timedelta(hours=1)) == [alice]


def test_the_addresses_of_a_player_who_left_wait_for_the_erasure_of_their_mails(
    work: Work, alice: Player
) -> None:
    leave(work, alice)
    assert work.tx.departures.list() == {alice.mailbox: work.now}
