"""The queue of what subscribers have not heard of, and the feed of finished games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.model import FinishedGame, Match, Unheard
from pbm.core.results import Result
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, open_board

ONE, OTHER = "one", "other"


def test_an_event_is_queued_for_each_subscriber_once(tx: Transaction) -> None:
    board = open_board(tx).board
    for subscriber in (ONE, OTHER, ONE):
        tx.unheard.add(subscriber, board, 1, NOW)
    assert tx.unheard.due(ONE, NOW, 10) == [Unheard(ONE, board, 1)]
    assert tx.unheard.due(OTHER, NOW, 10) == [Unheard(OTHER, board, 1)]


def test_what_waits_is_due_in_the_order_of_its_moments(tx: Transaction) -> None:
    boards = [open_board(tx).board for _ in range(3)]
    for number, board in enumerate(reversed(boards)):
        tx.unheard.add(ONE, board, 1, NOW + number * SECOND)
    due = [Unheard(ONE, board, 1) for board in reversed(boards)]
    assert tx.unheard.due(ONE, NOW + 2 * SECOND, 10) == due
    assert tx.unheard.due(ONE, NOW + 2 * SECOND, 2) == due[:2]
    assert tx.unheard.due(ONE, NOW + SECOND, 10) == due[:2]


def test_what_was_heard_waits_no_more_and_what_failed_waits_longer(tx: Transaction) -> None:
    match = open_board(tx)
    heard, failed = Unheard(ONE, match.board, 1), Unheard(ONE, match.board, 2)
    for each in (heard, failed):
        tx.unheard.add(*each, NOW)
    tx.unheard.drop(heard)
    tx.unheard.put_off(failed, NOW + SECOND)
    assert tx.unheard.due(ONE, NOW, 10) == []
    assert tx.unheard.due(ONE, NOW + SECOND, 10) == [failed]


def finished(match: Match, seconds: int = 0, seq: int = 5) -> FinishedGame:
    return FinishedGame(
        board=match.board,
        seq=seq,
        game="gyges",
        ruleset="classic",
        players=match.players,
        result=Result.FIRST_WON,
        reason="goal",
        plies=17,
        started=NOW,
        finished=NOW + seconds * SECOND,
    )


@pytest.fixture
def games(tx: Transaction) -> list[FinishedGame]:
    """Three, the oldest first; the board with the lowest number has ended last."""
    made = [finished(open_board(tx), seconds) for seconds in (2, 1, 1)]
    for each in made:
        tx.finished.put(each)
    return [made[1], made[2], made[0]]


def test_games_are_read_in_the_order_in_which_they_ended(
    tx: Transaction, games: list[FinishedGame]
) -> None:
    assert tx.finished.unread(10) == games
    assert tx.finished.unread(2) == games[:2]


def test_what_was_read_is_read_no_more(tx: Transaction, games: list[FinishedGame]) -> None:
    tx.finished.mark_read([games[0], games[2]])
    assert tx.finished.unread(10) == [games[1]]
    late = finished(open_board(tx), seconds=0)
    tx.finished.put(late)
    assert tx.finished.unread(10) == [late, games[1]]


def test_all_games_are_walked_through_whether_they_were_read_or_not(
    tx: Transaction, games: list[FinishedGame]
) -> None:
    tx.finished.mark_read(games[:2])
    assert tx.finished.after(None, 2) == games[:2]
    assert tx.finished.after(games[1], 2) == games[2:]
    assert tx.finished.after(games[2], 2) == []


def test_a_game_that_is_put_again_is_kept_once_and_stays_read(
    tx: Transaction, games: list[FinishedGame]
) -> None:
    tx.finished.mark_read(games)
    mended = replace(games[0], plies=18)
    tx.finished.put(mended)
    assert tx.finished.after(None, 10) == [mended, *games[1:]]
    assert tx.finished.unread(10) == []


def test_all_but_some_ends_of_a_board_are_forgotten(
    tx: Transaction, games: list[FinishedGame]
) -> None:
    again = replace(games[0], seq=9)
    tx.finished.put(again)
    tx.finished.retain(again.board, [9, 12])
    assert {(each.board, each.seq) for each in tx.finished.after(None, 10)} == {
        (again.board, 9),
        *((each.board, each.seq) for each in games[1:]),
    }
    tx.finished.retain(again.board, [])
    assert tx.finished.after(None, 10) == games[1:]
