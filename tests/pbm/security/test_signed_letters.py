"""Attacks with signed letters, changed only in parts that the signature does not cover.

Each signature is still valid, so that a front server would report ``dkim=pass``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import dkim
import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import for_each
from tests.pbm.conftest import SavedTown
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, BOB, PASSWORD, SERVER, SOUTH, Mail, Town

FRONT = "mx.pbm.example"
TRACE = f"Received: from evil.example (evil.example [192.0.2.7]) by {FRONT}\r\n"
VOUCHED = f"Authentication-Results: {FRONT}; dkim=pass header.d=example.org\r\n"
HANDED_OVER = f"Authentication-Results: {FRONT}; spf=pass smtp.mailfrom={ALICE}\r\n"
DEED = f"gyges move 1 {SOUTH}"

# The key of example.org, made for this test and used for nothing else.
KEY = b"""\
-----BEGIN RSA PRIVATE KEY-----
MIICXgIBAAKBgQDoDb8DfDyygiJVEcHfreANCcMOKfDlEqe0oespqNnZgI8n8EP/
dT2Z9zx8FwJp7JDlnjeh7BfJlUBwLpXXZoRp2a0+boI5wEl2jlqs8ToyD2zY85O2
tlHGRggod9mmezBQefDhBbmejl8nHETRR0+9feHcwtx2RgHgcGese1O/IQIDAQAB
AoGAVNZxtzx8lGavVpqfXr+a4ilnfo4m3Bjt50QrTZfFzZcKv3c/5O1gECIrotJm
t4MdllU50aEXMUO3w0vEzHNWhQokcXNkPobqiXiwa9oSVwIYsR/7tOo+g2U+vYjS
lviwV0dkGDLVwmD7k8yiJFKXc3paI/7bpnthu5+hlxVKWIECQQD5X4Kkl9W45N6X
nP5pKNA030Af1vYEkh2DuSnPajP+gtteBAWd55sggUSgQDZD7kBiukRWVSVXDEVr
3mE0eGuNAkEA7jhpZE87TwKiW38mg0zyhE+tlys4d8JrbsahlFjiQRu4uSolx+q+
5BoCMZcvsMVYVQwXAL9Uykm5brodTYIy5QJBANA9gLP/ktpmTLbgw9Z+3Xb5Yuvz
rtdcSMdBrXdmIWsMTTFyPFqDGJiJOgxz8pzBbQTEtOI/EgJh3erY9eVCFdUCQQCH
wZYuGAkQicvEoL1t7hf21wFyOKtBdIaM5p2GUPD/cbDftOk6+Mg4ban6YNJIxu4D
6ZPiVScY8NLAC0hPt3cRAkEAseFNT9WzM4wr7YQ7YtbbGzlusZ7CUSBmygafCI7a
ImBHFXO2IEinL81jgRBbgArkB8fL97POrLhmGzNphuWdhg==
-----END RSA PRIVATE KEY-----
"""
RECORD = (
    "v=DKIM1; k=rsa; p="
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDoDb8DfDyygiJVEcHfreANCcMOKfDlEqe0oespqNnZ"
    "gI8n8EP/dT2Z9zx8FwJp7JDlnjeh7BfJlUBwLpXXZoRp2a0+boI5wEl2jlqs8ToyD2zY85O2tlHGRggo"
    "d9mmezBQefDhBbmejl8nHETRR0+9feHcwtx2RgHgcGese1O/IQIDAQAB"
)

USUAL = ("from", "to", "subject", "date", "message-id")
CONTENT = ("mime-version", "content-type", "content-transfer-encoding")
TO_US = (
    f"From: Alice <{ALICE}>",
    f"To: {SERVER}",
    "Subject: hello",
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    "Message-ID: <1@example.org>",
)


@pytest.fixture
def trusting(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    town = saved_town_with_game.copy(tmp_path, trust_authserv=FRONT)
    yield town
    town.close()


def letter(*head: str, text: str = DEED, replaced: str = "", by: str = "") -> bytes:
    lines = [by if line.startswith(replaced) and replaced else line for line in (*TO_US, *head)]
    return "\r\n".join([*lines, "", text, ""]).encode()


def signed(raw: bytes, names: Sequence[str] = USUAL, *, length: bool = False) -> bytes:
    """Return the letter with a signature of alice's provider."""
    wanted = [name.encode() for name in names]
    relaxed = (b"relaxed", b"relaxed")
    signature = dkim.sign(
        raw, b"pbm", b"example.org", KEY, None, relaxed, include_headers=wanted, length=length
    )
    return bytes(signature) + raw


def is_good(raw: bytes, number: int) -> bool:
    """Whether a verifier accepts the letter's signature of this number."""
    try:
        found = dkim.DKIM(raw).verify(number, dnsfunc=lambda *_, **__: RECORD.encode())
    except dkim.DKIMException:
        return False
    return bool(found)


def bring(town: Town, raw: bytes, *results: str) -> None:
    """Deliver a letter as a front server that has found a valid signature does."""
    assert any(is_good(raw, number) for number in range(raw.count(b"DKIM-Signature:")))
    town.post(MALLORY, "".join((VOUCHED, *results, TRACE)).encode() + raw)


@pytest.mark.parametrize(
    "head",
    [
        (),
        ("MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"),
        ("Content-Type: text/plain; charset=US-ASCII", "Content-Transfer-Encoding: 7bit"),
    ],
)
@pytest.mark.parametrize("names", [USUAL, (*USUAL, *CONTENT), ("from", "to", "subject", "date")])
def test_a_plain_letter_to_us_that_was_signed_is_acted_on(
    trusting: Town, head: tuple[str, ...], names: tuple[str, ...]
) -> None:
    bring(trusting, signed(letter(*head), names))
    assert trusting.match().plies == 1


BOUNDARY = "Content-Type: multipart/alternative; boundary=b"
PARTS = f"--b\r\n\r\n{DEED}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n--b--"
PAGE = f"<html><body><p>{DEED}</p></body></html>"


@pytest.mark.parametrize(
    ("head", "text"),
    [
        ((BOUNDARY, "MIME-Version: 1.0"), PARTS),
        (("Content-Type: text/html", "Content-Transfer-Encoding: 7bit"), PAGE),
    ],
)
def test_a_letter_whose_signature_covers_how_it_is_read_is_acted_on(
    trusting: Town, head: tuple[str, ...], text: str
) -> None:
    bring(trusting, signed(letter(*head, text=text), (*USUAL, *CONTENT)))
    assert trusting.match().plies == 1


def test_a_letter_that_came_directly_from_the_server_of_its_domain_is_acted_on(
    trusting: Town,
) -> None:
    """The letter cannot have been changed on the way, even if the signature covers little."""
    bring(trusting, signed(letter(BOUNDARY, text=PARTS)), HANDED_OVER)
    assert trusting.match().plies == 1


PRIVATE = signed(letter(text="Shall we meet on Friday?", replaced="To", by=f"To: {MALLORY}"))
ANSWER = letter(text="What is this?", replaced="Subject", by=f"Subject: Re: {DEED}")


@pytest.mark.parametrize("results", [(), (HANDED_OVER,)])
@pytest.mark.parametrize(
    "raw",
    [
        PRIVATE,
        f"Subject: {DEED}\r\n".encode() + PRIVATE,
        f"To: {SERVER}\r\nSubject: {DEED}\r\n".encode() + PRIVATE,
        signed(ANSWER.replace(SERVER.encode(), MALLORY.encode())),
        signed(ANSWER.replace(f"To: {SERVER}".encode(), f'To: "{SERVER}" <{MALLORY}>'.encode())),
        f"To: {SERVER}\r\n".encode() + signed(ANSWER.replace(SERVER.encode(), MALLORY.encode())),
        f"Cc: {SERVER}\r\n".encode() + signed(ANSWER.replace(SERVER.encode(), MALLORY.encode())),
    ],
)
def test_a_signed_letter_to_others_is_no_command(
    trusting: Town, raw: bytes, results: tuple[str, ...]
) -> None:
    """One of these letters is a reply to a mail of the attacker's, who has chosen its Subject."""
    before = goods(trusting)
    bring(trusting, raw, *results if raw.count(b"Cc: ") == 0 else ())
    assert goods(trusting) == before


ANSWERED = "In-Reply-To: <1@evil.example>\r\nReferences: <1@evil.example>"
CLAIMED = "In-Reply-To: <1@pbm.example>"
"""Anybody can give their mail a Message-ID of our domain."""


@pytest.mark.parametrize("text", ["What is this?", "", "> Answer me, please.", "-- \r\nAlice"])
@pytest.mark.parametrize(
    ("subject", "answered"),
    [
        (f"Re: {DEED}", ()),
        (f"AW: [list] Re[2]: {DEED}", ()),
        (f"[list] Fwd: {DEED}", ()),
        (DEED, (ANSWERED,)),
        (DEED, (CLAIMED,)),
        ("Re: block bob", (ANSWERED,)),
        ("Re: message bob", (ANSWERED,)),
        ("Re: set passwords off", (ANSWERED,)),
        ("Re: gyges resign 1", (ANSWERED,)),
        ("Re: I resign", (ANSWERED,)),
    ],
)
def test_a_subject_that_somebody_else_may_have_chosen_is_asked_about(
    trusting: Town, subject: str, answered: tuple[str, ...], text: str
) -> None:
    """The Reply-To of an attacker's mail led an answer here, perhaps one of a program."""
    before = goods(trusting)
    raw = letter(*answered, text=text, replaced="Subject", by=f"Subject: {subject}")
    bring(trusting, signed(raw), HANDED_OVER)
    assert goods(trusting) == before


def test_a_subject_with_a_password_is_her_own(trusting: Town) -> None:
    subject = f"Subject: Re: gyges move 1 alice {PASSWORD} {SOUTH}"
    bring(trusting, signed(letter(text="", replaced="Subject", by=subject)), HANDED_OVER)
    assert trusting.match().plies == 1


@pytest.mark.parametrize("subject", ["Re: hello", "Re: [gyges 1] your move", "hello"])
@pytest.mark.parametrize("answered", [ANSWERED, CLAIMED])
@pytest.mark.parametrize(
    "text",
    [
        f"I am away until Monday.\r\n\r\nYour message was:\r\n\r\n{DEED}",
        "Ticket 17 was opened.\r\n\r\nblock bob",
        DEED,
    ],
)
def test_what_a_program_may_repeat_of_somebody_elses_mail_is_asked_about(
    trusting: Town, subject: str, answered: str, text: str
) -> None:
    before = goods(trusting)
    raw = letter(answered, text=text, replaced="Subject", by=f"Subject: {subject}")
    bring(trusting, signed(raw), HANDED_OVER)
    assert goods(trusting) == before


@pytest.mark.parametrize("subject", ["Re: [gyges 1] your move", f"Re: {DEED}"])
def test_an_answer_to_a_mail_of_ours_is_her_own_even_if_it_lost_its_reply_address(
    trusting: Town, board_mails: tuple[Mail, Mail], subject: str
) -> None:
    answered = f"In-Reply-To: {board_mails[0].row.message_id}"
    raw = letter(answered, replaced="Subject", by=f"Subject: {subject}")
    bring(trusting, signed(raw), HANDED_OVER)
    assert trusting.match().plies == 1


def test_an_answer_to_a_mail_of_ours_to_somebody_else_is_asked_about(
    trusting: Town, board_mails: tuple[Mail, Mail]
) -> None:
    before = goods(trusting)
    bring(trusting, signed(letter(f"In-Reply-To: {board_mails[1].row.message_id}")), HANDED_OVER)
    assert goods(trusting) == before


def quoted(how: str) -> str:
    """The body of a letter of alice's that quotes words of the attacker's."""
    return {
        "soft breaks": f"No!\r\n> I think you should =\r\n{DEED}\r\n> at last",
        "parts": f"--b\r\n\r\nNo!\r\n--b\r\nContent-Disposition: attachment\r\n\r\n{DEED}\r\n--b--",
        "a page": f"<p>No!</p>\r\n<blockquote>\r\n{DEED}\r\n</blockquote>",
        "an escape": f"No!\r\n\x1b$B!!\x1b(B {DEED}\r\n{DEED}",
    }[how]


# Bodies, with headers by an attacker in place of those that say how to decode the body. The
# signature covers neither body nor headers.
READ_ANEW = [
    ("soft breaks", ()),
    ("soft breaks", ("Content-Type: text/plain", "Content-Transfer-Encoding: 7bit")),
    ("parts", ()),
    ("parts", ("Content-Type: text/plain",)),
    ("parts", ("Content-Type: multipart/mixed; boundary=c",)),
    ("a page", ()),
    ("a page", ("Content-Type: text/plain",)),
    ("an escape", ("Content-Type: text/plain; charset=us-ascii",)),
]


@for_each("names", [USUAL, ("from", "to", "subject", "date")])
@for_each(("how", "head"), READ_ANEW)
def test_headers_that_nobody_signed_do_not_make_her_body_another(
    trusting: Town, how: str, head: tuple[str, ...], names: tuple[str, ...]
) -> None:
    before = goods(trusting)
    added = "".join(f"{line}\r\n" for line in head).encode()
    bring(trusting, added + signed(letter(text=quoted(how)), names))
    assert goods(trusting) == before


@for_each(
    "added",
    [
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: text/html",
        "Content-Type: text/plain; charset=utf-7",
        "Content-Type: text/plain; charset=utf-16",
        "Content-Type: text/plain; format=flowed; delsp=yes",
        "Content-Transfer-Encoding: base64",
        "Content-Transfer-Encoding: quoted-printable",
        "Content-Disposition: attachment",
    ],
)
def test_a_plain_letter_is_not_given_headers_that_have_it_read_otherwise(
    trusting: Town, added: str
) -> None:
    before = goods(trusting)
    bring(trusting, f"{added}\r\n".encode() + signed(letter()))
    assert goods(trusting) == before


@for_each(
    ("names", "length"),
    [
        (("from",), False),
        (("from", "to", "date"), False),
        (("from", "to", "subject"), False),
        (("from", "subject", "date", "message-id"), False),
        (USUAL, True),
    ],
)
def test_a_signature_that_leaves_out_what_counts_is_not_enough(
    trusting: Town, names: tuple[str, ...], length: bool
) -> None:
    before = goods(trusting)
    bring(trusting, signed(letter(), names, length=length))
    assert goods(trusting) == before


def test_a_second_signature_that_covers_everything_does_not_help(trusting: Town) -> None:
    """Anybody can add an invalid signature; one valid signature is enough for the front server."""
    before = goods(trusting)
    another, _, _ = signed(letter(text="other words")).partition(b"From:")
    bring(trusting, another + signed(letter(), ("from", "to", "date")))
    assert goods(trusting) == before


CAUGHT = signed(letter(text="gyges chat 1\r\n\r\nhello  you"))


@for_each(
    ("old", "new"),
    [
        ("Subject: hello", "SUBJECT:\r\n\t hello "),
        ("Date: Fri,", "Date:  Fri,"),
        ("From: Alice", "From:\r\n Alice "),
        ("Message-ID: ", "X-Mailer: x\r\nReceived: from x by y\r\nMessage-ID:  "),
        ("hello  you\r\n", "hello\t you \r\n\r\n"),
        ("hello  you\r\n", "hello you\r\n\r\n\t\r\n\r\n"),
    ],
)
def test_a_letter_that_was_caught_is_done_once_however_it_is_written(
    trusting: Town, old: str, new: str
) -> None:
    bring(trusting, CAUGHT)
    before = goods(trusting)
    assert old.encode() in CAUGHT
    bring(trusting, CAUGHT.replace(old.encode(), new.encode()))
    assert goods(trusting) == before
    assert trusting.note == f"of letter {trusting.last_letter().id - 1}"


def test_a_message_id_that_is_not_signed_makes_it_no_other_letter(trusting: Town) -> None:
    caught = signed(letter(text="gyges chat 1\r\n\r\nhello"), ("from", "to", "subject", "date"))
    bring(trusting, caught)
    bring(trusting, caught.replace(b"<1@example.org>", b"<2@example.org>"))
    assert trusting.status is LetterStatus.DUPLICATE


def test_somebody_else_in_copy_changes_nothing(trusting: Town) -> None:
    to_both = letter(replaced="To", by=f"To: Bob <{BOB}>,\r\n pbm <{SERVER}>")
    bring(trusting, b"X-Spam: no\r\n" + signed(to_both))
    assert trusting.match().plies == 1
