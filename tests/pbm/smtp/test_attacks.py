"""Hostile and broken clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pbm.mail.letter import Envelope
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import LoopThread, RunningListener

Serve = Callable[..., "RunningListener"]

# Clients of the Unix socket are not trusted either.
pytestmark = pytest.mark.parametrize("over", ["smtp", "lmtp"], indirect=True)

MIB = 1024 * 1024
ENDLESS = 300 * MIB
"""More bytes than the socket buffers of the system hold; these may be 32 MiB at each end."""


def test_data_without_line_ends_disconnects_the_client(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    assert client.flood(b"x" * 65536, ENDLESS) < ENDLESS
    assert client.is_closed()
    assert listener.kept == []


def test_endless_empty_lines_disconnect_the_client(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    assert client.flood(b"\r\n" * 32768, ENDLESS) < ENDLESS
    assert client.is_closed()
    assert listener.kept == []


def test_empty_lines_in_place_of_commands_disconnect_the_client(serve: Serve) -> None:
    client = serve(message_lines=100).client()
    client.flood(b"\r\n" * 101, 202)
    assert client.is_closed()


def test_an_endless_command_disconnects_the_client(serve: Serve) -> None:
    client = serve().client()
    assert client.flood(b"x" * 65536, ENDLESS) < ENDLESS
    assert client.is_closed()


def test_the_size_is_announced(serve: Serve) -> None:
    assert "250-SIZE 262144" in serve().client().greet()


def test_a_letter_declared_too_large_is_552(serve: Serve) -> None:
    client = serve().client()
    client.greet()
    assert client.say("MAIL FROM:<alice@example.net> SIZE=262145").startswith("552")


def test_a_letter_too_large_is_552_and_the_next_one_is_taken(serve: Serve) -> None:
    listener = serve(message_bytes=1000)
    client = listener.client()
    line = b"x" * 98 + b"\r\n"
    assert client.send_letter(line * 11).startswith("552")
    assert client.send_letter(line * 10).startswith("250")
    assert [len(letter.raw) for letter in listener.kept] == [1000]


def test_a_far_too_large_letter_is_answered_before_the_client_is_disconnected(serve: Serve) -> None:
    client = serve(message_bytes=1000).client()
    client.start_letter()
    client.send(b"x" * 4001)
    assert client.reply().startswith("552")
    assert client.is_closed()


def test_letters_in_one_session_are_counted_separately(serve: Serve) -> None:
    client = serve(message_bytes=1000, message_lines=20).client()
    assert [client.send_letter(b"x" * 900 + b"\r\n")[:3] for _ in range(10)] == ["250"] * 10


def test_an_exception_is_451_without_its_text(serve: Serve) -> None:
    async def keep(letter: Envelope) -> None:
        raise RuntimeError("the secret")

    client = serve(keep).client()
    reply = client.send_letter()
    assert reply.startswith("451")
    assert "secret" not in reply
    assert client.say("NOOP").startswith("250")


def test_connections_are_capped_in_total(serve: Serve) -> None:
    listener = serve(connections=2)
    first, second = listener.client(), listener.client()
    assert listener.client().greeting.startswith("421")
    assert first.say("NOOP").startswith("250")
    first.say("QUIT")
    assert first.is_closed()
    assert listener.client().greeting.startswith("220")
    second.close()


def test_connections_are_capped_per_peer(serve: Serve) -> None:
    listener = serve(connections_per_peer=1)
    client = listener.client()
    turned_away = listener.client()
    assert turned_away.greeting.startswith("421")
    assert turned_away.is_closed()
    assert client.say("NOOP").startswith("250")


def test_refused_connections_do_not_count(serve: Serve) -> None:
    listener = serve(connections=1)
    client = listener.client()
    for _ in range(20):
        listener.client().close()
    client.say("QUIT")
    assert client.is_closed()
    assert listener.client().greeting.startswith("220")


def test_endless_noop_is_421(serve: Serve) -> None:
    client = serve(commands_per_connection=3).client()
    replies = [client.say("NOOP")[:3] for _ in range(4)]
    assert replies == ["250", "250", "250", "421"]
    assert client.is_closed()


def test_unknown_commands_end_the_session(serve: Serve) -> None:
    client = serve().client()
    replies = [client.say("BREW coffee")[:3] for _ in range(5)]
    assert replies == ["500"] * 4 + ["502"]
    assert client.is_closed()


@pytest.mark.parametrize(
    "command", ["MAIL FROM:<jörg@example.net>", "MAIL FROM:<al\x07ice@example.net>"]
)
def test_8_bit_and_control_characters_in_senders_are_refused(serve: Serve, command: str) -> None:
    client = serve().client()
    client.greet()
    assert client.say(command)[:1] == "5"
    assert client.say("RCPT TO:<pbm@example.org>").startswith("503")


@pytest.mark.parametrize("address", ["<", "<a@", '<"', "<@b>", "<(", "< >"])
def test_malformed_senders_are_refused_for_good(serve: Serve, address: str) -> None:
    client = serve().client()
    client.greet()
    assert client.say(f"MAIL FROM:{address}").startswith("553")


def test_recipients_are_capped(serve: Serve) -> None:
    listener = serve(recipients=2)
    client = listener.client()
    client.address(to="pbm+a@example.org")
    assert client.say("RCPT TO:<pbm+b@example.org>").startswith("250")
    assert client.say("RCPT TO:<pbm+c@example.org>").startswith("452")
    client.say("DATA")
    assert client.say("hello\r\n.").startswith("250")
    assert listener.kept[0].recipients == ("pbm+a@example.org", "pbm+b@example.org")


def test_command_size_limits_are_not_shared_between_connections(serve: Serve) -> None:
    listener = serve()
    greedy, modest = listener.client(), listener.client()
    for _ in range(40):
        greedy.greet()
    modest.greet()
    sender = "a" * 900 + "@example.net"
    assert modest.say(f"MAIL FROM:<{sender}>").startswith("500")


def test_a_silent_client_is_421(serve: Serve) -> None:
    client = serve(command_seconds=0.05).client()
    assert client.reply().startswith("421")
    assert client.is_closed()


def test_a_letter_that_never_ends_is_421(serve: Serve) -> None:
    listener = serve(data_seconds=0.05)
    client = listener.client()
    client.start_letter()
    client.send(b"Subject: slow\r\n")
    assert client.reply().startswith("421")
    assert client.is_closed()
    assert listener.kept == []


def test_a_client_that_reads_no_replies_is_dropped(serve: Serve) -> None:
    much = 10**9
    listener = serve(
        connections=1,
        command_seconds=0.2,
        message_lines=much,
        overrun=much,
        commands_per_connection=much,
    )
    deaf = listener.client()
    assert deaf.flood(b"HELP\r\n" * 1000, ENDLESS) < ENDLESS
    assert deaf.is_closed()
    assert listener.client().greeting.startswith("220")


@pytest.mark.parametrize(
    "ending",
    [
        b"\n.\n",
        b"\n.\r\n",
        b"\r\n.\n",
        b"\r.\r",
        b"\r.\r\n",
        b"\r\n.\r",
        b"\r.\n",
        b"\n.\r",
        b"\r\n\0.\r\n",
        b"\r\n.\0\r\n",
    ],
)
def test_a_smuggled_letter_stays_inside_the_first(serve: Serve, ending: bytes) -> None:
    """Only CR LF, dot, CR LF ends a letter, although some servers accept other ends."""
    listener = serve()
    inside = b"MAIL FROM:<bob@example.net>\r\nRCPT TO:<pbm@example.org>\r\nDATA\r\ntwo\r\n"
    assert listener.client().send_letter(b"one" + ending + inside).startswith("250")
    assert [letter.sender for letter in listener.kept] == ["alice@example.net"]
    assert listener.kept[0].raw.endswith(inside)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (b".\r\n", b""),
        (b"..\r\n.\r\n", b".\r\n"),
        (b"..a\r\n...b\r\nc.\r\n.\r\n", b".a\r\n..b\r\nc.\r\n"),
        (b"a\n..b\r\n.\r\n", b"a\n..b\r\n"),
    ],
)
def test_dot_stuffing_is_removed(serve: Serve, sent: bytes, kept: bytes) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    client.send(sent)
    assert client.reply().startswith("250")
    assert listener.kept[0].raw == kept


def test_a_letter_sent_byte_by_byte_is_complete(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    for byte in b"..a\r\n.b\r\n\r\n.\r\n":
        client.send(bytes([byte]))
    assert client.reply().startswith("250")
    assert listener.kept[0].raw == b".a\r\nb\r\n\r\n"


def test_a_letter_sent_too_slowly_disconnects_the_client(serve: Serve) -> None:
    listener = serve(data_seconds=0.1)
    client = listener.client()
    client.start_letter()
    assert client.flood(b"x", 20 * MIB) < 20 * MIB
    assert listener.kept == []


def test_a_client_that_sends_commands_but_no_letter_is_421(serve: Serve) -> None:
    client = serve(letter_seconds=0.1, letters_per_connection=10**6, message_lines=10**6).client()
    while (reply := client.say("RSET")).startswith("250"):
        pass
    assert reply == "421 4.4.2 Too slow; please try again later"


def test_starttls_is_refused_and_commands_pipelined_after_it_are_answered(serve: Serve) -> None:
    """Plain text that is sent early can therefore never count as encrypted."""
    listener = serve()
    client = listener.client()
    assert "STARTTLS" not in client.greet()
    client.send(b"STARTTLS\r\nMAIL FROM:<bob@example.net>\r\n")
    assert [client.reply()[:3], client.reply()[:3]] == ["454", "250"]


def test_letters_that_cannot_be_stored_do_not_fill_the_memory(
    serve: Serve, thread: LoopThread
) -> None:
    begun, stalled = [], asyncio.Event()

    async def keep(letter: Envelope) -> None:
        begun.append(letter)
        thread.loop.ahead += 1.5 * PATIENCE
        await stalled.wait()

    listener = serve(keep, keep_seconds=PATIENCE, message_bytes=1000, buffer_bytes=1000)
    text = b"\r\n" + b"x" * 900 + b"\r\n"
    assert [listener.client().send_letter(text)[:3] for _ in range(9)] == ["451"] * 9
    assert len(begun) == 2
    thread.loop.call_soon_threadsafe(stalled.set)
    assert listener.client().send_letter(text).startswith("250")
