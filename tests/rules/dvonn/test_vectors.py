"""Counts and complete games that other programs agree on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.dvonn.state import Move, State
from rules.perft import perft, split
from rules.play import Ply, replay
from tests.rules.dvonn.boards import GAME

VECTORS = Path(__file__).parent.parent / "vectors"
SLOW = 1_000_000


def lines(name: str) -> list[list[str]]:
    text = (VECTORS / name).read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [[field.strip() for field in line.split("|")] for line in kept]


def counts() -> Iterator[object]:
    for name, position, row in lines("dvonn_perft.txt"):
        for depth, count in enumerate(map(int, row.split()), 1):
            marks = [pytest.mark.slow] if count > SLOW else []
            yield pytest.param(position, depth, count, id=f"{name}-{depth}", marks=marks)


@cache
def games() -> list[tuple[Ply[State, Move], ...]]:
    """The plies of every game."""
    moves = [line[1].split() for line in lines("dvonn_games.txt")]
    return [replay(GAME, GAME.start(), texts).plies for texts in moves]


@pytest.mark.parametrize(("position", "depth", "count"), list(counts()))
def test_perft(position: str, depth: int, count: int) -> None:
    state = GAME.decode(position)
    found = perft(GAME, state, depth)
    assert found == count, "\n".join(f"{move} {n}" for move, n in split(GAME, state, depth))


@pytest.mark.parametrize(
    ("score", "moves"),
    [pytest.param(*line, id=str(n)) for n, line in enumerate(lines("dvonn_games.txt"), 1)],
)
def test_games_end_with_their_score(score: str, moves: str) -> None:
    played = replay(GAME, GAME.start(), moves.split())
    assert played.outcome is not None
    assert played.outcome.score == tuple(map(int, score.split("-")))


def test_games_name_the_passes_that_the_rules_force() -> None:
    """Each game again, as its own moves print it: the passes must be the written ones."""
    for (_, moves), plies in zip(lines("dvonn_games.txt"), games(), strict=True):
        printed = [ply.text for ply in plies]
        written = [move.replace("PASS", "pass") for move in moves.split()]
        assert [text.replace("-", "") for text in printed] == written
