from __future__ import annotations

import pytest

from pbm.core.model import Player, PlayerStatus
from pbm.play.blocks import block
from pbm.play.bounds import MESSAGES
from pbm.play.departures import leave
from pbm.play.messages import (
    MOST_RECIPIENTS,
    Broadcast,
    BroadcastSent,
    MessageSent,
    broadcast,
    send,
    wants_broadcasts,
)
from pbm.play.settings import choose
from pbm.play.work import Work
from tests.pbm.play.helpers import refused
from tests.pbm.store.samples import add_player

HELLO = ("Hello!",)


def test_a_message_goes_once_to_each_recipient_who_does_not_block_the_sender(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    block(work, carol, "alice")
    work.published.clear()
    send(work, alice, ["alice", "bob", "carol", "bob"], HELLO)
    assert work.published == [MessageSent(alice, (bob,), (carol,), said=HELLO)]


def test_a_sender_whom_all_recipients_block_is_refused(
    work: Work, alice: Player, bob: Player
) -> None:
    block(work, bob, "alice")
    with refused("blocked_by", userid="bob"):
        send(work, alice, ["bob"], HELLO)


@pytest.mark.parametrize(
    ("to", "said", "code"),
    [
        (["bob"], (), "no_message"),
        (["alice"], HELLO, "own_userid"),
        (["nobody"], HELLO, "unknown_player"),
        (["carol"], HELLO, "has_left"),
    ],
)
def test_a_message_without_text_or_recipients_is_refused(
    work: Work,
    alice: Player,
    bob: Player,
    carol: Player,
    to: list[str],
    said: tuple[str],
    code: str,
) -> None:
    leave(work, carol)
    before = [*work.published]
    with refused(code):
        send(work, alice, to, said)
    assert work.published == before


def test_nobody_can_write_to_a_player_whom_they_block(
    work: Work, alice: Player, bob: Player
) -> None:
    block(work, alice, "bob")
    with refused("you_block"):
        send(work, alice, ["bob"], HELLO)


def test_a_message_counts_once_for_each_recipient(work: Work, alice: Player) -> None:
    readers = [add_player(work.tx, f"reader{number}").userid for number in range(11)]
    with refused("too_many_recipients", most=MOST_RECIPIENTS):
        send(work, alice, readers, HELLO)
    for _ in range(MESSAGES.most // MOST_RECIPIENTS):
        send(work, alice, readers[:MOST_RECIPIENTS], HELLO)
    with refused("many_messages", most=MESSAGES.most):
        send(work, alice, readers[:1], HELLO)


def test_broadcasts_go_to_active_players_who_want_them(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    choose(work, carol, "broadcasts", "off")
    everybody = work.tx.players.list()
    assert [each.userid for each in everybody if wants_broadcasts(each)] == ["alice"]


def test_a_broadcast_is_published_without_a_player(work: Work, alice: Player, bob: Player) -> None:
    news = Broadcast("A pause", "Off on Sunday.")
    broadcast(work, [alice, bob], news)
    assert work.published == [BroadcastSent(None, (alice, bob), news)]
