from __future__ import annotations

import pytest

from tests.combinations import for_each
from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, of, only, refused


def block(town: Town, line: str = "block alice\n") -> Mail:
    """Have bob write the line in reply to a mail about their account, and return the answer."""
    return only(town.answer(only(town.write(BOB, "whoami\n")), line))


def test_a_blocked_player_cannot_invite(town_with_players: Town) -> None:
    assert block(town_with_players).facts["all"] == ["alice"]
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert refused(mails) == "blocked_by"


@pytest.mark.parametrize("line", ["gyges challenge alice", "message alice\nHello?"])
def test_to_invite_or_write_to_a_blocked_player_one_must_unblock_first(
    town_with_players: Town, line: str
) -> None:
    block(town_with_players)
    assert refused([block(town_with_players, line)]) == "you_block"
    block(town_with_players, "unblock alice\n")
    told = town_with_players.answer(account(town_with_players, BOB), line)
    assert of(told, ALICE).kind in ("invitation", "message")


def test_a_blocked_player_cannot_chat(town_with_players: Town) -> None:
    mails = town_with_players.board()
    block(town_with_players)
    assert refused(town_with_players.answer(mails[0], "chat\nHello?\n")) == "blocked_by"


def test_a_game_with_a_blocked_player_goes_on_without_their_comments(
    town_with_players: Town,
) -> None:
    mails = town_with_players.board()
    block(town_with_players)
    told = town_with_players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "Hello?" not in of(told, BOB).text
    assert of(told, BOB).facts["your_turn"]
    assert of(told, ALICE).facts["deaf"] == "bob"


def test_comments_of_a_player_who_is_not_blocked_are_sent(town_with_players: Town) -> None:
    mails = town_with_players.board()
    told = town_with_players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "| Hello?" in of(told, BOB).text
    assert of(told, ALICE).facts["deaf"] == ""


def test_unblocking_lets_a_player_invite_again(town_with_players: Town) -> None:
    block(town_with_players)
    assert block(town_with_players, "unblock alice\n").facts["all"] == []
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert of(mails, BOB).kind == "invitation"


@for_each(
    ("line", "code"),
    [
        ("block\n", "missing_word"),
        ("block nobody\n", "unknown_player"),
        ("block bob\n", "own_userid"),
        ("unblock alice\n", "nobody_blocked"),
    ],
)
def test_an_impossible_block_is_refused(town_with_players: Town, line: str, code: str) -> None:
    assert refused([block(town_with_players, line)]) == code


def test_blocking_twice_is_refused_the_second_time(town_with_players: Town) -> None:
    block(town_with_players)
    assert refused([block(town_with_players)]) == "blocked_already"


def test_a_block_with_password_needs_no_token(town_with_players: Town) -> None:
    mail = only(town_with_players.write("alice@elsewhere.example", f"block alice {PASSWORD} bob\n"))
    assert (mail.kind, mail.to) == ("blocked", ALICE)


def test_a_block_from_an_address_alone_waits_for_a_yes(town_with_players: Town) -> None:
    question = only(town_with_players.write(BOB, "block alice\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "block alice")
    assert only(town_with_players.answer(question, "yes\n")).kind == "blocked"


def test_neither_strangers_nor_suspended_players_block(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "block alice\n")
    welcome = only(town_with_players.write(BOB, "whoami\n"))
    suspend(town_with_players, "bob")
    assert refused(town_with_players.answer(welcome, "block alice\n")) == "suspended"
