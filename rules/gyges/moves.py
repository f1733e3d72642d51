"""Legal moves, and turns with their forced passes (G1, G8, G10), for every rule set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, permutations
from typing import NamedTuple

from .board import HOME
from .classic import Classic, Rank
from .rings import HOME_RINGS, row_of
from .state import Action, Placement, State, Step

PLACEMENTS = tuple(map(Placement, sorted(set(permutations(HOME_RINGS)))))


def legal_moves(rules: Classic, state: State, first: int | None = None) -> Iterator[Action]:
    """Return every legal move once, by origin, with the shortest trails of each first.

    first: the origin to begin with, if its ring may be lifted.
    """
    if state.side is None:
        return iter(())
    if state.placing:
        return iter(PLACEMENTS)
    for rank in rules.ranks(state.rings, state.side):
        moves = moves_of(rules, state, sorted(rank.origins, key=lambda origin: origin != first))
        found = next(moves, None)
        if found is not None:
            return chain((found,), moves)
    return iter(())


def moves_of(rules: Classic, state: State, origins: Iterable[int]) -> Iterator[Step]:
    lots = chain.from_iterable(rules.moves_from(state, origin) for origin in origins)
    return chain.from_iterable(lots)


def arrangement_after(rules: Classic, state: State, move: Action) -> int:
    """Return the arrangement after a legal move; a ring that reached the goal is off the board."""
    if isinstance(move, Placement):
        assert state.side is not None
        return state.rings + row_of(move.rings, HOME[state.side])
    return rules.arrangement_after(state, move)


class Legal(NamedTuple):
    """A move that was checked, with results of the check.

    landings: the landings of the written route or, without one, of a shortest route, from the
        origin on; empty for a placement.
    rings: the arrangement after the move.
    """

    move: Action
    landings: tuple[int, ...]
    rings: int


def play(rules: Classic, state: State, legal: Legal) -> State:
    """Return the state after a legal move and the forced pass that it may cause (G8, G10)."""
    assert state.side is not None
    move, landings, rings = legal
    if isinstance(move, Placement):
        past = (*state.past, rings)
        after = replace(state, rings=rings, side=state.side.other, past=past, last=move)
    else:
        after = rules.settled(state, state.side, rings, move, landings[1:-1])
    if after.side is None or not is_stuck(rules, after):
        return after
    passed = passed_over(rules, after)
    return passed if passed.side else replace(after, side=None)


def is_stuck(rules: Classic, state: State) -> bool:
    """Return whether the side to play has no legal move."""
    if state.side is None:
        return True
    if state.placing:
        return False
    return not any(can_move(rules, state, rank) for rank in rules.ranks(state.rings, state.side))


def can_move(rules: Classic, state: State, rank: Rank) -> bool:
    """Return whether any ring of the rank has a legal move; stop at the first one."""
    return any(rules.can_move(state, origin) for origin in rank.origins)


def passed_over(rules: Classic, state: State) -> State:
    """G10: return the state after a forced pass; a draw if the other side cannot move either."""
    assert state.side is not None
    after = replace(state, side=state.side.other, past=(*state.past, state.rings))
    return replace(after, side=None) if is_stuck(rules, after) else after
