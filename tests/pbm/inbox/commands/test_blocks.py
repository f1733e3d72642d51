from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, of, only


def block(town: Town, line: str = "block alice\n") -> Mail:
    """Bob says something in reply to a mail about his account."""
    return only(town.answer(only(town.write(BOB, "whoami\n")), line))


def test_a_blocked_player_cannot_invite(town_with_players: Town) -> None:
    assert "You block: alice" in block(town_with_players).text
    refused = only(town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"))
    assert "bob wants to hear nothing from you" in refused.text


@pytest.mark.parametrize("line", ["gyges challenge alice", "message alice\nHello?"])
def test_who_blocks_unblocks_first_to_invite_or_write(town_with_players: Town, line: str) -> None:
    block(town_with_players)
    assert 'write "unblock alice" first' in " ".join(block(town_with_players, line).text.split())
    block(town_with_players, "unblock alice\n")
    told = town_with_players.answer(account(town_with_players, BOB), line)
    assert of(told, ALICE).kind in ("invitation", "message")


def test_a_blocked_player_cannot_chat(town_with_players: Town) -> None:
    mails = town_with_players.board()
    block(town_with_players)
    refused = only(town_with_players.answer(mails[0], "chat\nHello?\n"))
    assert "bob wants to hear nothing from you" in refused.text


def test_a_game_with_a_blocked_player_goes_on_without_his_comments(town_with_players: Town) -> None:
    mails = town_with_players.board()
    block(town_with_players)
    told = town_with_players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "Hello?" not in of(told, BOB).text
    assert "your move, bob" in of(told, BOB).subject
    assert "Your words were not sent to bob" in of(told, ALICE).text


def test_comments_of_who_is_not_blocked_are_sent(town_with_players: Town) -> None:
    mails = town_with_players.board()
    told = town_with_players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "| Hello?" in of(told, BOB).text
    assert "not sent to" not in of(told, ALICE).text


def test_unblocking_lets_a_player_invite_again(town_with_players: Town) -> None:
    block(town_with_players)
    assert "You block: nobody" in block(town_with_players, "unblock alice\n").text
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert of(mails, BOB).kind == "invitation"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("block\n", "OTHER is missing."),
        ("block nobody\n", "There is no player nobody."),
        ("block bob\n", "That is your own userid."),
        ("unblock alice\n", "You do not block alice."),
    ],
)
def test_a_block_that_means_nothing_says_why(town_with_players: Town, line: str, why: str) -> None:
    assert why in block(town_with_players, line).text


def test_blocking_twice_is_refused_the_second_time(town_with_players: Town) -> None:
    block(town_with_players)
    assert 'write "unblock alice"' in " ".join(block(town_with_players).text.split())


def test_a_block_with_password_needs_no_token(town_with_players: Town) -> None:
    mail = only(town_with_players.write("alice@elsewhere.example", f"block alice {PASSWORD} bob\n"))
    assert (mail.kind, mail.to) == ("blocked", ALICE)


def test_a_block_from_an_address_alone_waits_for_a_yes(town_with_players: Town) -> None:
    question = only(town_with_players.write(BOB, "block alice\n"))
    assert question.subject == "[pbm] Reply yes to confirm: block"
    assert only(town_with_players.answer(question, "yes\n")).kind == "blocked"


def test_neither_strangers_nor_suspended_players_block(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "block alice\n")
    welcome = only(town_with_players.write(BOB, "whoami\n"))
    suspend(town_with_players, "bob")
    assert "suspended your account" in only(town_with_players.answer(welcome, "block alice\n")).text
