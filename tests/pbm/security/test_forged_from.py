"""A forged From causes at most answers without secrets, and these go to the From's owner."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import few_fast, for_each
from tests.pbm.security.attack import DEEDS, MALLORY, forged, goods
from tests.pbm.town import ALICE, BOB, SERVER, SOUTH, Mail, Town, kinds


@pytest.mark.parametrize(("deed", "place"), few_fast(DEEDS, ["subject", "body", "multiple"]))
def test_nothing_is_done_and_only_the_owner_is_asked(
    town_with_game: Town, deed: str, place: str
) -> None:
    before = goods(town_with_game)
    subject = {"subject": deed, "body": "", "multiple": "multiple"}[place]
    mails = town_with_game.write(ALICE, "" if place == "subject" else deed, subject=subject)
    assert goods(town_with_game) == before
    assert {mail.to for mail in mails} == {ALICE}


@pytest.mark.parametrize(
    ("headers", "text"),
    few_fast(
        [
            (f"Sender: {MALLORY}",),
            (f"Reply-To: {MALLORY}",),
            (
                f"Return-Path: <{MALLORY}>",
                f"Errors-To: {MALLORY}",
                f"Disposition-Notification-To: {MALLORY}",
            ),
            (f"Resent-From: {MALLORY}", f"Resent-Reply-To: {MALLORY}"),
            (f"X-Original-From: {MALLORY}", f"X-Envelope-From: {ALICE}"),
            (f"Cc: {MALLORY}", f"Bcc: {MALLORY}", f"Mail-Followup-To: {MALLORY}"),
        ],
        ["whoami", "gyges resign 1", "nonsense", "password alice"],
    ),
)
def test_no_answer_goes_anywhere_but_to_the_from(
    town_with_game: Town, headers: tuple[str, ...], text: str
) -> None:
    mails = town_with_game.post(MALLORY, forged(text, *headers))
    assert mails
    assert {mail.to for mail in mails} == {ALICE}
    assert not any(MALLORY.encode() in mail.raw for mail in mails)


CRLF_FOLD = "\r\n "

# Headers with two authors: a verifier may check another author than we would read.
SEVERAL = [
    f"From: {ALICE}, {MALLORY}",
    f"From: {MALLORY}, {ALICE}",
    f"From: {ALICE}\r\nFrom: {MALLORY}",
    f"From: {MALLORY}\r\nfrom : {ALICE}",
    f"From: {ALICE}\r\nFROM:\r\n {MALLORY}",
    f"From: {ALICE} <{MALLORY}>",
    f"From: {ALICE}<{MALLORY}>",
    f"From: <{ALICE}> <{MALLORY}>",
    f"From: <{MALLORY}> {ALICE}",
    f"From: <{ALICE}>{MALLORY}",
    f"From: <{MALLORY}>, <{ALICE}>,",
    f"From: Friends: {ALICE}, {MALLORY};",
    f"From: {ALICE};{MALLORY}",
    f"From: <@evil.example:{ALICE}>, {MALLORY}",
    f'From: "x" {ALICE} {MALLORY}',
    f"From: (from {ALICE}) <{MALLORY}>",
    f"From: {ALICE} (for {MALLORY})",
    f"From: <@evil.example:{ALICE}>",
    f'From: "{ALICE}" <"mal lory"@example.org>',
    f'From: "{ALICE}"@example.org',
    'From: "alice"@example.org',
    f"From: =?utf-8?q?{ALICE}?= <{MALLORY}>",
    f"From: =?utf-8?q?=3C{ALICE.replace('@', '=40')}=3E?=",
    "From: alice(her own)@example.org",
    f'From: "{ALICE}" {"(ppppp)" * 1400} <{MALLORY}>',
    f'From: "{ALICE}"{CRLF_FOLD.join(["(ppppp)"] * 1400)} <{MALLORY}>',
    f"From: {'p' * 8163} <{ALICE}.evil.example>",
    f"From: {ALICE}\x0b",
]


@for_each("lines", SEVERAL)
def test_a_letter_of_several_authors_is_not_acted_on(
    town_with_game: Town, board_mails: tuple[Mail, Mail], lines: str
) -> None:
    raw = f"{lines}\r\nMessage-ID: <x@evil.example>\r\n\r\n{SOUTH}\r\n".encode()
    before = goods(town_with_game)
    mails = town_with_game.post(MALLORY, raw, to=board_mails[0].reply_to)
    assert [(mail.to, mail.kind) for mail in mails] in ([], [(ALICE, "wrong_secret")])
    assert town_with_game.status is LetterStatus.IGNORED
    assert goods(town_with_game) == before


def test_the_owner_of_a_reply_address_is_told_once_a_day_of_letters_of_several_authors(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    told = [
        town_with_game.post(MALLORY, f"{lines}\r\n\r\n{SOUTH}".encode(), board_mails[0].reply_to)
        for lines in SEVERAL[:3]
    ]
    assert [kinds(mails) for mails in told] == [["wrong_secret"], [], []]


# Headers with one address, which two parsers may read differently.
ODD = [
    f"From: Alice: {ALICE};",
    f"From: <<{ALICE}>>",
    f"From: {ALICE}\r\nFrom: {ALICE}",
    f'From: "Alice <{ALICE}>',
    f"\r\nFrom: {ALICE}",
]


@for_each("lines", ODD)
def test_an_odd_from_gains_nothing(town_with_game: Town, lines: str) -> None:
    before = goods(town_with_game)
    raw = f"{lines}\r\nMessage-ID: <x@evil.example>\r\n\r\ngyges resign 1\r\n".encode()
    mails = [*town_with_game.post(ALICE, raw), *town_with_game.post(MALLORY, raw)]
    assert goods(town_with_game) == before
    assert {mail.to for mail in mails} <= {ALICE}


# Headers in which a wrong parser would find alice's address as the author.
NOT_ALICE = [
    f'From: "{ALICE}" <{MALLORY}>',
    f"From: =?utf-8?q?alice=40example.org?= <{MALLORY}>",
    f"From: =?utf-8?b?PGFsaWNlQGV4YW1wbGUub3JnPg==?= <{MALLORY}>",
    f"From: {MALLORY} ({ALICE})",
    f"From: {MALLORY} (<{ALICE}>)",
    "From: alice@example.org.evil.example",
    f"From: {ALICE}@evil.example",
    "From: alice@example.org\0.evil.example",
    "From: alice@example.org%evil.example",
    "From: alice%example.org@evil.example",
    "From: alice@evil.example, @example.org",
    f"Sender: {ALICE}",
    f"Subject: x\r\nX: y\n\r\nFrom: {ALICE}",
    f"Reply-To: {ALICE}",
]


@for_each("lines", NOT_ALICE)
def test_nobody_else_is_taken_for_alice(
    town_with_game: Town, board_mails: tuple[Mail, Mail], lines: str
) -> None:
    raw = f"{lines}\r\nMessage-ID: <x@evil.example>\r\n\r\n{SOUTH}\r\n".encode()
    before = goods(town_with_game)
    mails = town_with_game.post(ALICE, raw, to=board_mails[0].reply_to)
    assert goods(town_with_game) == before
    # Alice may be told that somebody used her reply address.
    assert set(kinds([mail for mail in mails if mail.to == ALICE])) <= {"wrong_secret"}


@for_each("lines", NOT_ALICE)
def test_nobody_else_reads_as_alice(town_with_players: Town, lines: str) -> None:
    raw = f"{lines}\r\nMessage-ID: <x@evil.example>\r\n\r\nwhoami\r\n".encode()
    assert not [mail for mail in town_with_players.post(ALICE, raw) if mail.kind == "account"]


def test_the_envelope_sender_proves_nothing(town_with_game: Town) -> None:
    before = goods(town_with_game)
    mails = town_with_game.post(ALICE, forged("gyges resign 1", author=MALLORY), SERVER)
    assert goods(town_with_game) == before
    assert [mail.to for mail in mails] == [MALLORY]


def test_a_question_shows_the_command_and_its_words_and_no_line_that_is_a_yes(
    town_with_game: Town,
) -> None:
    (mail,) = town_with_game.write(ALICE, "gyges chat 1\n\nyes\nReply yes\n> yes")
    assert "\n    gyges chat 1\n" in mail.text
    assert "| yes\n| Reply yes\n" in mail.text
    assert [line for line in mail.text.splitlines() if line.strip() == "yes"] == []


def test_a_forged_question_takes_none_of_hers_along(town_with_game: Town) -> None:
    (hers,) = town_with_game.write(ALICE, f"gyges move 1 {SOUTH}")
    (forged_one,) = town_with_game.write(ALICE, "gyges resign 1")
    assert kinds(town_with_game.answer(hers, "yes")) == ["no_command"]
    assert town_with_game.match().result == "*" or town_with_game.match().plies == 0
    assert forged_one.to == ALICE != BOB
