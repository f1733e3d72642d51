"""A search by simulated games, for games whose positions are hard to estimate.

It grows a tree (UCT), plays each new position to its end at random, and counts wins. A move that
was good at any later time of the simulated games is tried sooner (RAVE). Simulations are counted,
not seconds, so that a search can be computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from .engine import PROVEN, WON, Engine, Level, P
from .game import M, S, Seat
from .search import DEEPEST, Found, Limits

_ASKED_EVERY = 8
"""The number of simulations after which a search asks again whether it must stop."""

_CURIOSITY = 0.25
"""How much a move that was tried less often than others is preferred."""

_RELIED_ON = 300
"""The number of simulations until which a move's part in other simulations counts much."""

_WHOLE = 1000
"""The value of a position that wins every simulated game; half as many lose as win at 0."""

P_contra = TypeVar("P_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Playout(NamedTuple, Generic[M_co]):
    """The end of a simulated game.

    value: 1 if the first seat won it, -1 if the second did, 0 for a draw.
    moves: what each seat played, first seat first; nothing where moves mean something else later.
    """

    value: int
    moves: tuple[Sequence[M_co], Sequence[M_co]] = ((), ())


@runtime_checkable
class Simulating(Protocol[P_contra, M_co]):
    """An engine that can play a position to its end."""

    def playout(self, position: P_contra, random: Random) -> Playout[M_co]: ...


class _Node(Generic[P, M]):
    """A position of the tree. Its numbers are those of each move: visits, wins, and for moves of
    its side in any simulation through it, the same two.
    """

    __slots__ = ("after", "moves", "numbers", "position", "side", "visits")

    def __init__(self, position: P, side: Seat | None, moves: Sequence[M]) -> None:
        self.position, self.side, self.moves = position, side, moves
        self.numbers: dict[M, list[float]] = {move: [0, 0.0, 0, 0.0] for move in moves}
        self.after: dict[M, _Node[P, M]] = {}
        self.visits = 0

    def tried(self, move: M) -> float:
        """Return how often a move was tried."""
        return self.numbers[move][0]

    def chosen(self) -> M:
        """Return the move that promises most."""
        wonder = _CURIOSITY * sqrt(log(self.visits + 1))
        best, most = self.moves[0], -1.0
        for move, (visits, wins, others, good) in self.numbers.items():
            weight = sqrt(_RELIED_ON / (3 * visits + _RELIED_ON)) if others else 0.0
            known = wins / visits if visits else 0.6
            worth = (1 - weight) * known + (weight * good / others if others else 0.0)
            worth += wonder / sqrt(visits + 1)
            if worth > most:
                best, most = move, worth
        return best


class Simulation(Generic[S, M, P]):
    """The search for one move. random: decides simulated games, and nothing else."""

    def __init__(
        self, engine: Engine[S, M, P], state: S, level: Level, limits: Limits, random: Random
    ) -> None:
        assert isinstance(engine, Simulating), "levels with simulations need playouts"
        self.engine, self.level, self.limits, self.random = engine, level, limits, random
        self._playout: Callable[[P, Random], Playout[M]] = engine.playout
        self.nodes = 0
        position = engine.position(state)
        self.root = self._node(position)
        self.values: dict[M, int] = {}

    def best(self) -> Found[M]:
        """Return the best move that the level and the limits allow to find."""
        for move in self.root.moves:
            self.values[move] = self._first_look(move)
            if self.values[move] >= PROVEN:
                return self._found(move, (move,))
        sound = [move for move in self.root.moves if self.values[move] > -PROVEN]
        if len(sound) > 1:
            self._simulate(sound)
        move = max(sound, key=self.root.tried, default=self.root.moves[0])
        return self._found(move, self._line(move))

    def _found(self, move: M, line: tuple[M, ...]) -> Found[M]:
        visits, wins, *_ = self.root.numbers[move]
        value = self.values[move] or (round(_WHOLE * (2 * wins / visits - 1)) if visits else 0)
        return Found(move, value, len(line), self.nodes, abs(value) >= PROVEN, line)

    def _first_look(self, move: M) -> int:
        """Return the value of a move that wins at once, or lets the other side do so; else 0."""
        self.nodes += 1
        after = self.engine.after(self.root.position, move)
        side = self.engine.side(after)
        if side is None:
            ended = self.engine.ended(after)
            won = ended if self.root.side is Seat.FIRST else -ended
            return won - (won > 0) + (won < 0)
        other = side is not self.root.side
        if self.level.wary and other and self.engine.wins_at_once(after):
            return 2 - WON
        return 0

    def _simulate(self, sound: Sequence[M]) -> None:
        root = self.root
        root.numbers = {move: root.numbers[move] for move in sound}
        root.moves = sound
        first = self.nodes
        most = min(first + self.level.simulations, self.limits.nodes)
        while self.nodes < most:
            if not (self.nodes - first) % _ASKED_EVERY and self.limits.stops():
                return
            self.nodes += 1
            self._one()

    def _one(self) -> None:
        """Simulate one game, and count it for every move on its way through the tree."""
        way: list[tuple[_Node[P, M], M]] = []
        node, is_new = self.root, False
        while node.side is not None and not is_new:
            move = node.chosen()
            way.append((node, move))
            is_new = move not in node.after
            if is_new:
                node.after[move] = self._node(self.engine.after(node.position, move))
            node = node.after[move]
        played: tuple[list[M], list[M]] = ([], [])
        if node.side is None:
            value = self.engine.ended(node.position)
        else:
            ended = self._playout(node.position, self.random)
            value = ended.value
            played[0].extend(ended.moves[0])
            played[1].extend(ended.moves[1])
        self._count(way, value, played)

    def _count(
        self,
        way: Sequence[tuple[_Node[P, M], M]],
        value: int,
        played: tuple[list[M], list[M]],
    ) -> None:
        share = 1.0 if value > 0 else 0.0 if value < 0 else 0.5
        for node, move in reversed(way):
            assert node.side is not None
            own = share if node.side is Seat.FIRST else 1 - share
            node.visits += 1
            numbers = node.numbers[move]
            numbers[0] += 1
            numbers[1] += own
            later = played[node.side.value]
            later.append(move)
            for each in later:
                if (others := node.numbers.get(each)) is not None:
                    others[2] += 1
                    others[3] += own

    def _node(self, position: P) -> _Node[P, M]:
        side = self.engine.side(position)
        return _Node(position, side, list(self.engine.moves(position, {})) if side else ())

    def _line(self, move: M) -> tuple[M, ...]:
        """Return the moves that were tried most."""
        line, node = [move], self.root.after.get(move)
        while node and node.after and len(line) < DEEPEST:
            tried = max(node.after, key=node.tried)
            line.append(tried)
            node = node.after[tried]
        return tuple(line)
