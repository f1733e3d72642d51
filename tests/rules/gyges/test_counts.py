"""Comparison with counts of other programs and with a second move generator, for every rule set.

``scripts/trials gyges`` compares thousands of positions.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.gyges import search
from pbm.rules.gyges.board import is_goal
from pbm.rules.gyges.coordinates import FIGURES
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.state import Action, Move, Relay, State
from tests.combinations import for_each
from tests.rules.gyges.chance import random_position, stuck_position
from tests.rules.gyges.comparison import compare
from tests.rules.gyges.drawn import GAMES

VECTORS = Path(__file__).parents[1] / "vectors" / "gyges_moves.txt"
every_ruleset = pytest.mark.parametrize("ruleset", GAMES)


def vectors() -> list[list[str]]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines if line[0] != "#"]


every_vector = for_each("line", vectors())


@every_vector
def test_the_counts_of_moves_and_positions_agree_with_other_programs(line: list[str]) -> None:
    _, ruleset, position, moves, positions, _ = line
    game = GAMES[ruleset]
    state = game.decode(position)
    found = list(game.legal_moves(state))
    after = {game.arrangement_after(state, move) for move in found}
    assert (len(found), len(set(found)), len(after)) == (int(moves), int(moves), int(positions))


@every_vector
def test_the_winning_moves_agree_with_other_programs(line: list[str]) -> None:
    _, ruleset, position, *_, winning = line
    game = GAMES[ruleset]
    state = game.decode(position)
    if winning == "-":
        assert not any(wins(game, state, move) for move in game.legal_moves(state))
    else:
        assert wins(game, state, game.parse(state, winning))


def wins(game: Gyges, state: State, move: Action) -> bool:
    end = game.outcome(game.apply(state, move))
    return end is not None and end.winner is game.to_move(state)


@every_ruleset
def test_a_second_generator_finds_the_same_moves(ruleset: str) -> None:
    for seed in range(200):
        compare(ruleset, random_position(seed, ruleset))


@every_ruleset
def test_a_second_generator_agrees_where_shores_are_stuck(ruleset: str) -> None:
    for seed in range(60):
        compare(ruleset, stuck_position(seed, ruleset))


def test_no_ring_of_the_shore_can_move_in_these_positions() -> None:
    lines = [stuck_position(seed, "simple") for seed in range(60)]
    assert sum(rows_played("simple", line).isdisjoint(shore(line)) for line in lines) > 20


def rows_played(ruleset: str, line: str) -> set[int]:
    game = GAMES[ruleset]
    return {
        move.origin // 10 for move in game.legal_moves(game.decode(line)) if isinstance(move, Move)
    }


def shore(line: str) -> set[int]:
    rows, side = line.split()
    occupied = [6 - down for down, row in enumerate(rows.split("/")) if row != "......"]
    return {min(occupied) if side == "s" else max(occupied)}


@for_each("seed", range(12))
@for_each("ruleset", ["classic", "modern", "simple", "kang"])
def test_apply_accepts_exactly_the_legal_moves(ruleset: str, seed: int) -> None:
    game = GAMES[ruleset]
    state = game.decode(random_position(seed, ruleset))
    legal, random = set(game.legal_moves(state)), Random(seed)
    ends = [*FIGURES.names, 1, 2, 3]
    for _ in range(150):
        move = Move(random.choice(ends), random.choice(ends), random.choice([None, *ends]))
        assert accepts(game, state, move) == (move in legal)
    assert all(accepts(game, state, move) for move in sorted(legal, key=str)[::7])


@for_each("seed", range(12))
def test_apply_accepts_exactly_the_legal_relays(seed: int) -> None:
    """Landings of legal moves are combined; of random landings hardly any would be legal."""
    game, random = GAMES["towers"], Random(seed)
    state = game.decode(random_position(seed, "towers"))
    legal = {move for move in game.legal_moves(state) if isinstance(move, Relay)}
    parts = [slot for move in legal for slot in move.landings[1:]] + [*range(8, 80, 5)]
    rooms = [None, *(move.displaced for move in legal), 5, 99]
    for move in sorted(legal, key=str)[:150]:
        assert accepts(game, state, move)
        end = random.choice(parts)
        for landings in ((*move.landings, end), (*move.landings[:-1], end), move.landings):
            other = Relay(landings, random.choice(rooms))
            assert accepts(game, state, other) == (other in legal)


def accepts(game: Gyges, state: State, move: Action) -> bool:
    try:
        game.apply(state, move)
    except IllegalMove:
        return False
    return True


@for_each("seed", range(12))
@for_each("ruleset", ["classic", "modern", "simple", "kang"])
def test_g9_removes_exactly_the_moves_to_earlier_arrangements(ruleset: str, seed: int) -> None:
    game = GAMES[ruleset]
    state = game.decode(random_position(seed, ruleset))
    moves = [move for move in game.legal_moves(state) if isinstance(move, Move)]
    moves = [move for move in moves if not is_goal(move.destination)]
    made = {game.arrangement_after(state, move) for move in moves[::3]}
    again = {move for move in moves if game.arrangement_after(state, move) in made}
    later = replace(state, past=(*made, state.rings))
    assert set(game.legal_moves(state)) - set(game.legal_moves(later)) == again


@every_ruleset
def test_g10_a_side_is_stuck_if_and_only_if_it_has_no_legal_moves(ruleset: str) -> None:
    game = GAMES[ruleset]
    lines = [random_position(seed, ruleset, 2) for seed in range(12)]
    for line in (*lines, *(stuck_position(seed, ruleset) for seed in range(12))):
        state = game.decode(line)
        made = [game.arrangement_after(state, move) for move in game.legal_moves(state)]
        for repeated in (0, len(made) // 2, len(made) - 1, len(made)):
            later = replace(state, past=(*made[:repeated], state.rings))
            assert can_be_skipped(game, later) != any(game.legal_moves(later))


def can_be_skipped(game: Gyges, state: State) -> bool:
    try:
        game.skip(state)
    except IllegalMove:
        return False
    return True


def test_looking_ahead_from_the_first_landing_finds_all_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_PATIENCE", 0)
    for seed in range(1000, 1050):
        compare("classic", random_position(seed))
