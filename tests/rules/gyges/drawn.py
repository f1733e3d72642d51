"""Boards for tests, drawn with North on top as in the sources."""

from __future__ import annotations

import pytest

from rules.errors import IllegalMove
from rules.gyges import RULESETS
from rules.gyges.game import Gyges
from rules.gyges.state import State

CLASSIC: Gyges = RULESETS[0]


def drawn(picture: str, side: str) -> State:
    """The state that a picture shows; whatever is no row of six is ornament."""
    fields = [line.split()[:6] for line in picture.splitlines()]
    rows = ["".join(row) for row in fields if len(row) == 6 and set("".join(row)) <= set(".123")]
    return CLASSIC.decode(f"{'/'.join(rows)} {side}")


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = CLASSIC.apply(state, CLASSIC.parse(state, move))
    return state


def rows(state: State) -> list[str]:
    """The board without the side, as rows from North to South."""
    return CLASSIC.encode(state).split()[0].split("/")


def legal(state: State) -> set[str]:
    return {CLASSIC.format(state, move) for move in CLASSIC.legal_moves(state)}


def landings(state: State, origin: int) -> set[str]:
    """Where the ring on ``origin`` may end, relocations aside."""
    moves = [CLASSIC.format(state, move) for move in CLASSIC.legal_moves(state)]
    return {
        move.split("-")[-1] for move in moves if move.startswith(str(origin)) and "x" not in move
    }


def refused(state: State, text: str) -> tuple[str, str, dict[str, object]]:
    """The rule, the code and the facts of the refusal that the text meets."""
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.parse(state, text)
    phrase = refusal.value.phrase
    return refusal.value.rule, phrase.code, dict(phrase.facts)
