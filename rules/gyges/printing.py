"""Legal moves in their printed spelling, and the landings that it names."""

from __future__ import annotations

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
    if isinstance(route, Route) and rules.move(route) == move and not route.leaves_bounces_open:
        check(rules, state, route)
        return route.landings
    check_move(rules, state, move)
    return rules.landings(state, move)


def format_move(
    rules: Classic, notation: Notation, state: State, move: Action, written: str = ""
) -> str:
    """The printed spelling of a legal move.

    :raises IllegalMove: if it is not legal
    """
    if isinstance(move, Placement):
        check_move(rules, state, move)
        return "".join(map(str, move.rings))
    named = landings(rules, notation, state, move, written)
    return rules.coordinates.write(named, move.displaced)
