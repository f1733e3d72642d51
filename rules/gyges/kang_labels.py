"""Labels beside a board of ``kang``, with the reserves and the goals."""

from __future__ import annotations

from ..game import Seat
from .kang import GOALS_TO_WIN, KangState
from .labels import Labels, OffBoard
from .reserves import goals, held


class KangLabels(Labels):
    def behind(self, seat: Seat) -> list[str]:
        """Return the line of a player's reserve, which they have to play from, and their goals
        (G2k, G8k, G12k).
        """
        rings = self.state.rings
        facts = {
            "reserve": self.of("reserve", seat),
            "rings": " ".join(map(str, held(rings, seat))) or self.words["nothing"],
            "goals": goals(rings, seat),
        }
        line = self.say("reserve_and_goals", **facts)
        return [f"{line}, " + self.say("barred")] if self._is_barred(seat) else [line]

    def off_board(self, seat: Seat) -> OffBoard:
        rings = self.state.rings
        return OffBoard(held(rings, seat), goals(rings, seat), GOALS_TO_WIN, self._is_barred(seat))

    def _is_barred(self, seat: Seat) -> bool:
        """Return whether a player may not score on this turn (G12k)."""
        assert isinstance(self.state, KangState)
        return self.state.side is not None and seat in self.state.scored

    def shore(self, seat: Seat) -> int | None:
        """Return no row while the player holds a reserve (G2k, G7k)."""
        return None if held(self.state.rings, seat) else super().shore(seat)
