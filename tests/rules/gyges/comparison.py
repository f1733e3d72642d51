"""Comparison of the package's moves with those of the second move generator, ``brute``."""

from __future__ import annotations

from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.state import Action, Placement, Relay
from tests.rules.gyges.brute import Effect, effects
from tests.rules.gyges.drawn import GAMES


def named(game: Gyges, move: Action) -> Effect:
    """Return a move in the form of the second generator."""
    assert not isinstance(move, Placement)
    names = game.rules.coordinates.names
    slots = move.landings if isinstance(move, Relay) else (move.origin, move.destination)
    room = () if move.displaced is None else (f"={names[move.displaced]}",)
    return (*(names[slot] for slot in slots), *room)


def compare(ruleset: str, line: str) -> int:
    """Compare both generators on a position, and return the number of moves."""
    game = GAMES[ruleset]
    moves = list(game.legal_moves(game.decode(line)))
    found = {named(game, move) for move in moves}
    assert len(found) == len(moves), line
    assert found == effects(line, ruleset), line
    return len(moves)
