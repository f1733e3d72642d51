"""Gyges as a search sees it: states of the rules, and the moves that they list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ...engine import CARELESS, WON, Level
from ...game import Seat
from ..classic import Classic
from ..kang import Kang
from ..moves import Legal, arrangement_after, legal_moves, play
from ..state import Action, State
from .goals import can_win
from .values import lead
from .ways import sides_of

_LEVELS = (
    Level(depth=1, noise=150, wary=False, careless=CARELESS),
    Level(depth=2, noise=200, width=8),
    Level(depth=3, noise=300, width=8),
    Level(depth=3, noise=60, width=8),
    Level(depth=4, noise=4, width=8, nodes=6_000),
)

_LEVELS_OF_KANG = (
    Level(depth=1, noise=900, wary=False, careless=CARELESS),
    Level(depth=2, noise=300, width=8),
    Level(depth=2, noise=40, width=8),
    Level(depth=3, noise=40, width=8),
    Level(depth=4, noise=4, width=8, nodes=6_000),
)
"""A goal decides less in ``kang``, so other noise and depth give the same strength."""

_REFUTATIONS = 3
"""The most moves that are tried first because they have refuted others."""

_SIGN = {Seat.FIRST: 1, Seat.SECOND: -1}


class GygesEngine:
    """The engine of a rule set; it finds moves with the search of the rules."""

    is_sudden = True

    def __init__(self, rules: Classic) -> None:
        self.rules = rules
        self.levels: Sequence[Level] = _LEVELS_OF_KANG if isinstance(rules, Kang) else _LEVELS

    @cached_property
    def south(self) -> int:
        """The number of South's side; found late, because it takes a tenth of a second once."""
        return sides_of(self.rules)

    def position(self, state: State) -> State:
        return state

    def side(self, position: State) -> Seat | None:
        return position.side

    def moves(self, position: State, merits: Mapping[Action, int]) -> Iterator[Action]:
        """Yield the legal moves: refutations of other moves, then by the arrangements they lead to.

        Estimating all arrangements takes most of the time of a search. A refutation may spare it.
        """
        assert position.side is not None
        rules, south, sign = self.rules, self.south, -_SIGN[position.side]

        def worth(move: Action) -> int:
            return sign * lead(south, arrangement_after(rules, position, move))

        legal = list(legal_moves(rules, position))
        useful = sorted((move for move in legal if move in merits), key=merits.__getitem__)
        first = useful[: -_REFUTATIONS - 1 : -1]
        yield from first
        yield from sorted((move for move in legal if move not in first), key=worth)

    def after(self, position: State, move: Action) -> State:
        rings = arrangement_after(self.rules, position, move)
        return play(self.rules, position, Legal(move, (), rings))

    def ended(self, position: State) -> int:
        return WON * _SIGN[position.winner] if position.winner else 0

    def wins_at_once(self, position: State) -> bool:
        return can_win(self.rules, position, self.south)

    def value(self, position: State) -> int:
        return lead(self.south, position.rings)

    def deepest(self, position: State) -> int:  # noqa: ARG002 (the search decides)
        return 100
