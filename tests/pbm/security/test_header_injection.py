"""No word of a stranger's becomes a header, a recipient or a command of SMTP."""

from __future__ import annotations

import base64
import re
from email import message_from_bytes
from email.policy import compat32
from urllib.parse import quote

import pytest

from tests.combinations import few_fast, for_each
from tests.pbm.security.attack import MALLORY, forged, goods
from tests.pbm.town import ALICE, BOB, SERVER, SOUTH, Mail, Town, of

OURS = {
    "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
    "Auto-Submitted", "X-Auto-Response-Suppress", "MIME-Version", "Content-Type",
    "Content-Transfer-Encoding", "List-Unsubscribe",
}  # fmt: skip
INJECTED = f"Bcc: {MALLORY}"

# Characters that some programs take for the end of a line, or that make them drop its rest.
BREAKS = [
    "\r\n",
    "\n",
    "\r",
    "\r\r\n",
    "\0\r\n",
    "\v",
    "\f",
    "\x1c",
    "\x1e",
    "\x85",
    "\u2028",
    "\u2029",
]


def in_q(text: str) -> str:
    return "=?utf-8?q?" + quote(text, safe="").replace("%", "=") + "?="


def in_b(text: str) -> str:
    return f"=?utf-8?b?{base64.b64encode(text.encode()).decode()}?="


def in_rfc2231(text: str) -> str:
    return f"utf-8''{quote(text)}"


def assert_clean(mails: list[Mail]) -> None:
    assert mails
    for mail in mails:
        head, _, body = mail.raw.partition(b"\r\n\r\n")
        assert {name for name, _ in message_from_bytes(mail.raw, policy=compat32).items()} <= OURS
        assert head.isascii()
        assert b"\0" not in mail.raw
        assert not re.search(rb"\r(?!\n)|(?<!\r)\n", mail.raw)
        assert b"\r\n.\r\n" not in body
        assert [each.addr_spec for each in mail.message["To"].addresses] == [mail.to]
        assert len(mail.message.get_all("Subject", [])) == 1


@pytest.mark.parametrize(("encode", "end"), few_fast([in_q, in_b, str], BREAKS))
def test_no_subject_becomes_a_header(town_with_players: Town, encode: object, end: str) -> None:
    assert callable(encode)
    hidden = encode(f"help{end}{INJECTED}{end}{end}Hello")
    raw = forged("hello", f"Subject: {hidden}")
    assert_clean(town_with_players.post(ALICE, raw))


@pytest.mark.parametrize(
    ("end", "line"),
    few_fast(BREAKS, ["gyges chat 1 {}", "signup {}", "help {}", "gyges move 1 {}", "{}"]),
)
def test_no_line_becomes_a_header(town_with_game: Town, line: str, end: str) -> None:
    hidden = line.format(f"x{end}{INJECTED}")
    for text in (hidden, base64.encodebytes(hidden.encode()).decode()):
        town_with_game.later(days=3)  # the same question is not asked again earlier
        encoding = "base64" if text != hidden else "8bit"
        raw = forged(
            text,
            f"Content-Transfer-Encoding: {encoding}",
            "Content-Type: text/plain; charset=utf-8",
        )
        assert_clean(town_with_game.post(ALICE, raw.replace(b"forged@", encoding.encode() + b"@")))


@pytest.mark.parametrize(
    ("encode", "name"),
    few_fast([in_q, in_b, in_rfc2231, str], ["Message-ID", "In-Reply-To", "References"]),
)
def test_no_id_that_we_repeat_becomes_a_header(
    town_with_game: Town, board_mails: tuple[Mail, Mail], name: str, encode: object
) -> None:
    assert callable(encode)
    for number, end in enumerate(BREAKS):
        hidden = encode(f"a{end}{INJECTED}{end}b")
        ids = f"<{number}@x> <{hidden}@x> <a b@x> <=?utf-8?q?=0d=0aBcc:_x?=@x> <{'i' * 300}@x>"
        raw = f"From: {ALICE}\r\n{name}: {ids}\r\nDate: {number}\r\n\r\nwhoami\r\n".encode()
        assert_clean(town_with_game.post(ALICE, raw))


def test_no_name_beside_an_address_gets_into_a_mail(town_with_players: Town) -> None:
    name = in_q(f"x\r\n{INJECTED}")
    raw = forged("whoami", author=f'"{name}" <{ALICE}>')
    mails = town_with_players.post(ALICE, raw)
    assert_clean(mails)
    assert [each.addr_spec for mail in mails for each in mail.message["To"].addresses] == [ALICE]


@for_each(
    "author",
    [
        "a@x.example\r\nBcc: mallory@evil.example",
        f"a@x.example,{MALLORY}",
        f"a@x.example {MALLORY}",
        '"a b"@x.example',
        "=?utf-8?q?a=0d=0aBcc:_m?=@x.example",
        "a@[127.0.0.1]",
        "a@x.example>",
        "<a@x.example> SIZE=1",
        f"a%{MALLORY}",
        "a@x..example\0",
        f"{'a' * 300}@x.example",
        "ä@x.example",
    ],
)
def test_no_address_becomes_more_than_one_recipient(town: Town, author: str) -> None:
    raw = f"From: {author}\r\nMessage-ID: <x@x>\r\nSubject: signup mallory\r\n\r\n".encode()
    for mail in town.post("a@x.example", raw):
        assert_clean([mail])
        assert re.fullmatch(r"[!-~]+@[a-z0-9.-]+", mail.to)
        assert mail.to != MALLORY


@for_each("end", BREAKS)
def test_no_further_address_of_a_signup_becomes_a_header(town: Town, end: str) -> None:
    text = f"signup carol marble-tower a@x.example{end}{INJECTED}"
    assert_clean(town.post("c@x.example", forged(text, author="c@x.example")))


@for_each("end", [*BREAKS, "\r\n.\r\n", "\n.\n", "\r.\r", "\r\n.\r", "\n.\r\n", "\0.\r\n"])
def test_no_comment_ends_the_letter_it_is_sent_in(
    town_with_game: Town, board_mails: tuple[Mail, Mail], end: str
) -> None:
    """SMTP smuggling needs an end of data, followed by commands, inside a mail that we send."""
    smuggled = f"{end}.{end}MAIL FROM:<pbm@pbm.example>{end}RCPT TO:<{BOB}>{end}DATA{end}{INJECTED}"
    text = base64.encodebytes(f"{SOUTH}\r\n\r\nhello{smuggled}\r\n".encode()).decode()
    headers = ("Content-Transfer-Encoding: base64", "Content-Type: text/plain; charset=utf-8")
    mails = town_with_game.post(
        ALICE, forged(text, *headers, to=board_mails[0].reply_to), board_mails[0].reply_to
    )
    assert town_with_game.match().plies == 1
    assert_clean(mails)
    own = [line for line in of(mails, BOB).text.splitlines() if "MAIL FROM" in line or line == "."]
    assert all(line.startswith("| ") for line in own)


def test_a_letter_inside_the_letter_is_not_a_second_letter(town_with_game: Town) -> None:
    inner = f"hello\r\n.\r\nMAIL FROM:<{BOB}>\r\nRCPT TO:<{SERVER}>\r\nDATA\r\n"
    inner += f"From: {BOB}\r\nSubject: gyges resign 1\r\n\r\n.\r\n"
    before = goods(town_with_game)
    town_with_game.post(MALLORY, forged(inner, author=MALLORY))
    assert goods(town_with_game) == before
