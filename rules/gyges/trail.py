"""The way of the last move over the board, slot by slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..errors import SearchTooLong
from .classic import Classic
from .net import Walk
from .route import open_ways, through
from .state import Placement, State


def trail(rules: Classic, state: State) -> Sequence[Walk]:
    """Return the slots of the last move, leg by leg; each leg begins where the one before ended.

    A ring that enters from a reserve starts at its player's own goal. The result is empty if no
    ring has moved.
    """
    move = state.last
    if move is None or isinstance(move, Placement):
        return ()
    before = replace(state, rings=state.before, side=state.mover)
    flight = rules.flight(before, move.origin)
    landings = (move.origin, *state.bounces, move.destination)
    try:
        legs = [way.slots for way in open_ways(through(landings), flight)]
    except SearchTooLong:
        legs = []
    if len(legs) == len(landings) - 1:
        return legs
    # If the search for the way was too long, straight lines show the landings.
    return list(pairwise((flight.start, *landings[1:])))
