"""Passwords in commands: what they reach, and how often they may be wrong."""

from __future__ import annotations

import pytest

from pbm.inbox.vocabulary.speaker import WRONG_PER_HOUR
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
)

OURS = "mx.pbm.example"
VOUCHED = f"{OURS}; dmarc=pass header.from=example.org"


@pytest.mark.parametrize("author", [ALICE, STRANGER])
def test_the_password_acts_from_any_address(players: Town, game: object, author: str) -> None:
    mails = players.write(author, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert players.match().plies == 1


def test_a_wrong_password_is_refused_and_never_held(players: Town, game: object) -> None:
    mails = players.write(ALICE, f"gyges move 1 alice wrong-horse {SOUTH}")
    assert kinds(mails) == ["refusal"]
    assert players.note == "wrong_password"
    assert "wrong-horse" not in only(mails).text
    assert players.match().plies == 0


def test_a_wrong_password_beats_a_good_token(players: Town, game: tuple[Mail, Mail]) -> None:
    players.answer(game[0], f"gyges move 1 alice wrong-horse {SOUTH}")
    assert players.note == "wrong_password"
    assert players.match().plies == 0


def test_a_wrong_password_from_elsewhere_is_reported(players: Town, game: object) -> None:
    mails = players.write(STRANGER, "gyges resign 1 alice wrong-horse")
    assert of(mails, ALICE).kind == "wrong_secret"
    assert STRANGER in of(mails, ALICE).text


def test_nobody_is_told_whether_a_userid_exists(players: Town) -> None:
    known = only(
        [m for m in players.write("a@x.example", "gyges resign 1 bob wrong-one") if m.to != BOB]
    )
    unknown = only(players.write("b@x.example", "gyges resign 1 eve wrong-one"))
    assert known.text.replace("bob", "eve").replace("a@x", "b@x") == unknown.text


def test_wrong_passwords_are_throttled_by_account_before_any_hashing(
    players: Town, game: object, hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 2):
        players.write(f"{number}@example.net", f"gyges resign 1 alice wrong-{number}")
    assert hashes == [f"wrong-{number}" for number in range(WRONG_PER_HOUR)]
    assert players.note == "too_many_wrong_passwords"
    players.write(CAROL, f"gyges resign 1 alice {PASSWORD}")
    assert players.note == "too_many_wrong_passwords"
    players.later(hours=1, seconds=1)
    players.write(CAROL, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert players.match().plies == 1


def test_wrong_passwords_are_throttled_by_source_too(
    players: Town, game: object, hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 2):
        players.write(STRANGER, f"gyges resign 1 eve{number} wrong-{number}")
    assert len(hashes) <= WRONG_PER_HOUR
    players.write(STRANGER, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert players.match().plies == 0


def test_tokens_are_never_throttled(
    players: Town, game: tuple[Mail, Mail], hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 1):
        players.write(ALICE, f"gyges resign 1 alice wrong-{number}")
    players.answer(game[0], SOUTH)
    assert players.match().plies == 1


def test_nobody_acts_as_another_player(players: Town, game: tuple[Mail, Mail]) -> None:
    players.answer(game[0], f"gyges move 1 bob {SOUTH}")
    assert players.note == "not_you"
    assert players.match().plies == 0


def test_a_player_can_switch_his_password_off(players: Town, game: object) -> None:
    players.write(ALICE, f"set alice {PASSWORD} passwords off")
    players.write(STRANGER, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert players.match().plies == 0
