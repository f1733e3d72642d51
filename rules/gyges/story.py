"""Descriptions of legal moves in phrases."""

from __future__ import annotations

from collections.abc import Sequence

from ..phrase import Fact, Phrase, Word
from .board import SIZES, is_goal
from .classic import Classic
from .hindrance import THE_RESERVE
from .notation import Notation
from .printing import landings
from .refusal import check_move
from .rings import ring
from .state import Action, Placement, State, Step

RING_WORDS = (Word(""), Word("single"), Word("double"), Word("triple"))


def describe(
    rules: Classic, notation: Notation, state: State, move: Action, written: str = ""
) -> Sequence[Phrase]:
    """Describe where a ring moves and, after a relocation, where the displaced ring goes.

    :raises IllegalMove: if the move is illegal
    """
    if isinstance(move, Placement):
        check_move(rules, state, move)
        return [placing(rules, state, move)]
    bounces = landings(rules, notation, state, move, written)[1:-1]
    flown = _flown(rules, state, move, bounces)
    return [flown] if move.displaced is None else [flown, _relocated(rules, state, move)]


def placing(rules: Classic, state: State, placement: Placement) -> Phrase:
    assert state.side is not None
    rings = " ".join(map(str, placement.rings))
    return Phrase("places", {"rings": rings, "row": rules.home_row(state.side)})


def _flown(rules: Classic, state: State, move: Step, bounces: Sequence[int]) -> Phrase:
    names = rules.coordinates.names
    facts: dict[str, Fact] = {"ring": moving(rules, state, move), "origin": origin(rules, move)}
    if bounces:
        facts["bounces"] = tuple(names[slot] for slot in bounces)
    code = "bounces" if bounces else "moves"
    if is_goal(move.destination):
        code = f"{code}_home"
    else:
        facts["destination"] = names[move.destination]
    return Phrase(rules.code(code), facts)


def _relocated(rules: Classic, state: State, move: Step) -> Phrase:
    assert move.displaced is not None
    displaced = RING_WORDS[ring(state.rings, move.destination)]
    return Phrase(
        "relocates", {"ring": displaced, "destination": rules.coordinates.names[move.displaced]}
    )


def moving(rules: Classic, state: State, move: Step) -> Word:
    """Return the word for the size of the ring that moves."""
    return RING_WORDS[rules.size(state, move.origin)]


def origin(rules: Classic, move: Step) -> Fact:
    """Return the name of the origin, or the word for a reserve."""
    return THE_RESERVE if move.origin in SIZES else rules.coordinates.names[move.origin]
