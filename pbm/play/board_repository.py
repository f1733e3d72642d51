"""Repository of boards: reads and caches them, and records deeds.

A cached board is used only while the store still has the same last event for it: the command line
and ``pbm deliver`` write to the store while the server runs.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.boards import after, fold, opened, told_plies
from pbm.core.events import Deed
from pbm.core.games import GameFault, HeldGame, find_kept
from pbm.core.model import Cause, Match
from pbm.core.plies import AnyPly
from pbm.core.snapshots import restored, snapshot
from pbm.play.absences import with_absences
from pbm.play.contest_events.results import hear
from pbm.play.ratings.gifts import watch
from pbm.play.ratings.table import enter, withdraw
from pbm.play.ratings.uncounted import why_uncounted
from pbm.play.recording import begin, record
from pbm.play.subscribers import Subscribers, queue
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

MOST_CACHED = 500


class BoardRepository:
    """Boards by number, each as its events leave it.

    subscribers: each new event is queued for those that want it.
    most_cached: how many boards stay in memory; the least recently used one goes first.
    """

    def __init__(self, subscribers: Subscribers = (), most_cached: int = MOST_CACHED) -> None:
        self._subscribers = subscribers
        self._boards: OrderedDict[int, Board] = OrderedDict()
        self._most_cached = most_cached

    def board(self, tx: Transaction, number: int) -> Board | None:
        """The board of that number, None if there is none."""
        match = tx.matches.get(number)
        return None if match is None else self.read(tx, match)

    def read(self, tx: Transaction, match: Match) -> Board:
        """The board of a match: from the cache, from its snapshot, or replayed from its events."""
        board = self._boards.get(match.board)
        if board is None or board.match.head != match.head:
            board = _restored(tx, match) or fold(tx.matches.events(match.board))
        return self._cache(board if board.match is match else replace(board, match=match))

    def open(self, tx: Transaction, deed: Deed, cause: Cause) -> Board:
        """Open a new board with this deed as its first event, and return the board.

        :raises RulesError: if an imported move breaks the rules
        """
        deed = with_absences(tx, deed)
        board = opened(deed)
        return self._keep(tx, replace(board, match=self.begin(tx, board.match, deed, cause)))

    def do(
        self,
        tx: Transaction,
        board: Board,
        deed: Deed,
        cause: Cause,
        plies: tuple[AnyPly, ...] = (),
    ) -> Board:
        """Record a deed, update ratings and contests, and return the board after it.

        plies: the plies of a move, if its line has already been played on this board.

        :raises BrokenBoardError: if the deed is impossible in the current state of the board
        :raises RulesError: if the deed is a move that breaks the rules
        :raises ConflictError: if the board has moved on meanwhile
        """
        deed = with_absences(tx, deed, board.match.players)
        changed = after(board, deed, plies)
        match = self.record(tx, changed.match, deed, cause)
        if deed.what.kind.changes_play:
            hear(tx, board.match, match, deed, cause)
            match = self._rated(tx, board.match, match, deed, cause)
        return self._keep(tx, replace(changed, match=match))

    def begin(self, tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
        """Store a new board with its first event; the store assigns the number."""
        return self._queued(tx, deed, begin(tx, match, deed, cause))

    def record(self, tx: Transaction, match: Match, deed: Deed, cause: Cause) -> Match:
        """Record a deed without reading its board, and return the match.

        :param match: its state after the deed, except that ``seq`` and ``head`` are still those of
            the previous event
        :raises ConflictError: if the board has moved on since it was read
        """
        return self._queued(tx, deed, record(tx, match, deed, cause))

    def _rated(
        self, tx: Transaction, before: Match, after: Match, deed: Deed, cause: Cause
    ) -> Match:
        """Remove the game's former result from the ratings, if it had one, and add the new one, if
        it counts.
        """
        if before.finished:
            withdraw(tx, before.board)
        if not after.finished:
            return after
        watch(tx, after, deed.at)
        what = why_uncounted(tx, after, deed.at)
        if what is not None:
            after = self.record(tx, replace(after, rated=False), replace(deed, what=what), cause)
        enter(tx, after, after.updated)
        tx.queues.clear(after.board)
        return after

    def _queued(self, tx: Transaction, deed: Deed, match: Match) -> Match:
        queue(tx, self._subscribers, deed.what, match)
        return match

    def _keep(self, tx: Transaction, board: Board) -> Board:
        # The boards of a plugin must be shown even without it.
        if board.running or board.match.rules:
            tx.matches.keep_snapshot(board.match, snapshot(board))
        else:
            tx.matches.drop_snapshot(board.number)
        return self._cache(board)

    def _cache(self, board: Board) -> Board:
        self._boards[board.number] = board
        self._boards.move_to_end(board.number)
        while len(self._boards) > self._most_cached:
            self._boards.popitem(last=False)
        return board


def _restored(tx: Transaction, match: Match) -> Board | None:
    """The board from its snapshot; None if there is none after its last event."""

    def recall() -> Sequence[AnyPly]:
        events = tx.matches.events(match.board)[: match.seq]
        if isinstance(find_kept(match.spec, match.rules), HeldGame):
            return told_plies(match, events)
        try:
            return fold(events).plies
        except GameFault:
            return told_plies(match, events)

    try:
        # What was recorded of a plugin's board without reading it has changed its clocks alone.
        kept = tx.matches.snapshot(match, stale=bool(match.rules))
        return None if kept is None else restored(match, kept, recall)
    except Exception:
        # A snapshot only saves time: the events give the same board.
        log.exception("the snapshot of board %d cannot be read", match.board)
        return None
