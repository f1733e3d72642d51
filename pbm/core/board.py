"""A board: a match with its game, its state and every ply so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbm.base.values import quickly_made, replace
from pbm.core.by_seat import BySeat
from pbm.core.games import AnyGame, Seat, find_kept
from pbm.core.model import Match, Proposal
from pbm.core.plies import AnyPly, Plies


@quickly_made
@dataclass(frozen=True)
class Board:
    """A match with its game, the state of play and every ply so far (of ``game``'s types).

    proposal: the open proposal, if there is one; it lapses with the next move.
    own_last: the number of each side's last ply that was not a forced pass, 0 if there is none.
    """

    match: Match
    game: AnyGame
    state: Any
    plies: tuple[AnyPly, ...] | Plies
    proposal: Proposal | None = None
    own_last: BySeat[int] = BySeat(0, 0)

    @property
    def number(self) -> int:
        return self.match.board

    @property
    def turn(self) -> Seat | None:
        return self.match.turn

    @property
    def running(self) -> bool:
        return self.match.running

    def seat_name(self, seat: Seat) -> str:
        return self.game.seats[seat.value]

    def state_at(self, ply: int) -> Any:
        """Return the state after ``ply`` plies; 0 gives the start.

        :raises IndexError: if fewer plies have been played
        """
        if ply == 0:
            return start_state(self.match)
        return self.plies[ply - 1].after

    def with_position(self) -> Board:
        """Return the board with its match's ``position`` brought up to date."""
        return replace(self, match=replace(self.match, position=self.game.encode(self.state)))


def start_state(match: Match) -> Any:
    game = find_kept(match.spec, match.rules)
    return game.decode(match.setup) if match.setup else game.start()
