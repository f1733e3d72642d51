from __future__ import annotations

from pathlib import Path

import pytest

from pbm.core.games import all_games
from pbm.programs.strength import Measured, measured
from tests.trials.strength import result, table

TABLE = Path(__file__).with_name("STRENGTH.md")


def test_every_level_is_as_strong_as_promised() -> None:
    assert [each for each in measured() if not each.is_kept] == []


def test_the_table_is_what_was_measured() -> None:
    assert "\n".join(table(measured())) in TABLE.read_text()


def test_a_result_is_written_and_read() -> None:
    for each in measured():
        assert Measured.read(each.spec.partition("/")[0], each.written()) == each


@pytest.mark.slow
def test_level_2_beats_chance_in_every_rule_set() -> None:
    for game in all_games():
        assert result(game, "level:2", "random", games=2).is_kept
