"""A plain search by the rules alone: it tries every move, and shares no code with the engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from pbm.rules import AnyGame
from pbm.rules.engines import engine_of
from pbm.rules.game import Outcome, Seat
from pbm.rules.puzzles import Puzzle, moves_to_find, state_at
from tests.rules.playouts import goals_of_gyges

UNBOUNDED = 1_000


def by_effect(game: AnyGame, state: Any) -> dict[Hashable, Any]:
    """Return the arrangements to which legal moves lead, each with one such move."""
    found: dict[Hashable, Any] = {}
    for move in game.legal_moves(state):
        found.setdefault(game.arrangement_after(state, move), move)
    return found


class Plain:
    """A search for whether a side can force a win in a number of its moves, by default any number.

    It remembers positions, and first tries moves that have decided other positions.
    """

    def __init__(
        self, game: AnyGame, seat: Seat, enough: Callable[[Outcome], bool] | None = None
    ) -> None:
        """enough: returns whether an outcome is good enough for the side; by default, a win is."""
        self.game, self.seat = game, seat
        self._enough = enough or (lambda outcome: outcome.winner is seat)
        self._known: dict[tuple[Any, int], bool] = {}
        self._useful: Counter[Any] = Counter()

    def wins(self, state: Any, moves: int = UNBOUNDED) -> bool:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return self._enough(outcome)
        if self.game.to_move(state) is self.seat and moves == 0:
            return False
        key = state, moves
        if key not in self._known:
            self._known[key] = self._decided(state, moves)
        return self._known[key]

    def _decided(self, state: Any, moves: int) -> bool:
        mine = self.game.to_move(state) is self.seat
        if mine and moves == 1 and self.game.name == "gyges":
            # No other move can win at once.
            goals = goals_of_gyges(list(self.game.legal_moves(state)))
            return any(self.wins(self.game.apply(state, move), 0) for move in goals)
        for move in self._useful_first(by_effect(self.game, state).values()):
            if self.wins(self.game.apply(state, move), moves - mine) == mine:
                self._useful[move] += 1
                return mine
        return not mine

    def _useful_first(self, moves: Iterable[Any]) -> list[Any]:
        return sorted(moves, key=lambda move: -self._useful[move])

    def winning(self, state: Any, moves: int = UNBOUNDED) -> list[Hashable]:
        """Return the effects of the moves after which the side to move still wins."""
        return [
            effect
            for effect, move in by_effect(self.game, state).items()
            if self.wins(self.game.apply(state, move), moves - 1)
        ]


def written(game: AnyGame, puzzle: Puzzle) -> list[tuple[str, bool]]:
    """Return the moves of the line, and whether the side that is to win makes them."""
    state, told = game.decode(puzzle.position), []
    solver = game.to_move(state)
    for text in puzzle.line:
        told.append((text, game.to_move(state) is solver))
        state = game.make(state, text).after
    return told


def is_only_way(game: AnyGame, puzzle: Puzzle) -> bool:
    """Return whether, by a plain search, exactly one move wins at each move to be found.

    In a game that a single move can win, the last move must win, and the first move must be the
    only one that wins in so many moves.
    """
    start = game.decode(puzzle.position)
    solver, sudden = game.to_move(start), engine_of(game).is_sudden
    assert solver is not None
    plain, wanted = Plain(game, solver), moves_to_find(game, puzzle)
    for found in range(wanted):
        state = state_at(game, puzzle, found)
        right = game.parse(state, to_find(game, puzzle, found))
        winning = plain.winning(state, *([wanted - found] if sudden else []))
        only = [game.arrangement_after(state, right)]
        if winning != only and not (sudden and found > 0 and only[0] in winning):
            return False
    return not sudden or wanted == 1 or not plain.wins(start, 1)


def to_find(game: AnyGame, puzzle: Puzzle, found: int) -> str:
    return [text for text, mover in written(game, puzzle) if mover][found]
