"""Decisions of programs on boards: made, recorded, and found again from the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Self

from pbm.core.board import Board
from pbm.core.games import ENGINES, AnyFound, Limits, choose, engine_of

DOOR = "program"
"""The door of the requests by which programs play."""

RESIGNING = 4
"""Programs of this level and above resign what is proven lost."""


@dataclass(frozen=True)
class Decision:
    """The decision of a program on a board; the program decides the same in the same state again.

    ply: how many plies had been played. move: a line of moves; "" if the program resigns.
    level, version, seed: with what the decision was made. nodes: how many were visited for each
    move.
    engine: the userid of the external engine that has chosen the move; in that case level and
        version are 0, and the move cannot be found again.
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
        """Whether the present version of the engines has made the decision."""
        return self.version == ENGINES

    def written(self) -> str:
        """The decision as a line of JSON, for the record."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, written: str) -> Self:
        """:raises ValueError: if the line is no decision"""
        try:
            found = json.loads(written)
            return cls(**{**found, "nodes": tuple(found["nodes"])})
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is no decision of a program: {written}") from error


def decide(board: Board, level: int, stops: Callable[[], bool] = lambda: False) -> Decision:
    """Return the decision of a program on a board where it is to move.

    The line of the decision has several moves if the other side has to pass between them.

    stops: returns whether to stop thinking; after that the returned decision must not be played.
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
