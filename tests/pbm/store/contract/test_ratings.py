from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbm.core.by_seat import BySeat
from pbm.core.model import Match
from pbm.core.ratings import RatedGame, Rating, RatingChange, changes
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, open_board


def rate(tx: Transaction, match: Match, score: float, days: int = 0) -> list[RatingChange]:
    """Store the rating changes of this board, as if neither player had played before."""
    played = RatedGame(match.board, match.game, match.players, score, NOW + timedelta(days=days))
    pair = changes(played, {})
    tx.ratings.add(pair)
    return list(pair)


def test_rating_changes_are_read_as_they_were_stored(tx: Transaction) -> None:
    one, two = open_board(tx), open_board(tx)
    first = rate(tx, one, 0.5)
    second = rate(tx, two, 1, days=-1)
    assert list(tx.ratings.of_board(one.board)) == first
    assert list(tx.ratings.list()) == second + first
    assert list(tx.ratings.of_board(99)) == []


def test_a_player_is_unrated_until_they_have_played(tx: Transaction) -> None:
    match = open_board(tx)
    alice, bob = match.players
    assert tx.ratings.now("gyges", alice) == Rating()
    rate(tx, match, 1)
    assert tx.ratings.now("gyges", alice) == Rating(1520, 1)
    assert tx.ratings.now("gyges", bob) == Rating(1480, 1)
    assert tx.ratings.now("dvonn", alice) == Rating()


def test_a_rating_is_known_at_an_earlier_place(tx: Transaction) -> None:
    match = open_board(tx)
    alice, _ = match.players
    rate(tx, match, 1)
    assert tx.ratings.before("gyges", alice, (NOW, match.board)) == Rating()
    assert tx.ratings.before("gyges", alice, (NOW, match.board + 1)) == Rating(1520, 1)
    assert tx.ratings.before("dvonn", alice, (NOW, match.board + 1)) == Rating()


def test_changes_of_a_player_come_newest_first(tx: Transaction) -> None:
    match, other = open_board(tx), open_board(tx)
    alice, bob = match.players
    rate(tx, match, 1)
    played = RatedGame(other.board, "gyges", BySeat(bob, alice), 1, NOW)
    tx.ratings.add(changes(played, {}))
    found = tx.ratings.of_player("gyges", alice)
    assert [change.board for change in found] == [other.board, match.board]
    assert tx.ratings.now("gyges", bob) == Rating(1520, 1)


def test_the_standing_has_each_player_once_best_first(tx: Transaction) -> None:
    one, two = open_board(tx), open_board(tx)
    rate(tx, one, 0)
    rate(tx, two, 1)
    best = [change.player for change in tx.ratings.standing("gyges")]
    assert best == [one.players[1], two.players[0], one.players[0], two.players[1]]
    assert list(tx.ratings.standing("dvonn")) == []


def test_only_later_games_are_removed_and_returned_in_order(tx: Transaction) -> None:
    matches = [open_board(tx) for _ in range(4)]
    days = (5, 0, 0, -5)
    for match, later in zip(matches, days, strict=True):
        rate(tx, match, 1, later)
    last, _, same_time, early = (match.board for match in matches)
    taken = tx.ratings.take_after("gyges", (NOW, matches[1].board))
    assert [each.board for each in taken] == [same_time, last]
    assert taken[0] == RatedGame(same_time, "gyges", matches[2].players, 1, NOW)
    kept = [change.board for change in tx.ratings.list()]
    assert kept == [early, early, matches[1].board, matches[1].board]
    assert list(tx.ratings.take_after("dvonn", (NOW, 0))) == []


def test_all_rating_changes_can_be_cleared(tx: Transaction) -> None:
    rate(tx, open_board(tx), 1)
    tx.ratings.clear()
    assert list(tx.ratings.list()) == []


def test_the_games_of_two_players_are_counted_from_a_moment_on(tx: Transaction) -> None:
    players = open_board(tx).players
    for days in (-3, -1, 0):
        rate(tx, replace(open_board(tx), players=players), 1, days)
    rate(tx, open_board(tx), 1)
    alice, bob = players
    since = NOW - timedelta(days=2)
    assert tx.ratings.of_pair("gyges", alice, bob, since) == 2
    assert tx.ratings.of_pair("gyges", bob, alice, since) == 2
    assert tx.ratings.of_pair("gyges", alice, bob, NOW) == 0
    assert tx.ratings.of_pair("dvonn", alice, bob, since) == 0
    assert tx.ratings.of_pair("gyges", alice, alice, since) == 0
