"""A From that the front server vouches for: nobody can vouch for themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import few_fast, for_each
from tests.pbm.conftest import SavedTown
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, SERVER, SOUTH, Town, tamper

OURS = "mx.pbm.example"
PASS = f"{OURS}; dmarc=pass header.from=example.org"
NONE = f"{OURS}; dmarc=none header.from=example.org"
DEED = f"gyges move 1 {SOUTH}"
REST = (f"To: {SERVER}", "Subject: hello", "Message-ID: <1@x>", "Date: today")


@pytest.fixture
def trusting(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    saved_town_with_game.copy(tmp_path).close()
    town = Town(tmp_path, trust_authserv=OURS)
    yield town
    town.close()


def post(town: Town, *lines: str, text: str = DEED, sender: str = ALICE, to: str = SERVER) -> None:
    head = "\r\n".join([*lines, *(line for line in REST if line not in lines)])
    town.post(sender, f"{head}\r\n\r\n{text}\r\n".encode(), to)


def results(value: str) -> str:
    return f"Authentication-Results: {value}"


def test_the_results_of_the_front_server_are_believed(trusting: Town) -> None:
    post(trusting, results(PASS), f"From: {ALICE}")
    assert trusting.match().plies == 1


@for_each(
    "lines",
    [
        # The attacker's own results are below the results that the front server added on top.
        (results(NONE), results(PASS), f"From: {ALICE}"),
        (results("other.example; none"), results(PASS), f"From: {ALICE}"),
        ("authentication-results : " + NONE, results(PASS), f"From: {ALICE}"),
        ("Authentication-Results:\r\n " + NONE, results(PASS), f"From: {ALICE}"),
        (results(""), results(PASS), f"From: {ALICE}"),
        # Results of another server, or of a server whose name only resembles ours.
        (results(PASS.replace(OURS, "evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"{OURS}.evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"({OURS}) evil.example")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, f"evil.example; {OURS}")), f"From: {ALICE}"),
        (results(PASS.replace(OURS, "mх.pbm.example")), f"From: {ALICE}"),
        (f"ARC-Authentication-Results: i=1; {PASS}", f"From: {ALICE}"),
        (f"X-Authentication-Results: {PASS}", f"From: {ALICE}"),
        (f"X: x\r\n\r\n{results(PASS)}", f"From: {ALICE}"),
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
        # Headers in which two parsers may see different authors of the same domain.
        (results(PASS), f"From: {ALICE}", "From: mallory@example.org"),
        (results(PASS), f"From: {ALICE}, mallory@example.org"),
        (results(PASS), f"From: {ALICE} <mallory@example.org>"),
        (results(PASS), f'From: "{ALICE}" <mallory@example.org>'),
        # Headers that a front server may not see, because their lines end with CR alone.
        (results(PASS), f"X-Note: a\rFrom: {ALICE}"),
        (results(PASS), f"From: {ALICE}\rX-Note: a"),
        (f"X-Note: a\r{results(PASS)}", f"From: {ALICE}"),
        # Headers that name one address, but not as every parser reads them.
        (results(PASS), f"From: Alice: {ALICE};"),
        (results(PASS), f"From: <<{ALICE}>>"),
        (results(PASS), f"From: {ALICE}", f"From: {ALICE}"),
        ("", results(PASS), f"From: {ALICE}"),
        (results(PASS), "From: mallory@example.org", f"Sender: {ALICE}", f"Reply-To: {ALICE}"),
    ],
)
def test_no_other_results_are_believed(trusting: Town, lines: tuple[str, ...]) -> None:
    before = goods(trusting)
    post(trusting, *lines)
    assert goods(trusting) == before


TRACE = "Received: from mx.example.org (mx.example.org [192.0.2.7]) by mx.pbm.example"
DKIM = f"{OURS}; dkim=pass header.d=example.org"
SPF = f"{OURS}; spf=pass smtp.mailfrom=example.org"


def test_what_a_second_milter_found_does_not_hide_what_the_first_one_did(trusting: Town) -> None:
    """OpenDMARC writes its results above those of OpenDKIM."""
    post(trusting, results(NONE), results(SPF), results(DKIM), TRACE, f"From: {ALICE}")
    assert trusting.match().plies == 1


@for_each(
    "lines",
    [
        (TRACE, results(PASS)),
        (results(NONE), TRACE, results(PASS)),
        (results(NONE), TRACE, TRACE, results(PASS)),
        (results(DKIM), results(NONE.replace("none", "fail")), TRACE),
        (results(DKIM), results(NONE.replace("example.org", "evil.example")), TRACE),
    ],
)
def test_what_came_with_the_letter_or_contradicts_itself_is_not_believed(
    trusting: Town, lines: tuple[str, ...]
) -> None:
    before = goods(trusting)
    post(trusting, *lines, f"From: {ALICE}")
    assert goods(trusting) == before


# Of several headers of one name, a signature covers the last, and we read the first.
ADDED = [
    f"Subject: {DEED}",
    f"subject : {DEED}",
    f"SUBJECT:\r\n {DEED}",
    f"no header\r\nSubject: {DEED}",
    f"Subject: =?utf-8?q?{DEED.replace(' ', '_')}?=",
    "Date: tomorrow",
    "date :\ttomorrow",
    "Message-ID: <2@x>",
    "Message-Id:",
    f"From: {ALICE}",
    "MIME-Version: 1.0\r\nMIME-Version: 1.0",
    "Content-Type: text/plain\r\nContent-Type: text/html",
    "Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64",
    "no header",
    "X: y\r\n \r\nZ: y",
    "X: y\rSubject: hello",
    "X: \0",
    "X: y\r\n\x0b\r\nZ: y",
    f"Subject: {'x' * 9000}",
]


@pytest.mark.parametrize(
    ("text", "below", "added"), few_fast([DEED, "hello"], [False, True], ADDED)
)
def test_a_letter_with_two_of_what_counts_is_not_vouched_for(
    trusting: Town, added: str, below: bool, text: str
) -> None:
    before = goods(trusting)
    lines = (*REST, f"From: {ALICE}")
    post(trusting, results(PASS), *((*lines, added) if below else (added, *lines)), text=text)
    assert goods(trusting) == before


@pytest.mark.parametrize("missing", REST[1:])
def test_a_letter_that_lacks_a_header_that_counts_is_not_vouched_for(
    trusting: Town, missing: str
) -> None:
    head = "\r\n".join([results(PASS), f"From: {ALICE}", *(set(REST) - {missing})])
    trusting.post(ALICE, f"{head}\r\n\r\n{DEED}\r\n".encode())
    assert trusting.match().plies == 0


@pytest.mark.parametrize(
    "line", [f"To: {MALLORY}", f'To: "{SERVER}" <{MALLORY}>', "To: pbm@evil.example"]
)
def test_a_letter_to_somebody_else_is_not_acted_on(trusting: Town, line: str) -> None:
    """The letter may be a reply to a mail of its recipient, who then has chosen its Subject."""
    head = (results(PASS), f"From: {ALICE}", line, f"Subject: Re: {DEED}", *REST[2:])
    trusting.post(MALLORY, "\r\n".join([*head, "", "What do you mean?", ""]).encode())
    assert trusting.match().plies == 0


# Changes that anybody with a copy of a letter can make without breaking its signature.
CHANGED = [
    ("Message-ID: <1@x>", "Message-ID: <2@x>"),
    ("Message-ID: <1@x>", "MESSAGE-ID :  <1@x>\r\nReceived: from x by y"),
    ("Date: today", "Date:   today "),
    ("Date: today", "X-Mailer: x\r\nDate:\r\n\ttoday"),
    ("Subject: hello", "subject:  hello"),
    ("hello you\r\n", "hello \t you  \r\n\r\n \r\n"),
    ("hello you\r\n", "hello you\r\n\r\n\r\n"),
    ("\r\n", "\n"),
    ("To: ", "Reply-To: x@y.z\r\nIn-Reply-To: <3@x>\r\nReferences: <4@x>\r\nTo:  "),
]


@for_each("change", CHANGED)
def test_a_vouched_letter_is_done_once_whatever_is_changed(
    trusting: Town, change: tuple[str, str]
) -> None:
    post(trusting, results(PASS), f"From: {ALICE}", text="gyges chat 1\r\n\r\nhello you")
    caught = trusting.last_letter().raw.decode()
    assert change[0] in caught
    before = goods(trusting)
    trusting.post(MALLORY, caught.replace(*change).encode())
    assert trusting.status is LetterStatus.DUPLICATE
    assert goods(trusting) == before


def test_a_vouched_letter_is_done_once_even_when_its_bytes_are_deleted(trusting: Town) -> None:
    post(trusting, results(PASS), f"From: {ALICE}", text="gyges chat 1\r\n\r\nhello you")
    caught = trusting.last_letter().raw
    with trusting.app.store.transaction() as tx:
        tx.letters.blank(trusting.time + timedelta(days=1), [LetterStatus.DONE])
    trusting.post(MALLORY, caught)
    assert trusting.status is LetterStatus.DUPLICATE


def test_a_letter_that_an_older_version_acted_on_is_not_done_again(trusting: Town) -> None:
    """Its duplicate key had the Message-ID, and white space that was not normalised."""
    post(trusting, results(PASS), f"From: {ALICE}", text="gyges chat 1\r\n\r\nhello you")
    kept = trusting.last_letter()
    content = f"<1@x>\n{ALICE}\nhello\ntoday\ngyges chat 1\n\nhello you\n"
    former = hashlib.sha256(content.encode()).hexdigest()
    tamper(trusting, f"UPDATE letters SET key = '{former}' WHERE id = {kept.id}")
    trusting.post(MALLORY, kept.raw)
    assert trusting.status is LetterStatus.DUPLICATE


def test_the_same_words_at_another_time_are_another_letter(trusting: Town) -> None:
    for date in ("today", "tomorrow"):
        rest = (*REST[:3], f"Date: {date}")
        head = "\r\n".join([results(PASS), f"From: {ALICE}", *rest])
        trusting.post(ALICE, f"{head}\r\n\r\ngyges chat 1\r\n\r\nhello\r\n".encode())
        assert trusting.status is LetterStatus.DONE


def test_a_letter_that_was_caught_and_sent_again_is_done_once(trusting: Town) -> None:
    """A signature stays valid: anybody with a signed letter can send it from anywhere, any time."""
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
