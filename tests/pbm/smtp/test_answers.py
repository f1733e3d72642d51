"""ANSWERS.md, row by row: every answer is provoked, and every limit matches its setting."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pbm.smtp
from pbm.base.errors import TemporaryFailure
from pbm.base.setting import Setting, WholeNumber, rows
from pbm.mail.letter import Envelope
from pbm.smtp.listener_limits import ListenerLimits

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import Client, RunningListener

Serve = Callable[..., "RunningListener"]
ROOM = Path(pbm.smtp.__path__[0])
DOCUMENT = (ROOM / "ANSWERS.md").read_text(encoding="utf-8")
KIB = 1024
LINE = b"x" * 998 + b"\r\n"


def table(heading: str) -> Iterator[list[str]]:
    """The rows of the table below a heading."""
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = [line for line in section.splitlines() if line.startswith("|")]
    for line in found[2:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


ANSWERS = [row[0] for row in table("Answers")]


def said(*lines: str, **limits: int) -> Callable[[Serve], str]:
    """A client that sends these lines, and returns the answer to the last line."""

    def talk(serve: Serve) -> str:
        client = serve(**limits).client()
        return [client.say(line) for line in ("EHLO client.example.net", *lines)][-1]

    return talk


def sent(raw: bytes, **limits: int) -> Callable[[Serve], str]:
    return lambda serve: serve(**limits).client().send_letter(raw)


def kept_by(error: Exception) -> Callable[[Serve], str]:
    async def keep(letter: Envelope) -> None:
        raise error

    return lambda serve: serve(keep).client().send_letter()


def greeted(serve: Serve) -> str:
    return serve().client().greeting


def crowded(serve: Serve) -> str:
    listener = serve(connections=1)
    first = listener.client()
    try:
        return listener.client().greeting
    finally:
        first.close()


def stopped(serve: Serve) -> str:
    listener = serve()
    client = listener.client()
    listener.begin_stop()
    return client.reply()


def waited(serve: Serve) -> str:
    return serve(command_seconds=0.01).client().reply()


def rambled(serve: Serve) -> str:
    client = serve(message_lines=10).client()
    client.send(b"\r\n" * 11)
    return client.reply()


def many_at_once(serve: Serve) -> str:
    """The answer to the larger of two letters when there is no room for both."""
    listener = serve(buffer_bytes=290 * KIB)
    greedy, modest = listener.client(), listener.client()
    for client, lines in ((greedy, 200), (modest, 100)):
        client.start_letter()
        client.send(b"\r\n" + LINE * lines)
    answer = greedy.reply()
    assert ended(modest).startswith("250")
    return answer


def ended(client: Client) -> str:
    client.send(b".\r\n")
    return client.reply()


FROM, TO = "MAIL FROM:<alice@example.net>", "RCPT TO:<pbm@example.org>"
PROVOKED: dict[str, Callable[[Serve], str]] = {
    "220 example.org pbm": greeted,
    "221 Bye": said("QUIT"),
    "250 OK": said(FROM, TO),
    "250 2.0.0 Kept": sent(b"hello\r\n"),
    "252 2.5.2 Send some mail and see": said("VRFY alice"),
    "354 End data with <CR><LF>.<CR><LF>": said(FROM, TO, "DATA"),
    "421 4.7.0 Too many connections; please try again later": crowded,
    "421 4.3.1 Too many letters at once; please send yours again later": many_at_once,
    "421 4.3.2 Shutting down; please send it again later": stopped,
    "421 4.4.2 Too slow; please try again later": waited,
    "421 4.7.0 Too much was sent without a letter": rambled,
    "421 4.7.0 NOOP sent too many times": said(*["NOOP"] * 4, commands_per_connection=3),
    "451 4.3.0 Your letter could not be kept; please send it again later": kept_by(
        TemporaryFailure("the disk is full")
    ),
    "452 4.5.3 Too many recipients; please send the rest apart": said(FROM, TO, TO, recipients=1),
    "454 TLS not available": said("STARTTLS"),
    "500 Error: bad syntax": said(""),
    "500 Error: strict ASCII mode": said("MAIL FROM:<jörg@example.net>"),
    "500 Command line too long": said(f"NOOP {'x' * 600}"),
    '500 Error: command "LHLO" not recognized': said("LHLO client.example.net"),
    "501 Syntax: MAIL FROM: <address> [SP <mail-parameters>]": said("MAIL alice@example.net"),
    "502 5.5.1 Too many unrecognized commands, goodbye.": said(*["BREW coffee"] * 5),
    "502 EXPN not implemented": said("EXPN players"),
    "503 Error: need RCPT command": said(FROM, "DATA"),
    "538 5.7.11 Encryption required for requested authentication mechanism": said("AUTH PLAIN x"),
    "550 5.1.1 No such address here: write to pbm@example.org": said(
        FROM, "RCPT TO:<x@example.org>"
    ),
    "550 5.7.1 Relaying denied: mail is taken for example.org only": said(
        FROM, "RCPT TO:<bob@example.net>"
    ),
    "552 Error: message size exceeds fixed maximum message size": said(f"{FROM} SIZE=300000"),
    "552 5.3.4 Message too large": sent(LINE * 300),
    "552 5.3.4 Header too large": sent(b"To: " + LINE * 66 + b"\r\nhello\r\n"),
    "553 5.1.3 Error: malformed address": said("MAIL FROM:<"),
    "553 5.1.7 That sender address cannot be answered": said(
        f"MAIL FROM:<{'a' * 330}@example.net>"
    ),
    "555 MAIL FROM parameters not recognized or not implemented": said(f"{FROM} RET=FULL"),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_each_answer_in_the_table_is_given(answer: str, serve: Serve) -> None:
    assert PROVOKED[answer](serve) == answer


def test_every_tested_answer_is_in_the_table() -> None:
    assert sorted(ANSWERS) == sorted(PROVOKED)


def test_every_answer_in_our_source_is_in_the_table() -> None:
    """Our own are found by their text in our source, those of aiosmtpd only by provoking them."""
    sources = "".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py"))
    ours = re.findall(r'f?"([245]\d\d [^"]+)"', sources)
    assert len(ours) > 10
    ours = [text.replace("{self._club}", "pbm@example.org") for text in ours]
    filled = {text.replace("{self.domain}", "example.org") for text in ours}
    assert filled <= set(ANSWERS)


def test_4xx_says_to_retry_and_5xx_does_not() -> None:
    for answer, _, then in table("Answers"):
        returns = re.search("returns|gives up", then)
        assert not (answer.startswith("4") and returns) or answer.startswith("454")


def test_the_table_of_limits_matches_the_settings() -> None:
    told = [tuple(row) for row in table("Limits")]
    assert told == [told_of(name, each) for name, each in rows(ListenerLimits).items()]


def told_of(name: str, row: Setting) -> tuple[str, str, str, str, str]:
    assert isinstance(row.read, WholeNumber)
    return (name, str(row.default), str(row.read.least), str(row.read.most), row.meaning)
