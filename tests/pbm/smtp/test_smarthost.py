"""Delivery to a next hop that accepts, refuses, hangs or disconnects."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from pbm.app.config import load
from pbm.app.transport import transports_for
from pbm.base.errors import (
    NextHopDown,
    PbmError,
    PermanentFailure,
    RecipientRefused,
    SenderRefused,
    TemporaryFailure,
)
from pbm.smtp import smarthost
from pbm.smtp.maildir import MaildirTransport
from pbm.smtp.next_hop import NextHop
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.smarthost import MOST_MAILS, SmarthostTransport, failure
from tests.patience import PATIENCE
from tests.pbm.smtp.hanging import give_up_when

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import NextHop as FakeHop

MAIL = Outgoing(
    id=17,
    sender="bounce+17.abc@example.org",
    recipient="alice@example.net",
    raw=b"Subject: hi\r\n\r\nhello\r\n",
    attempts=0,
    queued_at=datetime(2026, 11, 20, tzinfo=UTC),
)


@pytest.fixture(params=[False, True], ids=["one by one", "in groups"])
def transport(
    next_hop: FakeHop, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[SmarthostTransport]:
    """A transport whose next hop takes commands one by one, and one that gets them in groups."""
    next_hop.groups = request.param
    give_up_when(next_hop.hangs, monkeypatch)
    transport = SmarthostTransport(
        NextHop("127.0.0.1", next_hop.port), "example.org", PATIENCE, PATIENCE
    )
    yield transport
    transport.close()


def test_a_mail_arrives_with_its_envelope(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    transport.deliver(MAIL)
    (taken,) = next_hop.taken
    assert taken.mail_from == "bounce+17.abc@example.org"
    assert taken.rcpt_tos == ["alice@example.net"]
    assert taken.original_content == MAIL.raw


def test_the_null_sender_is_sent_as_such(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    transport.deliver(replace(MAIL, sender=""))
    assert next_hop.taken[0].mail_from == "<>"


@pytest.mark.parametrize(
    ("raw", "taken"),
    [
        (b"Subject: hi\n\n.\nQUIT\r\n", b"Subject: hi\r\n\r\n.\r\nQUIT\r\n"),
        (b"\r\n\r.\r\r\n\nQUIT", b"\r\n\r\n.\r\n\r\n\r\nQUIT\r\n"),
        (b".\n.\r\n..\r.QUIT\n", b".\r\n.\r\n..\r\n.QUIT\r\n"),
    ],
)
def test_line_ends_are_made_crlf_and_lines_that_begin_with_a_period_stay(
    next_hop: FakeHop, transport: SmarthostTransport, raw: bytes, taken: bytes
) -> None:
    transport.deliver(replace(MAIL, raw=raw))
    assert next_hop.taken[0].original_content == taken


def test_8_bit_bodies_are_declared(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    transport.deliver(replace(MAIL, raw="Grüße\r\n".encode()))
    assert next_hop.taken[0].original_content == "Grüße\r\n".encode()


def test_one_connection_serves_many_mails(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    for number in range(5):
        transport.deliver(replace(MAIL, id=number))
    assert (len(next_hop.taken), next_hop.connections) == (5, 1)


def test_a_session_ends_after_the_most_mails(
    next_hop: FakeHop, transport: SmarthostTransport
) -> None:
    for number in range(MOST_MAILS + 1):
        transport.deliver(replace(MAIL, id=number))
    assert (len(next_hop.taken), next_hop.connections) == (MOST_MAILS + 1, 2)


def test_a_session_ends_after_its_time(
    next_hop: FakeHop, transport: SmarthostTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport.deliver(MAIL)
    monkeypatch.setattr(smarthost, "SESSION_SECONDS", 0)
    transport.deliver(MAIL)
    assert (len(next_hop.taken), next_hop.connections) == (2, 2)


@pytest.mark.parametrize(
    "answer", ["451 4.7.1 Service unavailable", "421 4.3.2 closing", "drop", "hang"]
)
def test_a_mail_refused_in_an_old_session_is_tried_in_a_new_one(
    next_hop: FakeHop, transport: SmarthostTransport, answer: str
) -> None:
    transport.deliver(MAIL)
    next_hop.spoil_sessions({"MAIL": answer})
    transport.deliver(MAIL)
    assert (len(next_hop.taken), next_hop.connections) == (2, 2)


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_session_ends_with_the_first_mail_that_fails(
    next_hop: FakeHop, transport: SmarthostTransport, command: str
) -> None:
    next_hop.answers[command] = "451 4.7.1 Service unavailable"
    with pytest.raises(TemporaryFailure):
        transport.deliver(MAIL)
    next_hop.answers.clear()
    transport.deliver(MAIL)
    assert next_hop.connections == 2


@pytest.mark.parametrize("answer", ["451 4.7.1 Service unavailable", "421 bye", "drop", "hang"])
def test_a_server_that_refuses_the_sender_for_now_is_down(
    next_hop: FakeHop, transport: SmarthostTransport, answer: str
) -> None:
    next_hop.answers["MAIL"] = answer
    with pytest.raises(NextHopDown, match=f"127.0.0.1:{next_hop.port}"):
        transport.deliver(MAIL)
    assert next_hop.connections == 1


def test_the_servers_reply_is_returned(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    next_hop.answers["DATA"] = "250 2.0.0 Ok: queued as 4XyZ"
    assert transport.deliver(MAIL) == "250 2.0.0 Ok: queued as 4XyZ"


def test_a_connection_that_the_server_closed_is_opened_again(
    next_hop: FakeHop, transport: SmarthostTransport
) -> None:
    transport.deliver(MAIL)
    next_hop.hang_up()
    transport.deliver(MAIL)
    assert (len(next_hop.taken), next_hop.connections) == (2, 2)


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        ("450 4.2.1 mailbox busy", TemporaryFailure, "450 4.2.1 mailbox busy"),
        ("452 4.3.1 disk full", TemporaryFailure, "452 4.3.1 disk full"),
        ("552 5.3.4 too large", PermanentFailure, "552 5.3.4 too large"),
        ("554 5.7.1 spam", SenderRefused, "554 5.7.1 spam"),
        ("421 4.7.0 greylisted", TemporaryFailure, "421 4.7.0 greylisted"),
        ("530 5.7.0 log in first", SenderRefused, "530 5.7.0 log in first"),
        ("drop", TemporaryFailure, "closed"),
        ("hang", TemporaryFailure, "timed out"),
    ],
)
def test_each_reply_is_classified(
    next_hop: FakeHop,
    transport: SmarthostTransport,
    command: str,
    answer: str,
    error: type[PbmError],
    words: str,
) -> None:
    next_hop.answers[command] = answer
    with pytest.raises(error) as caught:
        transport.deliver(MAIL)
    assert caught.type is error
    assert words in str(caught.value)
    next_hop.answers.clear()
    transport.deliver(MAIL)
    assert len(next_hop.taken) == 1


@pytest.mark.parametrize(
    ("command", "answer", "error"),
    [
        ("RCPT", "550 5.1.1 no such user", RecipientRefused),
        ("RCPT", "550 5.2.1 mailbox disabled", RecipientRefused),
        ("RCPT", "556 5.1.10 null MX", RecipientRefused),
        ("RCPT", "550 no such user", RecipientRefused),
        ("DATA", "550 5.1.1 no such user", RecipientRefused),
        ("RCPT", "554 5.7.1 relaying denied", SenderRefused),
        ("RCPT", "550 5.1.8 bad sender's domain", SenderRefused),
        ("RCPT", "501 5.5.4 syntax", SenderRefused),
        ("MAIL", "550 5.1.0 bad sender", SenderRefused),
        ("MAIL", "550 no", SenderRefused),
        ("MAIL", "552 5.3.4 too large", PermanentFailure),
        ("DATA", "554 no", SenderRefused),
        ("DATA", "552 5.3.4 too large", PermanentFailure),
    ],
)
def test_a_final_refusal_concerns_the_recipient_us_or_the_mail(
    next_hop: FakeHop,
    transport: SmarthostTransport,
    command: str,
    answer: str,
    error: type[PbmError],
) -> None:
    next_hop.answers[command] = answer
    with pytest.raises(PbmError) as caught:
        transport.deliver(MAIL)
    assert caught.type is error


@pytest.mark.parametrize("answer", ["554 5.7.1 go away", "451 4.3.0 not now", "drop", "hang"])
def test_a_server_that_refuses_the_session_is_down(
    next_hop: FakeHop, transport: SmarthostTransport, answer: str
) -> None:
    next_hop.answers["EHLO"] = next_hop.answers["HELO"] = answer
    with pytest.raises(NextHopDown, match=f"127.0.0.1:{next_hop.port}"):
        transport.deliver(MAIL)


@contextmanager
def hop_that_waits_for_data(*replies: str) -> Iterator[tuple[int, list[bytes]]]:
    """A server that answers the commands of a mail when all of them have come.

    replies: to MAIL, RCPT and DATA. Yields the port, and what came after them.
    """
    after: list[bytes] = []

    def serve(server: socket.socket) -> None:
        client, _ = server.accept()
        with client, client.makefile("rb") as heard:
            client.sendall(b"220 hop.example.net\r\n")
            heard.readline()
            client.sendall(b"250-hop.example.net\r\n250 PIPELINING\r\n")
            while heard.readline() != b"DATA\r\n":
                pass
            client.sendall("".join(f"{reply}\r\n" for reply in replies).encode())
            for line in heard:
                after.append(line)
                if line == b".\r\n":
                    client.sendall(b"250 taken\r\n")
                if line == b"quit\r\n":
                    return

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve, args=(server,))
        thread.start()
        yield server.getsockname()[1], after
        thread.join()


def test_commands_are_sent_together_where_the_server_offers_it() -> None:
    with hop_that_waits_for_data("250 OK", "250 OK", "354 go on") as (port, after):
        transport = SmarthostTransport(NextHop("127.0.0.1", port), "example.org", timeout=PATIENCE)
        assert transport.deliver(MAIL) == "250 taken"
        transport.close()
    assert b"".join(after) == MAIL.raw + b".\r\nquit\r\n"


@pytest.mark.parametrize("reply", ["354 go on", "503 5.5.1 no valid recipients"])
def test_no_mail_is_sent_to_a_recipient_who_is_refused_in_a_group(reply: str) -> None:
    with hop_that_waits_for_data("250 OK", "550 5.1.1 no such user", reply) as (port, after):
        transport = SmarthostTransport(NextHop("127.0.0.1", port), "example.org", timeout=PATIENCE)
        with pytest.raises(RecipientRefused):
            transport.deliver(MAIL)
    assert b".\r\n" not in after


def test_the_timeout_is_longer_after_the_final_dot(
    next_hop: FakeHop, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    transport = SmarthostTransport(NextHop("127.0.0.1", next_hop.port), "example.org", timeout=5)
    settimeout = socket.socket.settimeout

    def note(self: socket.socket, seconds: float) -> None:
        waits.append(seconds)
        settimeout(self, seconds)

    monkeypatch.setattr(socket.socket, "settimeout", note)
    transport.deliver(MAIL)
    transport.close()
    # RFC 5321 4.5.3.2.6 asks for 10 minutes here; then the short timeout applies again.
    assert waits == [5, 600, 5]


def test_a_refused_connection_is_down(next_hop: FakeHop, transport: SmarthostTransport) -> None:
    next_hop.stop()
    with pytest.raises(NextHopDown, match="refused"):
        transport.deliver(MAIL)


def test_a_server_that_accepts_and_hangs_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        transport = SmarthostTransport(
            NextHop("127.0.0.1", silent.getsockname()[1]), "x", timeout=0.05
        )
        with pytest.raises(NextHopDown, match="timed out"):
            transport.deliver(MAIL)


@pytest.mark.parametrize(
    "recipient",
    [
        "jörg@example.net",
        "a\r\nRCPT TO:<bob@example.net>@example.net",
        "alice@example.net,bob@example.net",
        "Alice <alice@example.net>",
        '"a\nb"@example.net',
        "",
    ],
)
def test_an_address_that_is_invalid_in_smtp_is_a_permanent_failure(
    next_hop: FakeHop, transport: SmarthostTransport, recipient: str
) -> None:
    with pytest.raises(PermanentFailure):
        transport.deliver(replace(MAIL, recipient=recipient))
    assert next_hop.taken == []


def test_a_quoted_local_part_is_sent_unchanged(
    next_hop: FakeHop, transport: SmarthostTransport
) -> None:
    transport.deliver(replace(MAIL, recipient='"al ice"@example.net'))
    assert next_hop.taken[0].rcpt_tos == ['"al ice"@example.net']


def test_the_servers_reply_becomes_one_short_line() -> None:
    error = smtplib.SMTPDataError(554, b"spam\n\x1b[2J" + b"very " * 1000 + b"\xff")
    words = str(failure(error))
    assert words.startswith("554 spam")
    assert words.isprintable()
    assert len(words) <= 300


def test_the_setting_chooses_the_transport(tmp_path: Path) -> None:
    for outgoing, kind in (
        (f"maildir:{tmp_path}", MaildirTransport),
        ("smtp://mail.example.org:25", SmarthostTransport),
        ("smtps://mail.example.org", SmarthostTransport),
    ):
        settings = load({"data": str(tmp_path), "outgoing": outgoing}, {})
        assert isinstance(transports_for(settings)(), kind)
