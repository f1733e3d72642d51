"""Contract: the queues of subscribers, and the feed of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbm.core.bookkeeping import FeedKind, FeedLine, Unheard
from pbm.core.model import Cause, Match
from pbm.core.results import Result
from pbm.play.recording import record
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, keep, open_board, placing

ONE, OTHER = "one", "other"


def test_an_event_is_queued_for_each_subscriber_once(tx: Transaction) -> None:
    board = open_board(tx).board
    for subscriber in (ONE, OTHER, ONE):
        tx.unheard.add(subscriber, board, 1, NOW)
    assert tx.unheard.due(ONE, NOW, 10) == [Unheard(ONE, board, 1)]
    assert tx.unheard.due(OTHER, NOW, 10) == [Unheard(OTHER, board, 1)]


def test_events_are_due_in_order_of_time(tx: Transaction) -> None:
    boards = [open_board(tx).board for _ in range(3)]
    for number, board in enumerate(reversed(boards)):
        tx.unheard.add(ONE, board, 1, NOW + number * SECOND)
    due = [Unheard(ONE, board, 1) for board in reversed(boards)]
    assert tx.unheard.due(ONE, NOW + 2 * SECOND, 10) == due
    assert tx.unheard.due(ONE, NOW + 2 * SECOND, 2) == due[:2]
    assert tx.unheard.due(ONE, NOW + SECOND, 10) == due[:2]


def test_a_processed_event_is_removed_and_a_failed_one_put_off(tx: Transaction) -> None:
    match = open_board(tx)
    heard, failed = Unheard(ONE, match.board, 1), Unheard(ONE, match.board, 2)
    for each in (heard, failed):
        tx.unheard.add(*each, NOW)
    tx.unheard.drop(heard)
    tx.unheard.put_off(failed, NOW + SECOND)
    assert tx.unheard.due(ONE, NOW, 10) == []
    assert tx.unheard.due(ONE, NOW + SECOND, 10) == [failed]


def test_events_of_a_board_are_due_one_after_the_other(tx: Transaction) -> None:
    one, other = open_board(tx).board, open_board(tx).board
    for board, seq in ((one, 3), (one, 5), (other, 4)):
        tx.unheard.add(ONE, board, seq, NOW)
    assert tx.unheard.due(ONE, NOW, 10) == [Unheard(ONE, one, 3), Unheard(ONE, other, 4)]
    tx.unheard.put_off(Unheard(ONE, one, 3), NOW + SECOND)
    assert tx.unheard.due(ONE, NOW, 10) == [Unheard(ONE, other, 4)]
    assert tx.unheard.queued(ONE, one) == {3, 5}
    tx.unheard.drop(Unheard(ONE, one, 3))
    assert tx.unheard.due(ONE, NOW, 10) == [Unheard(ONE, one, 5), Unheard(ONE, other, 4)]
    assert tx.unheard.queued(OTHER, one) == set()


def test_the_oldest_waiting_event_of_each_subscriber_is_known(tx: Transaction) -> None:
    assert tx.unheard.oldest() == {}
    match = open_board(tx)
    after = record(tx, match, placing(), Cause(letter=keep(tx)))
    tx.unheard.add(ONE, match.board, after.seq, NOW)
    assert tx.unheard.oldest() == {ONE: after.updated}
    for subscriber in (ONE, OTHER):
        tx.unheard.add(subscriber, match.board, 1, NOW)
    tx.unheard.put_off(Unheard(ONE, match.board, 1), NOW + 9 * SECOND)
    assert tx.unheard.oldest() == {ONE: NOW, OTHER: NOW}


def ended(match: Match, seq: int = 5) -> FeedLine:
    return FeedLine(
        board=match.board,
        seq=seq,
        kind=FeedKind.FINISHED,
        game="gyges",
        ruleset="classic",
        players=match.players,
        result=Result.FIRST_WON,
        reason="goal",
        plies=17,
        started=NOW,
        at=NOW + SECOND,
    )


@pytest.fixture
def lines(tx: Transaction) -> Sequence[FeedLine]:
    """Feed lines of three finished games."""
    for _ in range(3):
        tx.feed.put(ended(open_board(tx)))
    return tx.feed.after(0, 10)


def test_each_line_has_a_higher_place_than_earlier_ones(
    tx: Transaction, lines: Sequence[FeedLine]
) -> None:
    places = [line.place for line in lines]
    assert places == sorted({*places}) and places[0] > 0
    assert tx.feed.after(0, 2) == lines[:2]
    assert tx.feed.after(places[1], 10) == lines[2:]
    assert tx.feed.last() == places[2]
    assert tx.feed.after(places[2], 10) == []


def test_a_feed_without_lines_has_no_last_place(tx: Transaction) -> None:
    assert (tx.feed.last(), tx.feed.after(0, 10)) == (0, [])


def test_a_line_that_is_replaced_keeps_its_place(
    tx: Transaction, lines: Sequence[FeedLine]
) -> None:
    mended = replace(lines[0], kind=FeedKind.REOPENED, plies=18)
    tx.feed.put(replace(mended, place=0))
    assert tx.feed.after(0, 10) == [mended, *lines[1:]]


def test_a_place_is_never_reused(tx: Transaction, lines: Sequence[FeedLine]) -> None:
    gone = lines[2]
    tx.feed.retain(gone.board, [])
    assert tx.feed.last() == lines[1].place
    tx.feed.put(replace(gone, place=0))
    assert tx.feed.last() > gone.place


def test_all_but_some_lines_of_a_board_are_deleted(
    tx: Transaction, lines: Sequence[FeedLine]
) -> None:
    board = lines[0].board
    tx.feed.put(replace(lines[0], seq=9))
    assert {*tx.feed.seqs(board)} == {5, 9}
    tx.feed.retain(board, [9, 12])
    assert {*tx.feed.seqs(board)} == {9}
    assert [line.board for line in tx.feed.after(0, 10)] == [
        *(line.board for line in lines[1:]),
        board,
    ]
