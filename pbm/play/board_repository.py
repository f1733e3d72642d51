"""Boards in hand: read from the store, changed by deeds, kept in memory between them.

The memory is never trusted: a board is only used while the store still names the same last
event, since the command line and ``pbm deliver`` may write beside the server.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.boards import after, fold, opened
from pbm.core.events import Deed
from pbm.core.model import Cause, Match
from pbm.core.plies import AnyPly
from pbm.core.snapshots import restored, snapshot
from pbm.play.absences import with_absences
from pbm.play.rating_table import enter, withdraw
from pbm.play.recording import begin, record
from pbm.play.subscribers import Subscribers, queue
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

REMEMBERED = 500


class BoardRepository:
    """subscribers: those for whom what happens is queued."""

    def __init__(self, subscribers: Subscribers = (), remembered: int = REMEMBERED) -> None:
        self._subscribers = subscribers
        self._boards: OrderedDict[int, Board] = OrderedDict()
        self._remembered = remembered

    def board(self, tx: Transaction, number: int) -> Board | None:
        match = tx.matches.get(number)
        return None if match is None else self.read(tx, match)

    def read(self, tx: Transaction, match: Match) -> Board:
        """The board of a match: from memory, from its snapshot, or played again from its events."""
        board = self._boards.get(match.board)
        if board is None or board.match.head != match.head:
            board = _restored(tx, match) or fold(tx.matches.events(match.board))
        return self._remember(replace(board, match=match))

    def open(self, tx: Transaction, deed: Deed, cause: Cause) -> Board:
        """A new board, begun by this deed.

        :raises RulesError: if an imported move breaks the rules
        """
        deed = with_absences(tx, deed)
        board = opened(deed)
        return self._keep(tx, replace(board, match=self.begin(tx, board.match, deed, cause)))

    def do(self, tx: Transaction, board: Board, deed: Deed, cause: Cause) -> Board:
        """The board after the deed, which is recorded, and what it does to the ratings.

        :raises BrokenBoardError: if it cannot happen now
        :raises RulesError: if it is a move that breaks the rules
        :raises ConflictError: if the board has moved on meanwhile
        """
        deed = with_absences(tx, deed, board.match.players)
        changed = after(board, deed)
        match = self.record(tx, changed.match, deed, cause)
        if deed.what.kind.changes_play:
            _rate(tx, board.match, match)
        return self._keep(tx, replace(changed, match=match))

    def begin(self, tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
        """A new board with its first event; the store chooses its number."""
        return self._queued(tx, deed, begin(tx, match, deed, cause))

    def record(self, tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
        """The match once the event is recorded; the board itself is not asked for.

        :param match: as the deed leaves it, with number and hash of the event before
        :raises ConflictError: if the board has moved on since it was read
        """
        return self._queued(tx, deed, record(tx, match, deed, cause))

    def _queued(self, tx: Transaction, deed: Deed, match: Match) -> Match:
        queue(tx, self._subscribers, deed.what, match)
        return match

    def _keep(self, tx: Transaction, board: Board) -> Board:
        if board.running:
            tx.matches.keep_snapshot(board.match, snapshot(board))
        else:
            tx.matches.drop_snapshot(board.number)
        return self._remember(board)

    def _remember(self, board: Board) -> Board:
        self._boards[board.number] = board
        self._boards.move_to_end(board.number)
        while len(self._boards) > self._remembered:
            self._boards.popitem(last=False)
        return board


def _rate(tx: Transaction, before: Match, after: Match) -> None:
    """An end that is taken back or corrected counts no more; a new one does."""
    if before.finished:
        withdraw(tx, before.board)
    if after.finished:
        enter(tx, after, after.updated)
        tx.queues.clear(after.board)


def _restored(tx: Transaction, match: Match) -> Board | None:
    """The board as it was kept, if that was after its last event."""

    def recall() -> Sequence[AnyPly]:
        return fold(tx.matches.events(match.board)[: match.seq]).plies

    try:
        kept = tx.matches.snapshot(match)
        return None if kept is None else restored(match, kept, recall)
    except Exception:
        # Whatever is wrong with it, the events tell the same.
        log.exception("the snapshot of board %d cannot be read", match.board)
        return None
