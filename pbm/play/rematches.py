"""Rematches: another game with the same opponent."""

from __future__ import annotations

from dataclasses import replace

from pbm.core.board import Board
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.openings import Imported, Terms
from pbm.core.refused import Refused
from pbm.play.invitations import accept, check_willing, invite
from pbm.play.seats import seat_on
from pbm.play.suspensions import check_active
from pbm.play.terms import GameOptions, opening_of, terms_of
from pbm.play.work import Work

_OPEN = (MatchStatus.INVITED, MatchStatus.RUNNING)


def rematch(work: Work, by: Player, number: int | None, said: tuple[str, ...] = ()) -> Board:
    """Invite the opponent of a finished game to another one, or accept their rematch.

    :raises Refused: if the game has not finished, the opponent cannot be invited, or the player has
        offered the rematch or plays it already
    """
    check_active(by)
    board = work.board(number)
    seat = seat_on(board, by)
    if not board.match.finished:
        raise Refused("not_over", board=board.number, game=board.game.name)
    begun = _begun(work, by, board)
    if begun is not None:
        return _accept_rematch(work, by, board, begun, said)
    opponent = work.tx.players.get(board.match.player_at(seat.other))
    check_willing(work, by, opponent)
    return invite(work, by, opponent, _terms(work, by, opponent, board), said)


def _begun(work: Work, by: Player, board: Board) -> Match | None:
    """The rematch of the board, offered or running, if there is one."""
    for match in work.tx.matches.of_player(by.id):
        if match.status in _OPEN and terms_of(work.tx, match.board).rematch == board.number:
            return match
    return None


def _accept_rematch(
    work: Work, by: Player, board: Board, begun: Match, said: tuple[str, ...]
) -> Board:
    """Accept the opponent's offer of a rematch.

    :raises Refused: if the offer is the player's own, or the rematch is running
    """
    offered = begun.status is MatchStatus.INVITED
    if offered and terms_of(work.tx, begun.board).by != by.id:
        return accept(work, by, begun.board, said)
    facts = {"board": board.number, "game": begun.game, "other": begun.board}
    raise Refused("rematch_offered" if offered else "rematch_begun", **facts)


def _terms(work: Work, by: Player, opponent: Player, board: Board) -> Terms:
    """The former terms with the seats exchanged; a seeded start gets a new seed."""
    match = board.match
    agreed = _options(work, board).terms(by, opponent, by)
    return replace(
        agreed,
        setup=agreed.setup or match.setup,
        players=match.players.swapped,
        rematch=board.number,
    )


def _options(work: Work, board: Board) -> GameOptions:
    """The options of the former game; the default ones if that game was imported."""
    usual = GameOptions(board.game, board.match.start)
    opening = opening_of(work.tx, board.number)
    if isinstance(opening, Imported):
        return usual
    agreed = opening.terms
    return replace(usual, rated=agreed.rated, limits=agreed.limits, private=agreed.private)
