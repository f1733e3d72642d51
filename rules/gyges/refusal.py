"""The check of moves: an illegal one is refused by the first rule that it breaks, in this order.

G1 while rings are placed; G2; G8 for a goal on the way; G4, G5 or G3 for the way itself; G7; G8 for
a goal at the end; G9.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

from ..errors import GameOver, IllegalMove
from ..game import Seat
from .board import SLOTS, is_goal
from .classic import Classic
from .hindrance import check_way
from .moves import Legal, arrangement_after, can_move
from .rings import HOME_RINGS
from .route import Route
from .state import Action, Placement, State


def check(rules: Classic, state: State, wanted: Route | Placement) -> Legal:
    """Check a parsed move.

    :raises IllegalMove: for the first rule that it breaks
    :raises AmbiguousMove: if the written move fits several moves
    :raises GameOver: if the game has ended
    """
    if state.side is None:
        raise GameOver("game_over")
    if isinstance(wanted, Placement):
        _check_placement(state, wanted)
        return Legal(wanted, (), arrangement_after(rules, state, wanted))
    if state.placing:
        raise IllegalMove("G1", "place_first", row=rules.home_row(state.side))
    return _checked_move(rules, state, state.side, wanted, state.past)


def check_move(rules: Classic, state: State, move: Action) -> Legal:
    """Check a move.

    :raises IllegalMove: for the first rule that it breaks
    :raises GameOver: if the game has ended
    """
    if isinstance(move, Placement):
        return check(rules, state, move)
    route = rules.route(move)
    _check_places(rules, route)
    return check(rules, state, route)


def _check_placement(state: State, placement: Placement) -> None:
    if not state.placing:
        raise IllegalMove("G1", "already_placed")
    if tuple(sorted(placement.rings)) != HOME_RINGS:
        raise IllegalMove("G1", "wrong_rings", rings="".join(map(str, placement.rings)))


def _check_places(rules: Classic, route: Route) -> None:
    """Check that the places exist: a ``Move`` may have any number."""
    _check_place(route.origin, rules.origins)
    for slot in route.landings[1:-1]:
        _check_place(slot, SLOTS)
    _check_place(route.destination, rules.coordinates.names)
    if route.displaced is not None:
        _check_place(route.displaced, SLOTS)
        _check_place(route.destination, SLOTS)


def _check_place(slot: int, known: Container[int]) -> None:
    if slot not in known:
        raise IllegalMove("G2", "no_such_slot", slot=str(slot))


# A move that is played is checked again before it is put into words. States with different pasts
# are equal, but not all moves are legal in both.
@lru_cache(maxsize=4)
def _checked_move(
    rules: Classic,
    state: State,
    side: Seat,
    route: Route,
    past: Sequence[int],  # noqa: ARG001 (part of the key)
) -> Legal:
    _check_lift(rules, state, side, route.origin)
    _check_before_end(rules, route)
    meant = rules.resolved(state, route)
    flown = rules.flight(state, meant.origin)
    landings = check_way(flown, meant)
    rules.check_end(flown, side, meant)
    rules.check_goal(state, meant.destination)
    move = rules.move(meant)
    rings = arrangement_after(rules, state, move)
    _check_past(rules, state, rings)
    return Legal(move, landings, rings)


def _check_lift(rules: Classic, state: State, side: Seat, origin: int) -> None:
    """Check G2, or the rules that replace it."""
    if not rules.size(state, origin):
        raise rules.nothing_there(origin)
    ranks = list(rules.ranks(state.rings, side))
    for rank in ranks:
        if origin in rank.origins:
            return
        if rank is ranks[-1] or can_move(rules, state, rank):
            raise rules.not_yours(origin, rank)


def _check_before_end(rules: Classic, route: Route) -> None:
    """Check G8 for goals before the end of the move."""
    if any(map(is_goal, route.before_end)):
        raise IllegalMove(rules.number("G8"), "goal_not_last")


def _check_past(rules: Classic, state: State, after: int) -> None:
    """Check G9 for the arrangement after the move."""
    if after not in rules.forbidden(state):
        return
    if after == state.rings:
        raise IllegalMove(rules.number("G9"), "nothing_changes")
    raise IllegalMove(rules.number("G9"), "position_repeated", ply=state.past.index(after))
