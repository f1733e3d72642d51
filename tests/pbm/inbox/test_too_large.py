"""A letter from the mailbox whose body was too large to fetch: its sender is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.inbox.limits import STRANGER_PER_DAY
from pbm.mail.body.found import LEFT_OUT
from pbm.mail.correspondence import LetterStatus
from pbm.mail.peers import MAILBOX, PIPE
from tests.pbm.inbox.own_address import town_at
from tests.pbm.town import ALICE, PASSWORD, SOUTH, Mail, Town, kinds, only, refused, written

CLUB = "club@example.org"
MARK = f"{LEFT_OUT}: 3000000 bytes\r\n".encode()
PROVIDERS = f"Delivered-To: {CLUB}\r\n".encode()


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with town_at(CLUB, tmp_path) as town:
        yield town


def post(
    town: Town,
    author: str,
    subject: str,
    to: str = CLUB,
    *,
    sender: str | None = None,
    **headers: str,
) -> list[Mail]:
    """Post a letter as the fetcher keeps it: the mark, what the provider wrote, the header."""
    kind = headers.pop("Content_Type", "text/plain")
    head = written(author, "", subject, to, **headers).partition(b"Content-Type")[0]
    raw = MARK + PROVIDERS + head + f"Content-Type: {kind}\r\n\r\n".encode()
    return town.post(author if sender is None else sender, raw, to, MAILBOX)


def test_its_player_is_told_and_nothing_in_its_subject_is_done(town: Town) -> None:
    mails = town.board()
    for to in (mails[0].reply_to, CLUB):
        told = post(town, ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}", to)
        assert (only(told).to, refused(told)) == (ALICE, "too_large")
        town.later(days=2)
    assert town.match().plies == 0


def test_it_answers_no_question(town: Town) -> None:
    question = only(town.write(ALICE, "set lang de"))
    assert question.kind == "confirm"
    assert refused(post(town, ALICE, "yes", question.reply_to)) == "too_large"
    assert kinds(town.answer(question, "yes")) == ["settings"]


def test_a_stranger_is_told_as_often_as_strangers_are_answered(town: Town) -> None:
    words = ["signup dave", "Hello there", "What is this?", "Pictures of my holidays"]
    told = [post(town, "dave@example.net", each) for each in words]
    assert [len(each) for each in told] == [1] * STRANGER_PER_DAY + [0]
    assert {refused(each) for each in told[:STRANGER_PER_DAY]} == {"too_large"}


def test_one_to_the_reply_address_of_another_has_its_owner_told(town: Town) -> None:
    mail = town.board()[0]
    told = post(town, "mallory@example.net", "Re: hello", mail.reply_to)
    assert "too_large" not in {each.facts.get("refusal") for each in told if each.to != ALICE}
    assert ALICE in {each.to for each in told}


def test_the_same_words_are_answered_once_a_day_on_each_board(town: Town) -> None:
    to, elsewhere = (town.board()[0].reply_to for _ in range(2))
    told = [post(town, ALICE, f"Pictures of {day} December", to) for day in (7, 8)]
    assert [len(each) for each in told] == [1, 0]
    assert len(post(town, ALICE, "Pictures of 7 December", elsewhere)) == 1
    town.later(days=1, minutes=1)
    assert len(post(town, ALICE, "Pictures of 9 December", to)) == 1


@pytest.mark.parametrize(
    ("sender", "headers"),
    [
        ("", {}),
        ("mailer-daemon@example.net", {}),
        ("bounce+1.aaaaaaaaaaaaaaaa@example.com", {}),
        (None, {"Auto_Submitted": "auto-replied"}),
        (None, {"Precedence": "bulk"}),
        (None, {"List_Id": "<people.example.net>"}),
        (None, {"X_Autoreply": "yes"}),
        (None, {"Content_Type": "multipart/report; report-type=delivery-status; boundary=b"}),
    ],
)
def test_robots_lists_and_bounces_are_not_answered(
    town: Town, sender: str | None, headers: dict[str, str]
) -> None:
    assert post(town, ALICE, "hello", sender=sender, **headers) == []
    assert town.status is LetterStatus.IGNORED


def test_a_header_that_is_cut_is_not_answered(town: Town) -> None:
    raw = MARK + b"From: alice@example.net\r\n" + b"X: " + b"x" * 65536
    assert town.post(ALICE, raw, CLUB, MAILBOX) == []


@pytest.mark.parametrize(("above", "peer"), [(PROVIDERS, MAILBOX), (b"", PIPE)])
def test_a_mark_that_its_writer_has_forged_hides_no_words(
    town: Town, above: bytes, peer: str
) -> None:
    raw = above + MARK + written(ALICE, "help", "hi", CLUB)
    assert kinds(town.post(ALICE, raw, CLUB, peer)) == ["help"]
