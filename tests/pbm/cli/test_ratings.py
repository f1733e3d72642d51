from __future__ import annotations

import pytest

from pbm.core.ratings import RatingChange
from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.conftest import Prepared
from tests.pbm.town import NORTH, SOUTH, Town, tamper


def rate_games(town: Town) -> None:
    for options in ("", "-unrated", ""):
        alice, _ = town.play(town.board(options), SOUTH, NORTH)
        town.later(days=1)
        town.answer(alice, "resign\n")
    town.board()


@pytest.fixture
def town_with_ratings(cli_town: Town, prepared: Prepared) -> Town:
    """A town with three games that alice resigned, the second one unrated. Board 4 runs."""
    prepared(cli_town, rate_games)
    return cli_town


def kept(town: Town) -> list[RatingChange]:
    with town.app.store.reading() as tx:
        return list(tx.ratings.list())


def test_a_rebuild_of_correct_ratings_changes_nothing(town_with_ratings: Town) -> None:
    before = kept(town_with_ratings)
    result = pbm("ratings", "rebuild")
    assert (result.exit_code, numbers_in(result.stdout)) == (0, [2, 0])
    assert kept(town_with_ratings) == before


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        ("UPDATE ratings SET points = 1900 WHERE board = 1 AND seat = 0", 1),
        ("UPDATE ratings SET ended = '2026-11-20T10:00:00.000000+00:00' WHERE board = 3", 2),
        ("DELETE FROM ratings WHERE board = 1", 2),
        ("DELETE FROM ratings", 4),
        ("UPDATE ratings SET ended = 'yesterday' WHERE board = 1", 4),
        ("UPDATE matches SET result = '1-0', reason = 'goal', rated = 0 WHERE board = 3", 0),
    ],
)
def test_a_rebuild_restores_damaged_ratings_from_the_events(
    town_with_ratings: Town, damage: str, wrong: int
) -> None:
    before = kept(town_with_ratings)
    tamper(town_with_ratings, damage)
    assert numbers_in(pbm("ratings", "rebuild").stdout)[-1] == wrong
    assert kept(town_with_ratings) == before


def test_a_rebuild_is_recorded_and_sends_no_mails(town_with_ratings: Town) -> None:
    town_with_ratings.new_mails()
    pbm("ratings", "rebuild")
    assert "pbm ratings rebuild" in pbm("acts").stdout
    assert town_with_ratings.new_mails() == []
    assert pbm("audit").stdout == ""


def test_a_rebuild_that_fails_changes_nothing(town_with_ratings: Town) -> None:
    before = kept(town_with_ratings)
    tamper(town_with_ratings, "UPDATE events SET data = '{}' WHERE board = 3 AND kind = 'moved'")
    result = pbm("ratings", "rebuild")
    assert result.exit_code == 1
    assert kept(town_with_ratings) == before


def test_a_rebuild_without_games(cli_town: Town) -> None:
    assert numbers_in(pbm("ratings", "rebuild").stdout) == [0, 0]
