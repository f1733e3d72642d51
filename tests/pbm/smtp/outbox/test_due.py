"""The mails that are due."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.model import Cause
from pbm.mail.correspondence import LONGEST_WAIT
from pbm.smtp.outbox import due_mails
from tests.combinations import for_each
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, SECOND, keep, mail
from tests.pbm.town import ALICE, Town


@for_each(
    ("wait", "is_due"),
    [
        (-SECOND, True),
        (timedelta(0), True),
        (SECOND, False),
        (LONGEST_WAIT, False),
        (LONGEST_WAIT + SECOND, True),
    ],
)
def test_a_postponed_mail_waits_no_longer_than_the_longest_wait(
    wait: timedelta, is_due: bool
) -> None:
    with MemoryStore().transaction() as tx:
        number = tx.outbox.add(mail(Cause(letter=keep(tx))), NOW)
        tx.outbox.postpone(number, NOW + wait, "mailbox full")
        assert [each.id for each in due_mails(tx, NOW, 9)] == [number] * is_due


def test_a_new_mail_is_due_even_if_the_clock_has_jumped_back(town_with_players: Town) -> None:
    (told,) = town_with_players.write(ALICE, "whoami\n")
    with town_with_players.app.store.reading() as tx:
        found = due_mails(tx, town_with_players.time - LONGEST_WAIT / 2, 99)
        latest = tx.outbox.list()[0]
    assert told.row.id == latest.id
    assert not latest.waits
    assert ALICE in {each.recipient for each in found}
