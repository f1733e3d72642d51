from __future__ import annotations

import json
from datetime import timedelta

import pytest

from pbm.correspondence import MailStatus
from tests.pbm.cli.program import pbm, pbm_on_terminal
from tests.pbm.town import ALICE, Mail, Town, only


@pytest.fixture
def mail(house: Town) -> Mail:
    """A mail to alice that waits to be sent."""
    return only(house.write(ALICE, "whoami\n"))


def test_columns_are_named_on_a_terminal_alone(mail: Mail) -> None:
    shown, piped = pbm_on_terminal("outbox", "list"), pbm("outbox", "list").stdout
    heading, *rows = shown.splitlines()
    names = ["mail", "status", "queued", "to", "kind", "board", "attempts", "error"]
    assert heading.split() == names
    assert len(rows) == len(piped.splitlines())
    assert rows[0][heading.index("kind") :].startswith(mail.kind)


def mark(house: Town, mail: Mail, status: MailStatus) -> None:
    with house.office.store.transaction() as tx:
        match status:
            case MailStatus.SENT:
                tx.outbox.mark_sent(mail.row.id, house.time)
            case MailStatus.DEAD:
                tx.outbox.mark_dead(mail.row.id, "550 no such user")
            case MailStatus.DROPPED:
                tx.outbox.drop(mail.row.id)
            case MailStatus.QUEUED:
                tx.outbox.postpone(mail.row.id, house.time + timedelta(minutes=30), "451 later")


def due(house: Town) -> list[int]:
    with house.office.store.reading() as tx:
        return [each.id for each in tx.outbox.due(house.office.clock(), 100)]


def status(house: Town, mail: Mail) -> MailStatus:
    with house.office.store.reading() as tx:
        found = tx.outbox.get(mail.row.id)
    assert found is not None
    return found.status


def test_the_list_is_newest_first(house: Town, mail: Mail) -> None:
    (line,) = pbm("outbox", "list", "--limit", "1").stdout.splitlines()
    assert line.split() == [
        str(mail.row.id),
        "queued",
        "2026-11-20T10:00:00+00:00",
        ALICE,
        "account",
        "-",
        "0",
    ]


def test_the_list_of_one_status_as_json(house: Town, mail: Mail) -> None:
    mark(house, mail, MailStatus.DEAD)
    (found,) = json.loads(pbm("outbox", "list", "--status", "dead", "--json").stdout)
    assert (found["mail"], found["error"]) == (mail.row.id, "550 no such user")


def test_a_mail_is_shown_without_its_token(house: Town, mail: Mail) -> None:
    shown = pbm("outbox", "show", str(mail.row.id)).stdout
    assert "Userid       alice" in shown
    assert mail.token
    assert mail.token not in shown


@pytest.mark.parametrize("before", [MailStatus.DEAD, MailStatus.DROPPED, MailStatus.QUEUED])
def test_a_mail_is_tried_again_at_once(before: MailStatus, house: Town, mail: Mail) -> None:
    mark(house, mail, before)
    assert mail.row.id not in due(house)
    assert pbm("outbox", "retry", str(mail.row.id)).exit_code == 0
    house.later(days=3650)  # the command goes by the real clock
    assert mail.row.id in due(house)


def test_a_mail_that_was_sent_is_not_sent_twice(house: Town, mail: Mail) -> None:
    mark(house, mail, MailStatus.SENT)
    result = pbm("outbox", "retry", str(mail.row.id))
    assert result.exit_code == 1
    assert result.stderr == f"mail {mail.row.id} was sent already; it is not sent twice\n"


@pytest.mark.parametrize("before", [MailStatus.DEAD, MailStatus.QUEUED])
def test_a_dropped_mail_is_never_sent(before: MailStatus, house: Town, mail: Mail) -> None:
    mark(house, mail, before)
    assert pbm("outbox", "drop", str(mail.row.id)).exit_code == 0
    assert status(house, mail) is MailStatus.DROPPED
    house.later(days=3650)
    assert mail.row.id not in due(house)


@pytest.mark.parametrize("before", [MailStatus.SENT, MailStatus.DROPPED])
def test_what_is_gone_cannot_be_dropped(before: MailStatus, house: Town, mail: Mail) -> None:
    mark(house, mail, before)
    result = pbm("outbox", "drop", str(mail.row.id))
    assert result.exit_code == 1
    assert status(house, mail) is before


@pytest.mark.parametrize("command", ["show", "retry", "drop"])
def test_a_mail_that_never_was(command: str, house: Town) -> None:
    result = pbm("outbox", command, "99")
    assert result.exit_code == 2
    assert result.stderr == 'there is no mail 99; "pbm outbox list" shows the newest\n'
