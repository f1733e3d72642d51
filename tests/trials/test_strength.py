from __future__ import annotations

import pytest

from pbm.core.games import all_games, spec
from tests.trials.strength import PAIRS, Pair, rows


def test_each_level_meets_the_one_below() -> None:
    assert {pair[:2] for pair in PAIRS} >= {
        (f"level:{number}", f"level:{number - 1}") for number in range(2, 6)
    }


@pytest.mark.slow
def test_level_2_beats_chance_in_every_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.trials.strength.PAIRS", (Pair("level:2", "random", 0.95),))
    told = list(rows(2, [spec(game) for game in all_games()]))
    assert len(told) == len(all_games())
    assert all(row.endswith("| yes |") for row in told)
