"""The engine of games of connection: it plays them to their ends at random, and counts who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ..engine import CARELESS, Level
from ..game import Seat
from ..general import General
from ..simulation import Playout
from .connecting import ConnectionGame
from .state import EMPTY, Move, State

_LEVELS = (
    Level(depth=1, simulations=15, wary=False, careless=CARELESS),
    Level(depth=1, simulations=60),
    Level(depth=1, simulations=250),
    Level(depth=1, simulations=1_000),
    Level(depth=1, simulations=4_000),
)


class Linking(General[State, Move]):
    """An engine for every rule set of such a game. Rings are seen, but not in simulated games."""

    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: ConnectionGame) -> None:
        super().__init__(game)
        self.rules = game

    def after(self, position: State, move: Move) -> State:
        return self.rules.after(position, move)

    def wins_at_once(self, position: State) -> bool:
        seat = position.turn
        if position.end or position.board.count(self.rules.sign(seat)) + 1 < self.rules.fewest:
            return False
        return any(True for _ in self._wins(position.board, seat))

    def _wins(self, board: str, seat: Seat) -> Iterator[int]:
        """Yield the empty cells on which a stone wins."""
        rules, sign, touched = self.rules, self.rules.sign(seat), self.rules.touched[seat.value]
        chains = self._touched(board, seat)
        for cell, there in enumerate(board):
            if there == EMPTY:
                found = touched[cell]
                for each in rules.adjacent[cell]:
                    found |= chains.get(each, 0)
                set_there = f"{board[:cell]}{sign}{board[cell + 1 :]}"
                if rules.reason(found) or rules.closes(set_there, cell):
                    yield cell

    def _touched(self, board: str, seat: Seat) -> dict[int, int]:
        """Return for each stone what its chain touches."""
        found: dict[int, int] = {}
        sign = self.rules.sign(seat)
        for cell, there in enumerate(board):
            if there == sign and cell not in found:
                chain = self.rules.grid.chain(board, cell)
                found |= dict.fromkeys(chain, self.rules.touches(chain, seat))
        return found

    def value(self, position: State) -> int:
        """Estimate a position by what the best chain of each side touches, and by its stones."""
        first, second = (self._best(position.board, seat) for seat in Seat)
        return first - second

    def _best(self, board: str, seat: Seat) -> int:
        chains = self._touched(board, seat)
        return max((10 * bits.bit_count() for bits in chains.values()), default=0)

    def playout(self, position: State, random: Random) -> Playout[Move]:
        """Set the stones of both sides at random until a chain wins."""
        free = [cell for cell, sign in enumerate(position.board) if sign == EMPTY]
        random.shuffle(free)
        turn = position.turn.value
        moves = [(cell,) for cell in free]
        own, other = moves[::2], moves[1::2]
        played = (own, other) if turn == 0 else (other, own)
        return Playout(self._filled(position.board, free, turn), played)

    def _filled(self, board: str, free: Sequence[int], turn: int) -> int:
        """Return who wins if the free cells are taken in turn."""
        rules = self.rules
        owner = [rules.signs.find(sign) for sign in board]
        parent = list(range(len(board)))
        bits = [rules.touched[side][cell] if side >= 0 else 0 for cell, side in enumerate(owner)]
        for cell, side in enumerate(owner):
            if side >= 0:
                _join(parent, bits, cell, [n for n in rules.adjacent[cell] if owner[n] == side])
        for cell in free:
            owner[cell], bits[cell] = turn, rules.touched[turn][cell]
            near = [each for each in rules.adjacent[cell] if owner[each] == turn]
            if rules.reason(_join(parent, bits, cell, near)):
                return -1 if turn else 1
            turn = 1 - turn
        return 0


def _join(parent: list[int], bits: list[int], cell: int, near: Sequence[int]) -> int:
    """Join a cell with the chains near it, and return what they touch together."""
    root = _root(parent, cell)
    for each in near:
        other = _root(parent, each)
        if other != root:
            parent[other] = root
            bits[root] |= bits[other]
    return bits[root]


def _root(parent: list[int], cell: int) -> int:
    while parent[cell] != cell:
        parent[cell] = cell = parent[parent[cell]]
    return cell
