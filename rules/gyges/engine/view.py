"""Gyges as a search sees it: states of the rules, and the moves that they list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine import WON, Level
from ...game import Seat
from ..classic import Classic
from ..moves import Legal, arrangement_after, legal_moves, play
from ..state import Action, State
from .goals import can_win
from .values import lead

_LEVELS = (
    Level(depth=1, noise=150, wary=False),
    Level(depth=1, noise=100),
    Level(depth=1, noise=10),
    Level(depth=2, width=8),
    Level(depth=3, width=8),
)

_SIGN = {Seat.FIRST: 1, Seat.SECOND: -1}


class GygesEngine:
    """The search for moves is that of the rules, so every rule set has an engine."""

    levels: Sequence[Level] = _LEVELS

    def __init__(self, rules: Classic) -> None:
        self.rules = rules

    def position(self, state: State) -> State:
        return state

    def side(self, position: State) -> Seat | None:
        return position.side

    def moves(self, position: State, merits: Mapping[Action, int]) -> Sequence[Action]:  # noqa: ARG002
        """Return the legal moves, first those that lead to the best arrangements."""
        assert position.side is not None
        rules, sign = self.rules, -_SIGN[position.side]

        def worth(move: Action) -> int:
            return sign * lead(rules, arrangement_after(rules, position, move))

        return sorted(legal_moves(rules, position), key=worth)

    def after(self, position: State, move: Action) -> State:
        rings = arrangement_after(self.rules, position, move)
        return play(self.rules, position, Legal(move, (), rings))

    def ended(self, position: State) -> int:
        return WON * _SIGN[position.winner] if position.winner else 0

    def wins_at_once(self, position: State) -> bool:
        return can_win(self.rules, position)

    def value(self, position: State) -> int:
        return lead(self.rules, position.rings)

    def deepest(self, position: State) -> int:  # noqa: ARG002 (the search decides)
        return 100
