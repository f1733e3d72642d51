from __future__ import annotations

from datetime import timedelta

from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Declined, Resigned
from pbm.core.model import Player
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
    latest_request,
    leave,
    open_boards,
)
from pbm.play.invitations import challenge
from pbm.play.news import BoardNews
from pbm.play.seeks import seek
from pbm.play.settings import choose
from pbm.play.spectators import subscribe
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.games import GYGES, begin, finish
from tests.pbm.play.table import play, refused
from tests.pbm.store.samples import token
from tests.pbm.town import NORTH, SOUTH


def test_games_are_resigned_and_invitations_declined(
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
    assert farewell == Departed(alice, (running.number, young.number), declined)
    assert [(each.what, each.said) for each in boards if isinstance(each, BoardNews)] == [
        (Resigned(Seat.FIRST), ("Farewell",)),
        (Aborted(Seat.SECOND), ("Farewell",)),
        (Declined(), ("Farewell",)),
        (Declined(), ("Farewell",)),
    ]
    assert open_boards(work.tx, alice) == []
    assert work.board(over.number).match == over.match


def test_nothing_is_left_of_a_player_but_their_name(
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


def test_the_operator_forgets_a_player_as_if_they_left(
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


def test_a_player_who_is_to_be_forgotten_has_a_week_to_object(work: Work, alice: Player) -> None:
    due_then = ask_to_forget(work, alice, "a request")
    assert due_then == due_moment(work.tx, alice) == work.now + timedelta(days=7)
    assert work.published == [ForgettingAsked(None, alice, due_then, "a request")]
    assert work.tx.players.get(alice.id) == alice
    assert due(work.tx, due_then - timedelta(seconds=1)) == []
    assert due(work.tx, due_then) == [alice]
    with refused("forgetting_asked", userid="alice", due=due_then):
        ask_to_forget(work, alice, "once more")


def test_a_player_may_stay_after_all(work: Work, alice: Player) -> None:
    with refused("no_forgetting", userid="alice"):
        cancel_forgetting(work, alice, "a mistake")
    due_then = ask_to_forget(work, alice, "a request")
    work.published.clear()
    cancel_forgetting(work, alice, "a mistake")
    assert work.published == [ForgettingCancelled(None, alice, "a mistake")]
    assert due(work.tx, due_then) == []


def test_who_leaves_first_is_not_forgotten_once_more(work: Work, alice: Player) -> None:
    due_then = ask_to_forget(work, alice, "a request")
    leave(work, alice)
    assert due(work.tx, due_then) == []


def test_the_latest_act_that_asked_is_found(work: Work, alice: Player) -> None:
    for userid in ("alice", "alice", "bob"):
        work.tx.acts.add("pbm players forget Alice", "why", {FORGETS: userid}, work.now)
    found = latest_request(work.tx, alice)
    assert found is not None
    assert [act.facts for act in work.tx.acts.list() if act.id >= found.id] == [
        {FORGETS: "bob"},
        {FORGETS: "alice"},
    ]


def test_no_mail_can_be_answered_any_more(work: Work, alice: Player, bob: Player) -> None:
    for number, player in enumerate((alice, bob)):
        work.tx.tokens.add(token(f"{number}", Purpose.ACCOUNT, player=player.id))
    leave(work, alice)
    assert not work.tx.tokens.counts(alice.id)
    assert work.tx.tokens.counts(bob.id)
