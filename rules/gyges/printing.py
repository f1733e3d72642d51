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
    if _names_bounces(route) and rules.move(route) == move:
        return check(rules, state, route).landings
    return check_move(rules, state, move).landings


def _names_bounces(route: Route | Placement | None) -> TypeGuard[Route]:
    """Whether it is a ring's route that says by which bounces."""
    return isinstance(route, Route) and not route.leaves_bounces_open


def format_move(
    rules: Classic, notation: Notation, state: State, move: Action, written: str = ""
) -> str:
    """The printed spelling of a legal move.

    :raises IllegalMove: if it is not legal
    """
    if isinstance(move, Placement):
        check_move(rules, state, move)
        return _digits(move)
    return printed(rules, move, landings(rules, notation, state, move, written))


def printed(rules: Classic, move: Action, by: tuple[int, ...]) -> str:
    """The printed spelling of a move by these landings, or of a placement."""
    if isinstance(move, Placement):
        return _digits(move)
    return rules.coordinates.write(by, move.displaced)


def _digits(placement: Placement) -> str:
    return "".join(map(str, placement.rings))
