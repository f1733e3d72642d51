"""Words in place of a move, in reply to a board mail."""

from __future__ import annotations

from tests.pbm.town import BOB, Mail, Town, of, only


def test_words_in_place_of_a_move_are_answered_with_the_board_and_an_example(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(of(mails, BOB), "Move 3 from 61 up\n"))
    assert (answer.kind, town_with_game.note) == ("illegal", "illegal")
    assert "password" not in answer.text
    assert "Nothing was played: Move 3 from 61 up" in answer.text
    assert f"    {answer.facts['hint']}\n" in answer.text
    assert "all of them: moves\n" in answer.text
    assert town_with_game.match().plies == 3


def test_a_move_among_other_words_is_refused_by_its_rule(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(of(mails, BOB), "Move 3 from 61 to 64\n"))
    assert (answer.kind, answer.facts["line"], answer.facts["rule"]) == ("illegal", "61-64", "G4")


def test_what_may_be_a_password_is_not_repeated(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(of(mails, BOB), "move bob marble-tower from 63 to 53\n"))
    assert "marble-tower" not in answer.text
    assert town_with_game.match().plies == 3


def test_who_proves_nothing_is_told_how_a_command_is_written(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.write(BOB, "gyges move 1 three from 61 to 64\n"))
    assert answer.kind == "refusal"
