"""Passwords in commands: the access that they give, and the limit of wrong passwords."""

from __future__ import annotations

import pytest

from pbm.inbox.line.speaker import WRONG_PER_HOUR
from tests.pbm.town import ALICE, BOB, CAROL, PASSWORD, SOUTH, STRANGER, Mail, Town, kinds, of, only

OURS = "mx.pbm.example"
VOUCHED = f"{OURS}; dmarc=pass header.from=example.org"


@pytest.mark.parametrize("author", [ALICE, STRANGER])
def test_the_password_acts_from_any_address(town_with_game: Town, author: str) -> None:
    mails = town_with_game.write(author, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert town_with_game.match().plies == 1


def test_a_wrong_password_is_refused_and_never_held(town_with_game: Town) -> None:
    mails = town_with_game.write(ALICE, f"gyges move 1 alice wrong-horse {SOUTH}")
    assert kinds(mails) == ["refusal"]
    assert town_with_game.note == "wrong_password"
    assert "wrong-horse" not in only(mails).text
    assert town_with_game.match().plies == 0


def test_a_wrong_password_is_refused_even_with_a_valid_token(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(board_mails[0], f"gyges move 1 alice wrong-horse {SOUTH}")
    assert town_with_game.note == "wrong_password"
    assert town_with_game.match().plies == 0


def test_a_wrong_password_from_elsewhere_is_reported(town_with_game: Town) -> None:
    mails = town_with_game.write(STRANGER, "gyges resign 1 alice wrong-horse")
    assert of(mails, ALICE).kind == "wrong_secret"
    assert of(mails, ALICE).facts["sender"] == STRANGER


def test_nobody_is_told_whether_a_userid_exists(town_with_players: Town) -> None:
    known = only(
        [
            m
            for m in town_with_players.write("a@x.example", "gyges resign 1 bob wrong-one")
            if m.to != BOB
        ]
    )
    unknown = only(town_with_players.write("b@x.example", "gyges resign 1 eve wrong-one"))
    assert known.text.replace("bob", "eve").replace("a@x", "b@x") == unknown.text


def test_wrong_passwords_are_throttled_by_account_before_any_hashing(
    town_with_game: Town, hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 2):
        town_with_game.write(f"{number}@example.net", f"gyges resign 1 alice wrong-{number}")
    assert hashes == [f"wrong-{number}" for number in range(WRONG_PER_HOUR)]
    assert town_with_game.note == "too_many_wrong_passwords"
    town_with_game.write(CAROL, f"gyges resign 1 alice {PASSWORD}")
    assert town_with_game.note == "too_many_wrong_passwords"
    town_with_game.later(hours=1, seconds=1)
    town_with_game.write(CAROL, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert town_with_game.match().plies == 1


def test_wrong_passwords_are_throttled_by_source_too(
    town_with_game: Town, hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 2):
        town_with_game.write(STRANGER, f"gyges resign 1 eve{number} wrong-{number}")
    assert len(hashes) <= WRONG_PER_HOUR
    town_with_game.write(STRANGER, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert town_with_game.match().plies == 0


def test_tokens_are_never_throttled(
    town_with_game: Town, board_mails: tuple[Mail, Mail], hashes: list[str]
) -> None:
    for number in range(WRONG_PER_HOUR + 1):
        town_with_game.write(ALICE, f"gyges resign 1 alice wrong-{number}")
    town_with_game.answer(board_mails[0], SOUTH)
    assert town_with_game.match().plies == 1


def test_nobody_acts_as_another_player(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(board_mails[0], f"gyges move 1 bob {SOUTH}")
    assert town_with_game.note == "not_you"
    assert town_with_game.match().plies == 0


def test_a_player_can_switch_their_password_off(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"set alice {PASSWORD} passwords off")
    town_with_game.write(STRANGER, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert town_with_game.match().plies == 0
