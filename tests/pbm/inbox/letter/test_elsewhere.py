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


@pytest.fixture
def invited(town_with_players: Town) -> Mail:
    """A mail about no board to alice, whom bob has invited to board 1."""
    bobs = only(town_with_players.write(BOB, "whoami"))
    town_with_players.answer(bobs, "gyges challenge alice\n")
    return only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}"))


@for_each(
    "text",
    [
        "I accept bob's rematch",
        "I accept bob's challenge",
        "yes to the game with bob",
        "Ich nehme bobs Einladung an",
        "Ich nehme die Revanche von bob an",
        "J'accepte la revanche de bob",
        "Accetto la rivincita di bob",
        "ja tegen de partij met bob",
    ],
)
def test_a_yes_to_an_open_invitation_begins_no_second_game(
    town_with_players: Town, invited: Mail, text: str
) -> None:
    question = only(town_with_players.answer(invited, f"{text}\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges accept 1")
    town_with_players.answer(question, "yes\n")
    assert town_with_players.match().status == "running"


def test_a_no_to_an_open_invitation_is_asked_about(town_with_players: Town, invited: Mail) -> None:
    question = only(town_with_players.answer(invited, "no thanks to bob's invitation\n"))
    assert question.facts["line"] == "gyges decline 1"


@for_each("text", ["I'd like to play gyges with carol", "I accept carol's challenge"])
def test_an_invitation_of_somebody_else_is_not_meant(
    town_with_players: Town, invited: Mail, text: str
) -> None:
    town_with_players.sign_up(CAROL)
    answer = of(town_with_players.answer(invited, f"{text}\n"), ALICE)
    assert "accept" not in answer.facts.get("line", "")


@pytest.fixture
def finished(town_with_players: Town) -> Mail:
    """The mail to alice about board 1, which bob has resigned."""
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH, "16-35")
    return of(town_with_players.answer(mails[1], "resign\n"), ALICE)


AGAIN = ["Gyges again", "Revanche?", "Re: Gyges nog eens?", "Rematch please"]


@for_each("subject", AGAIN)
@for_each("body", ["", "Hi,\nhope you are well!\n"])
def test_a_subject_that_wants_the_last_game_again_is_asked_about(
    town_with_players: Town, finished: Mail, subject: str, body: str
) -> None:
    del finished
    account = only(town_with_players.write(ALICE, "whoami"))
    question = only(
        town_with_players.write(ALICE, body, subject=subject, to=account.reply_to),
    )
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges rematch 1")


def test_a_game_that_was_never_played_is_offered_to_anybody(
    town_with_players: Town, finished: Mail
) -> None:
    del finished
    account = only(town_with_players.write(ALICE, "whoami"))
    question = only(
        town_with_players.write(ALICE, "", subject="another round of DVONN?", to=account.reply_to)
    )
    assert question.facts["line"] == "dvonn seek"


def test_a_subject_above_words_for_the_other_player_counts(
    town_with_players: Town, finished: Mail
) -> None:
    body = "Thanks for the last one, it was close.\n"
    question = only(
        town_with_players.write(ALICE, body, subject="Gyges again", to=finished.reply_to)
    )
    assert question.facts["line"] == "gyges rematch 1"
    assert body.strip() in question.facts["text"]


def test_our_own_subject_is_never_read(town_with_players: Town, finished: Mail) -> None:
    mails = town_with_players.write(
        ALICE, "Lovely weather here.\n", subject=f"Re: {finished.subject}", to=finished.reply_to
    )
    assert of(mails, ALICE).kind == "chat"


@for_each("text", ["Show me my game with bob once more", "zeig mir nochmal die Partie mit bob"])
def test_who_wants_to_see_a_game_again_is_shown_its_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    shown = only(town_with_players.answer(account, f"{text}\n"))
    assert (shown.kind, shown.facts["board"]) == ("board", 1)


DRAWS = [
    *("I'd like to offer a draw", "Ich möchte ein Remis anbieten", "Je voudrais proposer la nulle"),
    *("Ik wil remise voorstellen", "Vorrei proporre la patta", "propose draw"),
]


@for_each("text", DRAWS)
def test_a_draw_is_asked_about_on_the_only_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    question = only(town_with_players.answer(account, f"{text}\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges propose 1 draw")
    assert question.facts["text"] == []


UNDOS = [
    *("can I take my last move back?", "Kann ich meinen letzten Zug zurücknehmen?", "undo"),
    *("Puis-je reprendre mon dernier coup ?", "Mag ik mijn laatste zet terugnemen?"),
    "Posso ritirare la mia ultima mossa?",
]


@for_each("text", UNDOS)
def test_an_undo_is_asked_about_on_the_only_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    question = only(town_with_players.answer(account, f"{text}\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges undo 1")


def test_who_gives_up_in_reply_to_no_board_is_asked_too(
    town_with_players: Town, account: Mail
) -> None:
    question = only(town_with_players.answer(account, "I resign\n"))
    assert (question.kind, question.facts["line"]) == ("confirm", "gyges resign 1")
    assert town_with_players.match().running


def test_of_several_boards_it_is_asked_which_one_is_meant(
    town_with_players: Town, another: Mail
) -> None:
    refused = only(town_with_players.answer(another, "I'd like to offer a draw\n"))
    assert refused.facts["refusal"] == "which_board_is_meant"
    assert refused.facts["facts"]["lines"] == "gyges propose 1 draw, gyges propose 2 draw"
    named = only(town_with_players.answer(another, "I'd like to offer carol a draw\n"))
    assert named.facts["line"] == "gyges propose 2 draw"


def test_nothing_is_asked_without_a_board(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, "whoami"))
    assert only(town_with_players.answer(account, "I offer a draw\n")).kind == "no_command"


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
