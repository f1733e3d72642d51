"""Moves and boards that are named in reply to a mail about no board."""

from __future__ import annotations

import pytest

from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, kinds, of, only


@pytest.fixture
def account(town_with_players: Town) -> Mail:
    """A mail about no board to alice, who is to move on board 1 against bob."""
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return only(town_with_players.write(ALICE, "whoami"))


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


@pytest.fixture
def finished(town_with_players: Town) -> Mail:
    """The mail to alice about board 1, which bob has resigned."""
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH, "16-35")
    return of(town_with_players.answer(mails[1], "resign\n"), ALICE)


def test_our_own_subject_is_never_read(town_with_players: Town, finished: Mail) -> None:
    mails = town_with_players.write(
        ALICE, "Lovely weather here.\n", subject=f"Re: {finished.subject}", to=finished.reply_to
    )
    assert of(mails, ALICE).kind == "chat"


@for_each(
    "text",
    [
        *("I accept bob's rematch", "Accetto la rivincita di bob", "J'accepte la revanche de bob"),
        *("Ich nehme die Revanche von bob an", "Ik accepteer de revanche van bob"),
    ],
)
def test_a_yes_to_a_rematch_after_a_game_is_not_passed_on(
    town_with_players: Town, text: str
) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    over = town_with_players.answer(mails[0], "resign")
    town_with_players.answer(of(over, BOB), "rematch")
    found = town_with_players.answer(of(over, ALICE), text)
    if found[0].kind == "confirm":
        found = town_with_players.answer(found[0], "yes")
    assert kinds(found) == ["board", "board"]
    assert town_with_players.match(2).running


@for_each(
    ("text", "command"),
    [
        ("16-35 in the other game", "gyges move 1"),
        ("je joue 16-35 dans l'autre partie", "gyges move 1"),
        ("Hex: b5", "hex move 2"),
        ("c3 nell'altra partita", "hex move 2"),
    ],
)
def test_a_move_for_another_game_is_asked_about(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str, command: str
) -> None:
    town_with_game.board("-rules=5", "hex")
    question = only(town_with_game.answer(placed_mails[0], text))
    assert (question.kind, question.facts["command"]) == ("confirm", command)
