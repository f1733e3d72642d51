"""Mails with chat about a board, to its players and spectators."""

from __future__ import annotations

from collections.abc import Iterable

from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.views import audience, seat_players
from pbm.play.news import ChatNews
from pbm.store.protocol import Transaction


@HANDLERS.handles(ChatNews)
def chat_mails(news: ChatNews, tx: Transaction) -> Iterable[Draft]:
    board = news.board
    facts = {
        "game": board.game.name,
        "board": board.number,
        "by": news.by.userid,
        "players": [player.userid for player in seat_players(tx, board)],
        "said": list(news.said),
    }
    return [
        Draft(player, MailKind.CHAT, facts, board.number, grant=board_grant(board, player))
        for player in audience(tx, board)
    ]
