"""The table of ratings, however the games come in, is what all of them together make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from pbm.core.by_seat import BySeat
from pbm.core.model import Match, MatchStatus
from pbm.core.ratings import RatedGame, Rating, RatingChange, history
from pbm.core.results import Result
from pbm.play.rating_table import enter, finished_boards, replayed_game, rewrite
from pbm.store.protocol import Transaction
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, open_board
from tests.pbm.town import NORTH, SOUTH, Town


@pytest.fixture
def tx() -> Iterator[Transaction]:
    with MemoryStore().transaction() as made:
        yield made


def finished(tx: Transaction, pair: BySeat[int], result: Result) -> Match:
    """A rated game between the two that ended so."""
    match = replace(open_board(tx), players=pair)
    return replace(match, status=MatchStatus.FINISHED, result=result, reason="goal")


def matches(tx: Transaction) -> list[Match]:
    """Four games among three players: each result hangs on the ones before."""
    alice, bob = open_board(tx).players
    carol, _ = open_board(tx).players
    pairs = [
        BySeat(alice, bob),
        BySeat(bob, carol),
        BySeat(carol, alice),
        BySeat(alice, bob),
    ]
    results = [Result.FIRST_WON, Result.FIRST_WON, Result.DRAWN, Result.SECOND_WON]
    return [finished(tx, pair, result) for pair, result in zip(pairs, results, strict=True)]


def game_of(match: Match, days: int) -> RatedGame:
    score = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[match.result]
    return RatedGame(match.board, "gyges", match.players, score, NOW + timedelta(days=days))


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_late_comers_are_rated_as_if_they_had_come_in_time(
    tx: Transaction, order: tuple[int, ...]
) -> None:
    ended = (0, 1, 1, 2)
    played = matches(tx)
    for each in order:
        enter(tx, played[each], NOW + timedelta(days=ended[each]))
    games = [game_of(match, days) for match, days in zip(played, ended, strict=True)]
    assert list(tx.ratings.list()) == [change for pair in history(games) for change in pair]


def test_a_game_that_does_not_count_changes_nothing(tx: Transaction) -> None:
    first = matches(tx)[0]
    enter(tx, replace(first, rated=False), NOW)
    enter(tx, replace(first, result=Result.NONE, reason="aborted"), NOW)
    assert list(tx.ratings.list()) == []


def test_rewriting_says_how_many_numbers_were_wrong(tx: Transaction) -> None:
    games = [game_of(match, days) for days, match in enumerate(matches(tx))]
    assert rewrite(tx, games) == 8
    assert rewrite(tx, games) == 0
    assert rewrite(tx, games[:3]) == 2
    assert rewrite(tx, []) == 6


# By letters


def play_until_resigned(town: Town, options: str = "") -> None:
    """A game that alice loses, with the first seat."""
    alice, _ = town.play(town.board(options), SOUTH, NORTH)
    town.later(hours=1)
    town.answer(alice, "resign\n")


def ratings(town: Town) -> list[RatingChange]:
    with town.app.store.reading() as tx:
        return list(tx.ratings.list())


def games_of(town: Town) -> list[RatedGame]:
    """The rated games, by nothing but the events of all boards."""
    with town.app.store.reading() as tx:
        found = [replayed_game(tx, board) for board in finished_boards(tx)]
    return [each for each in found if each is not None]


def test_a_game_that_ends_rates_both_players(players: Town) -> None:
    play_until_resigned(players)
    alice, bob = players.player("alice"), players.player("bob")
    lost, won = ratings(players)
    assert (lost.player, lost.opponent, lost.score) == (alice.id, bob.id, 0)
    assert (lost.before, lost.after) == (Rating(1500, 0), Rating(1480, 1))
    assert (won.player, won.after, won.ended) == (bob.id, Rating(1520, 1), players.time)


def test_a_game_that_is_cancelled_rates_nobody(players: Town) -> None:
    alice, _ = players.play(players.board(), SOUTH)
    players.answer(alice, "resign\n")
    assert ratings(players) == []


def test_the_events_alone_give_the_same_ratings_again(players: Town) -> None:
    for _ in range(3):
        play_until_resigned(players)
    players.later(days=-2)
    play_until_resigned(players)
    kept = ratings(players)
    assert len(kept) == 8
    assert [change for pair in history(games_of(players)) for change in pair] == kept
    with players.app.store.transaction() as tx:
        assert rewrite(tx, games_of(players)) == 0
    assert ratings(players) == kept
