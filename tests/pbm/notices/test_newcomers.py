"""What the mails of a first game tell, and answers to newcomers whose lists are empty."""

from __future__ import annotations

import pytest

from pbm.notices.seek_news import MOST_GAMES
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, of, only


@pytest.fixture
def placing(town_with_players: Town) -> tuple[Mail, Mail]:
    """The first mails of a game of DVONN in which all pieces are placed: alice is to move."""
    return town_with_players.board(game="dvonn")


def test_a_player_who_is_to_place_49_pieces_is_told_what_to_send_instead(
    town_with_players: Town, placing: tuple[Mail, Mail]
) -> None:
    first, second = placing
    assert "\n    dvonn challenge bob -random\n" in first.text
    assert "costs nothing" in first.text
    assert "-random" not in second.text
    first, second = town_with_players.play(placing, "A1")
    assert "-random" not in first.text
    assert "\n    dvonn challenge alice -random\n" in second.text
    for mail in town_with_players.play((first, second), "A2"):
        assert "-random" not in mail.text


def test_the_line_begins_a_game_with_all_pieces(
    town_with_players: Town, placing: tuple[Mail, Mail]
) -> None:
    question = only(town_with_players.answer(placing[0], "dvonn challenge bob -random"))
    invitation = of(town_with_players.answer(question, "yes"), BOB)
    first, _ = town_with_players.answer(invitation, "accept")
    assert "A1-" in first.facts["hint"] or first.facts["prompt"] == []


def test_resigning_then_costs_nothing(town_with_players: Town, placing: tuple[Mail, Mail]) -> None:
    mails = town_with_players.answer(placing[0], "resign")
    assert {mail.news for mail in mails} == {"cancelled"}
    assert town_with_players.match().result is None or not of(mails, ALICE).facts["ratings"]


def test_invitations_to_place_49_pieces_name_the_other_way(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"dvonn challenge alice {PASSWORD} bob\n")
    assert "dvonn challenge bob -random" in of(mails, ALICE).text
    assert "dvonn challenge alice -random" in of(mails, BOB).text
    drawn = town_with_players.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -random\n")
    assert not any("challenge" in mail.text for mail in drawn)


def test_first_boards_say_how_places_are_named(town_with_players: Town) -> None:
    for mail in town_with_players.board():
        assert "13 is row 1, column 3" in " ".join(mail.text.split())
    for mail in town_with_players.board(game="dvonn"):
        assert "A3 is column A, row 3; row 4 begins with B4" in " ".join(mail.text.split())


def test_an_empty_board_has_no_legend(town_with_players: Town, placing: tuple[Mail, Mail]) -> None:
    assert "* DVONN" not in placing[0].text
    assert "* DVONN" in town_with_players.play(placing, "A1")[0].text


def test_the_help_on_ratings_says_how_the_reader_stands(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, subject="help ratings"))
    assert answer.text.startswith("You have no rating yet")
    board = town_with_players.board()
    first, _ = town_with_players.play(board, SOUTH, "312312")
    town_with_players.answer(first, "resign")
    answer = only(town_with_players.write(ALICE, subject="help ratings"))
    assert answer.text.startswith("Your rating: gyges 14")


def test_a_stranger_who_asks_what_ratings_are_has_no_standing(town: Town) -> None:
    assert "rating yet" not in only(town.write("carol@example.org", subject="help ratings")).text


@pytest.mark.parametrize("command", ["seeks", "contests"])
def test_an_empty_list_says_how_to_begin(town_with_players: Town, command: str) -> None:
    answer = only(town_with_players.write(ALICE, subject=command))
    assert ("0" in answer.subject, "how to" in answer.subject.casefold()) == (False, True)


def test_without_seeks_a_program_is_offered(club: Town, welcome: Mail) -> None:
    answer = only(club.answer(welcome, "seeks"))
    assert "\n    gyges challenge owl-1\n" in answer.text


def test_programs_offers_the_weakest_to_a_newcomer(club: Town, welcome: Mail) -> None:
    answer = only(club.answer(welcome, "programs"))
    first, *others = answer.facts["challenges"]
    assert first == "gyges challenge owl-1"
    assert len(others) == MOST_GAMES - 1
    assert all(" challenge owl-1" in line for line in others)


def test_the_welcome_and_the_help_say_how_to_leave(town: Town) -> None:
    assert "help signoff" in town.sign_up("carol@example.org").text
    assert "help signoff" in only(town.write("carol@example.org", subject="help")).text
