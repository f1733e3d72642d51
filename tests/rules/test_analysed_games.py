"""Whole games are analysed, and every remark is proven again by the rules alone.

``scripts/trials analyses`` proves the remarks on all games of ``analysed.py``.
"""

from __future__ import annotations

import pytest

from pbm.rules.analysis import RemarkKind
from tests.rules.analysed import (
    Game,
    analysed,
    games,
    prove_remarks,
    prove_that_no_win_is_passed_over,
)

pytestmark = pytest.mark.slow

NAMES = ("pbmserv help", "level 1, seed 2", "level 2, seed 1", "dvonn 32")
GAMES = [pytest.param(each, id=each.name) for each in games() if each.name in NAMES]
OF_GYGES = [each for each in GAMES if each.id != "dvonn 32"]


@pytest.mark.parametrize("game", GAMES)
def test_every_remark_is_true(game: Game) -> None:
    assert prove_remarks(game)


@pytest.mark.parametrize("game", OF_GYGES)
def test_no_win_in_one_is_passed_over(game: Game) -> None:
    prove_that_no_win_is_passed_over(game)


def test_south_missed_a_win_in_two_moves_in_the_sample_game() -> None:
    _, analysis = analysed("pbmserv help")
    last = analysis.remarks[-1]
    assert (last.ply, last.kind, last.moves) == (13, RemarkKind.MISSED, 2)
