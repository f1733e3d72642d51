from __future__ import annotations

import pytest

from pbm.core.happenings import Created
from pbm.core.model import Player
from pbm.play.news import SeekNews
from pbm.play.seeks import MOST_GAMES, seek, take, withdraw
from pbm.play.settings import choose
from pbm.play.work import Work
from tests.pbm.play.games import DVONN, GYGES, begin
from tests.pbm.play.table import latest_news, refused


def test_a_seek_is_taken_once_for_each_of_its_games(work: Work, alice: Player, bob: Player) -> None:
    offered = seek(work, alice, GYGES, 2, {"unrated": ""})
    for _ in range(2):
        take(work, bob, GYGES, offered.id, ("Thanks",))
    with refused("no_such_seek"):
        take(work, bob, GYGES, offered.id)


def test_a_taken_seek_is_published_with_its_terms(work: Work, alice: Player, bob: Player) -> None:
    offered = seek(work, alice, GYGES, 1, {"first": "taker"})
    board = take(work, bob, GYGES, offered.id, ("Thanks",))
    taken = latest_news(work)
    assert work.published == [SeekNews(alice, "gyges", offered), taken]
    assert isinstance(taken.what, Created)
    assert (taken.by, taken.said, taken.after) == (bob, ("Thanks",), board)
    assert (taken.what.terms.by, taken.what.terms.seek) == (alice.id, offered.id)
    assert (*board.match.players,) == (bob.id, alice.id)


def test_all_seeks_of_one_game_are_withdrawn(work: Work, alice: Player) -> None:
    for game in (GYGES, GYGES, DVONN):
        seek(work, alice, game, 1, {})
    withdraw(work, alice, GYGES)
    assert [each.game for each in work.tx.seeks.of(alice.id)] == ["dvonn"]
    assert work.published[-1] == SeekNews(alice, "gyges", None)
    with refused("no_own_seek"):
        withdraw(work, alice, GYGES)


@pytest.mark.parametrize("games", [-1, 0, MOST_GAMES + 1])
def test_a_seek_is_for_some_games_and_not_for_too_many(
    work: Work, alice: Player, games: int
) -> None:
    with refused("how_many_games"):
        seek(work, alice, GYGES, games, {})


def test_nobody_but_the_two_can_have_the_first_seat(work: Work, alice: Player) -> None:
    with refused("unknown_first", first="bob", u1="alice", u2="taker"):
        seek(work, alice, GYGES, 1, {"first": "Bob"})


def test_who_is_blocked_learns_no_more_than_that_there_is_no_such_seek(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    work.tx.blocks.add(alice.id, bob.id, work.now)
    work.tx.blocks.add(carol.id, alice.id, work.now)
    with refused("no_such_seek"):
        take(work, bob, GYGES, offered.id)
    with refused("you_block"):
        take(work, carol, GYGES, offered.id)


def test_a_seek_rests_while_its_player_has_enough_games(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    choose(work, alice, "limit", "1")
    begin(work, bob, alice)
    with refused("seek_rests"):
        take(work, carol, GYGES, offered.id)
