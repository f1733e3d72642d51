from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Mail, Town, of, only


@pytest.fixture
def three(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def watch(town: Town, line: str = "gyges subscribe 1\n") -> Mail:
    """Carol says something in reply to a mail about her account."""
    return only(town.answer(account(town, CAROL), line))


def test_who_watches_is_sent_every_board(three: Town) -> None:
    mails = three.board()
    receipt = watch(three)
    assert "You watch this board now" in receipt.text
    told = three.answer(mails[0], f"{SOUTH}\nGood luck!\n")
    assert [mail.to for mail in told] == [ALICE, BOB, CAROL]
    seen = of(told, CAROL)
    assert seen.subject == "[gyges 1] ply 2: bob to move"
    assert f"1. alice (South)        {SOUTH}" in seen.text
    assert "| Good luck!" in seen.text
    assert "unsubscribe" in seen.text
    assert "resign" not in seen.text


def test_who_watches_hears_of_every_end(three: Town) -> None:
    mails = three.play(three.board(), SOUTH, NORTH)
    watch(three)
    told = three.answer(mails[0], "resign\n")
    assert of(told, CAROL).subject == "[gyges 1] ply 2: bob won"


def test_who_watches_an_invitation_is_told_that_the_game_begins(three: Town) -> None:
    invited = three.answer(account(three, ALICE), "gyges challenge bob\n")
    watch(three)
    told = three.answer(of(invited, BOB), "accept\n")
    assert "the game begins" in of(told, CAROL).text


def test_who_watches_is_sent_what_the_players_say(three: Town) -> None:
    mails = three.board()
    watch(three)
    told = three.answer(mails[0], "chat\nGood luck!\n")
    assert [mail.to for mail in told] == [ALICE, BOB, CAROL]
    assert "| Good luck!" in of(told, CAROL).text
    assert "unsubscribe" in of(told, CAROL).text
    assert "unsubscribe" not in of(told, BOB).text


def test_who_watches_can_neither_move_nor_chat(three: Town) -> None:
    three.board()
    receipt = watch(three)
    for line in (SOUTH, "resign", "chat hello"):
        assert "You do not play on board 1." in only(three.answer(receipt, f"{line}\n")).text


def test_a_reply_to_a_board_that_was_shown_is_enough(three: Town) -> None:
    three.board()
    shown = only(three.write(CAROL, "gyges show 1\n"))
    assert "subscribe" in shown.text
    watched = only(three.answer(shown, "subscribe\n"))
    mails = three.answer(watched, "unsubscribe\n")
    assert "You do not watch this board any more." in only(mails).text


def test_a_mail_about_a_board_lets_nobody_watch_another_one(three: Town) -> None:
    three.board()
    three.board()
    shown = only(three.write(CAROL, "gyges show 1\n"))
    assert only(three.answer(shown, "gyges subscribe 2\n")).kind == "confirm"


def test_after_unsubscribing_no_board_comes(three: Town) -> None:
    mails = three.board()
    watch(three)
    watch(three, "gyges unsubscribe 1\n")
    assert [mail.to for mail in three.answer(mails[0], f"{SOUTH}\n")] == [ALICE, BOB]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("gyges subscribe\n", "The number of the board is missing."),
        ("gyges subscribe 9\n", "There is no board 9."),
        ("dvonn subscribe 1\n", "Board 1 is a game of gyges, not of dvonn."),
        ("gyges unsubscribe 1\n", "You do not watch board 1."),
    ],
)
def test_what_cannot_be_watched_says_why(three: Town, line: str, why: str) -> None:
    three.board()
    assert why in watch(three, line).text


def test_watching_twice_is_refused_the_second_time(three: Town) -> None:
    three.board()
    watch(three)
    assert "You watch board 1 already." in watch(three).text


def test_players_do_not_watch_their_own_board(three: Town) -> None:
    mails = three.board()
    assert "You play on board 1 yourself" in only(three.answer(mails[1], "subscribe\n")).text


def test_a_game_that_is_over_cannot_be_watched(three: Town) -> None:
    mails = three.play(three.board(), SOUTH, NORTH)
    three.answer(mails[0], "resign\n")
    assert "Nothing happens on board 1 any more" in watch(three).text


def test_neither_strangers_nor_suspended_players_watch(three: Town) -> None:
    three.board()
    assert is_turned_away(three, "gyges subscribe 1\n")
    welcome = account(three, CAROL)
    suspend(three, "carol")
    mails = three.answer(welcome, "gyges subscribe 1\n")
    assert "suspended your account" in only(mails).text


def test_without_proof_watching_waits_for_a_yes(three: Town) -> None:
    three.board()
    question = only(three.write(CAROL, "gyges subscribe 1\n"))
    assert "You watch this board now" in only(three.answer(question, "yes\n")).text
