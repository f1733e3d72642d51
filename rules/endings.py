"""The exact value of positions near the end of a game, by a search without estimates."""

from __future__ import annotations

from typing import Generic

from .engine import PROVEN, Engine, P
from .game import M, S, Seat
from .search import DEEPEST

_HIGHEST = 2 * PROVEN
_SIGN = {Seat.FIRST: 1, Seat.SECOND: -1}


class TooFarError(Exception):
    """The end of the game is too far away to be searched with the nodes allowed."""


class Endings(Generic[S, M, P]):
    """A search to the end, which remembers the values of positions.

    Values are those of ``Engine.ended``, seen from the side to move. ``nodes``: how many positions
    one question may visit.
    """

    def __init__(self, engine: Engine[S, M, P], nodes: int) -> None:
        self.engine, self._most, self._left = engine, nodes, nodes
        self._known: dict[P, tuple[int, int, M]] = {}

    def value(self, position: P, low: int = -_HIGHEST, high: int = _HIGHEST) -> int:
        """Return the value of a position where somebody is to move, exact between the bounds.

        :raises TooFarError: if the end is too far away
        """
        self._left = self._most
        return self._value(position, low, high, DEEPEST)

    def value_of(self, position: P, move: M, low: int = -_HIGHEST, high: int = _HIGHEST) -> int:
        """Return the value of a move, seen from the side that makes it; bounds as in ``value``.

        :raises TooFarError: if the end is too far away
        """
        self._left = self._most
        return self._of_move(position, move, low, high, DEEPEST)

    def best(self, position: P) -> M:
        """Return a move of the highest value.

        :raises TooFarError: if the end is too far away
        """
        self.value(position)
        return self._known[position][2]

    def _value(self, position: P, low: int, high: int, depth: int) -> int:
        known = self._known.get(position)
        least, most = known[:2] if known else (-_HIGHEST, _HIGHEST)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        if not self._left or not depth:
            raise TooFarError
        self._left -= 1
        best, lowest = -2 * _HIGHEST, max(low, least)
        top = lowest
        for move in self._moves(position):
            value = self._of_move(position, move, top, high, depth)
            if value > best:
                best, chosen = value, move
            top = max(top, best)
            if top >= high:
                break
        if best >= high:
            least = best
        elif best > lowest:
            least = most = best
        else:
            most = best
        self._known[position] = least, most, chosen
        return best

    def _of_move(self, position: P, move: M, low: int, high: int, depth: int) -> int:
        engine, side = self.engine, self.engine.side(position)
        assert side is not None, "somebody is to move"
        after = engine.after(position, move)
        to_play = engine.side(after)
        if to_play is None:
            return _SIGN[side] * engine.ended(after)
        if to_play is side:
            return self._value(after, low, high, depth - 1)
        return -self._value(after, -high, -low, depth - 1)

    def _moves(self, position: P) -> list[M]:
        moves = list(self.engine.moves(position, {}))
        known = self._known.get(position)
        if known:
            moves.sort(key=lambda move: move != known[2])
        return moves
