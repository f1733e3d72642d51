"""A From that the front server vouches for: nobody vouches for himself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.correspondence import LetterStatus
from tests.pbm.conftest import Begun
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, SERVER, SOUTH, Town

OURS = "mx.pbm.example"
PASS = f"{OURS}; dmarc=pass header.from=example.org"
NONE = f"{OURS}; dmarc=none header.from=example.org"
DEED = f"gyges move 1 {SOUTH}"


@pytest.fixture
def trusting(with_game: Begun, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    with_game.copy(tmp_path).close()
    town = Town(tmp_path, trust_authserv=OURS)
    yield town
    town.close()


def post(town: Town, *lines: str, text: str = DEED, sender: str = ALICE, to: str = SERVER) -> None:
    head = "\r\n".join([*lines, "Message-ID: <1@x>", "Date: today"])
    town.post(sender, f"{head}\r\n\r\n{text}\r\n".encode(), to)


def results(value: str) -> str:
    return f"Authentication-Results: {value}"


def test_the_word_of_the_front_server_is_believed(trusting: Town) -> None:
    post(trusting, results(PASS), f"From: {ALICE}")
    assert trusting.match().plies == 1


@pytest.mark.parametrize(
    "lines",
    [
        # What he wrote himself stands below what the front server wrote on top.
        (results(NONE), results(PASS), f"From: {ALICE}"),
        (results("other.example; none"), results(PASS), f"From: {ALICE}"),
        ("authentication-results : " + NONE, results(PASS), f"From: {ALICE}"),
        ("Authentication-Results:\r\n " + NONE, results(PASS), f"From: {ALICE}"),
        (results(""), results(PASS), f"From: {ALICE}"),
        # Somebody else's word, or one that only looks like ours.
        (results(PASS.replace(OURS, "evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"{OURS}.evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"({OURS}) evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"evil.example; {OURS}")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, "mх.pbm.example")), f"From: {ALICE}"),
        (f"ARC-Authentication-Results: i=1; {PASS}", f"From: {ALICE}"),
        (f"X-Authentication-Results: {PASS}", f"From: {ALICE}"),
        (f"Subject: x\r\n\r\n{results(PASS)}", f"From: {ALICE}"),
        # A pass for something else.
        (results(f"{OURS}; dmarc=pass header.from=evil.example"), f"From: {ALICE}"),
        (results(f"{OURS}; dmarc=fail (dmarc=pass header.from=example.org)"), f"From: {ALICE}"),
        (
            results(f'{OURS}; dmarc=fail reason="; dmarc=pass header.from=example.org"'),
            f"From: {ALICE}",
        ),
        (results(f"{OURS}; spf=pass smtp.mailfrom=example.org"), f"From: {ALICE}"),
        (results(f"{OURS}; auth=pass smtp.auth=alice@example.org"), f"From: {ALICE}"),
        (results(f"{OURS}; dkim=pass header.d=sub.example.org"), f"From: {ALICE}"),
        (results(f"{OURS}; dkim=pass header.d=org"), f"From: {ALICE}"),
        (
            results(f"{OURS}; dkim=pass header.i=@example.org header.d=evil.example"),
            f"From: {ALICE}",
        ),
        # An author of the same domain whom two readers may see differently.
        (results(PASS), f"From: {ALICE}", "From: mallory@example.org"),
        (results(PASS), f"From: {ALICE}, mallory@example.org"),
        (results(PASS), f"From: {ALICE} <mallory@example.org>"),
        (results(PASS), f'From: "{ALICE}" <mallory@example.org>'),
        (results(PASS), "From: mallory@example.org", f"Sender: {ALICE}", f"Reply-To: {ALICE}"),
    ],
)
def test_nothing_else_is(trusting: Town, lines: tuple[str, ...]) -> None:
    before = goods(trusting)
    post(trusting, *lines)
    assert goods(trusting) == before


def test_a_letter_that_was_caught_and_sent_again_is_done_once(trusting: Town) -> None:
    """A signature outlives its letter; who has one can send it from anywhere, any time."""
    post(trusting, results(PASS), f"From: {ALICE}", text="gyges chat 1\n\nhello")
    mails = trusting.post(MALLORY, trusting.last_letter().raw)
    assert trusting.status is LetterStatus.DUPLICATE
    assert {mail.to for mail in mails} == {ALICE}


@pytest.mark.parametrize(
    "command", ["signoff", f"change address {MALLORY}", "change password n3w-word"]
)
def test_a_vouched_from_takes_no_account_over(trusting: Town, command: str) -> None:
    before = goods(trusting)
    post(trusting, results(PASS), f"From: {ALICE}", text=command)
    assert goods(trusting) == before
