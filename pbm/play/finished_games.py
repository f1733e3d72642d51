"""The feed of games that ended here, for other programs to read."""

from __future__ import annotations

from collections.abc import Collection

from pbm.core.board import Board
from pbm.core.bookkeeping import FeedKind, FeedLine
from pbm.core.events import Event
from pbm.core.happening import Happening
from pbm.core.happenings import Reopened
from pbm.core.model import Match
from pbm.core.openings import Imported
from pbm.play.terms import begun_at
from pbm.store.protocol import Transaction


class FinishedGames:
    """A subscriber that adds a line to the feed for each event that ends or reopens a game."""

    name = "finished games"

    def wants(self, what: Happening, match: Match) -> bool:
        if match.private:
            return False
        # A game that was finished when it was imported ended on another server.
        ended = match.finished and what.kind.changes_play and not isinstance(what, Imported)
        return ended or isinstance(what, Reopened)

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        match, started = board.match, begun_at(tx, board.match)
        if started is None:
            return
        tx.feed.put(
            FeedLine(
                board=match.board,
                seq=event.seq,
                kind=FeedKind.FINISHED if match.finished else FeedKind.REOPENED,
                game=match.game,
                ruleset=match.ruleset,
                players=match.players,
                result=match.result,
                reason=match.reason,
                plies=match.plies,
                started=started,
                at=event.at,
            )
        )

    def missing(self, tx: Transaction, match: Match, seqs: Collection[int]) -> Collection[int]:
        if begun_at(tx, match) is None:
            return ()
        return {*seqs}.difference(tx.feed.seqs(match.board))

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        tx.feed.retain(board, seqs)
