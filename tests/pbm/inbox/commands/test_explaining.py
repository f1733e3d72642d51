from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, STRANGER, Mail, Town, only


@pytest.fixture
def mail(town_with_players: Town) -> Mail:
    """South's board mail once all rings are placed."""
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return next(mail for mail in mails if "your move" in mail.subject)


def test_a_legal_move_is_told_step_by_step_and_not_played(
    town_with_players: Town, mail: Mail
) -> None:
    answer = only(town_with_players.answer(mail, "explain 13-14-24\n"))
    assert answer.kind == "explain"
    assert "13-14-24 is legal:" in answer.text
    assert "    G6: it bounces on the single on 14, which stays" in answer.text
    assert town_with_players.match().plies == 2


def test_an_illegal_move_is_answered_with_its_rule(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.answer(mail, "explain 16-(26)-36\n"))
    assert "Illegal: G3: " in answer.text
    assert "is legal" not in answer.text


def test_of_several_moves_the_illegal_one_is_named(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.answer(mail, "explain 13-14-24; 61-51\n"))
    assert "Illegal: in 61-51 turn: " in answer.text


def test_anybody_who_plays_here_may_ask_out_of_turn(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.write(BOB, "gyges explain 1 13-14-24\n"))
    assert "is legal" in answer.text


def test_strangers_may_not(town_with_players: Town, mail: Mail) -> None:
    assert all(
        each.kind != "explain"
        for each in town_with_players.write(STRANGER, "gyges explain 1 13-14\n")
    )


@pytest.mark.parametrize("ruleset", ["modern", "simple", "towers", "kang"])
def test_help_on_a_rule_set_says_how_it_differs(town_with_players: Town, ruleset: str) -> None:
    answer = only(town_with_players.write(ALICE, f"help {ruleset}\n"))
    assert f"rule set {ruleset}" in answer.text
    assert "Everything is as in" in answer.text
    assert "source 0" not in answer.text


def test_help_on_the_game_names_its_rule_sets(town_with_players: Town) -> None:
    text = only(town_with_players.write(ALICE, "help gyges\n")).text
    assert all(f"    {ruleset} " in text for ruleset in ("modern", "simple", "towers", "kang"))
    assert (
        text.splitlines()[0]
        == only(town_with_players.write(ALICE, "help classic\n")).text.splitlines()[0]
    )
