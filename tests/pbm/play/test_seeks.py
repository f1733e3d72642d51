from __future__ import annotations

import pytest

from pbm.core.happenings import Created
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.news import BoardNews, SeekNews
from pbm.play.seeks import MOST_GAMES, seek, take, withdraw
from pbm.play.settings import choose
from pbm.play.work import Work
from tests.pbm.play.games import DVONN, GYGES, begin


def test_a_seek_is_taken_once_for_each_of_its_games(work: Work, alice: Player, bob: Player) -> None:
    offered = seek(work, alice, GYGES, 2, {"unrated": ""})
    for _ in range(2):
        take(work, bob, GYGES, offered.id, ("Thanks",))
    with pytest.raises(Refused, match="no_such_seek"):
        take(work, bob, GYGES, offered.id)


def test_a_taken_seek_is_published_with_its_terms(work: Work, alice: Player, bob: Player) -> None:
    offered = seek(work, alice, GYGES, 1, {"first": "taker"})
    board = take(work, bob, GYGES, offered.id, ("Thanks",))
    opened, taken = work.published
    assert opened == SeekNews(alice, "gyges", offered)
    assert isinstance(taken, BoardNews)
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
    with pytest.raises(Refused, match="no_own_seek"):
        withdraw(work, alice, GYGES)


@pytest.mark.parametrize("games", [-1, 0, MOST_GAMES + 1])
def test_a_seek_is_for_some_games_and_not_for_too_many(
    work: Work, alice: Player, games: int
) -> None:
    with pytest.raises(Refused, match="how_many_games"):
        seek(work, alice, GYGES, games, {})


def test_nobody_but_the_two_can_have_the_first_seat(work: Work, alice: Player) -> None:
    with pytest.raises(Refused) as refused:
        seek(work, alice, GYGES, 1, {"first": "Bob"})
    assert refused.value.facts == {"first": "bob", "u1": "alice", "u2": "taker"}


def test_who_is_blocked_learns_no_more_than_that_there_is_no_such_seek(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    work.tx.blocks.add(alice.id, bob.id, work.now)
    work.tx.blocks.add(carol.id, alice.id, work.now)
    codes = []
    for player in (bob, carol):
        with pytest.raises(Refused) as refused:
            take(work, player, GYGES, offered.id)
        codes.append(refused.value.code)
    assert codes == ["no_such_seek", "you_block"]


def test_a_seek_rests_while_its_player_has_enough_games(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    choose(work, alice, "limit", "1")
    begin(work, bob, alice)
    with pytest.raises(Refused, match="seek_rests"):
        take(work, carol, GYGES, offered.id)
