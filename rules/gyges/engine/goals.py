"""Whether a player can win with the next move: exact, by the search of the rules."""

from __future__ import annotations

from functools import cache

from ...game import Seat
from ..board import BIT, TARGET
from ..classic import Classic
from ..moves import can_move
from ..reserves import of_seat
from ..state import State
from . import reach
from .sets import lower_half, upper_half


@cache
def goal_of(rules: Classic, seat: Seat) -> int:
    """Return the goal that a player has to reach, as a set of its cells."""
    return sum(BIT[cell] for cell in rules.coordinates.goals[TARGET[seat] // 10])


def can_win(rules: Classic, state: State, south: int) -> bool:
    """Return whether the side to play can reach the goal that wins.

    south: the number of South's side in ``ways``.
    """
    if state.side is None or state.placing or not rules.open_goal(state):
        return False
    if rules.goals_needed(state.rings, state.side) > 1:
        return False
    goal = goal_of(rules, state.side)
    for place, rank in enumerate(rules.ranks(state.rings, state.side)):
        if place or _may_score(south + state.side.value, state.rings, state.side):
            flights = (rules.flight(state, origin) for origin in rank.origins)
            if any(next(flight.trails(goal), None) for flight in flights):
                return True
        if can_move(rules, state, rank):
            return False
    return False


def _may_score(side: int, rings: int, seat: Seat) -> bool:
    off = of_seat(rings, seat)
    return reach.may_reach_goal(side, lower_half(rings), upper_half(rings), off)
