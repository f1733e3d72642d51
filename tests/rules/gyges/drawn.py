"""Boards for tests, drawn with North on top as in the sources."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.errors import IllegalMove
from rules.gyges import RULESETS
from rules.gyges.game import Gyges
from rules.gyges.state import State

GAMES = {game.ruleset: game for game in RULESETS}
CLASSIC = GAMES["classic"]


@dataclass(frozen=True)
class Table:
    """A rule set to try moves with."""

    game: Gyges

    def drawn(self, picture: str, side: str, more: str = "") -> State:
        """The state that a picture shows; whatever is no row of six is ornament.

        ``more``: what follows the side in a position, the reserves of ``kang``.
        """
        fields = [line.split()[:6] for line in picture.splitlines()]
        rows = [
            "".join(row) for row in fields if len(row) == 6 and set("".join(row)) <= set(".123")
        ]
        return self.game.decode(f"{'/'.join(rows)} {side} {more}".strip())

    def play(self, state: State, *moves: str) -> State:
        for move in moves:
            state = self.game.apply(state, self.game.parse(state, move))
        return state

    def legal(self, state: State) -> set[str]:
        return {self.game.format(state, move) for move in self.game.legal_moves(state)}

    def refused(self, state: State, text: str) -> tuple[str, str, dict[str, object]]:
        """The rule, the code and the facts of the refusal that the text meets."""
        with pytest.raises(IllegalMove) as refusal:
            self.game.parse(state, text)
        phrase = refusal.value.phrase
        return refusal.value.rule, phrase.code, dict(phrase.facts)

    def rows(self, state: State) -> list[str]:
        """The board without the side, as rows from North to South."""
        return self.game.encode(state).split()[0].split("/")


_classic = Table(CLASSIC)
drawn, play, legal, refused, rows = (
    _classic.drawn,
    _classic.play,
    _classic.legal,
    _classic.refused,
    _classic.rows,
)


def landings(state: State, origin: int) -> set[str]:
    """Where the ring on ``origin`` may end, relocations aside."""
    moves = [CLASSIC.format(state, move) for move in CLASSIC.legal_moves(state)]
    return {
        move.split("-")[-1] for move in moves if move.startswith(str(origin)) and "x" not in move
    }
