"""Boards for tests, drawn with North on top as in the pbmserv help."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.gyges import RULESETS
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.state import State

GAMES = {game.ruleset: game for game in RULESETS}
CLASSIC = GAMES["classic"]


@dataclass(frozen=True)
class Table:
    """A rule set with helpers for drawn boards."""

    game: Gyges

    def drawn(self, picture: str, side: str, more: str = "") -> State:
        """Return the state of a picture; lines without six slots are ignored.

        more: the fields after the side, such as the reserves of ``kang``.
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
        """Check that the text is refused, and return the rule, the code and the facts."""
        with pytest.raises(IllegalMove) as refusal:
            self.game.parse(state, text)
        phrase = refusal.value.phrase
        return refusal.value.rule, phrase.code, dict(phrase.facts)

    def rows(self, state: State) -> list[str]:
        """Return the rows of the board from North to South, without the side to play."""
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
    """Return where the ring on ``origin`` may end without relocation."""
    moves = [CLASSIC.format(state, move) for move in CLASSIC.legal_moves(state)]
    return {
        move.split("-")[-1] for move in moves if move.startswith(str(origin)) and "x" not in move
    }


def board(text: str) -> str:
    """Return a board that a test shows with a bar at the left of each line."""
    return "\n".join(line.partition("|")[2] for line in text.strip().split("\n"))
