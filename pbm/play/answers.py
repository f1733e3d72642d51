"""Answering another player: an invitation, or a proposal in a running game."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.play import invitations, proposals
from pbm.play.work import Work


def accept(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Accept an invitation, or a proposal if the game is running.

    :param seen: as for ``proposals.agree``
    :raises Refused: as ``invitations.accept`` and ``proposals.agree`` do
    """
    if work.board(number).running:
        return proposals.agree(work, by, number, seen, said)
    return invitations.accept(work, by, number, said)


def decline(
    work: Work, by: Player, number: int | None, seen: int | None, said: tuple[str, ...] = ()
) -> Board:
    """Decline an invitation or a proposal, or withdraw the player's own.

    :param seen: as for ``proposals.reject``
    :raises Refused: as ``invitations.decline`` and ``proposals.reject`` do
    """
    if work.board(number).running:
        return proposals.reject(work, by, number, seen, said)
    return invitations.decline(work, by, number, said)
