"""The moves of the package held against those of the second generator, ``brute``."""

from __future__ import annotations

from rules.gyges.game import Gyges
from rules.gyges.state import Action, Placement, Relay
from tests.rules.gyges.brute import Effect, effects
from tests.rules.gyges.drawn import GAMES


def named(game: Gyges, move: Action) -> Effect:
    """A move as the second generator names it."""
    assert not isinstance(move, Placement)
    names = game.rules.coordinates.names
    slots = move.landings if isinstance(move, Relay) else (move.origin, move.destination)
    room = () if move.displaced is None else (f"={names[move.displaced]}",)
    return (*(names[slot] for slot in slots), *room)


def compare(ruleset: str, line: str) -> int:
    """How many moves both generators find in the position."""
    game = GAMES[ruleset]
    moves = list(game.legal_moves(game.decode(line)))
    found = {named(game, move) for move in moves}
    assert len(found) == len(moves), line
    assert found == effects(line, ruleset), line
    return len(moves)
