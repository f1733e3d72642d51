"""What stands where, and whose turn it is: frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..game import Seat
from .board import CELLS, SPAN, bits, grown, members
from .pieces import DVONN


class Move(NamedTuple):
    """A piece is placed on ``destination`` (``origin`` is None), or a stack moves there."""

    origin: int | None
    destination: int


@dataclass(frozen=True, slots=True)
class Board:
    """The stacks by cell number, each its pieces from bottom to top, "" for an empty cell.

    The sets of occupied cells and of cells with a DVONN piece follow from the stacks; they are
    kept because finding them again would take most of the time of a move.
    """

    stacks: tuple[str, ...]
    occupied: int = field(compare=False, repr=False)
    dvonn: int = field(compare=False, repr=False)

    @staticmethod
    def of(stacks: Mapping[int, str]) -> Board:
        return Board(
            tuple(stacks.get(cell, "") for cell in range(SPAN)),
            bits(cell for cell in CELLS if stacks.get(cell)),
            bits(cell for cell in CELLS if DVONN in stacks.get(cell, "")),
        )

    def __getitem__(self, cell: int) -> str:
        return self.stacks[cell]

    @property
    def pieces(self) -> int:
        return sum(map(len, self.stacks))

    def placed(self, piece: str, cell: int) -> Board:
        """The board with one piece more."""
        stacks = list(self.stacks)
        stacks[cell] = piece
        bit = 1 << cell
        return Board(tuple(stacks), self.occupied | bit, self.dvonn | bit * (piece == DVONN))

    def moved(self, origin: int, destination: int) -> Board:
        """The board after a stack has moved and all that it cut off has left the game (D8)."""
        stacks = list(self.stacks)
        stack, stacks[origin] = stacks[origin], ""
        stacks[destination] += stack
        dvonn = self.dvonn
        if DVONN in stack:
            dvonn = dvonn & ~(1 << origin) | 1 << destination
        occupied = self.occupied & ~(1 << origin)
        linked = _linked(occupied, dvonn)
        if linked != occupied:
            for cell in members(occupied & ~linked):
                stacks[cell] = ""
        return Board(tuple(stacks), linked, dvonn)


def _linked(occupied: int, dvonn: int) -> int:
    """The occupied cells that a chain of occupied neighbours links to a DVONN piece (D8)."""
    found, more = 0, dvonn
    while more != found:
        found, more = more, grown(more) & occupied
    return found


@dataclass(frozen=True, slots=True)
class State:
    """A board and whose turn it is, None when the game is over.

    ply, passed, last: the past since the start, which makes no difference between states.
    """

    board: Board
    turn: Seat | None
    placing: bool
    ply: int = field(default=0, compare=False)
    passed: bool = field(default=False, compare=False)
    last: Move | None = field(default=None, compare=False)
