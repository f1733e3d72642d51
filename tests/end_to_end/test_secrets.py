"""Passwords and reply addresses: in no mail, in no table, in no log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.end_to_end.player import Mail, Player, letter
from tests.end_to_end.process import ServerProcess

PASSWORD = "correct-horse-9"
SLIP = "battery-staple-7"


def everything_kept(server: ServerProcess) -> bytes:
    """Every cell of every table, as stored and decoded as a mail."""
    with sqlite3.connect(f"file:{server.data}/pbm.sqlite?mode=ro", uri=True) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        cells = [
            cell if isinstance(cell, bytes) else str(cell).encode()
            for (table,) in tables
            for row in database.execute(f'SELECT * FROM "{table}"')
            for cell in row
        ]
    database.close()
    return b"\n".join([*cells, *map(decoded, cells)])


def everything_sent(server: ServerProcess) -> bytes:
    """Every mail in every Maildir, as it is and decoded."""
    raw = [path.read_bytes() for path in server.outgoing.rglob("*") if path.is_file()]
    assert raw
    return b"\n".join([*raw, *map(decoded, raw)])


def decoded(raw: bytes) -> bytes:
    mail = message_from_bytes(raw, policy=policy.compat32)
    parts = (part.get_payload(decode=True) for part in mail.walk() if not part.is_multipart())
    return b"\n".join(part for part in parts if isinstance(part, bytes))


def in_base64(author: str, line: str) -> bytes:
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = author
    message["Message-ID"] = "<base64@client.example.org>"
    message.set_content(f"{line}\n", cte="base64")
    return message.as_bytes()


def in_html(author: str, line: str) -> bytes:
    message = letter(author, "", "")
    message.set_content(f"<p>{line.replace('-', '<i>-</i>')}</p>", subtype="html")
    return message.as_bytes()


def in_quoted_printable(author: str, line: str) -> bytes:
    message = letter(author, "", "")
    message.set_content(f"{line}\n", cte="quoted-printable")
    return message.as_bytes().replace(b"-", b"=2D")


def in_encoded_subject(author: str, line: str) -> bytes:
    message = letter(author, "é" + line, "")
    return message.as_bytes().replace(b"=C3=A9", b"", 1)


def in_subject(author: str, line: str) -> bytes:
    return letter(author, line, "").as_bytes()


def assert_nobody_keeps(secret: str, server: ServerProcess) -> None:
    assert secret.encode() not in everything_sent(server)
    assert secret.encode() not in everything_kept(server)
    assert secret not in server.log.read_text()


@pytest.mark.parametrize(
    "form", [in_subject, in_base64, in_html, in_quoted_printable, in_encoded_subject]
)
def test_no_password_stays_anywhere(
    form: Callable[[str, str], bytes], server: ServerProcess
) -> None:
    alice = Player(server, "alice")
    alice.send(form(alice.address, f"signup alice {PASSWORD}"))
    alice.receive()
    assert alice.told("yes").kind == "welcome"

    assert_nobody_keeps(PASSWORD, server)


@pytest.mark.parametrize(
    "line",
    [
        "gyges move 1 alice {} 16-35",
        "gyges resign 1 alice {}",
        "gyges resign 1 alice {} at once",
        "gyges mvoe 1 alice {} 16-35",
        "gyges move alice {} 16-35",
        "gyges move 1 alcie {} 16-35",
        "gyges challenge alice {} bob",
        "change password alice {} new-horse-2026",
        "password alice {}",
    ],
)
def test_no_mistyped_command_keeps_its_password(
    line: str, server: ServerProcess, alice: Player
) -> None:
    alice.ask(line.format(SLIP))
    alice.ask("", line.format(SLIP))
    alice.ask("multiple", line.format(SLIP))

    assert_nobody_keeps(SLIP, server)


def test_no_reply_address_stays_in_the_database(server: ServerProcess, alice: Player) -> None:
    alice.ask("help")
    alice.told("whoami")
    alice.told("list")

    tokens = {mail.token for mail in alice.mails}
    kept = everything_kept(server)

    assert len(tokens) == len(alice.mails)
    assert [token for token in tokens if token.encode() in kept] == []


def test_the_code_of_a_confirmation_does_not_stay_either(server: ServerProcess) -> None:
    alice = Player(server, "alice")
    question = alice.ask("signup alice")
    code = _code(question)

    alice.ask(f"confirm {code}")

    assert alice.last.kind == "welcome"
    assert code.encode() not in everything_kept(server)


def test_nobody_else_can_read_the_data(server: ServerProcess, alice: Player) -> None:
    secret = [path for path in _files(server.data) if path.suffix in (".key", ".sqlite")]

    assert len(secret) == 2
    assert [path.name for path in secret if path.stat().st_mode & 0o077] == []


def _code(question: Mail) -> str:
    (line,) = (line for line in question.text.splitlines() if line.startswith("    confirm "))
    return line.split()[1]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
