from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Mail, Town, of, only, refused


@pytest.fixture
def three(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def watch(town: Town, line: str = "gyges subscribe 1\n") -> Mail:
    """Have carol write the line in reply to a mail about her account, and return the answer."""
    return only(town.answer(account(town, CAROL), line))


def test_a_spectator_is_sent_every_board_mail(three: Town) -> None:
    mails = three.board()
    receipt = watch(three)
    assert receipt.news == "subscribed"
    told = three.answer(mails[0], f"{SOUTH}\nGood luck!\n")
    assert [mail.to for mail in told] == [ALICE, BOB, CAROL]
    seen = of(told, CAROL)
    assert (seen.news, seen.moves, seen.facts["your_seat"]) == ("moved", [SOUTH], "")
    assert "| Good luck!" in seen.text
    assert "unsubscribe" in seen.text
    assert "resign" not in seen.text


def test_a_spectator_is_told_that_the_game_is_over(three: Town) -> None:
    mails = three.play(three.board(), SOUTH, NORTH)
    watch(three)
    told = three.answer(mails[0], "resign\n")
    assert of(told, CAROL).facts["result"]["winner"] == "bob"


def test_a_spectator_of_an_invitation_is_told_that_the_game_begins(three: Town) -> None:
    invited = three.answer(account(three, ALICE), "gyges challenge bob\n")
    watch(three)
    told = three.answer(of(invited, BOB), "accept\n")
    assert of(told, CAROL).news == "accepted"


def test_a_spectator_is_sent_the_chat_of_the_players(three: Town) -> None:
    mails = three.board()
    watch(three)
    told = three.answer(mails[0], "chat\nGood luck!\n")
    assert [mail.to for mail in told] == [ALICE, BOB, CAROL]
    assert "| Good luck!" in of(told, CAROL).text
    assert "unsubscribe" in of(told, CAROL).text
    assert "unsubscribe" not in of(told, BOB).text


def test_a_spectator_can_neither_move_nor_chat(three: Town) -> None:
    three.board()
    receipt = watch(three)
    for line in (SOUTH, "resign", "chat hello"):
        assert refused(three.answer(receipt, f"{line}\n")) == "not_your_board"


def test_a_reply_to_a_board_that_was_shown_subscribes_without_a_question(three: Town) -> None:
    three.board()
    shown = only(three.write(CAROL, "gyges show 1\n"))
    assert "subscribe" in shown.text
    watched = only(three.answer(shown, "subscribe\n"))
    mails = three.answer(watched, "unsubscribe\n")
    assert only(mails).news == "unsubscribed"


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
    ("line", "code"),
    [
        ("gyges subscribe\n", "no_board"),
        ("gyges subscribe 9\n", "unknown_board"),
        ("dvonn subscribe 1\n", "other_game"),
        ("gyges unsubscribe 1\n", "not_watched"),
    ],
)
def test_a_board_that_cannot_be_watched_is_refused(three: Town, line: str, code: str) -> None:
    three.board()
    assert refused([watch(three, line)]) == code


def test_watching_twice_is_refused_the_second_time(three: Town) -> None:
    three.board()
    watch(three)
    assert refused([watch(three)]) == "watched_already"


def test_players_do_not_watch_their_own_board(three: Town) -> None:
    mails = three.board()
    assert refused(three.answer(mails[1], "subscribe\n")) == "own_board"


def test_a_game_that_is_over_cannot_be_watched(three: Town) -> None:
    mails = three.play(three.board(), SOUTH, NORTH)
    three.answer(mails[0], "resign\n")
    assert refused([watch(three)]) == "nothing_to_watch"


def test_neither_strangers_nor_suspended_players_watch(three: Town) -> None:
    three.board()
    assert is_turned_away(three, "gyges subscribe 1\n")
    welcome = account(three, CAROL)
    suspend(three, "carol")
    assert refused(three.answer(welcome, "gyges subscribe 1\n")) == "suspended"


def test_without_proof_watching_waits_for_a_yes(three: Town) -> None:
    three.board()
    question = only(three.write(CAROL, "gyges subscribe 1\n"))
    assert only(three.answer(question, "yes\n")).news == "subscribed"
