"""The turning point of a game, by the curve of its analysis."""

from __future__ import annotations

from datetime import UTC, datetime

from pbm.core.analyses import GameAnalysis
from pbm.core.games import PROVEN, Analysis, Seat
from pbm.notices.study.curves import chart, turning_point
from tests.combinations import for_each


@for_each(
    ("curve", "winner", "ply"),
    [
        ((30, 20, -10, -40, -60, -PROVEN), Seat.SECOND, 4),
        ((-30, 20, 30, 40), Seat.FIRST, 3),
        ((30, -20, 30, -40, -20, -PROVEN), Seat.SECOND, 4),
        ((-10, -20, -30, -PROVEN), Seat.SECOND, 0),
        ((10, 20, 30, -PROVEN), Seat.SECOND, 0),
        ((), Seat.FIRST, 0),
    ],
)
def test_the_winner_was_ahead_from_a_ply_on(curve: tuple[int, ...], winner: Seat, ply: int) -> None:
    analysis = GameAnalysis(1, 1, 1, datetime(2026, 11, 20, tzinfo=UTC), Analysis((), curve))
    assert turning_point(analysis, winner) == ply


def test_a_curve_does_not_change_sides_only_because_the_side_to_move_changes() -> None:
    curve = (40, -20, 40, -20, 40, -PROVEN)
    analysis = GameAnalysis(1, 1, 1, datetime(2026, 11, 20, tzinfo=UTC), Analysis((), curve))
    *heights, last = chart(analysis, "alice", "bob", "").heights
    assert all(height > 0 for height in heights)
    assert last == -1
