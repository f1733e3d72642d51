"""The legal moves of a turn, and turns themselves (G1, G8, G10), for every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, permutations

from .board import HOME
from .classic import Classic, Rank
from .rings import HOME_RINGS, row_of
from .state import Action, Placement, State, Step

PLACEMENTS = tuple(map(Placement, sorted(set(permutations(HOME_RINGS)))))


def legal_moves(rules: Classic, state: State) -> Iterator[Action]:
    """Every legal move once: by origin, and for each the shortest trails first."""
    if state.side is None:
        return iter(())
    if state.placing:
        return iter(PLACEMENTS)
    for rank in rules.ranks(state.rings, state.side):
        moves = moves_of(rules, state, rank)
        first = next(moves, None)
        if first is not None:
            return chain((first,), moves)
    return iter(())


def moves_of(rules: Classic, state: State, rank: Rank) -> Iterator[Step]:
    lots = chain.from_iterable(rules.moves_from(state, origin) for origin in rank.origins)
    return chain.from_iterable(lots)


def arrangement_after(rules: Classic, state: State, move: Action) -> int:
    """The rings after a legal move; a ring that reached the goal is off the board."""
    if isinstance(move, Placement):
        assert state.side is not None
        return state.rings + row_of(move.rings, HOME[state.side])
    return rules.arrangement_after(state, move)


def play(rules: Classic, state: State, move: Action) -> State:
    """The state after a legal move and after the forced pass that it may cause (G8, G10)."""
    assert state.side is not None
    rings, side = arrangement_after(rules, state, move), state.side
    after = replace(state, rings=rings, side=side.other, past=(*state.past, rings), last=move)
    if not isinstance(move, Placement):
        after = rules.settled(after, side, move)
    if after.side is None or not is_stuck(rules, after):
        return after
    passed = passed_over(rules, after)
    return passed if passed.side else replace(after, side=None)


def is_stuck(rules: Classic, state: State) -> bool:
    """Whether the side to play has no legal move."""
    return next(legal_moves(rules, state), None) is None


def passed_over(rules: Classic, state: State) -> State:
    """G10: the state after a forced pass; a draw if the other side cannot move either."""
    assert state.side is not None
    after = replace(state, side=state.side.other, past=(*state.past, state.rings))
    return replace(after, side=None) if is_stuck(rules, after) else after
