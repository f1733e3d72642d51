"""Boards, moves and states as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..game import Seat
from .board import SPAN
from .jumping import Fields, jumped
from .pieces import BLACK, DVONN, WHITE


class Move(NamedTuple):
    """A piece is placed on ``destination`` (``origin`` is None), or a stack moves there."""

    origin: int | None
    destination: int


@dataclass(frozen=True, slots=True)
class Board:
    """The stacks of a board.

    stacks: by cell number, the pieces of each stack from bottom to top, "" for an empty cell.
    occupied, dvonn, white, black: the sets of occupied cells, of cells with a DVONN piece, and of
        the stacks of each player. They follow from ``stacks``, but finding them would take most of
        the time of a move.
    """

    stacks: tuple[str, ...]
    occupied: int = field(compare=False, repr=False)
    dvonn: int = field(compare=False, repr=False)
    white: int = field(compare=False, repr=False)
    black: int = field(compare=False, repr=False)

    @staticmethod
    def of(stacks: Mapping[int, str]) -> Board:
        laid, on_top = [""] * SPAN, {WHITE: 0, BLACK: 0, DVONN: 0}
        dvonn = 0
        for cell, stack in stacks.items():
            if stack:
                laid[cell] = stack
                on_top[stack[-1]] |= 1 << cell
                dvonn |= (DVONN in stack) << cell
        occupied = sum(on_top.values())
        return Board(tuple(laid), occupied, dvonn, on_top[WHITE], on_top[BLACK])

    def __getitem__(self, cell: int) -> str:
        return self.stacks[cell]

    @property
    def pieces(self) -> int:
        return sum(map(len, self.stacks))

    @property
    def placed(self) -> int:
        """The number of pieces while they are placed, when each is alone on its cell."""
        return self.occupied.bit_count()

    def owned(self, seat: Seat) -> int:
        """D4: return the cells of the stacks with that player's piece on top."""
        return self.white if seat is Seat.FIRST else self.black

    def with_piece(self, piece: str, cell: int) -> Board:
        """Return the board with one more piece on an empty cell."""
        stacks = list(self.stacks)
        stacks[cell] = piece
        bit = 1 << cell
        return Board(
            tuple(stacks),
            self.occupied | bit,
            self.dvonn | bit * (piece == DVONN),
            self.white | bit * (piece == WHITE),
            self.black | bit * (piece == BLACK),
        )

    @property
    def fields(self) -> Fields:
        return self.stacks, self.occupied, self.dvonn, self.white, self.black

    def moved(self, origin: int, destination: int) -> Board:
        """Return the board after a stack has moved, without the stacks that were cut off (D8)."""
        return Board(*jumped(self.fields, origin, destination))


@dataclass(frozen=True, slots=True)
class State:
    """A board and whose turn it is.

    turn: None when the game is over.
    ply, passed, last: the past since the start, which is not compared.
    lost: the cells and stacks that the last move cut off, not compared either.
    """

    board: Board
    turn: Seat | None
    placing: bool
    ply: int = field(default=0, compare=False)
    passed: bool = field(default=False, compare=False)
    last: Move | None = field(default=None, compare=False)
    lost: tuple[tuple[int, str], ...] = field(default=(), compare=False)
