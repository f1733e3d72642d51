"""The envelope of a letter that a provider delivered."""

from __future__ import annotations

import pytest

from pbm.mail.addresses import postmaster
from pbm.mail.peers import MAILBOX
from pbm.mailbox.envelope import enveloped

CLUB = "club@example.org"
KEY = "abcdefghijklmnopqrstuvwx23"
REPLY = f"club+{KEY}@example.org"
FROM = "From: Alice <alice@example.net>\r\n"


def recipient(head: str) -> str:
    (found,) = enveloped(f"{head}\r\nhello\r\n".encode(), CLUB).recipients
    return found


@pytest.mark.parametrize(
    "name",
    [
        "Delivered-To",
        "X-Delivered-To",
        "X-Original-To",
        "Envelope-To",
        "X-Envelope-To",
        "X-Forwarded-To",
        "To",
        "Cc",
    ],
)
def test_a_reply_address_is_found_wherever_a_provider_writes_it(name: str) -> None:
    assert recipient(f"Delivered-To: {CLUB}\r\n{FROM}To: {CLUB}\r\n{name}: {REPLY}\r\n") == REPLY


@pytest.mark.parametrize(
    "head",
    [
        FROM,
        f"{FROM}To: undisclosed-recipients:;\r\n",
        f"Delivered-To: {CLUB}\r\n{FROM}To: bob@example.net, {CLUB}\r\n",
        f"{FROM}To: club+{KEY}@example.net\r\n",
        f"{FROM}To: postmaster@example.org\r\n",
        f"{FROM}To: =?utf-8?q?\xff?= <\r\n",
    ],
)
def test_every_other_letter_is_for_the_club(head: str) -> None:
    assert recipient(head) == CLUB


def test_the_person_who_runs_the_club_has_an_address() -> None:
    assert postmaster(CLUB) == "club+postmaster@example.org"
    assert recipient(f"Delivered-To: {CLUB}\r\n{FROM}To: {postmaster(CLUB)}\r\n") == postmaster(
        CLUB
    )


@pytest.mark.parametrize(
    ("head", "sender"),
    [
        (f"Return-Path: <bounces@example.net>\r\n{FROM}", "bounces@example.net"),
        (f"Return-Path: <>\r\n{FROM}", ""),
        (f"{FROM}Return-Path: <>\r\n", "alice@example.net"),
        (FROM, "alice@example.net"),
        ("Subject: hi\r\n", "unknown"),
    ],
)
def test_the_sender_is_that_of_the_providers_return_path(head: str, sender: str) -> None:
    found = enveloped(f"{head}\r\nhello\r\n".encode(), CLUB)
    assert (found.sender, found.peer) == (sender, MAILBOX)
