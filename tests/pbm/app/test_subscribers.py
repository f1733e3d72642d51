"""Subscribers: told from the queue after the commit, again after an error, and by a rebuild.

The lines of the feed are tested with the feed, in ``play/test_finished_games.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from pbm.app.subscribers import (
    AGAIN_AFTER_FAULT,
    MOST_AT_ONCE,
    SUBSCRIBERS,
    rebuild,
    tell_subscribers,
)
from pbm.base.errors import PermanentFailure, TemporaryFailure
from pbm.core.board import Board
from pbm.core.bookkeeping import FeedLine
from pbm.core.events import Deed, Event
from pbm.core.games import Seat
from pbm.core.happening import Happening
from pbm.core.happenings import Moved, Resigned
from pbm.core.model import Cause, Match
from pbm.play.board_repository import BoardRepository
from pbm.play.moves import move, resign
from pbm.play.subscribers import Subscribers
from pbm.play.work import Work
from pbm.store.protocol import Store, Transaction
from tests.pbm.play.helpers import begin
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, add_player
from tests.pbm.town import NORTH, SOUTH


class ListenerError(Exception):
    pass


@dataclass
class Listener:
    """A subscriber to every resignation. ``react`` is called first, and may raise."""

    react: Callable[[Event], None] = lambda _: None
    name: str = "a listener"
    heard: list[tuple[int, int]] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)

    def wants(self, what: Happening, match: Match) -> bool:
        return isinstance(what, Resigned) and match.finished

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        self.react(event)
        self.heard.append((event.board, event.seq))
        self.boards.append(board)

    def missing(self, tx: Transaction, match: Match, seqs: Collection[int]) -> Collection[int]:
        return [seq for seq in seqs if (match.board, seq) not in self.heard]

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        self.heard = [each for each in self.heard if each[0] != board or each[1] in seqs]


class MoveListener(Listener):
    """A subscriber to moves."""

    def wants(self, what: Happening, match: Match) -> bool:
        return isinstance(what, Moved)


@dataclass
class Club:
    """A store with alice and bob, whose games the given subscribers hear of."""

    subscribers: Subscribers = SUBSCRIBERS
    store: Store = field(default_factory=MemoryStore)

    def __post_init__(self) -> None:
        self.now, self.boards = NOW, BoardRepository(self.subscribers)
        with self.work() as work:
            self.alice, self.bob = add_player(work.tx, "alice"), add_player(work.tx, "bob")

    @contextmanager
    def work(self) -> Iterator[Work]:
        with self.store.transaction() as tx:
            act = tx.acts.add("a test", "", {}, self.now)
            yield Work(tx, self.now, Cause(act=act.id), self.boards)

    def game(self) -> int:
        """Begin a game, with a move of each player. Return its number."""
        with self.work() as work:
            board = begin(work, self.alice, self.bob).number
            move(work, self.alice, board, SOUTH)
            move(work, self.bob, board, NORTH)
        return board

    def end(self, board: int) -> int:
        """Have alice resign the board. Return the number of the event."""
        with self.work() as work:
            return resign(work, self.alice, board).match.seq

    def tell(self) -> None:
        tell_subscribers(self.store, lambda: self.now, self.subscribers)

    def feed(self) -> list[FeedLine]:
        with self.store.reading() as tx:
            return [*tx.feed.after(0, 100)]

    def match(self, board: int) -> Match:
        with self.store.reading() as tx:
            found = tx.matches.get(board)
        assert found is not None
        return found


# The queue


def test_an_event_is_handled_once_and_after_its_commit() -> None:
    listener = Listener()
    club = Club([listener])
    board = club.game()
    seq = club.end(board)
    assert listener.heard == []
    club.tell()
    club.tell()
    assert listener.heard == [(board, seq)]


def test_an_event_that_is_rolled_back_is_not_handled() -> None:
    listener = Listener()
    club = Club([listener])
    board = club.game()
    with pytest.raises(ListenerError), club.work() as work:
        resign(work, club.alice, board)
        raise ListenerError
    club.tell()
    assert listener.heard == []


def test_a_subscriber_gets_the_board_as_it_was_at_the_event() -> None:
    listener = MoveListener()
    club = Club([listener])
    club.end(club.game())
    club.tell()
    assert [(board.match.plies, board.running) for board in listener.boards] == [
        (1, True),
        (2, True),
    ]


def test_a_failed_event_is_retried_later_and_delays_no_other_board_or_subscriber(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(event: Event) -> None:
        if event.board == 1:
            raise ListenerError

    failing, sound = Listener(fail, "failing"), Listener(name="sound")
    club = Club([failing, sound])
    ends = [(board, club.end(board)) for board in (club.game(), club.game())]
    with caplog.at_level(logging.CRITICAL):
        club.tell()
    assert (failing.heard, sound.heard) == (ends[1:], ends)
    failing.react = lambda _: None
    club.tell()
    assert failing.heard == ends[1:]
    club.now += AGAIN_AFTER_FAULT
    club.tell()
    assert (failing.heard, sound.heard) == ([ends[1], ends[0]], ends)


def test_events_of_a_board_are_handled_in_order_even_if_one_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(event: Event) -> None:
        if isinstance(event.what, Moved):
            raise ListenerError

    listener = MoveListener(fail)
    club = Club([listener])
    one, other = club.game(), club.game()
    with caplog.at_level(logging.CRITICAL):
        club.tell()
    assert listener.heard == []
    listener.react = lambda _: None
    with club.work() as work:
        move(work, club.alice, one, "11-31")
    club.tell()
    assert listener.heard == []
    club.now += AGAIN_AFTER_FAULT
    club.tell()
    assert [seq for board, seq in listener.heard if board == one] == [3, 4, 5]
    assert [seq for board, seq in listener.heard if board == other] == [3, 4]


def test_a_limited_number_of_events_is_handled_at_once() -> None:
    listener = MoveListener()
    club = Club([listener])
    board = club.game()
    with club.work() as work:
        for seq in range(5, 5 + MOST_AT_ONCE):
            work.tx.unheard.add(listener.name, board, seq, club.now)
    club.tell()
    assert len(listener.heard) == MOST_AT_ONCE


def test_an_event_that_was_interrupted_is_handled_the_next_time() -> None:
    def cut_off(_: Event) -> None:
        raise TemporaryFailure("the disk is full")

    listener = Listener(cut_off)
    club = Club([listener])
    board = club.game()
    seq = club.end(board)
    with pytest.raises(TemporaryFailure):
        club.tell()
    listener.react = lambda _: None
    club.tell()
    assert listener.heard == [(board, seq)]


def test_events_for_an_unknown_subscriber_stay_queued() -> None:
    listener = Listener(name="of the next version")
    club = Club([listener])
    board = club.game()
    seq = club.end(board)
    tell_subscribers(club.store, lambda: club.now)
    club.tell()
    assert listener.heard == [(board, seq)]


# The feed of finished games, as the subscriber of this server


def test_an_event_that_is_handled_twice_is_in_the_feed_once() -> None:
    club = Club()
    seq = club.end(board := club.game())
    club.tell()
    once = club.feed()
    with club.work() as work:
        work.tx.unheard.add(SUBSCRIBERS[0].name, board, seq, club.now)
    club.tell()
    assert club.feed() == once


def damage(club: Club, game: FeedLine) -> None:
    """Change one line, delete one, and add one for a game that never ended."""
    with club.work() as work:
        work.tx.feed.retain(game.board + 1, [])
        work.tx.feed.put(replace(game, plies=99))
        work.tx.feed.put(replace(game, seq=game.seq + 1))


def test_the_feed_can_be_rebuilt_from_the_events() -> None:
    club = Club()
    for board in (club.game(), club.game()):
        club.end(board)
    club.game()
    club.tell()
    right = club.feed()
    damage(club, right[0])
    assert club.feed() != right
    feed = SUBSCRIBERS[0].name
    assert [rebuild(club.store, board)[feed] for board in (1, 2, 3)] == [1, 1, 0]
    # A restored line gets a new place, so that readers of new lines see it.
    assert [replace(line, place=0) for line in club.feed()] == [
        replace(line, place=0) for line in right
    ]
    assert (club.feed()[0].place, club.feed()[1].place > right[1].place) == (right[0].place, True)


def test_a_rebuild_counts_the_events_of_each_subscriber() -> None:
    club = Club([Listener(name="one"), MoveListener(name="other")])
    club.end(club.game())
    assert rebuild(club.store, 1, club.subscribers) == {"one": 1, "other": 2}


def test_a_rebuild_fails_on_damaged_events() -> None:
    club = Club()
    board = club.game()
    with club.work() as work:
        absurd = Deed(Moved(Seat.FIRST, "no move"), club.now)
        work.boards.record(work.tx, club.match(board), absurd, work.cause)
    with pytest.raises(PermanentFailure, match=f"pbm audit {board}"):
        rebuild(club.store, board)
