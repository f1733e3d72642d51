"""Legal moves in the usual notation, and the landings that it names."""

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
    """Return the landings of the written route, or else of a shortest one.

    :raises IllegalMove: if the move or its written route is illegal
    """
    route = notation.read(written) if written else None
    if _names_bounces(route) and rules.move(route) == move:
        return check(rules, state, route).landings
    return check_move(rules, state, move).landings


def _names_bounces(route: Route | Placement | None) -> TypeGuard[Route]:
    """Return whether a written move is a route that names its bounces."""
    return isinstance(route, Route) and not route.leaves_bounces_open


def format_move(
    rules: Classic, notation: Notation, state: State, move: Action, written: str = ""
) -> str:
    """Return the usual notation of a legal move.

    :raises IllegalMove: if the move is illegal
    """
    if isinstance(move, Placement):
        check_move(rules, state, move)
        return _digits(move)
    return printed(rules, move, landings(rules, notation, state, move, written))


def printed(rules: Classic, move: Action, by: tuple[int, ...]) -> str:
    """Return the usual notation of a move with these landings, or of a placement."""
    if isinstance(move, Placement):
        return _digits(move)
    return rules.coordinates.write(by, move.displaced)


def _digits(placement: Placement) -> str:
    return "".join(map(str, placement.rings))
