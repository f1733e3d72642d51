"""Inviting a player to a game, and answering an invitation."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.choices import Choice
from pbm.core.model import MatchStatus, Player
from pbm.core.openings import Accepted, Declined, Invited, Terms
from pbm.core.refused import Refused
from pbm.play.blocks import check_neither_blocks
from pbm.play.bounds import GAMES, MOST_INVITATIONS, charge
from pbm.play.news import BoardNews
from pbm.play.programs import check_free
from pbm.play.seats import seat_on
from pbm.play.settings import is_at_limit, is_on
from pbm.play.suspensions import check_active
from pbm.play.terms import GameOptions, terms_of
from pbm.play.work import Work


def challenge(
    work: Work, by: Player, opponent: Player, options: GameOptions, said: tuple[str, ...] = ()
) -> Board:
    """Invite a player to a game, which begins at once if the opponent accepts all invitations.

    :raises Refused: if the opponent cannot be invited, or the player has too many invitations open
        or has reached the rate limit
    """
    check_active(by)
    if opponent.id == by.id:
        raise Refused("not_yourself")
    check_willing(work, by, opponent)
    return invite(work, by, opponent, options.terms(by, opponent, by), said)


def invite(
    work: Work, by: Player, opponent: Player, terms: Terms, said: tuple[str, ...] = ()
) -> Board:
    """Invite an opponent on these terms, without checking that they can be invited.

    :raises Refused: if the player has too many invitations open or has reached the rate limit
    """
    _check_open_invitations(work, by)
    charge(work, by, GAMES)
    what = Invited(terms)
    board = work.open(what)
    if is_on(opponent, Choice.AUTOACCEPT):
        board = work.record(board, Accepted())
    work.publish(BoardNews(by, what, None, board, said=said))
    return board


def accept(work: Work, by: Player, number: int | None, said: tuple[str, ...] = ()) -> Board:
    """Accept an invitation, which begins the game.

    :raises Refused: if the player has no such invitation, or one of the two blocks the other
    """
    check_active(by)
    board = _invitation(work, by, number)
    inviter = _inviter(work, board)
    if inviter.id == by.id:
        raise Refused("own_invitation", board=board.number, game=board.game.name)
    check_neither_blocks(work.tx, by, inviter)
    return work.enact(board, Accepted(), by, said)


def decline(work: Work, by: Player, number: int | None, said: tuple[str, ...] = ()) -> Board:
    """Decline an invitation, or withdraw the player's own.

    :raises Refused: if there is no invitation on the board
    """
    check_active(by)
    return work.enact(_invitation(work, by, number), Declined(), by, said)


def check_willing(work: Work, by: Player, opponent: Player) -> None:
    """:raises Refused: if the opponent has left, cannot play, has reached their limit of games, or
    if one of the two blocks the other
    """
    if opponent.left:
        raise Refused("left_club", userid=opponent.userid)
    if opponent.suspended:
        raise Refused("player_away", userid=opponent.userid)
    check_neither_blocks(work.tx, by, opponent)
    check_free(work.tx, by, opponent)
    if is_at_limit(work.tx, opponent):
        raise Refused("player_busy", userid=opponent.userid)


def _inviter(work: Work, board: Board) -> Player:
    """The player who sent the invitation."""
    inviter = terms_of(work.tx, board.number).by
    assert inviter is not None, "operators create games without invitations"
    return work.tx.players.get(inviter)


def _invitation(work: Work, by: Player, number: int | None) -> Board:
    """:raises Refused: if the board is no open invitation, or the player is not part of it"""
    board = work.board(number)
    seat_on(board, by)
    if board.match.status is not MatchStatus.INVITED:
        raise Refused("no_invitation", board=board.number)
    return board


def _check_open_invitations(work: Work, by: Player) -> None:
    """:raises Refused: if the player has too many unanswered invitations"""
    waiting = [
        match
        for match in work.tx.matches.of_player(by.id)
        if match.status is MatchStatus.INVITED and terms_of(work.tx, match.board).by == by.id
    ]
    if len(waiting) >= MOST_INVITATIONS:
        oldest = min(waiting, key=lambda match: match.board)
        facts = {"most": MOST_INVITATIONS, "board": oldest.board, "game": oldest.game}
        raise Refused("many_invitations", **facts)
