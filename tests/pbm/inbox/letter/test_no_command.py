"""Letters without a command, and replies that lost their reply address."""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Mail, Town, of, only


@pytest.mark.parametrize("text", ["Yes", "accept"])
def test_a_player_whose_reply_went_astray_is_told_where_to_send_it(
    town_with_players: Town, welcomes: tuple[Mail, Mail], text: str
) -> None:
    answered = {"In_Reply_To": str(welcomes[1].message["Message-ID"])}
    mail = only(town_with_players.write(BOB, text, subject="Re: hello", **answered))
    assert (mail.kind, mail.facts["astray"]) == ("no_command", True)
    assert not only(town_with_players.answer(mail, text)).facts["astray"]


def test_a_question_to_somebody_who_lost_the_reply_address_says_where_to_send_the_answer(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    """A ``yes`` of that person would lose its reply address, too."""
    answered = {"In_Reply_To": str(board_mails[0].message["Message-ID"])}
    question = only(town_with_game.write(ALICE, SOUTH, subject=board_mails[0].subject, **answered))
    assert (question.kind, question.facts["astray"]) == ("confirm", True)
    other = only(town_with_game.write(ALICE, NORTH, subject=board_mails[0].subject))
    assert not other.facts["astray"]


def test_a_player_out_of_turn_is_not_told_to_move(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    facts = only(town_with_game.answer(placed_mails[1], "yes")).facts
    assert (facts["place"], facts["hint"]) == ("waiting", "")


def test_only_the_player_who_may_answer_a_proposal_is_told_to(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(placed_mails[0], "propose draw")
    told = [only(town_with_game.answer(of(proposed, to), "...")) for to in (ALICE, BOB)]
    assert [(mail.facts["offer"], mail.facts["own_offer"]) for mail in told] == [
        ("draw", True),
        ("draw", False),
    ]


def test_a_spectator_is_not_told_to_move_or_resign(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    shown = only(town_with_game.write(CAROL, subject="gyges show 1"))
    facts = only(town_with_game.answer(shown, "How exciting")).facts
    assert (facts["place"], facts["hint"]) == ("looking", "")


def test_a_reply_that_lost_its_address_is_known_by_its_subject_and_asked_about(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    board = next(mail for mail in board_mails if mail.to == ALICE)
    asked = only(town_with_game.write(ALICE, SOUTH, subject=f"AW: {board.subject}"))
    assert (asked.kind, town_with_game.match().plies) == ("confirm", 0)
    assert asked.facts["line"] == f"gyges move 1 {SOUTH}"
    assert asked.facts["told"] == "places 2 3 1 1 2 3 on row 1"
    town_with_game.answer(asked, "yes")
    assert town_with_game.match().plies == 1


@pytest.mark.parametrize("subject", ["[gyges 9] ply 1", "[dvonn 1] ply 1", "[gyges 1]ply 1"])
def test_a_subject_that_names_no_board_of_the_sender_is_plain_text(
    town_with_game: Town, subject: str
) -> None:
    assert only(town_with_game.write(ALICE, SOUTH, subject=subject)).kind == "no_command"


def test_a_board_in_the_subject_counts_for_its_players_only(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    assert (
        only(town_with_game.write(CAROL, SOUTH, subject=board_mails[0].subject)).kind
        == "no_command"
    )


def test_a_greeting_to_the_server_is_returned(
    town_with_players: Town, welcomes: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_players.answer(welcomes[0], "Hello\n"))
    assert (answer.kind, answer.facts["greets"]) == ("no_command", True)
    assert "Hello to you, too!" in answer.text


def test_who_names_several_moves_sees_the_board(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(placed_mails[0], "16-35 or 11-31?\n"))
    assert answer.facts["refusal"] == "which_move"
    assert "1 | 2 | 3 | 1 | 1 | 2 | 3 | 1  <- your shore" in answer.text
