"""Oware as a search sees it: seeds that are taken count, and those that can be kept a little.

Positions are bytes, and sowing is told once more for them: a node takes 9 µs, and 64 by the rules.
A test compares moves, positions and ends of every engine with the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine import CARELESS, WON, Level
from ..game import Seat
from ..kit.pits import HOUSES, SEEDS, counted
from ..kit.state import Move, State
from .game import Oware

_LEVELS = (
    Level(depth=1, noise=40, wary=False, careless=CARELESS),
    Level(depth=2, noise=20),
    Level(depth=4),
    Level(depth=5, nodes=3_000),
    Level(depth=6, nodes=15_000),
)
_TAKEN, _KEPT, _OPEN = 10, 1, 3
"""The worth of a seed that was taken, of one in a side's houses, and of a house with one or two
seeds, which the other side may take.
"""
_MOST_AT_ONCE = 15
"""The seeds in five houses that a move can take."""

_ALL, _SEATS = 2 * HOUSES, (*Seat,)
_ROWS = slice(HOUSES), slice(HOUSES, _ALL)
_NEAREST = range(HOUSES)[::-1], range(HOUSES, _ALL)[::-1]
"""The houses of each side, those nearest to the opponent first: they take most often."""

_FEEDS = [HOUSES - house % HOUSES for house in range(_ALL)]
"""How many seeds in each house reach the opponent."""

_ROUTES = [
    [at % _ALL for at in range(start + 1, start + 2 * SEEDS) if at % _ALL != start]
    for start in range(_ALL)
]
"""OW3: the houses in which the seeds of each house fall."""


_SHORTEST = 12
"""OW8: the fewest moves between two equal positions, as each house gives seeds to the next one,
and all must have as many as before.
"""


class Position(bytes):
    """The seeds in the houses, those that each side has taken, and the side to move.

    side: the side to move, None when the game is over.
    earlier: the positions that end the game if they come again; they are not compared.
    """

    side: Seat | None
    earlier: tuple[bytes, ...]


class Sowing:
    levels: Sequence[Level] = _LEVELS
    is_sudden = True

    def __init__(self, game: Oware) -> None:
        self.rules = game

    def position(self, state: State) -> Position:
        seeds, turns = counted(state.board), {self.rules.sign(seat): seat.value for seat in Seat}
        # Nothing was taken since: otherwise they could not come again.
        earlier = (bytes((*counted(e[:-1]), *seeds[_ALL:], turns[e[-1]])) for e in state.earlier)
        return _position(seeds, state.turn.value, bool(state.end), (*earlier,))

    def side(self, position: Position) -> Seat | None:
        return position.side

    def moves(self, position: Position, merits: Mapping[Move, int]) -> Sequence[Move]:
        found = _legal(position, position[-1])
        return sorted(found, key=lambda move: -merits.get(move, 0))

    def after(self, position: Position, move: Move) -> Position:
        seeds, start, mover = [*position[:-1]], move[0], position[-1]
        route, count, seeds[start] = _ROUTES[start], seeds[start], 0
        for at in route[:count]:
            seeds[at] += 1
        before = (*position.earlier, position)
        if _take(seeds, route[count - 1], mover):
            before = ()
        if seeds[_ALL + mover] > SEEDS // 2:
            return _position(seeds, 1 - mover, True, before)
        comes_again = len(before) >= _SHORTEST and bytes((*seeds, 1 - mover)) in before
        if comes_again or not _can_move(seeds, 1 - mover):
            _share_out(seeds)
        return _position(seeds, 1 - mover, seeds[-2] + seeds[-1] == SEEDS, before)

    def ended(self, position: Position) -> int:
        first, second = position[-3:-1]
        return WON if first > second else -WON if second > first else 0

    def wins_at_once(self, position: Position) -> bool:
        if position.side is None:
            return False
        mover = position[-1]
        wanted = SEEDS // 2 - position[_ALL + mover]
        moves: Sequence[Move] = ()
        # Houses count only in a position that comes again: who leaves no move has none full.
        if len(position.earlier) + 1 >= _SHORTEST and sum(position[_ROWS[mover]]) > wanted:
            moves = _legal(position, mover)
        elif wanted < _MOST_AT_ONCE:
            moves = [move for move in _legal(position, mover) if _may_take(position, move[0])]
        ends = (self.after(position, move) for move in moves)
        won = (WON, -WON)[mover]
        return any(end.side is None and self.ended(end) == won for end in ends)

    def value(self, position: Position) -> int:
        rows = [position[row] for row in _ROWS]
        first, second = (_KEPT * sum(row) - _OPEN * (row.count(1) + row.count(2)) for row in rows)
        return _TAKEN * (position[-3] - position[-2]) + first - second

    def deepest(self, position: Position) -> int:  # noqa: ARG002
        return 100


def _position(
    seeds: Sequence[int], mover: int, is_over: bool, earlier: tuple[bytes, ...]
) -> Position:
    found = Position((*seeds, mover))
    found.side, found.earlier = None if is_over else _SEATS[mover], earlier
    return found


def _legal(seeds: Sequence[int], mover: int) -> list[Move]:
    """OW6: return the houses that a side may sow."""
    feeding = not any(seeds[_ROWS[1 - mover]])
    return [
        (house,)
        for house in _NEAREST[mover]
        if seeds[house] and (not feeding or seeds[house] >= _FEEDS[house])
    ]


def _can_move(seeds: Sequence[int], mover: int) -> bool:
    return all(any(seeds[row]) for row in _ROWS) or bool(_legal(seeds, mover))


def _may_take(seeds: Sequence[int], start: int) -> bool:
    """Return False only if no seed is taken when a house is sown."""
    count = seeds[start]
    return count >= _ALL or 1 <= seeds[_ROUTES[start][count - 1]] <= 2


def _take(seeds: list[int], end: int, mover: int) -> int:
    """OW4, OW5: take seeds after the last one fell into a house, and return their number."""
    row = _ROWS[1 - mover]
    first = row.start or 0
    if not first <= end < row.stop:
        return 0
    before = end
    while before >= first and 2 <= seeds[before] <= 3:
        before -= 1
    taken = sum(seeds[before + 1 : end + 1])
    if not taken or taken == sum(seeds[row]):
        return 0
    seeds[before + 1 : end + 1] = [0] * (end - before)
    seeds[_ALL + mover] += taken
    return taken


def _share_out(seeds: list[int]) -> None:
    """OW7, OW8: give each side the seeds in its own houses."""
    for mover, row in enumerate(_ROWS):
        seeds[_ALL + mover] += sum(seeds[row])
    seeds[:_ALL] = [0] * _ALL


def engine(game: Oware) -> Sowing:
    return Sowing(game)
