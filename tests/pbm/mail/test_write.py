from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail.addresses import MASK, fill_masks, mask, reply_address
from pbm.mail.write import Mail, compose, compose_simple, compose_with_library
from tests.combinations import for_each

TOKEN = "abcdefghijklmnopqrstuvwx23"
INJECTED = "x=0d=0aBcc:_carol@example.org=0d=0a=0d=0aMove_at_once"
ENCODED = f"=?utf-8?q?{INJECTED}?="

MAIL = Mail(
    message_id="<1@pbm.example>",
    recipient="alice@example.org",
    sender="pbm@pbm.example",
    reply_to=reply_address(TOKEN, "pbm.example"),
    subject="[gyges 17] ply 9: your move, alice",
    body="It is your move.\n",
    date=datetime(2026, 11, 20, 10, tzinfo=UTC),
    references=("<a@example.org>", "<b@example.org>"),
)


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def header_lines(raw: bytes) -> list[str]:
    return raw.partition(b"\r\n\r\n")[0].decode("ascii").split("\r\n")


def names(raw: bytes) -> list[str]:
    return [line.partition(":")[0] for line in header_lines(raw) if not line.startswith(" ")]


def test_a_mail_to_a_player_says_how_to_leave_and_never_leaves_by_itself() -> None:
    domain = f"{'long.' * 9}example"
    mail = replace(MAIL, called="alice", sender=f"pbm@{domain}", reply_to=f"pbm@{domain}")
    raw = compose_with_library(mail)
    assert compose_simple(mail) == raw
    assert f"List-Unsubscribe: <mailto:pbm@{domain}?subject=help%20signoff>" in header_lines(raw)
    assert "List-Unsubscribe-Post" not in names(raw)


def test_a_mail_has_these_headers_and_no_others() -> None:
    raw = compose(MAIL)
    assert header_lines(raw) == [
        "From: pbm <pbm@pbm.example>",
        "To: alice@example.org",
        f"Reply-To: pbm+{TOKEN}@pbm.example",
        "Subject: [gyges 17] ply 9: your move, alice",
        "Date: Fri, 20 Nov 2026 10:00:00 +0000",
        "Message-ID: <1@pbm.example>",
        "In-Reply-To: <b@example.org>",
        "References: <a@example.org>",
        " <b@example.org>",
        "Auto-Submitted: auto-replied",
        "X-Auto-Response-Suppress: All",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 7bit",
        "MIME-Version: 1.0",
    ]
    assert raw.endswith(b"\r\n\r\nIt is your move.\r\n")


def test_a_mail_that_begins_a_thread_answers_nothing() -> None:
    raw = compose(replace(MAIL, references=(), prompted=False))
    assert "Auto-Submitted: auto-generated" in header_lines(raw)
    assert not {"In-Reply-To", "References"} & set(names(raw))


def test_every_line_ends_in_crlf() -> None:
    raw = compose(replace(MAIL, body="one\n\ntwo\nthree\n"))
    assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")


@for_each(
    "subject",
    [
        "hello\r\nBcc: carol@example.org",
        "hello\nBcc: carol@example.org\n\nMove at once",
        "hello\rBcc: carol@example.org",
        "hello\u2028Bcc: carol@example.org",
        ENCODED,
        f"hello {ENCODED}",
        f"hello{ENCODED}",
    ],
)
def test_no_subject_can_inject_a_header(subject: str) -> None:
    assert names(compose(replace(MAIL, subject=subject))) == names(compose(MAIL))


def test_a_subject_is_written_on_one_line() -> None:
    raw = compose(replace(MAIL, subject="Zoë  schreibt:\n  größer" + " als" * 60))
    assert parsed(raw)["Subject"] == "Zoë schreibt: größer" + " als" * 60
    assert max(map(len, header_lines(raw))) <= 78


@for_each(
    "reference",
    [
        f"<{ENCODED}@example.org>",
        f"<a@example.org{ENCODED}>",
        "<a\r\nBcc:carol@example.org>",
        "<a\nBcc:carol@example.org>",
        "<é@example.org>",
        "no angle brackets",
        "<>",
    ],
)
def test_no_foreign_message_id_can_inject_a_header(reference: str) -> None:
    raw = compose(replace(MAIL, references=(reference, "<b@example.org>")))
    assert names(raw) == names(compose(MAIL))
    assert b"carol" not in raw or INJECTED.encode() in raw


def test_a_message_id_longer_than_a_line_is_not_folded() -> None:
    long = f"<{'a' * 120}@eurprd04.prod.outlook.example>"
    raw = compose(replace(MAIL, references=("<a@example.org>", long)))
    assert f"In-Reply-To: {long}" in header_lines(raw)
    assert header_lines(raw)[7:9] == ["References: <a@example.org>", f" {long}"]


@for_each(
    "body",
    [
        "| schöne Grüße, “Zoë”\n",
        "| 漢字\n",
        f"| {'long' * 100}\n",
        "| a=b =20 =?utf-8?q?x?=\n",
        "From here on\n.\n..\n",
    ],
)
def test_a_body_is_the_same_after_parsing(body: str) -> None:
    raw = compose(replace(MAIL, body=body))
    assert parsed(raw).get_content().replace("\r\n", "\n") == body
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_the_token_is_masked_in_stored_mails_and_filled_in_when_they_leave() -> None:
    mail = replace(MAIL, body=f"If nothing else works, write\n    confirm {TOKEN}\n")
    raw = compose(mail, TOKEN)
    assert TOKEN.encode() not in raw
    assert raw.count(MASK.encode()) == 2
    assert fill_masks(raw, [TOKEN]) == compose(mail)


@pytest.mark.parametrize("rest", ["", " ö"])
def test_the_token_is_masked_in_a_text_that_must_be_encoded(rest: str) -> None:
    raw = compose(replace(MAIL, body=f"{'word ' * 30}{rest}\n    confirm {TOKEN}\n"), TOKEN)
    assert TOKEN.encode() not in raw
    assert f"confirm {TOKEN}" in parsed(fill_masks(raw, [TOKEN])).get_content()


@pytest.mark.parametrize("domain", ["pbm.example", f"{'d' * 60}.example.org"])
def test_the_reply_address_is_masked_however_long_the_domain_is(domain: str) -> None:
    raw = compose(replace(MAIL, reply_to=reply_address(TOKEN, domain)), TOKEN)
    assert TOKEN.encode() not in raw
    assert parsed(fill_masks(raw, [TOKEN]))["Reply-To"] == reply_address(TOKEN, domain)


@for_each(
    "said",
    [
        MASK,
        mask(1),
        f"a{MASK}b",
        MASK * 5,
        f"{MASK} ö",
        f"{'ö ' * 10}{MASK}",
        f"{'ö ' * 10}{mask(1)}",
        "=78" * 26,
        f"{'word ' * 14}{MASK}{MASK}",
    ],
)
def test_a_mask_in_a_players_text_does_not_get_the_token(said: str) -> None:
    left = fill_masks(compose(replace(MAIL, body=f"| {said}\n"), TOKEN), [TOKEN, TOKEN])
    text = str(parsed(left).get_content())
    assert TOKEN not in text
    assert fill_masks(text.encode(), [TOKEN, TOKEN]) == text.encode()
    assert parsed(left)["Reply-To"] == MAIL.reply_to


def test_a_mask_in_a_subject_does_not_get_the_token() -> None:
    subject = str(parsed(compose(replace(MAIL, subject=f"ö {'ö' * 9}{MASK}"), TOKEN))["Subject"])
    assert fill_masks(subject.encode(), [TOKEN]) == subject.encode()


def test_a_mail_without_a_token_is_not_changed() -> None:
    raw = compose(replace(MAIL, reply_to="pbm@pbm.example"))
    assert fill_masks(raw, [""]) == raw


def test_each_of_several_tokens_has_a_mask_of_its_own() -> None:
    one, two = "a" * 26, "b" * 26
    body = f"Write to\n    pbm+{two}@example.org\n\nor {one}\n"
    made = replace(MAIL, reply_to=f"pbm+{one}@example.org", body=body)
    raw = compose(made, one, two)
    assert (raw.count(mask(0).encode()), raw.count(mask(1).encode())) == (2, 1)
    assert not [token for token in (one, two) if token.encode() in raw]
    assert fill_masks(raw, [one, two]) == compose(made)


@given(
    subject=st.text(st.sampled_from("ab 1[]:,.;<>@?=!_'-"), min_size=1, max_size=70),
    name=st.text(st.sampled_from("ab1.+_-@<>,: "), min_size=1, max_size=30),
    body=st.text(st.sampled_from("ab .\n|>\u00e9-"), max_size=200),
    references=st.lists(st.text(st.sampled_from("ab@=?_."), min_size=1), max_size=3),
)
def test_a_simple_mail_is_composed_as_by_the_library(
    subject: str, name: str, body: str, references: list[str]
) -> None:
    mail = replace(
        MAIL,
        subject=subject,
        recipient=f"{name}@example.org",
        body=f"{body}\n",
        references=[f"<{each}>" for each in references],
    )
    written = compose_simple(mail)
    assert written is None or written == compose_with_library(mail)


def test_the_mails_of_a_game_are_simple() -> None:
    assert compose_simple(MAIL)
    assert compose_simple(replace(MAIL, references=(), prompted=False))


def test_only_references_are_folded_in_a_simple_mail() -> None:
    mail = replace(MAIL, subject="<a> <b>")
    assert compose_simple(mail) == compose_with_library(mail)
