"""Snapshots of running boards, so that no replay is needed to go on.

Everything in a snapshot follows from the events; the audit compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.games import PluginGame, Seat, find_kept
from pbm.core.model import Match, Offer, Proposal
from pbm.core.plies import AnyPly, Plies


def snapshot(board: Board) -> Mapping[str, Any]:
    """Return those parts of a board that its stored match does not contain, as plain JSON."""
    proposal = board.proposal
    asked = [proposal.seat.value, proposal.offer.value, proposal.seq] if proposal else None
    past = board.game.past(board.state)
    return {"past": past, "proposal": asked, "own_last": list(board.own_last)}


def is_same(kept: Mapping[str, Any], board: Board) -> bool:
    """Return whether a stored snapshot is that of the board.

    What a plugin drew is not compared: another version may draw the same position otherwise.
    """
    made = snapshot(board)
    if not isinstance(board.game, PluginGame):
        return kept == made
    undrawn = board.game.without_look
    return {**kept, "past": undrawn(kept["past"])} == {**made, "past": undrawn(made["past"])}


def restored(
    match: Match, kept: Mapping[str, Any], recall: Callable[[], Sequence[AnyPly]]
) -> Board:
    """Return the board of a stored match and its snapshot.

    recall: replays the plies, which a snapshot does not contain.
    """
    game = find_kept(match.spec, match.rules)
    state = game.recall(match.position, kept["past"])
    proposal, own_last = _proposal(kept["proposal"]), BySeat.of(kept["own_last"])
    return Board(match, game, state, Plies(match.plies, recall), proposal, own_last)


def _proposal(asked: Sequence[Any] | None) -> Proposal | None:
    return Proposal(Seat(asked[0]), Offer(asked[1]), asked[2]) if asked else None
