"""Counts that other programs found, and a second generator."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules.errors import IllegalMove
from rules.gyges import search
from rules.gyges.coordinates import FIGURES
from rules.gyges.state import Action, Move, State
from tests.rules.gyges.brute import effects
from tests.rules.gyges.drawn import CLASSIC

VECTORS = Path(__file__).parents[1] / "vectors" / "gyges_moves.txt"


def vectors() -> list[list[str]]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    fields = [[field.strip() for field in line.split("|")] for line in lines if line[0] != "#"]
    return [line for line in fields if line[1] == "classic"]


@pytest.mark.parametrize("line", vectors(), ids=lambda line: line[0])
def test_moves_and_positions_are_as_many_as_other_programs_find(line: list[str]) -> None:
    _, _, position, moves, positions, _ = line
    state = CLASSIC.decode(position)
    found = list(CLASSIC.legal_moves(state))
    after = {CLASSIC.arrangement_after(state, move) for move in found}
    assert (len(found), len(set(found)), len(after)) == (int(moves), int(moves), int(positions))


@pytest.mark.parametrize("line", vectors(), ids=lambda line: line[0])
def test_the_winning_moves_are_those_that_other_programs_find(line: list[str]) -> None:
    position, winning = line[2], line[5]
    state = CLASSIC.decode(position)
    if winning == "-":
        assert not any(CLASSIC.format(state, m)[-1] in "NS" for m in CLASSIC.legal_moves(state))
    else:
        end = CLASSIC.outcome(CLASSIC.apply(state, CLASSIC.parse(state, winning)))
        assert end is not None
        assert end.winner is CLASSIC.to_move(state)


def random_position(seed: int) -> str:
    random = Random(seed)
    rings = random.sample([1, 2, 3] * 4, k=random.randint(4, 12))
    cells = [str(size) for size in rings] + ["."] * (36 - len(rings))
    random.shuffle(cells)
    rows = "/".join("".join(cells[start : start + 6]) for start in range(0, 36, 6))
    return f"{rows} {random.choice('sn')}"


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_a_second_generator_finds_the_same_moves(start: int) -> None:
    for seed in range(start, start + 50):
        line = random_position(seed)
        found = {named(move) for move in CLASSIC.legal_moves(CLASSIC.decode(line))}
        assert found == effects(line), line


def named(move: object) -> tuple[str, str, str | None]:
    assert isinstance(move, Move)
    room = None if move.displaced is None else FIGURES.names[move.displaced]
    return FIGURES.names[move.origin], FIGURES.names[move.destination], room


@pytest.mark.parametrize("seed", range(12))
def test_apply_takes_exactly_the_legal_moves(seed: int) -> None:
    state = CLASSIC.decode(random_position(seed))
    legal, random = set(CLASSIC.legal_moves(state)), Random(seed)
    ends = [*FIGURES.names]
    for _ in range(150):
        move = Move(random.choice(ends), random.choice(ends), random.choice([None, *ends]))
        assert accepts(state, move) == (move in legal)
    assert all(accepts(state, move) for move in sorted(legal, key=str)[::7])


def accepts(state: State, move: Action) -> bool:
    try:
        CLASSIC.apply(state, move)
    except IllegalMove:
        return False
    return True


def test_looking_ahead_from_the_first_landing_on_loses_no_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_PATIENCE", 0)
    for seed in range(1000, 1050):
        line = random_position(seed)
        assert {named(move) for move in CLASSIC.legal_moves(CLASSIC.decode(line))} == effects(line)
