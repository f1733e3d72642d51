from __future__ import annotations

import pytest

from pbm.core.games import find
from pbm.core.trials import tried

GYGES, DVONN = find("gyges"), find("dvonn")
PLACED = "321123/....../....../....../....../231123 s"


@pytest.mark.parametrize("text", ["16-35 61-53", "16-35; 61-53", "16-35;61-53;"])
def test_moves_are_separated_by_spaces_or_semicolons(text: str) -> None:
    trial = tried(GYGES, GYGES.decode(PLACED), text)
    assert ([ply.text for ply in trial.played.plies], trial.failed) == (["16-35", "61-53"], None)


def test_a_move_may_contain_a_space() -> None:
    state = DVONN.start("random", 17)
    move = DVONN.format(state, next(DVONN.legal_moves(state)))
    trial = tried(DVONN, state, move.replace("-", " "))
    assert [ply.text for ply in trial.played.plies] == [move]


def test_the_moves_before_one_that_cannot_be_played_are_played() -> None:
    trial = tried(GYGES, GYGES.decode(PLACED), "16-35 61-54 62-53")
    assert [ply.text for ply in trial.played.plies] == ["16-35"]
    assert trial.failed is not None
    assert trial.failed.text == "61-54"
