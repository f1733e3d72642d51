from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbm.base.errors import ConflictError
from pbm.core.model import Cause
from pbm.mail.correspondence import MailStatus, OutboxMail, PassedOver
from pbm.store.mail_protocol import Outbox
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.samples import NOW, RAW, SECOND, keep, mail, open_board

HOUR = timedelta(hours=1)


@pytest.fixture
def cause(tx: Transaction) -> Cause:
    return Cause(letter=keep(tx))


def get(tx: Transaction, number: int) -> OutboxMail:
    found = tx.outbox.get(number)
    assert found is not None
    return found


def due_at(tx: Transaction, now: datetime, limit: int = 100, *others: Any) -> list[int]:
    return [each.id for each in tx.outbox.due(now, now + HOUR, limit, PassedOver(*others))]


def due(tx: Transaction) -> list[int]:
    return due_at(tx, NOW + SECOND)


def test_a_mail_is_stored_byte_by_byte_and_due_at_once(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause, reply=True), NOW)
    found = get(tx, number)
    assert (found.raw, found.nonce, found.cause, found.reply) == (RAW, "ab", cause, True)
    assert (found.status, found.queued, found.due) == (MailStatus.QUEUED, NOW, NOW)
    assert due(tx) == [number]


def test_a_postponed_mail_is_not_due_before_its_time(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.postpone(number, NOW + HOUR, "mailbox full")
    assert due(tx) == []
    assert due_at(tx, NOW + HOUR) == [number]


def test_a_mail_postponed_to_the_time_when_it_was_queued_waits(
    tx: Transaction, cause: Cause
) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.postpone(number, NOW, "mailbox full")
    assert (due_at(tx, NOW - SECOND), due_at(tx, NOW)) == ([], [number])


def test_no_mail_waits_for_a_clock_that_has_jumped_back(tx: Transaction, cause: Cause) -> None:
    new, tried, other = (
        tx.outbox.add(mail(cause, f"{name}@example.org"), NOW) for name in ("new", "tried", "other")
    )
    tx.outbox.postpone(tried, NOW + HOUR, "mailbox full")
    tx.outbox.postpone(other, NOW + SECOND, "mailbox full")
    yesterday = NOW - timedelta(days=1)
    assert due_at(tx, yesterday) == [new, tried, other]
    assert due_at(tx, NOW - SECOND) == [new, tried]


def test_due_mails_come_oldest_first_up_to_a_limit(tx: Transaction, cause: Cause) -> None:
    numbers = [tx.outbox.add(mail(cause, f"{name}@example.org"), NOW) for name in "abc"]
    assert due_at(tx, NOW, 2) == numbers[:2]


def test_a_mail_waits_for_an_older_one_to_the_same_address(tx: Transaction, cause: Cause) -> None:
    first, second = (tx.outbox.add(mail(cause), NOW) for _ in range(2))
    other = tx.outbox.add(mail(cause, "bob@example.org"), NOW)
    tx.outbox.postpone(first, NOW + HOUR, "mailbox full")
    assert due(tx) == [other]
    assert due_at(tx, NOW + HOUR) == [first, other]
    tx.outbox.mark_sent({first: ""}, NOW + HOUR)
    assert due(tx) == [second, other]


def test_mails_to_busy_recipients_and_mails_already_sent_are_not_due(
    tx: Transaction, cause: Cause
) -> None:
    first, second = (tx.outbox.add(mail(cause), NOW) for _ in range(2))
    other = tx.outbox.add(mail(cause, "bob@example.org"), NOW)
    assert due_at(tx, NOW, 100, ["bob@example.org"]) == [first]
    assert due_at(tx, NOW, 100, (), [first]) == [second, other]


def test_an_unfinished_mail_is_due_once_it_is_finished(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause, page="{}"), NOW)
    behind = tx.outbox.add(mail(cause, message_id="<2@example.org>"), NOW)
    other = tx.outbox.add(mail(cause, "bob@example.org", message_id="<3@example.org>"), NOW)
    assert [each.id for each in tx.outbox.unfinished(9)] == [number]
    assert due(tx) == [other]
    tx.outbox.finish(number, b"whole")
    assert (get(tx, number).raw, get(tx, number).page) == (b"whole", "")
    assert due(tx) == [number, other]
    tx.outbox.mark_sent({number: ""}, NOW)
    assert due(tx) == [behind, other]


def test_unfinished_mails_come_oldest_first_up_to_a_limit(tx: Transaction, cause: Cause) -> None:
    numbers = [tx.outbox.add(mail(cause, page="{}"), NOW) for _ in range(3)]
    assert [each.id for each in tx.outbox.unfinished(2)] == numbers[:2]
    assert tx.outbox.count_unfinished() == 3


def test_a_mail_that_rests_or_is_held_is_not_painted_before_it_is_queued(
    tx: Transaction, cause: Cause
) -> None:
    tx.outbox.add(mail(cause, page="{}", status=MailStatus.HELD), NOW)
    resting = tx.outbox.add(mail(cause, page="{}"), NOW)
    tx.outbox.rest(resting, NOW + HOUR, "mails come back")
    assert tx.outbox.unfinished(9) == []
    tx.outbox.end_rests(NOW + HOUR)
    assert [each.id for each in tx.outbox.unfinished(9)] == [resting]


@pytest.mark.parametrize("page", ["", "{}"])
def test_only_a_mail_that_is_queued_and_unfinished_can_be_finished(
    tx: Transaction, cause: Cause, page: str
) -> None:
    number = tx.outbox.add(mail(cause, page=page), NOW)
    if page:
        tx.outbox.drop(number)
    with pytest.raises(ConflictError):
        tx.outbox.finish(number, b"whole")
    assert (get(tx, number).raw, get(tx, number).page) == (RAW, page)


def test_copies_of_a_mail_are_finished_with_the_same_bytes(tx: Transaction, cause: Cause) -> None:
    first, second = (tx.outbox.add(mail(cause, page="{}"), NOW) for _ in range(2))
    other = tx.outbox.add(mail(cause, page="{}", message_id="<other@example.org>"), NOW)
    tx.outbox.finish(second, b"whole")
    with pytest.raises(ConflictError):
        tx.outbox.finish(first, b"text alone")
    tx.outbox.mark_sent({first: ""}, NOW)
    third = tx.outbox.add(mail(cause, page="{}"), NOW)
    tx.outbox.finish(third, b"text alone")
    assert [get(tx, each).raw for each in (first, second, third)] == [b"whole"] * 3
    assert [each.id for each in tx.outbox.unfinished(9)] == [other]


def test_a_copy_takes_no_bytes_of_a_mail_whose_bytes_were_erased(
    tx: Transaction, cause: Cause
) -> None:
    first = tx.outbox.add(mail(cause), NOW)
    tx.outbox.erase([first])
    second = tx.outbox.add(mail(cause, page="{}"), NOW)
    tx.outbox.finish(second, b"whole")
    assert (get(tx, first).raw, get(tx, second).raw) == (b"", b"whole")


def test_the_page_of_a_mail_is_erased_with_its_bytes(tx: Transaction, cause: Cause) -> None:
    numbers = [tx.outbox.add(mail(cause, page="{}"), NOW) for _ in range(2)]
    tx.outbox.erase(numbers[:1])
    tx.outbox.blank(NOW + SECOND, [MailStatus.QUEUED])
    assert [get(tx, number).page for number in numbers] == ["", ""]


def test_a_mail_can_be_postponed_without_counting_an_attempt(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.postpone(number, NOW + HOUR, "the next hop is down", attempts=0)
    assert get(tx, number).attempts == 0
    assert due(tx) == []


def test_the_next_hops_reply_is_stored_with_a_sent_mail(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.mark_sent({number: "250 2.0.0 Ok: queued as 4XyZ"}, NOW)
    assert get(tx, number).accepted == "250 2.0.0 Ok: queued as 4XyZ"


def test_many_mails_are_marked_as_sent_together(tx: Transaction, cause: Cause) -> None:
    numbers = [tx.outbox.add(mail(cause), NOW) for _ in range(4)]
    tx.outbox.postpone(numbers[0], NOW + HOUR, "mailbox full")
    tx.outbox.mark_sent({numbers[0]: "250 it's :one ?", numbers[2]: ""}, NOW + SECOND)
    tx.outbox.mark_sent({}, NOW)
    found = [get(tx, number) for number in numbers]
    sent, queued = MailStatus.SENT, MailStatus.QUEUED
    assert [each.status for each in found] == [sent, queued, sent, queued]
    assert [each.accepted for each in found] == ["250 it's :one ?", "", "", ""]
    assert [each.sent for each in found] == [NOW + SECOND, None, NOW + SECOND, None]
    assert found[0].error == ""


def test_postponing_counts_an_attempt_and_stores_the_reason(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.postpone(number, NOW + HOUR, "mailbox full")
    tx.outbox.postpone(number, NOW + HOUR, "mailbox full")
    found = get(tx, number)
    assert (found.attempts, found.error, found.due) == (2, "mailbox full", NOW + HOUR)


def test_a_resting_mail_is_due_in_time_and_delays_no_other(tx: Transaction, cause: Cause) -> None:
    resting = tx.outbox.add(mail(cause), NOW)
    tx.outbox.rest(resting, NOW + HOUR, "mails come back")
    other = tx.outbox.add(mail(cause), NOW)
    tx.outbox.end_rests(NOW + HOUR - SECOND)
    found = get(tx, resting)
    assert (found.status, found.error) == (MailStatus.RESTING, "mails come back")
    assert due(tx) == [other]
    assert tx.outbox.oldest(NOW) == get(tx, other)
    tx.outbox.end_rests(NOW + HOUR)
    assert get(tx, resting).status is MailStatus.QUEUED
    assert due_at(tx, NOW + HOUR) == [resting]


def test_a_resting_mail_can_be_revived(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.rest(number, NOW + HOUR, "mails come back")
    tx.outbox.revive(number, "alice@example.org", NOW, was=MailStatus.RESTING)
    assert due(tx) == [number]


def test_resting_mails_are_queued_to_another_address_of_the_player(
    tx: Transaction, cause: Cause
) -> None:
    alice, bob = open_board(tx).players
    resting, others, tried = (
        tx.outbox.add(mail(cause, player=player), NOW) for player in (alice, bob, alice)
    )
    for number in (resting, others):
        tx.outbox.rest(number, NOW + HOUR, "mails come back")
    tx.outbox.postpone(tried, NOW + HOUR, "mailbox full")
    tx.outbox.wake(alice, "new@example.org", NOW)
    woken = get(tx, resting)
    assert (woken.status, woken.recipient) == (MailStatus.QUEUED, "new@example.org")
    assert (woken.queued, woken.due, woken.error) == (NOW, NOW, "")
    assert get(tx, others).status is MailStatus.RESTING
    assert get(tx, tried).due == NOW + HOUR


@pytest.mark.parametrize("status", [MailStatus.SENT, MailStatus.DEAD, MailStatus.DROPPED])
def test_sent_dead_and_dropped_mails_are_not_due_and_delay_no_other(
    tx: Transaction, cause: Cause, status: MailStatus
) -> None:
    first, second = (tx.outbox.add(mail(cause), NOW) for _ in range(2))
    tx.outbox.postpone(first, NOW + HOUR, "later")
    if status is MailStatus.SENT:
        tx.outbox.mark_sent({first: ""}, NOW + SECOND)
    elif status is MailStatus.DEAD:
        tx.outbox.mark_dead(first, "no such user")
    else:
        tx.outbox.drop(first)
    assert get(tx, first).status is status
    assert due(tx) == [second]
    assert [each.id for each in tx.outbox.list(status)] == [first]


def test_a_dead_mail_can_be_revived(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.postpone(number, NOW + HOUR, "later")
    tx.outbox.mark_dead(number, "no such user")
    tx.outbox.revive(number, "alice@example.net", NOW, was=MailStatus.DEAD)
    found = get(tx, number)
    assert (found.status, found.attempts) == (MailStatus.QUEUED, 0)
    assert found.recipient == "alice@example.net"
    assert due(tx) == [number]


def test_the_replies_to_a_letter_are_not_its_other_mails(tx: Transaction, cause: Cause) -> None:
    reply = tx.outbox.add(mail(cause, reply=True), NOW)
    tx.outbox.add(mail(cause, "bob@example.org"), NOW)
    tx.outbox.add(mail(Cause(letter=keep(tx)), reply=True), NOW)
    assert cause.letter is not None
    assert [each.id for each in tx.outbox.replies_to(cause.letter)] == [reply]


def test_a_mail_that_was_sent_again_is_once_in_its_thread(tx: Transaction, cause: Cause) -> None:
    match = open_board(tx)
    alice, _ = match.players
    for number in (1, 2, 3, 4, 3, 5, 3, 5, 5):
        told = mail(cause, message_id=f"<{number}>", player=alice)
        tx.outbox.add(replace(told, board=match.board), NOW)
    assert tx.outbox.thread(match.board, alice) == ["<1>", "<3>", "<4>", "<5>"]


def test_a_thread_is_the_first_mail_and_the_latest_three(tx: Transaction, cause: Cause) -> None:
    match = open_board(tx)
    alice, bob = match.players
    for number in range(1, 20):
        for player in (alice, bob):
            told = mail(cause, message_id=f"<{number}.{player}>", player=player)
            tx.outbox.add(replace(told, board=match.board, seq=1), NOW)
    expected = [f"<{number}.{alice}>" for number in (1, 17, 18, 19)]
    assert tx.outbox.thread(match.board, alice) == expected
    assert tx.outbox.reported(match.board) == {(1, alice), (1, bob)}
    assert tx.outbox.causes(match.board) == {1: cause}


def test_the_oldest_mail_is_the_one_that_was_queued_first(tx: Transaction, cause: Cause) -> None:
    sent, oldest, _ = (tx.outbox.add(mail(cause), NOW + each * SECOND) for each in range(3))
    tx.outbox.mark_sent({sent: ""}, NOW)
    found = tx.outbox.oldest(NOW + 2 * SECOND)
    assert found is not None
    assert found.id == oldest
    assert tx.outbox.counts() == {MailStatus.QUEUED: 2, MailStatus.SENT: 1}


def test_an_empty_outbox_has_no_mails(tx: Transaction) -> None:
    assert tx.outbox.get(1) is None
    assert tx.outbox.oldest(NOW) is None
    assert tx.outbox.list() == []


def test_mails_about_a_player_are_those_to_them_and_to_their_addresses(
    tx: Transaction, cause: Cause
) -> None:
    player = open_board(tx).players[0]
    to_player = tx.outbox.add(mail(cause, "old@example.org", player=player), NOW)
    to_address = tx.outbox.add(mail(cause, "a@example.org"), NOW)
    tx.outbox.add(mail(cause, "bob@example.org"), NOW)
    assert tx.outbox.about(player, ["a@example.org"]) == [to_player, to_address]


def test_held_mails_are_not_due_and_are_listed_until_they_are_gathered(
    tx: Transaction, cause: Cause
) -> None:
    sent = tx.outbox.add(mail(cause), NOW)
    held = [tx.outbox.add(mail(cause, status=MailStatus.HELD), NOW) for _ in range(2)]
    assert due(tx) == [sent]
    assert [each.id for each in tx.outbox.held()] == held
    tx.outbox.gather(held[0])
    assert [each.id for each in tx.outbox.held()] == held[1:]
    assert get(tx, held[0]).status is MailStatus.GATHERED


def test_a_revived_mail_is_due_even_if_the_clock_is_behind(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.mark_dead(number, "no such user")
    tx.outbox.revive(number, "alice@example.org", NOW, was=MailStatus.DEAD)
    assert due_at(tx, NOW - HOUR / 2) == [number]


def test_the_mails_caused_by_a_letter_include_those_that_are_no_replies(
    tx: Transaction, cause: Cause
) -> None:
    caused = [tx.outbox.add(mail(cause, reply=reply), NOW) for reply in (True, False)]
    tx.outbox.add(mail(Cause(letter=keep(tx))), NOW)
    assert cause.letter is not None
    assert [each.id for each in tx.outbox.caused_by(cause.letter)] == caused


def test_the_bytes_of_mails_with_some_statuses_are_erased(tx: Transaction, cause: Cause) -> None:
    sent, dropped, dead, queued = (tx.outbox.add(mail(cause), NOW) for _ in range(4))
    later = tx.outbox.add(mail(cause), NOW + SECOND)
    for number in (sent, later):
        tx.outbox.mark_sent({number: "250 OK"}, NOW)
    tx.outbox.drop(dropped, "nobody wants it")
    tx.outbox.mark_dead(dead, "no such user")
    tx.outbox.blank(NOW + SECOND, [MailStatus.SENT, MailStatus.DROPPED])
    assert (get(tx, sent).raw, get(tx, sent).accepted) == (b"", "")
    assert (get(tx, dropped).raw, get(tx, dropped).error) == (b"", "")
    assert [get(tx, number).raw for number in (dead, queued, later)] == [RAW] * 3


def test_mails_to_strangers_go_neither_to_a_player_nor_to_a_players_address(
    tx: Transaction, cause: Cause
) -> None:
    alice = open_board(tx).players[0]
    known = tx.players.get(alice).addresses[0]
    mails = [mail(cause, "a@b.example"), mail(cause, known), mail(cause, "c@d.example")]
    numbers = [tx.outbox.add(each, NOW) for each in (*mails[:2], replace(mails[2], player=alice))]
    for number in numbers:
        tx.outbox.mark_sent({number: ""}, NOW)
    tx.outbox.blank_strangers(NOW + SECOND, [MailStatus.SENT])
    assert [bool(get(tx, number).raw) for number in numbers] == [False, True, True]


CHANGES: Mapping[str, Callable[[Outbox, int, MailStatus], None]] = {
    "rest": lambda outbox, mail, _: outbox.rest(mail, NOW + HOUR, "mails come back"),
    "postpone": lambda outbox, mail, _: outbox.postpone(mail, NOW + HOUR, "mailbox full"),
    "mark_dead": lambda outbox, mail, was: outbox.mark_dead(mail, "no such user", was=was),
    "revive": lambda outbox, mail, was: outbox.revive(mail, "a@example.org", NOW, was=was),
    "drop": lambda outbox, mail, was: outbox.drop(mail, was=was),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changing_a_mail_with_another_status_is_a_conflict(
    store: Store, change: Callable[[Outbox, int, MailStatus], None]
) -> None:
    with store.transaction() as tx:
        number = tx.outbox.add(mail(Cause(letter=keep(tx))), NOW)
    with store.reading() as slow:
        was = get(slow, number).status
        with store.transaction() as quick:
            quick.outbox.drop(number, "dropped", was=was)
            dropped = get(quick, number)
        with pytest.raises(ConflictError), store.transaction() as tx:
            change(tx.outbox, number, was)
    with store.reading() as tx:
        assert get(tx, number) == dropped


def test_a_mail_is_gathered_once(store: Store) -> None:
    with store.transaction() as tx:
        number = tx.outbox.add(mail(Cause(letter=keep(tx)), status=MailStatus.HELD), NOW)
    with store.reading() as slow:
        assert [each.id for each in slow.outbox.held()] == [number]
        with store.transaction() as quick:
            quick.outbox.gather(number)
        with pytest.raises(ConflictError), store.transaction() as tx:
            tx.outbox.gather(number)


def test_a_mail_can_be_marked_as_sent_from_any_status(tx: Transaction, cause: Cause) -> None:
    number = tx.outbox.add(mail(cause), NOW)
    tx.outbox.drop(number)
    tx.outbox.mark_sent({number: ""}, NOW)
    assert get(tx, number).status is MailStatus.SENT


def test_mails_of_other_kinds_are_passed_over(tx: Transaction, cause: Cause) -> None:
    tx.outbox.add(mail(cause, kind="digest"), NOW)
    board = tx.outbox.add(mail(cause, kind="board"), NOW)
    later = NOW + SECOND
    found = tx.outbox.due(NOW, later, 9, PassedOver(kinds=["board", "confirm"]))
    assert [each.id for each in found] == [board]


def test_the_times_of_mails_that_were_sent_lately_come_in_order(
    tx: Transaction, cause: Cause
) -> None:
    numbers = [tx.outbox.add(mail(cause), NOW) for _ in range(4)]
    for at, number in enumerate(numbers[:3]):
        tx.outbox.mark_sent({number: ""}, NOW + at * HOUR)
    assert tx.outbox.sent_since(NOW + HOUR, 9) == [NOW + HOUR, NOW + 2 * HOUR]
    assert tx.outbox.sent_since(NOW, 2) == [NOW + HOUR, NOW + 2 * HOUR]


def test_the_key_of_a_reply_is_kept(tx: Transaction, cause: Cause) -> None:
    assert get(tx, tx.outbox.add(mail(cause, reply_key="hash"), NOW)).reply_key == "hash"
