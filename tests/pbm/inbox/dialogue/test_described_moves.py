"""Moves that are described in a sentence: which one is seen, and by which route."""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, NORTH, SOUTH, Mail, Town, kinds, of, only

ROUTE = "14-13x12=23"


@pytest.fixture
def your_move(town_with_players: Town) -> Mail:
    return town_with_players.play(town_with_players.board(), SOUTH, NORTH)[0]


@pytest.mark.parametrize(
    "said",
    [
        "I'd like to play 14 to 13 to 12 and put the single on 23",
        "14 to 13 to 12 please, and the ring that stands there goes to 23",
        "no, I meant 14-13x12=23",
    ],
)
def test_a_described_move_that_is_legal_is_asked_about(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    asked = only(town_with_players.answer(your_move, said))
    assert (asked.kind, asked.facts["move"]) == ("confirm", ROUTE)


def test_a_described_move_that_is_not_legal_is_refused_with_its_reason(
    town_with_players: Town, your_move: Mail
) -> None:
    said = "I'd like to play 14 to 13 to 12 and put the single on 66"
    told = only(town_with_players.answer(your_move, said))
    assert (told.kind, told.facts["line"]) == ("illegal", "14-13x12=66")


@pytest.mark.parametrize(
    "said", ["no, I meant 16-26-36-35", "I would like 14 to 13 to 15 with the single on 55"]
)
def test_a_sentence_with_cells_is_no_guess_at_another_command(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    assert "confirm" not in kinds(town_with_players.answer(your_move, said))
    over = of(town_with_players.answer(your_move, "resign"), ALICE)
    assert "confirm" not in kinds(town_with_players.answer(over, said))


def test_a_move_beside_words_keeps_its_route(town_with_players: Town, your_move: Mail) -> None:
    played = of(town_with_players.answer(your_move, f"{ROUTE} I hope that is good"), ALICE)
    assert played.moves[-1] == ROUTE
