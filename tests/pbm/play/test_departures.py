from __future__ import annotations

from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Declined, Resigned
from pbm.core.model import Player
from pbm.mail.correspondence import Purpose
from pbm.play.blocks import block
from pbm.play.departures import Departed, forget, leave, open_boards
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


def test_no_mail_can_be_answered_any_more(work: Work, alice: Player, bob: Player) -> None:
    for number, player in enumerate((alice, bob)):
        work.tx.tokens.add(token(f"{number}", Purpose.ACCOUNT, player=player.id))
    leave(work, alice)
    assert not work.tx.tokens.counts(alice.id)
    assert work.tx.tokens.counts(bob.id)
