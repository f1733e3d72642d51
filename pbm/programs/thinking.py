"""What a program decides on a board, and how it is found again from what is recorded of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

from pbm.core.board import Board
from pbm.core.games import ENGINES, AnyFound, Limits, choose, engine_of

RESIGNING = 4
"""Programs of this level and above resign what is proven lost."""


@dataclass(frozen=True)
class Decision:
    """What a program does on a board; with the same state it does the same again.

    ply: how many plies had been played. move: a line of moves; "" if it resigns.
    level, version, seed: what it played with. nodes: how many it visited for each move of the line.
    engine: the external engine that has chosen the move, by its userid; then level and version are
        0, and the move cannot be found again.
    """

    board: int
    ply: int
    move: str
    level: int
    version: int
    seed: int
    nodes: tuple[int, ...]
    engine: str = ""

    @property
    def resigns(self) -> bool:
        return not self.move

    @property
    def is_present(self) -> bool:
        """Whether the engines are still those that have played it."""
        return self.version == ENGINES

    def written(self) -> str:
        """The decision as a line of JSON, for the record."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, written: str) -> Self:
        """:raises ValueError: if it is no decision"""
        try:
            found = json.loads(written)
            return cls(**{**found, "nodes": tuple(found["nodes"])})
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is no decision of a program: {written}") from error


def decide(board: Board, level: int, stops: Callable[[], bool] = lambda: False) -> Decision:
    """Return what a program does on a board on which it is to move.

    The line has several moves while the other side has to pass. stops: whether to think no longer;
    what is returned then is not to be played.
    """
    game, state, limits = board.game, board.state, Limits(stops=stops)
    seat, moves, nodes = game.to_move(state), list[str](), list[int]()
    while game.to_move(state) is seat and not stops():
        found = choose(game, state, engine_of(game).levels[level - 1], board.number, limits)
        nodes.append(found.nodes)
        if not moves and level >= RESIGNING and is_lost(found):
            break
        moves.append(game.format(state, found.move))
        state = game.apply(state, found.move)
    line = "; ".join(moves)
    return Decision(
        board.number, board.match.plies, line, level, ENGINES, board.number, tuple(nodes)
    )


def is_lost(found: AnyFound) -> bool:
    return found.proven and found.value < 0
