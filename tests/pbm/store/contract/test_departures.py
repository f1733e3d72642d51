"""Contract: erasure of a player who has left."""

from __future__ import annotations

import pytest

from pbm.app.erasure import erase, erase_departed
from pbm.core.marks import MarkKind
from pbm.core.model import Cause
from pbm.mail.correspondence import LetterStatus, MailStatus, Purpose
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, keep, kept, mail, token

ADDRESS = "alice@example.org"


@pytest.fixture
def cause(tx: Transaction) -> Cause:
    """The cause of an event: a letter from the former player's address that was acted on."""
    letter = keep(tx)
    tx.letters.settle(letter, LetterStatus.DONE)
    return Cause(letter=letter)


def test_an_address_is_erased_once_no_mail_to_it_waits(tx: Transaction, cause: Cause) -> None:
    letter, number = keep(tx), tx.outbox.add(mail(cause), NOW)
    tx.departures.add(ADDRESS, NOW)
    erase_departed(tx)
    tx.outbox.mark_sent({number: ""}, NOW)
    erase_departed(tx)
    assert kept(tx, letter).raw
    assert tx.departures.list() == {ADDRESS: NOW}
    tx.letters.settle(letter, LetterStatus.IGNORED)
    erase_departed(tx)
    assert not kept(tx, letter).raw
    assert tx.departures.list() == {}


@pytest.mark.parametrize("status", [MailStatus.QUEUED, MailStatus.HELD, MailStatus.RESTING])
def test_an_address_is_not_erased_while_a_mail_to_it_waits(
    tx: Transaction, cause: Cause, status: MailStatus
) -> None:
    number = tx.outbox.add(mail(cause, status=status), NOW)
    tx.departures.add(ADDRESS, NOW)
    erase_departed(tx)
    assert [each.recipient for each in tx.outbox.list()] == [ADDRESS]
    tx.outbox.drop(number, was=status)
    erase_departed(tx)
    assert [each.recipient for each in tx.outbox.list()] == [""]


@pytest.mark.parametrize("last", [MailStatus.SENT, MailStatus.DEAD])
def test_only_the_rows_of_letters_and_mails_remain(
    tx: Transaction, cause: Cause, last: MailStatus
) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    if last is MailStatus.SENT:
        tx.outbox.mark_sent({number: ""}, NOW)
    else:
        tx.outbox.mark_dead(number, f"550 {ADDRESS} unknown")
    erase(tx, ADDRESS, NOW)
    letter, found = kept(tx, cause.letter or 0), tx.outbox.get(number)
    assert (letter.sender, letter.peer, letter.raw) == ("", "", b"")
    assert found is not None
    assert (found.recipient, found.raw, found.error) == ("", b"", "")
    assert found.status is (MailStatus.SENT if last is MailStatus.SENT else MailStatus.DROPPED)


def test_a_mail_that_has_rested_until_after_the_departure_is_erased_too(
    tx: Transaction, cause: Cause
) -> None:
    alice = add_player(tx, "alice").id
    number = tx.outbox.add(mail(cause, player=alice), NOW)
    tx.outbox.rest(number, NOW + 60 * SECOND, "mails to this address come back")
    tx.players.drop_address(alice, ADDRESS)
    tx.outbox.mark_sent({number: ""}, NOW + 61 * SECOND)
    erase(tx, ADDRESS, NOW)
    found = tx.outbox.get(number)
    assert found is not None
    assert (found.recipient, found.raw) == ("", b"")


def test_a_mail_to_the_next_owner_of_the_address_stays(tx: Transaction, cause: Cause) -> None:
    alice = add_player(tx, "alice").id
    number = tx.outbox.add(mail(cause, player=alice), NOW + SECOND)
    erase(tx, ADDRESS, NOW)
    found = tx.outbox.get(number)
    assert found is not None
    assert (found.recipient, bool(found.raw)) == (ADDRESS, True)


def test_a_letter_is_also_found_by_its_answer(tx: Transaction, cause: Cause) -> None:
    tx.outbox.add(mail(cause, "a@else.example", reply=True), NOW)
    erase(tx, "a@else.example", NOW)
    assert kept(tx, cause.letter or 0).raw == b""


def test_an_erased_failed_letter_is_not_retried(tx: Transaction) -> None:
    letter = keep(tx)
    tx.letters.settle(letter, LetterStatus.FAILED, "ValueError: some words")
    erase(tx, ADDRESS, NOW)
    assert (kept(tx, letter).status, kept(tx, letter).note) == (LetterStatus.IGNORED, "")


def test_what_came_after_the_departure_stays(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.tokens.add(token("new", data={"address": ADDRESS}))
    tx.marks.add(MarkKind.REPLY.of(ADDRESS, board=17), NOW)
    erase(tx, ADDRESS, NOW - SECOND)
    found = tx.outbox.get(number)
    assert found is not None
    assert found.raw and kept(tx, cause.letter or 0).raw
    assert tx.tokens.find("new") is not None
    assert tx.marks.count(MarkKind.REPLY.of(ADDRESS, board=17), NOW - SECOND) == 1


def test_the_address_is_erased_from_limits_questions_and_acts(tx: Transaction) -> None:
    other = "bob@example.org"
    for address in (ADDRESS, other):
        tx.tokens.add(token(address, Purpose.ADDRESS, data={"address": address}))
        tx.marks.add(MarkKind.ASK.of(address), NOW)
    act = tx.acts.add(f"pbm players add alice {ADDRESS.upper()} {other}", f"by {ADDRESS}", {}, NOW)
    erase(tx, ADDRESS, NOW)
    assert [bool(tx.tokens.find(each)) for each in (ADDRESS, other)] == [False, True]
    assert [tx.marks.count(MarkKind.ASK.of(each), NOW - SECOND) for each in (ADDRESS, other)] == [
        0,
        1,
    ]
    found = tx.acts.get(act.id)
    assert found is not None
    assert (found.command, found.why) == (f"pbm players add alice (gone) {other}", "by (gone)")


def test_all_tokens_and_vacations_of_a_player_are_erased(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    for player in (alice, bob):
        tx.tokens.add(token(f"used {player}", player=player))
        tx.tokens.use(f"used {player}", NOW)
        tx.vacations.add(player, NOW, NOW + SECOND)
    tx.tokens.erase(alice)
    tx.vacations.erase(alice)
    assert tx.tokens.find(f"used {alice}") is None
    assert tx.tokens.find(f"used {bob}") is not None
    assert [len(tx.vacations.of(player)) for player in (alice, bob)] == [0, 1]


def test_a_used_token_has_no_data(tx: Transaction) -> None:
    tx.tokens.add(token("h", data={"password": "a hash"}))
    tx.tokens.use("h", NOW)
    found = tx.tokens.find("h")
    assert found is not None
    assert found.data == {}
