"""A legal move told in phrases."""

from __future__ import annotations

from collections.abc import Sequence

from ..phrase import Phrase, Word
from .board import HOME, NAMES, TARGET
from .notation import landings
from .refusal import check_move
from .rings import ring
from .state import Action, Move, Placement, State

RING_WORDS = (Word(""), Word("single"), Word("double"), Word("triple"))


def describe(state: State, move: Action, written: str = "") -> Sequence[Phrase]:
    """What goes where; then, for a relocation, where the displaced ring goes.

    :raises IllegalMove: if the move is not legal
    """
    if isinstance(move, Placement):
        check_move(state, move)
        return [_placing(state, move)]
    flown = _flown(state, move, written)
    return [flown] if move.displaced is None else [flown, _relocated(state, move, move.displaced)]


def _placing(state: State, placement: Placement) -> Phrase:
    assert state.side is not None
    rings = " ".join(map(str, placement.rings))
    return Phrase("places", {"rings": rings, "row": HOME[state.side]})


def _flown(state: State, move: Move, written: str) -> Phrase:
    bounces = tuple(NAMES[slot] for slot in landings(state, move, written)[1:-1])
    wins = move.destination in TARGET.values()
    facts = {"ring": RING_WORDS[ring(state.rings, move.origin)], "origin": NAMES[move.origin]}
    destination = NAMES[move.destination]
    if wins and bounces:
        return Phrase("bounces_home", {**facts, "bounces": bounces})
    if wins:
        return Phrase("moves_home", {**facts})
    if bounces:
        return Phrase("bounces", {**facts, "bounces": bounces, "destination": destination})
    return Phrase("moves", {**facts, "destination": destination})


def _relocated(state: State, move: Move, room: int) -> Phrase:
    displaced = RING_WORDS[ring(state.rings, move.destination)]
    return Phrase("relocates", {"ring": displaced, "destination": NAMES[room]})
