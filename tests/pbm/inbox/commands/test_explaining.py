from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import is_turned_away
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, of, only


@pytest.fixture
def mail(town_with_players: Town) -> Mail:
    """South's board mail once all rings are placed."""
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return next(mail for mail in mails if mail.facts["your_turn"])


def test_a_legal_move_is_explained_step_by_step_and_not_played(
    town_with_players: Town, mail: Mail
) -> None:
    answer = only(town_with_players.answer(mail, "explain 13-14-24\n"))
    assert answer.kind == "explain"
    (move,) = answer.facts["moves"]
    assert move["text"] == "13-14-24"
    assert any(step.endswith(" (rule G6)") for step in move["steps"])
    assert town_with_players.match().plies == 2


def test_an_illegal_move_is_answered_with_its_rule(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.answer(mail, "explain 16-(26)-36\n"))
    assert answer.facts["why"].endswith(" (rule G3)")
    assert answer.facts["moves"] == []


def test_of_several_moves_the_illegal_one_is_named(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.answer(mail, "explain 13-14-24; 61-51\n"))
    assert answer.facts["which"] == "61-51"
    assert answer.facts["why"].startswith("after 13-14-24 it is the opponent's turn")


def test_every_player_may_ask_even_out_of_turn(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.write(BOB, "gyges explain 1 13-14-24\n"))
    assert [move["text"] for move in answer.facts["moves"]] == ["13-14-24"]


def test_strangers_may_not_ask(town_with_players: Town, mail: Mail) -> None:
    assert is_turned_away(town_with_players, "gyges explain 1 13-14\n")


def test_help_on_the_game_names_its_rule_sets(town_with_players: Town) -> None:
    text = only(town_with_players.write(ALICE, "help gyges\n")).text
    assert all(f"    {ruleset} " in text for ruleset in ("modern", "simple", "towers", "kang"))
    assert (
        text.splitlines()[0]
        == only(town_with_players.write(ALICE, "help classic\n")).text.splitlines()[0]
    )


# The legal moves


def test_the_legal_moves_are_listed_by_the_ring_that_they_lift(
    town_with_players: Town, mail: Mail
) -> None:
    answer = only(town_with_players.answer(mail, "moves\n"))
    assert (answer.kind, answer.facts["count"]) == ("moves", 352)
    counts = {each["lifted"]: each["count"] for each in answer.facts["groups"]}
    assert list(counts) == ["11", "12", "13", "14", "15", "16"]
    assert sum(counts.values()) == 352
    assert town_with_players.match().plies == 2


@pytest.mark.parametrize("line", ["moves 13", "gyges moves 1 13"])
def test_the_moves_of_one_ring_are_listed_alone_and_more_of_them(
    town_with_players: Town, mail: Mail, line: str
) -> None:
    (everything, only_13) = (
        only(town_with_players.answer(mail, f"{asked}\n")).facts for asked in ("moves", line)
    )
    (among,) = (each for each in everything["groups"] if each["lifted"] == "13")
    (alone,) = only_13["groups"]
    assert (alone["lifted"], alone["count"]) == ("13", among["count"])
    assert len(alone["shown"]) > len(among["shown"])
    assert only_13["hint"] in alone["shown"]


def test_a_place_whose_ring_cannot_move_has_no_moves_but_names_those_that_can(
    town_with_players: Town, mail: Mail
) -> None:
    answer = only(town_with_players.answer(mail, "moves 61\n"))
    assert (answer.kind, answer.facts["count"]) == ("moves", 0)
    assert answer.facts["movable"] == ["11", "12", "13", "14", "15", "16"]


def test_the_page_says_how_many_moves_it_leaves_out(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.answer(mail, "moves\n"))
    for each in answer.facts["groups"]:
        if each["count"] > len(each["shown"]):
            assert f"moves%20{each['lifted']}" in answer.html


def test_every_player_may_ask_for_the_legal_moves(town_with_players: Town, mail: Mail) -> None:
    answer = only(town_with_players.write(BOB, "gyges moves 1\n"))
    assert (answer.kind, answer.facts["your_turn"]) == ("moves", False)


def test_a_game_that_is_over_has_no_legal_moves(town_with_players: Town, mail: Mail) -> None:
    over = town_with_players.answer(mail, "resign\n")
    answer = only(town_with_players.answer(of(over, ALICE), "moves\n"))
    assert (answer.kind, answer.facts["running"], answer.facts["count"]) == ("moves", False, 0)
