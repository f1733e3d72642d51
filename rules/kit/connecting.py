"""Games that a chain of stones wins, by what it touches: Hex, Y, Havannah."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence

from ..game import Outcome, Seat
from ..phrase import Phrase, Word
from .grid import Grid
from .placing import PlacingGame
from .state import EMPTY, SWAP, Move, State


class ConnectionGame(PlacingGame):
    """One rule set of such a game.

    touched: for each side, the bits of the edges and corners that a stone on a cell touches.
    fewest: no chain of fewer stones wins.
    """

    fewest: int

    touched: tuple[Sequence[int], Sequence[int]]

    def __init__(self, ruleset: str, title: str, grid: Grid, *, swaps: bool) -> None:
        super().__init__(ruleset, title, grid, swaps=swaps)
        self.touched = (self.touching(Seat.FIRST), self.touching(Seat.SECOND))
        self.adjacent = [grid.adjacent[cell] for cell in grid.cells]

    @abstractmethod
    def touching(self, seat: Seat) -> Sequence[int]:
        """Return the bits for each cell, in the order of the grid."""

    @abstractmethod
    def reason(self, touched: int) -> str:
        """Return why a chain wins that touches so much, "" if it does not."""

    @abstractmethod
    def winning_rule(self, reason: str) -> str:
        """Return the rule by which a chain wins for this reason."""

    def closes(self, board: str, cell: int) -> str:  # noqa: ARG002 (only Havannah has rings)
        """Return why a stone on a cell wins whatever its chain touches, "" if it does not."""
        return ""

    def full(self) -> Outcome | None:
        """Return the end of a game whose board is full and has no winner; None if there is none."""
        return None

    def touches(self, chain: Iterable[int], seat: Seat) -> int:
        """Return the bits of all edges and corners that a chain touches."""
        bits, found = self.touched[seat.value], 0
        for cell in chain:
            found |= bits[cell]
        return found

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:
        if move is not None and move != SWAP:
            reason = self._reason(board, move[0], turn.other)
            won = Outcome(turn.other, reason) if reason else None
        else:
            won = self._anywhere(board)
        return won or (None if EMPTY in board else self.full())

    def _anywhere(self, board: str) -> Outcome | None:
        """Return the win of any chain of a board whose last move is not known."""
        for seat in Seat:
            for cell, sign in enumerate(board):
                if sign == self.signs[seat.value] and (reason := self._reason(board, cell, seat)):
                    return Outcome(seat, reason)
        return None

    def _reason(self, board: str, cell: int, seat: Seat) -> str:
        chain = self.grid.chain(board, cell)
        return self.reason(self.touches(chain, seat)) or self.closes(board, cell)

    def shown_chain(self, state: State) -> Container[int]:
        """Return the chain that has won."""
        if state.end is None or state.end.winner is None:
            return ()
        for cell, sign in enumerate(state.board):
            if self.owners.get(sign) is state.end.winner:
                chain = self.grid.chain(state.board, cell)
                if self.reason(self.touches(chain, state.end.winner)):
                    return chain
                if self.closes(state.board, cell):
                    return chain
        return ()

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        yield from super().explained(state, move, after)
        if after.end and after.end.winner:
            rule, how = self.winning_rule(after.end.reason), f"because_{after.end.reason}"
            facts = {"rule": rule, "seat": self.seat(after.end.winner), "how": Word(how)}
            yield Phrase("explains_win", facts)
