"""A move as an example of the notation: one that wins, or else one that does not lose at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from ..errors import SearchTooLong
from ..kit.example import safest
from .classic import Classic
from .moves import arrangement_after, can_move, legal_moves
from .state import Action, State, Step

_BUDGET = 300
"""The trails or relays that are tried for one ring. Every mail to the side to move has an example,
so the search for one must be much cheaper than checking the hardest move.
"""

_MOST_COMPARED = 3
"""The number of moves from which one that does not lose is chosen."""


def example(rules: Classic, state: State) -> Action | None:
    """Return a legal move, None if there is none.

    A goal comes first; a move after which the opponent has a goal comes last.
    """
    if state.side is None or state.placing:
        return next(legal_moves(rules, state), None)
    goal = _goal(rules, state)
    if goal is not None:
        return goal
    return safest(
        legal_moves(rules, state),
        _MOST_COMPARED,
        lambda move: _goal(rules, _after(rules, state, move)) is not None,
    )


def _goal(rules: Classic, state: State) -> Step | None:
    """Return a move that reaches the goal, None if there is none or it is hard to find."""
    assert state.side is not None
    ranks = list(rules.ranks(state.rings, state.side))
    for rank in ranks:
        try:
            goals = (rules.goals_from(state, origin, _BUDGET) for origin in rank.origins)
            found = next(chain.from_iterable(goals), None)
            if found is not None or rank is ranks[-1] or can_move(rules, state, rank):
                return found
        except SearchTooLong:
            return None
    return None


def _after(rules: Classic, state: State, move: Action) -> State:
    """Return the arrangement after a move with the opponent to play, without a past."""
    assert state.side is not None
    rings = arrangement_after(rules, state, move)
    return replace(state, rings=rings, side=state.side.other)
