"""Who hears after the fact: from the queue, again after a fault, and anew from the events."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

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
from pbm.core.events import Deed, Event
from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Happening, Imported, Moved, Resigned, Terms
from pbm.core.model import Cause, FeedKind, FeedLine, Match
from pbm.core.results import Reason, Result
from pbm.play.board_repository import BoardRepository
from pbm.play.corrections import decide_again, reopen
from pbm.play.invitations import accept, challenge
from pbm.play.moves import move, resign
from pbm.play.subscribers import Subscribers
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from pbm.store.protocol import Store, Transaction
from tests.pbm.play.helpers import GYGES, begin
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, add_player
from tests.pbm.town import NORTH, SOUTH


class Fault(Exception):
    pass


@dataclass
class Listener:
    """Hears of every resignation; ``react`` may fail."""

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


class Looker(Listener):
    """Hears of every move."""

    def wants(self, what: Happening, match: Match) -> bool:
        return isinstance(what, Moved)


@dataclass
class Club:
    """Alice and bob, whose games are told to these subscribers."""

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
        """A game with a move of each."""
        with self.work() as work:
            board = begin(work, self.alice, self.bob).number
            move(work, self.alice, board, SOUTH)
            move(work, self.bob, board, NORTH)
        return board

    def end(self, board: int) -> int:
        """Have alice resign it; the number of that event."""
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


def test_a_deed_is_heard_after_it_is_done_and_once() -> None:
    listener = Listener()
    club = Club([listener])
    board = club.game()
    seq = club.end(board)
    assert listener.heard == []
    club.tell()
    club.tell()
    assert listener.heard == [(board, seq)]


def test_a_deed_that_is_undone_is_heard_by_nobody() -> None:
    listener = Listener()
    club = Club([listener])
    board = club.game()
    with pytest.raises(Fault), club.work() as work:
        resign(work, club.alice, board)
        raise Fault
    club.tell()
    assert listener.heard == []


def test_a_subscriber_is_shown_the_board_as_it_was_then() -> None:
    listener = Looker()
    club = Club([listener])
    club.end(club.game())
    club.tell()
    assert [(board.match.plies, board.running) for board in listener.boards] == [
        (1, True),
        (2, True),
    ]


def test_a_fault_keeps_nobody_from_hearing_the_rest_and_is_tried_again_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(event: Event) -> None:
        if event.board == 1:
            raise Fault

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


def test_events_of_a_board_are_heard_in_their_order_though_one_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(event: Event) -> None:
        if isinstance(event.what, Moved):
            raise Fault

    listener = Looker(fail)
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


def test_not_all_that_waits_is_heard_at_once() -> None:
    listener = Looker()
    club = Club([listener])
    board = club.game()
    with club.work() as work:
        for seq in range(5, 5 + MOST_AT_ONCE):
            work.tx.unheard.add(listener.name, board, seq, club.now)
    club.tell()
    assert len(listener.heard) == MOST_AT_ONCE


def test_what_was_cut_off_is_heard_at_the_next_start() -> None:
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


def test_what_waits_for_a_subscriber_of_another_version_goes_on_waiting() -> None:
    listener = Listener(name="of the next version")
    club = Club([listener])
    board = club.game()
    seq = club.end(board)
    tell_subscribers(club.store, lambda: club.now)
    club.tell()
    assert listener.heard == [(board, seq)]


# The feed of finished games


def test_a_game_is_in_the_feed_once_it_has_ended() -> None:
    club = Club()
    board = club.game()
    club.tell()
    assert club.feed() == []
    began, club.now = club.now, club.now + timedelta(days=1)
    seq = club.end(board)
    club.tell()
    assert club.feed() == [
        FeedLine(
            board=board,
            seq=seq,
            kind=FeedKind.FINISHED,
            game="gyges",
            ruleset="classic",
            players=club.match(board).players,
            result=club.match(board).result,
            reason=Reason.RESIGNED,
            plies=2,
            started=began,
            at=club.now,
            place=1,
        )
    ]


def test_a_game_has_started_when_the_invitation_was_accepted() -> None:
    club = Club()
    with club.work() as work:
        board = challenge(work, club.alice, club.bob, GameOptions(GYGES)).number
    club.now += timedelta(days=3)
    with club.work() as work:
        accept(work, club.bob, board)
        resign(work, club.alice, board)
    club.tell()
    (game,) = club.feed()
    assert (game.started, game.result, game.reason) == (club.now, Result.NONE, Reason.ABORTED)


def test_a_game_that_is_reopened_is_in_the_feed_as_such_and_so_is_its_next_end() -> None:
    club = Club()
    board = club.game()
    ends = [club.end(board)]
    with club.work() as work:
        ends.append(reopen(work, board, "a test").match.seq)
    ends.append(club.end(board))
    club.tell()
    lines = club.feed()
    assert [line.seq for line in lines] == ends
    assert [line.kind for line in lines] == [
        FeedKind.FINISHED,
        FeedKind.REOPENED,
        FeedKind.FINISHED,
    ]
    assert [line.result is Result.NONE for line in lines] == [False, True, False]


def test_an_end_that_is_decided_anew_is_in_the_feed_again() -> None:
    club = Club()
    board = club.game()
    club.end(board)
    with club.work() as work:
        decide_again(work, board, Result.FIRST_WON, "a test")
    club.tell()
    assert [line.result for line in club.feed()] == [Result.SECOND_WON, Result.FIRST_WON]


def test_an_invitation_that_was_called_off_is_not_in_the_feed() -> None:
    club = Club()
    with club.work() as work:
        board = challenge(work, club.alice, club.bob, GameOptions(GYGES))
        assert work.record(board, Aborted(why="a test")).match.finished
    club.tell()
    assert club.feed() == []


def test_a_game_is_in_the_feed_once_however_often_it_is_heard_of() -> None:
    club = Club()
    seq = club.end(board := club.game())
    club.tell()
    once = club.feed()
    with club.work() as work:
        work.tx.unheard.add(SUBSCRIBERS[0].name, board, seq, club.now)
    club.tell()
    assert club.feed() == once


def test_a_game_that_was_played_elsewhere_is_not_in_the_feed() -> None:
    club = Club()
    terms = Terms(spec="gyges/classic", players=club.match(club.game()).players, rated=False)
    with club.work() as work:
        over = work.open(Imported(terms, (), Result.FIRST_WON, Reason.RESIGNED))
    assert over.match.finished
    club.tell()
    assert club.feed() == []


def damage(club: Club, game: FeedLine) -> None:
    """One line is wrong, one is gone, and one tells of an end that never was."""
    with club.work() as work:
        work.tx.feed.retain(game.board + 1, [])
        work.tx.feed.put(replace(game, plies=99))
        work.tx.feed.put(replace(game, seq=game.seq + 1))


def test_the_feed_is_made_again_from_the_events() -> None:
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


def test_how_often_each_subscriber_was_told_again_is_known() -> None:
    club = Club([Listener(name="one"), Looker(name="other")])
    club.end(club.game())
    assert rebuild(club.store, 1, club.subscribers) == {"one": 1, "other": 2}


def test_damaged_events_are_not_taken_for_games() -> None:
    club = Club()
    board = club.game()
    with club.work() as work:
        absurd = Deed(Moved(Seat.FIRST, "no move"), club.now)
        work.boards.record(work.tx, club.match(board), absurd, work.cause)
    with pytest.raises(PermanentFailure, match=f"pbm audit {board}"):
        rebuild(club.store, board)
