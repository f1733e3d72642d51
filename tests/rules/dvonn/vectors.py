"""The test vectors of DVONN: counts and complete games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pbm.rules.dvonn.state import Move, State
from pbm.rules.play import Ply, replay
from tests.rules.dvonn.boards import GAME

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name: str) -> list[list[str]]:
    """Return the fields of each row of a file, which bars separate."""
    text = (VECTORS / name).read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [[field.strip() for field in line.split("|")] for line in kept]


@cache
def recorded_games(most: int | None = None) -> list[tuple[Ply[State, Move], ...]]:
    """Return the plies of every game, or of the first ones."""
    moves = [line[1].split() for line in rows("dvonn_games.txt")[:most]]
    return [replay(GAME, GAME.start(), texts).plies for texts in moves]
