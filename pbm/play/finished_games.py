"""The feed of finished games: those that ended on this server, for programs that follow it."""

from __future__ import annotations

from collections.abc import Collection

from pbm.core.board import Board
from pbm.core.events import Event
from pbm.core.happenings import Happening, Imported
from pbm.core.model import FinishedGame, Match
from pbm.play.terms import begun_at
from pbm.store.protocol import Transaction


class FinishedGames:
    """A subscriber that keeps a line for each event that ended a game."""

    name = "finished games"

    def wants(self, what: Happening, match: Match) -> bool:
        # What was over when it was imported has ended elsewhere.
        return match.finished and what.kind.changes_play and not isinstance(what, Imported)

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        match, started = board.match, begun_at(tx, board.match)
        if started is None:
            return
        tx.finished.put(
            FinishedGame(
                board=match.board,
                seq=event.seq,
                game=match.game,
                ruleset=match.ruleset,
                players=match.players,
                result=match.result,
                reason=match.reason,
                plies=match.plies,
                started=started,
                finished=event.at,
            )
        )

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        tx.finished.retain(board, seqs)
