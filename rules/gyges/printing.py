"""Legal moves in their printed spelling, and the landings that it names."""

from __future__ import annotations

from typing import TypeGuard

from .classic import Classic
from .notation import Notation
from .refusal import check, check_move
from .route import Route
from .state import Action, Placement, State, Step


def landings(
    rules: Classic, notation: Notation, state: State, move: Step, written: str = ""
) -> tuple[int, ...]:
    """The landings of the route that is printed: the written one, or else a shortest one.

    :raises IllegalMove: if the move, or the route that is written for it, is not legal
    """
    route = notation.read(written) if written else None
    if _names(route, rules, move):
        check(rules, state, route)
        return route.landings
    check_move(rules, state, move)
    return rules.landings(state, move)


def _names(route: Route | Placement | None, rules: Classic, move: Step) -> TypeGuard[Route]:
    """Whether it is a route of the move, and says by which bounces."""
    if not isinstance(route, Route) or route.leaves_bounces_open:
        return False
    return rules.move(route) == move


def format_move(
    rules: Classic, notation: Notation, state: State, move: Action, written: str = ""
) -> str:
    """The printed spelling of a legal move.

    :raises IllegalMove: if it is not legal
    """
    if isinstance(move, Placement):
        check_move(rules, state, move)
        return _digits(move)
    named = landings(rules, notation, state, move, written)
    return rules.coordinates.write(named, move.displaced)


def format_checked(rules: Classic, state: State, move: Action, route: Route | Placement) -> str:
    """The printed spelling of a move that is legal by this route, or as this placement."""
    if isinstance(move, Placement):
        return _digits(move)
    named = route.landings if _names(route, rules, move) else rules.landings(state, move)
    return rules.coordinates.write(named, move.displaced)


def _digits(placement: Placement) -> str:
    return "".join(map(str, placement.rings))
