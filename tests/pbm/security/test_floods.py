"""A flood of forged letters does not block players, resets, vouched senders, or all strangers.

Letters that were held back are answered later.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.mail.correspondence import LetterStatus
from pbm.mail.notes import Note
from tests.pbm.conftest import Prepared, SavedTown
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SERVER,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    letter,
    of,
    only,
)

FRONT, PEER = "mx.pbm.example", "192.0.2.1"
FLOOD, HOME = "203.0.113.9", "198.51.100.7"
PER_HOUR, PART, LATE = 12, 3, 6
DAVE = "dave@elsewhere.example"


@pytest.fixture
def club(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    made = saved_town_with_game.copy(
        tmp_path, trust_authserv=FRONT, trusted_peers=PEER, strangers_per_hour=str(PER_HOUR)
    )
    made.later(hours=2)
    yield made
    made.close()


def post(
    town: Town, author: str, subject: str, client: str = HOME, *, vouched: bool = False
) -> list[Mail]:
    """Deliver a letter as the front server does after receiving it from this client."""
    front = [f"Received: from there (there [{client}]) by {FRONT}; Fri, 20 Nov 2026 10:00:00 +0000"]
    domain = author.partition("@")[2]
    if vouched:
        front.insert(0, f"Authentication-Results: {FRONT}; dmarc=pass header.from={domain}")
    identity = f"Message-ID: <{subject.replace(' ', '.')}@{domain}>"
    head = "\r\n".join([*front, identity, ""]).encode()
    return town.post(author, head + letter(author, "", subject).as_bytes(), SERVER, PEER)


def flood(town: Town, *, clients: int = 1, vouched: bool = False, letters: int = 40) -> int:
    """Send forged signups, each from another domain, and return how many were answered."""
    answered = 0
    for number in range(letters):
        client = f"10.{number % clients}.0.1"
        mails = post(town, f"v@v{number}.example", f"signup u{number}x", client, vouched=vouched)
        answered += len(mails)
    return answered


def use_up_the_budget(club: Town) -> None:
    assert flood(club, clients=100) == PER_HOUR


@pytest.fixture
def flooded(club: Town, prepared: Prepared) -> Town:
    """A club whose budget for senders that are not vouched for is used up."""
    prepared(club, use_up_the_budget)
    return club


# Senders that a flood does not block


def test_one_network_leaves_others_their_part(club: Town) -> None:
    assert flood(club) == PART
    assert kinds(post(club, DAVE, "signup dave")) == ["signup"]


def test_a_vouched_sender_is_not_kept_out(flooded: Town) -> None:
    assert post(flooded, DAVE, "signup dave") == []
    assert kinds(post(flooded, CAROL, "signup carol", vouched=True)) == ["signup"]


def test_a_flood_of_vouched_senders_does_not_keep_others_out(club: Town) -> None:
    assert flood(club, vouched=True) == PART
    assert kinds(post(club, CAROL, "signup carol", vouched=True)) == ["signup"]


def test_a_forged_from_leaves_its_owner_their_answers(club: Town) -> None:
    for number in range(4):
        post(club, CAROL, f"signup carol{number}x", FLOOD)
    assert kinds(post(club, CAROL, "signup carol", vouched=True)) == ["signup"]


def test_a_player_is_not_kept_out(flooded: Town, saved_town_with_game: SavedTown) -> None:
    assert {mail.to for mail in flooded.answer(saved_town_with_game.mails[0], SOUTH)} == {
        ALICE,
        BOB,
    }
    assert kinds(flooded.write(ALICE, f"add address alice {PASSWORD} {DAVE}")) == [
        "addresses_asked",
        "address",
    ]


def test_resets_are_sent_from_anywhere(flooded: Town) -> None:
    assert [mail.to for mail in post(flooded, DAVE, "password bob")] == [BOB]
    assert [mail.to for mail in post(flooded, BOB, "password alice", FLOOD)][-1] == ALICE


def test_a_reply_to_our_mail_is_not_kept_out(club: Town) -> None:
    question = only(post(club, DAVE, "signup dave"))
    flood(club, clients=100)
    assert kinds(club.answer(question, "yes")) == ["welcome"]


# Senders that had to wait


def late_answers(town: Town, minutes: int) -> list[Mail]:
    return [mail for _ in range(minutes) for mail in town.minute()]


def test_a_letter_that_was_withheld_is_answered_when_there_is_room(flooded: Town) -> None:
    post(flooded, DAVE, "signup dave")
    assert (flooded.status, flooded.note) == (LetterStatus.IGNORED, Note.WITHHELD)
    waited = flooded.last_letter()
    assert late_answers(flooded, 5) == []
    flooded.later(hours=1)
    # Letters of the flood that came earlier are answered first, a few in each hour.
    answers: list[Mail] = []
    for _ in range(6):
        answers += late_answers(flooded, 2)
        flooded.later(hours=1)
    question = of(answers, DAVE)
    with flooded.app.store.reading() as tx:
        settled = tx.letters.get(waited.id)
    assert settled is not None
    assert (settled.status, settled.note, settled.raw) == (LetterStatus.DONE, "done", waited.raw)
    assert kinds(flooded.answer(question, "yes")) == ["welcome"]
    assert findings(flooded) == []


def test_a_late_answer_is_the_same_as_an_immediate_one(club: Town) -> None:
    fresh = only(post(club, CAROL, "signup carol -lang=de"))
    flood(club, clients=100, letters=PER_HOUR)
    post(club, DAVE, "signup carol -lang=de")
    assert late_answers(club, 2) == []
    club.later(hours=23)
    late = of(late_answers(club, 1), DAVE)
    assert late.subject == fresh.subject
    assert late.text.replace(late.token, "") == fresh.text.replace(fresh.token, "")
    assert late.message["In-Reply-To"] == "<signup.carol.-lang=de@elsewhere.example>"


def test_late_answers_take_half_of_the_budget_at_most(flooded: Town) -> None:
    flooded.later(hours=1)
    assert len(late_answers(flooded, 10)) == LATE
    assert kinds(post(flooded, DAVE, "signup dave")) == ["signup"]


def test_nobody_waits_longer_than_a_day(flooded: Town) -> None:
    post(flooded, DAVE, "signup dave")
    flooded.later(days=1)
    assert flooded.minute() == []
    assert flooded.note == Note.LAPSED
    with flooded.app.store.reading() as tx:
        assert tx.withheld.list() == []


def test_one_letter_of_each_address_waits(flooded: Town) -> None:
    post(flooded, DAVE, "signup dave")
    post(flooded, DAVE, "help")
    assert flooded.note == Note.SECOND
    post(flooded, DAVE, "help dvonn", vouched=True)
    assert flooded.note == "done"


def test_a_flood_fills_only_its_own_part_of_the_queue(flooded: Town) -> None:
    most = LATE * 24
    with flooded.app.store.reading() as tx:
        before = len(tx.withheld.list())
    for number in range(most // 4 + 5):
        post(flooded, f"w@w{number}.example", f"signup w{number}x", FLOOD)
    assert flooded.note == Note.TOO_MANY
    with flooded.app.store.reading() as tx:
        assert len(tx.withheld.list()) - before == most // 4
    post(flooded, DAVE, "signup dave")
    assert flooded.note == Note.WITHHELD


def test_the_queue_outlives_a_restart(flooded: Town) -> None:
    flooded.later(hours=1)
    flooded.reopen()
    assert kinds(late_answers(flooded, 1)) == ["signup"] * LATE


def test_a_password_that_waited_is_not_kept_and_the_question_says_so(club: Town) -> None:
    flood(club, clients=100, letters=PER_HOUR)
    post(club, DAVE, "signup dave marble-tower")
    assert club.note == Note.WITHHELD
    assert b"marble-tower" not in club.last_letter().raw
    club.later(hours=1)
    question = of(late_answers(club, 1), DAVE)
    assert question.facts["password_lost"]
    assert kinds(club.answer(question, "yes")) == ["welcome"]
    assert club.player("dave").password is None


def test_a_guess_that_was_held_back_is_not_made_again(club: Town) -> None:
    flood(club, clients=100, letters=PER_HOUR)
    post(club, DAVE, "gyges move 1 alice wrong-horse 16-35")
    assert club.note == Note.UNREADABLE
    with club.app.store.reading() as tx:
        assert tx.withheld.list() == []


def test_a_letter_that_waits_keeps_the_proof_it_had_at_reception(flooded: Town) -> None:
    """Nobody vouched for the letter then; a front server that is trusted later changes nothing."""
    post(flooded, DAVE, "signup dave")
    with flooded.app.store.reading() as tx:
        origins = {each.origin.address: each.origin for each in tx.withheld.list()}
    assert origins[DAVE].vouched is False
    assert origins[DAVE].network == "198.51.100.0/24"
