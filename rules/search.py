"""The search of all engines: alpha-beta with null windows, deepened ply by ply.

Values are seen from the side to move. A node is a position that the search visits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple

from .engine import PROVEN, WON, Engine, Level, P
from .game import M, S, Seat

DEEPEST = 100
"""The most plies that a search looks ahead."""

_MOST_KNOWN = 300_000
"""The most positions that are remembered, in some 150 MiB."""

_ASKED_EVERY = 32
"""The number of nodes after which a search asks again whether it must stop."""

_INFINITE = 2 * PROVEN
_UNBOUNDED = float("inf")
_SIGN = {Seat.FIRST: 1, Seat.SECOND: -1}
_EXACT, _AT_LEAST, _AT_MOST = range(3)


class Limits(NamedTuple):
    """The limits that a caller sets, besides those of the level.

    nodes: the most nodes to visit; but the first ply is always searched completely.
    stops: called now and then; returns whether the search must end.
    """

    nodes: float = _UNBOUNDED
    stops: Callable[[], bool] = lambda: False


UNLIMITED = Limits()


class Found(NamedTuple, Generic[M]):
    """The move that a search has chosen.

    value: the value without noise. depth: how many plies were searched.
    nodes: how many nodes were visited. exact: whether the winner, or a draw, is certain.
    line: the moves that the search expects, beginning with this one.
    """

    move: M
    value: int
    depth: int
    nodes: int
    exact: bool
    line: tuple[M, ...]

    @property
    def proven(self) -> bool:
        """Whether the value is certain: a win, or a loss whatever is played."""
        return abs(self.value) >= PROVEN


class _EnoughError(Exception):
    """The search has used up its nodes, or was stopped."""


_Known = tuple[int, int, int, M]
"""An entry for a known position: depth, kind of bound, its value or a bound of it, its best move.

Plain tuples here and for nodes, because a named tuple takes four times as long to create.
"""

_Node = tuple[P, Seat, int]
"""A position with the side to move, and its distance from the root in plies."""


class Search(Generic[S, M, P]):
    """The search for one move, with tables of its own.

    order: the moves of the root, the best so far first. values: their values, as far as known.
    noise: the error that is added to the value of each move, unless it is proven.
    """

    def __init__(
        self,
        engine: Engine[S, M, P],
        state: S,
        level: Level,
        limits: Limits,
        error: Callable[[], float],
    ) -> None:
        """error: returns a number from -1 to 1. It is called for each legal move in turn.

        The level's ``noise``, multiplied by this number, is added to the value of the move.
        """
        self.engine, self.level, self.limits = engine, level, limits
        self.nodes, self._most, self._stops = 0, _UNBOUNDED, UNLIMITED.stops
        self._width = level.width or _UNBOUNDED
        self._estimated = False
        self._known: dict[P, _Known[M]] = {}
        self._merits: dict[M, int] = {}
        position = engine.position(state)
        side = engine.side(position)
        assert side is not None
        self.root: _Node[P] = (position, side, 0)
        self.order = list(engine.moves(position, {}))
        self.noise = {move: round(level.noise * error()) for move in self.order}
        self.values: dict[M, int] = {}

    def best(self) -> Found[M]:
        """Return the best move that the level and the limits allow to find."""
        self._first_ply()
        depth, exact, deepest = 1, False, min(self.engine.deepest(self.root[0]), DEEPEST)
        while depth < deepest and self._is_open() and self._may_start(depth + 1):
            depth += 1
            try:
                self._deeper(depth)
            except _EnoughError:
                break
            if not self._estimated:
                exact = True
                break
        if self.values[self.order[0]] <= -PROVEN:
            self.order.sort(key=self.values.__getitem__, reverse=True)
        move = self.order[0]
        value = self.values[move]
        exact = exact or abs(value) >= PROVEN
        return Found(move, value, depth, self.nodes, exact, self._line(move))

    def _first_ply(self) -> None:
        """Search one ply, up to the first win."""
        for move in tuple(self.order):
            self.values[move] = self._child(self.root, move, 0, -_INFINITE, _INFINITE)
            if self.values[move] >= PROVEN:
                self.order = [move]
                return
        self.order.sort(key=self._with_noise, reverse=True)

    def _with_noise(self, move: M) -> int:
        value = self.values[move]
        return value if abs(value) >= PROVEN else value + self.noise[move]

    def _is_open(self) -> bool:
        """Return whether there is still a choice between moves that do not lose."""
        best = [self.values[move] for move in self.order[:2]]
        return len(best) == 2 and best[0] < PROVEN and best[1] > -PROVEN

    def _may_start(self, depth: int) -> bool:
        """Return whether to search to ``depth``, and set the number of nodes for it."""
        self._stops = self.limits.stops
        granted = _UNBOUNDED if depth <= self.level.depth else self.level.nodes
        self._most = min(self.limits.nodes, granted)
        self._estimated = False
        return self.nodes < self._most and not self._stops()

    def _deeper(self, depth: int) -> None:
        """Search the moves of the root, and keep the best so far first in ``order``.

        :raises _EnoughError: if the search must end before it is complete
        """
        best, sound = -_INFINITE, 0
        for move in [move for move in self.order if self.values[move] > -PROVEN]:
            if best >= PROVEN or sound >= self._width:
                self._estimated = True
                return
            low = best if best <= -PROVEN else best - self.noise[move]
            value = self._next(self.root, move, depth, (low, _INFINITE), best == -_INFINITE)
            if value > low:
                self.values[move] = value
                best = self._with_noise(move)
            if value <= -PROVEN:
                self._reorder(move, len(self.order))
            elif value > low:
                self._reorder(move, 0)
            sound += value > -PROVEN

    def _reorder(self, move: M, place: int) -> None:
        self.order.remove(move)
        self.order.insert(place, move)

    def _value(self, node: _Node[P], depth: int, low: int, high: int) -> int:
        """Return the value of a node if it is between ``low`` and ``high``, else a bound of it."""
        position, side, ply = node
        if self.level.wary and self.engine.wins_at_once(position):
            return _delayed(WON, ply + 1)
        if depth <= 0:
            self._estimated = True
            return _SIGN[side] * self.engine.value(position)
        known = self._known.get(position)
        if known and known[0] >= depth:
            searched, bound, value, _ = known
            value = _delayed(value, ply)
            if bound == _EXACT or (value >= high if bound == _AT_LEAST else value <= low):
                self._estimated = self._estimated or searched < DEEPEST
                return value
        return self._expanded(node, depth, low, high)

    def _expanded(self, node: _Node[P], depth: int, low: int, high: int) -> int:
        """Return the value of a node, from those of its children."""
        estimated, self._estimated = self._estimated, False
        best, top, sound = -_INFINITE, low, 0
        for move in self._moves(node[0]):
            value = self._next(node, move, depth, (top, high), best == -_INFINITE)
            if value > best:
                best, chosen = value, move
            top = max(top, best)
            if top >= high:
                self._merits[move] = self._merits.get(move, 0) + depth * depth
                break
            sound += value > -PROVEN
            if sound >= self._width:
                self._estimated = True
                break
        bound = _AT_LEAST if best >= high else _EXACT if best > low else _AT_MOST
        self._remember(node, depth, bound, best, chosen)
        self._estimated = self._estimated or estimated
        return best

    def _remember(self, node: _Node[P], depth: int, bound: int, best: int, move: M) -> None:
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        # A value that does not depend on estimates holds at any depth.
        whole = depth if self._estimated else DEEPEST
        position, _, ply = node
        self._known[position] = whole, bound, _delayed(best, -ply), move

    def _moves(self, position: P) -> Iterator[M]:
        """Yield the legal moves, first the move that is known to be good."""
        known = self._known.get(position)
        best = known[3] if known else None
        if best is not None:
            yield best
        for move in self.engine.moves(position, self._merits):
            if move != best:
                yield move

    def _next(
        self, node: _Node[P], move: M, depth: int, window: tuple[int, int], first: bool
    ) -> int:
        """Return the value of a move; a null window first checks if a later move is better."""
        low, high = window
        if not first:
            value = self._child(node, move, depth - 1, low, low + 1)
            if not low < value < high:
                return value
        return self._child(node, move, depth - 1, low, high)

    def _child(self, node: _Node[P], move: M, depth: int, low: int, high: int) -> int:
        """Return the value of the position after a move, seen from the side that makes it."""
        self._count()
        position, side, ply = node
        after = self.engine.after(position, move)
        to_play = self.engine.side(after)
        if to_play is None:
            return _delayed(_SIGN[side] * self.engine.ended(after), ply + 1)
        if to_play is side:
            return self._value((after, side, ply + 1), depth, low, high)
        return -self._value((after, to_play, ply + 1), depth, -high, -low)

    def _count(self) -> None:
        """:raises _EnoughError: if the search must end"""
        if self.nodes >= self._most:
            raise _EnoughError
        self.nodes += 1
        if not self.nodes % _ASKED_EVERY and self._stops():
            raise _EnoughError

    def _line(self, move: M) -> tuple[M, ...]:
        """Return the moves that the search expects, as far as it remembers them."""
        line, position = [move], self.engine.after(self.root[0], move)
        while len(line) < DEEPEST and (known := self._known.get(position)):
            line.append(known[3])
            position = self.engine.after(position, known[3])
        return tuple(line)


def _delayed(value: int, plies: int) -> int:
    """Return a value as seen ``plies`` plies earlier: a win is worth less, a loss more."""
    if value >= PROVEN:
        return value - plies
    return value + plies if value <= -PROVEN else value
