"""Mails with chat about a board, messages between players, and broadcasts of the operator."""

from __future__ import annotations

from collections.abc import Iterable

from pbm.base.values import replace
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import WRITER, Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.views import audience, seat_players
from pbm.play.messages import BroadcastSent, MessageSent, userids_of
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


@HANDLERS.handles(MessageSent)
def message_mails(news: MessageSent, _tx: Transaction) -> Iterable[Draft]:
    """A mail to each recipient, and a copy to the writer that says who blocks them."""
    for reader in (news.by, *news.to):
        facts = {
            "by": news.by.userid,
            "to": userids_of(news.to),
            "also": userids_of([each for each in news.to if each is not reader]),
            "said": list(news.said),
            "deaf": userids_of(news.blocking) if reader is news.by else "",
        }
        data = {} if reader is news.by else {WRITER: news.by.id}
        grant = replace(account_grant(reader), data=data)
        yield Draft(reader, MailKind.MESSAGE, facts, grant=grant)


@HANDLERS.handles(BroadcastSent)
def broadcast_mails(news: BroadcastSent, _tx: Transaction) -> Iterable[Draft]:
    what = news.what
    facts = {"subject": what.subject, "said": what.said.splitlines(), "urgent": what.urgent}
    for player in news.to:
        yield Draft(player, MailKind.BROADCAST, facts, grant=account_grant(player))
