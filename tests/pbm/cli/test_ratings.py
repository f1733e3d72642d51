from __future__ import annotations

import pytest

from pbm.core.ratings import RatingChange
from tests.pbm.cli.program import pbm
from tests.pbm.town import NORTH, SOUTH, Town, tamper


@pytest.fixture
def rated(cli_town: Town) -> Town:
    """Three games that alice resigned; the second one is unrated, the fourth one runs."""
    for options in ("", "-unrated", ""):
        alice, _ = cli_town.play(cli_town.board(options), SOUTH, NORTH)
        cli_town.later(days=1)
        cli_town.answer(alice, "resign\n")
    cli_town.board()
    return cli_town


def kept(town: Town) -> list[RatingChange]:
    with town.app.store.reading() as tx:
        return list(tx.ratings.list())


def test_where_nothing_is_wrong_a_rebuild_changes_no_number(rated: Town) -> None:
    before = kept(rated)
    result = pbm("ratings", "rebuild")
    assert (result.exit_code, result.stdout) == (0, "2 rated games; 0 numbers were wrong\n")
    assert kept(rated) == before


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
def test_a_rebuild_takes_the_events_for_true_and_nothing_else(
    rated: Town, damage: str, wrong: int
) -> None:
    before = kept(rated)
    tamper(rated, damage)
    assert f" {wrong} numbers were wrong\n" in pbm("ratings", "rebuild").stdout
    assert kept(rated) == before


def test_a_rebuild_is_an_act_and_mails_nobody(rated: Town) -> None:
    rated.new_mails()
    pbm("ratings", "rebuild")
    assert "pbm ratings rebuild" in pbm("acts").stdout
    assert rated.new_mails() == []
    assert pbm("audit").stdout == ""


def test_a_board_that_cannot_be_played_again_leaves_everything_as_it_was(rated: Town) -> None:
    before = kept(rated)
    tamper(rated, "UPDATE events SET data = '{}' WHERE board = 3 AND kind = 'moved'")
    result = pbm("ratings", "rebuild")
    assert result.exit_code == 1
    assert result.stderr == 'board 3 cannot be played again; "pbm audit 3" says why\n'
    assert kept(rated) == before


def test_without_games_there_is_nothing_to_rate(cli_town: Town) -> None:
    assert pbm("ratings", "rebuild").stdout == "0 rated games; 0 numbers were wrong\n"
