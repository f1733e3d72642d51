from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, of, only


def block(town: Town, line: str = "block alice\n") -> Mail:
    """Bob says something in reply to a mail about his account."""
    return only(town.answer(only(town.write(BOB, "whoami\n")), line))


def test_a_blocked_player_cannot_invite(players: Town) -> None:
    assert "You block: alice" in block(players).text
    refused = only(players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"))
    assert "bob wants to hear nothing from you" in refused.text


@pytest.mark.parametrize("line", ["gyges challenge alice", "message alice\nHello?"])
def test_who_blocks_unblocks_first_to_invite_or_write(players: Town, line: str) -> None:
    block(players)
    assert 'write "unblock alice" first' in " ".join(block(players, line).text.split())
    block(players, "unblock alice\n")
    told = players.answer(account(players, BOB), line)
    assert of(told, ALICE).kind in ("invitation", "message")


def test_a_blocked_player_cannot_chat(players: Town) -> None:
    mails = players.board()
    block(players)
    refused = only(players.answer(mails[0], "chat\nHello?\n"))
    assert "bob wants to hear nothing from you" in refused.text


def test_a_game_with_a_blocked_player_goes_on_without_his_comments(players: Town) -> None:
    mails = players.board()
    block(players)
    told = players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "Hello?" not in of(told, BOB).text
    assert "your move, bob" in of(told, BOB).subject
    assert "Your words were not sent to bob" in of(told, ALICE).text


def test_comments_of_who_is_not_blocked_are_sent(players: Town) -> None:
    mails = players.board()
    told = players.answer(mails[0], f"{SOUTH}\nHello?\n")
    assert "| Hello?" in of(told, BOB).text
    assert "not sent to" not in of(told, ALICE).text


def test_unblocking_lets_a_player_invite_again(players: Town) -> None:
    block(players)
    assert "You block: nobody" in block(players, "unblock alice\n").text
    mails = players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
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
def test_a_block_that_means_nothing_says_why(players: Town, line: str, why: str) -> None:
    assert why in block(players, line).text


def test_blocking_twice_is_refused_the_second_time(players: Town) -> None:
    block(players)
    assert 'write "unblock alice"' in " ".join(block(players).text.split())


def test_a_block_with_password_needs_no_token(players: Town) -> None:
    mail = only(players.write("alice@elsewhere.example", f"block alice {PASSWORD} bob\n"))
    assert (mail.kind, mail.to) == ("blocked", ALICE)


def test_a_block_from_an_address_alone_waits_for_a_yes(players: Town) -> None:
    question = only(players.write(BOB, "block alice\n"))
    assert question.subject == "[pbm] Reply yes to confirm: block"
    assert only(players.answer(question, "yes\n")).kind == "blocked"


def test_neither_strangers_nor_suspended_players_block(players: Town) -> None:
    assert is_turned_away(players, "block alice\n")
    welcome = only(players.write(BOB, "whoami\n"))
    suspend(players, "bob")
    assert "suspended your account" in only(players.answer(welcome, "block alice\n")).text
