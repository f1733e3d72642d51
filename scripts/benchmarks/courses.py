"""Games that could have been played: random ones, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from pbm.core.games import AnyGame, Seat, find


@dataclass(frozen=True)
class Step:
    """One move: whose, and as he writes it; ``shown`` is the board before it."""

    seat: Seat
    text: str
    shown: str


@dataclass(frozen=True)
class Course:
    spec: str
    steps: tuple[Step, ...]


@cache
def course(spec: str, plies: int, seed: int) -> Course:
    """So many plies that end no game."""
    game, random = find(spec), Random(f"{spec} {seed}")  # noqa: S311 (no secrets)
    state, steps = game.start(), list[Step]()
    while game.plies(state) < plies:
        seat = game.to_move(state)
        assert seat is not None, "the game goes on"
        text, after = _drawn(game, state, random)
        steps.append(Step(seat, text, str(game.render(state))))
        state = after
    return Course(spec, tuple(steps))


def _drawn(game: AnyGame, state: Any, random: Random) -> tuple[str, Any]:
    """A move after which the game goes on, one of the first few: to list all would take long."""
    moves = list(islice(game.legal_moves(state), 100))
    random.shuffle(moves)
    for move in moves:
        after = game.apply(state, move)
        if game.outcome(after) is None:
            return game.format(state, move), after
    raise RuntimeError(f"no move goes on from {game.encode(state)}; take another seed")
