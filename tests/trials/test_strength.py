from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from pbm.core.games import AnyGame, all_games, spec
from pbm.programs.match import NONE_YET
from pbm.programs.strength import Measured, measured
from tests.trials.strength import continued, table

TABLE = Path(__file__).with_name("STRENGTH.md")


def test_no_level_is_weaker_than_promised() -> None:
    assert [each for each in measured() if each.is_broken] == []


def test_the_table_is_what_was_measured() -> None:
    assert "\n".join(table(measured())) in TABLE.read_text()


def test_a_result_is_written_and_read() -> None:
    for each in measured():
        assert Measured.read(each.spec.partition("/")[0], each.written()) == each


@pytest.mark.slow
def test_a_match_goes_on_where_it_was_stopped() -> None:
    nothing = Measured("gyges/simple", "level:2", "level:1", NONE_YET, 0)
    half, whole = continued(nothing, games=4)
    (other_half,) = continued(half, games=4)
    assert other_half.tally == whole.tally


def smallest_boards() -> Iterator[AnyGame]:
    """Every rule set on the smallest board of its game: on others a game takes minutes."""
    sizes: dict[str, list[int]] = {}
    for game in all_games():
        sizes.setdefault(game.name, []).append(len(game.encode(game.start())))
    for game in all_games():
        if len(game.encode(game.start())) == min(sizes[game.name]):
            yield game


@pytest.mark.slow
def test_level_2_beats_chance_on_the_smallest_boards() -> None:
    """A game that chance wins calls for more games: two cannot show a share of 95 %."""
    for game in smallest_boards():
        nothing = Measured(spec(game), "level:2", "random", NONE_YET, 0)
        results = continued(nothing, games=40)
        assert any(each.is_kept for each in takewhile(lambda each: not each.is_broken, results)), (
            spec(game)
        )
