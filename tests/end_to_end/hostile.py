"""Attacks of hostile clients on a server, one in each function.

Each attack ends when the server has stopped it, or when the client has sent all that it can.
"""

from __future__ import annotations

import base64
import io
import resource
import smtplib
import socket
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

from tests.end_to_end.process import SERVER, ServerProcess
from tests.patience import PATIENCE

KIB, MIB = 1024, 1024 * 1024
SENDER = "mallory@example.net"
# The most connections that the server accepts from one address at a time.
CLIENTS = 100
LARGEST = 250 * KIB


@contextmanager
def letter_begun(server: ServerProcess) -> Iterator[smtplib.SMTP]:
    """A client that has sent DATA. It leaves without QUIT: that would be part of the letter."""
    with hung_up_on(), closing(server.client()) as client:
        client.ehlo()
        client.mail(SENDER)
        client.rcpt(SERVER)
        client.docmd("DATA")
        yield client


@contextmanager
def hung_up_on() -> Iterator[None]:
    with suppress(ConnectionError, smtplib.SMTPException):
        yield


def flood(server: ServerProcess, chunk: bytes, most: int = 32 * MIB) -> None:
    with letter_begun(server) as client:
        assert client.sock is not None
        for _ in range(most // len(chunk)):
            client.sock.sendall(chunk)


def post(server: ServerProcess, *letters: bytes) -> None:
    """Send letters, whether or not the server accepts them."""
    with server.client() as client:
        for raw in letters:
            with suppress(smtplib.SMTPResponseException):
                client.sendmail(SENDER, SERVER, raw)


def no_line_ends(server: ServerProcess) -> None:
    flood(server, b"x" * 64 * KIB)


def empty_lines(server: ServerProcess) -> None:
    flood(server, b"\r\n" * 32 * KIB)


def a_command_without_end(server: ServerProcess) -> None:
    with hung_up_on(), socket.create_connection(("127.0.0.1", server.port)) as client:
        for _ in range(512):
            client.sendall(b"x" * 64 * KIB)


def noop_for_ever(server: ServerProcess) -> None:
    with hung_up_on(), server.client() as client:
        while client.noop()[0] != 421:
            pass


def ten_thousand_recipients(server: ServerProcess) -> None:
    with hung_up_on(), server.client() as client:
        client.ehlo()
        client.mail(SENDER)
        for _ in range(100):
            client.send(f"RCPT TO:<{SERVER}>\r\n" * 100)
            for _ in range(100):
                client.getreply()


def two_thousand_connections(server: ServerProcess) -> None:
    _allow_files(2500)
    with ExitStack() as clients:
        for _ in range(2000):
            with hung_up_on():
                where = ("127.0.0.1", server.port)
                clients.enter_context(socket.create_connection(where, PATIENCE))


def letters_without_end(server: ServerProcess, line: bytes) -> None:
    """All connections that the server allows; each sends a large letter without the final dot."""
    with ExitStack() as clients:
        for _ in range(CLIENTS):
            with hung_up_on():
                client = clients.enter_context(letter_begun(server))
                assert client.sock is not None
                client.sock.sendall(line * min(LARGEST // len(line), 19_000))


def deaf_clients(server: ServerProcess) -> None:
    """Clients that cause many replies and read none of them."""
    with ExitStack() as clients:
        for _ in range(CLIENTS):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            with hung_up_on():
                client.sendall(b"RSET\r\n" * 10_000)


def one_byte_at_a_time(server: ServerProcess) -> None:
    with ExitStack() as clients:
        waiting = [clients.enter_context(letter_begun(server)) for _ in range(CLIENTS - 1)]
        for byte in b"Subject: slow":
            for client in waiting:
                assert client.sock is not None
                client.sock.sendall(bytes([byte]))


def largest_letters(server: ServerProcess) -> None:
    post(server, *[_plain(b"x" * 70 + b"\r\n", LARGEST)] * 10)


def deep_nesting(server: ServerProcess) -> None:
    layers = (
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (depth, depth)
        for depth in range(3000)
    )
    post(server, b"From: mallory@example.net\r\n" + b"".join(layers))


def many_parts(server: ServerProcess) -> None:
    head = b"From: mallory@example.net\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    post(server, head + b"--b\r\n\r\n" * 19_000)


def large_headers(server: ServerProcess) -> None:
    for most in (60, 117):
        addresses = b",\r\n ".join(b"someone-%d@example.net" % each for each in range(most * 38))
        post(server, b"To: " + addresses + b"\r\nFrom: mallory@example.net\r\n\r\nhello\r\n")


def encoded_words(server: ServerProcess) -> None:
    post(server, b"From: mallory@example.net\r\nSubject: " + b"=?a?q?" * 10_000 + b"\r\n\r\nx\r\n")


def zip_bomb(server: ServerProcess) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", bytes(150 * MIB))
    head = b"Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    post(server, b"From: mallory@example.net\r\n" + head + base64.encodebytes(packed.getvalue()))


def html_bombs(server: ServerProcess) -> None:
    for unit in (b"<div>", b"<p>\r\n", b"<b><i>x", b"<a " + b"b='c' " * 100, b"&lt;", b"<![CDATA["):
        line = unit * (900 // len(unit) or 1) + b"\r\n"
        post(server, _plain(line, LARGEST, b"Content-Type: text/html\r\n"))


def many_passwords(server: ServerProcess) -> None:
    lines = b"".join(b"gyges move 1 alice guess%d 16-17\r\n" % each for each in range(20))
    post(server, b"From: mallory@example.net\r\nSubject: multiple\r\n\r\n" + lines)


def _allow_files(number: int) -> None:
    """Raise the limit of open files, which is 1024 by default on most systems."""
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= few < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, most))


def _plain(line: bytes, size: int, head: bytes = b"") -> bytes:
    return b"From: mallory@example.net\r\n" + head + b"\r\n" + line * (size // len(line))


ATTACKS: dict[str, Callable[[ServerProcess], None]] = {
    "a letter without line ends, 32 MiB": no_line_ends,
    "empty lines, 32 MiB": empty_lines,
    "a command without end, 32 MiB": a_command_without_end,
    "NOOP for ever": noop_for_ever,
    "10,000 recipients": ten_thousand_recipients,
    "2,000 idle connections": two_thousand_connections,
    "100 clients, the largest letters without end": lambda server: letters_without_end(
        server, b"x" * 998 + b"\r\n"
    ),
    "100 clients, 19,000 empty lines without end": lambda server: letters_without_end(
        server, b"\r\n"
    ),
    "100 clients that read no answers": deaf_clients,
    "99 clients, a byte at a time": one_byte_at_a_time,
    "10 letters of 250 KiB": largest_letters,
    "3,000 nested parts": deep_nesting,
    "19,000 parts": many_parts,
    "To headers of 60 and 117 KiB": large_headers,
    "10,000 encoded words": encoded_words,
    "a zip bomb of 150 MiB": zip_bomb,
    "HTML bombs": html_bombs,
    "20 passwords guessed in one letter": many_passwords,
}
