"""Counts and complete games on which other programs agree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbm.rules.perft import perft, split
from pbm.rules.play import replay
from tests.rules.dvonn.boards import GAME
from tests.rules.dvonn.vectors import recorded_games, rows

SLOW = 1_000_000


def counts() -> Iterator[object]:
    for name, position, row in rows("dvonn_perft.txt"):
        for depth, count in enumerate(map(int, row.split()), 1):
            marks = [pytest.mark.slow] if count > SLOW else []
            yield pytest.param(position, depth, count, id=f"{name}-{depth}", marks=marks)


@pytest.mark.parametrize(("position", "depth", "count"), list(counts()))
def test_perft_agrees_with_other_programs(position: str, depth: int, count: int) -> None:
    state = GAME.decode(position)
    found = perft(GAME, state, depth)
    assert found == count, "\n".join(f"{move} {n}" for move, n in split(GAME, state, depth))


def test_recorded_games_end_with_their_score() -> None:
    for score, moves in rows("dvonn_games.txt"):
        played = replay(GAME, GAME.start(), moves.split())
        assert played.outcome is not None, moves
        assert played.outcome.score == tuple(map(int, score.split("-"))), moves


def test_recorded_games_contain_exactly_the_forced_passes() -> None:
    """Replay each game from its own formatted moves; it must have the passes of the file."""
    for (_, moves), plies in zip(rows("dvonn_games.txt"), recorded_games(), strict=True):
        printed = [ply.text for ply in plies]
        written = [move.replace("PASS", "pass") for move in moves.split()]
        assert [text.replace("-", "") for text in printed] == written
