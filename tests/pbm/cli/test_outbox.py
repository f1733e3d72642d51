from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from pbm.admin import action
from pbm.core.marks import MarkKind
from pbm.mail.correspondence import MailStatus
from tests.combinations import few_fast
from tests.pbm.cli.program import numbers_in, pbm, pbm_on_terminal
from tests.pbm.town import ALICE, BOB, Mail, Town, of, only


@pytest.fixture
def mail(cli_town: Town) -> Mail:
    """A mail to alice that waits to be sent."""
    return only(cli_town.write(ALICE, "whoami\n"))


def test_columns_have_names_only_on_a_terminal(mail: Mail) -> None:
    shown, piped = pbm_on_terminal("outbox", "list"), pbm("outbox", "list").stdout
    heading, *rows = shown.splitlines()
    names = ["mail", "status", "queued", "to", "kind", "board", "attempts", "error"]
    assert heading.split() == names
    assert len(rows) == len(piped.splitlines())
    assert rows[0][heading.index("kind") :].startswith(mail.kind)


def test_a_next_hop_that_refuses_us_is_told_by_list_doctor_and_metrics(cli_town: Town) -> None:
    refused = MarkKind.REFUSED.of("550 5.4.5 Daily sending limit exceeded")
    with cli_town.app.store.transaction() as tx:
        tx.moments.set(refused, cli_town.time)
    listed, told = pbm("outbox", "list"), pbm("doctor", "--quiet", "--listen", "127.0.0.1:1")
    assert refused.whose in listed.stderr
    assert any(
        line.startswith("wrong  next hop: ") and refused.whose in line
        for line in told.stdout.splitlines()
    )
    assert "pbm_next_hop_refuses 1" in pbm("metrics").stdout.splitlines()
    with cli_town.app.store.transaction() as tx:
        tx.moments.drop(refused)
    assert pbm("outbox", "list").stderr == ""
    assert "pbm_next_hop_refuses 0" in pbm("metrics").stdout.splitlines()


def mark(cli_town: Town, mail: Mail, status: MailStatus) -> None:
    with cli_town.app.store.transaction() as tx:
        match status:
            case MailStatus.SENT:
                tx.outbox.mark_sent({mail.row.id: ""}, cli_town.time)
            case MailStatus.DEAD:
                tx.outbox.mark_dead(mail.row.id, "550 no such user")
            case MailStatus.DROPPED:
                tx.outbox.drop(mail.row.id)
            case MailStatus.QUEUED:
                tx.outbox.postpone(mail.row.id, cli_town.time + timedelta(minutes=30), "451 later")


def due(cli_town: Town) -> list[int]:
    return [each.id for each in cli_town.leaving()]


def status(cli_town: Town, mail: Mail) -> MailStatus:
    with cli_town.app.store.reading() as tx:
        found = tx.outbox.get(mail.row.id)
    assert found is not None
    return found.status


def test_the_list_is_newest_first(cli_town: Town, mail: Mail) -> None:
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


def test_the_list_of_one_status_as_json(cli_town: Town, mail: Mail) -> None:
    mark(cli_town, mail, MailStatus.DEAD)
    (found,) = json.loads(pbm("outbox", "list", "--status", "dead", "--json").stdout)
    assert (found["mail"], found["error"]) == (mail.row.id, "550 no such user")


def test_a_mail_is_shown_without_its_token(cli_town: Town, mail: Mail) -> None:
    shown = pbm("outbox", "show", str(mail.row.id)).stdout
    assert ALICE in shown
    assert mail.token
    assert mail.token not in shown


@pytest.mark.parametrize("before", [MailStatus.DEAD, MailStatus.DROPPED, MailStatus.QUEUED])
def test_a_retried_mail_is_due_at_once(before: MailStatus, cli_town: Town, mail: Mail) -> None:
    mark(cli_town, mail, before)
    assert mail.row.id not in due(cli_town)
    assert pbm("outbox", "retry", str(mail.row.id)).exit_code == 0
    cli_town.later(days=3650)  # commands use the real clock
    assert mail.row.id in due(cli_town)


def test_a_sent_mail_cannot_be_retried(cli_town: Town, mail: Mail) -> None:
    mark(cli_town, mail, MailStatus.SENT)
    result = pbm("outbox", "retry", str(mail.row.id))
    assert result.exit_code == 1
    assert status(cli_town, mail) is MailStatus.SENT


@pytest.mark.parametrize("before", [MailStatus.DEAD, MailStatus.QUEUED])
def test_a_dropped_mail_is_never_sent(before: MailStatus, cli_town: Town, mail: Mail) -> None:
    mark(cli_town, mail, before)
    assert pbm("outbox", "drop", str(mail.row.id)).exit_code == 0
    assert status(cli_town, mail) is MailStatus.DROPPED
    cli_town.later(days=3650)
    assert mail.row.id not in due(cli_town)


@pytest.mark.parametrize("before", [MailStatus.SENT, MailStatus.DROPPED])
def test_a_sent_or_dropped_mail_cannot_be_dropped(
    before: MailStatus, cli_town: Town, mail: Mail
) -> None:
    mark(cli_town, mail, before)
    result = pbm("outbox", "drop", str(mail.row.id))
    assert result.exit_code == 1
    assert status(cli_town, mail) is before


@pytest.mark.parametrize("command", ["show", "retry", "drop"])
def test_an_unknown_mail_is_wrong_usage(command: str, cli_town: Town) -> None:
    result = pbm("outbox", command, "99")
    assert result.exit_code == 2


def mails_with(cli_town: Town, status: MailStatus) -> list[int]:
    with cli_town.app.store.reading() as tx:
        return sorted(mail.id for mail in tx.outbox.list(status))


@pytest.fixture
def dead_mails(cli_town: Town) -> list[int]:
    """The numbers of three dead mails: board mails to alice and bob, and an answer to alice."""
    one, two = cli_town.board()
    mails = [of([one, two], ALICE), of([one, two], BOB), *cli_town.write(ALICE, "whoami\n")]
    with cli_town.app.store.transaction() as tx:
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, cli_town.time)
        for each in mails[-3:]:
            tx.outbox.mark_dead(each.row.id, "550 no such user", was=MailStatus.SENT)
    return [each.row.id for each in mails[-3:]]


@pytest.mark.parametrize(
    ("command", "after"), [("retry", MailStatus.QUEUED), ("drop", MailStatus.DROPPED)]
)
@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (["--all"], [0, 1, 2]),
        (["--status", "dead"], [0, 1, 2]),
        (["--kind", "board"], [0, 1]),
        (["--to", ALICE], [0, 2]),
        (["--to", "@example.org"], [0, 1, 2]),
        (["--kind", "board", "--to", ALICE], [0]),
        (["--player", "bob"], [1]),
    ],
)
def test_mails_are_chosen_by_options(
    command: str,
    after: MailStatus,
    options: list[str],
    chosen: list[int],
    dead_mails: list[int],
    cli_town: Town,
) -> None:
    result = pbm("outbox", command, *options)
    assert result.exit_code == 0
    assert mails_with(cli_town, after) == sorted(dead_mails[place] for place in chosen)
    left = (mail for place, mail in enumerate(dead_mails) if place not in chosen)
    assert mails_with(cli_town, MailStatus.DEAD) == sorted(left)


def test_several_mails_are_dropped_by_one_act(dead_mails: list[int], cli_town: Town) -> None:
    first, second, _ = dead_mails
    result = pbm("outbox", "drop", str(second), str(first), str(second))
    assert (result.exit_code, numbers_in(result.stdout)) == (0, [2])
    (act,) = json.loads(pbm("acts", "--limit", "1", "--json").stdout)
    assert act["command"] == f"pbm outbox drop {second} {first} {second}"
    with cli_town.app.store.reading() as tx:
        (kept,) = tx.acts.list(1)
    assert kept.facts == {"mails": [second, first]}
    assert pbm("audit").stdout == ""


def test_a_list_can_be_piped_in(dead_mails: list[int], cli_town: Town) -> None:
    listed = pbm("outbox", "list", "--status", "dead").stdout
    assert pbm("outbox", "retry", "-", stdin=listed).exit_code == 0
    assert mails_with(cli_town, MailStatus.QUEUED) == sorted(dead_mails)


def test_a_retry_of_several_mails_reports_those_that_are_refused(
    dead_mails: list[int], cli_town: Town
) -> None:
    result = pbm("outbox", "retry", "1", str(dead_mails[0]), "9999")
    assert result.exit_code == 1
    assert mails_with(cli_town, MailStatus.QUEUED) == dead_mails[:1]
    assert [numbers_in(line) for line in result.stderr.splitlines()] == [[1], [9999]]


def test_many_mails_are_dropped_in_batches_by_one_act(
    dead_mails: list[int], cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action, "BATCH", 2)
    assert numbers_in(pbm("outbox", "drop", "--all").stdout) == [3]
    with cli_town.app.store.reading() as tx:
        assert tx.acts.count() == 1


@pytest.mark.parametrize("arguments", [["--to", "nobody@example.net"], ["-"]])
def test_a_retry_of_no_mails_fails_and_records_no_act(
    arguments: list[str], dead_mails: list[int], cli_town: Town
) -> None:
    result = pbm("outbox", "retry", *arguments, stdin="")
    assert (result.exit_code, result.stdout) == (1, "")
    with cli_town.app.store.reading() as tx:
        assert tx.acts.count() == 0


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    few_fast([[], ["1", "--all"], ["x"], ["-"]], [b"one\n", b"\xff\x1b\n", b"0\n"]),
)
def test_arguments_that_name_no_mails_are_wrong_usage(
    arguments: list[str], stdin: bytes, dead_mails: list[int]
) -> None:
    result = pbm("outbox", "retry", *arguments, stdin=stdin)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.rstrip("\n").isprintable()


def test_a_mail_is_shown_with_its_cause(cli_town: Town, mail: Mail) -> None:
    (listed,) = json.loads(pbm("outbox", "list", "--limit", "1", "--json").stdout)
    shown = json.loads(pbm("outbox", "show", str(mail.row.id), "--json").stdout)
    letter = cli_town.last_letter().id
    assert (listed["letter"], listed["act"]) == (letter, None)
    assert shown["letter"] == letter
    assert shown["message_id"] == mail.row.message_id
    assert "alice" in shown["text"]


def test_a_mail_can_be_printed_as_its_bytes(cli_town: Town, mail: Mail) -> None:
    assert pbm("outbox", "show", str(mail.row.id), "--raw").stdout_bytes == mail.row.raw


def test_a_mail_is_shown_with_the_last_reply_of_the_next_hop(cli_town: Town, mail: Mail) -> None:
    with cli_town.app.store.transaction() as tx:
        tx.outbox.mark_sent({mail.row.id: "250 2.0.0 Ok: queued as 4BCD"}, cli_town.time)
    number = str(mail.row.id)
    assert json.loads(pbm("outbox", "show", number, "--json").stdout)["accepted"].endswith("4BCD")
    assert "accepted   250 2.0.0 Ok: queued as 4BCD\n" in pbm("outbox", "show", number).stdout


@pytest.mark.parametrize("since", ["2h", "90m", "1w", "2026-11-20", "2026-11-20T10:00+01:00"])
def test_mails_are_listed_since_a_time(since: str, cli_town: Town, mail: Mail) -> None:
    cli_town.time = datetime.now(UTC)
    newest = only(cli_town.write(ALICE, "whoami\n"))
    listed = json.loads(pbm("outbox", "list", "--since", since, "--json").stdout)
    assert newest.row.id in {each["mail"] for each in listed}
    assert pbm("outbox", "list", "--since", "2999-01-01").stdout == ""


@pytest.mark.parametrize("since", ["", "2x", "0h", "yesterday", "0001-01-01T00:00+14:00"])
def test_an_invalid_time_is_wrong_usage(since: str, cli_town: Town) -> None:
    assert pbm("outbox", "list", "--since", since).exit_code == 2
