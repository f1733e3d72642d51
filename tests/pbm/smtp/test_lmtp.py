"""The Unix socket: its permissions, and the differences between LMTP and SMTP."""

from __future__ import annotations

import grp
import os
import smtplib
import socket
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbm.base.errors import TemporaryFailure, UsageError
from pbm.mail.letter import Envelope
from pbm.mail.peers import SOCKET
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.lmtp import SocketFile
from tests.pbm.smtp.sockets import Client, RunningListener

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import LoopThread

Serve = Callable[..., RunningListener]

OVER_LMTP = pytest.mark.parametrize("over", ["lmtp"], indirect=True)


def start(client: Client, *recipients: str) -> list[str]:
    client.greet()
    client.say("MAIL FROM:<alice@example.net>")
    answers = [client.say(f"RCPT TO:<{each}@example.org>") for each in recipients]
    client.say("DATA")
    return [answer[:3] for answer in answers]


@OVER_LMTP
def test_a_letter_over_the_socket_has_the_socket_as_its_peer(serve: Serve) -> None:
    listener = serve()
    assert listener.client().send_letter(b"hello\r\n").startswith("250 ")
    (letter,) = listener.kept
    assert (letter.raw, letter.peer) == (b"hello\r\n", SOCKET)


@OVER_LMTP
def test_there_is_one_answer_per_accepted_recipient(serve: Serve) -> None:
    """A client that waits for more answers would deliver the letter again."""
    listener = serve()
    client = listener.client()
    assert start(client, "pbm", "nobody", "postmaster", "abuse") == ["250", "550", "250", "250"]
    client.send(b"hello\r\n.\r\n")
    assert [client.reply()[:3] for _ in range(3)] == ["250"] * 3
    assert client.say("NOOP").startswith("250 ")
    assert client.say("QUIT").startswith("221 ")
    assert [len(letter.recipients) for letter in listener.kept] == [3]


@OVER_LMTP
@pytest.mark.parametrize("fault", [TemporaryFailure("disk full"), RuntimeError("secret")])
def test_there_is_one_answer_per_recipient_if_storing_fails(serve: Serve, fault: Exception) -> None:
    async def keep(letter: Envelope) -> None:
        raise fault

    client = serve(keep).client()
    start(client, "pbm", "postmaster")
    client.send(b"hello\r\n.\r\n")
    assert [client.reply()[:3] for _ in range(2)] == ["451"] * 2
    assert client.say("NOOP").startswith("250 ")


@OVER_LMTP
@pytest.mark.parametrize("raw", [b"x" * 70_000, b"X: y\r\n" * 3000 + b"\r\n"])
def test_there_is_one_answer_per_recipient_of_a_letter_that_is_too_large(
    serve: Serve, raw: bytes
) -> None:
    client = serve(message_bytes=64 * 1024, header_bytes=4096).client()
    start(client, "pbm", "postmaster")
    client.send(raw + b"\r\n.\r\n")
    assert [client.reply()[:3] for _ in range(2)] == ["552"] * 2
    assert client.say("NOOP").startswith("250 ")


@OVER_LMTP
@pytest.mark.parametrize("command", ["EHLO", "HELO"])
def test_smtp_greetings_are_refused(serve: Serve, command: str) -> None:
    assert serve().client().say(f"{command} client.example.net").startswith("500 ")


@OVER_LMTP
def test_the_client_of_smtplib_works(serve: Serve, tmp_path: Path) -> None:
    listener = serve()
    with smtplib.LMTP(str(tmp_path / "socket-0")) as client:
        client.sendmail("alice@example.net", "pbm@example.org", b"Subject: hi\r\n\r\nhello\r\n")
    assert len(listener.kept) == 1


# The file


def start_listener(thread: LoopThread, file: SocketFile) -> RunningListener:
    return RunningListener(thread, None, ListenerLimits(), file)


@pytest.mark.parametrize("mode", [0o600, 0o660, 0o666])
def test_the_socket_has_its_mode_under_any_umask(
    thread: LoopThread, tmp_path: Path, mode: int
) -> None:
    before = os.umask(0o077)
    try:
        listener = start_listener(thread, SocketFile(tmp_path / "s", mode))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == mode
    listener.stop()
    assert not (tmp_path / "s").exists()


def test_nobody_can_connect_before_the_mode_is_set(tmp_path: Path) -> None:
    bound = SocketFile(tmp_path / "s", 0o660).bind()
    with (
        closing(bound),
        closing(socket.socket(socket.AF_UNIX)) as client,
        pytest.raises(ConnectionRefusedError),
    ):
        client.connect(str(tmp_path / "s"))


def test_the_socket_gets_its_group(tmp_path: Path) -> None:
    group = grp.getgrgid(os.getgid()).gr_name
    SocketFile(tmp_path / "s", 0o660, group).bind().close()
    assert (tmp_path / "s").stat().st_gid == os.getgid()


def test_the_error_names_a_group_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no group nobodys-friends"):
        SocketFile(tmp_path / "s", 0o660, "nobodys-friends").bind()


def test_a_stale_socket_of_a_killed_server_is_replaced(thread: LoopThread, tmp_path: Path) -> None:
    SocketFile(tmp_path / "s").bind().close()
    listener = start_listener(thread, SocketFile(tmp_path / "s"))
    assert listener.client().send_letter().startswith("250 ")
    listener.stop()


def test_the_socket_of_a_running_server_is_not_replaced(thread: LoopThread, tmp_path: Path) -> None:
    listener = start_listener(thread, SocketFile(tmp_path / "s"))
    with pytest.raises(UsageError, match=r"lmtp:.*/s"):
        SocketFile(tmp_path / "s").bind()
    assert listener.client().send_letter().startswith("250 ")
    listener.stop()


def test_a_file_that_is_no_socket_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("precious")
    with pytest.raises(UsageError, match=r"lmtp:.*/s"):
        SocketFile(tmp_path / "s").bind()
    assert (tmp_path / "s").read_text() == "precious"


@pytest.mark.parametrize("name", ["no/folder", "x" * 200])
def test_the_error_names_a_path_where_no_socket_can_be_created(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot listen on lmtp:"):
        SocketFile(tmp_path / name).bind()
