"""Contract: messages that were fetched from a mailbox."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.base.errors import ConflictError
from pbm.store.mail_protocol import Message
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.samples import keep

HERE, THERE = "club@example.org/INBOX", "club@example.net/INBOX"


def test_a_message_is_known_by_mailbox_validity_and_uid(tx: Transaction) -> None:
    assert tx.fetched.known(HERE, 7, []) == tx.fetched.known(HERE, 7, [1]) == set()
    tx.fetched.add(Message(HERE, 7, 2**31 + 1, "ab", keep(tx)))
    tx.fetched.add(Message(HERE, 7, 3))
    assert tx.fetched.known(HERE, 7, [1, 2**31 + 1, 3]) == {2**31 + 1, 3}
    assert tx.fetched.known(HERE, 8, [3]) == tx.fetched.known(THERE, 7, [3]) == set()


def test_a_message_is_added_once(store: Store) -> None:
    with store.transaction() as tx:
        message = Message(HERE, 7, 1, "ab", keep(tx))
        tx.fetched.add(message)
    with pytest.raises(ConflictError), store.transaction() as tx:
        keep(tx)
        tx.fetched.add(message)
    with store.transaction() as tx:
        assert len(tx.letters.waiting()) == 1
        tx.fetched.add(replace(message, validity=8))


def test_the_first_letter_of_a_digest_is_found(tx: Transaction) -> None:
    first, second = keep(tx), keep(tx)
    tx.fetched.add(Message(HERE, 7, 1, "ab", second))
    tx.fetched.add(Message(HERE, 7, 2, "ab", first))
    tx.fetched.add(Message(HERE, 7, 3))
    assert tx.fetched.letters(HERE, ["ab", "cd", ""]) == {"ab": first}
    assert tx.fetched.letters(THERE, ["ab"]) == tx.fetched.letters(HERE, []) == {}
