"""Searches have a budget, and a search that exceeds it raises an error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbm.rules.errors import NotationError, SearchTooLong
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.search import BUDGET
from pbm.rules.gyges.state import Placement
from tests.rules.gyges.brute import effects
from tests.rules.gyges.drawn import GAMES

HARD = Path(__file__).with_name("hard_positions.txt")
every_ruleset = pytest.mark.parametrize("ruleset", GAMES)


def hard_positions() -> list[tuple[str, str]]:
    fields = (line.split(" | ") for line in HARD.read_text(encoding="utf-8").splitlines())
    return [(ruleset, line) for ruleset, line in fields]


def hardest(ruleset: str) -> str:
    return next(line for name, line in hard_positions() if name == ruleset)


def hurried(ruleset: str, budget: int) -> Gyges:
    game = GAMES[ruleset]
    return replace(game, rules=replace(game.rules, budget=budget))


@every_ruleset
def test_a_search_beyond_the_budget_raises_an_error(ruleset: str) -> None:
    game = hurried(ruleset, 5)
    with pytest.raises(SearchTooLong, match="budget"):
        list(game.legal_moves(game.decode(hardest(ruleset))))


@every_ruleset
def test_a_move_that_is_not_found_within_the_budget_is_not_called_illegal(ruleset: str) -> None:
    patient, game = GAMES[ruleset], hurried(ruleset, 2)
    state = patient.decode(hardest(ruleset))
    farthest = list(patient.legal_moves(state))[-1]
    for _ in range(2):
        with pytest.raises(SearchTooLong) as refusal:
            game.apply(state, farthest)
    assert refusal.value.phrase.facts == {"trails": 2}


@every_ruleset
def test_a_move_with_all_its_landings_needs_no_search(ruleset: str) -> None:
    patient, game = GAMES[ruleset], hurried(ruleset, 200)
    state = patient.decode(hardest(ruleset))
    for move in list(patient.legal_moves(state))[-5:]:
        assert game.parse(state, patient.format(state, move)) == move


@every_ruleset
def test_the_hardest_positions_known_need_a_small_part_of_the_budget(ruleset: str) -> None:
    game = GAMES[ruleset]
    for name, line in hard_positions():
        if name == ruleset:
            state = game.decode(line)
            for move in game.legal_moves(state):
                assert not isinstance(move, Placement)
                assert game.rules.flight(state, move.origin).tried < BUDGET / 3


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "line"), hard_positions())
def test_a_second_generator_agrees_on_the_hardest_positions(ruleset: str, line: str) -> None:
    game = GAMES[ruleset]
    assert len(list(game.legal_moves(game.decode(line)))) == len(effects(line, ruleset))


def test_a_move_has_no_more_landings_than_the_board_has_connections() -> None:
    game = GAMES["classic"]
    state = game.decode(hardest("classic"))
    with pytest.raises(NotationError) as refusal:
        game.parse(state, "-".join(["13", "14"] * 40))
    assert refusal.value.phrase.code == "too_many_landings"
