"""Queueing events for subscribers. Processing the queue is tested with the application."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from pbm.core.board import Board
from pbm.core.events import Event
from pbm.core.happening import Happening
from pbm.core.happenings import Resigned
from pbm.core.model import Match, Player
from pbm.play.board_repository import BoardRepository
from pbm.play.moves import resign
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from tests.pbm.play.helpers import MOVES, begin, play
from tests.pbm.town import NORTH, SOUTH


class Resignations:
    """A subscriber that wants resignations of finished games and does nothing with them."""

    name = "resignations"

    def wants(self, what: Happening, match: Match) -> bool:
        return isinstance(what, Resigned) and match.finished

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        pass

    def missing(self, tx: Transaction, match: Match, seqs: Collection[int]) -> Collection[int]:
        return ()

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        pass


@pytest.fixture
def work_with_subscriber(work: Work) -> Work:
    """A ``Work`` whose repository queues resignations."""
    work.boards = BoardRepository([Resignations()])
    return work


def test_an_event_is_queued_for_the_subscriber_that_wants_it(
    work_with_subscriber: Work, alice: Player, bob: Player
) -> None:
    work = work_with_subscriber
    board = play(work, begin(work, alice, bob), SOUTH, NORTH, *MOVES)
    assert not work.tx.unheard.queued(Resignations.name, board.number)
    ended = resign(work, alice, board.number)
    assert list(work.tx.unheard.queued(Resignations.name, board.number)) == [ended.match.seq]
    (unheard,) = work.tx.unheard.due(Resignations.name, work.now, 10)
    assert (unheard.board, unheard.seq) == (board.number, ended.match.seq)
