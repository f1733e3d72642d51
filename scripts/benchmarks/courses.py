"""Random games, which a seed determines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from pbm.core.games import AnyGame, Seat, find


@dataclass(frozen=True)
class Step:
    """One move as its player writes it. shown: the board before it."""

    seat: Seat
    text: str
    shown: str


@dataclass(frozen=True)
class Course:
    spec: str
    steps: tuple[Step, ...]


@cache
def course(spec: str, plies: int, seed: int) -> Course:
    """Return a random game of ``plies`` plies that is not over."""
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
    """Choose at random a move after which the game goes on, among 100: listing all takes long."""
    moves = list(islice(game.legal_moves(state), 100))
    random.shuffle(moves)
    for move in moves:
        after = game.apply(state, move)
        if game.outcome(after) is None:
            return game.format(state, move), after
    raise RuntimeError(f"every move ends the game at {game.encode(state)}; try another seed")
