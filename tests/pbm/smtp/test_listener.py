"""Letters that the listener accepts, and its replies to well-behaved clients."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

import pytest

from pbm.base.errors import PermanentFailure, TemporaryFailure, UsageError
from pbm.mail.letter import Envelope
from pbm.smtp.listener import Listener
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import LoopThread, RunningListener

Serve = Callable[..., "RunningListener"]
TOO_LONG = 1.5 * PATIENCE


def test_a_letter_is_stored_as_it_was_sent(serve: Serve) -> None:
    listener = serve()
    with smtplib.SMTP("127.0.0.1", listener.port) as client:
        client.sendmail("alice@example.net", ["pbm@example.org"], b"Subject: hi\r\n\r\n.dot\r\n")
    assert listener.kept == [
        Envelope(
            sender="alice@example.net",
            recipients=("pbm@example.org",),
            raw=b"Subject: hi\r\n\r\n.dot\r\n",
            peer="127.0.0.1",
        )
    ]


def test_the_actual_port_is_returned_for_port_0(serve: Serve) -> None:
    assert serve().port > 0


def test_the_error_for_a_port_in_use_says_what_to_do(serve: Serve, thread: LoopThread) -> None:
    port = serve().port
    second = Listener(lambda letter: asyncio.sleep(0), "example.org")
    with pytest.raises(UsageError, match=rf"127\.0\.0\.1:{port}.*--listen"):
        thread.run(second.start("127.0.0.1", port))


def test_250_is_sent_only_after_the_letter_is_stored(serve: Serve, thread: LoopThread) -> None:
    may_commit = asyncio.Event()
    committed: list[Envelope] = []

    async def keep(letter: Envelope) -> None:
        await may_commit.wait()
        committed.append(letter)

    client = serve(keep).client()
    client.start_letter()
    client.send(b"hello\r\n.\r\n")
    assert not committed
    thread.loop.call_soon_threadsafe(may_commit.set)
    assert client.reply().startswith("250 ")
    assert len(committed) == 1


def test_pipelined_letters_are_all_stored(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.say("EHLO client.example.net")
    one = b"MAIL FROM:<alice@example.net>\r\nRCPT TO:<pbm@example.org>\r\nDATA\r\nhello\r\n.\r\n"
    client.send(one * 3 + b"QUIT\r\n")
    replies = [client.reply()[:3] for _ in range(13)]
    assert replies == ["250", "250", "354", "250"] * 3 + ["221"]
    assert [letter.raw for letter in listener.kept] == [b"hello\r\n"] * 3


def test_the_null_sender_is_empty(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    assert client.address(sender="", to="bounce+17.abc@example.org").startswith("250")
    client.say("DATA")
    assert client.say("failed\r\n.").startswith("250")
    assert listener.kept[0].sender == ""


def test_8_bit_bodies_are_accepted(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    assert client.send_letter("Grüße\r\n".encode("latin-1")).startswith("250")
    assert listener.kept[0].raw == b"Gr\xfc\xdfe\r\n"


def test_a_body_line_of_many_thousand_characters_is_accepted(serve: Serve) -> None:
    listener = serve()
    line = b"x" * 50_000 + b"\r\n"
    assert listener.client().send_letter(line).startswith("250")
    assert listener.kept[0].raw == line


@pytest.mark.parametrize(
    "address",
    [
        "pbm@example.org",
        "PBM@Example.ORG",
        "pbm+7xk2.a_b-c=d@example.org",
        "bounce+17.abcdef@example.org",
        "postmaster@example.org",
        "Abuse@example.org",
    ],
)
def test_our_own_addresses_are_accepted(serve: Serve, address: str) -> None:
    assert serve().client().address(to=address).startswith("250")


def test_postmaster_needs_no_domain(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    assert client.address(to="Postmaster").startswith("250")
    client.say("DATA")
    client.say(".")
    assert listener.kept[0].recipients == ("Postmaster@example.org",)


@pytest.mark.parametrize(
    "address",
    ["bob@example.net", "pbm@sub.example.org", "pbm@[127.0.0.1]", "pbm%example.net", "pbm"],
)
def test_nothing_is_relayed(serve: Serve, address: str) -> None:
    assert serve().client().address(to=address).startswith("550 5.7.1 Relaying denied")


@pytest.mark.parametrize("local", ["alice", "pbm+", "bounce", "pbmx", '"pbm"x', "pbm+a/b"])
def test_other_addresses_at_our_domain_are_refused_with_a_hint(serve: Serve, local: str) -> None:
    refusal = serve().client().address(to=f"{local}@example.org")
    assert refusal.startswith("550 5.1.1")
    assert "pbm@example.org" in refusal


def test_a_temporary_failure_is_451(serve: Serve) -> None:
    async def keep(letter: Envelope) -> None:
        raise TemporaryFailure("disk full: /secret/path")

    reply = serve(keep).client().send_letter()
    assert reply.startswith("451 ")
    assert "secret" not in reply


@pytest.mark.parametrize("fault", [PermanentFailure("secret"), RuntimeError("secret")])
def test_no_error_of_ours_is_answered_as_permanent(serve: Serve, fault: Exception) -> None:
    async def keep(letter: Envelope) -> None:
        raise fault

    reply = serve(keep).client().send_letter()
    assert reply.startswith("451 ")
    assert "secret" not in reply


def test_storing_that_takes_too_long_is_451_and_still_completes(
    serve: Serve, thread: LoopThread
) -> None:
    may_commit, committed = asyncio.Event(), Event()

    async def keep(letter: Envelope) -> None:
        thread.loop.ahead += TOO_LONG
        await may_commit.wait()
        committed.set()

    assert serve(keep, keep_seconds=PATIENCE).client().send_letter().startswith("451 ")
    thread.loop.call_soon_threadsafe(may_commit.set)
    assert committed.wait(PATIENCE)


def test_a_client_does_not_time_out_while_its_letter_is_stored(
    serve: Serve, thread: LoopThread
) -> None:
    async def keep(letter: Envelope) -> None:
        thread.loop.ahead += TOO_LONG
        # Timers that are already due run before the timer of this call.
        await asyncio.sleep(0.01)

    listener = serve(
        keep, command_seconds=PATIENCE, data_seconds=PATIENCE, keep_seconds=2 * PATIENCE
    )
    assert listener.client().send_letter().startswith("250 ")


def test_a_letter_is_stored_even_if_the_client_disconnects(
    serve: Serve, thread: LoopThread
) -> None:
    started, may_commit, committed = Event(), asyncio.Event(), Event()

    async def keep(letter: Envelope) -> None:
        started.set()
        await may_commit.wait()
        committed.set()

    client = serve(keep).client()
    client.start_letter()
    client.send(b"hello\r\n.\r\n")
    assert started.wait(PATIENCE)
    client.close()
    thread.loop.call_soon_threadsafe(may_commit.set)
    assert committed.wait(PATIENCE)


def test_an_incomplete_letter_of_a_disconnected_client_is_dropped(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    client.send(b"Subject: half a let")
    client.close()
    listener.client().send_letter(b"whole\r\n")
    assert [letter.raw for letter in listener.kept] == [b"whole\r\n"]


def test_logs_hold_no_letters_and_no_addresses(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        serve().client().send_letter(b"the secret plan\r\n")
    text = "\n".join(record.getMessage() for record in caplog.records)
    assert "was kept" in text
    assert "secret plan" not in text
    assert "alice@" not in text
