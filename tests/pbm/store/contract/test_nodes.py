"""Contract: nodes, and who delivers a mail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.bookkeeping import Node
from pbm.core.model import Cause
from pbm.mail.correspondence import MailStatus
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, keep, mail

NORTH = Node("north", NOW, "0.1.0", "a hash", {"domain": "example.org", "keep_letters": "90"})
UNTIL = NOW + 60 * SECOND


def queued(tx: Transaction, recipient: str = "alice@example.org") -> int:
    return tx.outbox.add(mail(Cause(letter=keep(tx)), recipient), NOW)


def test_nodes_are_listed_by_name_as_they_were_last_seen(tx: Transaction) -> None:
    south = replace(NORTH, name="south", settings={})
    for node in (south, NORTH, replace(NORTH, seen=NOW + SECOND, version="0.2.0")):
        tx.nodes.put(node)
    assert tx.nodes.list() == [replace(NORTH, seen=NOW + SECOND, version="0.2.0"), south]


def test_a_key_is_forgotten_for_all_nodes(tx: Transaction) -> None:
    tx.nodes.put(NORTH)
    tx.nodes.forget_key()
    assert tx.nodes.list() == [replace(NORTH, key="")]


def test_a_mail_has_one_lease_until_it_expires(tx: Transaction) -> None:
    number = queued(tx)
    assert tx.leases.take(number, "north", NOW, UNTIL)
    assert not tx.leases.take(number, "south", NOW, UNTIL)
    assert tx.leases.take(number, "north", NOW, UNTIL + SECOND)
    assert tx.leases.expired(UNTIL) == 0
    assert tx.leases.expired(UNTIL + SECOND) == 1
    assert not tx.leases.take(number, "south", UNTIL, UNTIL)
    assert tx.leases.take(number, "south", UNTIL + SECOND, UNTIL + 2 * SECOND)


def test_a_dropped_lease_can_be_taken(tx: Transaction) -> None:
    one, other = queued(tx), queued(tx, "bob@example.org")
    for number in (one, other):
        assert tx.leases.take(number, "north", NOW, UNTIL)
    tx.leases.drop(one)
    assert tx.leases.take(one, "south", NOW, UNTIL)
    tx.leases.release("north")
    assert tx.leases.take(other, "south", NOW, UNTIL)


@pytest.mark.parametrize("status", [MailStatus.SENT, MailStatus.DROPPED, MailStatus.DEAD])
def test_only_a_queued_mail_has_a_lease(status: MailStatus, tx: Transaction) -> None:
    number = tx.outbox.add(mail(Cause(letter=keep(tx)), status=status), NOW)
    assert not tx.leases.take(number, "north", NOW, UNTIL)
    assert not tx.leases.take(number + 1, "north", NOW, UNTIL)


def test_the_recipients_of_others_are_told(tx: Transaction) -> None:
    tx.leases.take(queued(tx), "north", NOW, UNTIL)
    tx.leases.take(queued(tx, "bob@example.org"), "south", NOW, UNTIL)
    assert tx.leases.recipients("south", NOW) == {"alice@example.org"}
    assert tx.leases.recipients("south", UNTIL) == set()
