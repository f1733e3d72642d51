"""Anybody can choose a Message-ID, but no letter is taken for a copy of another person's."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import for_each
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town

HERS = "<20261120.1@mail.example.org>"
DATE = "Fri, 20 Nov 2026 10:00:00 +0000"

pytestmark = pytest.mark.both_engines


def letter(
    text: str, author: str = ALICE, subject: str = "Re: your move", date: str = DATE
) -> bytes:
    lines = [f"From: {author}", f"Subject: {subject}", f"Date: {date}", f"Message-ID: {HERS}"]
    return "\r\n".join([*lines, "", text, ""]).encode()


POISON = [
    ("another author", MALLORY, letter(SOUTH, author=MALLORY), True),
    ("forged, to no reply address", ALICE, letter(SOUTH), False),
    ("forged, another text", ALICE, letter("show"), True),
    ("forged, another date", ALICE, letter("show", date="x"), True),
    ("forged, her words above", ALICE, letter(f"show\r\n{SOUTH}"), False),
    ("an envelope of their own", MALLORY, letter(SOUTH), False),
    ("a null sender", "", letter(SOUTH), True),
    ("a robot", ALICE, b"Precedence: auto_reply\r\n" + letter(SOUTH), True),
]


@for_each("poison", POISON)
def test_a_letter_sent_before_hers_does_not_take_its_place(
    town_with_game: Town, board_mails: tuple[Mail, Mail], poison: tuple[str, str, bytes, bool]
) -> None:
    _, sender, raw, to_her_token = poison
    to = board_mails[0].reply_to
    town_with_game.post(sender, raw, to if to_her_token else "pbm@pbm.example")
    town_with_game.post(ALICE, letter(SOUTH), to)
    assert town_with_game.status is LetterStatus.DONE
    assert town_with_game.match().plies == 1


def test_a_copy_of_hers_is_answered_to_her_alone(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    first = town_with_game.post(ALICE, letter(SOUTH), board_mails[0].reply_to)
    before = goods(town_with_game)
    again = town_with_game.post(
        ALICE, b"Received: from evil.example\r\n" + letter(SOUTH), board_mails[0].reply_to
    )
    assert town_with_game.status is LetterStatus.DUPLICATE
    assert [mail.to for mail in again] == [ALICE]
    assert again[0].raw in [mail.raw for mail in first]
    assert goods(town_with_game) == before


def test_a_copy_under_another_envelope_changes_nothing_and_is_told_to_her_alone(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.post(ALICE, letter(SOUTH), board_mails[0].reply_to)
    before = goods(town_with_game)
    mails = town_with_game.post(MALLORY, letter(SOUTH), board_mails[0].reply_to)
    assert goods(town_with_game) == before
    assert {mail.to for mail in mails} == {ALICE}


def test_two_players_may_send_identical_letters(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    """Both mail programs may number messages from 1, so that the Message-IDs are equal too."""
    town_with_game.post(ALICE, letter(SOUTH), board_mails[0].reply_to)
    (board,) = town_with_game.write(BOB, "gyges show 1")
    town_with_game.post(BOB, letter(NORTH, author=BOB), board.reply_to)
    assert town_with_game.match().plies == 2


def test_letters_without_an_id_are_told_apart_by_their_words(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for words in ("one", "two", "one"):
        raw = f"From: {ALICE}\r\nDate: {DATE}\r\n\r\nchat {words}\r\n".encode()
        town_with_game.post(ALICE, raw, board_mails[0].reply_to)
    assert town_with_game.status is LetterStatus.DUPLICATE


def test_no_line_break_moves_words_from_one_part_of_the_key_to_the_next(
    town_with_players: Town,
) -> None:
    subjects = ("help\nx", "help", "=?utf-8?q?help=0aFri?=")
    for number, subject in enumerate(subjects):
        date = DATE if number else f"x\n {DATE}"
        town_with_players.post(ALICE, letter("", subject=subject.replace("\n", "\r\n "), date=date))
        assert town_with_players.status is LetterStatus.DONE
