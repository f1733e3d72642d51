"""The table of ratings depends on the games alone, not on the order in which they are entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from pbm.base.errors import DamagedError, PermanentFailure
from pbm.core.by_seat import BySeat
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.ratings import RatedGame, Rating, RatingChange, history
from pbm.core.results import Result
from pbm.play.moves import resign
from pbm.play.ratings.table import (
    enter,
    finished_boards,
    is_consistent,
    replayed_game,
    rewrite,
    withdraw,
)
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from tests.pbm.play.helpers import begin, finish
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, open_board


@pytest.fixture
def tx() -> Iterator[Transaction]:
    with MemoryStore().transaction() as made:
        yield made


def finished(tx: Transaction, pair: BySeat[int], result: Result) -> Match:
    """A rated game between the two with this result."""
    match = replace(open_board(tx), players=pair)
    return replace(match, status=MatchStatus.FINISHED, result=result, reason="goal")


def matches(tx: Transaction) -> list[Match]:
    """Four games among three players, so that each rating depends on the games before."""
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
def test_games_entered_in_any_order_are_rated_in_the_order_of_their_ends(
    tx: Transaction, order: tuple[int, ...]
) -> None:
    ended = (0, 1, 1, 2)
    played = matches(tx)
    for each in order:
        enter(tx, played[each], NOW + timedelta(days=ended[each]))
    games = [game_of(match, days) for match, days in zip(played, ended, strict=True)]
    assert list(tx.ratings.list()) == [change for pair in history(games) for change in pair]


def test_a_game_that_is_unrated_or_aborted_changes_nothing(tx: Transaction) -> None:
    first = matches(tx)[0]
    enter(tx, replace(first, rated=False), NOW)
    enter(tx, replace(first, result=Result.NONE, reason="aborted"), NOW)
    assert list(tx.ratings.list()) == []


def test_rewriting_returns_how_many_entries_were_wrong(tx: Transaction) -> None:
    games = [game_of(match, days) for days, match in enumerate(matches(tx))]
    assert rewrite(tx, games) == 8
    assert rewrite(tx, games) == 0
    assert rewrite(tx, games[:3]) == 2
    assert rewrite(tx, []) == 6


# With whole games


def rated_games(tx: Transaction) -> list[RatedGame]:
    """The rated games, replayed from the events of all boards."""
    found = [replayed_game(tx, board) for board in finished_boards(tx)]
    return [each for each in found if each is not None]


def test_a_game_that_ends_rates_both_players(work: Work, alice: Player, bob: Player) -> None:
    finish(work, alice, bob)
    lost, won = work.tx.ratings.list()
    assert (lost.player, lost.opponent, lost.score) == (alice.id, bob.id, 0)
    assert (lost.before, lost.after) == (Rating(1500, 0), Rating(1480, 1))
    assert (won.player, won.after, won.ended) == (bob.id, Rating(1520, 1), work.now)


def test_an_aborted_game_rates_nobody(work: Work, alice: Player, bob: Player) -> None:
    resign(work, alice, begin(work, alice, bob).number)
    assert list(work.tx.ratings.list()) == []


def test_the_table_follows_from_the_events_of_the_boards(
    work: Work, alice: Player, bob: Player
) -> None:
    for hours in (1, 1, -48):
        finish(work, alice, bob)
        work.now += timedelta(hours=hours)
    finish(work, alice, bob)
    kept = list(work.tx.ratings.list())
    assert len(kept) == 8
    assert [change for pair in history(rated_games(work.tx)) for change in pair] == kept
    assert rewrite(work.tx, rated_games(work.tx)) == 0
    assert list(work.tx.ratings.list()) == kept


def test_entries_that_do_not_follow_from_the_game_are_inconsistent(
    work: Work, alice: Player, bob: Player
) -> None:
    number = finish(work, alice, bob).number
    played = replayed_game(work.tx, number)
    assert played is not None
    assert is_consistent(work.tx, number, played)
    assert not is_consistent(work.tx, number, replace(played, score=1.0))
    assert not is_consistent(work.tx, number, None)
    withdraw(work.tx, number)
    assert is_consistent(work.tx, number, None)
    assert not is_consistent(work.tx, number, played)


def test_damaged_events_cannot_be_replayed(
    work: Work, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = finish(work, alice, bob).number
    events = work.tx.matches.events(number)
    monkeypatch.setattr(work.tx.matches, "events", lambda _: [events[0], *events[2:]])
    with pytest.raises(PermanentFailure, match=f"pbm audit {number}"):
        replayed_game(work.tx, number)


def test_a_table_that_cannot_be_read_is_rebuilt(
    work: Work, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(work, alice, bob)
    kept = list(work.tx.ratings.list())
    games = rated_games(work.tx)
    list_ratings = work.tx.ratings.list
    faults = [DamagedError("a row cannot be read")]

    def damaged_once() -> Sequence[RatingChange]:
        if faults:
            raise faults.pop()
        return list_ratings()

    with monkeypatch.context() as patched:
        patched.setattr(work.tx.ratings, "list", damaged_once)
        assert rewrite(work.tx, games) == 2
    assert list(work.tx.ratings.list()) == kept
