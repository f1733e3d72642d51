from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.model import Player
from pbm.core.openings import Created
from pbm.play.news import SeekNews
from pbm.play.seeks import MOST_GAMES, MOST_SEEKS, is_paused, seek, take, withdraw
from pbm.play.settings import choose
from pbm.play.work import Work
from tests.pbm.play.helpers import (
    DVONN,
    GYGES,
    begin,
    drop_addresses,
    latest_news,
    refused,
    suspend,
)


def test_a_seek_can_be_taken_as_often_as_it_offers_games(
    work: Work, alice: Player, bob: Player
) -> None:
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
def test_the_number_of_games_of_a_seek_is_limited(work: Work, alice: Player, games: int) -> None:
    with refused("how_many_games"):
        seek(work, alice, GYGES, games, {})


def test_the_first_seat_of_a_seek_is_for_its_owner_or_taker(work: Work, alice: Player) -> None:
    with refused("unknown_first", first="bob", u1="alice", u2="taker"):
        seek(work, alice, GYGES, 1, {"first": "Bob"})


def test_the_seek_of_a_player_who_blocks_seems_not_to_exist(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    work.tx.blocks.add(alice.id, bob.id, work.now)
    work.tx.blocks.add(carol.id, alice.id, work.now)
    with refused("no_such_seek"):
        take(work, bob, GYGES, offered.id)
    with refused("you_block"):
        take(work, carol, GYGES, offered.id)


def test_a_seek_is_paused_while_its_player_is_at_their_limit(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    choose(work, alice, "limit", "1")
    begin(work, bob, alice)
    with refused("seek_rests"):
        take(work, carol, GYGES, offered.id)


def test_the_number_of_seeks_is_limited(work: Work, alice: Player) -> None:
    for _ in range(MOST_SEEKS):
        seek(work, alice, GYGES, 1, {})
    with refused("too_many_seeks", most=MOST_SEEKS, game="dvonn"):
        seek(work, alice, DVONN, 1, {})


def test_nobody_takes_their_own_seek(work: Work, alice: Player) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    with refused("own_seek", game="gyges"):
        take(work, alice, GYGES, offered.id)


def test_a_seek_of_another_game_is_unknown(work: Work, alice: Player, bob: Player) -> None:
    offered = seek(work, alice, GYGES, 1, {})
    with refused("no_such_seek", seek=offered.id, game="dvonn"):
        take(work, bob, DVONN, offered.id)


@pytest.mark.parametrize("change", [suspend, drop_addresses])
def test_seeks_of_a_player_who_cannot_play_are_paused(
    work: Work, alice: Player, change: Callable[[Work, Player], Player]
) -> None:
    assert not is_paused(work.tx, alice)
    assert is_paused(work.tx, change(work, alice))
