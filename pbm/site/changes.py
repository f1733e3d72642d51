"""The subscriber that queues changed games, for the loop that writes their pages."""

from __future__ import annotations

from collections.abc import Collection

from pbm.core.board import Board
from pbm.core.events import Event
from pbm.core.happening import Happening
from pbm.core.model import EventKind, Match
from pbm.store.protocol import Transaction

_ABSENCES = (EventKind.EXCUSED, EventKind.RETURNED)
"""The pages of players tell their vacations."""


class ChangedGames:
    """A subscriber whose queue the loop of the pages reads, many events at a time."""

    name = "pages"

    def wants(self, what: Happening, match: Match) -> bool:
        is_seen = what.kind.changes_play or what.kind in _ABSENCES
        return match.has_record and not match.private and is_seen

    def hear(self, tx: Transaction, event: Event, board: Board) -> None:
        """Do nothing: the page of the game says from which event it was made."""

    def missing(
        self,
        tx: Transaction,  # noqa: ARG002
        match: Match,  # noqa: ARG002
        seqs: Collection[int],  # noqa: ARG002
    ) -> Collection[int]:
        return ()

    def retain(self, tx: Transaction, board: int, seqs: Collection[int]) -> None:
        """Do nothing: nothing is stored for a board."""
