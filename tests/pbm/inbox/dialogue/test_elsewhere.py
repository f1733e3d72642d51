"""Moves and boards that are named in reply to a mail about no board."""

from __future__ import annotations

import pytest

from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Mail, Town, kinds, of, only


@pytest.fixture
def account(town_with_players: Town) -> Mail:
    """A mail about no board to alice, who is to move on board 1 against bob."""
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return only(town_with_players.write(ALICE, "whoami"))


@pytest.fixture
def another(town_with_players: Town, account: Mail) -> Mail:
    """The same after alice has come to move on board 2, too, against carol."""
    town_with_players.sign_up(CAROL)
    invited = town_with_players.answer(account, "gyges challenge carol\n")
    mails = town_with_players.answer(of(invited, CAROL), "accept\n")
    placed = town_with_players.answer(of(mails, ALICE), f"{SOUTH}\n")
    town_with_players.answer(of(placed, CAROL), f"{NORTH}\n")
    return account


MOVES = [
    *("16-35", "16 en 35 et toc", "I play 16-35", "16-35 in the game with bob please"),
    *("16-35 dans la partie contre bob", "Hallo,\nIch ziehe 16-35 gegen bob"),
]


@for_each("text", MOVES)
def test_a_move_is_asked_about_on_the_only_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    question = only(town_with_players.answer(account, f"{text}\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges move 1 16-35")
    assert question.facts["proven"]
    town_with_players.answer(question, "yes\n")
    assert town_with_players.match().plies == 3


def test_words_that_name_the_board_are_no_message(town_with_players: Town, account: Mail) -> None:
    named = only(town_with_players.answer(account, "16-35 in the game with bob please\n"))
    assert named.facts["text"] == []
    said = only(town_with_players.answer(account, "16-35 so there\n"))
    assert said.facts["text"] == ["so there"]


def test_an_illegal_move_on_the_only_board_is_explained(
    town_with_players: Town, account: Mail
) -> None:
    assert only(town_with_players.answer(account, "13-65\n")).kind == "illegal"


def test_of_several_boards_each_is_named(town_with_players: Town, another: Mail) -> None:
    refused = only(town_with_players.answer(another, "16-35\n"))
    assert refused.facts["refusal"] == "which_board_to_move"
    assert "gyges move 1 16-35, gyges move 2 16-35" in " ".join(refused.text.split())


@for_each(
    ("text", "board"),
    [("16-35 against carol", 2), ("16-35 contre bob", 1), ("16-35 on board 2", 2)],
)
def test_of_several_boards_the_one_that_is_named_counts(
    town_with_players: Town, another: Mail, text: str, board: int
) -> None:
    question = only(town_with_players.answer(another, f"{text}\n"))
    assert question.facts["line"] == f"gyges move {board} 16-35"


SHOWN = [
    *("show me the game with bob", "montre la partie avec bob", "whose turn is it against bob?"),
    *("Montrez-moi où j'en suis avec bob", "Zeig mir das Spiel mit bob"),
    *("Mostrami la partita con bob", "laat me de partij met bob zien"),
]


@for_each("text", SHOWN)
def test_the_game_with_an_opponent_is_shown(
    town_with_players: Town, account: Mail, text: str
) -> None:
    shown = only(town_with_players.answer(account, f"{text}\n"))
    assert (shown.kind, shown.news) == ("board", "shown")


@for_each(
    "text",
    [
        *("I want to play a game with bob", "je voudrais jouer contre bob à dvonn"),
        *("another game against bob please", "show me the players\nBob"),
    ],
)
def test_a_wish_for_another_game_shows_no_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    assert "board" not in kinds(town_with_players.answer(account, f"{text}\n"))


def test_a_move_in_a_letter_that_nothing_proves_is_not_looked_for(
    town_with_players: Town, account: Mail
) -> None:
    assert account.kind == "account"
    assert "confirm" not in kinds(town_with_players.write(ALICE, "16-35\n"))


def test_nobody_moves_for_somebody_else(town_with_players: Town, account: Mail) -> None:
    assert "confirm" not in kinds(town_with_players.answer(account, "16-35\n", author=BOB))


def test_a_move_of_the_player_who_waits_is_not_asked_about(
    town_with_players: Town, account: Mail
) -> None:
    town_with_players.write(ALICE, f"gyges move 1 alice {PASSWORD} 16-35\n")
    assert "confirm" not in kinds(town_with_players.answer(account, "16-35\n"))
