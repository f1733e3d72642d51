"""Mails about an invitation: a receipt, and a question to the invited player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.openings import Terms
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.pages import ILLUSTRATION
from pbm.notices.readers import reader_of
from pbm.notices.views import board_facts, illustration, prompt_facts, seat_players
from pbm.play.news import BoardNews
from pbm.store.protocol import Transaction


def invitation_drafts(news: BoardNews, terms: Terms, tx: Transaction) -> tuple[Draft, ...]:
    assert news.by is not None, "operators create games without invitations"
    board, inviter, invited = news.after, news.by, invited_player(tx, terms)
    receipt = {**_facts(tx, board, inviter), "opponent": invited.userid}
    question = {
        **_facts(tx, board, invited),
        "by": inviter.userid,
        "note": [*news.said],
        "rematch": terms.rematch,
    }
    about = board.number, board.match.seq
    return (
        Draft(inviter, MailKind.INVITED, receipt, *about, board_grant(board, inviter)),
        Draft(invited, MailKind.INVITATION, question, *about, board_grant(board, invited)),
    )


def invited_player(tx: Transaction, terms: Terms) -> Player:
    """The player who was invited to the game."""
    first, second = terms.players
    return tx.players.get(second if terms.by == first else first)


def _facts(tx: Transaction, board: Board, to: Player) -> dict[str, Any]:
    return {
        **board_facts(tx, board, to),
        "start": board.match.start,
        # The text draws a position that was drawn for this game.
        ILLUSTRATION: None if board.match.start else illustration(board, to),
        "prompt": prompt_facts(board.game, board.state, reader_of(to)),
        "strengths": list(_strengths(tx, board)),
    }


def _strengths(tx: Transaction, board: Board) -> Iterator[str]:
    """Yield the ratings of the players who have one."""
    for player in seat_players(tx, board):
        rating = tx.ratings.now(board.game.name, player.id)
        if rating.games:
            yield f"{player.userid} {rating}"
